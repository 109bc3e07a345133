//! What templates see: the document's own keys, and what its kind adds.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::value::{Enumerator, Object, ObjectRepr};
use serde_json::Value;

use crate::document::{FEW, Step, pointer};

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

    /// The value of a name that was added.
    pub(crate) fn get(&self, name: &str) -> Option<&Seen> {
        self.names.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The names that were added, with their values.
    pub(crate) fn added(&self) -> impl Iterator<Item = (&'static str, &Seen)> {
        self.names.iter().map(|(name, value)| (*name, value))
    }

    /// The document's keys without the `hidden` ones, and on top of them the names added.
    pub(crate) fn over(&self, document: &Arc<Value>, hidden: &[&str]) -> Seen {
        let mut root = Place { root: document.clone(), path: Vec::new(), lookups: None };
        let own = document.as_object().into_iter().flatten();
        let own = own
            .filter(|(key, _)| !hidden.contains(&key.as_str()))
            .map(|(key, value)| (Seen::from(key.as_str()), member(key, value, &mut root)));
        let added = self.names.iter().map(|(name, value)| (Seen::from(*name), value.clone()));
        Seen::from_pairs(own.chain(added))
    }

    /// The same, with everything that templates look up in the document written down.
    pub(crate) fn over_traced(
        self,
        document: &Arc<Value>,
        hidden: &'static [&'static str],
        lookups: Arc<Lookups>,
    ) -> Seen {
        let at = Place { root: document.clone(), path: Vec::new(), lookups: Some(lookups) };
        Seen::from_object(Members { at, hidden, added: self.names })
    }
}

/// A place in a document.
#[derive(Debug, Clone)]
struct Place {
    root: Arc<Value>,
    path: Vec<Step<Arc<str>>>,
    lookups: Option<Arc<Lookups>>,
}

impl Place {
    fn value(&self) -> Option<&Value> {
        self.path.iter().try_fold(&*self.root, |value, step| match step {
            Step::Key(key) => value.get(&**key),
            Step::Item(index) => value.get(index),
        })
    }

    fn step(&self, step: Step<Arc<str>>) -> Place {
        let mut place = self.clone();
        place.path.push(step);
        place
    }

    fn pointer(&self) -> String {
        pointer("", &self.path)
    }
}

fn convert(value: &Value, at: &mut Place) -> Seen {
    let is_traced = at.lookups.is_some();
    match value {
        Value::Null => Seen::from(()),
        Value::Bool(b) => Seen::from(*b),
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Seen::from(n),
            (None, Some(n)) => Seen::from(n),
            _ => Seen::from(n.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Seen::from(text.as_str()),
        Value::Array(items) if is_traced || items.iter().any(|i| i.is_object() || i.is_array()) => {
            Seen::from_object(Rows { at: at.clone(), len: items.len() })
        }
        Value::Array(items) => items.iter().map(|item| convert(item, at)).collect(),
        Value::Object(_) if is_traced => {
            Seen::from_object(Members { at: at.clone(), hidden: &[], added: Vec::new() })
        }
        Value::Object(members) => {
            let len = members.len();
            let members = members
                .iter()
                .map(|(key, value)| (Key(Seen::from(key.as_str())), member(key, value, at)));
            if len > FEW {
                return Seen::from_pairs(members.map(|(key, value)| (key.0, value)));
            }
            Seen::from_object(Fields(members.collect()))
        }
    }
}

/// The member `key` of the object that stands `at`. Only a value with parts needs to know its place.
fn member(key: &str, value: &Value, at: &mut Place) -> Seen {
    if !value.is_object() && !value.is_array() {
        return convert(value, at);
    }
    at.path.push(Step::Key(key.into()));
    let value = convert(value, at);
    at.path.pop();
    value
}

/// An object that a view makes: of few members, each with a name of its own.
pub(crate) fn object(members: impl IntoIterator<Item = (&'static str, Seen)>) -> Seen {
    Seen::from_object(Fields(members.into_iter().collect()))
}

/// The name of a member.
trait Name: AsRef<str> + fmt::Debug + Send + Sync + 'static {
    fn seen(&self) -> Seen;
}

impl Name for &'static str {
    fn seen(&self) -> Seen {
        Seen::from(*self)
    }
}

/// A key of a document. Templates hold a short text without memory of its own.
#[derive(Debug)]
struct Key(Seen);

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self.0.as_str().unwrap_or_default()
    }
}

impl Name for Key {
    fn seen(&self) -> Seen {
        self.0.clone()
    }
}

/// An object with few members, in their order.
#[derive(Debug)]
struct Fields<K>(Box<[(K, Seen)]>);

impl<K: Name> Object for Fields<K> {
    fn get_value(self: &Arc<Self>, key: &Seen) -> Option<Seen> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Seen> {
        let found = self.0.iter().find(|(name, _)| name.as_ref() == key);
        found.map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.iter().map(|(name, _)| name.seen()).collect())
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.0.len())
    }
}

/// An array of rows, each converted when a template asks for it: what a template sees of a large
/// document is then a row at a time, not a second copy of the whole.
#[derive(Debug)]
struct Rows {
    at: Place,
    len: usize,
}

impl Object for Rows {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Seen) -> Option<Seen> {
        let index = key.as_usize()?;
        let row = self.at.value()?.get(index)?;
        let mut at = self.at.step(Step::Item(index));
        if let Some(lookups) = &self.at.lookups {
            lookups.add(at.pointer(), true);
        }
        Some(convert(row, &mut at))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.len)
    }
}

/// An object of which every lookup is written down.
#[derive(Debug)]
struct Members {
    at: Place,
    hidden: &'static [&'static str],
    /// What is in no document, and hides what is.
    added: Vec<(&'static str, Seen)>,
}

impl Members {
    fn keys(&self) -> impl Iterator<Item = &String> {
        let members = self.at.value().and_then(Value::as_object).into_iter().flatten();
        members.map(|(key, _)| key).filter(|key| !self.hidden.contains(&key.as_str()))
    }
}

impl Object for Members {
    fn get_value(self: &Arc<Self>, key: &Seen) -> Option<Seen> {
        let key = key.as_str()?;
        let added = self.added.iter().rev().find(|(name, _)| *name == key);
        let mut at = self.at.step(Step::Key(key.into()));
        let own = at.value().filter(|_| !self.hidden.contains(&key) && added.is_none());
        if let Some(lookups) = &self.at.lookups {
            // What was added has no place in the document.
            let pointer = if added.is_some() { String::new() } else { at.pointer() };
            lookups.add(pointer, added.is_some() || own.is_some());
        }
        match added {
            Some((_, value)) => Some(value.clone()),
            None => own.cloned().map(|value| convert(&value, &mut at)),
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let own = self.keys().map(|key| Seen::from(key.as_str()));
        let added = self.added.iter().map(|(name, _)| Seen::from(*name));
        Enumerator::Values(own.chain(added).collect())
    }
}

/// What templates have looked up in a document, in order.
#[derive(Debug, Default)]
pub(crate) struct Lookups(Mutex<Vec<Lookup>>);

/// One step into a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lookup {
    /// JSON pointer; empty for what is not in the document.
    pub(crate) pointer: String,
    /// Was there anything?
    pub(crate) found: bool,
}

impl Lookups {
    fn add(&self, pointer: String, found: bool) {
        self.locked().push(Lookup { pointer, found });
    }

    /// Everything since this was asked last.
    pub(crate) fn take(&self) -> Vec<Lookup> {
        std::mem::take(&mut self.locked())
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Lookup>> {
        // A thread that panics leaves whole entries behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
