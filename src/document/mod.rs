//! A document: JSON with spans, hygiene checked, kind known.

pub(crate) mod codes;
pub(crate) mod edit;
mod lines;
pub(crate) mod places;
mod pointer;
mod read;
mod syntax;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

pub(crate) use lines::LineIndex;
pub(crate) use pointer::{FEW, Step, escape, member, part, pointer};
pub(crate) use read::MAX_EXACT_INTEGER;
pub use read::without_mark;

use crate::check;
use crate::diagnostic::{Diagnostic, Part, Span};
use crate::kinds::{self, Kind};
use crate::options::Options;

/// A JSON document of a known kind.
///
/// Reading it has made sure that it is UTF-8 and one JSON value, that no key stands twice in an
/// object, and that every number survives as written. Whether it satisfies the schema and the rules
/// of its kind is what [`Document::check`] tells.
#[derive(Debug, Clone)]
pub struct Document {
    text: String,
    value: Arc<Value>,
    kind: &'static Kind,
    warnings: Vec<Diagnostic>,
}

impl Document {
    /// Reads a document and recognises its kind by its shape.
    ///
    /// # Errors
    ///
    /// The faults of the JSON (`JS001` to `JS006`), or `SC002` when the shape fits no kind.
    pub fn parse(bytes: &[u8]) -> Result<Document, Vec<Diagnostic>> {
        Self::read(bytes, None)
    }

    /// Reads a document that is known to be of `kind`.
    ///
    /// # Errors
    ///
    /// The faults of the JSON (`JS001` to `JS006`).
    pub fn parse_as(bytes: &[u8], kind: &'static Kind) -> Result<Document, Vec<Diagnostic>> {
        Self::read(bytes, Some(kind))
    }

    fn read(bytes: &[u8], kind: Option<&'static Kind>) -> Result<Document, Vec<Diagnostic>> {
        let reading = read::read(bytes)?;
        let kind = match kind {
            Some(kind) => kind,
            None => kinds::recognise(&reading.value).map_err(|mut fault| {
                place(reading.text, std::slice::from_mut(&mut *fault));
                let mut faults = reading.warnings.clone();
                faults.push(*fault);
                faults
            })?,
        };
        Ok(Document {
            text: reading.text.to_owned(),
            value: Arc::new(reading.value),
            kind,
            warnings: reading.warnings,
        })
    }

    /// The kind of document this is.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The JSON value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The text it was read from, without a byte-order mark; spans refer to it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the value at a JSON pointer stands in the text; of an object or array of several
    /// lines, its opening bracket. `None` where the pointer leads to nothing.
    pub fn span(&self, pointer: &str) -> Option<Span> {
        let place = places::locate(&self.text, std::iter::once(pointer)).remove(pointer)?;
        let bytes = first_line(&self.text, place.value);
        Some(LineIndex::new(self.text.as_bytes()).span(bytes))
    }

    pub(crate) fn shared_value(&self) -> &Arc<Value> {
        &self.value
    }

    /// Everything that is wrong with the document, in its order: first its schema, and where that
    /// is satisfied the rules of its kind.
    pub fn check(&self, options: &Options) -> Vec<Diagnostic> {
        self.check_beside(options, |_, _, _| {})
    }

    /// The same, and what `beside` finds where the schema is satisfied.
    pub(crate) fn check_beside(
        &self,
        options: &Options,
        beside: impl FnOnce(&'static Kind, &Value, &mut Vec<Diagnostic>),
    ) -> Vec<Diagnostic> {
        let mut found = self.warnings.clone();
        found.extend(check::check(self, options, beside));
        options.apply(&mut found);
        place(&self.text, &mut found);
        found.sort_by(|a, b| {
            let key = |d: &Diagnostic| d.span.as_ref().map_or(0, |span| span.bytes.start);
            key(a).cmp(&key(b)).then_with(|| a.code.id.cmp(b.code.id))
        });
        found
    }
}

/// Finds the places in `text` that diagnostics speak of.
pub(crate) fn place(text: &str, diagnostics: &mut [Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    let pointers = diagnostics.iter().flat_map(|d| {
        let related = d.related.iter().map(|r| r.pointer.as_str());
        std::iter::once(d.pointer.as_str()).chain(related)
    });
    let found: HashMap<String, places::Place> = places::locate(text, pointers);
    let lines = LineIndex::new(text.as_bytes());
    let span = |pointer: &str, part: Part| {
        let place = found.get(pointer)?;
        let bytes = match (part, &place.key) {
            (Part::Key, Some(key)) => key.clone(),
            _ => first_line(text, place.value.clone()),
        };
        Some(lines.span(bytes))
    };
    for diagnostic in diagnostics {
        if diagnostic.span.is_none() {
            diagnostic.span = span(&diagnostic.pointer, diagnostic.part);
        }
        for related in &mut diagnostic.related {
            if related.span.is_none() {
                related.span = span(&related.pointer, Part::Value);
            }
        }
    }
}

/// An object or array is pointed at by its opening bracket, not by pages of content.
fn first_line(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    if text[range.clone()].starts_with(['{', '[']) && text[range.clone()].contains('\n') {
        range.start..range.start + 1
    } else {
        range
    }
}
