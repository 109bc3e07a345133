//! Printing diagnostics: one file per format.

mod github;
pub(super) mod json;
mod sarif;
mod short;
mod text;

use std::collections::HashSet;
use std::io::{self, Write};

use final_report::{Diagnostic, Document, Kind, first_acting, visible};
use serde::Serialize;

use super::Failure;
use super::args::MessageFormat;
use super::terminal::Terminal;

/// A document that was looked at, and what was found.
pub(super) struct Checked<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) kind: Option<&'static Kind>,
    pub(super) found: &'a [Diagnostic],
    /// How many more were found than are printed.
    pub(super) left_out: usize,
    /// Why the document could not even be read.
    pub(super) unread: Option<&'a str>,
}

/// Which stream diagnostics go to: they are what `validate` was asked for, and what `render` has to
/// say about its report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Out,
    Err,
}

/// Prints the diagnostics of one document after another, and counts them.
pub(super) struct Printer {
    format: MessageFormat,
    max: usize,
    stream: Stream,
    colored: bool,
    log: sarif::Log,
    files: usize,
    errors: usize,
    warnings: usize,
    /// The faults of templates that were printed: most documents meet the same ones.
    of_templates: HashSet<TemplateFault>,
}

/// By what a fault of a template is known again. Its words may name a place in the document.
#[derive(PartialEq, Eq, Hash)]
struct TemplateFault {
    template: String,
    code: &'static str,
    /// Line and column.
    place: Option<(usize, usize)>,
}

impl Printer {
    pub(super) fn new(
        terminal: &Terminal,
        stream: Stream,
        format: MessageFormat,
        max: usize,
    ) -> Printer {
        let colored = match stream {
            Stream::Out => terminal.out_is_colored(),
            Stream::Err => terminal.err_is_colored(),
        };
        let log = sarif::Log::default();
        let of_templates = HashSet::new();
        Printer {
            format,
            max,
            stream,
            colored,
            log,
            files: 0,
            errors: 0,
            warnings: 0,
            of_templates,
        }
    }

    /// Prints what was found in a document.
    pub(super) fn document(
        &mut self,
        terminal: &mut Terminal,
        name: &str,
        bytes: &[u8],
        kind: Option<&'static Kind>,
        found: &[Diagnostic],
    ) -> io::Result<()> {
        let errors = found.iter().filter(|diagnostic| diagnostic.is_error()).count();
        self.files += 1;
        self.errors += errors;
        self.warnings += found.len() - errors;
        let shown = &found[..found.len().min(self.max)];
        let left_out = found.len() - shown.len();
        self.print(terminal, &Checked { name, bytes, kind, found: shown, left_out, unread: None })
    }

    /// Prints that a document could not be read.
    pub(super) fn unread(
        &mut self,
        terminal: &mut Terminal,
        name: &str,
        failure: &Failure,
    ) -> io::Result<()> {
        self.files += 1;
        self::failure(terminal, failure);
        let unread = Some(failure.message.as_str());
        let checked = Checked { name, bytes: &[], kind: None, found: &[], left_out: 0, unread };
        match self.format {
            MessageFormat::Json => self.print(terminal, &checked),
            _ => Ok(()),
        }
    }

    /// Prints why there is no report of a document: where a template is at fault, its place in there,
    /// once for all documents.
    pub(super) fn failed(
        &mut self,
        terminal: &mut Terminal,
        name: &str,
        failure: &Failure,
    ) -> io::Result<()> {
        match &failure.template {
            Some(error) => {
                let (name, found) = (error.name(), &*error.diagnostic);
                let place = found.span.as_ref().map(|span| (span.line, span.column));
                let fault = TemplateFault { template: name.clone(), code: found.code.id, place };
                if !self.of_templates.insert(fault) {
                    return Ok(());
                }
                let found = std::slice::from_ref(found);
                self.document(terminal, &visible(&name), error.text.as_bytes(), None, found)
            }
            None => self.unread(terminal, name, failure),
        }
    }

    fn print(&mut self, terminal: &mut Terminal, checked: &Checked<'_>) -> io::Result<()> {
        let out: &mut dyn Write = match self.stream {
            Stream::Out => &mut terminal.out,
            // Programs read a line for each document that has findings.
            Stream::Err if checked.found.is_empty() => return Ok(()),
            Stream::Err => &mut terminal.err,
        };
        match self.format {
            MessageFormat::Text => text::print(out, checked, self.colored),
            MessageFormat::Short => short::print(out, checked),
            MessageFormat::Json => json::print(out, checked),
            MessageFormat::Github => github::print(out, checked),
            MessageFormat::Sarif => {
                self.log.add(checked);
                Ok(())
            }
        }?;
        if checked.left_out > 0 && self.format != MessageFormat::Json {
            terminal.out.flush()?;
            writeln!(
                terminal.err,
                "{}: {} more left out; --max-diagnostics shows more",
                checked.name, checked.left_out
            )?;
        }
        Ok(())
    }

    /// Prints what is printed once, and on standard error how much there was.
    pub(super) fn finish(mut self, terminal: &mut Terminal) -> io::Result<()> {
        self.log(terminal)?;
        if self.stream == Stream::Err && self.errors + self.warnings == 0 {
            return Ok(());
        }
        let files = count(self.files, "file");
        self.total(terminal, &files)
    }

    /// The same for a job that looks at more than it has to say something about: `what` it was.
    pub(super) fn finish_saying(mut self, terminal: &mut Terminal, what: &str) -> io::Result<()> {
        self.log(terminal)?;
        if self.errors + self.warnings == 0 {
            return writeln!(terminal.err, "{what}: nothing wrong");
        }
        self.total(terminal, what)
    }

    fn log(&mut self, terminal: &mut Terminal) -> io::Result<()> {
        if self.format == MessageFormat::Sarif {
            let log = printable(&std::mem::take(&mut self.log).finish());
            match self.stream {
                Stream::Out => writeln!(terminal.out, "{log}")?,
                Stream::Err => writeln!(terminal.err, "{log}")?,
            }
        }
        terminal.out.flush()
    }

    fn total(&self, terminal: &mut Terminal, what: &str) -> io::Result<()> {
        let (errors, warnings) = (count(self.errors, "error"), count(self.warnings, "warning"));
        writeln!(terminal.err, "{what}: {errors}, {warnings}")
    }
}

/// `1 file`, `2 files`.
fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A JSON text in which everything is escaped that would act on a terminal: people read it too.
pub(super) fn printable(json: &impl Serialize) -> String {
    let json = serde_json::to_string(json).expect("values of JSON, written to memory");
    // Such characters stand within strings only, where an escape says the same.
    let mut out = String::with_capacity(json.len());
    let mut rest = json.as_str();
    while let Some((at, c)) = first_acting(rest) {
        out.push_str(&rest[..at]);
        // All of these are in the basic plane.
        out.push_str(&format!("\\u{:04x}", u32::from(c)));
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
    out
}

/// A diagnostic as people read it, without colour.
pub(super) fn plain(name: &str, bytes: &[u8], found: &Diagnostic) -> String {
    let found = std::slice::from_ref(found);
    let mut out = Vec::new();
    let checked = Checked { name, bytes, kind: None, found, left_out: 0, unread: None };
    // Writing to memory cannot fail, and what is written is text.
    let _ = text::print(&mut out, &checked, false);
    String::from_utf8_lossy(&out).trim_end().to_owned()
}

/// Reads a document, as `kind` where that was given.
pub(super) fn parse(
    bytes: &[u8],
    kind: Option<&'static Kind>,
) -> Result<Document, Vec<Diagnostic>> {
    match kind {
        Some(kind) => Document::parse_as(bytes, kind),
        None => Document::parse(bytes),
    }
}

/// Says on standard error why the job could not be done. When that fails too, nobody listens.
pub(super) fn failure(terminal: &mut Terminal, failure: &Failure) {
    let _ = terminal.out.flush();
    if failure.template.is_some() {
        let mut printer = Printer::new(terminal, Stream::Err, MessageFormat::Text, 1);
        let _ = printer.failed(terminal, "", failure);
        let _ = terminal.err.flush();
        return;
    }
    let _ = writeln!(terminal.err, "error: {}", visible(&failure.message));
    if let Some(help) = &failure.help {
        let _ = writeln!(terminal.err, "  help: {}", visible(help));
    }
    let _ = terminal.err.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_holds_every_character_and_none_that_acts_on_a_terminal() {
        for c in '\0'..=char::MAX {
            let text = format!("a{c}b");
            let json = printable(&text);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert_eq!(visible(&json), json, "{c:?}");
        }
    }
}
