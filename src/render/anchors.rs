//! Links between sections: the headings of a report in order, with the anchors they get.

use crate::labels::Labels;
use crate::markdown::{Heading, Page, Slugs};
use crate::section::{Links, Section};
use crate::view::{Seen, object};

/// The headings of a report in order, with the anchors they get.
#[derive(Debug)]
pub(super) struct Anchors<'s> {
    /// Index of the section, heading, anchor.
    headings: Vec<(usize, Heading, String)>,
    sections: &'s [&'s Section],
}

impl<'s> Anchors<'s> {
    pub(super) fn of(
        sections: &'s [&'s Section],
        pages: &mut [Option<Page>],
        labels: Labels,
    ) -> Anchors<'s> {
        let mut slugs = Slugs::default();
        let mut headings = Vec::new();
        for (index, (section, page)) in sections.iter().zip(pages).enumerate() {
            let own = match (page, section.links) {
                (Some(page), _) => page.take_headings(),
                (None, Links::ToHeadings { heading }) => {
                    let text = labels.get(heading).unwrap_or_default().to_owned();
                    vec![Heading { level: 2, text }]
                }
                (None, Links::None) => Vec::new(),
            };
            for heading in own {
                let anchor = slugs.next(&heading.text);
                headings.push((index, heading, anchor));
            }
        }
        Anchors { headings, sections }
    }

    /// What only sections see that link to others, for the one at `index`.
    pub(super) fn links(&self, index: usize) -> SectionLinks<'_> {
        SectionLinks { anchors: self, index }
    }

    /// The headings of the sections after the one at `index`.
    fn after(&self, index: usize) -> Seen {
        self.headings
            .iter()
            .filter(|(section, ..)| *section > index)
            .map(|(section, heading, anchor)| {
                object([
                    ("level", Seen::from(heading.level)),
                    ("text", Seen::from(heading.text.as_str())),
                    ("anchor", Seen::from(anchor.as_str())),
                    ("section", Seen::from(self.sections[*section].name)),
                ])
            })
            .collect()
    }

    /// The anchor of the first heading of every section, by the section's name.
    fn by_section(&self) -> Seen {
        let mut first: Vec<(&'static str, Seen)> = Vec::new();
        for (section, _, anchor) in &self.headings {
            let name = self.sections[*section].name;
            if first.last().is_none_or(|(last, _)| *last != name) {
                first.push((name, Seen::from(anchor.as_str())));
            }
        }
        object(first)
    }
}

/// The names of what only sections see that link to others.
const NAMES: [&str; 2] = ["index", "anchors"];

/// The same, worked out when a template asks.
#[derive(Debug, Clone, Copy)]
pub(super) struct SectionLinks<'a> {
    anchors: &'a Anchors<'a>,
    index: usize,
}

impl SectionLinks<'_> {
    pub(super) fn get(self, name: &str) -> Option<Seen> {
        match name {
            "index" => Some(self.anchors.after(self.index)),
            "anchors" => Some(self.anchors.by_section()),
            _ => None,
        }
    }

    /// All of it.
    pub(super) fn seen(self) -> Seen {
        Seen::from_pairs(NAMES.into_iter().filter_map(|name| Some((name, self.get(name)?))))
    }
}
