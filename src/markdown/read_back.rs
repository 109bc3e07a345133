//! Reading back what a person typed into a table cell: the inverse of escaping.
//!
//! An escape is undone exactly where rendering the value would have written it. What rendering
//! would not have written is text that the person meant as it stands: a bare bar, a lone `*`, a
//! backslash in a path. The value then renders to the typed text where that is canonical, and to a
//! cell that shows the typed text where it is not.

use std::borrow::Cow;
use std::collections::HashSet;

use super::chars::is_hidden;
use super::line::{LineKind, LineWriter};
use super::lines::Piece;

/// Character references that escaping writes in a cell, each with what it stands for.
const REFERENCES: [(&str, &str); 5] = [
    (super::cell::BACKSLASH_AND_BAR, r"\|"),
    ("&#32;", " "),
    ("&#9;", "\t"),
    ("&lt;", "<"),
    ("&amp;", "&"),
];

/// The forms of a line break in a cell; rendering writes the first.
const BREAKS: [&str; 3] = ["<br>", "<br/>", "<br />"];

/// A stretch of a cell's source, and the characters of the value that it stands for.
#[derive(Debug, PartialEq, Eq)]
struct Token<'s> {
    source: &'s str,
    meaning: Cow<'s, str>,
}

impl Token<'_> {
    fn is_escape(&self) -> bool {
        self.source != self.meaning
    }

    fn is_break(&self) -> bool {
        self.meaning == "\n"
    }
}

/// The value that a person means who has typed `source` into a table cell.
pub(crate) fn cell_value(source: &str) -> String {
    let source = source.trim_matches([' ', '\t']);
    let typed = tokens(source);
    let undone: String = typed.iter().map(|token| token.meaning.as_ref()).collect();
    if undone == source {
        return undone;
    }
    let canonical = cell_source(&undone);
    let written = tokens(&canonical);
    let mut escapes: HashSet<(usize, &str)> = HashSet::with_capacity(written.len());
    let mut at = 0;
    for token in &written {
        if token.is_escape() {
            escapes.insert((at, token.source));
        }
        at += token.meaning.len();
    }
    let mut value = String::with_capacity(source.len());
    let mut at = 0;
    for token in &typed {
        let undo = token.is_break() || escapes.contains(&(at, token.source));
        value.push_str(if undo { &token.meaning } else { token.source });
        at += token.meaning.len();
    }
    value
}

/// The source of a table cell that holds `value`, as a template writes it.
fn cell_source(value: &str) -> String {
    let mut row = String::with_capacity(value.len() + 8);
    let line =
        [Piece::Template("| "), Piece::Value { text: value, index: 0 }, Piece::Template(" |")];
    // Nothing is misplaced in a cell.
    let _ = LineWriter::new(&mut row, &mut String::new(), LineKind::Row).write(&line, &mut []);
    let cell = row.strip_prefix("| ").and_then(|row| row.strip_suffix('|')).unwrap_or_default();
    cell.strip_suffix(' ').unwrap_or(cell).to_owned()
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    // Where the code span that `at` is in ends.
    let mut code_end = 0;
    while at < source.len() {
        let rest = &source[at..];
        if at >= code_end && rest.starts_with('`') {
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            if let Some(end) = closing_run(&rest[ticks..], ticks) {
                code_end = at + ticks + end;
            }
            found.push(Token { source: &rest[..ticks], meaning: Cow::Borrowed(&rest[..ticks]) });
            at += ticks;
            continue;
        }
        let token = if at < code_end { in_code(rest) } else { in_text(rest) };
        let token = token.unwrap_or_else(|| {
            let c = &rest[..rest.chars().next().map_or(1, char::len_utf8)];
            Token { source: c, meaning: Cow::Borrowed(c) }
        });
        at += token.source.len();
        found.push(token);
    }
    found
}

/// Where the run of exactly `ticks` backticks ends that closes a code span.
fn closing_run(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        at = start + text[start..].len() - text[start..].trim_start_matches('`').len();
        if at - start == ticks {
            return Some(at);
        }
    }
    None
}

/// A row is split into cells before its code spans are read.
fn in_code(rest: &str) -> Option<Token<'_>> {
    let source = rest.get(..2).filter(|s| *s == r"\|")?;
    Some(Token { source, meaning: Cow::Borrowed("|") })
}

fn in_text(rest: &str) -> Option<Token<'_>> {
    match rest.as_bytes()[0] {
        b'\\' => {
            let c = rest[1..].chars().next().filter(char::is_ascii_punctuation)?;
            Some(Token { source: &rest[..2], meaning: Cow::Owned(c.to_string()) })
        }
        b'&' => hidden(rest).or_else(|| {
            REFERENCES.iter().find_map(|(reference, meaning)| {
                let source = rest.get(..reference.len()).filter(|s| s == reference)?;
                Some(Token { source, meaning: Cow::Borrowed(meaning) })
            })
        }),
        b'<' => line_break(rest).or_else(|| autolink(rest)).or_else(|| code_element(rest)),
        _ => None,
    }
}

/// The name of a hidden character, as [`push_hidden`](super::chars::push_hidden) writes it.
fn hidden(rest: &str) -> Option<Token<'_>> {
    let name = rest.strip_prefix("&#91;U+")?;
    let hex = &name[..name.find("&#93;")?];
    let c = char::from_u32(u32::from_str_radix(hex, 16).ok()?).filter(|c| is_hidden(*c))?;
    let source = &rest[..hex.len() + "&#91;U+&#93;".len()];
    Some(Token { source, meaning: Cow::Owned(c.to_string()) })
}

fn line_break(rest: &str) -> Option<Token<'_>> {
    let found = BREAKS
        .iter()
        .find_map(|form| rest.get(..form.len()).filter(|source| source.eq_ignore_ascii_case(form)));
    found.map(|source| Token { source, meaning: Cow::Borrowed("\n") })
}

/// A URL that was bare in the value.
fn autolink(rest: &str) -> Option<Token<'_>> {
    let source = &rest[..=rest.find('>')?];
    let url = &source[1..source.len() - 1];
    let (scheme, _) = url.split_once("://")?;
    let known = ["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let bare = known && !url.contains(|c: char| c.is_whitespace() || c == '<');
    bare.then_some(Token { source, meaning: Cow::Borrowed(url) })
}

/// A code span of the value that a cell could only hold as an element.
fn code_element(rest: &str) -> Option<Token<'_>> {
    let inner = rest.strip_prefix("<code>")?;
    let inner = &inner[..inner.find("</code>")?];
    let mut code = String::with_capacity(inner.len());
    let mut left = inner;
    while let Some(c) = left.chars().next() {
        if let Some(name) = hidden(left) {
            code.push_str(&name.meaning);
            left = &left[name.source.len()..];
            continue;
        }
        let reference = left.strip_prefix("&#").and_then(|rest| rest.split_once(';'));
        let decoded = reference
            .and_then(|(digits, rest)| Some((char::from_u32(digits.parse().ok()?)?, rest)));
        let (c, rest) = decoded.unwrap_or((c, &left[c.len_utf8()..]));
        code.push(c);
        left = rest;
    }
    let mut meaning = String::with_capacity(code.len() + 4);
    super::code_span::push_fenced(&mut meaning, &code, String::push_str);
    let source = &rest[..inner.len() + "<code></code>".len()];
    Some(Token { source, meaning: Cow::Owned(meaning) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_of_ours_are_undone_and_others_are_text() {
        for (typed, value) in [
            ("yes", "yes"),
            ("  padded\t", "padded"),
            ("a|b", "a|b"),
            (r"a\|b", "a|b"),
            ("`x|y` and `x\\|y`", "`x|y` and `x|y`"),
            ("&#92;&#124;", r"\|"),
            ("one<br>two<BR/>three", "one\ntwo\nthree"),
            ("a|b<br>c * d", "a|b\nc * d"),
            (r"C:\temp\new", r"C:\temp\new"),
            (r"C:\.x", r"C:\.x"),
            (r"\*x", "*x"),
            ("*x", "*x"),
            ("a &lt; b &amp; c", "a < b &amp; c"),
            ("<https://a.b/c> https://d.e", "https://a.b/c https://d.e"),
            ("<b>", "<b>"),
            ("&#91;U+202E&#93;", "\u{202E}"),
            ("<code>a&#92;&#124;b</code>", r"`a\|b`"),
            ("<code>&#92;&#124;&#91;U+202E&#93;</code>", "`\\|\u{202E}`"),
            ("<code>plain</code>", "<code>plain</code>"),
            ("`a<br>b`", "`a<br>b`"),
            ("", ""),
        ] {
            assert_eq!(cell_value(typed), value, "{typed}");
        }
    }

    /// Text out of what means something in a cell.
    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(
            r"a|\||\\||\|`|``|*|**|_|~|[|]|(|)|](u)|<|>|<br>|&|&lt;|&amp;|&#92;|http://x.y|www.|é😀|.|:| |<code>|</code>|!|#|-|[U+202E]"
                .split('|')
                .chain(["|", r"\|", "||", "\u{202E}", "\n", "&#92;&#124;"])
                .collect::<Vec<_>>(),
        );
        prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

        #[test]
        fn what_rendering_wrote_reads_back_to_the_same_cell(value in hostile()) {
            let source = cell_source(&value);
            let back = cell_value(&source);
            prop_assert_eq!(cell_source(&back), source);
            // A code span may come back with shorter fences, and with names of characters that it
            // cannot hide; the rest is exact.
            let hides = value.contains('`') && value.contains('\u{202E}');
            if !(hides || value.contains(r"\|")) {
                prop_assert_eq!(back, value);
            }
        }

        #[test]
        fn whatever_is_typed_reaches_a_fixed_point(typed in hostile()) {
            let typed = typed.replace(['\n', '\u{202E}'], " ");
            let value = cell_value(&typed);
            let source = cell_source(&value);
            prop_assert_eq!(cell_source(&cell_value(&source)), source.as_str());
            // A code span may come back with shorter fences.
            if !value.contains(r"\|") {
                prop_assert_eq!(cell_value(&source), value);
            }
        }

        #[test]
        fn text_without_escapes_is_taken_as_it_stands(typed in hostile()) {
            let typed = typed.replace(['\n', '\\', '&', '<'], "");
            prop_assert_eq!(cell_value(&typed), typed.trim_matches(' '));
        }
    }
}
