//! What is known about a document once it was checked: what RENDER_IF rules look at, and what the
//! sections show that every kind has.

use minijinja::value::Serde;
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::section::RenderIf;
use crate::view::{Seen, View, object};

/// A document with what was found out about it.
#[derive(Debug)]
pub(crate) struct Facts<'d> {
    pub(crate) document: &'d Value,
    /// The errors that its report shows, since they do not keep it from being written.
    pub(crate) inconsistencies: Vec<&'d Diagnostic>,
    /// What stands in it and in no section of its kind, each with its JSON pointer.
    pub(crate) other_data: Vec<(String, &'d Value)>,
}

impl<'d> Facts<'d> {
    /// The facts of a document in which `found` was found.
    pub(crate) fn of(document: &'d Document, found: &'d [Diagnostic]) -> Facts<'d> {
        let kind = document.kind();
        let has = |rule: RenderIf| kind.sections.iter().any(|section| section.render_if == rule);
        let shown = |found: &&Diagnostic| found.is_error() && !kind.is_stopped_by(found);
        let other_data = if has(RenderIf::OtherData) {
            kind.schema.unnamed(document.value(), kind.claims)
        } else {
            Vec::new()
        };
        Facts {
            document: document.value(),
            inconsistencies: found.iter().filter(shown).collect(),
            other_data,
        }
    }

    /// Adds the names that shared templates use, where there is something to show.
    pub(crate) fn extend(&self, view: &mut View) {
        if !self.inconsistencies.is_empty() {
            let rows = self.inconsistencies.iter().map(|found| inconsistency(found));
            view.set("consistencyFindings", rows.collect::<Seen>());
        }
        if !self.other_data.is_empty() {
            let parts = self.other_data.iter();
            let parts = parts.map(|(at, value)| (at.as_str(), Seen::from(Serde(value))));
            view.set("otherData", Seen::from_pairs(parts));
        }
    }
}

fn inconsistency(found: &Diagnostic) -> Seen {
    let related = found.related.iter().map(|related| {
        object([
            ("pointer", Seen::from(related.pointer.as_str())),
            ("message", Seen::from(related.message.as_str())),
        ])
    });
    object([
        ("code", Seen::from(found.code.id)),
        ("pointer", Seen::from(found.pointer.as_str())),
        ("related", related.collect()),
        ("message", Seen::from(found.message.as_str())),
        ("help", Seen::from(found.help.as_deref())),
    ])
}
