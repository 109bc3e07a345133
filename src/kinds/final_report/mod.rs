//! The final report of a run (`final-report`), version 1.0.

mod model;
mod rules;
mod sections;
mod view;

use super::{Kind, Sample};
use crate::lifecycle::Places;
use crate::schema;

pub(super) static KIND: Kind = Kind {
    name: "final-report",
    recognised_by: &["frontmatter", "header"],
    sections: sections::SECTIONS,
    samples: SAMPLES,
    schema: &schema::FINAL_REPORT,
    rules: rules::RULES,
    check: rules::check,
    view: view::extend,
    // Filled from `verdict`, which is made from the final verdict: one value, not two.
    hidden: &["verdictCard"],
    answers: Some(&ANSWERS),
};

static ANSWERS: Places = Places {
    approval_section: "approval-request",
    approval: "/approvalBlock/approved",
    items_section: "clarification-items",
    items: "/clarificationItems",
    id: (0, "id"),
    status: (6, "status"),
    input: (7, "userInput"),
};

macro_rules! samples {
    ($($task_type:literal),* $(,)?) => {
        &[$(Sample {
            name: $task_type,
            text: include_str!(concat!(
                "../../../tests/cases/final-report/", $task_type, ".json"
            )),
        }),*]
    };
}

/// One for each task type.
static SAMPLES: &[Sample] = samples![
    "implementation-planning",
    "requirements-discovery",
    "error-analysis",
    "implementation",
    "final-verification",
    "release-handoff",
    "quick",
];
