//! The final report of a run (`final-report`), version 1.0.

pub(crate) mod fill;
mod model;
mod rules;
mod sections;
mod view;

use super::{Kind, Sample, samples};
use crate::lifecycle::Places;
use crate::schema;

pub(super) static KIND: Kind = Kind {
    name: "final-report",
    recognised_by: &["frontmatter", "header"],
    sections: sections::SECTIONS,
    samples: SAMPLES,
    minimal: MINIMAL,
    is_record: false,
    schema: &schema::FINAL_REPORT,
    rules: rules::RULES,
    distinct: &[],
    check: rules::check,
    view: view::extend,
    // Filled from `verdict`, which is made from the final verdict: one value, not two.
    hidden: &["verdictCard"],
    answers: Some(&ANSWERS),
    claims: &[],
    partials: &[],
};

static ANSWERS: Places = Places {
    key: "/header/taskKey",
    approval_section: "approval-request",
    approval: "/approvalBlock/approved",
    items_section: "clarification-items",
    items: "/clarificationItems",
    id: (0, "id"),
    status: (6, "status"),
    input: (7, "userInput"),
};

/// One for each task type.
static SAMPLES: &[Sample] = samples![
    "final-report":
    "implementation-planning",
    "requirements-discovery",
    "error-analysis",
    "implementation",
    "final-verification",
    "release-handoff",
    "quick",
];

/// One for each task type.
static MINIMAL: &[Sample] = samples![
    "final-report":
    "quick" from "quick-minimal",
    "requirements-discovery" from "requirements-discovery-minimal",
    "error-analysis" from "error-analysis-minimal",
    "implementation-planning" from "implementation-planning-minimal",
    "implementation" from "implementation-minimal",
    "final-verification" from "final-verification-minimal",
    "release-handoff" from "release-handoff-minimal",
];
