//! Text in a table cell: as prose, and every bar escaped, in code spans too.
//!
//! A row is split into cells before its inline markup is read, and `\|` in a cell becomes a bar
//! everywhere, code spans included. A backslash *before* a bar therefore needs another form.

use super::chars::{is_hidden, push_hidden, push_visible};

/// A backslash and a bar of the value, in prose.
pub(super) const BACKSLASH_AND_BAR: &str = "&#92;&#124;";

/// Appends a complete code span of a value, its `ticks` backticks included.
pub(super) fn push_code_span(out: &mut String, span: &str, ticks: usize) {
    if span.contains(r"\|") {
        // The reader sees a span without the one blank that may pad it on either side.
        let content = &span[ticks..span.len() - ticks];
        let padded = content.len() > 2 && content.starts_with(' ') && content.ends_with(' ');
        let bare = padded && content.bytes().any(|b| b != b' ');
        push_code_element(out, if bare { &content[1..content.len() - 1] } else { content });
    } else {
        push_escaping_bars(out, span);
    }
}

/// Appends the inside of a code span, its bars escaped. The inside holds no `\|`.
pub(super) fn push_escaping_bars(out: &mut String, code: &str) {
    for (index, part) in code.split('|').enumerate() {
        if index > 0 {
            out.push_str(r"\|");
        }
        push_visible(out, part);
    }
}

/// Appends code that no code span of a cell can hold, as an element. Its content is inline
/// markdown again, so every mark in it is a reference.
pub(super) fn push_code_element(out: &mut String, code: &str) {
    out.push_str("<code>");
    for (at, c) in code.char_indices() {
        let edge = at == 0 || at + c.len_utf8() == code.len();
        if is_hidden(c) {
            push_hidden(out, c);
        } else if c.is_ascii_punctuation() || (edge && c == ' ') {
            out.push_str(&format!("&#{};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out.push_str("</code>");
}
