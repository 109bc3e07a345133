//! The headings of a report: which section each stands in, and the anchor that links name.

use comrak::nodes::{Node, NodeValue};

use crate::markdown::Slugs;
use crate::render::Report;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Landmark {
    pub(super) level: u8,
    pub(super) text: String,
    pub(super) anchor: String,
    /// The name of the section it stands in.
    pub(super) section: &'static str,
    /// It is the first of the section.
    pub(super) opens: bool,
}

/// The headings of a report, in order. `root` is its markdown as it was parsed.
pub(super) fn of(report: &Report, root: Node<'_>) -> Vec<Landmark> {
    let mut slugs = Slugs::default();
    let mut lines = Lines { text: &report.markdown, line: 1, at: 0 };
    let mut passages = report.passages.iter().peekable();
    let mut landmarks: Vec<Landmark> = Vec::new();
    for node in root.descendants() {
        let data = node.data();
        let NodeValue::Heading(heading) = &data.value else { continue };
        let at = lines.start_of(data.sourcepos.start.line);
        while passages.next_if(|passage| passage.bytes.end <= at).is_some() {}
        let section = passages.peek().map_or("", |passage| passage.section);
        // The links of a report are made from the text without blanks around it.
        let text = node.collect_text().trim().to_owned();
        landmarks.push(Landmark {
            level: heading.level,
            anchor: slugs.next(&text),
            text,
            section,
            opens: landmarks.last().is_none_or(|last| last.section != section),
        });
    }
    landmarks
}

/// Where lines begin, for line numbers that only grow.
struct Lines<'t> {
    text: &'t str,
    line: usize,
    at: usize,
}

impl Lines<'_> {
    fn start_of(&mut self, line: usize) -> usize {
        while self.line < line {
            let Some(end) = self.text[self.at..].find('\n') else { break };
            self.at += end + 1;
            self.line += 1;
        }
        self.at
    }
}
