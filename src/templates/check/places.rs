//! The places of a sample, with what the schema says of each.

use serde_json::Value;

use crate::document::escape;
use crate::schema::{Member, Outline};

/// A place of a sample.
#[derive(Debug)]
pub(super) struct Place {
    /// Where it is.
    pub(super) pointer: String,
    /// The same for every row and every key that the schema does not name: `*` stands for those.
    pub(super) general: String,
    /// What the schema says of it.
    pub(super) outline: Option<Outline<'static>>,
    pub(super) is_member: bool,
    /// Does the schema require it, where the object is that it is a member of?
    pub(super) is_required: bool,
    /// Is it a text, a number, a truth value or `null`?
    pub(super) is_leaf: bool,
}

/// Every place of a document, from its top to its end.
pub(super) fn all(document: &Value, outline: &Outline<'static>) -> Vec<Place> {
    let mut found = Vec::new();
    inside(document, Some(outline), "", "", &mut found);
    found
}

fn inside(
    value: &Value,
    outline: Option<&Outline<'static>>,
    pointer: &str,
    general: &str,
    found: &mut Vec<Place>,
) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let (inner, step) = match outline.map(|outline| outline.member(key)) {
                    Some(Member::Named(inner)) => (Some(inner), escape(key)),
                    Some(Member::Open(inner)) => (inner, "*".into()),
                    Some(Member::Unknown) | None => (None, "*".into()),
                };
                let place = Place {
                    pointer: format!("{pointer}/{}", escape(key)),
                    general: format!("{general}/{step}"),
                    outline: inner,
                    is_member: true,
                    is_required: outline.is_some_and(|outline| outline.requires(key)),
                    is_leaf: !member.is_object() && !member.is_array(),
                };
                add(place, member, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let place = Place {
                    pointer: format!("{pointer}/{index}"),
                    general: format!("{general}/*"),
                    outline: outline.and_then(Outline::item),
                    is_member: false,
                    is_required: false,
                    is_leaf: !item.is_object() && !item.is_array(),
                };
                add(place, item, found);
            }
        }
        _ => {}
    }
}

fn add(place: Place, value: &Value, found: &mut Vec<Place>) {
    let (pointer, general) = (place.pointer.clone(), place.general.clone());
    let outline = place.outline.clone();
    found.push(place);
    inside(value, outline.as_ref(), &pointer, &general, found);
}
