//! The gate: it is shut by accepted findings that block, and by nothing else.

use super::Triage;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) static SHUT_WITHOUT_BLOCKING: Rule = Rule {
    code: Code { id: "TR001", name: "gate-shut-without-blocking", severity: Severity::Error },
    what: "The triage is approved unless an accepted finding is blocking.",
    why: "The gate holds the work back for blocking findings alone. Shut without one, it holds back \
          work in which there is nothing to mend.",
    broken: Example { sample: "approved", edits: &[("/approved", "false")] },
    mended: Example {
        sample: "approved",
        edits: &[
            ("/approved", "false"),
            ("/accepted/0/severity", r#""blocking""#),
            ("/consensus/verdict", r#""unanimous-block""#),
        ],
    },
};

pub(super) fn shut_without_blocking(triage: &Triage<'_>, found: &mut Findings<'_>) {
    if !triage.approved && triage.accepted_of("blocking") == 0 {
        let message = "approved is false, and no accepted finding is blocking";
        let help = "write true, or accept the finding that blocks as `blocking`";
        found.add("/approved", message, help).related("/accepted", "none of these is blocking");
    }
}

pub(super) static APPROVED_UNVERIFIED: Rule = Rule {
    code: Code { id: "TR012", name: "approved-unverified", severity: Severity::Warning },
    what: "Work that is approved does not rest on an agreement that is unverified.",
    why: "Reviewers that share a base model can overlook the same fault. Their agreement on a matter \
          of judgment is for a person to confirm, not a pass.",
    broken: Example { sample: "approved", edits: &[("/consensus/verdict", r#""unverified""#)] },
    mended: Example { sample: "approved", edits: &[] },
};

pub(super) fn approved_unverified(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let unverified = triage.consensus.as_ref().is_some_and(|c| c.verdict == "unverified");
    if triage.approved && unverified {
        let message = "the work is approved on an agreement that is `unverified`";
        let help = "have a person confirm it before the next phase, and record what they say";
        found.add("/consensus/verdict", message, help).related("/approved", "approved here");
    }
}
