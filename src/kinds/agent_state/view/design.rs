//! The audit of a design: its targets with what became of each, and lists of open shape.

use std::collections::HashSet;

use serde_json::Value;

use super::open::{Facts, Open, facts};
use super::{items, seen};
use crate::view::{Seen, object};

pub(super) fn design(check: &Value) -> Seen {
    let (mock, inventory) = (&check["mock"], &check["inventory"]);
    let table = |what: &'static str, rows: Option<&Value>| {
        let rows = items(rows?).iter().map(facts).collect::<Seen>();
        Some(object([("what", Seen::from(what)), ("rows", rows)]))
    };
    let tables = [
        table("groups", inventory.get("groups")),
        table("variants", check.get("variants")),
        table("captured", check.get("captured")),
    ];
    object([
        ("supported", facts(&mock["supported"])),
        ("activation", facts(&mock["activation"])),
        ("byKind", facts(&inventory["byKind"])),
        ("targets", targets(check)),
        ("tables", tables.into_iter().flatten().collect()),
    ])
}

/// The targets of the inventory. A target is of open shape, as captures are: by convention it has
/// an `id`, and a capture is named after the target, with `#` and a part of it where it shows only that.
fn targets(check: &Value) -> Seen {
    let texts = |list: &'_ Value| {
        items(list).iter().filter_map(Value::as_str).map(str::to_owned).collect::<HashSet<_>>()
    };
    let unaccounted = texts(&check["coverage"]["unaccountedIds"]);
    let skipped: HashSet<&str> =
        items(&check["skipped"]).iter().filter_map(|row| row["id"].as_str()).collect();
    let captured: HashSet<&str> = items(&check["captured"])
        .iter()
        .filter_map(|row| row["targetId"].as_str().or_else(|| row["id"].as_str()))
        .filter_map(|id| id.split('#').next())
        .collect();
    let scope = check["scope"].get("targetIds").map(texts);
    let row = |target: &Value| {
        let mut open = Open::of(target);
        let id = open.text("id");
        let outcome = id.and_then(Value::as_str).and_then(|id| {
            if unaccounted.contains(id) {
                Some("unaccounted")
            } else if skipped.contains(id) {
                Some("skipped")
            } else {
                captured.contains(id).then_some("captured")
            }
        });
        let in_scope = match (&scope, id.and_then(Value::as_str)) {
            (Some(scope), Some(id)) => scope.contains(id),
            _ => true,
        };
        let kind = open.text("kind");
        let mut facts = Facts::default();
        for word in ["label", "screen", "driver", "evidence"] {
            facts.say(word, open.text(word));
        }
        open.rest("", &mut facts);
        object([
            ("id", id.map_or(Seen::from(()), seen)),
            ("kind", kind.map_or(Seen::from(()), seen)),
            ("facts", facts.seen()),
            ("inScope", Seen::from(in_scope)),
            ("outcome", Seen::from(outcome)),
        ])
    };
    items(&check["inventory"]["targets"]).iter().map(row).collect()
}
