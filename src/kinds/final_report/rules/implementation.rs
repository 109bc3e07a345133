//! An implementation: its verdict and follow-ups take in what went wrong.

use super::FinalReport;
use super::lookup::{Names, figure};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const DIRECTION: &str = "/finalVerdict/direction";
const FOLLOW_UPS: &str = "/followUpTasks";
const VERIFIERS: &str = "/implementation/verifierResults";
const EDITS: &str = "/implementation/outOfPlanEdits";
const FILES: &str = "/implementation/diffSummary/files";
const EVIDENCE: &str = "/implementation/validationEvidence";
const ROLLBACK: &str = "/implementation/rollbackVerification";

/// The pointers of the rows that a rule is about, in the order of the table.
fn places<'r, T>(
    rows: &'r [T],
    pointer: impl Fn(usize) -> String + 'r,
    applies: impl Fn(&T) -> bool + 'r,
) -> impl Iterator<Item = String> + 'r {
    rows.iter().enumerate().filter(move |(_, row)| applies(row)).map(move |(i, _)| pointer(i))
}

fn has_follow_up(report: &FinalReport<'_>, origin: &str) -> bool {
    report.follow_up_tasks.iter().any(|task| task.origin == origin)
}

pub(super) static FAIL_WITHOUT_CONSEQUENCE: Rule = Rule {
    code: Code { id: "FR046", name: "fail-without-consequence", severity: Severity::Warning },
    what: "When a verifier says `FAIL`, the direction is not `approve`, and a follow-up task with \
           origin `verifier-concern` takes it up.",
    why: "A failed verification that is approved and followed by nothing was held for nothing.",
    broken: Example {
        sample: "implementation",
        edits: &[("/implementation/verifierResults/1/verdict", r#""FAIL""#)],
    },
    mended: Example {
        sample: "implementation",
        edits: &[
            ("/implementation/verifierResults/1/verdict", r#""FAIL""#),
            ("/finalVerdict/direction", r#""hold""#),
            ("/verdictCard/direction", r#""hold""#),
        ],
    },
};

pub(super) fn fail_without_consequence(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(work) = report.work() else { return };
    let results = &work.verifier_results;
    let Some(failed) = results.iter().find(|row| row.verdict == "FAIL") else { return };
    let fails =
        || places(results, |i| format!("{VERIFIERS}/{i}/verdict"), |row| row.verdict == "FAIL");
    let verifier = quoted(failed.verifier);
    if report.final_verdict.direction == "approve" {
        let message = format!("the direction is `approve`, and {verifier} says `FAIL`");
        let help = "write `hold`, `reject` or `continue-investigation` as the direction in \
                    finalVerdict and verdictCard";
        found.add(DIRECTION, message, help).also(fails(), "this verifier says otherwise");
    }
    if !has_follow_up(report, "verifier-concern") {
        let message =
            format!("{verifier} says `FAIL`, and no follow-up task has origin `verifier-concern`");
        let help = "add a row with origin `verifier-concern` for what the verifier found";
        found.add(FOLLOW_UPS, message, help).also(fails(), "this is left without a follow-up");
    }
}

pub(super) static EDIT_UNACCOUNTED_FOR: Rule = Rule {
    code: Code { id: "FR047", name: "edit-unaccounted-for", severity: Severity::Warning },
    what: "The file of an edit outside the plan is in diffSummary, and a follow-up task with \
           origin `out-of-plan` takes such edits up.",
    why: "Nobody approved these edits beforehand. They have to be visible in the diff, and \
          somebody has to look at them afterwards.",
    broken: Example {
        sample: "implementation",
        edits: &[("/implementation/outOfPlanEdits/0/file", r#""memroy.x""#)],
    },
    mended: Example {
        sample: "implementation",
        edits: &[("/implementation/outOfPlanEdits/0/file", r#""memory.x""#)],
    },
};

pub(super) fn edit_unaccounted_for(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(work) = report.work() else { return };
    let edits = &work.out_of_plan_edits;
    if !edits.is_empty() && !has_follow_up(report, "out-of-plan") {
        let message = "there are edits outside the plan, and no follow-up task has origin \
                       `out-of-plan`";
        let help = "add a row with origin `out-of-plan` that takes the edits up";
        found
            .add(FOLLOW_UPS, message, help)
            .also(places(edits, |i| format!("{EDITS}/{i}"), |_| true), "nothing follows this edit");
    }
    let files = Names::of(work.diff_summary.files.iter().map(|row| row.file));
    for (index, edit) in edits.iter().enumerate() {
        if !files.has(edit.file) {
            let file = quoted(edit.file);
            let message =
                format!("edit {} is of {file}, which diffSummary does not list", quoted(edit.id));
            let help = match files.nearest(edit.file) {
                Some(meant) => {
                    format!(
                        "write {} if that is meant, or add {file} to diffSummary",
                        quoted(meant)
                    )
                }
                None => {
                    format!("add {file} to the files of diffSummary, or write it as it is there")
                }
            };
            found
                .add(format!("{EDITS}/{index}/file"), message, help)
                .related(FILES, "the files of the change are these");
        }
    }
}

pub(super) static APPROVED_DESPITE_FAILURE: Rule = Rule {
    code: Code { id: "FR048", name: "approved-despite-failure", severity: Severity::Warning },
    what: "When a validation command of phase `post` fails, the direction is not `approve`.",
    why: "What is checked after the change is what the change has to satisfy. A failure before or \
          during it may be meant, one after it is not.",
    broken: Example {
        sample: "implementation",
        edits: &[("/implementation/validationEvidence/3/exitCode", "101")],
    },
    mended: Example {
        sample: "implementation",
        edits: &[
            ("/implementation/validationEvidence/3/exitCode", "101"),
            ("/finalVerdict/direction", r#""hold""#),
            ("/verdictCard/direction", r#""hold""#),
        ],
    },
};

pub(super) fn approved_despite_failure(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(work) = report.work() else { return };
    if report.final_verdict.direction != "approve" {
        return;
    }
    let mut failed =
        work.validation_evidence.iter().filter(|row| row.phase == "post" && row.exit_code != 0.0);
    let Some(first) = failed.next() else { return };
    let message = format!(
        "the direction is `approve`, and {} exited with {} after the change",
        quoted(first.command),
        figure(first.exit_code)
    );
    let help = "write `hold`, `reject` or `continue-investigation` as the direction in \
                finalVerdict and verdictCard, or run the command again once it is mended";
    let rows = places(
        &work.validation_evidence,
        |i| format!("{EVIDENCE}/{i}/exitCode"),
        |row| row.phase == "post" && row.exit_code != 0.0,
    );
    found.add(DIRECTION, message, help).also(rows, "this command failed");
}

pub(super) static NO_WAY_BACK: Rule = Rule {
    code: Code { id: "FR049", name: "no-way-back", severity: Severity::Warning },
    what: "When rollbackVerification says that a change cannot be undone, the direction is \
           `continue-investigation` or `hold`.",
    why: "The result itself says where the task goes: back to planning. A change without a way \
          back must not go on.",
    broken: Example {
        sample: "implementation",
        edits: &[(
            "/implementation/rollbackVerification/2/result",
            r#""unable — route back to planning""#,
        )],
    },
    mended: Example {
        sample: "implementation",
        edits: &[
            (
                "/implementation/rollbackVerification/2/result",
                r#""unable — route back to planning""#,
            ),
            ("/finalVerdict/direction", r#""continue-investigation""#),
            ("/verdictCard/direction", r#""continue-investigation""#),
        ],
    },
};

pub(super) fn no_way_back(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(work) = report.work() else { return };
    let direction = report.final_verdict.direction;
    let mut unable = places(
        &work.rollback_verification,
        |i| format!("{ROLLBACK}/{i}/result"),
        |row| row.result.starts_with("unable"),
    )
    .peekable();
    if unable.peek().is_some() && !matches!(direction, "continue-investigation" | "hold") {
        let message = format!(
            "the direction is `{direction}`, and a change that cannot be undone goes back to \
             planning"
        );
        let help = "write `continue-investigation` or `hold` as the direction in finalVerdict and \
                    verdictCard";
        found.add(DIRECTION, message, help).also(unable, "this cannot be undone");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn what_a_verifier_or_an_edit_raises_needs_a_follow_up() {
        let found = |edits: &[(&str, &str)]| findings("implementation", edits);
        let missing = |code| (code, "/followUpTasks".to_owned());
        assert_eq!(found(&[("/followUpTasks/1", "")]), [missing("FR047")]);
        let fail = [
            ("/implementation/verifierResults/0/verdict", r#""FAIL""#),
            ("/finalVerdict/direction", r#""reject""#),
            ("/verdictCard/direction", r#""reject""#),
            ("/followUpTasks/2", ""),
        ];
        assert_eq!(found(&fail), [missing("FR046")]);
        assert_eq!(found(&[("/followUpTasks/2", "")]), []);
    }

    #[test]
    fn tests_may_fail_before_and_during_the_change() {
        let pre = [("/implementation/validationEvidence/0/exitCode", "1")];
        assert_eq!(findings("implementation", &pre), []);
    }

    #[test]
    fn a_block_of_another_task_type_is_not_judged() {
        let block = r#"{"commitList": [], "diffSummary": {"rawStat": "", "files": []},
            "approvedPlanReference": {"planFile": "a", "approvalEvidence": "b",
                "executorWorktreePath": "c", "baseRefSha": "d"},
            "outOfPlanEdits": [{"id": "OOP-001", "file": "a", "rationale": "b", "trigger": "c"}],
            "validationEvidence": [{"phase": "post", "command": "a", "exitCode": 1,
                "outputTail": ""}],
            "verifierResults": [{"verifier": "a", "verdict": "FAIL", "readOnlyCommandLog": "",
                "independentValidationRerun": ""}],
            "rollbackVerification": [{"category": "Pure code", "rollbackCommand": "a",
                "verification": "b", "result": "ok"}],
            "routingRecommendation": "c"}"#;
        let found = findings("quick", &[("/implementation", block)]);
        assert!(found.iter().all(|(code, _)| *code == "FR005"), "{found:?}");
    }
}
