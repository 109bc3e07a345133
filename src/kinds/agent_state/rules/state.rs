//! A state as its rules look at it: parts that may be absent, each knowing its place.

use serde_json::Value;
use smallvec::SmallVec;

use crate::document::{Step, member, part, pointer};
use crate::instant::Instant;
use crate::rule::Finding;
use crate::rule::lookup::filled;
use crate::schema::in_words;

/// The state of a run.
pub(super) struct State<'s>(pub(super) &'s Value);

/// A part of a state, there or not. What is `null` counts as absent, except for [`Part::is_null`]:
/// the format uses both for what is not known or not yet so.
#[derive(Clone)]
pub(super) struct Part<'s> {
    value: Option<&'s Value>,
    /// The JSON pointer of the part that it was found from.
    from: &'static str,
    /// The steps from there: few, and put together only for what is reported.
    steps: SmallVec<[Step<&'s str>; 4]>,
}

impl<'s> State<'s> {
    /// The part at a JSON pointer.
    pub(super) fn at(&self, pointer: &'static str) -> Part<'s> {
        Part { value: part(self.0, pointer), from: pointer, steps: SmallVec::new() }
    }

    /// Did nobody get asked in this run?
    pub(super) fn autopilot(&self) -> bool {
        self.at("/autopilot").flag() == Some(true)
    }

    /// Is it a Short run, without analysis and plan?
    pub(super) fn is_short(&self) -> bool {
        self.at("/onlyDevelop").flag() == Some(true)
    }

    pub(super) fn is_complete(&self) -> bool {
        self.at("/status").text() == Some("complete")
    }

    pub(super) fn current_phase(&self) -> u64 {
        self.at("/currentPhase").count().unwrap_or_default()
    }

    /// The phases that have a record, with their numbers, in order.
    pub(super) fn phases(&self) -> impl Iterator<Item = (u64, Part<'s>)> {
        const PLACES: [&str; 8] = [
            "/phases/0",
            "/phases/1",
            "/phases/2",
            "/phases/3",
            "/phases/4",
            "/phases/5",
            "/phases/6",
            "/phases/7",
        ];
        (0..).zip(PLACES.map(|place| self.at(place))).filter(|(_, phase)| phase.is_set())
    }

    /// The rounds of review, in order.
    pub(super) fn iterations(&self) -> impl Iterator<Item = Part<'s>> {
        self.at("/reviewIterations").items()
    }
}

impl<'s> Part<'s> {
    /// A member of an object.
    pub(super) fn get(&self, key: &'s str) -> Part<'s> {
        let members = self.value.and_then(Value::as_object);
        self.step(members.and_then(|members| member(members, key)), Step::Key(key))
    }

    fn step(&self, value: Option<&'s Value>, step: Step<&'s str>) -> Part<'s> {
        let mut steps = SmallVec::from_slice(&self.steps);
        steps.push(step);
        Part { value, from: self.from, steps }
    }

    /// The items of an array; none of anything else.
    pub(super) fn items(&self) -> impl Iterator<Item = Part<'s>> + use<'s> {
        let part = self.clone();
        let items = self.value.and_then(Value::as_array).into_iter().flatten();
        items.enumerate().map(move |(index, item)| part.step(Some(item), Step::Item(index)))
    }

    /// The members of an object; none of anything else.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'s str, Part<'s>)> + use<'s> {
        let part = self.clone();
        let members = self.value.and_then(Value::as_object).into_iter().flatten();
        members.map(move |(key, member)| (key.as_str(), part.step(Some(member), Step::Key(key))))
    }

    /// The strings of an array.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'s str, Part<'s>)> + use<'s> {
        self.items().filter_map(|item| Some((item.text()?, item)))
    }

    /// The value, where there is one.
    pub(super) fn value(&self) -> Option<&'s Value> {
        self.value.filter(|value| !value.is_null())
    }

    /// Does it stand in the document with a value?
    pub(super) fn is_set(&self) -> bool {
        self.value().is_some()
    }

    /// Is it said to be `null`?
    pub(super) fn is_null(&self) -> bool {
        self.value.is_some_and(Value::is_null)
    }

    /// Does it stand in the document, be it as `null`?
    pub(super) fn is_written(&self) -> bool {
        self.value.is_some()
    }

    /// Itself where it stands in the document, else that which lacks it.
    pub(super) fn or<'p>(&'p self, parent: &'p Part<'s>) -> &'p Part<'s> {
        if self.is_written() { self } else { parent }
    }

    pub(super) fn text(&self) -> Option<&'s str> {
        self.value?.as_str()
    }

    /// Is it a text that is not blank?
    pub(super) fn is_filled(&self) -> bool {
        filled(self.text())
    }

    pub(super) fn flag(&self) -> Option<bool> {
        self.value?.as_bool()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.value?.as_f64()
    }

    /// An integer that is not negative, also when it is written `3.0`.
    pub(super) fn count(&self) -> Option<u64> {
        let number = self.number()?;
        (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
    }

    /// The number of items of an array.
    pub(super) fn len(&self) -> Option<usize> {
        self.value?.as_array().map(Vec::len)
    }

    /// Has it items or members?
    pub(super) fn has_content(&self) -> bool {
        match self.value {
            Some(Value::Array(items)) => !items.is_empty(),
            Some(Value::Object(members)) => !members.is_empty(),
            _ => false,
        }
    }

    pub(super) fn instant(&self) -> Option<Instant> {
        Instant::parse(self.text()?)
    }

    /// Does this moment lie before another? `false` where one of them is none.
    pub(super) fn is_before(&self, other: &Part<'_>) -> bool {
        matches!((self.instant(), other.instant()), (Some(a), Some(b)) if a < b)
    }

    /// The value for a message.
    pub(super) fn shown(&self) -> String {
        self.value.map_or_else(|| "absent".to_owned(), in_words)
    }
}

/// The JSON pointer of a part.
impl From<&Part<'_>> for String {
    fn from(part: &Part<'_>) -> String {
        pointer(part.from, &part.steps)
    }
}

/// Names the other side of a contradiction, unless it is one by its absence.
pub(super) fn against(finding: Finding<'_>, part: &Part<'_>, message: &'static str) {
    if part.is_written() {
        finding.related(part, message);
    }
}

/// Those of `parts` whose text an earlier one has, each with that one.
pub(super) fn repeated<'s>(
    parts: impl IntoIterator<Item = (&'s str, Part<'s>)>,
) -> Vec<(&'s str, Part<'s>, Part<'s>)> {
    let mut first = std::collections::HashMap::new();
    let mut found = Vec::new();
    for (text, part) in parts {
        match first.entry(text) {
            std::collections::hash_map::Entry::Occupied(earlier) => {
                found.push((text, part, Part::clone(earlier.get())));
            }
            std::collections::hash_map::Entry::Vacant(place) => drop(place.insert(part)),
        }
    }
    found
}

/// The names of those members that are absent, `null` or blank.
pub(super) fn lacking(part: &Part<'_>, keys: &[&'static str]) -> Vec<String> {
    let has = |key: &'static str| {
        let member = part.get(key);
        member.is_set() && (member.text().is_none() || member.is_filled())
    };
    keys.iter().filter(|key| !has(key)).map(|key| (*key).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_knows_its_place_and_what_is_null_counts_as_absent() {
        let document = json!({"a/b": [{"c": null}], "n": 3.0, "t": " "});
        let root = State(&document).at("");
        let part = root.get("a/b").items().next().unwrap().get("c");
        assert_eq!(String::from(&part), "/a~1b/0/c");
        assert!(part.is_null() && part.is_written() && !part.is_set());
        assert!(!root.get("none").is_null() && !root.get("none").is_written());
        assert_eq!(root.get("n").count(), Some(3));
        assert!(!root.get("t").is_filled());
        assert_eq!(lacking(&root, &["n", "t", "x"]), ["t", "x"]);
    }

    #[test]
    fn what_is_repeated_is_found_with_its_first_place() {
        let document = json!(["a", "b", "a", "a"]);
        let root = State(&document).at("");
        let found: Vec<_> = repeated(root.texts())
            .iter()
            .map(|(text, again, first)| (*text, String::from(again), String::from(first)))
            .collect();
        let again = |at: &str| ("a", at.to_owned(), "/0".to_owned());
        assert_eq!(found, [again("/2"), again("/3")]);
    }
}
