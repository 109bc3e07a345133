//! Findings of reviewers and of triage, as rows of a table.
//!
//! An agent state does not say what a finding looks like. These are the members that findings have
//! by convention; whatever else one holds stands beside them.

use serde_json::Value;

use super::open::{Facts, Open};
use super::{seen, whole};
use crate::view::{Seen, object};

/// A finding that triage put into a bucket.
pub(super) fn triaged(bucket: &'static str, finding: &Value) -> Seen {
    let mut open = Open::of(finding);
    let reviewer = open.text("reviewer").unwrap_or(&Value::Null);
    row(Seen::from(bucket), seen(reviewer), open, Facts::default())
}

/// A finding for which triage gave a reason, `{ finding, reason }`. One that is not wrapped in this
/// way is a finding all the same.
pub(super) fn reasoned(bucket: &'static str, entry: &Value) -> Seen {
    let mut outer = Open::of(entry);
    let Some(finding) = outer.take("finding", Value::is_object) else {
        return triaged(bucket, entry);
    };
    let mut facts = Facts::default();
    facts.say("reason", outer.text("reason"));
    outer.rest("", &mut facts);
    let mut open = Open::of(finding);
    let reviewer = open.text("reviewer").unwrap_or(&Value::Null);
    row(Seen::from(bucket), seen(reviewer), open, facts)
}

/// A finding as a reviewer made it.
pub(super) fn raw(reviewer: &str, finding: &Value) -> Seen {
    row(Seen::from(()), Seen::from(reviewer), Open::of(finding), Facts::default())
}

/// A finding on which the reviewers disagreed.
pub(super) fn disagreement(value: &Value) -> Seen {
    let mut open = Open::of(value);
    let [file, line] = place(&mut open);
    let issue = issue(&mut open);
    let mut facts = Facts::default();
    facts.say("note", open.text("note"));
    open.rest("", &mut facts);
    object([("file", file), ("line", line), ("issue", issue), ("facts", facts.seen())])
}

fn row(bucket: Seen, reviewer: Seen, mut open: Open<'_>, mut facts: Facts) -> Seen {
    let [file, line] = place(&mut open);
    let issue = issue(&mut open);
    let mut text = |key| seen(open.text(key).unwrap_or(&Value::Null));
    let (severity, rule, source) = (text("severity"), text("ruleId"), text("criteriaSource"));
    for word in ["fix", "reason", "note"] {
        facts.say(word, open.text(word));
    }
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
    object([
        ("bucket", bucket),
        ("reviewer", reviewer),
        ("severity", severity),
        ("file", file),
        ("line", line),
        ("rule", rule),
        ("ruleSource", source),
        ("issue", issue),
        ("facts", facts.seen()),
    ])
}

/// A file and the number of a line in it; a number without a file is no place.
fn place(open: &mut Open<'_>) -> [Seen; 2] {
    let Some(file) = open.text("file") else { return [Seen::from(()), Seen::from(())] };
    let line = open.take("line", |line| whole(line).is_some_and(|line| line < 1 << 32));
    [seen(file), seen(line.unwrap_or(&Value::Null))]
}

/// What is wrong. A finding that is nothing but a text is its own issue.
fn issue(open: &mut Open<'_>) -> Seen {
    seen(open.text("issue").or_else(|| open.text("")).unwrap_or(&Value::Null))
}
