//! The built-in samples as documents, and what else can be true of one.

use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::facts::Facts;
use crate::kinds::{Kind, Sample};
use crate::options::Options;
use crate::section::RenderIf;

/// A built-in sample.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) document: Document,
    /// The command that prints it.
    pub(super) command: String,
}

impl Example {
    /// Every sample of a kind, complete ones first.
    pub(super) fn all(kind: &'static Kind) -> Vec<Example> {
        let read = |sample: &Sample, minimal: &str| {
            let document = Document::parse_as(sample.text.as_bytes(), kind);
            Example {
                document: document.expect("samples are tested to be valid"),
                command: format!(
                    "final-report sample {} --task-type {}{minimal}",
                    kind.name, sample.name
                ),
            }
        };
        let complete = kind.samples.iter().map(|sample| read(sample, ""));
        complete.chain(kind.minimal.iter().map(|sample| read(sample, " --minimal"))).collect()
    }
}

/// A document with another value. Nothing but its text makes one.
pub(super) fn changed(document: &Document, value: &Value) -> Option<Document> {
    Document::parse_as(value.to_string().as_bytes(), document.kind()).ok()
}

/// What a person can tell of a council, so that its verdict is shown.
pub(super) fn quorum() -> Options {
    let mut options = Options::default();
    options.voters(["a voter"]);
    options
}

/// Calls `visit` with facts of a document by which all that can be shown beside its parts is shown:
/// errors of its rules, and data that no section is for.
pub(super) fn with_every_fact<R>(document: &Document, visit: impl FnOnce(&Facts<'_>) -> R) -> R {
    let kind = document.kind();
    let has = |rule: RenderIf| kind.sections.iter().any(|section| section.render_if == rule);
    let errors = kind.rules.first().map(|rule| {
        let of_a_part = Diagnostic::new(&rule.code, "/a", "a message").help("a help");
        [of_a_part.related("/b", "a message"), Diagnostic::new(&rule.code, "", "a message")]
    });
    let other: Value = json!({ "a": ["b", 1, null] });
    let errors = errors.iter().flatten().filter(|_| has(RenderIf::Inconsistent));
    let other = Some(&other).filter(|_| has(RenderIf::OtherData));
    visit(&Facts {
        document: document.value(),
        inconsistencies: errors.collect(),
        other_data: other.map(|value| ("/other".to_owned(), value)).into_iter().collect(),
    })
}
