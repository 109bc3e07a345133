//! A final verification: its verdict, what stands in the way, what is covered.

use super::FinalReport;
use super::lookup::{Names, list};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const TOKEN: &str = "/finalVerdict/verdictToken";
const BLOCKERS: &str = "/finalVerification/acceptanceBlockers";
const RISKS: &str = "/finalVerification/residualRisk";
const EVIDENCE: &str = "/finalVerification/validationEvidence";

pub(super) static UNKNOWN_BLOCKER: Rule = Rule {
    code: Code { id: "FR014", name: "unknown-acceptance-blocker", severity: Severity::Error },
    what: "A requirement with status `blocker AB-n` names a row of acceptanceBlockers.",
    why: "Readers look the blocker up to learn why the requirement is not met. A number that leads \
          nowhere hides the reason.",
    broken: Example {
        sample: "final-verification",
        edits: &[("/finalVerification/validationEvidence/4/status", r#""blocker AB-002""#)],
    },
    mended: Example {
        sample: "final-verification",
        edits: &[("/finalVerification/validationEvidence/4/status", r#""blocker AB-001""#)],
    },
};

pub(super) fn unknown_blocker(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(verification) = report.verification() else { return };
    let blockers = Names::of(verification.acceptance_blockers.iter().map(|row| row.id));
    for (index, row) in verification.validation_evidence.iter().enumerate() {
        let Some(id) = row.status.strip_prefix("blocker ") else { continue };
        if blockers.has(id) {
            continue;
        }
        let message = format!(
            "requirement {} is blocked by {}, which is not in acceptanceBlockers",
            quoted(row.id),
            quoted(id)
        );
        let help = match blockers.nearest(id) {
            Some(meant) => {
                format!(
                    "write `blocker {meant}` if that is meant, or add {} to acceptanceBlockers",
                    quoted(id)
                )
            }
            None => {
                format!("add {} to acceptanceBlockers, or write `covered` or `gap`", quoted(id))
            }
        };
        found
            .add(format!("{EVIDENCE}/{index}/status"), message, help)
            .related(BLOCKERS, "the acceptance blockers are these");
    }
}

pub(super) static ACCEPTED_DESPITE: Rule = Rule {
    code: Code { id: "FR015", name: "accepted-despite-blockers", severity: Severity::Error },
    what: "A report with the verdict token `accepted` has no acceptance blockers, and no \
           requirement with status `gap`.",
    why: "An acceptance blocker is by definition what prevents acceptance; work without proof for \
          a requirement is at best accepted on a condition. Gaps are only warned of.",
    broken: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerdict/verdictToken", r#""accepted""#),
            ("/verdictCard/verdictToken", r#""accepted""#),
        ],
    },
    mended: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerdict/verdictToken", r#""accepted""#),
            ("/verdictCard/verdictToken", r#""accepted""#),
            ("/finalVerification/acceptanceBlockers", "[]"),
            ("/finalVerification/validationEvidence/4/status", r#""covered""#),
        ],
    },
};

pub(super) fn accepted_despite(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(verification) = report.verification() else { return };
    if report.final_verdict.verdict_token != "accepted" {
        return;
    }
    let blockers = &verification.acceptance_blockers;
    if !blockers.is_empty() {
        let ids = list(blockers.iter().map(|row| row.id));
        let message = format!("the verdict token is `accepted`, and acceptanceBlockers has {ids}");
        let help = "write `conditional-accept` or `blocked` in finalVerdict and verdictCard, or \
                    remove the blockers that are resolved";
        found
            .add(TOKEN, message, help)
            .also((0..blockers.len()).map(|i| format!("{BLOCKERS}/{i}")), "this prevents it");
    }
    for (index, row) in verification.validation_evidence.iter().enumerate() {
        if row.status == "gap" {
            let message = format!(
                "the verdict token is `accepted`, and nothing proves requirement {}",
                quoted(row.id)
            );
            let help = "write `covered` once an artifact proves it, or `conditional-accept` as the \
                        verdict token in finalVerdict and verdictCard";
            found
                .add(format!("{EVIDENCE}/{index}/status"), message, help)
                .related(TOKEN, "the verdict is this")
                .warning();
        }
    }
}

pub(super) static VERDICT_WITHOUT_GROUNDS: Rule = Rule {
    code: Code { id: "FR016", name: "verdict-without-grounds", severity: Severity::Warning },
    what: "A report with the verdict token `blocked` has an acceptance blocker; one with \
           `conditional-accept` has a residual risk or a blocker of severity `minor`.",
    why: "Whoever has to act on the verdict looks there for what to mend or to watch.",
    broken: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerification/residualRisk", "[]"),
            ("/finalVerification/acceptanceBlockers/0/severity", r#""major""#),
        ],
    },
    mended: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerification/residualRisk", "[]"),
            ("/finalVerification/acceptanceBlockers/0/severity", r#""minor""#),
        ],
    },
};

pub(super) fn verdict_without_grounds(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(verification) = report.verification() else { return };
    let blockers = &verification.acceptance_blockers;
    match report.final_verdict.verdict_token {
        "blocked" if blockers.is_empty() => {
            let message = "the verdict token is `blocked`, and acceptanceBlockers is empty";
            let help = "add what blocks it to acceptanceBlockers, or write another verdict token \
                        in finalVerdict and verdictCard";
            found.add(TOKEN, message, help).related(BLOCKERS, "nothing blocks it");
        }
        "conditional-accept"
            if verification.residual_risk.is_empty()
                && !blockers.iter().any(|row| row.severity == "minor") =>
        {
            let message = "the verdict token is `conditional-accept`, and there is neither a \
                           residual risk nor a `minor` acceptance blocker";
            let help = "add the condition to residualRisk, or as a `minor` row to \
                        acceptanceBlockers, or write another verdict token in finalVerdict and \
                        verdictCard";
            found
                .add(TOKEN, message, help)
                .related(RISKS, "no risk remains")
                .related(BLOCKERS, "none of these is `minor`");
        }
        _ => {}
    }
}

pub(super) static DIRECTION_AGAINST_TOKEN: Rule = Rule {
    code: Code { id: "FR017", name: "direction-against-verdict", severity: Severity::Warning },
    what: "The direction is `approve` with the verdict token `accepted`, and `reject` or `hold` \
           with `blocked`.",
    why: "The token judges the work, the direction says what follows. Accepted work that is held \
          back, or blocked work that goes on, needs at least one of them corrected.",
    broken: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerdict/verdictToken", r#""blocked""#),
            ("/verdictCard/verdictToken", r#""blocked""#),
        ],
    },
    mended: Example {
        sample: "final-verification",
        edits: &[
            ("/finalVerdict/verdictToken", r#""blocked""#),
            ("/verdictCard/verdictToken", r#""blocked""#),
            ("/finalVerdict/direction", r#""hold""#),
            ("/verdictCard/direction", r#""hold""#),
        ],
    },
};

pub(super) fn direction_against_token(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let verdict = &report.final_verdict;
    let wanted: &[&str] = match verdict.verdict_token {
        "accepted" => &["approve"],
        "blocked" => &["reject", "hold"],
        _ => return,
    };
    if !wanted.contains(&verdict.direction) {
        let (token, direction) = (verdict.verdict_token, verdict.direction);
        let message = format!("the direction is `{direction}` with the verdict token `{token}`");
        let help = format!(
            "write `{}` as the direction in finalVerdict and verdictCard, or another verdict token",
            wanted.join("` or `")
        );
        found
            .add("/finalVerdict/direction", message, help)
            .related(TOKEN, "the verdict token is this");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const ACCEPTED: [(&str, &str); 3] = [
        ("/finalVerdict/verdictToken", r#""accepted""#),
        ("/verdictCard/verdictToken", r#""accepted""#),
        ("/finalVerification/validationEvidence/4/status", r#""covered""#),
    ];

    #[test]
    fn a_gap_in_accepted_work_is_a_warning_of_its_own() {
        let gap = ("/finalVerification/validationEvidence/0/status", r#""gap""#);
        let none = ("/finalVerification/acceptanceBlockers", "[]");
        let edits: Vec<_> = ACCEPTED.into_iter().chain([gap, none]).collect();
        assert_eq!(
            findings("final-verification", &edits),
            [("FR015", "/finalVerification/validationEvidence/0/status".to_owned())]
        );
        let edits: Vec<_> = ACCEPTED.into_iter().chain([gap]).collect();
        assert_eq!(
            findings("final-verification", &edits),
            [
                ("FR015", "/finalVerdict/verdictToken".to_owned()),
                ("FR015", "/finalVerification/validationEvidence/0/status".to_owned()),
            ]
        );
    }

    #[test]
    fn a_verdict_of_blocked_needs_a_blocker() {
        let edits = [
            ("/finalVerdict/verdictToken", r#""blocked""#),
            ("/verdictCard/verdictToken", r#""blocked""#),
            ("/finalVerdict/direction", r#""reject""#),
            ("/verdictCard/direction", r#""reject""#),
            ("/finalVerification/acceptanceBlockers", "[]"),
            ("/finalVerification/validationEvidence/4/status", r#""gap""#),
        ];
        assert_eq!(
            findings("final-verification", &edits),
            [("FR016", "/finalVerdict/verdictToken".to_owned())]
        );
    }

    #[test]
    fn residual_risk_is_ground_enough_for_a_condition() {
        let edits = [("/finalVerification/acceptanceBlockers/0/severity", r#""major""#)];
        assert_eq!(findings("final-verification", &edits), []);
    }
}
