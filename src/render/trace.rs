//! Where the parts of a report come from: the template with its line, and the place in the document.
//!
//! A report is rendered once more for it, with a view that writes down what is looked up in the
//! document and a formatter that takes it down with each value that is printed.

use std::borrow::Cow;
use std::cell::{LazyCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::value::Serde;
use minijinja::{Environment, OutputSpan, OutputSpanKind};
use serde_json::Value;

use super::environment::printed;
use super::fault::Source;
use super::{Engine, Renderer, Report, Run};
use crate::diagnostic::Span;
use crate::document::{Document, escape};
use crate::error::Error;
use crate::facts::Facts;
use crate::labels::Labels;
use crate::markdown::Page;
use crate::section::Section;
use crate::templates::TemplateFolder;
use crate::view::{Lookup, Lookups, Seen};

/// A report that can tell where its parts come from.
#[derive(Debug)]
pub struct Traced {
    /// The report, the same as [`Renderer::markdown`] makes it.
    pub report: Report,
    /// One for each passage of the report.
    parts: Vec<Part>,
    labels: Labels,
    folder: Option<Arc<TemplateFolder>>,
}

/// Where a piece of a report comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Its bytes in the markdown.
    pub bytes: Range<usize>,
    /// The name of the section it is in.
    pub section: &'static str,
    /// The name of the template that wrote it: that of the section, or one that it includes.
    pub template: String,
    /// Where it stands in the text of that template: the expression of a value, or the template's
    /// own words.
    pub span: Span,
    /// Is it a value? The rest are the template's own words.
    pub is_value: bool,
    /// JSON pointer of the value in the document, or of what it was made from: what its expression
    /// looked up last, or the data that the section is for. Empty where that is not one place.
    pub pointer: String,
    /// Does the document say there what the report says here?
    pub is_exact: bool,
}

impl Renderer {
    /// The report of a document, and where each part of it comes from. Takes several times as long
    /// as [`Renderer::markdown`].
    ///
    /// # Errors
    ///
    /// As [`Renderer::markdown`].
    pub fn traced(&self, document: &Document) -> Result<Traced, Error> {
        let report = self.markdown(document)?;
        let facts = Facts::of(document, &report.findings);
        let tracer = Tracer::default();
        let mut env = self.environment_for(document).into_owned();
        tracer.listen(&mut env);
        let view = self.view(document, &facts);
        let lookups = tracer.heard.lookups.clone();
        let context = view.over_traced(document.shared_value(), document.kind().hidden, lookups);
        let run = Run {
            engine: Engine { env: Cow::Owned(env), context }.into(),
            tracer: Some(&tracer),
            ..self.run(document, &facts)
        };
        let (markdown, passages) = self.sections(&run)?;
        // A template can tell the two views apart if it tries. Then nothing is known.
        let is_same = report.passages == passages && report.markdown.starts_with(&markdown);
        let mut parts = tracer.parts.into_inner();
        let parts = passages.iter().filter_map(|passage| parts.remove(passage.section));
        let parts = if is_same { parts.collect() } else { Vec::new() };
        Ok(Traced { report, parts, labels: self.labels(), folder: self.folder.clone() })
    }
}

impl Traced {
    /// Where the stretch of the markdown with these bytes comes from: every piece that has a part
    /// in it, in order.
    pub fn at(&self, bytes: Range<usize>) -> Vec<Provenance> {
        let holds = |(index, _): &(usize, &Part)| {
            let passage = self.report.passages.get(*index);
            passage.is_some_and(|passage| passage.bytes.contains(&bytes.start))
        };
        let Some((index, part)) = self.parts.iter().enumerate().find(holds) else {
            return Vec::new();
        };
        let passage = self.report.passages[index].bytes.clone();
        // Places in the page that the section was written to.
        let into_page = |at: usize| at.max(passage.start) - passage.start + part.cut;
        let [start, end] = [bytes.start, bytes.end].map(into_page);
        let covering = part.pieces.partition_point(|piece| piece.at <= start);
        let first = match part.pieces[..covering].last() {
            Some(last) => part.pieces.partition_point(|piece| piece.at < last.at),
            None => 0,
        };
        let after = part.pieces.partition_point(|piece| piece.at < end).max(covering);
        let found = (first..after).map(|index| {
            let piece = &part.pieces[index];
            let next = part.pieces.get(index + 1).map(|next| passage.start + next.at - part.cut);
            let bytes = passage.start + piece.at.saturating_sub(part.cut)
                ..next.unwrap_or(passage.end).min(passage.end);
            self.provenance(part, piece, bytes)
        });
        found.collect()
    }

    fn provenance(&self, part: &Part, piece: &Piece, bytes: Range<usize>) -> Provenance {
        let span = &part.spans[piece.span];
        let at = span.source_range();
        let place = &part.places[piece.span];
        let is_value = span.kind() == OutputSpanKind::Expression;
        let at = if is_value { at } else { at.start + piece.inside..at.start + piece.inside + 1 };
        Provenance {
            bytes,
            section: part.section.name,
            template: span.name().to_owned(),
            span: Source::new(span.name(), self.folder.as_deref(), self.labels).span(at),
            is_value,
            pointer: place.as_ref().map_or(part.section.data, |place| &place.pointer).to_owned(),
            is_exact: place.as_ref().is_some_and(|place| place.is_exact),
        }
    }
}

/// What is known of the pieces of a section.
#[derive(Debug)]
struct Part {
    section: &'static Section,
    spans: Vec<OutputSpan>,
    /// Where in the document the value of each span comes from, where that is known.
    places: Vec<Option<Place>>,
    /// In the order of the page.
    pieces: Vec<Piece>,
    /// How many bytes at the beginning of the page are not in the report.
    cut: usize,
}

/// Where in the document a value comes from.
#[derive(Debug, Clone)]
struct Place {
    pointer: String,
    is_exact: bool,
}

/// A stretch of a page that was written from one stretch of a span.
#[derive(Debug)]
struct Piece {
    /// Byte of the page.
    at: usize,
    /// Which span it is from.
    span: usize,
    /// Byte of the span.
    inside: usize,
}

/// Takes down what is looked up and printed while a report is rendered.
#[derive(Debug, Default)]
pub(super) struct Tracer {
    heard: Arc<Heard>,
    parts: RefCell<HashMap<&'static str, Part>>,
}

#[derive(Debug, Default)]
struct Heard {
    lookups: Arc<Lookups>,
    prints: Mutex<Vec<Print>>,
}

/// A value that was printed.
#[derive(Debug)]
struct Print {
    text: String,
    /// What was looked up since the print before.
    lookups: Vec<Lookup>,
}

impl Heard {
    fn prints(&self) -> MutexGuard<'_, Vec<Print>> {
        // A thread that panics leaves whole entries behind.
        self.prints.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tracer {
    /// Lets every value that `env` prints be heard.
    fn listen(&self, env: &mut Environment<'static>) {
        let heard = self.heard.clone();
        env.set_formatter(move |out, _, value| {
            let text = printed(value)?;
            out.write_str(&text)?;
            let (text, lookups) = (text.into_owned(), heard.lookups.take());
            heard.prints().push(Print { text, lookups });
            Ok(())
        });
    }

    /// A section begins.
    pub(super) fn begin(&self) {
        self.heard.lookups.take();
        self.heard.prints().clear();
    }

    /// A section has been rendered as `output`, and written to `page`.
    pub(super) fn end(
        &self,
        section: &'static Section,
        (output, spans): (&str, Vec<OutputSpan>),
        page: &Page,
        document: &Value,
    ) {
        let prints = std::mem::take(&mut *self.heard.prints());
        let mut pieces: Vec<Piece> = Vec::with_capacity(page.marks().len());
        for mark in page.marks() {
            let span = spans.partition_point(|span| span.output_range().end <= mark.output);
            let Some(start) = spans.get(span).map(|span| span.output_range().start) else {
                continue;
            };
            let inside = mark.output.saturating_sub(start);
            pieces.push(Piece { at: mark.at, span, inside });
        }
        // Blanks at the end of a line are written and taken away again.
        let mut next = usize::MAX;
        for piece in pieces.iter_mut().rev() {
            piece.at = piece.at.min(next);
            next = piece.at;
        }
        let places = places(section, output, &spans, &prints, document);
        let cut = page.text().len() - page.text().trim_start_matches('\n').len();
        let part = Part { section, spans, places, pieces, cut };
        self.parts.borrow_mut().insert(section.name, part);
    }
}

/// The places of the spans that are values. What a filter block or a `set` block prints is
/// heard and has no span of its own: spans are matched by what they say.
fn places(
    section: &Section,
    output: &str,
    spans: &[OutputSpan],
    prints: &[Print],
    document: &Value,
) -> Vec<Option<Place>> {
    let says = |pointer: &str, text: &str| {
        let value = document.pointer(pointer).filter(|_| !pointer.is_empty());
        value.is_some_and(|value| is_printed_as(value, text))
    };
    let made = LazyCell::new(|| {
        let mut texts = HashMap::new();
        if let Some(data) = document.pointer(section.data) {
            gather(data, section.data, &mut texts);
        }
        texts
    });
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let mut from = 0;
    let place = |span: &OutputSpan| {
        if span.kind() != OutputSpanKind::Expression {
            return None;
        }
        let text = &output[span.output_range()];
        let heard = from + prints[from..].iter().position(|print| print.text == text)?;
        for lookup in prints[from..=heard].iter().flat_map(|print| &print.lookups) {
            if let Some(said) = document.pointer(&lookup.pointer).and_then(Value::as_str) {
                seen.insert(said, &lookup.pointer);
            }
        }
        from = heard + 1;
        let lookups = &prints[heard].lookups;
        let same = lookups.iter().rev().find(|lookup| says(&lookup.pointer, text));
        let same = same.map(|lookup| lookup.pointer.clone());
        // A loop can print a value long after it has looked it up.
        let same = same.or_else(|| seen.get(text).map(|pointer| (*pointer).to_owned()));
        let same = same.or_else(|| made.get(text).cloned().flatten());
        let last = || lookups.last().map(|lookup| lookup.pointer.clone());
        match same {
            Some(pointer) => Some(Place { pointer, is_exact: true }),
            None => last()
                .filter(|pointer| !pointer.is_empty())
                .map(|pointer| Place { pointer, is_exact: false }),
        }
    };
    spans.iter().map(place).collect()
}

/// The pointers of the texts in `value`, which stands at `pointer`; none for what stands there twice.
/// They tell where a value comes from that the kind has made of the document for its templates.
fn gather<'v>(value: &'v Value, pointer: &str, texts: &mut HashMap<&'v str, Option<String>>) {
    match value {
        Value::String(text) => {
            let place = texts.entry(text).and_modify(|place| *place = None);
            place.or_insert_with(|| Some(pointer.to_owned()));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                gather(item, &format!("{pointer}/{index}"), texts);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                gather(member, &format!("{pointer}/{}", escape(key)), texts);
            }
        }
        _ => {}
    }
}

/// Is this what a template prints for the value?
fn is_printed_as(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own == text,
        Value::Array(_) | Value::Object(_) => false,
        value => printed(&Seen::from(Serde(value))).is_ok_and(|printed| printed == text),
    }
}
