//! Changing single values of a JSON text: every other byte stays as it is.

use std::ops::Range;

use serde_json::Value;

use super::Document;
use super::escape;
use super::places::{self, Place};
use crate::diagnostic::Diagnostic;
use crate::options::Options;

/// A value to put at a place of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// JSON pointer of a value, or of a member that its object does not have yet.
    pub(crate) pointer: String,
    /// The JSON text that stands there afterwards.
    pub(crate) json: String,
}

impl Change {
    pub(crate) fn new(pointer: impl Into<String>, json: impl Into<String>) -> Change {
        Change { pointer: pointer.into(), json: json.into() }
    }
}

/// The text of `document` with the changes made, when a check does not forbid them.
///
/// # Errors
///
/// The text with the changes, and what would be wrong with it, when that has errors.
pub(crate) fn checked(
    document: &Document,
    changes: &[Change],
    options: &Options,
) -> Result<String, (String, Vec<Diagnostic>)> {
    let text = apply(document.text(), document.value(), changes);
    let now = Document::parse_as(text.as_bytes(), document.kind());
    let found = now.map_or_else(|found| found, |document| document.check(options));
    if found.iter().any(Diagnostic::is_error) { Err((text, found)) } else { Ok(text) }
}

/// `text` with the changes made. A new member comes last in its object, in that object's own style
/// of white space.
///
/// `value` is what `text` says. A change whose pointer leads nowhere is not made: callers take
/// their pointers from `value`.
fn apply(text: &str, value: &Value, changes: &[Change]) -> String {
    let mut splices: Vec<(Range<usize>, String)> = Vec::with_capacity(changes.len());
    let parents: Vec<String> = changes.iter().filter_map(|c| last_member(value, c)).collect();
    let wanted = changes.iter().flat_map(|change| [&change.pointer, parent(&change.pointer)]);
    let wanted = wanted.chain(parents.iter().map(String::as_str));
    let found = places::locate(text, wanted);
    for change in changes {
        if let Some(place) = found.get(&change.pointer) {
            splices.push((place.value.clone(), change.json.clone()));
            continue;
        }
        let object = found.get(parent(&change.pointer));
        let Some(object) = object.filter(|place| text[place.value.clone()].starts_with('{')) else {
            continue;
        };
        let key = change.pointer.rsplit('/').next().unwrap_or_default();
        let key = Value::from(key.replace("~1", "/").replace("~0", "~"));
        let last = last_member(value, change).and_then(|pointer| found.get(&pointer));
        splices.push(match last {
            Some(last) => {
                let (before, colon) = style(text, last);
                let member = format!(",{before}{key}{colon}{}", change.json);
                (last.value.end..last.value.end, member)
            }
            None => (object.value.clone(), format!("{{{key}: {}}}", change.json)),
        });
    }
    // Stable: members that are new in one object stay in the order they were given in.
    splices.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out =
        String::with_capacity(text.len() + splices.iter().map(|s| s.1.len()).sum::<usize>());
    let mut copied = 0;
    for (range, json) in splices {
        out.push_str(&text[copied..range.start]);
        out.push_str(&json);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}

fn parent(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// The pointer of the last member of the object that `change` adds a member to.
fn last_member(value: &Value, change: &Change) -> Option<String> {
    let parent = parent(&change.pointer);
    let (key, _) = value.pointer(parent)?.as_object()?.iter().next_back()?;
    Some(format!("{parent}/{}", escape(key)))
}

/// The white space before a member's key, and what stands between key and value.
fn style<'t>(text: &'t str, member: &Place) -> (&'t str, &'t str) {
    let Some(key) = &member.key else { return ("", ":") };
    let before = &text[..key.start];
    let blank = before.trim_end_matches([' ', '\t', '\n', '\r']);
    (&before[blank.len()..], &text[key.end..member.value.start])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, changes: &[(&str, &str)]) -> String {
        let value = serde_json::from_str(text).unwrap();
        let changes: Vec<_> = changes.iter().map(|(p, json)| Change::new(*p, *json)).collect();
        apply(text, &value, &changes)
    }

    #[test]
    fn only_the_bytes_of_the_value_change() {
        let text = "{ \"a\" : [1.50,\t{\"b\":null}],\r\n\"c\\u0064\": 1e2 }\n";
        let after = changed(text, &[("/a/1/b", "7"), ("/cd", "\"x\"")]);
        assert_eq!(after, "{ \"a\" : [1.50,\t{\"b\":7}],\r\n\"c\\u0064\": \"x\" }\n");
    }

    #[test]
    fn a_new_member_takes_the_style_of_its_object() {
        let text = "{\n    \"row\" : {\n        \"a\" : 1\n    }\n}";
        let after = changed(text, &[("/row/b", "2"), ("/row/c~1d", "3")]);
        let row = "{\n        \"a\" : 1,\n        \"b\" : 2,\n        \"c/d\" : 3\n    }";
        assert_eq!(after, format!("{{\n    \"row\" : {row}\n}}"));
        assert_eq!(changed(r#"{"a":1}"#, &[("/b", "2")]), r#"{"a":1,"b":2}"#);
        assert_eq!(changed(r#"{"a": { }}"#, &[("/a/b", "2")]), r#"{"a": {"b": 2}}"#);
    }

    #[test]
    fn a_pointer_that_leads_nowhere_changes_nothing() {
        assert_eq!(changed(r#"{"a":1}"#, &[("/b/c", "2"), ("/a/b", "2")]), r#"{"a":1}"#);
    }
}
