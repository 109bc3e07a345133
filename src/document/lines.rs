//! Byte offsets to lines and columns.

use std::ops::Range;

use crate::diagnostic::Span;

/// The line starts of a text.
pub(crate) struct LineIndex<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1));
        LineIndex { text, starts: starts.collect() }
    }

    /// Line and column of an offset, both from 1, the column in code points.
    fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = &self.text[self.starts[line - 1]..offset];
        // Every byte that does not continue a character begins one.
        let column = before.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() + 1;
        (line, column)
    }

    pub(crate) fn span(&self, bytes: Range<usize>) -> Span {
        let (line, column) = self.position(bytes.start);
        let (end_line, end_column) = self.position(bytes.end.max(bytes.start));
        Span { bytes, line, column, end_line, end_column }
    }
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
}
