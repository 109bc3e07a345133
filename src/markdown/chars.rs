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

/// The controls of ASCII below the blank, but for the tab.
pub(super) const CONTROLS: &[u8] = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\n\x0b\x0c\r\x0e\x0f\
    \x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";

/// Bytes as a table, for a look at each byte of a text.
pub(super) const fn byte_set(bytes: &[&[u8]]) -> [bool; 256] {
    let mut set = [false; 256];
    let mut part = 0;
    while part < bytes.len() {
        let mut at = 0;
        while at < bytes[part].len() {
            set[bytes[part][at] as usize] = true;
            at += 1;
        }
        part += 1;
    }
    set
}

/// Does this character act on a terminal, reorder what a reader sees, or break a line? Such are the
/// hidden ones, line breaks and the tab.
fn acts(c: char) -> bool {
    c.is_control() || is_hidden(c) || is_line_break(c)
}

/// Is it a byte with which those begin?
const fn may_act(byte: u8) -> bool {
    byte < b' ' || matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2)
}

/// The first character of `text` that acts on a terminal, reorders what a reader sees or breaks a
/// line, and where it stands.
pub(crate) fn first_acting(text: &str) -> Option<(usize, char)> {
    let mut from = 0;
    loop {
        let at = from + first_that_may_act(&text.as_bytes()[from..])?;
        let c = text[at..].chars().next()?;
        if acts(c) {
            return Some((at, c));
        }
        from = at + c.len_utf8();
    }
}

fn first_that_may_act(bytes: &[u8]) -> Option<usize> {
    // Stretches without any are passed over at once: the compiler compares all of their bytes
    // together.
    const STRETCH: usize = 64;
    let holds_one = |stretch: &[u8]| stretch.iter().fold(false, |one, b| one | may_act(*b));
    let start = STRETCH * bytes.chunks(STRETCH).position(holds_one)?;
    Some(start + bytes[start..].iter().position(|byte| may_act(*byte))?)
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
    fn every_character_that_acts_is_found_by_its_first_byte() {
        for c in '\0'..=char::MAX {
            let text = format!("a—{c}");
            assert_eq!(first_acting(&text), acts(c).then_some((4, c)), "{c:?}");
        }
    }

    #[test]
    fn hidden_characters_are_named_and_right_to_left_text_stays() {
        let mut out = String::new();
        push_visible(&mut out, "a\u{202E}b\u{0}c\u{1b}[31m שלום\t");
        assert_eq!(out, "a[U+202E]b[U+0000]c[U+001B][31m שלום\t");
    }
}
