//! The kinds of document: what each is recognised by, its sections, its rules, its view.
//!
//! A new kind is a folder here, a folder of templates, a schema, and a row in [`KINDS`].

mod agent_state;
mod council;
pub(crate) mod final_report;
mod inputs;
mod triage;

use serde_json::Value;

use crate::batch::Distinct;
use crate::diagnostic::Diagnostic;
use crate::lifecycle::Places;
use crate::options::Options;
use crate::rule::Rule;
use crate::rule::lookup::list;
use crate::schema::{self, Claim, Schema};
use crate::section::Section;
use crate::view::View;

pub use inputs::{RESPONSE, TOKEN_USAGE};

/// Every kind of document, in the order they are named in.
pub static KINDS: &[&Kind] =
    &[&final_report::KIND, &triage::KIND, &agent_state::KIND, &council::KIND];

/// A kind of document.
#[derive(Debug)]
pub struct Kind {
    /// The name that `--kind` takes.
    pub name: &'static str,
    /// The keys at the top of the document that it is recognised by.
    pub recognised_by: &'static [&'static str],
    /// The sections of its report, in order.
    pub sections: &'static [Section],
    /// Complete, valid example documents, the most telling one first.
    pub samples: &'static [Sample],
    /// The smallest valid documents, the smallest one first.
    pub minimal: &'static [Sample],
    /// Is it the record of a run? A record has to stay readable: errors of its rules stand in the
    /// report, where those of other kinds keep it from being written.
    pub is_record: bool,
    /// What its schema cannot say, in the order of the codes.
    pub rules: &'static [&'static Rule],
    /// What no two of its documents may have alike.
    pub distinct: &'static [Distinct],
    pub(crate) schema: &'static Schema,
    /// Runs the rules over a document that satisfies the schema.
    pub(crate) check: fn(&Value, &Options, &mut Vec<Diagnostic>),
    /// What the templates see beside the document itself.
    pub(crate) view: fn(&Value, &Options, &mut View),
    /// The parts of the document that the templates do not see.
    pub(crate) hidden: &'static [&'static str],
    /// Where its report is ticked and answered; `None` when it is for reading only.
    pub(crate) answers: Option<&'static Places>,
    /// What its sections show although the schema leaves it open.
    pub(crate) claims: &'static [Claim],
    /// Templates that those of its sections include.
    pub(crate) partials: &'static [Partial],
}

/// A template that is no section.
#[derive(Debug)]
pub(crate) struct Partial {
    /// The name that templates include it by, such as `triage/finding`.
    pub(crate) name: &'static str,
    pub(crate) template: &'static str,
}

/// An example document.
#[derive(Debug)]
pub struct Sample {
    /// The variant it is an example of, such as a task type.
    pub name: &'static str,
    /// The JSON text.
    pub text: &'static str,
}

impl Kind {
    /// The kind of that name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().copied().find(|kind| kind.name == name)
    }

    /// The complete sample for a variant, or the first one.
    pub fn sample(&self, variant: Option<&str>) -> Option<&'static Sample> {
        one_of(self.samples, variant)
    }

    /// The smallest valid document for a variant, or of all.
    pub fn minimal_sample(&self, variant: Option<&str>) -> Option<&'static Sample> {
        one_of(self.minimal, variant)
    }

    /// Does this keep a report from being written?
    pub(crate) fn is_stopped_by(&self, found: &Diagnostic) -> bool {
        found.is_error() && !(self.is_record && found.code.is_rule())
    }

    /// The JSON Schema of the kind, as text.
    pub fn schema(&self) -> &'static str {
        self.schema.source
    }
}

fn one_of(samples: &'static [Sample], variant: Option<&str>) -> Option<&'static Sample> {
    match variant {
        Some(wanted) => samples.iter().find(|sample| sample.name == wanted),
        None => samples.first(),
    }
}

/// Samples out of the cases of a kind: `samples!("triage": "full", "minimal" from "tiny")`, the
/// second of which is the case `tiny`.
macro_rules! samples {
    ($kind:literal: $($name:literal $(from $case:literal)?),* $(,)?) => {
        &[$($crate::kinds::Sample {
            name: $name,
            text: include_str!(concat!(
                "../../../tests/cases/", $kind, "/",
                $crate::kinds::samples!(@case $name $($case)?), ".json"
            )),
        }),*]
    };
    (@case $name:literal) => { $name };
    (@case $name:literal $case:literal) => { $case };
}
use samples;

/// The partial templates of a kind, by name.
macro_rules! partials {
    ($($name:literal),* $(,)?) => {
        &[$($crate::kinds::Partial {
            name: $name,
            template: include_str!(concat!("../../../templates/", $name, ".md.j2")),
        }),*]
    };
}
use partials;

/// The kind that the shape of `document` tells.
///
/// A document with only some of the keys of one kind, and of no other, is taken for that kind: its
/// author is told which key is missing, not that the document is unknown.
pub(crate) fn recognise(document: &Value) -> Result<&'static Kind, Box<Diagnostic>> {
    let has = |key: &str| document.get(key).is_some();
    let whole = KINDS.iter().find(|kind| kind.recognised_by.iter().all(|key| has(key)));
    if let Some(kind) = whole {
        return Ok(kind);
    }
    let mut partly = KINDS.iter().filter(|kind| kind.recognised_by.iter().any(|key| has(key)));
    if let (Some(kind), None) = (partly.next(), partly.next()) {
        return Ok(kind);
    }
    let known: Vec<String> = KINDS
        .iter()
        .map(|kind| format!("{} by {}", kind.name, list(kind.recognised_by.iter().copied())))
        .collect();
    let message = match document {
        Value::Object(_) => "the keys of this object fit no kind of document".to_owned(),
        other => format!("a document is an object, and this is {}", schema::type_of(other)),
    };
    let meant = document.as_object().into_iter().flatten().find_map(|(key, _)| {
        let keys = KINDS.iter().flat_map(|kind| kind.recognised_by).copied();
        Some(format!(
            ". Did you mean `{}` by {}?",
            schema::nearest(key, keys)?,
            schema::quoted(key)
        ))
    });
    let help = format!(
        "kinds are recognised by their keys: {}; or name one with --kind{}",
        known.join("; "),
        meant.unwrap_or_default()
    );
    Err(Box::new(Diagnostic::new(&schema::UNKNOWN_KIND, "", message).help(help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The RENDER_IF notes of a schema, each with the JSON pointer of the part it stands at.
    fn notes(root: &Value, schema: &Value, pointer: &str, found: &mut Vec<(String, String)>) {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            notes(root, root.pointer(target.trim_start_matches('#')).unwrap(), pointer, found);
        }
        if let Some(note) = schema.get("description").and_then(Value::as_str)
            && note.starts_with("RENDER_IF")
        {
            found.push((pointer.to_owned(), note.to_owned()));
        }
        for (key, inner) in
            schema.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            notes(root, inner, &format!("{pointer}/{key}"), found);
        }
        for branch in schema.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
            notes(root, branch, pointer, found);
        }
    }

    /// Is this the section for the part at `pointer`?
    fn is_for(section: &Section, pointer: &str) -> bool {
        match section.render_if {
            RenderIf::AnyPresent(parts) => parts.contains(&pointer),
            _ => section.data == pointer,
        }
    }

    #[test]
    fn sections_follow_the_render_if_notes_of_the_schema() {
        for kind in KINDS {
            let mut found = Vec::new();
            notes(kind.schema.parsed(), kind.schema.parsed(), "", &mut found);
            for (pointer, note) in &found {
                let sections: Vec<_> =
                    kind.sections.iter().filter(|s| is_for(s, pointer)).collect();
                assert!(!sections.is_empty(), "{}: no section for {pointer}", kind.name);
                for section in sections {
                    let holds = match section.render_if {
                        RenderIf::Is(_, wanted) => {
                            note.starts_with(&format!("RENDER_IF taskType is {wanted}"))
                        }
                        RenderIf::Present(of) => {
                            of == pointer && note.starts_with("RENDER_IF present")
                        }
                        // Its parts are those that it was found by.
                        RenderIf::AnyPresent(_) => note.starts_with("RENDER_IF present"),
                        RenderIf::PresentUnless(of, form) => {
                            of == pointer && note.starts_with("RENDER_IF not this branch") && {
                                let branches = kind.schema.parsed().to_string();
                                branches.contains(&format!("\"required\":[\"{form}\"]"))
                            }
                        }
                        RenderIf::Always | RenderIf::Inconsistent | RenderIf::OtherData => false,
                    };
                    assert!(holds, "{}: {} against {note:?}", section.name, section.render_if);
                }
            }
            // And no section has a rule that the schema knows nothing of.
            for section in kind.sections.iter().filter(|s| s.render_if != RenderIf::Always) {
                let noted = found.iter().any(|(pointer, _)| pointer == section.data);
                let optional = matches!(
                    section.render_if,
                    RenderIf::Present(_)
                        | RenderIf::AnyPresent(_)
                        | RenderIf::Inconsistent
                        | RenderIf::OtherData
                );
                assert!(noted || optional, "{}: {}", section.name, section.render_if);
            }
        }
    }

    use crate::section::RenderIf;
}
