//! The output of the template engine as lines of template text and values.

use std::ops::Range;

use super::chars;

/// A stretch of a rendered line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// The template's own text, without line breaks.
    Template(&'a str),
    /// What an expression of the template printed.
    Value {
        text: &'a str,
        /// Which of the spans given to [`Lines::new`].
        index: usize,
    },
}

impl<'a> Piece<'a> {
    /// What it says.
    pub(super) fn text(&self) -> &'a str {
        match self {
            Piece::Template(text) | Piece::Value { text, .. } => text,
        }
    }
}

/// Rendered output, cut into lines at the line breaks of the template; those of a value do not
/// count.
pub(crate) struct Lines<'a, S> {
    output: &'a str,
    /// The ranges of the output in order, each with whether it came from an expression.
    spans: std::iter::Enumerate<S>,
    /// What is left of a stretch of template text that holds a line break.
    rest: Option<&'a str>,
    done: bool,
}

impl<'a, S: Iterator<Item = (Range<usize>, bool)>> Lines<'a, S> {
    pub(crate) fn new(output: &'a str, spans: S) -> Self {
        Lines { output, spans: spans.enumerate(), rest: None, done: false }
    }

    /// Puts the next line into `line`, whose memory serves for all of them; false at the end.
    pub(super) fn next_into(&mut self, line: &mut Vec<Piece<'a>>) -> bool {
        line.clear();
        while !self.done {
            if let Some(text) = self.rest.take() {
                let (own, more) = match text.split_once('\n') {
                    Some((own, more)) => (own, Some(more)),
                    None => (text, None),
                };
                if !own.is_empty() {
                    line.push(Piece::Template(own));
                }
                self.rest = more;
                if more.is_some() {
                    return true;
                }
            }
            match self.spans.next() {
                Some((index, (range, true))) => {
                    line.push(Piece::Value { text: &self.output[range], index });
                }
                Some((_, (range, false))) => self.rest = Some(&self.output[range]),
                None => self.done = true,
            }
        }
        !line.is_empty()
    }
}

/// The paragraphs of a value: stretches between blank lines. A value of blanks only is one.
pub(super) fn paragraphs(value: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut current: Option<Range<usize>> = None;
    for line in chars::lines(value) {
        let start = line.as_ptr().addr() - value.as_ptr().addr();
        if line.trim_matches([' ', '\t']).is_empty() {
            found.extend(current.take().map(|range| &value[range]));
        } else {
            let first = current.map_or(start, |range: Range<usize>| range.start);
            current = Some(first..start + line.len());
        }
    }
    found.extend(current.map(|range| &value[range]));
    if found.is_empty() && !value.is_empty() { vec![value] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_line_breaks_of_the_template_end_a_line() {
        let output = "a x\ny\nb";
        let spans = [(0..2, false), (2..5, true), (5..7, false)];
        let mut lines = Lines::new(output, spans.into_iter());
        let mut line = Vec::new();
        assert!(lines.next_into(&mut line));
        assert_eq!(line, [Piece::Template("a "), Piece::Value { text: "x\ny", index: 1 }]);
        assert!(lines.next_into(&mut line));
        assert_eq!(line, [Piece::Template("b")]);
        assert!(!lines.next_into(&mut line));
    }

    #[test]
    fn blank_lines_part_paragraphs() {
        assert_eq!(paragraphs("\n a\nb\r\n \t\r\nc\n\n"), [" a\nb", "c"]);
        assert_eq!(paragraphs("  "), ["  "]);
        assert!(paragraphs("").is_empty());
    }
}
