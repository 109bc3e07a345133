//! The triage of a review's findings (`triage`), version 3.3.0.

mod model;
mod rules;
mod sections;
mod view;

use super::{Kind, Partial, Sample, partials, samples};
use crate::schema;

pub(super) static KIND: Kind = Kind {
    name: "triage",
    recognised_by: &["accepted", "deferred", "rejected"],
    sections: sections::SECTIONS,
    samples: SAMPLES,
    minimal: MINIMAL,
    is_record: true,
    schema: &schema::TRIAGE,
    rules: rules::RULES,
    distinct: &[],
    check: rules::check,
    view: view::extend,
    hidden: &[],
    answers: None,
    // The schema leaves nothing open.
    claims: &[],
    partials: PARTIALS,
};

/// Work that goes back, and work that may go on.
static SAMPLES: &[Sample] = samples!("triage": "full", "approved");

static MINIMAL: &[Sample] = samples!("triage": "minimal");

/// Cells that the tables of all three buckets have.
static PARTIALS: &[Partial] = partials!["triage/ref", "triage/verification"];
