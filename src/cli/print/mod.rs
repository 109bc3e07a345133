//! Printing diagnostics: one file per format.

mod json;
mod text;

use std::io::{self, Write};

use final_report::{Diagnostic, Document, Kind, visible};

use super::Failure;
use super::args::MessageFormat;
use super::terminal::Terminal;

/// A document that was looked at, and what was found.
pub(super) struct Checked<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) kind: Option<&'static Kind>,
    pub(super) found: &'a [Diagnostic],
}

impl Checked<'_> {
    fn is_valid(&self) -> bool {
        !self.found.iter().any(Diagnostic::is_error)
    }
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

pub(super) fn to_stdout(
    terminal: &mut Terminal,
    format: MessageFormat,
    checked: &Checked<'_>,
) -> io::Result<()> {
    let colored = terminal.out_is_colored();
    print(&mut terminal.out, format, checked, colored)
}

pub(super) fn to_stderr(
    terminal: &mut Terminal,
    format: MessageFormat,
    checked: &Checked<'_>,
) -> io::Result<()> {
    if checked.found.is_empty() {
        return Ok(());
    }
    let colored = terminal.err_is_colored();
    print(&mut terminal.err, format, checked, colored)
}

fn print(
    out: &mut impl Write,
    format: MessageFormat,
    checked: &Checked<'_>,
    colored: bool,
) -> io::Result<()> {
    match format {
        MessageFormat::Text => text::print(out, checked, colored),
        MessageFormat::Json => json::print(out, checked),
    }
}

/// Says on standard error why the job could not be done. When that fails too, nobody listens.
pub(super) fn failure(terminal: &mut Terminal, failure: &Failure) {
    let _ = terminal.out.flush();
    let _ = writeln!(terminal.err, "error: {}", visible(&failure.message));
    if let Some(help) = &failure.help {
        let _ = writeln!(terminal.err, "  help: {help}");
    }
    let _ = terminal.err.flush();
}
