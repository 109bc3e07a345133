//! Prose: inline markdown of the value is kept, everything that would reach further is escaped.
//!
//! The same writer serves headings, whose line breaks become spaces, and table cells (see
//! [`cell`](super::cell)), which escape bars on top.

use super::cell;
use super::chars::{is_hidden, is_line_break, line_break_len, push_shown};
use super::inline::{self, Edges, Token, TokenKind, is_blank_edge};

/// Where a piece of text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) edges: Edges,
    /// What a line break of the value becomes.
    pub(super) line_break: &'static str,
    pub(super) in_cell: bool,
    /// Nothing but list markers stands before the value on its line.
    pub(super) opens_block: bool,
}

/// Bytes that may need a closer look; values without any of them are copied as they are.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < 32 {
        table[at] = at != b'\t' as usize;
        at += 1;
    }
    let special = b"`*_~[]<&\\|\x7f\xC2\xD8\xE2";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

fn is_plain(value: &str) -> bool {
    let bytes = value.as_bytes();
    let blank = |b: &u8| matches!(b, b' ' | b'\t');
    if bytes.first().is_some_and(blank) || bytes.last().is_some_and(blank) {
        return false;
    }
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        // A bare URL, or the end of `www.`.
        b':' => bytes.get(at + 1) != Some(&b'/'),
        b'.' => at == 0 || !bytes[at - 1].eq_ignore_ascii_case(&b'w'),
        byte => !SPECIAL[*byte as usize],
    })
}

/// Appends `value` to `out`, escaped for its place.
pub(super) fn push(out: &mut String, value: &str, place: &Place) {
    let block_mark = if place.opens_block { block_mark(value) } else { None };
    if block_mark.is_none() && is_plain(value) {
        out.push_str(value);
        return;
    }
    let mut tokens = inline::read(value, place.edges);
    if let Some(mark) = block_mark {
        let taken = tokens.partition_point(|token| token.start < mark);
        let covered = |t: &Token| t.start == mark && t.kind == TokenKind::Escape;
        if !tokens.get(taken).is_some_and(covered) {
            tokens.insert(taken, Token { start: mark, end: mark + 1, kind: TokenKind::Escape });
        }
    }
    let mut at = 0;
    for token in &tokens {
        push_plain(out, value, at..token.start, place);
        let text = &value[token.start..token.end];
        match token.kind {
            TokenKind::Escape => {
                for c in text.chars() {
                    out.push('\\');
                    out.push(c);
                }
            }
            TokenKind::Mark => out.push_str(text),
            TokenKind::Url => {
                // Backslashes mean nothing in here, character references do.
                out.push('<');
                push_plain(out, value, token.start..token.end, place);
                out.push('>');
            }
            TokenKind::Code { ticks } if place.in_cell => cell::push_code_span(out, text, ticks),
            TokenKind::Code { .. } => super::chars::push_visible(out, text),
            // A bar can stand here, in a destination or a title.
            TokenKind::LinkEnd => push_plain(out, value, token.start..token.end, place),
        }
        at = token.end;
    }
    push_plain(out, value, at..value.len(), place);
}

/// Text without marks: what is left to do is HTML, references, backslashes, bars and breaks.
fn push_plain(out: &mut String, value: &str, range: std::ops::Range<usize>, place: &Place) {
    let mut copied = range.start;
    let mut at = range.start;
    while at < range.end {
        let byte = value.as_bytes()[at];
        let blank_edge = is_blank_edge(value, at);
        if !SPECIAL[byte as usize] && !blank_edge {
            at += 1;
            continue;
        }
        let rest = &value[at..];
        let Some(c) = rest.chars().next() else { break };
        let mut taken = c.len_utf8();
        let written: &str = match c {
            ' ' if blank_edge => "&#32;",
            '\t' if blank_edge => "&#9;",
            '<' => "&lt;",
            '&' if begins_reference(rest) => "&amp;",
            '\\' if place.in_cell && rest[1..].starts_with('|') => {
                taken = 2;
                cell::BACKSLASH_AND_BAR
            }
            '\\' => r"\\",
            '|' if place.in_cell => r"\|",
            c if is_line_break(c) => {
                taken = line_break_len(rest);
                // A tag that opens its line could be the whole of it, and then a block of HTML.
                if at == 0 && place.opens_block { "&#10;" } else { place.line_break }
            }
            c if is_hidden(c) => "",
            _ => {
                at += taken;
                continue;
            }
        };
        out.push_str(&value[copied..at]);
        if is_hidden(c) {
            // Brackets of our own must not become a link either.
            out.push('\\');
            push_shown(out, c);
            out.insert(out.len() - 1, '\\');
        } else {
            out.push_str(written);
        }
        at += taken;
        copied = at;
    }
    out.push_str(&value[copied..range.end]);
}

/// Could `text`, which starts with `&`, be read as a character reference?
fn begins_reference(text: &str) -> bool {
    let name = text[1..].trim_start_matches('#');
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    // At the end of the value, what follows is not ours to know.
    rest.is_empty() || rest.starts_with(';')
}

/// The place of the character that would make a block out of a line that begins with `value`:
/// a heading, quote, list, rule, fence, task box or link definition.
fn block_mark(value: &str) -> Option<usize> {
    let first = *value.as_bytes().first()?;
    let line = value.split(is_line_break).next().unwrap_or(value);
    let then_blank = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let opens = match first {
        b'#' => {
            let rest = line.trim_start_matches('#');
            line.len() - rest.len() <= 6 && then_blank(rest)
        }
        b'>' | b'|' => true,
        b'~' => line.starts_with("~~~"),
        b'-' | b'+' | b'*' if then_blank(&line[1..]) => true,
        b'-' | b'*' | b'_' => is_rule(line, first as char),
        b'=' => line.trim_end().bytes().all(|b| b == b'='),
        b'0'..=b'9' => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = line.len() - rest.len();
            let list = digits <= 9 && rest.starts_with(['.', ')']) && then_blank(&rest[1..]);
            return list.then_some(digits);
        }
        _ => false,
    };
    opens.then_some(0)
}

fn is_rule(line: &str, mark: char) -> bool {
    line.chars().filter(|c| *c == mark).count() >= 3
        && line.chars().all(|c| c == mark || c == ' ' || c == '\t')
}
