//! Answering in the page: a field for every question that can still be answered, a box for the plan,
//! and a file of what was written. Its form is `schemas/response.schema.json`.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::escaped;
use crate::document::Document;
use crate::lifecycle::{ANSWERED, OPEN, Places};
use crate::render::Report;

pub(super) const SCRIPT: &str = include_str!("../../templates/html/answers.js");

/// What a reader of a page can answer.
#[derive(Debug)]
pub(super) struct Answers<'d> {
    document: &'d Value,
    kind: &'static str,
    places: Option<&'static Places>,
    /// Does the report have an approval box?
    has_approval: bool,
}

/// What a response has to say about the report it answers.
#[derive(Debug, Serialize)]
pub(super) struct About {
    kind: String,
    task_key: String,
    report_sha256: String,
    /// The name that the file is saved under.
    file: String,
}

impl<'d> Answers<'d> {
    pub(super) fn of(document: &'d Document, report: &Report) -> Answers<'d> {
        let (kind, places) = (document.kind().name, document.kind().answers);
        let has_approval =
            places.is_some_and(|places| report.passage(places.approval_section).is_some());
        Answers { document: document.value(), kind, places, has_approval }
    }

    /// Is this the section with the approval box of a plan?
    pub(super) fn is_approval(&self, section: &str) -> bool {
        self.places.is_some_and(|places| places.approval_section == section)
    }

    /// Is this the section with the questions, one a table row?
    pub(super) fn is_questions(&self, section: &str) -> bool {
        self.places.is_some_and(|places| places.items_section == section)
    }

    fn items(&self) -> &'d [Value] {
        let items = self.places.and_then(|places| self.document.pointer(places.items));
        items.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Can the item be answered still?
    fn is_open(places: &Places, item: &Value) -> bool {
        matches!(item[places.status.1].as_str(), Some(OPEN | ANSWERED))
    }

    /// Is there anything to answer?
    pub(super) fn any(&self) -> bool {
        self.places.is_some_and(|places| {
            self.has_approval || self.items().iter().any(|item| Self::is_open(places, item))
        })
    }

    /// The field for the answer in a row of the table of questions; its first cell says `id`.
    pub(super) fn field(&self, row: usize, id: &str, label: &str) -> Option<String> {
        let (places, item) = (self.places?, self.items().get(row)?);
        if item[places.id.1] != id || !Self::is_open(places, item) {
            return None;
        }
        let answer = item[places.input.1].as_str().unwrap_or_default();
        let rows = answer.lines().count().clamp(2, 12);
        // HTML has no NUL; a browser would read one as this.
        let answer = answer.replace('\0', "\u{FFFD}");
        let (name, id, answer) = (escaped(label), escaped(id), escaped(&answer));
        // The first line break in the element is not part of its text. Without the script nothing
        // can be saved, and so nothing can be written.
        Some(format!(
            "<textarea data-answer=\"{id}\" aria-label=\"{name}: {id}\" rows=\"{rows}\" readonly>\n{answer}</textarea>"
        ))
    }

    /// The approval box of a plan.
    pub(super) fn approval_box(&self, checked: bool) -> Option<String> {
        let checked = if checked { " checked" } else { "" };
        let html = format!("<input type=\"checkbox\" data-approval disabled{checked}>");
        self.has_approval.then_some(html)
    }

    pub(super) fn about(&self, report_sha256: &str) -> About {
        let text = |pointer| self.document.pointer(pointer).and_then(Value::as_str);
        let name = text("/frontmatter/id").unwrap_or(self.kind);
        let mut file = String::new();
        for c in name.chars().take(100) {
            let plain = c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            file.push(if plain { c } else { '-' });
        }
        // Writing to a string cannot fail.
        let _ = write!(file, ".response.json");
        About {
            kind: format!("{}-response", self.kind),
            task_key: self
                .places
                .and_then(|places| text(places.key))
                .unwrap_or_default()
                .to_owned(),
            report_sha256: report_sha256.to_owned(),
            file,
        }
    }
}
