//! What is put into a document: the figures that its run has used (`token-usage`), and what a reader
//! has answered in its page (`final-report-response`). Nothing is rendered from these alone.

use super::Kind;
use crate::schema;

/// What `fill --usage` takes. It is none of [`KINDS`](super::KINDS).
pub static TOKEN_USAGE: Kind = Kind { name: "token-usage", schema: &schema::TOKEN_USAGE, ..INPUT };

/// What a page saves and `pull` takes. It is none of [`KINDS`](super::KINDS).
pub static RESPONSE: Kind =
    Kind { name: "final-report-response", schema: &schema::RESPONSE, ..INPUT };

const INPUT: Kind = Kind {
    name: "",
    recognised_by: &[],
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
