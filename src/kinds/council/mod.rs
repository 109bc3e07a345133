//! What the voters of a council found (`council`).

mod model;
mod rules;
mod sections;
mod verdict;
mod view;

use super::{Kind, Sample, samples};
use crate::schema;

pub(super) static KIND: Kind = Kind {
    name: "council",
    recognised_by: &["findings"],
    sections: sections::SECTIONS,
    samples: SAMPLES,
    minimal: MINIMAL,
    is_record: true,
    schema: &schema::COUNCIL,
    rules: rules::RULES,
    distinct: &[],
    check: rules::check,
    view: view::extend,
    hidden: &[],
    answers: None,
    // The schema leaves nothing open.
    claims: &[],
    partials: &[],
};

/// A council that differs, and one that is of one mind.
static SAMPLES: &[Sample] = samples!("council": "full", "approved");

static MINIMAL: &[Sample] = samples!("council": "minimal");
