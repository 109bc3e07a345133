//! What a user has been asked, has answered and has approved.

use super::FinalReport;
use super::lookup::list;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

/// The task type whose reports wait for the approval of a user.
const PLANNING: &str = "implementation-planning";

const APPROVED: &str = "/approvalBlock/approved";

pub(super) static APPROVED_AGAINST_GATE: Rule = Rule {
    code: Code { id: "FR006", name: "approved-against-gate", severity: Severity::Error },
    what: "approved is not true while gateResult of the plan body verification is \
           `blocked-by-disagreement` or `aborted-non-result`.",
    why: "The tick in the approval box is what the next phase starts from. It would start from a \
          plan that the workers stopped.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[
            ("/approvalBlock/approved", "true"),
            ("/clarificationItems/0/status", r#""obsolete""#),
            ("/implementationPlanning/planBodyVerification/gateResult", r#""aborted-non-result""#),
            (
                "/implementationPlanning/planBodyVerification/verdictDetails/4/verdict",
                r#""verification-error""#,
            ),
        ],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[
            ("/approvalBlock/approved", "false"),
            ("/clarificationItems/0/status", r#""obsolete""#),
            ("/implementationPlanning/planBodyVerification/gateResult", r#""aborted-non-result""#),
            (
                "/implementationPlanning/planBodyVerification/verdictDetails/4/verdict",
                r#""verification-error""#,
            ),
        ],
    },
};

pub(super) fn approved_against_gate(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let (Some(block), Some(plan)) = (&report.approval_block, &report.implementation_planning)
    else {
        return;
    };
    let gate = plan.plan_body_verification.gate_result;
    if block.approved && matches!(gate, "blocked-by-disagreement" | "aborted-non-result") {
        let message = format!("approved is `true`, but the gate of the plan is `{gate}`");
        let help = "write `false`: a plan can be approved only when gateResult is `passed` or \
                    `passed-with-dissent`";
        found.add(APPROVED, message, help).related(
            "/implementationPlanning/planBodyVerification/gateResult",
            "the gate has not passed",
        );
    }
}

pub(super) static APPROVAL_REQUIRED_MISMATCH: Rule = Rule {
    code: Code { id: "FR007", name: "approval-required-mismatch", severity: Severity::Warning },
    what: "approvalRequired is true in an implementation-planning report and false in any other.",
    why: "A plan is the one thing that waits for the approval of its user. A card that asks for \
          it elsewhere asks for a box that the report does not have.",
    broken: Example { sample: "quick", edits: &[("/verdictCard/approvalRequired", "true")] },
    mended: Example { sample: "quick", edits: &[("/verdictCard/approvalRequired", "false")] },
};

pub(super) fn approval_required_mismatch(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let task_type = report.header.task_type;
    let (written, expected) = (report.verdict_card.approval_required, task_type == PLANNING);
    if written != expected {
        let message = format!("approvalRequired is `{written}` in a report of `{task_type}`");
        let help = if expected {
            "write `true`: a plan waits for the approval of its user"
        } else {
            "write `false`: only a report of implementation-planning waits for approval"
        };
        found
            .add("/verdictCard/approvalRequired", message, help)
            .related("/header/taskType", "the task type is this");
    }
}

pub(super) static APPROVED_BEFORE_ANSWER: Rule = Rule {
    code: Code { id: "FR008", name: "approved-before-answer", severity: Severity::Warning },
    what: "approved is not true while a clarification item that blocks `approval` is `open`.",
    why: "The item says that the plan cannot be approved without an answer. Either there is one, \
          or nobody could approve.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/approvalBlock/approved", "true")],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[
            ("/approvalBlock/approved", "true"),
            ("/clarificationItems/0/status", r#""answered""#),
            ("/clarificationItems/0/userInput", r#""`sunday`""#),
        ],
    },
};

pub(super) fn approved_before_answer(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    if !report.approval_block.as_ref().is_some_and(|block| block.approved) {
        return;
    }
    let items = report.clarification_items.iter().enumerate();
    let open: Vec<(usize, &str)> = items
        .filter(|(_, item)| item.blocks == "approval" && item.status == "open")
        .map(|(index, item)| (index, item.id))
        .collect();
    let Some((first, _)) = open.first() else {
        return;
    };
    let ids = list(open.iter().map(|(_, id)| *id));
    let message = format!("approved is `true`, but {ids} of clarificationItems is open");
    let help = "write `false` until it is answered; or, if it has been, set its status to \
                `answered` and put the answer in userInput";
    found
        .add(APPROVED, message, help)
        .related(format!("/clarificationItems/{first}/status"), "this blocks the approval");
}

pub(super) static ANSWER_AND_STATUS: Rule = Rule {
    code: Code { id: "FR009", name: "answer-and-status", severity: Severity::Warning },
    what: "A clarification item that is `answered` has the answer in userInput, and one that is \
           `open` has none.",
    why: "The next run goes by the status: it would look for an answer that is not there, or ask \
          a question again that the user has answered.",
    broken: Example {
        sample: "requirements-discovery",
        edits: &[("/clarificationItems/1/userInput", r#""""#)],
    },
    mended: Example {
        sample: "requirements-discovery",
        edits: &[("/clarificationItems/1/userInput", r#""72""#)],
    },
};

pub(super) fn answer_and_status(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    for (index, item) in report.clarification_items.iter().enumerate() {
        let has_answer = item.user_input.is_some_and(|input| !input.trim().is_empty());
        let status = format!("/clarificationItems/{index}/status");
        let input = format!("/clarificationItems/{index}/userInput");
        let id = item.id;
        match (item.status, has_answer) {
            ("answered", false) => {
                let help = "write the answer of the user in userInput, or status `open`";
                if item.user_input.is_some() {
                    let message = format!("`{id}` is `answered`, but its userInput is empty");
                    found.add(input, message, help).related(status, "the status is this");
                } else {
                    let message = format!("`{id}` is `answered`, but it has no userInput");
                    found.add(status, message, help);
                }
            }
            ("open", true) => {
                let message = format!("`{id}` is `open`, but its userInput holds an answer");
                let help = "write status `answered`; or, if this is no answer of the user, leave \
                            userInput empty";
                found.add(status, message, help).related(input, "the answer is this");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_plan_that_waits_for_its_user_is_no_contradiction() {
        assert_eq!(findings("implementation-planning", &[]), []);
        let edits = [("/verdictCard/approvalRequired", "false")];
        let expected = [("FR007", "/verdictCard/approvalRequired".to_owned())];
        assert_eq!(findings("implementation-planning", &edits), expected);
    }

    #[test]
    fn only_what_blocks_approval_and_is_open_forbids_it() {
        let approved = ("/approvalBlock/approved", "true");
        let expected = [("FR008", "/approvalBlock/approved".to_owned())];
        assert_eq!(findings("implementation-planning", &[approved]), expected);
        for edit in [
            ("/clarificationItems/0/blocks", r#""next-phase""#),
            ("/clarificationItems/0/status", r#""resolved""#),
        ] {
            assert_eq!(findings("implementation-planning", &[approved, edit]), []);
        }
    }

    #[test]
    fn status_and_answer_have_to_agree_where_the_status_speaks_of_the_answer() {
        let at = |part: &str| vec![("FR009", format!("/clarificationItems/0/{part}"))];
        for (status, input, expected) in [
            (r#""answered""#, "", at("status")),
            (r#""answered""#, r#"" \n""#, at("userInput")),
            (r#""answered""#, r#""no""#, vec![]),
            (r#""open""#, r#""no""#, at("status")),
            (r#""open""#, r#"" ""#, vec![]),
            (r#""open""#, "", vec![]),
            (r#""resolved""#, r#""no""#, vec![]),
            (r#""obsolete""#, "", vec![]),
        ] {
            let edits = [
                ("/clarificationItems/0/status", status),
                ("/clarificationItems/0/userInput", input),
            ];
            assert_eq!(findings("quick", &edits), expected, "{status} {input}");
        }
    }
}
