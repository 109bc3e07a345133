//! Which characters may stand in a report, and how the others are shown.

use std::fmt::Write as _;

/// The 12 bidirectional control characters: they reorder what a reader sees.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A character that would act on the reader's screen instead of being seen: C0 and C1 controls
/// other than tab and line breaks, DEL, and the bidirectional controls.
pub(crate) fn is_hidden(c: char) -> bool {
    (c.is_control() && c != '\t' && !is_line_break(c)) || is_bidi_control(c)
}

/// Every form a line break takes; CRLF counts as one break, see [`lines`].
pub(crate) fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Writes a hidden character as the name of its code point, `[U+202E]`.
pub(crate) fn push_shown(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "[U+{:04X}]", u32::from(c));
}

/// The same where brackets would be markup: no text that a value can hold is written so.
pub(super) fn push_hidden(out: &mut String, c: char) {
    let _ = write!(out, "&#91;U+{:04X}&#93;", u32::from(c));
}

/// Writes `text` with its hidden characters shown; for places where nothing else needs escaping.
pub(crate) fn push_visible(out: &mut String, text: &str) {
    if text.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        if is_hidden(c) { push_shown(out, c) } else { out.push(c) }
    }
}

/// The lines of a value, without their breaks: CRLF, CR, LF, U+0085, U+2028 and U+2029 alike.
pub(crate) fn lines(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(value);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = text.find(is_line_break) else {
            rest = None;
            return Some(text);
        };
        rest = Some(&text[at + line_break_len(&text[at..])..]);
        Some(&text[..at])
    })
}

/// The length in bytes of the line break that `text` starts with.
pub(crate) fn line_break_len(text: &str) -> usize {
    if text.starts_with("\r\n") { 2 } else { text.chars().next().map_or(0, char::len_utf8) }
}

/// Does `text`, which starts with `&`, begin with a character reference such as `&lt;`?
pub(crate) fn is_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches('#');
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    rest.len() < name.len() && rest.starts_with(';')
}

/// The longest run of `c` in `text`.
pub(crate) fn longest_run(text: &str, c: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for b in text.bytes() {
        run = if b == c { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_line_break_ends_one_line() {
        let value = "a\r\nb\rc\nd\u{85}e\u{2028}f\u{2029}g\n";
        assert_eq!(lines(value).collect::<Vec<_>>(), ["a", "b", "c", "d", "e", "f", "g", ""]);
    }

    #[test]
    fn hidden_characters_are_named_and_right_to_left_text_stays() {
        let mut out = String::new();
        push_visible(&mut out, "a\u{202E}b\u{0}c\u{1b}[31m שלום\t");
        assert_eq!(out, "a[U+202E]b[U+0000]c[U+001B][31m שלום\t");
    }
}
