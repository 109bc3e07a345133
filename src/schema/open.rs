//! What a schema leaves open: the parts of a valid document that it does not name.
//!
//! Objects may hold keys of which the schema says nothing, and some values may have any shape. No
//! template can have a place for those, and still nothing of a document is lost: they are found
//! here, by the schema itself.

use std::borrow::Cow;
use std::collections::HashMap;

use regex_lite::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use smallvec::SmallVec;

use crate::document::{Step, pointer};

/// A place that the sections of a kind show although its schema leaves it open: a JSON pointer in
/// which `*` is any step, and whether they show a value of that shape. The claim is on everything
/// below it as well.
pub(crate) type Claim = (&'static str, fn(&Value) -> bool);

/// What `document` holds that the schema does not name and no claim is on, in the order of the
/// document, each with its JSON pointer.
pub(super) fn unnamed<'d>(
    root: &Shape<'_>,
    document: &'d Value,
    claims: &[Claim],
) -> Vec<(String, &'d Value)> {
    let claims = claims.iter().map(|(place, fits)| (place.split('/').skip(1).collect(), *fits));
    let claims = claims.collect();
    let mut walk = Walk { root, claims, path: Vec::new(), found: Vec::new() };
    walk.value(document, &walk.expanded([root]));
    walk.found
}

/// The part of a schema that names things.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Shape<'s> {
    #[serde(rename = "$ref", borrow)]
    reference: Option<Cow<'s, str>>,
    #[serde(borrow)]
    properties: HashMap<Cow<'s, str>, Shape<'s>>,
    #[serde(borrow, deserialize_with = "compiled")]
    pattern_properties: Vec<(Regex, Shape<'s>)>,
    #[serde(borrow)]
    additional_properties: Option<Rest<'s>>,
    #[serde(borrow)]
    items: Option<Box<Shape<'s>>>,
    #[serde(borrow)]
    all_of: Vec<Shape<'s>>,
    #[serde(borrow)]
    any_of: Vec<Shape<'s>>,
    #[serde(borrow)]
    one_of: Vec<Shape<'s>>,
    #[serde(rename = "$defs", alias = "definitions", borrow)]
    definitions: HashMap<Cow<'s, str>, Shape<'s>>,
    /// Is it said what the value may be? Only the presence of these counts.
    #[serde(rename = "type")]
    type_: Option<serde::de::IgnoredAny>,
    #[serde(rename = "enum")]
    values: Option<serde::de::IgnoredAny>,
    #[serde(rename = "const")]
    only: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Rest<'s> {
    #[expect(dead_code, reason = "open or closed, it names nothing")]
    Any(bool),
    #[serde(borrow)]
    Of(Box<Shape<'s>>),
}

/// Patterns of keys, each with what it names.
fn compiled<'de: 's, 's, D: Deserializer<'de>>(
    patterns: D,
) -> Result<Vec<(Regex, Shape<'s>)>, D::Error> {
    let patterns = HashMap::<Cow<'s, str>, Shape<'s>>::deserialize(patterns)?;
    let compiled = patterns.into_iter().map(|(pattern, shape)| Ok((Regex::new(&pattern)?, shape)));
    compiled.collect::<Result<_, regex_lite::Error>>().map_err(D::Error::custom)
}

impl<'s> Shape<'s> {
    /// Reads a schema. The tests read every one of ours.
    pub(super) fn of(schema: &'s str) -> Shape<'s> {
        serde_json::from_str(schema).expect("a schema was compiled at build time")
    }

    fn names_members(&self) -> bool {
        !self.properties.is_empty()
            || !self.pattern_properties.is_empty()
            || matches!(self.additional_properties, Some(Rest::Of(_)))
    }

    fn says_what_it_is(&self) -> bool {
        self.type_.is_some() || self.values.is_some() || self.only.is_some()
    }
}

/// The shapes that speak of one value: few.
type Shapes<'w> = SmallVec<[&'w Shape<'w>; 8]>;

/// A claim with the steps to its place.
type SplitClaim = (Vec<&'static str>, fn(&Value) -> bool);

struct Walk<'w, 'd> {
    root: &'w Shape<'w>,
    claims: Vec<SplitClaim>,
    path: Vec<Step<&'d str>>,
    found: Vec<(String, &'d Value)>,
}

/// Is this the step that a claim names?
fn is(step: &Step<&str>, wanted: &str) -> bool {
    match step {
        _ if wanted == "*" => true,
        Step::Key(key) => *key == wanted,
        Step::Item(index) => wanted.parse() == Ok(*index),
    }
}

impl<'w, 'd> Walk<'w, 'd> {
    /// A value of which `shapes` say what they say; none do of a value that is not named. They are
    /// [expanded](Self::expanded).
    fn value(&mut self, value: &'d Value, shapes: &[&'w Shape<'w>]) {
        if self.is_claimed(value) {
            return;
        }
        match value {
            Value::Object(members) if shapes.iter().any(|shape| shape.names_members()) => {
                for (key, member) in members {
                    let of_member = self.expanded(named(key, shapes));
                    self.step(Step::Key(key), member, &of_member);
                }
            }
            Value::Array(items) if shapes.iter().any(|shape| shape.items.is_some()) => {
                let of_items = shapes.iter().filter_map(|shape| shape.items.as_deref());
                let of_items = self.expanded(of_items);
                for (index, item) in items.iter().enumerate() {
                    self.step(Step::Item(index), item, &of_items);
                }
            }
            Value::Object(_) | Value::Array(_) => self.unnamed(value),
            _ if shapes.iter().any(|shape| shape.says_what_it_is()) => {}
            _ => self.unnamed(value),
        }
    }

    fn step(&mut self, step: Step<&'d str>, value: &'d Value, shapes: &[&'w Shape<'w>]) {
        self.path.push(step);
        self.value(value, shapes);
        self.path.pop();
    }

    fn unnamed(&mut self, value: &'d Value) {
        self.found.push((pointer("", &self.path), value));
    }

    fn is_claimed(&self, value: &Value) -> bool {
        self.claims.iter().any(|(place, fits)| {
            place.len() == self.path.len()
                && self.path.iter().zip(place).all(|(step, wanted)| is(step, wanted))
                && fits(value)
        })
    }

    /// Shapes with what they refer to and their branches.
    fn expanded(&self, shapes: impl IntoIterator<Item = &'w Shape<'w>>) -> Shapes<'w> {
        let mut all = Shapes::new();
        shapes.into_iter().for_each(|shape| self.expand(shape, &mut all));
        all
    }

    fn expand(&self, shape: &'w Shape<'w>, all: &mut Shapes<'w>) {
        let target = shape.reference.as_ref().and_then(|to| to.rsplit('/').next());
        if let Some(target) = target.and_then(|name| self.root.definitions.get(name)) {
            self.expand(target, all);
        }
        for branch in shape.all_of.iter().chain(&shape.any_of).chain(&shape.one_of) {
            self.expand(branch, all);
        }
        all.push(shape);
    }
}

/// What `shapes` say of the member `key`.
fn named<'w>(key: &str, shapes: &[&'w Shape<'w>]) -> Shapes<'w> {
    let own = shapes.iter().filter_map(|shape| shape.properties.get(key));
    let patterns = shapes.iter().flat_map(|shape| &shape.pattern_properties);
    let by_pattern = patterns.filter(|(pattern, _)| pattern.is_match(key));
    let named: Shapes<'w> = own.chain(by_pattern.map(|(_, shape)| shape)).collect();
    if !named.is_empty() {
        return named;
    }
    let rest = shapes.iter().filter_map(|shape| match &shape.additional_properties {
        Some(Rest::Of(rest)) => Some(&**rest),
        _ => None,
    });
    rest.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kinds::KINDS;

    const SCHEMA: &str = r##"{
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "phases": {
                "type": "object",
                "patternProperties": { "^[0-7]$": { "$ref": "#/$defs/phase" } }
            },
            "counts": { "type": "object", "additionalProperties": { "type": "integer" } },
            "free": { "type": "object" },
            "list": { "type": "array" },
            "any": { "description": "Anything." },
            "rows": { "type": "array", "items": { "anyOf": [
                { "type": "string" },
                { "type": "object", "properties": { "id": { "type": "string" } } }
            ] } }
        },
        "$defs": { "phase": { "type": "object", "properties": { "status": { "enum": ["done"] } } } }
    }"##;

    fn found(document: &Value, claims: &[Claim]) -> Vec<String> {
        unnamed(&Shape::of(SCHEMA), document, claims)
            .into_iter()
            .map(|(pointer, _)| pointer)
            .collect()
    }

    #[test]
    fn what_the_schema_does_not_name_is_found_wherever_it_stands() {
        let document = json!({
            "name": "n",
            "phases": { "1": { "status": "done", "note": [] }, "8": {} },
            "counts": { "a": 1 },
            "free": { "x": 1 },
            "list": [],
            "any": false,
            "rows": ["a", { "id": "b" }, { "id": "c", "a/b": null }],
            "more": null,
        });
        let wanted =
            ["/phases/1/note", "/phases/8", "/free", "/list", "/any", "/rows/2/a~1b", "/more"];
        assert_eq!(found(&document, &[]), wanted);
    }

    #[test]
    fn a_kind_claims_places_for_values_of_a_shape() {
        let document = json!({ "any": "text", "list": [1], "rows": [{ "x": 1 }, { "x": "y" }] });
        let claims: &[Claim] = &[
            ("/any", Value::is_string),
            ("/list", Value::is_object),
            ("/rows/*/x", Value::is_u64),
        ];
        assert_eq!(found(&document, claims), ["/list", "/rows/1/x"]);
    }

    #[test]
    fn every_schema_is_read_and_names_all_of_the_samples() {
        for kind in KINDS {
            for sample in kind.samples.iter().chain(kind.minimal) {
                let document: Value = serde_json::from_str(sample.text).unwrap();
                let found = unnamed(&Shape::of(kind.schema()), &document, kind.claims);
                let has_place = kind.sections.iter().any(|s| s.name == "other-data");
                assert!(found.is_empty() || has_place, "{}: {found:?}", sample.name);
            }
        }
    }
}
