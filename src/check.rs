//! All checks of a document: its schema first, then the rules of its kind.

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::kinds::Kind;
use crate::options::Options;

/// `beside` adds what is wrong with a document that satisfies its schema, beside other documents.
pub(crate) fn check(
    document: &Document,
    options: &Options,
    beside: impl FnOnce(&'static Kind, &Value, &mut Vec<Diagnostic>),
) -> Vec<Diagnostic> {
    let mut found = check_value(document.kind(), document.value(), options);
    if found.iter().all(|diagnostic| diagnostic.code.is_rule()) {
        beside(document.kind(), document.value(), &mut found);
    }
    found
}

/// What is wrong with a value that is to be a document of `kind`, alone or inside another one.
pub(crate) fn check_value(kind: &Kind, value: &Value, options: &Options) -> Vec<Diagnostic> {
    let faults = kind.schema.check(value);
    if !faults.is_empty() {
        return faults;
    }
    let mut found = Vec::new();
    (kind.check)(value, options, &mut found);
    found
}
