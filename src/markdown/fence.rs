//! Blocks of code: logs, diffs, outputs, between fences of the template.

use super::chars::{is_hidden, is_line_break, line_break_len, push_shown};

/// Appends a value to the content of a fence. Its lines begin with `indent`, as those of the
/// template's fence do; colour sequences go, other control characters are shown.
pub(super) fn push(out: &mut String, value: &str, indent: &str) {
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        if let Some(len) = colour_sequence_len(rest) {
            taken = len;
        } else if is_line_break(c) {
            taken = line_break_len(rest);
            out.push('\n');
            out.push_str(indent);
        } else if is_hidden(c) {
            push_shown(out, c);
        } else {
            out.push(c);
        }
        rest = &rest[taken..];
    }
}

/// The length of the ANSI sequence that `text` starts with, where that only sets colours
/// (`ESC [ 1;31 m`) or erases the rest of the line (`ESC [ K`), as coloured tools print it.
fn colour_sequence_len(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ';' || c == ':'))?;
    matches!(rest.as_bytes()[end], b'm' | b'K').then_some(end + 3)
}

#[cfg(test)]
mod tests {
    #[test]
    fn colours_go_and_other_sequences_are_seen() {
        let mut out = String::new();
        super::push(&mut out, "\u{1b}[1;31merror\u{1b}[0m\r\n\u{1b}[2Jx\u{7}\u{1b}[", "  ");
        assert_eq!(out, "error\n  [U+001B][2Jx[U+0007][U+001B][");
    }
}
