//! Prose: inline markdown of the value is kept, everything that would reach further is escaped.
//!
//! The same writer serves headings, whose line breaks become spaces, and table cells (see
//! [`cell`](super::cell)), which escape bars on top.

use super::cell;
use super::chars::{CONTROLS, byte_set, is_hidden, is_line_break, is_reference, line_break_len};
use super::inline::{self, Edges, Token, TokenKind, is_blank_edge};

/// Where a piece of text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) edges: Edges,
    pub(super) in_cell: bool,
    /// Nothing but list markers stands before the value on its line.
    pub(super) opens_block: bool,
}

/// Bytes that may need a closer look; values without any of them are copied as they are.
const SPECIAL: [bool; 256] = byte_set(&[CONTROLS, b"`*_~[]<&\\|\x7f\xC2\xD8\xE2"]);

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
        // A mark of emphasis there has its partner after a line break, so its line is no rule.
        if tokens.get(taken).is_none_or(|token| token.start != mark) {
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
                out.push('<');
                out.push_str(text);
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
                if at == 0 && place.opens_block { "&#10;" } else { place.edges.line_break }
            }
            c if is_hidden(c) => "",
            _ => {
                at += taken;
                continue;
            }
        };
        out.push_str(&value[copied..at]);
        if is_hidden(c) {
            super::chars::push_hidden(out, c);
        } else {
            out.push_str(written);
        }
        at += taken;
        copied = at;
    }
    out.push_str(&value[copied..range.end]);
}

/// Could `text`, which starts with `&` and ends the value, be read as a character reference, with
/// what follows it?
fn begins_reference(text: &str) -> bool {
    let cut_off = text[1..].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#');
    cut_off || is_reference(text)
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

#[cfg(test)]
mod tests {
    use super::super::inline::Class;
    use super::*;

    fn place(in_cell: bool, opens_block: bool) -> Place {
        let space = Class::Space;
        let edges = Edges {
            before: space,
            after: space,
            next: Some('\n'),
            line_break: "<br>",
            opens_line: opens_block,
            in_link: false,
        };
        Place { edges, in_cell, opens_block }
    }

    fn prose(value: &str) -> String {
        let mut out = String::new();
        push(&mut out, value, &place(false, false));
        out
    }

    #[test]
    fn complete_inline_markup_stays() {
        for kept in [
            "`a_b*` and **bold** and _em_ and ~~old~~",
            "~~`old_name`~~.",
            "[text](https://a.b/c_d \"title\")",
            "snake_case_name, 2 * 3, a[0]",
            "***both*** and **a *b* c**",
        ] {
            assert_eq!(prose(kept), kept);
        }
    }

    #[test]
    fn marks_without_a_partner_are_escaped() {
        for (value, escaped) in [
            ("*open", r"\*open"),
            ("**half*", r"\*\*half\*"),
            ("`tick", r"\`tick"),
            ("``a`", r"\`\`a\`"),
            ("[open", r"\[open"),
            ("[a](b", r"\[a\](b"),
            ("![image](x)", r"\![image](x)"),
            ("[^1]", r"\[^1\]"),
            ("~/home", r"\~/home"),
            ("<b>&lt;\\*", r"&lt;b>&amp;lt;\\\*"),
            ("*Ⓐ*b", r"\*Ⓐ\*b"),
            ("*x\u{FEFF}*", "\\*x\u{FEFF}\\*"),
        ] {
            assert_eq!(prose(value), escaped);
        }
    }

    #[test]
    fn marks_beside_a_line_break_are_read_as_it_is_written() {
        let heading = |value: &str| {
            let mut out = String::new();
            let mut place = place(false, false);
            place.edges.line_break = " ";
            push(&mut out, value, &place);
            out
        };
        for (value, in_prose, in_heading) in [
            ("**\n**", "**<br>**", "** **"),
            ("(**\nb**", "(**<br>b**", r"(\*\* b\*\*"),
            ("**b\n**)", "**b<br>**)", r"\*\*b \*\*)"),
            ("__\r\n__", "__<br>__", "__ __"),
            ("*a\u{2028}b*", "*a<br>b*", "*a b*"),
        ] {
            assert_eq!(prose(value), in_prose);
            assert_eq!(heading(value), in_heading);
        }
    }

    #[test]
    fn urls_have_one_extent_for_every_renderer() {
        for (value, written) in [
            ("see https://a.b/c_*d*.", r"see <https://a.b/c_*d>\*."),
            ("(http://a.b/x(1))", "(<http://a.b/x(1)>)"),
            ("https://e.x/?a=1&b", "<https://e.x/?a=1&b>"),
            ("https://e.x/?a&copy;b", "<https://e.x/?a>&amp;copy;b"),
            ("http://😀_x_", r"http\://😀\_x\_"),
            ("www.a.b", r"www\.a.b"),
            ("[https://a.b](c)", r"[https\://a.b](c)"),
        ] {
            assert_eq!(prose(value), written);
        }
    }

    #[test]
    fn nothing_opens_a_block_at_the_start_of_a_line() {
        for (value, written) in [
            ("# h", r"\# h"),
            ("- x", r"\- x"),
            ("12. x", r"12\. x"),
            ("> x", r"\> x"),
            ("---", r"\---"),
            ("***\n***", "***<br>***"),
            ("___\n___", "___<br>___"),
            ("_ _ _", r"\_ _ _"),
            ("[x] done", r"\[x\] done"),
            ("[a]: b", r"\[a\]: b"),
            ("\nx", "&#10;x"),
            ("    x", "&#32;   x"),
            ("#hash", "#hash"),
            ("2.5 is", "2.5 is"),
        ] {
            let mut out = String::new();
            push(&mut out, value, &place(false, true));
            assert_eq!(out, written);
        }
    }

    #[test]
    fn bars_stay_in_their_cell_and_backslashes_before_them_too() {
        for (value, written) in [
            ("a|b", r"a\|b"),
            (r"a\|b", "a&#92;&#124;b"),
            ("`a|b`", r"`a\|b`"),
            (r"`a\|b`", "<code>a&#92;&#124;b</code>"),
            ("a\r\nb\u{2028}c", "a<br>b<br>c"),
            ("\u{202E}(x)", "&#91;U+202E&#93;(x)"),
        ] {
            let mut out = String::new();
            push(&mut out, value, &place(true, false));
            assert_eq!(out, written);
        }
    }

    #[test]
    fn time_is_linear_in_what_is_nested_or_half_open() {
        let ticks: String = (1..440).map(|n| "`".repeat(n) + " ").collect();
        let values = ["[a](".repeat(25_000), "[a](b".repeat(20_000), ticks, "[".repeat(100_000)];
        let more = ["*a _b ~c ".repeat(12_000), "http://".repeat(14_000), "[a](b)".repeat(16_000)];
        let start = std::time::Instant::now();
        for value in values.iter().chain(&more) {
            prose(value);
        }
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }
}
