//! The rules of an agent state that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes. Most of a state is optional, and much of it open: a rule is silent where a part that it
//! needs is absent or has another shape.

mod phases;
mod projects;
mod state;
mod status;

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rule::rules;
use state::State;

rules! { of State<'_>;
    projects::PROJECTS_OF_OLD_VERSION => projects_of_old_version,
    projects::PRIMARY_MISMATCH => primary_mismatch,
    projects::MIRROR_MISMATCH => mirror_mismatch,
    projects::PROJECT_TWICE => project_twice,
    phases::UNKNOWN_PHASE => unknown_phase,
    phases::PHASE_AHEAD => phase_ahead,
    phases::PHASE_LEFT_BEHIND => phase_left_behind,
    status::COMPLETE_DESPITE => complete_despite,
    status::FINISHED_IN_PROGRESS => finished_in_progress,
    status::HALT_REASON_FORM => halt_reason_form,
    status::HALTED_BUT_RUNNING => halted_but_running,
    projects::PLATFORM_MISMATCH => platform_mismatch,
    projects::BUILD_AGAINST_ERROR => build_against_error,
    phases::PHASE_RECORD => phase_record,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, _: &Options, found: &mut Vec<Diagnostic>) {
    run(&State(document), found);
}

/// What is found in a sample with edits, as code and pointer, in the order of the document.
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let diagnostics = crate::rule::diagnostics(&super::KIND, sample, edits);
    diagnostics.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}
