//! The rules of a final report that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod acceptance;
mod approval;
mod commits;
mod coverage;
mod figures;
mod follow_up;
mod handoff;
mod identity;
mod ids;
mod implementation;
mod lookup;
mod plan;
mod plan_verification;
mod roster;
mod rounds;
mod rows;
mod sources;
mod sums;
mod tickets;
mod verdict;

use serde::Deserialize as _;
use serde_json::Value;

pub(in crate::kinds) use roster::is_lead;

use super::model::FinalReport;
use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rule::{iso_8601, rules, words};

rules! { of FinalReport<'_>;
    verdict::CARD_MISMATCH => card_mismatch,
    verdict::NEXT_STEP_MISMATCH => next_step_mismatch,
    identity::TASK_TYPE_MISMATCH => task_type_mismatch,
    identity::LEAD_AS_AUTHOR => lead_as_author,
    identity::BLOCK_NOT_SHOWN => block_not_shown,
    approval::APPROVED_AGAINST_GATE => approved_against_gate,
    approval::APPROVAL_REQUIRED_MISMATCH => approval_required_mismatch,
    approval::APPROVED_BEFORE_ANSWER => approved_before_answer,
    approval::ANSWER_AND_STATUS => answer_and_status,
    ids::DUPLICATE_ID => duplicate_id,
    ids::SHARED_NUMBER => shared_number,
    ids::RATIONALE_ROWS => rationale_rows,
    plan::UNKNOWN_CLARIFICATION => unknown_clarification,
    acceptance::UNKNOWN_BLOCKER => unknown_blocker,
    acceptance::ACCEPTED_DESPITE => accepted_despite,
    acceptance::VERDICT_WITHOUT_GROUNDS => verdict_without_grounds,
    acceptance::DIRECTION_AGAINST_TOKEN => direction_against_token,
    coverage::COVERAGE_LEFT_OUT => coverage_left_out,
    tickets::NOT_THE_SINGLE_TICKET => not_the_single_ticket,
    coverage::COVERAGE_INDEX => coverage_index,
    tickets::UNKNOWN_TICKET => unknown_ticket,
    roster::EXECUTION_ROSTER => execution_roster,
    figures::HALF_FILLED_FIGURES => half_filled_figures,
    sums::FIGURES_DO_NOT_ADD_UP => figures_do_not_add_up,
    figures::FIGURES_OF_NO_RUN => figures_of_no_run,
    rounds::ROUNDS_DO_NOT_ADD_UP => rounds_do_not_add_up,
    rounds::ROUND_2_REASON => round_2_reason,
    sources::CONSENSUS_OF_ONE => consensus_of_one,
    sources::UNKNOWN_WORKER => unknown_worker,
    sources::POSITIONS => positions,
    identity::SUMMARY_LENGTH => summary_length,
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
    follow_up::CONTINUATION_COUNT => continuation_count,
    follow_up::TASK_ID_TAKEN => task_id_taken,
    identity::DATE_NOT_ISO => date_not_iso,
    follow_up::UNKNOWN_FOLLOW_UP_PHASE => unknown_follow_up_phase,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, _: &Options, found: &mut Vec<Diagnostic>) {
    let report = FinalReport::deserialize(document)
        .expect("the model has the names and types of the schema, which the document satisfies");
    run(&report, found);
}

/// What is found in a sample with some of its parts changed, in the order of the document. Edits
/// are those of [`crate::rule::Example`].
#[cfg(test)]
fn diagnostics(sample: &str, edits: &[(&str, &str)]) -> Vec<Diagnostic> {
    crate::rule::diagnostics(&super::KIND, sample, edits)
}

/// The same as code and pointer.
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let diagnostics = diagnostics(sample, edits);
    diagnostics.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}

/// The pointers of what is found in the `quick` sample with edits, all of which is of one code.
#[cfg(test)]
fn pointers(edits: &[(&str, &str)], code: &str) -> Vec<String> {
    let found = findings("quick", edits);
    assert!(found.iter().all(|(id, _)| *id == code), "{found:?}");
    found.into_iter().map(|(_, pointer)| pointer).collect()
}
