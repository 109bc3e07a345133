//! Canonical markdown out of a rendered template: escaping by context.
//!
//! The template engine tells which bytes of its output are the template's own text and which came
//! from an expression. [`Page::write`] reads the template's text line by line, as markdown, and
//! so sees where every value stands: in the front matter, a heading, a table row, a code span, a
//! fence, a link, or prose. Each value is escaped for that place, by the module of that name. No
//! value can undo it, since a value is never read as part of the template; a filter cannot either.
//!
//! | Context | Module | Template text |
//! | --- | --- | --- |
//! | front matter | [`front_matter`] | `title: "{{ title }}"` |
//! | text | [`text`] | `- {{ statement }}` |
//! | cell | [`cell`] | `\| {{ id }} \| {{ statement }} \|` |
//! | heading | [`text`], on one line | `#### {{ name }}` |
//! | code | [`code_span`] | `` `{{ path }}` `` |
//! | block | [`fence`] | a fenced block around `{{ output }}` |
//! | link | [`destination`] | `[{{ id }}](#{{ anchor }})` |

mod cell;
pub(crate) mod chars;
mod code_span;
mod destination;
mod emphasis;
mod fence;
mod front_matter;
mod inline;
mod line;
mod lines;
mod read_back;
mod slug;
mod text;
mod trace;

use line::{LineKind, LineWriter};
pub(crate) use lines::Lines;
use lines::Piece;
pub(crate) use read_back::cell_value;
pub(crate) use slug::Slugs;
pub(crate) use trace::Mark;

use chars::longest_run;
use inline::{Class, Edges};
use trace::Trace;

/// How an absent or `null` figure is written.
pub(crate) const ABSENT: &str = "—";

/// What is said of a value in something that the template begins and does not end.
pub(crate) const IN_ENDLESS_BLOCK: &str = "the block around it never ends";
pub(crate) const IN_ENDLESS_CODE: &str = "the code span around it never ends";

/// A heading of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) level: usize,
    /// As a reader sees it, without marks.
    pub(crate) text: String,
}

/// A value that stands where no form of it is safe.
#[derive(Debug)]
pub(crate) struct Misplaced {
    /// Which of the values given to [`Page::write`].
    pub(crate) value: usize,
    pub(crate) why: &'static str,
}

/// A part of a report in the making: canonical markdown and its headings.
#[derive(Debug)]
pub(crate) struct Page {
    text: String,
    headings: Vec<Heading>,
    /// What [`LineWriter`] keeps code spans in.
    code: String,
    trace: Option<Trace>,
}

enum Block {
    Flow,
    FrontMatter,
    Comment,
    Fence(Fence),
}

/// A fenced block being read: what its template line says, and the content so far.
struct Fence {
    indent: String,
    mark: char,
    len: usize,
    info: String,
    content: String,
}

impl Page {
    /// An empty page, with room for `len` bytes.
    pub(crate) fn with_capacity(len: usize) -> Page {
        let text = String::with_capacity(len);
        Page { text, headings: Vec::new(), code: String::new(), trace: None }
    }

    /// An empty page that marks what it is written from, the pieces of `output`.
    pub(crate) fn traced(output: &str) -> Page {
        Page { trace: Some(Trace::of(output)), ..Page::with_capacity(output.len()) }
    }

    /// Where each piece of the output stands in the markdown, in the order of the output.
    pub(crate) fn marks(&self) -> &[Mark] {
        self.trace.as_ref().map_or(&[], |trace| &trace.marks)
    }

    /// The markdown, ending with one line break.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The headings, in order; they are given out once.
    pub(crate) fn take_headings(&mut self) -> Vec<Heading> {
        std::mem::take(&mut self.headings)
    }

    /// Appends rendered lines of template text and values.
    pub(crate) fn write<S>(&mut self, mut lines: Lines<'_, S>) -> Result<(), Misplaced>
    where
        S: Iterator<Item = (std::ops::Range<usize>, bool)>,
    {
        let mut block = Block::Flow;
        let mut last_value = 0;
        let mut line = Vec::with_capacity(32);
        while lines.next_into(&mut line) {
            if let Some(Piece::Value { index, .. }) =
                line.iter().rev().find(|p| matches!(p, Piece::Value { .. }))
            {
                last_value = *index;
            }
            if let Some(trace) = &mut self.trace {
                trace.begin_line(self.text.len(), &line);
            }
            block = match block {
                Block::Flow => self.flow_line(&line)?,
                Block::FrontMatter => self.front_matter_line(&line)?,
                Block::Comment => self.comment_line(&line)?,
                Block::Fence(fence) => self.fence_line(fence, &line),
            };
        }
        match block {
            Block::Flow => Ok(()),
            _ => Err(Misplaced { value: last_value, why: IN_ENDLESS_BLOCK }),
        }
    }

    /// Ends a line: no trailing blanks, and never two blank lines in a row.
    fn end_line(&mut self, start: usize) {
        let end = self.text[start..].trim_end_matches([' ', '\t']).len() + start;
        self.text.truncate(end);
        let blank = end == start;
        if blank && (self.text.is_empty() || self.text.ends_with("\n\n")) {
            return;
        }
        self.text.push('\n');
    }

    fn flow_line(&mut self, line: &[Piece<'_>]) -> Result<Block, Misplaced> {
        let start = self.text.len();
        let own = match line.first() {
            Some(Piece::Template(text)) => text.trim_start_matches([' ', '\t']),
            _ => "",
        };
        if own.starts_with("```") || own.starts_with("~~~") {
            return open_fence(line);
        }
        if own.starts_with("<!--") && !own.contains("-->") {
            return self.comment_line(line);
        }
        if start == 0 && own.trim_end() == "---" && line.len() == 1 {
            self.text.push_str("---\n");
            return Ok(Block::FrontMatter);
        }
        if let Some((indent, value)) = sole_value(line) {
            self.paragraphs(indent, value);
            return Ok(Block::Flow);
        }
        let hashes = own.len() - own.trim_start_matches('#').len();
        let kind = match own.as_bytes().first() {
            Some(b'|') => LineKind::Row,
            Some(b'#') if hashes <= 6 && own[hashes..].starts_with(' ') => LineKind::Heading,
            _ => LineKind::Prose,
        };
        let marks = self.trace.as_mut().map_or(&mut [][..], Trace::line);
        let seen = LineWriter::new(&mut self.text, &mut self.code, kind).write(line, marks)?;
        if kind == LineKind::Heading {
            self.end_heading(start, hashes, &seen);
        }
        self.end_line(start);
        Ok(Block::Flow)
    }

    /// A heading is never empty, and its text never ends in what reads as a closing sequence.
    fn end_heading(&mut self, start: usize, level: usize, seen: &str) {
        // As it is read on its one line, hidden characters named.
        let mut text = String::with_capacity(seen.len());
        for (index, line) in chars::lines(seen.trim_start_matches('#').trim()).enumerate() {
            text.push_str(if index > 0 { " " } else { "" });
            chars::push_visible(&mut text, line);
        }
        let line = self.text[start..].trim_end();
        if line.len() == level {
            self.text.truncate(start + level);
            self.text.push(' ');
            self.text.push_str(ABSENT);
            ABSENT.clone_into(&mut text);
        } else {
            let body = line.trim_end_matches('#');
            if body.len() < line.len() && body.ends_with([' ', '\t']) {
                let at = start + body.len();
                self.text.insert(at, '\\');
            }
        }
        self.headings.push(Heading { level, text });
    }

    /// A value alone on its line keeps its paragraphs.
    fn paragraphs(&mut self, indent: &str, value: &str) {
        let paragraphs = lines::paragraphs(value);
        for (index, paragraph) in paragraphs.iter().enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            let start = self.text.len();
            self.text.push_str(indent);
            let edges = Edges {
                before: Class::Space,
                after: Class::Space,
                next: Some('\n'),
                line_break: LineKind::Prose.line_break(),
                opens_line: true,
                in_link: false,
            };
            let place = text::Place { edges, in_cell: false, opens_block: true };
            text::push(&mut self.text, paragraph, &place);
            self.end_line(start);
        }
        if paragraphs.is_empty() {
            self.end_line(self.text.len());
        }
    }

    fn front_matter_line(&mut self, line: &[Piece<'_>]) -> Result<Block, Misplaced> {
        let start = self.text.len();
        let mut quoted = false;
        for piece in line {
            match piece {
                Piece::Template(text) => {
                    self.text.push_str(text);
                    quoted ^= text.matches('"').count() % 2 == 1;
                }
                Piece::Value { text, .. } if quoted => front_matter::push(&mut self.text, text),
                Piece::Value { index, .. } => {
                    let why = "a value of the front matter stands between double quotes";
                    return Err(Misplaced { value: *index, why });
                }
            }
        }
        let ends = self.text[start..].trim_end() == "---";
        self.end_line(start);
        Ok(if ends { Block::Flow } else { Block::FrontMatter })
    }

    /// A comment of the template that goes on over several lines.
    fn comment_line(&mut self, line: &[Piece<'_>]) -> Result<Block, Misplaced> {
        let start = self.text.len();
        for piece in line {
            match piece {
                Piece::Template(text) => self.text.push_str(text),
                Piece::Value { index, .. } => {
                    return Err(Misplaced { value: *index, why: IN_TAG });
                }
            }
        }
        let ends = self.text[start..].contains("-->");
        self.end_line(start);
        Ok(if ends { Block::Flow } else { Block::Comment })
    }

    fn fence_line(&mut self, mut fence: Fence, line: &[Piece<'_>]) -> Block {
        if let [Piece::Template(text)] = line
            && text.trim().len() >= fence.len
            && text.trim().chars().all(|c| c == fence.mark)
        {
            let Fence { indent, mark, len, info, content } = fence;
            // Wider than any run of the mark inside.
            let len = len.max(longest_run(&content, mark as u8) + 1);
            let bar = mark.to_string().repeat(len);
            for part in [&indent, &bar, &info, "\n", &content, &indent, &bar, "\n"] {
                self.text.push_str(part);
            }
            return Block::Flow;
        }
        let start = fence.content.len();
        for piece in line {
            match piece {
                Piece::Template(text) => fence.content.push_str(text),
                Piece::Value { text, .. } => {
                    if fence.content.len() == start {
                        fence.content.push_str(&fence.indent);
                    }
                    fence::push(&mut fence.content, text, &fence.indent);
                }
            }
        }
        fence.content.push('\n');
        Block::Fence(fence)
    }
}

const IN_TAG: &str = "no value can stand inside an HTML tag or comment";

fn open_fence(line: &[Piece<'_>]) -> Result<Block, Misplaced> {
    let mut opening = String::new();
    for piece in line {
        match piece {
            Piece::Template(text) => opening.push_str(text),
            Piece::Value { index, .. } => {
                let why = "the line that opens a fence holds no values";
                return Err(Misplaced { value: *index, why });
            }
        }
    }
    let body = opening.trim_start_matches([' ', '\t']);
    let indent = opening[..opening.len() - body.len()].to_owned();
    let mark = if body.starts_with('~') { '~' } else { '`' };
    let info = body.trim_start_matches(mark);
    let (len, info) = (body.len() - info.len(), info.trim_end().to_owned());
    Ok(Block::Fence(Fence { indent, mark, len, info, content: String::new() }))
}

/// The value that a line consists of, and the blanks before it.
fn sole_value<'a>(line: &[Piece<'a>]) -> Option<(&'a str, &'a str)> {
    match line {
        [Piece::Value { text, .. }] => Some(("", text)),
        [Piece::Template(indent), Piece::Value { text, .. }] if indent.trim().is_empty() => {
            Some((indent, text))
        }
        _ => None,
    }
}
