//! Values whose shape the schema leaves open, taken apart so that nothing of them is lost.

use serde_json::Value;

use super::seen;
use crate::view::{Seen, object};

/// All that `value` says, whatever its shape; nothing for `null` and for an empty object.
pub(super) fn facts(value: &Value) -> Seen {
    let mut facts = Facts::default();
    if !value.is_null() && value.as_object().is_none_or(|members| !members.is_empty()) {
        facts.add("", value);
    }
    facts.seen()
}

/// Names with what they stand for, in order.
#[derive(Debug, Default)]
pub(super) struct Facts {
    facts: Vec<Seen>,
}

impl Facts {
    /// Adds a fact that the templates have a word for.
    pub(super) fn say(&mut self, word: &'static str, value: Option<&Value>) {
        if let Some(value) = value {
            self.push(Some(word), "", std::slice::from_ref(value));
        }
    }

    /// Adds all that `value` says, down to its texts, numbers and truth values, each with the steps
    /// that lead to it: `spec.header.height`. A list of those is one fact of several values, an
    /// empty part one of none.
    pub(super) fn add(&mut self, name: &str, value: &Value) {
        let inner = |step: &str| match name {
            "" => step.to_owned(),
            name => format!("{name}.{step}"),
        };
        let is_nested = |value: &Value| value.is_object() || value.is_array();
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (key, member) in members {
                    self.add(&inner(key), member);
                }
            }
            Value::Array(items) if items.iter().any(is_nested) => {
                for (index, item) in items.iter().enumerate() {
                    self.add(&inner(&index.to_string()), item);
                }
            }
            Value::Array(items) => self.push(None, name, items),
            Value::Object(_) => self.push(None, name, &[]),
            leaf => self.push(None, name, std::slice::from_ref(leaf)),
        }
    }

    fn push(&mut self, word: Option<&'static str>, name: &str, values: &[Value]) {
        // An empty text would be read as no text.
        let shown = |value: &Value| if value == "" { Seen::from("\"\"") } else { seen(value) };
        self.facts.push(object([
            ("word", Seen::from(word)),
            ("name", Seen::from(name)),
            ("values", values.iter().map(shown).collect()),
        ]));
    }

    pub(super) fn seen(self) -> Seen {
        Seen::from(self.facts)
    }
}

/// An open value from which members are taken, each into a place of its own; what is not taken is
/// left for [`Open::rest`].
#[derive(Debug)]
pub(super) struct Open<'v> {
    members: Vec<(&'v str, &'v Value)>,
}

impl<'v> Open<'v> {
    /// The members of an object. Any other value is one member without a name.
    pub(super) fn of(value: &'v Value) -> Open<'v> {
        let members = match value {
            Value::Object(members) => members.iter().map(|(k, v)| (k.as_str(), v)).collect(),
            other => vec![("", other)],
        };
        Open { members }
    }

    /// Takes a member out if it is of the shape that its place is for.
    pub(super) fn take(&mut self, key: &str, fits: fn(&Value) -> bool) -> Option<&'v Value> {
        let at = self.members.iter().position(|(name, value)| *name == key && fits(value))?;
        Some(self.members.remove(at).1)
    }

    /// Takes a text that is not empty.
    pub(super) fn text(&mut self, key: &str) -> Option<&'v Value> {
        self.take(key, |value| value.as_str().is_some_and(|text| !text.is_empty()))
    }

    /// Takes an array.
    pub(super) fn array(&mut self, key: &str) -> Option<&'v [Value]> {
        self.take(key, Value::is_array).and_then(Value::as_array).map(Vec::as_slice)
    }

    /// Adds what was not taken to `facts`, under a name of its own if there is one.
    pub(super) fn rest(self, name: &str, facts: &mut Facts) {
        for (key, value) in self.members {
            match (name, key) {
                ("", key) | (key, "") => facts.add(key, value),
                (name, key) => facts.add(&format!("{name}.{key}"), value),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(facts: &Seen) -> Vec<(String, Vec<String>)> {
        let words = |fact: Seen| {
            let values = fact.get_attr("values").unwrap().try_iter().unwrap();
            (fact.get_attr("name").unwrap().to_string(), values.map(|v| v.to_string()).collect())
        };
        facts.try_iter().unwrap().map(words).collect()
    }

    #[test]
    fn every_leaf_is_a_fact_and_empty_parts_are_facts_without_values() {
        let value = json!({
            "a": { "b": 1, "c": [{ "d": "x" }, "y"] },
            "list": ["p", null, true],
            "none": [], "nothing": {}, "empty": "",
        });
        let fact = |name: &str, values: &[&str]| {
            (name.to_owned(), values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            said(&facts(&value)),
            [
                fact("a.b", &["1"]),
                fact("a.c.0.d", &["x"]),
                fact("a.c.1", &["y"]),
                fact("list", &["p", "None", "True"]),
                fact("none", &[]),
                fact("nothing", &[]),
                fact("empty", &["\"\""]),
            ]
        );
        assert_eq!(said(&facts(&json!("alone"))), [fact("", &["alone"])]);
        assert_eq!([Value::Null, json!({})].map(|value| said(&facts(&value))), [[], []]);
    }

    #[test]
    fn what_does_not_fit_its_place_is_left_for_the_rest() {
        let value = json!({ "file": "a.rs", "issue": ["odd"], "line": 3 });
        let mut open = Open::of(&value);
        assert_eq!(open.text("file"), Some(&json!("a.rs")));
        assert_eq!(open.text("issue"), None);
        assert_eq!(open.text("file"), None);
        let mut facts = Facts::default();
        open.rest("more", &mut facts);
        let names: Vec<String> = said(&facts.seen()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["more.issue", "more.line"]);
    }
}
