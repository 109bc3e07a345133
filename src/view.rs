//! What templates see: the document's own keys, and what its kind adds.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object, ObjectRepr};
use serde_json::Value;

/// A value as templates see it.
pub(crate) type Seen = minijinja::Value;

/// The names a template can use at its top, with their values.
#[derive(Debug, Default)]
pub(crate) struct View {
    names: Vec<(&'static str, Seen)>,
}

impl View {
    /// Adds a name; a later one hides an earlier one.
    pub(crate) fn set(&mut self, name: &'static str, value: impl Into<Seen>) {
        self.names.push((name, value.into()));
    }

    /// The document's keys without the `hidden` ones, and on top of them the names added.
    pub(crate) fn over(self, document: &Arc<Value>, hidden: &[&str]) -> Seen {
        let own = document.as_object().into_iter().flatten();
        let own = own.filter(|(key, _)| !hidden.contains(&key.as_str())).map(|(key, value)| {
            (Seen::from(key.as_str()), convert(document, value, &mut vec![Step::Key(key.clone())]))
        });
        let added = self.names.into_iter().map(|(name, value)| (Seen::from(name), value));
        Seen::from_pairs(own.chain(added))
    }
}

/// A step from a value of the document to one inside it.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Item(usize),
}

fn convert(root: &Arc<Value>, value: &Value, path: &mut Vec<Step>) -> Seen {
    match value {
        Value::Null => Seen::from(()),
        Value::Bool(b) => Seen::from(*b),
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Seen::from(n),
            (None, Some(n)) => Seen::from(n),
            _ => Seen::from(n.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Seen::from(text.as_str()),
        Value::Array(items) if items.iter().any(|i| i.is_object() || i.is_array()) => {
            Seen::from_object(Rows { root: root.clone(), path: path.clone(), len: items.len() })
        }
        Value::Array(items) => items.iter().map(|item| convert(root, item, path)).collect(),
        Value::Object(members) => Seen::from_pairs(members.iter().map(|(key, value)| {
            path.push(Step::Key(key.clone()));
            let value = convert(root, value, path);
            path.pop();
            (Seen::from(key.as_str()), value)
        })),
    }
}

/// An array of rows, each converted when a template asks for it: what a template sees of a large
/// document is then a row at a time, not a second copy of the whole.
#[derive(Debug)]
struct Rows {
    root: Arc<Value>,
    path: Vec<Step>,
    len: usize,
}

impl Object for Rows {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Seen) -> Option<Seen> {
        let index = key.as_usize()?;
        let rows = self.path.iter().try_fold(&*self.root, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Item(index) => value.get(index),
        })?;
        let row = rows.get(index)?;
        let mut path = self.path.clone();
        path.push(Step::Item(index));
        Some(convert(&self.root, row, &mut path))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.len)
    }
}
