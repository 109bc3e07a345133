//! Errors of the template engine as diagnostics: where in which template, what is wrong, and what to
//! write instead.

use std::error::Error as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use minijinja::ErrorKind;

use super::Renderer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::document::{Document, LineIndex};
use crate::error::TemplateError;
use crate::labels::{Labels, Language};
use crate::schema::{Member, Outline, nearest};
use crate::templates::{BuiltInTemplate, TemplateFolder, built_in, codes, words};
use crate::view::Lookup;

/// A template as its author wrote it.
pub(crate) struct Source<'s> {
    name: &'s str,
    file: Option<&'s Path>,
    pub(crate) text: &'s str,
    labels: Labels,
}

impl<'s> Source<'s> {
    /// The template of that name: the one in `folder`, or the built-in one.
    pub(crate) fn new(
        name: &'s str,
        folder: Option<&'s TemplateFolder>,
        labels: Labels,
    ) -> Source<'s> {
        match folder.and_then(|folder| folder.get(name)) {
            Some(own) => Source { name, file: Some(&own.path), text: &own.text, labels },
            None => Source { name, file: None, text: built_in(name).unwrap_or_default(), labels },
        }
    }

    /// Where bytes stand that the engine has counted with the labels put in.
    pub(crate) fn span(&self, at: Range<usize>) -> Span {
        let place = |offset| self.labels.place_in(self.text, offset);
        let start = place(at.start);
        let end = if at.end > at.start { place(at.end - 1) + 1 } else { start };
        // Of what goes on over several lines, the first is shown.
        let line = self.text[start..].find('\n').map_or(self.text.len(), |end| start + end);
        let end = (end.clamp(start, line)..=line).find(|end| self.text.is_char_boundary(*end));
        LineIndex::new(self.text.as_bytes()).span(start..end.unwrap_or(line))
    }

    /// What is wrong with the template at these bytes.
    pub(crate) fn error(&self, at: Option<Range<usize>>, mut found: Diagnostic) -> TemplateError {
        if found.span.is_none() {
            found.span = at.map(|at| self.span(at));
        }
        TemplateError {
            template: self.name.to_owned(),
            file: self.file.map(Path::to_path_buf),
            text: Arc::from(self.text),
            diagnostic: Box::new(found),
        }
    }

    /// A value stands where it has no safe form.
    pub(super) fn misplaced(&self, at: Option<Range<usize>>, why: &str) -> TemplateError {
        self.error(at, Diagnostic::new(&codes::MISPLACED_VALUE, "", why))
    }

    /// The template writes more than it may.
    pub(super) fn too_much(&self, at: Option<Range<usize>>, most: usize) -> TemplateError {
        let message = format!("the section gets larger than {most} bytes, which no report needs");
        let help = "write every part of the document once";
        self.error(at, Diagnostic::new(&codes::RUNAWAY, "", message).help(help))
    }

    /// The first characters of a line that are not blank.
    fn line(&self, line: usize) -> Range<usize> {
        let start: usize =
            self.text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
        let text = self.text[start..].lines().next().unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        start + indent..start + text.trim_end().len().max(indent)
    }
}

/// What is wrong with the template of pages.
pub(crate) fn fault_of_page(error: &minijinja::Error, text: &str) -> TemplateError {
    let labels = Labels::of(Language::default());
    let source = Source { name: "html/page", file: None, text, labels };
    let (code, message, help) = said(error);
    let mut found = Diagnostic::new(code, "", message);
    found.help = help;
    let at = error.line().map(|line| source.line(line));
    found.span = at.map(|at| LineIndex::new(text.as_bytes()).span(at));
    source.error(None, found)
}

/// What an error of the template `name` says to its author. `lookups` are what was looked up in the
/// document until it happened.
pub(super) fn explain(
    error: &minijinja::Error,
    name: &str,
    renderer: &Renderer,
    document: Option<&Document>,
    lookups: &[Lookup],
) -> TemplateError {
    let error = innermost(error);
    let name = error.name().unwrap_or(name);
    let source = Source::new(name, renderer.folder(), renderer.labels());
    let missing = missing(error).zip(document);
    let mut found = match missing {
        Some((expression, document)) => missing_value(&expression, document, lookups),
        None => {
            let (code, message, help) = said(error);
            let mut found = Diagnostic::new(code, "", message);
            found.help = help;
            found
        }
    };
    // Lines are counted alike with and without labels, columns are not.
    let range = error.range().filter(|range| range.end > range.start);
    if range.is_none() {
        let line = error.line().map(|line| source.line(line));
        found.span = line.map(|at| LineIndex::new(source.text.as_bytes()).span(at));
    }
    source.error(range, found)
}

/// An included template that fails makes the one fail that includes it; the author wants the first.
fn innermost(error: &minijinja::Error) -> &minijinja::Error {
    let mut inner = error;
    while let Some(source) = inner.source().and_then(|source| source.downcast_ref()) {
        inner = source;
    }
    inner
}

/// The expression that is undefined, where that is what the error is about.
fn missing(error: &minijinja::Error) -> Option<String> {
    if let Some((before, _)) = error.detail().and_then(|detail| detail.split_once("` is undefined"))
    {
        return Some(before.rsplit('`').next().unwrap_or_default().to_owned());
    }
    if error.kind() != ErrorKind::UndefinedError {
        return None;
    }
    let range = error.range()?;
    Some(error.template_source()?.get(range)?.trim().to_owned())
}

fn missing_value(expression: &str, document: &Document, lookups: &[Lookup]) -> Diagnostic {
    let name = expression.rsplit('.').next().unwrap_or(expression);
    let is_it = |lookup: &&Lookup| {
        !lookup.found && lookup.pointer.rsplit('/').next().is_some_and(|last| last == name)
    };
    let lookup = lookups.iter().rev().find(is_it);
    let lookup = lookup.or_else(|| lookups.last().filter(|lookup| !lookup.found));
    let Some(Lookup { pointer, .. }) = lookup else {
        let message = format!("`{expression}` has no value");
        return Diagnostic::new(&codes::MISSING_VALUE, "", message);
    };
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
    let outline = Outline::of(document.kind().schema.parsed()).at(parent);
    let is_named =
        outline.as_ref().is_some_and(|outline| matches!(outline.member(key), Member::Named(_)));
    let message = format!("`{expression}` has no value: nothing stands at {pointer}");
    let found = Diagnostic::new(&codes::MISSING_VALUE, pointer, message);
    if is_named {
        let help =
            format!("not every document has it: ask with `{{% if {expression} is defined %}}`");
        return found.help(help);
    }
    let known = document.value().pointer(parent).and_then(|value| value.as_object());
    let known = known.into_iter().flat_map(|members| members.keys().map(String::as_str));
    let names = known.chain(outline.iter().flat_map(Outline::names));
    match nearest(key, names) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help("the schema of the document knows no such name"),
    }
}

/// Which check an error fails, in words of our own, and what helps.
fn said(error: &minijinja::Error) -> (&'static Code, String, Option<String>) {
    let detail = error.detail().unwrap_or_default();
    let unknown = |what: &str, words: &[&str]| {
        let name = detail.trim_end_matches(" is unknown").rsplit(' ').next().unwrap_or_default();
        words::unknown(what, name, words.iter().copied())
    };
    match error.kind() {
        ErrorKind::SyntaxError | ErrorKind::BadEscape => {
            (&codes::SYNTAX, format!("this cannot be read as a template: {detail}"), None)
        }
        ErrorKind::UnknownFilter => {
            let (message, help) = unknown("filter", words::FILTERS);
            (&codes::UNKNOWN_FUNCTION, message, help)
        }
        ErrorKind::UnknownTest => {
            let (message, help) = unknown("test", words::TESTS);
            (&codes::UNKNOWN_FUNCTION, message, help)
        }
        ErrorKind::UnknownFunction => {
            let (message, help) = unknown("function", words::FUNCTIONS);
            (&codes::UNKNOWN_FUNCTION, message, help)
        }
        ErrorKind::OutOfFuel => {
            let message = "the template does not come to an end in reasonable time".to_owned();
            let help = "loop over parts of the document, not over large ranges".to_owned();
            (&codes::RUNAWAY, message, Some(help))
        }
        ErrorKind::InvalidOperation if detail.contains("recursion limit") => {
            let message = "templates include each other too deep, or without end".to_owned();
            let help = "a template must not include itself".to_owned();
            (&codes::RUNAWAY, message, Some(help))
        }
        // Said by the loader.
        ErrorKind::BadInclude => (&codes::UNKNOWN_TEMPLATE, detail.to_owned(), None),
        ErrorKind::TemplateNotFound => missing_template(detail),
        kind if detail.is_empty() => (&codes::OPERATION, kind.to_string(), None),
        kind => (&codes::OPERATION, format!("{kind}: {detail}"), None),
    }
}

fn missing_template(detail: &str) -> (&'static Code, String, Option<String>) {
    let name = detail.split(['"', '\'']).nth(1).unwrap_or_default();
    let all = BuiltInTemplate::all();
    let names = all.iter().map(|template| template.name.as_str());
    let (message, help) = words::unknown("template", name, names);
    (&codes::UNKNOWN_TEMPLATE, message, help)
}
