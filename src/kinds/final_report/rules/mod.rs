//! The rules of a final report that its schema cannot say.

mod verdict;

use serde_json::Value;

use crate::diagnostic::Diagnostic;

pub(super) fn check(document: &Value, found: &mut Vec<Diagnostic>) {
    verdict::card_mismatch(document, found);
    verdict::next_step_mismatch(document, found);
}
