//! All checks of a document: its schema first, then the rules of its kind.

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::kinds::Kind;
use crate::options::Options;

pub(crate) fn check(document: &Document, options: &Options) -> Vec<Diagnostic> {
    check_value(document.kind(), document.value(), options)
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
