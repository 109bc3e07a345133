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
        /// Which of the spans given to [`pieces_by_line`].
        index: usize,
    },
}

/// Cuts `output` into lines at the line breaks of the template; those of a value do not count.
///
/// `spans` holds the ranges of the output in order, each with whether it came from an expression.
pub(crate) fn pieces_by_line<'a>(
    output: &'a str,
    spans: impl Iterator<Item = (Range<usize>, bool)>,
) -> impl Iterator<Item = Vec<Piece<'a>>> {
    let mut spans = spans.enumerate();
    let mut rest: Option<&'a str> = None;
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let mut line = Vec::new();
        loop {
            if let Some(text) = rest.take() {
                let (own, more) = match text.split_once('\n') {
                    Some((own, more)) => (own, Some(more)),
                    None => (text, None),
                };
                if !own.is_empty() {
                    line.push(Piece::Template(own));
                }
                rest = more;
                if more.is_some() {
                    return Some(line);
                }
            }
            match spans.next() {
                Some((index, (range, true))) => {
                    line.push(Piece::Value { text: &output[range], index });
                }
                Some((_, (range, false))) => rest = Some(&output[range]),
                None => {
                    done = true;
                    return (!line.is_empty()).then_some(line);
                }
            }
        }
    })
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
        let lines: Vec<_> = pieces_by_line(output, spans.into_iter()).collect();
        let first = vec![Piece::Template("a "), Piece::Value { text: "x\ny", index: 1 }];
        assert_eq!(lines, [first, vec![Piece::Template("b")]]);
    }

    #[test]
    fn blank_lines_part_paragraphs() {
        assert_eq!(paragraphs("\n a\nb\r\n \t\r\nc\n\n"), [" a\nb", "c"]);
        assert_eq!(paragraphs("  "), ["  "]);
        assert!(paragraphs("").is_empty());
    }
}
