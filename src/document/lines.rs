//! Byte offsets to lines and columns.

use std::ops::Range;

use crate::diagnostic::Span;

/// How many bytes lie between two places where characters were counted.
const STRIDE: usize = 4096;

/// The line starts of a text, and the characters before every stride: a line can be as long as the
/// document, and hold a hundred thousand faults.
pub(crate) struct LineIndex<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
    counted: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1));
        let counted = text.chunks(STRIDE).scan(0, |before, chunk| {
            let here = *before;
            *before += characters(chunk);
            Some(here)
        });
        LineIndex { text, starts: starts.collect(), counted: counted.collect() }
    }

    /// The number of characters before an offset.
    fn characters_before(&self, offset: usize) -> usize {
        let stride = offset / STRIDE;
        match self.counted.get(stride) {
            Some(counted) => counted + characters(&self.text[stride * STRIDE..offset]),
            None => characters(self.text),
        }
    }

    /// Line and column of an offset, both from 1, the column in code points.
    fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, self.characters_before(offset) - self.characters_before(start) + 1)
    }

    pub(crate) fn span(&self, bytes: Range<usize>) -> Span {
        let (line, column) = self.position(bytes.start);
        let (end_line, end_column) = self.position(bytes.end.max(bytes.start));
        Span { bytes, line, column, end_line, end_column }
    }
}

/// Every byte that does not continue a character begins one.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_code_points() {
        let text = "a\n 日本🚀x\n";
        let span = LineIndex::new(text.as_bytes()).span(9..14);
        assert_eq!((span.line, span.column, span.end_line, span.end_column), (2, 4, 2, 6));
    }

    #[test]
    fn columns_are_right_on_lines_of_any_length() {
        let text = format!("x\n{}", "日".repeat(STRIDE));
        let lines = LineIndex::new(text.as_bytes());
        for (at, column) in [(2, 1), (5, 2), (2 + 3 * 2000, 2001), (text.len(), STRIDE + 1)] {
            assert_eq!(lines.span(at..at).column, column);
        }
    }
}
