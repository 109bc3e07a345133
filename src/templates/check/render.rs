//! Faults that come up when samples are rendered.

use std::collections::HashSet;

use serde_json::Value;

use super::examples::{self, Example};
use super::faults::Faults;
use super::mend::mend;
use super::places::{self, Place};
use super::sections::{Sections, overridden, unaffected};
use crate::document::{Document, LineIndex};
use crate::error::TemplateError;
use crate::facts::Facts;
use crate::kinds::Kind;
use crate::options::Options;
use crate::render::{EachSection, Renderer};
use crate::section::Section;
use crate::templates::{TemplateFolder, codes};

/// How often templates are mended, to see what is wrong behind what is wrong.
const MOST_ROUNDS: usize = 32;

/// Renders the samples of a kind, and valid documents with less in them. Returns the sections that
/// fail.
pub(super) fn samples(
    kind: &'static Kind,
    folder: Option<&TemplateFolder>,
    examples: &[Example],
    faults: &mut Faults,
) -> Sections {
    let mut renders = Renders::with(folder.cloned());
    let mut found = renders.whole(examples);
    let failed = found.iter().map(|(section, _)| section.clone()).collect();
    if let Some(folder) = folder.filter(|folder| !overridden(kind, folder).is_empty()) {
        let mut mended = folder.clone();
        for fault in faults.iter() {
            mend(&mut mended, fault);
        }
        for _ in 0..MOST_ROUNDS {
            for (_, fault) in found.drain(..) {
                if !faults.knows(&fault) {
                    mend(&mut mended, &fault);
                    faults.add_rendered(in_own_text(fault, folder));
                }
            }
            if renders.folder.as_ref() == Some(&mended) {
                break;
            }
            renders = Renders { settled: renders.settled, ..Renders::with(Some(mended.clone())) };
            found = renders.whole(examples);
        }
    }
    renders.settled.extend(folder.into_iter().flat_map(|folder| unaffected(kind, folder)));
    found.extend(renders.lesser(examples));
    for (_, fault) in found {
        faults.add_rendered(match folder {
            Some(folder) => in_own_text(fault, folder),
            None => fault,
        });
    }
    failed
}

/// A fault of a mended template as one of the template itself.
fn in_own_text(mut fault: TemplateError, folder: &TemplateFolder) -> TemplateError {
    if let Some(own) = folder.get(&fault.template) {
        fault.text = own.text.as_str().into();
        if let Some(span) = &mut fault.diagnostic.span {
            *span = LineIndex::new(own.text.as_bytes()).span(span.bytes.clone());
        }
    }
    fault
}

/// Renders of the samples with one set of templates.
struct Renders {
    folder: Option<TemplateFolder>,
    /// Of documents as they are.
    plain: Renderer,
    /// Of documents of which more is told.
    told: Renderer,
    /// The sections that are not rendered any more: one that does not end is not begun twice.
    settled: Sections,
}

impl Renders {
    fn with(folder: Option<TemplateFolder>) -> Renders {
        let renderer = |options| match &folder {
            Some(folder) => Renderer::new().templates(folder.clone()).options(options),
            None => Renderer::new().options(options),
        };
        let (plain, told) = (renderer(Options::default()), renderer(examples::quorum()));
        Renders { folder, plain, told, settled: Sections::new() }
    }

    /// The faults of every section with every sample, each with the name of the section.
    fn whole(&mut self, examples: &[Example]) -> Vec<(String, TemplateError)> {
        let mut found = Vec::new();
        for Example { document, command } in examples {
            let said = document.check(&Options::default());
            let facts = Facts::of(document, &said);
            let each =
                self.plain.each_section(document, &facts, |section| self.is_settled(section));
            self.keep(each, &format!("`{command}`"), &mut found);
            let each = examples::with_every_fact(document, |facts| {
                self.told.each_section(document, facts, |section| self.is_settled(section))
            });
            let how = format!("`{command}`, where all that can be found in a document is shown");
            self.keep(each, &how, &mut found);
        }
        found
    }

    /// The faults of sections with documents that have less than a sample, and are valid.
    fn lesser(&mut self, examples: &[Example]) -> Vec<(String, TemplateError)> {
        let mut found = Vec::new();
        for Example { document, command } in examples {
            let outline = document.kind().schema.outline();
            let mut done: HashSet<(String, Less)> = HashSet::new();
            if document.kind().sections.iter().all(|section| self.is_settled(section)) {
                continue;
            }
            for place in places::all(document.value(), &outline).iter().filter(|p| p.is_member) {
                for less in Less::ALL {
                    let key = (place.general.clone(), less);
                    if done.contains(&key) {
                        continue;
                    }
                    let Some(document) = less.of(document, place) else { continue };
                    let said = document.check(&Options::default());
                    if said.iter().any(|one| document.kind().is_stopped_by(one)) {
                        continue;
                    }
                    done.insert(key);
                    let facts = Facts::of(&document, &said);
                    let each =
                        self.plain.each_section(&document, &facts, |one| self.is_settled(one));
                    let how = format!("`{command}`, {} {}", less.said(), place.pointer);
                    self.keep(each, &how, &mut found);
                }
            }
        }
        found
    }

    fn is_settled(&self, section: &Section) -> bool {
        self.settled.contains(&section.template_name())
    }

    /// Keeps the faults of a render, each with the document that it came up with.
    fn keep(&mut self, each: EachSection, how: &str, found: &mut Vec<(String, TemplateError)>) {
        for (section, mut fault) in each.faults {
            if fault.diagnostic.code == &codes::RUNAWAY {
                self.settled.insert(section.template_name());
            }
            let help = fault.diagnostic.help.take();
            let help = help.map(|help| format!("{help}; seen")).unwrap_or("seen".to_owned());
            fault.diagnostic.help = Some(format!("{help} with the document of {how}"));
            found.push((section.template_name(), fault));
        }
    }
}

/// How a document can have less in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Less {
    Absent,
    Null,
    Empty,
}

impl Less {
    const ALL: [Less; 3] = [Less::Absent, Less::Null, Less::Empty];

    /// A document with less at `place`, where the schema lets it have less.
    fn of(self, document: &Document, place: &Place) -> Option<Document> {
        let outline = place.outline.as_ref()?;
        let mut value = document.value().clone();
        let there = value.pointer_mut(&place.pointer)?;
        match self {
            Less::Absent if !place.is_required => {
                let (parent, key) = place.pointer.rsplit_once('/')?;
                let key = key.replace("~1", "/").replace("~0", "~");
                value.pointer_mut(parent)?.as_object_mut()?.shift_remove(&key);
            }
            Less::Null if outline.may_be_null() && !there.is_null() => *there = Value::Null,
            Less::Empty if there.as_array().is_some_and(|items| !items.is_empty()) => {
                *there = Value::Array(Vec::new());
            }
            _ => return None,
        }
        examples::changed(document, &value)
    }

    fn said(self) -> &'static str {
        match self {
            Less::Absent => "without",
            Less::Null => "with `null` at",
            Less::Empty => "with an empty list at",
        }
    }
}
