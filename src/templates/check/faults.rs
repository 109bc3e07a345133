//! The faults that were found, each once.

use std::collections::HashSet;
use std::ops::Range;

use crate::error::TemplateError;
use crate::templates::{BuiltInTemplate, TemplateFolder};

/// The faults that were found, and the templates that were read.
#[derive(Debug, Default)]
pub(super) struct Faults {
    all: Vec<TemplateError>,
    visited: HashSet<String>,
}

impl Faults {
    /// Adds a fault that was read; one that is known is the same fault in another scope.
    pub(super) fn add(&mut self, fault: TemplateError) {
        let same = |known: &TemplateError| {
            known.template == fault.template
                && known.file == fault.file
                && known.diagnostic.code == fault.diagnostic.code
                && bytes(known) == bytes(&fault)
        };
        if !self.all.iter().any(same) {
            self.all.push(fault);
        }
    }

    /// Adds a fault that came up in a render, unless something is known to be wrong there.
    pub(super) fn add_rendered(&mut self, fault: TemplateError) {
        if !self.knows(&fault) {
            self.all.push(fault);
        }
    }

    /// Adds a fault of a whole template, which can have several.
    pub(super) fn add_whole(&mut self, fault: TemplateError) {
        self.all.push(fault);
    }

    /// Is it known that something is wrong at the place of this fault?
    pub(super) fn knows(&self, fault: &TemplateError) -> bool {
        let same_template = self.all.iter().filter(|known| known.template == fault.template);
        let (mut known, at) = (same_template.map(bytes), bytes(fault));
        known.any(|known| match (known, &at) {
            (Some(known), Some(at)) => known.start < at.end && at.start < known.end,
            (known, at) => known.is_none() && at.is_none(),
        })
    }

    /// Notes that a template was read.
    pub(super) fn visit(&mut self, name: &str) {
        self.visited.insert(name.to_owned());
    }

    pub(super) fn has_visited(&self, name: &str) -> bool {
        self.visited.contains(name)
    }

    /// How many templates were read.
    pub(super) fn visited(&self) -> usize {
        self.visited.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &TemplateError> {
        self.all.iter()
    }

    /// All of them, template by template, each from its top to its end.
    pub(super) fn in_order(mut self, folder: Option<&TemplateFolder>) -> Vec<TemplateError> {
        let built_in = BuiltInTemplate::all().into_iter().map(|template| template.name);
        let own = folder.into_iter().flat_map(TemplateFolder::templates);
        let names: Vec<String> = built_in.chain(own.map(|(name, _)| name.to_owned())).collect();
        self.all.sort_by_cached_key(|fault| {
            let place = names.iter().position(|name| *name == fault.template);
            let start = bytes(fault).map_or(0, |at| at.start);
            (place.unwrap_or(names.len()), fault.file.clone(), start)
        });
        self.all
    }
}

/// The place of a fault, at least one byte of it.
fn bytes(fault: &TemplateError) -> Option<Range<usize>> {
    let span = fault.diagnostic.span.as_ref()?;
    Some(span.bytes.start..span.bytes.end.max(span.bytes.start + 1))
}
