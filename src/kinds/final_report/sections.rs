//! The sections of a final report, in order, each with its RENDER_IF rule. They stand nowhere else.

use crate::section::RenderIf::{Always, Is, Present, PresentUnless};
use crate::section::{RenderIf, Section, sections};

const TASK_TYPE: &str = "/header/taskType";

const fn task_type(wanted: &'static str) -> RenderIf {
    Is(TASK_TYPE, wanted)
}

pub(super) static SECTIONS: &[Section] = sections! { "final-report":
    // template               data                            RENDER_IF
    "front-matter",           "/frontmatter",                 Always;
    "header",                 "/header",                      Always;
    "index",                  "",                             Always, links under "index";
    "verdict-card",           "/verdictCard",                 Always;
    "approval-request",       "/approvalBlock",               task_type("implementation-planning");
    "clarification-carry-in", "/clarificationCarryIn",        Present("/clarificationCarryIn");
    "summary",                "/summary",                     Always;
    "ticket-coverage",        "/ticketCoverage",              PresentUnless("/ticketCoverage", "omit");
    "execution-status",       "/executionStatus",             Always;
    "token-usage",            "/tokenUsage",                  Always;
    "cross-verification",     "/crossVerification",           Always;
    "round-history",          "/crossVerification/roundHistory",
                              PresentUnless("/crossVerification/roundHistory", "disabled");
    "consensus",              "/crossVerification/consensus", Always;
    "differences",            "/crossVerification/differences", Always;
    "final-verdict",          "/finalVerdict",                Always, links under "finalVerdict";
    "evidence",               "/evidence",                    Always;
    "secondary-evidence",     "/evidence/secondary",          Present("/evidence/secondary");
    "missing-information",    "/missingInformation",          Always;
    "implementation-planning", "/implementationPlanning",     task_type("implementation-planning");
    "release-handoff",        "/releaseHandoff",              task_type("release-handoff");
    "implementation",         "/implementation",              task_type("implementation");
    "final-verification",     "/finalVerification",           task_type("final-verification");
    "clarification-items",    "/clarificationItems",          Always;
    "recommended-next-steps", "/recommendedNextSteps",        Always;
    "follow-up-tasks",        "/followUpTasks",               Always;
};
