//! Which piece of rendered output each part of a page was written from, for those who ask.

use super::lines::Piece;

/// Where the writing of a piece began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Byte of the page.
    pub(crate) at: usize,
    /// Byte of the rendered output.
    pub(crate) output: usize,
}

/// A mark for every piece of the rendered output, in its order.
#[derive(Debug)]
pub(super) struct Trace {
    /// Where the output is in memory: pieces are parts of it.
    output: usize,
    pub(super) marks: Vec<Mark>,
    /// Where those of the line being written begin.
    line: usize,
}

impl Trace {
    pub(super) fn of(output: &str) -> Trace {
        Trace { output: output.as_ptr().addr(), marks: Vec::new(), line: 0 }
    }

    /// Marks the pieces of a line at the place where the line begins.
    pub(super) fn begin_line(&mut self, at: usize, line: &[Piece<'_>]) {
        self.line = self.marks.len();
        self.marks.extend(line.iter().map(|piece| {
            let output = piece.text().as_ptr().addr() - self.output;
            Mark { at, output }
        }));
    }

    /// The marks of the line being written, one for each of its pieces.
    pub(super) fn line(&mut self) -> &mut [Mark] {
        &mut self.marks[self.line..]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lines, Page};

    #[test]
    fn every_piece_is_marked_where_it_stands_in_its_line() {
        let output = "| A | x|y |\n~~~\nz\n~~~\n";
        let spans = [(0..6, false), (6..9, true), (9..16, false), (16..17, true), (17..22, false)];
        let mut page = Page::traced(output);
        page.write(Lines::new(output, spans.into_iter())).unwrap();
        assert_eq!(page.text(), "| A | x\\|y |\n~~~\nz\n~~~\n");
        let marks: Vec<(usize, usize)> = page.marks().iter().map(|m| (m.at, m.output)).collect();
        // Of a fence, every piece stands where it opens: it is written when it is read to its end.
        assert_eq!(marks, [(0, 0), (6, 6), (10, 9), (13, 12), (13, 16), (13, 18)]);
    }
}
