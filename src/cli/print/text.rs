//! For people: every fault with its place in the document.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use final_report::{Diagnostic, Severity, Span};

use super::Checked;

/// How much of a long line is shown before and after a fault, in bytes.
const AROUND: usize = 200;

pub(super) fn print(out: &mut impl Write, checked: &Checked<'_>, colored: bool) -> io::Result<()> {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    // Offsets count from behind a byte-order mark.
    let bytes = checked.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(checked.bytes);
    for found in checked.found {
        let level = match found.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(found.message.as_str()).id(found.code.id);
        let mut group = excerpts(Group::with_title(title), bytes, checked.name, found);
        if let Some(help) = &found.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        writeln!(out, "{}\n", renderer.render(&[group]))?;
    }
    Ok(())
}

fn excerpts<'a>(
    group: Group<'a>,
    bytes: &'a [u8],
    name: &'a str,
    found: &'a Diagnostic,
) -> Group<'a> {
    let Some(span) = &found.span else {
        return group.element(Origin::path(name));
    };
    let mut places = vec![(span, None)];
    for related in &found.related {
        places.extend(related.span.as_ref().map(|span| (span, Some(related.message.as_str()))));
    }
    let mut group = group;
    for (index, (span, label)) in places.into_iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let window = Window::around(bytes, span);
        let annotation = kind.span(window.span.clone()).label(label);
        let snippet = Snippet::source(window.text).line_start(span.line).annotation(annotation);
        let origin = Origin::path(name).line(span.line).char_column(span.column);
        group = group.element(origin).element(snippet);
    }
    group
}

/// The line of a fault, cut around it when it is long.
struct Window {
    text: String,
    span: std::ops::Range<usize>,
}

impl Window {
    fn around(bytes: &[u8], span: &Span) -> Window {
        let start = span.bytes.start.min(bytes.len());
        let line_start = bytes[..start].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let line_end =
            bytes[start..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| start + at);
        let end = span.bytes.end.clamp(start, line_end);
        let from = line_start.max(start.saturating_sub(AROUND));
        let to = line_end.min(end.min(start + AROUND) + AROUND);
        let text =
            |range: std::ops::Range<usize>| String::from_utf8_lossy(&bytes[range]).into_owned();
        let before = text(from..start);
        let inside = text(start..end.min(to));
        let after = text(end.min(to)..to);
        let span = before.len()..before.len() + inside.len();
        let text = format!("{before}{inside}{}", after.trim_end_matches('\r'));
        Window { text, span }
    }
}
