//! All checks of a document: its schema first, then the rules of its kind.

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::options::Options;

pub(crate) fn check(document: &Document, options: &Options) -> Vec<Diagnostic> {
    let kind = document.kind();
    let faults = kind.schema.check(document.value());
    if !faults.is_empty() {
        return faults;
    }
    let mut found = Vec::new();
    (kind.check)(document.value(), options, &mut found);
    found
}
