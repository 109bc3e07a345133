//! What the run leaves to later runs.

use std::collections::HashMap;

use super::FinalReport;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::{nearest, quoted};

const CONTINUATION: &str = "phase-continuation";

/// The task types, as the schema names them.
const TASK_TYPES: [&str; 7] = [
    "requirements-discovery",
    "error-analysis",
    "implementation-planning",
    "implementation",
    "final-verification",
    "release-handoff",
    "quick",
];

/// Does a task end with a run of this type?
fn ends_a_task(task_type: &str) -> bool {
    matches!(task_type, "release-handoff" | "quick")
}

pub(super) static CONTINUATION_COUNT: Rule = Rule {
    code: Code { id: "FR050", name: "continuation-count", severity: Severity::Warning },
    what: "followUpTasks has exactly one row of origin `phase-continuation`, and none in a \
           release-handoff or quick report.",
    why: "The row is the next phase of the same task. A task has one next phase, or it has come \
          to its end.",
    broken: Example {
        sample: "quick",
        edits: &[
            ("/followUpTasks/1/origin", r#""phase-continuation""#),
            ("/followUpTasks/1/newTaskId", r#""ci-pipefail""#),
        ],
    },
    mended: Example {
        sample: "quick",
        edits: &[
            ("/followUpTasks/1/origin", r#""manual""#),
            ("/followUpTasks/1/newTaskId", r#""ci-pipefail-canary""#),
        ],
    },
};

pub(super) fn continuation_count(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let task_type = report.header.task_type;
    let mut first = None;
    for (index, row) in report.follow_up_tasks.iter().enumerate() {
        if row.origin != CONTINUATION {
            continue;
        }
        let pointer = format!("/followUpTasks/{index}/origin");
        if ends_a_task(task_type) {
            let message =
                format!("{} continues a task that a run of `{task_type}` ends", quoted(row.id));
            let help = "write the origin that fits, such as `open-question` or `manual`, with a \
                        new task id; or remove the row";
            found
                .add(pointer, message, help)
                .related("/header/taskType", "the task ends with this");
        } else if let Some(first) = &first {
            let message =
                format!("{} is the second row of origin `{CONTINUATION}`", quoted(row.id));
            let help = "a task has one next phase: remove one of the rows, or write the origin \
                        that fits, with a new task id";
            found.add(pointer, message, help).related(first, "the first is this");
        } else {
            first = Some(pointer);
        }
    }
}

pub(super) static TASK_ID_TAKEN: Rule = Rule {
    code: Code { id: "FR051", name: "task-id-taken", severity: Severity::Warning },
    what: "newTaskId is that of the present task for `phase-continuation`, and otherwise one that \
           neither the present task nor another row has.",
    why: "The id names the folder of the task. Two tasks of one id would write into each other's \
          folder, and a next phase under a new id would not find the work it continues.",
    broken: Example {
        sample: "quick",
        edits: &[("/followUpTasks/1/newTaskId", r#""ci-pipefail-sisters""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/followUpTasks/1/newTaskId", r#""ci-pipefail-canary""#)],
    },
};

pub(super) fn task_id_taken(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    const PRESENT: &str = "/frontmatter/taskId";
    let task_id = report.frontmatter.task_id;
    let mut seen: HashMap<&str, Option<usize>> = HashMap::from([(task_id, None)]);
    // Continuations that should not be there at all are another fault.
    let mut may_continue = !ends_a_task(report.header.task_type);
    for (index, row) in report.follow_up_tasks.iter().enumerate() {
        let pointer = format!("/followUpTasks/{index}/newTaskId");
        let (id, shown) = (row.new_task_id, quoted(row.new_task_id));
        if row.origin == CONTINUATION {
            if std::mem::take(&mut may_continue) && id != task_id {
                let message = format!("newTaskId {shown} is not the task that this row continues");
                let help = format!(
                    "write {}; or, if this is a task of its own, the origin that fits",
                    quoted(task_id)
                );
                found.add(pointer, message, help).related(PRESENT, "the present task");
            }
            continue;
        }
        match seen.get(id) {
            None => {
                seen.insert(id, Some(index));
            }
            Some(None) => {
                let message = format!("newTaskId {shown} is the present task, not a new one");
                let help =
                    format!("write an id that no task has, such as {}", quoted(&format!("{id}-2")));
                found.add(pointer, message, help).related(PRESENT, "the present task");
            }
            Some(Some(first)) => {
                let message = format!("two follow-up tasks have the newTaskId {shown}");
                let help = "write an id of its own for each of the two, or join the rows";
                let first = format!("/followUpTasks/{first}/newTaskId");
                found.add(pointer, message, help).related(first, "the first of the two");
            }
        }
    }
}

pub(super) static UNKNOWN_FOLLOW_UP_PHASE: Rule = Rule {
    code: Code { id: "FR053", name: "unknown-follow-up-phase", severity: Severity::Warning },
    what: "followUpPhase of an acceptance blocker is a task type.",
    why: "It tells which kind of run mends the defect. No run can be started of a kind that does \
          not exist.",
    broken: Example {
        sample: "final-verification",
        edits: &[("/finalVerification/acceptanceBlockers/0/followUpPhase", r#""implement""#)],
    },
    mended: Example {
        sample: "final-verification",
        edits: &[("/finalVerification/acceptanceBlockers/0/followUpPhase", r#""implementation""#)],
    },
};

pub(super) fn unknown_follow_up_phase(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let blockers = report.final_verification.iter().flat_map(|it| &it.acceptance_blockers);
    for (index, blocker) in blockers.enumerate() {
        let phase = blocker.follow_up_phase;
        if TASK_TYPES.contains(&phase) {
            continue;
        }
        let message = format!(
            "followUpPhase of {} is {}, which is no task type",
            quoted(blocker.id),
            quoted(phase)
        );
        let help = match nearest(phase, TASK_TYPES) {
            Some(meant) => format!("write `{meant}`"),
            None => format!("write one of `{}`", TASK_TYPES.join("`, `")),
        };
        let pointer = format!("/finalVerification/acceptanceBlockers/{index}/followUpPhase");
        found.add(pointer, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::*;

    #[test]
    fn task_types_are_those_of_the_schema() {
        let schema = crate::schema::FINAL_REPORT.parsed();
        assert_eq!(schema["$defs"]["TaskType"]["enum"], serde_json::json!(TASK_TYPES));
    }

    #[test]
    fn a_second_continuation_is_one_fault() {
        let edits = [
            ("/followUpTasks/1/origin", r#""phase-continuation""#),
            ("/followUpTasks/1/autoSpawn", r#""no""#),
        ];
        let expected = [("FR050", "/followUpTasks/1/origin".to_owned())];
        assert_eq!(findings("error-analysis", &edits), expected);
        let edits = [edits[0], edits[1], ("/followUpTasks/1/newTaskId", r#""gate-1093""#)];
        assert_eq!(findings("error-analysis", &edits), expected);
    }

    #[test]
    fn only_a_continuation_goes_on_with_the_present_task() {
        let expected = |index| [("FR051", format!("/followUpTasks/{index}/newTaskId"))];
        let edits = [("/followUpTasks/0/newTaskId", r#""gate-1093-plan""#)];
        assert_eq!(findings("error-analysis", &edits), expected(0));
        let edits = [("/followUpTasks/1/newTaskId", r#""gate-1093""#)];
        assert_eq!(findings("error-analysis", &edits), expected(1));
        let edits = [("/followUpTasks/0/newTaskId", r#""ci-pipefail""#)];
        assert_eq!(findings("quick", &edits), expected(0));
    }

    #[test]
    fn a_phase_that_is_near_no_task_type_is_told_all_of_them() {
        let phase = "/finalVerification/acceptanceBlockers/0/followUpPhase";
        let expected = [("FR053", phase.to_owned())];
        assert_eq!(findings("final-verification", &[(phase, r#""whenever""#)]), expected);
        assert_eq!(findings("final-verification", &[(phase, r#""quick""#)]), []);
    }
}
