//! The figures that a run is known to have used once it has ended (`token-usage`): no kind of
//! report, but what is filled into one.

use super::Kind;
use crate::schema;

/// What `--usage` takes. It is none of [`KINDS`](super::KINDS): nothing is rendered from it alone.
pub static TOKEN_USAGE: Kind = Kind {
    name: "token-usage",
    recognised_by: &["lead", "workers"],
    sections: &[],
    samples: &[],
    minimal: &[],
    is_record: false,
    schema: &schema::TOKEN_USAGE,
    rules: &[],
    distinct: &[],
    check: |_, _, _| {},
    view: |_, _, _| {},
    hidden: &[],
    answers: None,
    claims: &[],
    partials: &[],
};
