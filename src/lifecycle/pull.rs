//! Ticks and answers of a report, back into its document.

use std::fmt;

use serde_json::Value;

use super::answers::{ANSWERED, OPEN};
use super::compare::{self, Edit, What};
use super::digest::Signed;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::document::edit::{self, Change};
use crate::options::Options;
use crate::render::Report;

/// What was taken out of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    /// The text of the document with the answers in it, without a byte-order mark. Nothing but the
    /// answers, and the states that follow from them, has changed.
    pub text: String,
    /// What was taken, in the order of the report.
    pub answers: Vec<Answer>,
    /// Edits in other places of the report. They are in no document.
    pub left: Vec<Edit>,
}

/// An answer that was taken out of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The id of the item, or `Approved` for the box.
    pub name: String,
    /// What the document says now.
    pub says: String,
}

/// Why no answers can be taken out of a report: it is not what the program wrote any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The line of the report, from 1, where there is one to point at.
    pub line: Option<usize>,
    /// What is wrong. One clause, without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// Why answers were refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The report is damaged.
    Damaged(Damage),
    /// The document would have errors with the answers in it.
    Invalid {
        /// The text that the diagnostics speak of.
        text: String,
        /// What would be wrong.
        found: Vec<Diagnostic>,
    },
}

impl Damage {
    /// At the line with this index.
    pub(crate) fn new(index: usize, message: String) -> Damage {
        Damage { line: Some(index + 1), message, help: String::new() }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Damage {
        Damage { help: help.into(), ..self }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Damage {}

impl From<Damage> for Refusal {
    fn from(damage: Damage) -> Self {
        Refusal::Damaged(damage)
    }
}

/// Takes the ticks and answers of `report` that `document` does not have yet. `fresh` is the report
/// of `document` as it is, in the language of `report`.
///
/// # Errors
///
/// [`Refusal::Damaged`] when the places for answers are not as they were written, and
/// [`Refusal::Invalid`] when a check that `options` makes an error forbids the answers, such as a
/// tick on a plan that its reviewers have blocked.
pub fn pull(
    report: &str,
    fresh: &Report,
    document: &Document,
    options: &Options,
) -> Result<Pulled, Refusal> {
    let found = compare::compare(report, fresh, document)?;
    let given = found.answers.into_iter().map(|answer| answer.what).collect();
    take(document, given, found.elsewhere, options)
}

/// Takes the answers of `response`, a document of [`RESPONSE`](crate::RESPONSE) that a page has
/// saved. `reports` are the reports of `document` as it is, one of which the page was made from.
///
/// # Errors
///
/// As [`pull`]; a response to another report, or to an earlier state of this one, is damaged.
pub fn pull_response(
    response: &Document,
    reports: &[Report],
    document: &Document,
    options: &Options,
) -> Result<Pulled, Refusal> {
    let (said, value) = (response.value(), document.value());
    let refuse = |message: String, help: &str| {
        Refusal::Damaged(Damage { line: None, message, help: help.to_owned() })
    };
    let Some(places) = document.kind().answers else {
        let message = format!("a {} has nothing to answer", document.kind().name);
        return Err(refuse(message, "name the document that was answered"));
    };
    let key = value.pointer(places.key).and_then(Value::as_str).unwrap_or_default();
    let answered = said["taskKey"].as_str().unwrap_or_default();
    if key != answered {
        let message = format!("the response is to `{answered}`, and the document is `{key}`");
        return Err(refuse(message, "name the document that was answered"));
    }
    let mut given = Vec::new();
    if let Some(ticked) = said.get("approved").and_then(Value::as_bool)
        && value.pointer(places.approval).and_then(Value::as_bool) != Some(ticked)
    {
        given.push(What::Approval(ticked));
    }
    let items = value.pointer(places.items).and_then(Value::as_array);
    let items = items.map(Vec::as_slice).unwrap_or_default();
    for answer in said["answers"].as_array().into_iter().flatten() {
        let id = answer["id"].as_str().unwrap_or_default();
        let text = answer["userInput"].as_str().unwrap_or_default().to_owned();
        let Some(item) = items.iter().position(|item| item[places.id.1] == id) else {
            let message = format!("the response answers {id}, which the document does not have");
            return Err(refuse(
                message,
                "open the page of the report as it is now, and answer there",
            ));
        };
        if items[item][places.input.1].as_str().unwrap_or_default() != text {
            given.push(What::Input { item, text });
        }
    }
    let sha256 = said["reportSha256"].as_str().unwrap_or_default();
    let is_of =
        |report: &Report| Signed::read(&report.markdown).is_some_and(|signed| signed.hex == sha256);
    if !given.is_empty() && !reports.iter().any(is_of) {
        let message = "the document has changed since the page was made".to_owned();
        return Err(refuse(message, "open the page of the report as it is now, and answer there"));
    }
    take(document, given, Vec::new(), options)
}

/// Puts answers into the document.
fn take(
    document: &Document,
    given: Vec<What>,
    left: Vec<Edit>,
    options: &Options,
) -> Result<Pulled, Refusal> {
    let mut changes = Vec::new();
    let mut answers = Vec::new();
    for answer in given {
        let Some(places) = document.kind().answers else { continue };
        match answer {
            What::Approval(ticked) => {
                changes.push(Change::new(places.approval, ticked.to_string()));
                answers.push(Answer { name: "Approved".into(), says: yes_or_no(ticked).into() });
            }
            What::Input { item, text } => {
                let row = format!("{}/{item}", places.items);
                let member = |key: &str| {
                    let value = document.value().pointer(&format!("{row}/{key}"));
                    value.and_then(Value::as_str).unwrap_or_default()
                };
                let state = match member(places.status.1) {
                    OPEN if !text.is_empty() => Some(ANSWERED),
                    ANSWERED if text.is_empty() => Some(OPEN),
                    _ => None,
                };
                if let Some(state) = state {
                    let pointer = format!("{row}/{}", places.status.1);
                    changes.push(Change::new(pointer, Value::from(state).to_string()));
                }
                let pointer = format!("{row}/{}", places.input.1);
                changes.push(Change::new(pointer, Value::from(text.as_str()).to_string()));
                answers.push(Answer { name: member(places.id.1).to_owned(), says: text });
            }
        }
    }
    match edit::checked(document, &changes, options) {
        Ok(text) => Ok(Pulled { text, answers, left }),
        Err((text, found)) => Err(Refusal::Invalid { text, found }),
    }
}

fn yes_or_no(ticked: bool) -> &'static str {
    if ticked { "yes" } else { "no" }
}
