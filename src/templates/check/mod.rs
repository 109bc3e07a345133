//! What is wrong with templates, found without a document.
//!
//! Each step sees what the ones before it cannot:
//!
//! 1. [`walk`] reads every template of every kind with the names that are known where it stands: the
//!    schema of the kind, what its view adds, what the template has set. That finds unknown names in
//!    branches that no sample takes, and syntax errors.
//! 2. [`render`] renders every sample, and every sample with less in it that is still valid: without
//!    an optional member, with `null` or an empty list where the schema lets one stand. That finds
//!    values that are missed in some documents only, and values that stand where none is safe.
//! 3. [`unused`] writes another value into every place of the samples: where the built-in templates
//!    show the difference and these do not, a part of the documents has been lost. Names say little
//!    about that, since a view can take a part up under another name.

mod examples;
mod faults;
mod mend;
mod names;
mod places;
mod render;
mod said;
mod scope;
mod sections;
mod shape;
mod unused;
mod walk;

use super::{Origin, TemplateFolder, codes, list};
use crate::diagnostic::Diagnostic;
use crate::error::TemplateError;
use crate::kinds::{KINDS, Kind};
use crate::render::{Renderer, Source};
use crate::section::Links;
use examples::Example;
use faults::Faults;
use names::Names;
use walk::Walk;

/// What came of a check of templates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateCheck {
    /// Every fault, template by template in the order of the reports.
    pub faults: Vec<TemplateError>,
    /// How many templates were read.
    pub templates: usize,
    /// How many samples were rendered.
    pub samples: usize,
}

/// Checks the built-in templates, with those of `folder` in their place: syntax, names that there
/// are not, parts of the documents that got lost, and a render of every sample. Takes about a second.
pub fn check(folder: Option<&TemplateFolder>) -> TemplateCheck {
    let mut faults = Faults::default();
    let renderer = match folder {
        Some(folder) => Renderer::new().templates(folder.clone()),
        None => Renderer::new(),
    };
    let kinds = KINDS.iter().map(|kind| (*kind, Example::all(kind)));
    let kinds: Vec<(&'static Kind, Vec<Example>)> = kinds.collect();
    for (kind, examples) in &kinds {
        let names = Names::of(kind, examples);
        for section in kind.sections {
            let linking = section.links != Links::None;
            let name = section.template_name();
            Walk::through(&name, Some(&names), linking, &renderer, &mut faults);
        }
    }
    if let Some(folder) = folder {
        for (name, _) in folder.templates() {
            if !faults.has_visited(name) {
                Walk::through(name, None, true, &renderer, &mut faults);
            }
        }
        strangers(folder, &renderer, &mut faults);
    }
    for (kind, examples) in &kinds {
        let failed = render::samples(kind, folder, examples, &mut faults);
        if let Some(folder) = folder {
            unused::find(kind, folder, examples, &failed, &mut faults);
        }
    }
    TemplateCheck {
        templates: faults.visited(),
        samples: kinds.iter().map(|(_, examples)| examples.len()).sum(),
        faults: faults.in_order(folder),
    }
}

/// The files that nothing uses: they may be misspelt.
fn strangers(folder: &TemplateFolder, renderer: &Renderer, faults: &mut Faults) {
    for listed in list(Some(folder)) {
        let Origin::Unused(path, near) = listed.origin else { continue };
        let found = Diagnostic::new(&codes::UNUSED_TEMPLATE, "", "nothing uses this file");
        let found = match near {
            Some(near) => found.help(format!("did you mean {near}?")),
            None => found.help("`final-report template list` lists the names that are used"),
        };
        let source = Source::new(&listed.name, renderer.folder(), renderer.labels());
        let mut fault = source.error(None, found);
        fault.file = Some(path);
        faults.add(fault);
    }
}
