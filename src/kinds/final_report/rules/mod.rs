//! The rules of a final report that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod acceptance;
mod commits;
mod handoff;
mod identity;
mod implementation;
mod lookup;
mod plan;
mod plan_verification;
mod rounds;
mod sources;
mod verdict;

use serde::Deserialize as _;
use serde_json::Value;

use super::model::FinalReport;
use crate::diagnostic::Diagnostic;
use crate::rule::{Findings, Rule};

/// A rule, and the function that checks it.
struct Check {
    rule: &'static Rule,
    check: fn(&FinalReport<'_>, &mut Findings<'_>),
}

macro_rules! rules {
    ($($module:ident::$rule:ident => $check:ident,)*) => {
        /// The documentation of every rule.
        pub(super) static RULES: &[&Rule] = &[$(&$module::$rule),*];

        static CHECKS: &[Check] = &[$(Check { rule: &$module::$rule, check: $module::$check }),*];
    };
}

rules! {
    verdict::CARD_MISMATCH => card_mismatch,
    verdict::NEXT_STEP_MISMATCH => next_step_mismatch,
    identity::TASK_TYPE_MISMATCH => task_type_mismatch,
    plan::UNKNOWN_CLARIFICATION => unknown_clarification,
    acceptance::UNKNOWN_BLOCKER => unknown_blocker,
    acceptance::ACCEPTED_DESPITE => accepted_despite,
    acceptance::VERDICT_WITHOUT_GROUNDS => verdict_without_grounds,
    acceptance::DIRECTION_AGAINST_TOKEN => direction_against_token,
    rounds::ROUNDS_DO_NOT_ADD_UP => rounds_do_not_add_up,
    rounds::ROUND_2_REASON => round_2_reason,
    sources::CONSENSUS_OF_ONE => consensus_of_one,
    sources::UNKNOWN_WORKER => unknown_worker,
    sources::POSITIONS => positions,
    plan::UNKNOWN_OPTION => unknown_option,
    plan::MATRIX_MISMATCH => matrix_mismatch,
    plan::STEPS_MISCOUNTED => steps_miscounted,
    plan::PHASE_WITHOUT_CHECK => phase_without_check,
    plan_verification::UNKNOWN_PLAN_ITEM => unknown_plan_item,
    plan_verification::VOTE_WITHOUT_VERDICT => vote_without_verdict,
    plan_verification::GATE_AGAINST_VOTES => gate_against_votes,
    plan_verification::DISAGREE_WITHOUT_REASON => disagree_without_reason,
    handoff::OUTCOME_AGAINST_CHOICE => outcome_against_choice,
    handoff::OUTCOME_INCOMPLETE => outcome_incomplete,
    handoff::PROBE_INCOMPLETE => probe_incomplete,
    handoff::HANDOFF_OF_BLOCKED => handoff_of_blocked,
    commits::MALFORMED_SHA => malformed_sha,
    commits::ROWS_MISCOUNTED => rows_miscounted,
    implementation::FAIL_WITHOUT_CONSEQUENCE => fail_without_consequence,
    implementation::EDIT_UNACCOUNTED_FOR => edit_unaccounted_for,
    implementation::APPROVED_DESPITE_FAILURE => approved_despite_failure,
    implementation::NO_WAY_BACK => no_way_back,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, found: &mut Vec<Diagnostic>) {
    let report = FinalReport::deserialize(document)
        .expect("the model has the names and types of the schema, which the document satisfies");
    for Check { rule, check } in CHECKS {
        check(&report, &mut Findings::of(rule, found));
    }
}

/// What is found in a sample with some of its parts changed: code and pointer, in the order of the
/// document. Edits are those of [`crate::rule::Example`].
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let sample = super::KIND.sample(Some(sample)).expect(sample);
    let bytes = serde_json::to_vec_pretty(&crate::rule::edited(sample.text, edits)).unwrap();
    let document = crate::Document::parse_as(&bytes, &super::KIND).unwrap();
    document.check().into_iter().map(|found| (found.code.id, found.pointer)).collect()
}
