//! What a schema leaves open: the parts of a valid document that it does not name.
//!
//! Objects may hold keys of which the schema says nothing, and some values may have any shape. No
//! template can have a place for those, and still nothing of a document is lost: they are found
//! here, by the schema itself.

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
    root: &'static Shape,
    document: &'d Value,
    claims: &[Claim],
) -> Vec<(String, &'d Value)> {
    let claims = claims.iter().map(|(place, fits)| (place.split('/').skip(1).collect(), *fits));
    let claims = claims.collect();
    let mut walk = Walk { claims, path: Vec::new(), found: Vec::new() };
    walk.value(document, &expanded([root]));
    walk.found
}

/// The part of a schema that names things. The build script writes those of our schemas.
#[derive(Debug)]
pub(super) struct Shape {
    /// What it refers to, and the branches of `allOf`, `anyOf` and `oneOf`.
    pub(super) branches: &'static [&'static Shape],
    /// Members by their names, which are in order.
    pub(super) properties: &'static [(&'static str, Shape)],
    /// Of the members that have no name, where something is said of them.
    pub(super) others: Option<&'static Shape>,
    pub(super) items: Option<&'static Shape>,
    /// Is it said what the value may be?
    pub(super) is_said: bool,
}

impl Shape {
    fn names_members(&self) -> bool {
        !self.properties.is_empty() || self.others.is_some()
    }

    fn property(&self, name: &str) -> Option<&'static Shape> {
        let at = self.properties.binary_search_by(|(own, _)| (*own).cmp(name)).ok()?;
        Some(&self.properties[at].1)
    }
}

/// The shapes that speak of one value: few.
type Shapes = SmallVec<[&'static Shape; 8]>;

/// A claim with the steps to its place.
type SplitClaim = (Vec<&'static str>, fn(&Value) -> bool);

struct Walk<'d> {
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

impl<'d> Walk<'d> {
    /// A value of which `shapes` say what they say; none do of a value that is not named. They are
    /// [expanded].
    fn value(&mut self, value: &'d Value, shapes: &[&'static Shape]) {
        if self.is_claimed(value) {
            return;
        }
        match value {
            Value::Object(members) if shapes.iter().any(|shape| shape.names_members()) => {
                for (key, member) in members {
                    let of_member = expanded(named(key, shapes));
                    self.step(Step::Key(key), member, &of_member);
                }
            }
            Value::Array(items) if shapes.iter().any(|shape| shape.items.is_some()) => {
                let of_items = shapes.iter().filter_map(|shape| shape.items);
                let of_items = expanded(of_items);
                for (index, item) in items.iter().enumerate() {
                    self.step(Step::Item(index), item, &of_items);
                }
            }
            Value::Object(_) | Value::Array(_) => self.unnamed(value),
            _ if shapes.iter().any(|shape| shape.is_said) => {}
            _ => self.unnamed(value),
        }
    }

    fn step(&mut self, step: Step<&'d str>, value: &'d Value, shapes: &[&'static Shape]) {
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
}

/// Shapes with what they refer to and their branches.
fn expanded(shapes: impl IntoIterator<Item = &'static Shape>) -> Shapes {
    let mut all = Shapes::new();
    shapes.into_iter().for_each(|shape| expand(shape, &mut all));
    all
}

fn expand(shape: &'static Shape, all: &mut Shapes) {
    shape.branches.iter().for_each(|branch| expand(branch, all));
    all.push(shape);
}

/// What `shapes` say of the member `key`.
fn named(key: &str, shapes: &[&'static Shape]) -> Shapes {
    let named: Shapes = shapes.iter().filter_map(|shape| shape.property(key)).collect();
    if !named.is_empty() {
        return named;
    }
    shapes.iter().filter_map(|shape| shape.others).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kinds::KINDS;

    const fn shape(properties: &'static [(&'static str, Shape)]) -> Shape {
        Shape { branches: &[], properties, others: None, items: None, is_said: true }
    }

    const ANY: Shape = Shape { is_said: false, ..shape(&[]) };
    const VALUE: Shape = shape(&[]);
    const COUNTS: Shape = Shape { others: Some(&VALUE), ..shape(&[]) };
    const PHASE: Shape = shape(&[("status", VALUE)]);
    const PHASES: Shape = shape(&[("1", Shape { branches: &[&PHASE], ..ANY })]);
    const ROW: Shape = Shape { branches: &[&VALUE, &shape(&[("id", VALUE)])], ..ANY };
    static SHAPE: Shape = shape(&[
        ("any", ANY),
        ("counts", COUNTS),
        ("free", VALUE),
        ("list", VALUE),
        ("name", VALUE),
        ("phases", PHASES),
        ("rows", Shape { items: Some(&ROW), ..VALUE }),
    ]);

    fn found(document: &Value, claims: &[Claim]) -> Vec<String> {
        unnamed(&SHAPE, document, claims).into_iter().map(|(pointer, _)| pointer).collect()
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
                let found = kind.schema.unnamed(&document, kind.claims);
                let has_place = kind.sections.iter().any(|s| s.name == "other-data");
                assert!(found.is_empty() || has_place, "{}: {found:?}", sample.name);
            }
        }
    }
}
