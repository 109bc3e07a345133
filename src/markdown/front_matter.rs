//! The YAML header: JSON-style double-quoted scalars.

use std::fmt::Write as _;

use super::chars::{is_hidden, is_line_break, push_shown};

/// Appends the inside of a double-quoted scalar; the quotes are the template's.
pub(super) fn push(out: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) => push_shown(out, c),
            // Breaks a line to YAML, is no printable character there, or is a byte-order mark.
            c if is_line_break(c) || matches!(c, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}') => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}
