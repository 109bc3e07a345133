//! For people: every fault with its place in the document.

use std::io::{self, Write};
use std::ops::Range;

use anstream::adapter::strip_str;
use final_report::{Diagnostic, Severity, Span, visible, without_mark};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::Checked;

/// How many columns of a line are shown, and how many of them before the fault.
const COLUMNS: usize = 120;
const COLUMNS_BEFORE: usize = 50;

/// How many bytes around a fault are looked at: a line can be as long as the document.
const BYTES_AROUND: usize = 4 * COLUMNS;

const ERROR: &str = "\x1b[1;31m";
const WARNING: &str = "\x1b[1;33m";
const FRAME: &str = "\x1b[1;34m";
const HELP: &str = "\x1b[1;36m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

pub(super) fn print(out: &mut dyn Write, checked: &Checked<'_>, colored: bool) -> io::Result<()> {
    for found in checked.found {
        let text = diagnostic(found, without_mark(checked.bytes), checked.name);
        if colored {
            out.write_all(text.as_bytes())?;
        } else {
            write!(out, "{}", strip_str(&text))?;
        }
    }
    Ok(())
}

/// The whole text of a diagnostic, with colours, and a blank line behind it.
fn diagnostic(found: &Diagnostic, bytes: &[u8], name: &str) -> String {
    let (color, mark) = match found.severity {
        Severity::Error => (ERROR, '^'),
        Severity::Warning => (WARNING, '^'),
    };
    let mut places: Vec<(&Span, &str, &str)> = Vec::new();
    places.extend(found.span.as_ref().map(|span| (span, found.pointer.as_str(), "")));
    for related in &found.related {
        let span = related.span.as_ref();
        places.extend(span.map(|span| (span, related.pointer.as_str(), related.message.as_str())));
    }
    let last_line = places.iter().map(|(span, ..)| span.line).max().unwrap_or(0);
    let width = last_line.to_string().len();
    let margin = " ".repeat(width);

    let Diagnostic { severity, code, .. } = found;
    let message = visible(&found.message);
    let mut text = format!("{color}{severity}[{}]{PLAIN}{BOLD}: {message}{PLAIN}\n", code.id);
    if places.is_empty() {
        text.push_str(&format!("{margin}{FRAME}-->{PLAIN} {name}\n"));
    }
    for (index, (span, pointer, label)) in places.into_iter().enumerate() {
        let (arrow, color, mark) =
            if index == 0 { ("-->", color, mark) } else { (":::", FRAME, '-') };
        let at =
            if pointer.is_empty() { String::new() } else { format!(" at {}", visible(pointer)) };
        let excerpt = Excerpt::around(bytes, span);
        let carets = mark.to_string().repeat(excerpt.marked.len().max(1));
        let indent = " ".repeat(excerpt.marked.start);
        let label = visible(label);
        let Span { line, column, .. } = span;
        text.push_str(&format!("{margin}{FRAME}{arrow}{PLAIN} {name}:{line}:{column}{at}\n"));
        text.push_str(&format!("{margin} {FRAME}|{PLAIN}\n"));
        text.push_str(&format!("{FRAME}{line:>width$} |{PLAIN} {}\n", excerpt.text));
        let marks = format!("{indent}{color}{carets} {label}");
        text.push_str(&format!("{margin} {FRAME}|{PLAIN} {}{PLAIN}\n", marks.trim_end()));
    }
    if let Some(help) = &found.help {
        text.push_str(&format!("{margin} {FRAME}={PLAIN} {HELP}help{PLAIN}: {}\n", visible(help)));
    }
    text.push('\n');
    text
}

/// A line of the document as a terminal shows it, cut around the fault when it is long.
struct Excerpt {
    text: String,
    /// The columns of the fault.
    marked: Range<usize>,
}

impl Excerpt {
    fn around(bytes: &[u8], span: &Span) -> Excerpt {
        let start = span.bytes.start.min(bytes.len());
        let window = start.saturating_sub(BYTES_AROUND)..bytes.len().min(start + BYTES_AROUND);
        let before = &bytes[window.start..start];
        let line_start = memchr::memrchr(b'\n', before).map(|at| window.start + at + 1);
        let after = &bytes[start..window.end];
        let line_end = memchr::memchr(b'\n', after).map(|at| start + at);
        let cut_before = line_start.is_none() && window.start > 0;
        let cut_after = line_end.is_none() && window.end < bytes.len();
        let line_end = line_end.unwrap_or(window.end);
        let end = span.bytes.end.clamp(start, line_end);

        let shown = |range: Range<usize>| displayed(&bytes[range]);
        let mut before = shown(line_start.unwrap_or(window.start)..start);
        let marked = shown(start..end);
        let mut after = shown(end..line_end);

        let (mut left, mut right) = ("", "");
        if cut_before || before.width() > COLUMNS_BEFORE {
            keep_last(&mut before, COLUMNS_BEFORE);
            left = "…";
        }
        let free = COLUMNS.saturating_sub(before.width());
        let marked_width = marked.width().min(free);
        let mut rest = marked;
        if cut_after || rest.width() + after.width() > free {
            let fault_cut = rest.width() > free;
            keep_first(&mut rest, free);
            keep_first(&mut after, if fault_cut { 0 } else { free - rest.width() });
            right = "…";
        }
        let column = left.width() + before.width();
        let text = format!("{left}{before}{rest}{after}{right}");
        Excerpt { text: text.trim_end().to_owned(), marked: column..column + marked_width }
    }
}

/// Text as it can be shown: a tab as blanks, what would act on the terminal as `�`.
fn displayed(bytes: &[u8]) -> String {
    let mut out = String::new();
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '\t' => out.push_str("    "),
            '\r' => {}
            c if visible(c.encode_utf8(&mut [0; 4])).len() > c.len_utf8() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

fn keep_first(text: &mut String, columns: usize) {
    let mut width = 0;
    let end = text.char_indices().find(|(_, c)| {
        width += c.width().unwrap_or(0);
        width > columns
    });
    if let Some((end, _)) = end {
        text.truncate(end);
    }
}

fn keep_last(text: &mut String, columns: usize) {
    let mut width = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        width += c.width().unwrap_or(0);
        width > columns
    });
    if let Some((start, c)) = start {
        text.drain(..start + c.len_utf8());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, bytes: Range<usize>) -> (String, String) {
        let span = Span { bytes, line: 1, column: 1, end_line: 1, end_column: 1 };
        let Excerpt { text, marked } = Excerpt::around(text.as_bytes(), &span);
        (text, " ".repeat(marked.start) + &"^".repeat(marked.len()))
    }

    #[test]
    fn carets_stand_under_the_fault_behind_wide_characters_and_tabs() {
        let (line, carets) = excerpt("x\n\t\"日本🚀\": 1,\r\ny", 17..18);
        assert_eq!(line, "    \"日本🚀\": 1,");
        assert_eq!(carets, "              ^");
    }

    #[test]
    fn long_lines_are_cut_around_the_fault() {
        let text = format!("{}FAULT{}", "日".repeat(2000), "z".repeat(500));
        let (line, carets) = excerpt(&text, 6000..6005);
        assert!(line.starts_with("…日") && line.ends_with("z…"));
        assert!(line.width() <= COLUMNS + 2, "{}", line.width());
        let shown: String = line
            .chars()
            .scan(0, |w, c| {
                *w += c.width().unwrap();
                Some((*w, c))
            })
            .filter(|(w, _)| *w > carets.find('^').unwrap() && *w <= carets.len())
            .map(|(_, c)| c)
            .collect();
        assert_eq!(shown, "FAULT");
    }

    #[test]
    fn a_fault_that_is_long_itself_is_cut_too() {
        let (line, carets) = excerpt(&format!("[\"{}\"]", "a".repeat(5000)), 1..5003);
        assert!(line.width() <= COLUMNS + 1 && carets.len() <= COLUMNS + 1);
    }
}
