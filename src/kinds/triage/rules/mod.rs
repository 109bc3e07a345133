//! The rules of a triage that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod buckets;
mod citations;
mod consensus;
mod gate;
mod reasons;
mod reviewers;
mod verification;

use serde_json::Value;

use super::model::{Bucket, Finding, Placed, Triage};
use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rule::rules;

rules! { of Triage<'_>;
    gate::SHUT_WITHOUT_BLOCKING => shut_without_blocking,
    buckets::IN_TWO_BUCKETS => in_two_buckets,
    buckets::ACCEPTED_TWICE => accepted_twice,
    verification::ACCEPTED_NOT_REPRODUCED => accepted_not_reproduced,
    verification::OUTCOME_AGAINST_BUCKET => outcome_against_bucket,
    verification::VERIFIED_NOT_BLOCKING => verified_not_blocking,
    verification::INCONCLUSIVE_WITHOUT_NOTE => inconclusive_without_note,
    consensus::SPLIT_WITHOUT_DISAGREEMENT => split_without_disagreement,
    consensus::UNANIMOUS_WITH_DISAGREEMENTS => unanimous_with_disagreements,
    consensus::UNANIMOUS_AGAINST_FINDINGS => unanimous_against_findings,
    gate::APPROVED_UNVERIFIED => approved_unverified,
    reviewers::REVIEWER_COUNT => reviewer_count,
    reviewers::TOO_MANY_REVIEWERS => too_many_reviewers,
    reviewers::UNLIKELY_REVIEWERS => unlikely_reviewers,
    consensus::UNKNOWN_DISAGREEMENT => unknown_disagreement,
    citations::RULE_REJECTED_AS_TASTE => rule_rejected_as_taste,
    citations::RULE_WITHOUT_SOURCE => rule_without_source,
    citations::UNSTABLE_RULE_ID => unstable_rule_id,
    reasons::BLOCKING_DEFERRED => blocking_deferred,
    reasons::EMPTY_REASON => empty_reason,
    reasons::EMPTY_FIX => empty_fix,
    verification::UNUSABLE_EVIDENCE => unusable_evidence,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, _: &Options, found: &mut Vec<Diagnostic>) {
    run(&Triage::of(document), found);
}

/// What is found in a sample with edits, as code and pointer, in the order of the document.
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let found = crate::rule::diagnostics(&super::KIND, sample, edits);
    found.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}
