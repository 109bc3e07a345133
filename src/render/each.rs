//! The sections of a document one by one, past those that fail.

use super::Renderer;
use super::anchors::Anchors;
use crate::document::Document;
use crate::error::TemplateError;
use crate::facts::Facts;
use crate::markdown::Page;
use crate::section::{Links, Section};
use crate::view::Seen;

/// What came of the sections that apply to a document.
#[derive(Debug, Default)]
pub(crate) struct EachSection {
    /// The markdown of those that render.
    pub(crate) texts: Vec<(&'static Section, String)>,
    /// Why the others do not.
    pub(crate) faults: Vec<(&'static Section, TemplateError)>,
    /// What sections see that link to others.
    pub(crate) links: Vec<Seen>,
}

impl Renderer {
    /// Every section that applies to a document but those to `skip`, whatever was found in the
    /// document and whichever of them fail. Sections that link to others need all the others.
    pub(crate) fn each_section(
        &self,
        document: &Document,
        facts: &Facts<'_>,
        skip: impl Fn(&Section) -> bool,
    ) -> EachSection {
        let run = self.run(document, facts);
        let applying = |section: &&Section| section.render_if.renders(facts);
        let sections: Vec<&'static Section> =
            document.kind().sections.iter().filter(applying).collect();
        let mut each = EachSection::default();
        let mut pages: Vec<Option<Page>> = Vec::with_capacity(sections.len());
        for section in sections.iter().copied() {
            let is_due = section.links == Links::None && !skip(section);
            pages.push(is_due.then(|| each.page(section, run.section(section, None))).flatten());
        }
        // Without the headings of one that failed, a link to it would be taken for a fault.
        let is_whole = sections
            .iter()
            .zip(&pages)
            .all(|(section, page)| page.is_some() || section.links != Links::None);
        if !is_whole {
            return each;
        }
        let anchors = Anchors::of(&sections, &mut pages, self.labels());
        for (index, section) in sections.iter().copied().enumerate() {
            if section.links != Links::None && !skip(section) {
                let links = anchors.links(index);
                each.page(section, run.section(section, Some(links)));
                each.links.push(links.seen());
            }
        }
        each
    }
}

impl EachSection {
    fn page(
        &mut self,
        section: &'static Section,
        page: Result<Page, TemplateError>,
    ) -> Option<Page> {
        match page {
            Ok(page) => {
                self.texts.push((section, page.text().to_owned()));
                Some(page)
            }
            Err(fault) => {
                self.faults.push((section, fault));
                None
            }
        }
    }
}
