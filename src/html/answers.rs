//! Answering in the page: a field for every question that can still be answered, a box for the plan,
//! and a file of what was written. Its form is `schemas/response.schema.json`.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::escaped;
use crate::document::Document;

pub(super) const SCRIPT: &str = include_str!("../../templates/html/answers.js");

/// The section with the approval box of a plan.
pub(super) const APPROVAL: &str = "approval-request";
/// The section with the questions, one a table row.
pub(super) const QUESTIONS: &str = "clarification-items";

/// What a reader of a page can answer.
#[derive(Debug)]
pub(super) struct Answers<'d> {
    document: &'d Value,
    kind: &'static str,
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
    pub(super) fn of(document: &'d Document) -> Answers<'d> {
        Answers { document: document.value(), kind: document.kind().name }
    }

    fn items(&self) -> impl Iterator<Item = &'d Value> {
        self.document["clarificationItems"].as_array().into_iter().flatten()
    }

    fn is_open(item: &Value) -> bool {
        matches!(item["status"].as_str(), Some("open" | "answered"))
    }

    fn is_plan(&self) -> bool {
        self.document["header"]["taskType"] == "implementation-planning"
    }

    /// Is there anything to answer?
    pub(super) fn any(&self) -> bool {
        self.kind == "final-report" && (self.is_plan() || self.items().any(Self::is_open))
    }

    /// The field for the answer in a row of the table of questions; its first cell says `id`.
    pub(super) fn field(&self, row: usize, id: &str, label: &str) -> Option<String> {
        let item = self.document["clarificationItems"].get(row)?;
        if item["id"] != id || !Self::is_open(item) {
            return None;
        }
        let answer = item["userInput"].as_str().unwrap_or_default();
        let rows = answer.lines().count().clamp(2, 12);
        let (name, id, answer) = (escaped(label), escaped(id), escaped(answer));
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
        self.is_plan().then_some(html)
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
            task_key: text("/header/taskKey").unwrap_or_default().to_owned(),
            report_sha256: report_sha256.to_owned(),
            file,
        }
    }
}
