//! Parts of the documents that the built-in templates show and other templates do not.
//!
//! What a template reads tells little: a value can be read to be compared, and a view can take a
//! part up under another name. So the samples are rendered with another value in every place of
//! theirs. Where that changes what the built-in templates write and changes nothing in any sample
//! with those of a folder, the part is lost. Values with which a document is not valid are not tried,
//! so that a property of one allowed value is never missed.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, Value};

use super::examples::{self, Example};
use super::faults::Faults;
use super::places::{self, Place};
use super::sections::{Sections, overridden, unaffected};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::facts::Facts;
use crate::kinds::Kind;
use crate::render::{Renderer, Source};
use crate::templates::{TemplateFolder, codes};

/// How many of the values that stand in a place of the samples are tried in it.
const MOST_VALUES: usize = 8;

/// Finds the required properties of a kind that no template of it shows, other than for sections
/// that have `failed`.
pub(super) fn find(
    kind: &'static Kind,
    folder: &TemplateFolder,
    examples: &[Example],
    failed: &Sections,
    faults: &mut Faults,
) {
    let own = overridden(kind, folder);
    if own.is_empty() {
        return;
    }
    let renderer = Renderer::new().templates(folder.clone());
    let search = Search {
        own: &renderer,
        built_in: &Renderer::new(),
        failed,
        same: unaffected(kind, folder),
        required: HashSet::new(),
        values: HashMap::new(),
        tried: HashSet::new(),
        used: HashSet::new(),
        shown: Vec::new(),
    };
    for (property, name) in search.through(examples) {
        let message =
            format!("no template of {} shows {property}, which its schema requires", kind.name);
        let template = own.iter().find(|own| *own == &name).or(own.last()).unwrap_or(&name);
        let help = format!("the built-in one does: `final-report template show {template}`");
        let found = Diagnostic::new(&codes::UNUSED_PROPERTY, &property, message).help(help);
        let source = Source::new(template, renderer.folder(), renderer.labels());
        faults.add_whole(source.error(None, found));
    }
}

struct Search<'s> {
    own: &'s Renderer,
    built_in: &'s Renderer,
    failed: &'s Sections,
    /// The sections that are the same with both.
    same: Sections,
    /// The properties that the schema requires.
    required: HashSet<String>,
    /// The values that stand in each place of the samples.
    values: HashMap<String, Vec<Value>>,
    /// The places, in general, in which another value was tried.
    tried: HashSet<String>,
    /// Those in which it makes a difference.
    used: HashSet<String>,
    /// Those in which it makes one with the built-in templates, with the name of that of the section.
    shown: Vec<(String, String)>,
}

impl Search<'_> {
    /// The properties that are lost, each with the template that shows it when it is built in.
    fn through(mut self, examples: &[Example]) -> Vec<(String, String)> {
        let all = examples.iter().map(|Example { document, .. }| {
            (document, places::all(document.value(), &document.kind().schema.outline()))
        });
        let all: Vec<(&Document, Vec<Place>)> = all.collect();
        all.iter().for_each(|(document, places)| self.collect(document, places));
        all.iter().for_each(|(document, places)| self.example(document, places));
        self.shown.retain(|(place, _)| !self.used.contains(place));
        for (place, _) in &self.shown {
            self.tried.remove(place);
        }
        let mut lost: Vec<(String, String)> = Vec::new();
        for (place, template) in &self.shown {
            // Of an object of which every place is lost, the object is lost.
            let is_lost = |property: &&str| {
                let inner = format!("{property}/");
                let mut kept = self.tried.iter();
                self.required.contains(*property)
                    && !kept.any(|kept| kept == property || kept.starts_with(&inner))
            };
            let outermost = prefixes(place).find(is_lost);
            if let Some(property) = outermost.filter(|p| lost.iter().all(|(known, _)| known != p)) {
                lost.push((property.to_owned(), template.clone()));
            }
        }
        lost
    }

    /// Takes down what the places of a sample hold and whether they have to.
    fn collect(&mut self, document: &Document, places: &[Place]) {
        for place in places {
            if place.is_required {
                self.required.insert(place.general.clone());
            }
            let value = document.value().pointer(&place.pointer).filter(|_| place.is_leaf);
            let known = self.values.entry(place.general.clone()).or_default();
            known.extend(value.filter(|value| !known.contains(value)).cloned());
        }
    }

    /// Tries other values in the places of a sample.
    fn example(&mut self, document: &Document, places: &[Place]) {
        let no_sections = Sections::new();
        let [own, built_in] =
            [self.own, self.built_in].map(|with| self.texts(with, document, &self.same));
        let whole = self.texts(self.own, document, &no_sections);
        for place in places.iter().filter(|place| place.is_leaf) {
            if self.used.contains(&place.general) {
                continue;
            }
            let known = self.values.get(&place.general).into_iter().flatten();
            let known: Vec<Value> = known.take(MOST_VALUES).cloned().collect();
            for document in others(document, place, known) {
                self.tried.insert(place.general.clone());
                if self.texts(self.own, &document, &self.same) != own
                    || self.texts(self.own, &document, &no_sections) != whole
                {
                    self.used.insert(place.general.clone());
                    break;
                }
                let texts = self.texts(self.built_in, &document, &self.same);
                if let Some((template, _)) = texts.into_iter().find(|text| !built_in.contains(text))
                    && self.shown.iter().all(|(known, _)| *known != place.general)
                {
                    self.shown.push((place.general.clone(), template));
                }
            }
        }
    }

    /// What the sections write of a document, but those to `skip` and those that fail.
    fn texts(
        &self,
        with: &Renderer,
        document: &Document,
        skip: &Sections,
    ) -> Vec<(String, String)> {
        let facts = Facts::of(document, &[]);
        let each = with.each_section(document, &facts, |section| {
            let name = section.template_name();
            skip.contains(&name) || self.failed.contains(&name)
        });
        let texts = each.texts.into_iter();
        texts.map(|(section, text)| (section.template_name(), text)).collect()
    }
}

/// The beginnings of a place that end with a step, the shortest first, and the place itself.
fn prefixes(place: &str) -> impl Iterator<Item = &str> {
    let ends = place.char_indices().skip(1).filter(|(_, c)| *c == '/').map(|(at, _)| at);
    ends.chain([place.len()]).map(|end| &place[..end])
}

/// The document with other values in a place, as far as the schema allows them: values much like
/// the one there, the words that it lists, and those that are `known` of other samples.
fn others<'d>(
    document: &'d Document,
    place: &'d Place,
    known: Vec<Value>,
) -> impl Iterator<Item = Document> + 'd {
    let value = document.value().pointer(&place.pointer).unwrap_or(&Value::Null);
    let words = place.outline.iter().flat_map(|outline| outline.words().cloned());
    let candidates = alike(value).into_iter().chain(words).chain(known);
    let candidates = candidates.filter(move |other| other != value);
    candidates.filter_map(|other| {
        let mut changed = document.value().clone();
        *changed.pointer_mut(&place.pointer)? = other;
        let is_valid = document.kind().schema.is_valid(&changed);
        is_valid.then(|| examples::changed(document, &changed)).flatten()
    })
}

/// Values much like this one: patterns and formats leave little room.
fn alike(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let next = |from: fn(char) -> bool, to: fn(char) -> char| {
                let at = text.rfind(from)?;
                let c = text[at..].chars().next()?;
                Some(format!("{}{}{}", &text[..at], to(c), &text[at + c.len_utf8()..]))
            };
            let digit = next(|c| c.is_ascii_digit(), |c| if c == '1' { '2' } else { '1' });
            let letter = next(|c| c.is_ascii_lowercase(), |c| if c == 'a' { 'b' } else { 'a' });
            let longer = Some(format!("{text}x"));
            [longer, letter, digit].into_iter().flatten().map(Value::from).collect()
        }
        Value::Bool(flag) => vec![Value::from(!flag)],
        Value::Number(number) => match number.as_i64() {
            Some(integer) => vec![(integer + 1).into(), (integer - 1).into()],
            None => Number::from_f64(number.as_f64().unwrap_or_default() / 2.0)
                .map(Value::Number)
                .into_iter()
                .collect(),
        },
        _ => vec![Value::from("x"), 7.into(), true.into()],
    }
}
