//! The votes on the plan, and the gate that follows from them.

use std::collections::HashMap;

use super::FinalReport;
use super::lookup::{Names, Places, filled, more_places};
use crate::diagnostic::{Code, Severity};
use crate::kinds::final_report::model::{ImplementationPlanning, PlanBodyVerification};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const GATE: &str = "/implementationPlanning/planBodyVerification/gateResult";
const SUMMARY: &str = "/implementationPlanning/planBodyVerification/verdictSummary";
const DETAILS: &str = "/implementationPlanning/planBodyVerification/verdictDetails";
const DISSENT: &str = "/implementationPlanning/planBodyVerification/dissentLog";

pub(super) static UNKNOWN_PLAN_ITEM: Rule = Rule {
    code: Code { id: "FR036", name: "plan-item-not-in-plan", severity: Severity::Warning },
    what: "A planItem of verdictSummary counts the rows of its part of the plan from 1 (`P-Step-2` \
           is the second step) and is there once.",
    why: "The vote is on a part of the plan. A number beyond its rows means that something was \
          voted on that is not in the plan.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[
            (
                "/implementationPlanning/planBodyVerification/verdictSummary/2/planItem",
                r#""P-Rb-3""#,
            ),
            (
                "/implementationPlanning/planBodyVerification/verdictDetails/4/planItem",
                r#""P-Rb-3""#,
            ),
        ],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[
            (
                "/implementationPlanning/planBodyVerification/verdictSummary/2/planItem",
                r#""P-Rb-2""#,
            ),
            (
                "/implementationPlanning/planBodyVerification/verdictDetails/4/planItem",
                r#""P-Rb-2""#,
            ),
        ],
    },
};

/// The parts of a plan: their name in a planItem, their key, how many rows they have.
fn parts(plan: &ImplementationPlanning<'_>) -> [(&'static str, &'static str, usize); 5] {
    [
        ("Opt", "optionCandidates", plan.option_candidates.len()),
        ("Step", "stepwiseExecution", plan.stepwise_execution.len()),
        ("Dep", "dependencyMigrationRisk", plan.dependency_migration_risk.len()),
        ("Val", "validationChecklist", plan.validation_checklist.len()),
        ("Rb", "rollbackStrategy", plan.rollback_strategy.len()),
    ]
}

pub(super) fn unknown_plan_item(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let parts = parts(plan);
    let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
    for (index, row) in plan.plan_body_verification.verdict_summary.iter().enumerate() {
        let mut id = row.plan_item.splitn(3, '-').skip(1);
        let (Some(name), Some(digits)) = (id.next(), id.next()) else { continue };
        let Some((_, key, rows)) = parts.iter().find(|(part, ..)| *part == name) else { continue };
        let at = format!("{SUMMARY}/{index}/planItem");
        let item = quoted(row.plan_item);
        let before = *seen.entry((name, digits.trim_start_matches('0'))).or_insert(index);
        if before != index {
            let message = format!("plan item {item} has more than one verdict");
            let help = "keep one row for each plan item: how all votes on it came out";
            found
                .add(at, message, help)
                .related(format!("{SUMMARY}/{before}/planItem"), "its first verdict");
        } else if !digits.parse().is_ok_and(|number: usize| (1..=*rows).contains(&number)) {
            let rows_are = if *rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            let message = format!("plan item {item} is not in the plan: {key} has {rows_are}");
            let help = if *rows == 0 {
                format!("add the row to {key}, or remove the verdict")
            } else {
                format!(
                    "write the item that was voted on: a number from 1 to {rows}, as in \
                     `P-{name}-{rows}`"
                )
            };
            found
                .add(at, message, help)
                .related(format!("/implementationPlanning/{key}"), "the rows are these");
        }
    }
}

pub(super) static VOTE_WITHOUT_VERDICT: Rule = Rule {
    code: Code { id: "FR037", name: "vote-without-verdict", severity: Severity::Warning },
    what: "Every planItem of verdictDetails and dissentLog is in verdictSummary.",
    why: "The summary says how the votes on each item came out. A vote or an objection on an item \
          that is not there has been passed over.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/planBodyVerification/dissentLog/0/planItem",
            r#""P-Step-3""#,
        )],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/planBodyVerification/dissentLog/0/planItem",
            r#""P-Step-4""#,
        )],
    },
};

pub(super) fn vote_without_verdict(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let gate = &plan.plan_body_verification;
    let items = Names::of(gate.verdict_summary.iter().map(|row| row.plan_item));
    let votes = gate.verdict_details.iter().map(|row| row.plan_item).zip(0..);
    let objections = gate.dissent_log.iter().map(|row| row.plan_item).zip(0..);
    let rows = votes.map(|row| (DETAILS, row)).chain(objections.map(|row| (DISSENT, row)));
    let mut unknown = Places::default();
    for (table, (item, index)) in rows.filter(|(_, (item, _))| !items.has(item)) {
        let index: usize = index;
        unknown.add(item, format!("{table}/{index}/planItem"));
    }
    for (item, first, others) in unknown.each() {
        let message =
            format!("plan item {} is not in verdictSummary{}", quoted(item), more_places(&others));
        let help = match items.nearest(item) {
            Some(meant) => {
                format!(
                    "add {} to verdictSummary, or write {} if that is meant",
                    quoted(item),
                    quoted(meant)
                )
            }
            None => "add the item to verdictSummary, with how the votes came out".to_owned(),
        };
        found
            .add(first, message, help)
            .related(SUMMARY, "the items with a verdict are these")
            .also(others, "and here");
    }
}

pub(super) static GATE_AGAINST_VOTES: Rule = Rule {
    code: Code { id: "FR038", name: "gate-against-votes", severity: Severity::Warning },
    what: "gateResult follows from the votes: `passed` without a `majority-disagree` row and \
           without dissent, `passed-with-dissent` with an entry in dissentLog, \
           `blocked-by-disagreement` with a `majority-disagree` row, `aborted-non-result` with a \
           vote that is `verification-error`.",
    why: "The gate decides whether the plan can be approved. It must not say more, or less, than \
          the votes it rests on.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/planBodyVerification/gateResult", r#""passed""#)],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/planBodyVerification/gateResult",
            r#""passed-with-dissent""#,
        )],
    },
};

/// The first row of verdictSummary on which a majority disagreed.
fn majority(gate: &PlanBodyVerification<'_>) -> Option<usize> {
    gate.verdict_summary.iter().position(|row| row.classification.starts_with("majority-disagree"))
}

pub(super) fn gate_against_votes(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let gate = &plan.plan_body_verification;
    let majority = majority(gate).map(|index| format!("{SUMMARY}/{index}/classification"));
    let dissent = !gate.dissent_log.is_empty();
    let error = gate.verdict_details.iter().any(|row| row.verdict == "verification-error");
    let (but, help, other, what) = match (gate.gate_result, majority) {
        ("passed", Some(row)) => (
            "a majority disagrees on a plan item",
            "write `blocked-by-disagreement`, or the classification that the votes give",
            row,
            "a majority disagrees here",
        ),
        ("passed", None) if dissent => (
            "dissentLog has an objection",
            "write `passed-with-dissent`, or remove objections that are settled",
            format!("{DISSENT}/0"),
            "this objection remains",
        ),
        ("passed-with-dissent", _) if !dissent => (
            "dissentLog is empty",
            "write `passed`, or record the objections in dissentLog",
            DISSENT.to_owned(),
            "no objection is recorded",
        ),
        ("blocked-by-disagreement", None) => (
            "verdictSummary has no plan item on which a majority disagrees",
            "write `majority-disagree → C-<number>` as the classification of the item that blocks \
             the plan, or `passed-with-dissent` as gateResult",
            SUMMARY.to_owned(),
            "the verdicts are these",
        ),
        ("aborted-non-result", _) if !error => (
            "no vote is `verification-error`",
            "record the votes that did not come back as `verification-error` in verdictDetails, or \
             write the gateResult that the votes give",
            DETAILS.to_owned(),
            "the votes are these",
        ),
        _ => return,
    };
    let message = format!("gateResult is `{}`, and {but}", gate.gate_result);
    found.add(GATE, message, help).related(other, what);
}

pub(super) static DISAGREE_WITHOUT_REASON: Rule = Rule {
    code: Code { id: "FR039", name: "disagree-without-reason", severity: Severity::Warning },
    what: "A vote of `DISAGREE` has a breakageKind and a note.",
    why: "Whoever revises the plan needs to know what would break and why. An objection without a \
          reason can be neither met nor refuted.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/planBodyVerification/verdictDetails/3/note", "")],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/planBodyVerification/verdictDetails/3/note",
            r#""Set lock_timeout first.""#,
        )],
    },
};

pub(super) fn disagree_without_reason(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    for (index, row) in plan.plan_body_verification.verdict_details.iter().enumerate() {
        if row.verdict != "DISAGREE" {
            continue;
        }
        let facts = [("breakageKind", row.breakage_kind), ("note", row.note)];
        let missing = facts.into_iter().filter(|(_, text)| !filled(*text));
        let missing: Vec<&str> = missing.map(|(fact, _)| fact).collect();
        if !missing.is_empty() {
            let missing = missing.join(" and ");
            let message = format!(
                "the vote of {} against {} has no {missing}",
                quoted(row.worker),
                quoted(row.plan_item)
            );
            let help = format!(
                "add {missing}: breakageKind is what sort of fault the worker sees, note is its \
                 reason"
            );
            found
                .add(format!("{DETAILS}/{index}"), message, help)
                .related(format!("{DETAILS}/{index}/verdict"), "this vote needs a reason");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const GATE: &str = "/implementationPlanning/planBodyVerification";

    fn codes(edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let edits: Vec<_> = edits.iter().map(|(at, new)| (format!("{GATE}{at}"), *new)).collect();
        let edits: Vec<_> = edits.iter().map(|(at, new)| (at.as_str(), *new)).collect();
        let found = findings("implementation-planning", &edits);
        found.into_iter().map(|(code, at)| (code, at.trim_start_matches(GATE).to_owned())).collect()
    }

    #[test]
    fn the_gate_follows_from_the_votes() {
        let wrong = [("FR038", "/gateResult".to_owned())];
        let majority = ("/verdictSummary/1/classification", r#""majority-disagree → C-101""#);
        let gate = |result| ("/gateResult", result);
        assert_eq!(codes(&[gate(r#""passed""#), majority]), wrong);
        assert_eq!(codes(&[gate(r#""passed""#), ("/dissentLog", "[]")]), []);
        assert_eq!(codes(&[("/dissentLog", "[]")]), wrong);
        assert_eq!(codes(&[gate(r#""blocked-by-disagreement""#)]), wrong);
        assert_eq!(codes(&[gate(r#""blocked-by-disagreement""#), majority]), []);
        assert_eq!(codes(&[gate(r#""aborted-non-result""#)]), wrong);
        let error = ("/verdictDetails/4/verdict", r#""verification-error""#);
        assert_eq!(codes(&[gate(r#""aborted-non-result""#), error]), []);
    }

    #[test]
    fn plan_items_count_from_one_and_are_there_once() {
        let wrong = [("FR036", "/verdictSummary/2/planItem".to_owned())];
        let votes = ("/verdictDetails/4", "");
        for item in [r#""P-Rb-0""#, r#""P-Rb-99999999999999999999999""#, r#""P-Step-04""#] {
            assert_eq!(codes(&[votes, ("/verdictSummary/2/planItem", item)]), wrong, "{item}");
        }
        assert_eq!(codes(&[votes, ("/verdictSummary/2/planItem", r#""P-Dep-2""#)]), []);
    }

    #[test]
    fn an_item_without_a_verdict_is_named_once() {
        let edits = [
            ("/verdictDetails/2/planItem", r#""P-Step-3""#),
            ("/verdictDetails/3/planItem", r#""P-Step-3""#),
            ("/dissentLog/0/planItem", r#""P-Step-3""#),
        ];
        assert_eq!(codes(&edits), [("FR037", "/verdictDetails/2/planItem".to_owned())]);
    }

    #[test]
    fn a_blank_reason_is_none() {
        let wrong = [("FR039", "/verdictDetails/3".to_owned())];
        let kind = ("/verdictDetails/3/breakageKind", r#"" ""#);
        assert_eq!(codes(&[kind]), wrong);
        assert_eq!(codes(&[kind, ("/verdictDetails/3/note", "")]), wrong);
    }
}
