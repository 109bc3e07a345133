//! Findings of reviewers and of triage, as rows of a table.
//!
//! An agent state does not say what a finding looks like. These are the members that findings have
//! by convention; whatever else one holds stands beside them.

use serde_json::Value;

use super::open::{Facts, Open};
use super::seen;
use crate::view::Seen;

/// A finding, and who or what it is from.
pub(super) fn row(from: Seen, finding: &Value) -> Seen {
    with(from, finding, Facts::default())
}

/// A finding for which triage gave a reason, `{ finding, reason }`. One that is not wrapped in this
/// way is a finding all the same.
pub(super) fn reasoned_row(from: Seen, entry: &Value) -> Seen {
    let mut open = Open::of(entry);
    let Some(finding) = open.take("finding", Value::is_object) else { return row(from, entry) };
    let mut facts = Facts::default();
    facts.say("reason", open.text("reason"));
    open.rest("", &mut facts);
    with(from, finding, facts)
}

fn with(from: Seen, finding: &Value, mut facts: Facts) -> Seen {
    let mut open = Open::of(finding);
    let mut place = |key| seen(open.text(key).unwrap_or(&Value::Null));
    let places = [
        ("severity", place("severity")),
        ("file", place("file")),
        ("reviewer", place("reviewer")),
        ("rule", place("ruleId")),
        ("ruleSource", place("criteriaSource")),
    ];
    let line = open.take("line", Value::is_u64).unwrap_or(&Value::Null);
    // A finding that is one text is its own issue.
    let issue = open.text("issue").or_else(|| open.text("")).unwrap_or(&Value::Null);
    facts.say("fix", open.text("fix"));
    facts.say("reason", open.text("reason"));
    facts.say("note", open.text("note"));
    if let Some(verification) = open.take("verification", Value::is_object) {
        let mut open = Open::of(verification);
        for (word, key) in [
            ("verification", "result"),
            ("test", "testRef"),
            ("evidence", "evidencePath"),
            ("note", "note"),
        ] {
            facts.say(word, open.text(key));
        }
        open.rest("verification", &mut facts);
    }
    open.rest("", &mut facts);
    let more =
        [("from", from), ("line", seen(line)), ("issue", seen(issue)), ("facts", facts.seen())];
    Seen::from_pairs(places.into_iter().chain(more))
}
