//! The rules of a final report that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod approval;
mod coverage;
mod figures;
mod follow_up;
mod identity;
mod ids;
mod iso_8601;
mod roster;
mod rows;
mod sums;
mod tickets;
mod verdict;
mod words;

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
    identity::LEAD_AS_AUTHOR => lead_as_author,
    identity::BLOCK_NOT_SHOWN => block_not_shown,
    approval::APPROVED_AGAINST_GATE => approved_against_gate,
    approval::APPROVAL_REQUIRED_MISMATCH => approval_required_mismatch,
    approval::APPROVED_BEFORE_ANSWER => approved_before_answer,
    approval::ANSWER_AND_STATUS => answer_and_status,
    ids::DUPLICATE_ID => duplicate_id,
    ids::SHARED_NUMBER => shared_number,
    ids::RATIONALE_ROWS => rationale_rows,
    coverage::COVERAGE_LEFT_OUT => coverage_left_out,
    tickets::NOT_THE_SINGLE_TICKET => not_the_single_ticket,
    coverage::COVERAGE_INDEX => coverage_index,
    tickets::UNKNOWN_TICKET => unknown_ticket,
    roster::EXECUTION_ROSTER => execution_roster,
    figures::HALF_FILLED_FIGURES => half_filled_figures,
    sums::FIGURES_DO_NOT_ADD_UP => figures_do_not_add_up,
    figures::FIGURES_OF_NO_RUN => figures_of_no_run,
    identity::SUMMARY_LENGTH => summary_length,
    follow_up::CONTINUATION_COUNT => continuation_count,
    follow_up::TASK_ID_TAKEN => task_id_taken,
    identity::DATE_NOT_ISO => date_not_iso,
    follow_up::UNKNOWN_FOLLOW_UP_PHASE => unknown_follow_up_phase,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, found: &mut Vec<Diagnostic>) {
    let report = FinalReport::deserialize(document)
        .expect("the model has the names and types of the schema, which the document satisfies");
    for Check { rule, check } in CHECKS {
        check(&report, &mut Findings::of(rule, found));
    }
}

/// What is found in a sample with edits: codes and pointers, in order.
#[cfg(test)]
fn found(sample: &str, edits: &[(&'static str, &'static str)]) -> Vec<(&'static str, String)> {
    let diagnostics = diagnostics(sample, edits);
    diagnostics.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}

/// The same with all that is said.
#[cfg(test)]
fn diagnostics(sample: &str, edits: &[(&'static str, &'static str)]) -> Vec<Diagnostic> {
    let sample = super::SAMPLES.iter().find(|one| one.name == sample).expect("a sample");
    let example = crate::rule::Example { sample: sample.name, edits: edits.to_vec().leak() };
    let document = example.document(sample.text);
    assert_eq!(crate::schema::FINAL_REPORT.check(&document), [], "valid but for the rules");
    let mut found = Vec::new();
    check(&document, &mut found);
    found
}
