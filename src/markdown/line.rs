//! A line of template text and values: which value stands in a code span, a link, or plain text.

use super::chars::byte_set;
use super::inline::{self, Class, Edges};
use super::lines::Piece;
use super::{ABSENT, IN_ENDLESS_CODE, IN_TAG, Mark, Misplaced, code_span, destination, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Prose,
    Row,
    Heading,
}

impl LineKind {
    /// What a line break of a value becomes.
    pub(super) fn line_break(self) -> &'static str {
        if self == LineKind::Heading { " " } else { "<br>" }
    }
}

/// Where the template's own text stands within a line.
enum Inline {
    Text,
    Code { ticks: usize, in_link: bool },
    LinkText,
    LinkDestination,
    Tag,
}

pub(super) struct LineWriter<'p> {
    out: &'p mut String,
    start: usize,
    kind: LineKind,
    state: Inline,
    /// What the code span holds that is open: it is written when it closes.
    code: &'p mut String,
    /// The text a reader sees; kept for headings only.
    seen: String,
    /// Where the first code span ended that a piece of the template has closed.
    code_end: Option<usize>,
}

impl<'p> LineWriter<'p> {
    /// A writer to `out`; the memory of `code` serves one line after another.
    pub(super) fn new(out: &'p mut String, code: &'p mut String, kind: LineKind) -> Self {
        let start = out.len();
        let state = Inline::Text;
        LineWriter { out, start, kind, state, code, seen: String::new(), code_end: None }
    }

    /// Writes a line. `marks` are those of its pieces, or none.
    pub(super) fn write(
        mut self,
        line: &[Piece<'_>],
        marks: &mut [Mark],
    ) -> Result<String, Misplaced> {
        let mut last_value = 0;
        for (at, piece) in line.iter().enumerate() {
            if let Some(mark) = marks.get_mut(at) {
                mark.at = self.out.len();
            }
            match piece {
                Piece::Template(text) => {
                    let in_code = matches!(self.state, Inline::Code { .. });
                    self.code_end = None;
                    self.template(text, &line[at + 1..]);
                    // A code span is written when it closes: what closes it stands behind it.
                    if let (true, Some(end), Some(mark)) =
                        (in_code, self.code_end, marks.get_mut(at))
                    {
                        mark.at = end;
                    }
                }
                Piece::Value { text, index } => {
                    last_value = *index;
                    let next = match line.get(at + 1) {
                        Some(Piece::Template(text)) => text.chars().next(),
                        Some(Piece::Value { .. }) => None,
                        None => Some('\n'),
                    };
                    self.value(text, next).map_err(|why| Misplaced { value: *index, why })?;
                }
            }
        }
        match self.state {
            Inline::Code { .. } => Err(Misplaced { value: last_value, why: IN_ENDLESS_CODE }),
            _ => Ok(self.seen),
        }
    }

    fn template(&mut self, text: &str, following: &[Piece<'_>]) {
        let mut rest = text;
        loop {
            let plain = rest.bytes().position(|b| MARKS[usize::from(b)]).unwrap_or(rest.len());
            self.plain(&rest[..plain]);
            rest = &rest[plain..];
            let Some(c) = rest.chars().next() else { return };
            let run = rest.len() - rest.trim_start_matches('`').len();
            let mut taken = c.len_utf8();
            match (&mut self.state, c) {
                (Inline::Code { ticks, in_link }, '`') => {
                    taken = run;
                    if run == *ticks {
                        self.state = if *in_link { Inline::LinkText } else { Inline::Text };
                        self.close_code();
                    } else {
                        self.code.push_str(&rest[..run]);
                    }
                }
                (Inline::Code { .. }, mark) => self.code.push(mark),
                (_, '\\') => {
                    taken += rest[1..].chars().next().map_or(0, char::len_utf8);
                    self.copy(&rest[..taken]);
                }
                (state @ (Inline::Text | Inline::LinkText), '`') => {
                    taken = run;
                    let in_link = matches!(state, Inline::LinkText);
                    *state = Inline::Code { ticks: run, in_link };
                    self.code.clear();
                }
                (state, c) => {
                    *state = match (&*state, c) {
                        (Inline::Text, '[') if opens_link(rest, following) => Inline::LinkText,
                        (Inline::LinkText, ']') => {
                            if rest[1..].starts_with('(') {
                                taken = 2;
                                Inline::LinkDestination
                            } else {
                                Inline::Text
                            }
                        }
                        (Inline::LinkDestination, ')') => Inline::Text,
                        (Inline::Text, '<') if opens_tag(rest) => Inline::Tag,
                        (Inline::Tag, '>') => Inline::Text,
                        _ => {
                            self.copy(&rest[..taken]);
                            rest = &rest[taken..];
                            continue;
                        }
                    };
                    self.copy(&rest[..taken]);
                }
            }
            rest = &rest[taken..];
        }
    }

    /// Template text in which nothing begins or ends.
    fn plain(&mut self, text: &str) {
        if let Inline::Code { .. } = self.state {
            self.code.push_str(text);
            return;
        }
        let mut text = text;
        if self.kind == LineKind::Row {
            // An empty cell is one blank wide.
            if self.out.ends_with("| ") {
                text = text.trim_start_matches(' ');
            }
            // Faster than a search made for long texts.
            let wide = |text: &str| text.as_bytes().windows(3).position(|three| three == b"|  ");
            while let Some(at) = wide(text) {
                let (own, more) = text.split_at(at + "| ".len());
                self.copy(own);
                text = more.trim_start_matches(' ');
            }
        }
        self.copy(text);
    }

    fn copy(&mut self, text: &str) {
        self.out.push_str(text);
        if self.kind == LineKind::Heading {
            self.seen.push_str(text);
        }
    }

    fn close_code(&mut self) {
        let content = self.code.as_str();
        if content == ABSENT {
            self.out.push_str(ABSENT);
        } else {
            let opens_block =
                self.kind == LineKind::Prose && is_list_prefix(&self.out[self.start..]);
            let in_cell = self.kind == LineKind::Row;
            code_span::push(self.out, content, self.kind.line_break(), in_cell, opens_block);
        }
        if self.kind == LineKind::Heading {
            self.seen.push_str(content);
        }
        self.code_end.get_or_insert(self.out.len());
    }

    fn value(&mut self, value: &str, next: Option<char>) -> Result<(), &'static str> {
        let in_link = match &mut self.state {
            Inline::Code { .. } => {
                self.code.push_str(value);
                return Ok(());
            }
            Inline::LinkDestination => {
                destination::push(self.out, value);
                return Ok(());
            }
            Inline::Tag => return Err(IN_TAG),
            Inline::LinkText => true,
            Inline::Text => false,
        };
        let line = &self.out[self.start..];
        let opens_line = is_list_prefix(line);
        let edges = Edges {
            before: line.chars().next_back().map_or(Class::Space, Class::of),
            after: next.map_or(Class::Doubtful, Class::of),
            next,
            line_break: self.kind.line_break(),
            opens_line,
            in_link,
        };
        if self.kind == LineKind::Heading {
            self.seen.push_str(&inline::plain(value, &inline::read(value, edges)));
        }
        let place = text::Place {
            edges,
            in_cell: self.kind == LineKind::Row,
            opens_block: opens_line && self.kind == LineKind::Prose,
        };
        text::push(self.out, value, &place);
        Ok(())
    }
}

/// The characters of a template's own text at which something can begin or end.
const MARKS: [bool; 256] = byte_set(&[b"\\`[])<>"]);

/// Does the template's `[` begin a link, `[...](`? A task box does not.
fn opens_link(rest: &str, following: &[Piece<'_>]) -> bool {
    if let Some(close) = rest.find(']') {
        return rest[close..].starts_with("](");
    }
    let close = following.iter().find_map(|piece| match piece {
        Piece::Template(text) => text.find(']').map(|at| &text[at..]),
        Piece::Value { .. } => None,
    });
    close.is_some_and(|text| text.starts_with("]("))
}

fn opens_tag(rest: &str) -> bool {
    rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// Does `line` hold nothing but indentation, list markers and a task box?
fn is_list_prefix(line: &str) -> bool {
    let mut rest = line.trim_start_matches([' ', '\t']);
    loop {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let marker = match rest.as_bytes().get(digits) {
            Some(b'.' | b')') if digits > 0 => digits + 1,
            Some(b'-' | b'*' | b'+' | b'>') if digits == 0 => 1,
            Some(b'[') if rest.starts_with("[ ]") || rest.starts_with("[x]") => 3,
            _ => return rest.is_empty(),
        };
        let after = &rest[marker..];
        rest = after.trim_start_matches([' ', '\t']);
        if rest.len() == after.len() && !rest.is_empty() {
            return false;
        }
    }
}
