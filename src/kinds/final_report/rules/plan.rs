//! The plan: its options, its steps, its checks and its way back.

use std::collections::{HashMap, HashSet};

use super::FinalReport;
use super::lookup::{Names, figure, list, miscounted};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const OPTIONS: &str = "/implementationPlanning/optionCandidates";
const MATRIX: &str = "/implementationPlanning/tradeoffMatrix";
const RECOMMENDED: &str = "/implementationPlanning/recommendedOption/name";
const STEPS: &str = "/implementationPlanning/stepwiseExecution";
const CHECKS: &str = "/implementationPlanning/validationChecklist";
const ROLLBACK: &str = "/implementationPlanning/rollbackStrategy";
const VERDICTS: &str = "/implementationPlanning/planBodyVerification/verdictSummary";

pub(super) static UNKNOWN_CLARIFICATION: Rule = Rule {
    code: Code { id: "FR013", name: "unknown-clarification-item", severity: Severity::Error },
    what: "A plan item classified as `majority-disagree → C-n` names a row of clarificationItems.",
    why: "The item is how the user decides what the workers could not. Without it the plan is \
          blocked and nobody is asked.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[
            (
                "/implementationPlanning/planBodyVerification/gateResult",
                r#""blocked-by-disagreement""#,
            ),
            (
                "/implementationPlanning/planBodyVerification/verdictSummary/1/classification",
                r#""majority-disagree → C-102""#,
            ),
        ],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[
            (
                "/implementationPlanning/planBodyVerification/gateResult",
                r#""blocked-by-disagreement""#,
            ),
            (
                "/implementationPlanning/planBodyVerification/verdictSummary/1/classification",
                r#""majority-disagree → C-101""#,
            ),
        ],
    },
};

pub(super) fn unknown_clarification(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let items = Names::of(report.clarification_items.iter().map(|row| row.id));
    let consensus: HashMap<&str, usize> =
        report.cross_verification.consensus.iter().map(|row| row.id).zip(0..).collect();
    for (index, row) in plan.plan_body_verification.verdict_summary.iter().enumerate() {
        let Some((_, id)) = row.classification.split_once(" → ") else { continue };
        if items.has(id) {
            continue;
        }
        let agreed = consensus.get(id);
        let what = if agreed.is_some() {
            "which is a consensus row and not in clarificationItems"
        } else {
            "which is not in clarificationItems"
        };
        let message =
            format!("plan item {} is left to {}, {what}", quoted(row.plan_item), quoted(id));
        let help = match items.nearest(id) {
            Some(meant) => format!(
                "write `majority-disagree → {meant}` if that is meant, or add {} to \
                 clarificationItems",
                quoted(id)
            ),
            None => "add a row to clarificationItems that puts the matter to the user, and name \
                     its id here"
                .to_owned(),
        };
        found
            .add(format!("{VERDICTS}/{index}/classification"), message, help)
            .related("/clarificationItems", "the clarification items are these")
            .also(
                agreed.map(|row| format!("/crossVerification/consensus/{row}/id")),
                "the consensus row with this id",
            );
    }
}

pub(super) static UNKNOWN_OPTION: Rule = Rule {
    code: Code { id: "FR032", name: "unknown-recommended-option", severity: Severity::Warning },
    what: "Every option candidate has a name of its own, and recommendedOption has the name of one \
           of them.",
    why: "The trade-off matrix and the recommendation refer to options by name; readers need to \
          know which one they are asked to approve.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/recommendedOption/name",
            r#""Option A: shadow columns and triggers""#,
        )],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/recommendedOption/name",
            r#""Option A: shadow column and trigger""#,
        )],
    },
};

pub(super) fn unknown_option(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (index, option) in plan.option_candidates.iter().enumerate() {
        let before = *first.entry(option.name).or_insert(index);
        if before != index {
            let message = format!("two option candidates are named {}", quoted(option.name));
            let help = "give each option a name of its own, also in tradeoffMatrix";
            found
                .add(format!("{OPTIONS}/{index}/name"), message, help)
                .related(format!("{OPTIONS}/{before}/name"), "the first one with this name");
        }
    }
    let names = Names::of(plan.option_candidates.iter().map(|option| option.name));
    let name = plan.recommended_option.name;
    if !names.has(name) {
        let message = format!("the recommended option {} is not in optionCandidates", quoted(name));
        let help = match names.nearest(name) {
            Some(meant) => format!("write {}", quoted(meant)),
            None => format!("write the name of an option to the letter: {}", names.list()),
        };
        found.add(RECOMMENDED, message, help).related(OPTIONS, "the options are these");
    }
}

pub(super) static MATRIX_MISMATCH: Rule = Rule {
    code: Code { id: "FR033", name: "tradeoff-matrix-mismatch", severity: Severity::Warning },
    what: "tradeoffMatrix has one row for every option candidate, with its name to the letter, and \
           no other rows.",
    why: "The matrix is there to compare all options. One that is left out was not weighed, one \
          that is unknown cannot be chosen.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/tradeoffMatrix/1/option",
            r#""Option B: one rewrite at night""#,
        )],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[(
            "/implementationPlanning/tradeoffMatrix/1/option",
            r#""Option B: one rewrite in a night""#,
        )],
    },
};

pub(super) fn matrix_mismatch(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let options = || plan.option_candidates.iter().map(|option| option.name);
    let known = Names::of(options());
    let rated: HashSet<&str> = plan.tradeoff_matrix.iter().map(|row| row.option).collect();
    let missing = Names::of(options().filter(|name| !rated.contains(name)));
    // An option whose name is misspelt in its row is not missing as well.
    let mut meant: HashSet<&str> = HashSet::new();
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (index, row) in plan.tradeoff_matrix.iter().enumerate() {
        let at = format!("{MATRIX}/{index}/option");
        let before = *first.entry(row.option).or_insert(index);
        if before != index {
            // Where two candidates share the name, that is what has to be mended.
            if known.len() == plan.option_candidates.len() {
                let message = format!("option {} has more than one row", quoted(row.option));
                let help = "keep one row for each option candidate";
                found
                    .add(at, message, help)
                    .related(format!("{MATRIX}/{before}/option"), "its first row");
            }
        } else if !known.has(row.option) {
            let message = format!("option {} is not in optionCandidates", quoted(row.option));
            let near = missing.nearest(row.option);
            meant.extend(near);
            let help = match near {
                Some(near) => format!("write {}", quoted(near)),
                None => format!("write the name of an option to the letter: {}", known.list()),
            };
            found.add(at, message, help).related(OPTIONS, "the options are these");
        }
    }
    let missing = options().zip(0..).filter(|(name, _)| missing.has(name) && !meant.contains(name));
    let (names, places): (Vec<&str>, Vec<usize>) = missing.unzip();
    if !names.is_empty() {
        let message = format!("tradeoffMatrix has no row for {}", list(names));
        let help = "add a row for each option candidate, with its name as the option";
        found
            .add(MATRIX, message, help)
            .also(places.iter().map(|i| format!("{OPTIONS}/{i}/name")), "this option has no row");
    }
}

pub(super) static STEPS_MISCOUNTED: Rule = Rule {
    code: Code { id: "FR034", name: "plan-steps-miscounted", severity: Severity::Warning },
    what: "Steps count 1, 2, 3 and so on, in order, and every rollback row undoes a step that is \
           there.",
    why: "Commits, votes and rollbacks refer to steps by number. A number that is missing or used \
          twice leaves open what is meant.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/stepwiseExecution/3/step", "5")],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/stepwiseExecution/3/step", "4")],
    },
};

pub(super) fn steps_miscounted(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let steps = &plan.stepwise_execution;
    let wrong = miscounted(steps.iter().map(|row| row.step));
    if let Some(index) = wrong {
        let expected = index + 1;
        let message =
            format!("step {} stands where step {expected} should", figure(steps[index].step));
        let help =
            format!("write `{expected}`, and number all steps 1 to {} in order", steps.len());
        found.add(format!("{STEPS}/{index}/step"), message, help);
    }
    // With the steps miscounted, a row may mean a step as it is numbered or as it should be.
    let numbered: HashSet<u64> = match wrong {
        Some(_) => steps.iter().map(|row| row.step.to_bits()).collect(),
        None => HashSet::new(),
    };
    let last = steps.len();
    for (index, row) in plan.rollback_strategy.iter().enumerate() {
        if row.step > last as f64 && !numbered.contains(&row.step.to_bits()) {
            let message = format!(
                "rollback {} undoes step {}, and the plan has {last}",
                quoted(row.id),
                figure(row.step)
            );
            let help = format!("write the number of the step that it undoes, 1 to {last}");
            found
                .add(format!("{ROLLBACK}/{index}/step"), message, help)
                .related(STEPS, "the steps are these");
        }
    }
}

pub(super) static PHASE_WITHOUT_CHECK: Rule = Rule {
    code: Code { id: "FR035", name: "phase-without-check", severity: Severity::Warning },
    what: "validationChecklist has checks of all three phases: `pre`, `mid` and `post`.",
    why: "Without a check before the work there is nothing to compare with, without one during it \
          a mistake shows late, without one after it the result is unproven.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/validationChecklist/1/phase", r#""pre""#)],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[("/implementationPlanning/validationChecklist/1/phase", r#""mid""#)],
    },
};

pub(super) fn phase_without_check(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(plan) = report.plan() else { return };
    let has = |phase| plan.validation_checklist.iter().any(|row| row.phase == phase);
    let missing: Vec<&str> =
        ["pre", "mid", "post"].into_iter().filter(|phase| !has(*phase)).collect();
    if !missing.is_empty() {
        let (first, missing) = (missing[0], list(missing));
        let message = format!("validationChecklist leaves out phase {missing}");
        let help = format!(
            "add a row with phase `{first}`; there are checks before (`pre`), during (`mid`) and after \
             (`post`) the work"
        );
        found.add(CHECKS, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const PLAN: &str = "/implementationPlanning";

    fn codes(edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let edits: Vec<_> = edits.iter().map(|(at, new)| (format!("{PLAN}{at}"), *new)).collect();
        let edits: Vec<_> = edits.iter().map(|(at, new)| (at.as_str(), *new)).collect();
        let found = findings("implementation-planning", &edits);
        found.into_iter().map(|(code, at)| (code, at.trim_start_matches(PLAN).to_owned())).collect()
    }

    #[test]
    fn a_name_used_twice_is_reported_for_the_options_only() {
        let name = r#""Option A: shadow column and trigger""#;
        let edits = [("/optionCandidates/1/name", name), ("/tradeoffMatrix/1/option", name)];
        assert_eq!(codes(&edits), [("FR032", "/optionCandidates/1/name".to_owned())]);
    }

    #[test]
    fn rows_of_the_matrix_are_missing_surplus_or_misspelt() {
        let at = |place: &str| ("FR033", place.to_owned());
        assert_eq!(codes(&[("/tradeoffMatrix/1", "")]), [at("/tradeoffMatrix")]);
        let twice = [("/tradeoffMatrix/1/option", r#""Option A: shadow column and trigger""#)];
        assert_eq!(codes(&twice), [at("/tradeoffMatrix"), at("/tradeoffMatrix/1/option")]);
        let other = [("/tradeoffMatrix/1/option", r#""Do nothing""#)];
        assert_eq!(codes(&other), [at("/tradeoffMatrix"), at("/tradeoffMatrix/1/option")]);
    }

    #[test]
    fn a_rollback_may_follow_miscounted_steps_either_way() {
        let steps = ("/stepwiseExecution/3/step", "5");
        let wrong = [("FR034", "/stepwiseExecution/3/step".to_owned())];
        assert_eq!(codes(&[steps, ("/rollbackStrategy/1/step", "5")]), wrong);
        assert_eq!(codes(&[steps, ("/rollbackStrategy/1/step", "4")]), wrong);
        let beyond = ("FR034", "/rollbackStrategy/1/step".to_owned());
        assert_eq!(codes(&[("/rollbackStrategy/1/step", "5")]), [beyond]);
    }
}
