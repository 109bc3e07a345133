//! The rules of a council's findings that their schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod quorum;
mod roles;
mod texts;
mod votes;

use serde_json::Value;

use super::model::{Council, Vote};
use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rule::rules;

/// The findings of a council, with what a person knows of it.
struct Sitting<'a> {
    council: Council<'a>,
    options: &'a Options,
}

rules! { of Sitting<'_>;
    quorum::TOO_FEW_VOTERS => too_few_voters,
    quorum::TOO_MANY_VOTERS => too_many_voters,
    roles::ROLE_TWICE => role_twice,
    quorum::VOTER_MISSING => voter_missing,
    roles::UNPROMPTED_ADVOCATE => unprompted_advocate,
    roles::ROLE_NOT_A_SLUG => role_not_a_slug,
    votes::VETOED => vetoed,
    votes::APPROVED_DESPITE_ISSUE => approved_despite_issue,
    votes::REJECTED_WITHOUT_ISSUE => rejected_without_issue,
    votes::SEVERITY_NOT_THE_HIGHEST => severity_not_the_highest,
    texts::BLANK_TEXT => blank_text,
    texts::BLANK_ACTION => blank_action,
    texts::ISSUE_TWICE => issue_twice,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, options: &Options, found: &mut Vec<Diagnostic>) {
    run(&Sitting { council: Council::of(document), options }, found);
}

/// What is found in a sample with edits, as code and pointer, in the order of the document.
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let found = crate::rule::diagnostics(&super::KIND, sample, edits);
    found.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}
