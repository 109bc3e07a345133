//! What a schema leaves open: the parts of a valid document that it does not name.
//!
//! Objects may hold keys of which the schema says nothing, and some values may have any shape. No
//! template can have a place for those, and still nothing of a document is lost: they are found
//! here, by the schema itself.

use serde_json::Value;
use smallvec::SmallVec;

use crate::document::{Step, pointer};

/// A place that the sections of a kind show although its schema leaves it open: the steps to it, of
/// which `*` is any. The claim is on everything below it as well.
pub(crate) type Claim = &'static [&'static str];

/// What `document` holds that the schema does not name and no claim is on, in the order of the
/// document, each with its JSON pointer.
pub(super) fn unnamed<'d>(
    root: &'static Shape,
    document: &'d Value,
    claims: &[Claim],
) -> Vec<(String, &'d Value)> {
    let mut walk = Walk { path: Vec::new(), found: Vec::new() };
    walk.value(document, root, claims);
    walk.found
}

/// What a schema says of a value, as far as that names things. The build script writes those of our
/// schemas.
#[derive(Debug)]
pub(super) struct Shape {
    /// Where it names any.
    pub(super) members: Option<Members>,
    pub(super) items: Option<&'static Shape>,
    /// Is it said what the value may be?
    pub(super) is_said: bool,
}

#[derive(Debug)]
pub(super) struct Members {
    /// By their names, in the order of the schema.
    pub(super) named: &'static [(&'static str, &'static Shape)],
    /// What is said of those that have no name.
    pub(super) others: &'static Shape,
}

impl Members {
    /// What is said of the member of that name. It is looked for from `next` on, where the one after
    /// it will be found then: documents keep to the order of their schema.
    fn shape(&self, name: &str, next: &mut usize) -> &'static Shape {
        let (before, after) = self.named.split_at(*next);
        let is_it = |(known, _): &(&str, &Shape)| *known == name;
        let at = after.iter().position(is_it).map(|at| *next + at);
        let Some(at) = at.or_else(|| before.iter().position(is_it)) else { return self.others };
        *next = at + 1;
        self.named[at].1
    }
}

/// What is left of those claims that lie below a value: few.
type Claims = SmallVec<[Claim; 4]>;

struct Walk<'d> {
    path: Vec<Step<&'d str>>,
    found: Vec<(String, &'d Value)>,
}

impl<'d> Walk<'d> {
    fn value(&mut self, value: &'d Value, shape: &'static Shape, claims: &[Claim]) {
        if claims.iter().any(|claim| claim.is_empty()) {
            return;
        }
        match (value, &shape.members, shape.items) {
            (Value::Object(members), Some(known), _) => {
                let mut next = 0;
                for (key, member) in members {
                    let claims = below(claims, |wanted| wanted == key);
                    self.step(Step::Key(key), member, known.shape(key, &mut next), &claims);
                }
            }
            (Value::Array(items), _, Some(shape)) => {
                for (index, item) in items.iter().enumerate() {
                    let claims = below(claims, |wanted| wanted.parse() == Ok(index));
                    self.step(Step::Item(index), item, shape, &claims);
                }
            }
            (Value::Object(_) | Value::Array(_), ..) => self.unnamed(value),
            _ if shape.is_said => {}
            _ => self.unnamed(value),
        }
    }

    fn step(
        &mut self,
        step: Step<&'d str>,
        value: &'d Value,
        shape: &'static Shape,
        claims: &[Claim],
    ) {
        self.path.push(step);
        self.value(value, shape, claims);
        self.path.pop();
    }

    fn unnamed(&mut self, value: &'d Value) {
        self.found.push((pointer("", &self.path), value));
    }
}

/// What is left of `claims` one step further, where `is` tells whether a name is that of the step.
fn below(claims: &[Claim], is: impl Fn(&str) -> bool) -> Claims {
    let left = |claim: &Claim| {
        let (first, rest) = claim.split_first()?;
        (*first == "*" || is(first)).then_some(rest)
    };
    claims.iter().filter_map(left).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kinds::KINDS;

    static UNSAID: Shape = Shape { members: None, items: None, is_said: false };
    static VALUE: Shape = Shape { members: None, items: None, is_said: true };
    static COUNTS: Shape = object(&[], &VALUE);
    static PHASE: Shape = object(&[("status", &VALUE)], &UNSAID);
    static PHASES: Shape = object(&[("1", &PHASE)], &UNSAID);
    static ROW: Shape = object(&[("id", &VALUE)], &UNSAID);
    static ROWS: Shape = Shape { members: None, items: Some(&ROW), is_said: true };
    static SHAPE: Shape = object(
        &[
            ("name", &VALUE),
            ("any", &UNSAID),
            ("counts", &COUNTS),
            ("phases", &PHASES),
            ("free", &VALUE),
            ("list", &VALUE),
            ("rows", &ROWS),
        ],
        &UNSAID,
    );

    const fn object(
        named: &'static [(&'static str, &'static Shape)],
        others: &'static Shape,
    ) -> Shape {
        Shape { members: Some(Members { named, others }), items: None, is_said: true }
    }

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
    fn a_kind_claims_places_and_what_is_below_them() {
        let document = json!({
            "any": { "text": "t" }, "list": [1, [2]], "free": { "x": 1, "y": [2] },
            "rows": [{ "x": 1 }, { "x": "y", "z": [] }],
        });
        let claims: &[Claim] = &[&["any"], &["list", "1"], &["free"], &["rows", "*", "x"]];
        assert_eq!(found(&document, claims), ["/list", "/rows/1/z"]);
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
