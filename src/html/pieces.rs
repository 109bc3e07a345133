//! Pieces of the page's own HTML, each held back until the report around it has been cleaned.
//!
//! A piece is marked in the report's HTML by its number between two control characters. Canonical
//! markdown names control characters instead of holding them, so that no value can write a mark.

use std::borrow::Cow;
use std::fmt::Write as _;

const OPENING: char = '\u{1}';
const CLOSING: char = '\u{2}';

/// The pieces of one page.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    html: Vec<String>,
}

impl Pieces {
    /// Keeps a piece; returns the mark that stands for it.
    pub(super) fn keep(&mut self, html: impl Into<String>) -> String {
        self.html.push(html.into());
        format!("{OPENING}{}{CLOSING}", self.html.len() - 1)
    }

    /// Puts every piece where its mark is.
    pub(super) fn put_into(&self, cleaned: &str) -> String {
        let len = cleaned.len() + self.html.iter().map(String::len).sum::<usize>();
        let mut out = String::with_capacity(len);
        let mut rest = cleaned;
        while let Some((before, after)) = rest.split_once(OPENING) {
            out.push_str(before);
            let (number, after) = after.split_once(CLOSING).unwrap_or((after, ""));
            let piece = number.parse().ok().and_then(|number: usize| self.html.get(number));
            // Writing to a string cannot fail.
            let _ = out.write_str(piece.map_or("", String::as_str));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// Markdown without the two characters of a mark: canonical markdown has neither, unless a template
/// of one's own does.
pub(super) fn without_marks(markdown: &str) -> Cow<'_, str> {
    if markdown.contains([OPENING, CLOSING]) {
        markdown.replace([OPENING, CLOSING], "\u{FFFD}").into()
    } else {
        markdown.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_where_their_marks_were() {
        let mut pieces = Pieces::default();
        let (a, b) = (pieces.keep("<a>"), pieces.keep("<b>\u{1}0\u{2}"));
        assert_eq!(pieces.put_into(&format!("x{b}y{a}z")), "x<b>\u{1}0\u{2}y<a>z");
        assert_eq!(pieces.put_into("\u{1}7\u{2} \u{1}x\u{2} \u{1}0"), "  <a>");
        assert_eq!(without_marks("a\u{1}0\u{2}"), "a\u{FFFD}0\u{FFFD}");
    }
}
