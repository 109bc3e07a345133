//! The rules of an agent state that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes. Most of a state is optional, and much of it open: a rule is silent where a part that it
//! needs is absent or has another shape.

mod baseline;
mod capability;
mod circuit_breaker;
mod coverage;
mod delta;
mod design_check;
mod embedded;
mod evidence;
mod figma;
mod host;
mod iterations;
mod modes;
mod phases;
mod plan_gate;
mod projects;
mod publication;
mod reviewers;
mod state;
mod status;
mod task;
mod telemetry;
mod times;
mod worktree;

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
    times::TIMES_OUT_OF_ORDER => times_out_of_order,
    telemetry::TOOL_AFTER_ANALYSIS => tool_after_analysis,
    telemetry::TOOL_NAME => tool_name,
    telemetry::CALL_TIME => call_time,
    telemetry::SKILL_FILES => skill_files,
    telemetry::SKILL_PHASE => skill_phase,
    telemetry::ROUTED_BY => routed_by,
    plan_gate::QUESTIONS_AND_ANSWERS => questions_and_answers,
    plan_gate::ROUNDS_AND_QUESTIONS => rounds_and_questions,
    plan_gate::GATE_IN_OTHER_PHASE => gate_in_other_phase,
    plan_gate::ROUNDS_WITHOUT_USER => rounds_without_user,
    plan_gate::PLAN_ITERATIONS => plan_iterations,
    plan_gate::APPROVED_WITHOUT_USER => approved_without_user,
    plan_gate::PLAN_NOT_APPROVED => plan_not_approved,
    modes::SHORT_AUTOPILOT => short_autopilot,
    modes::SHORT_WITH_PLAN => short_with_plan,
    modes::SHORT_WITHOUT_REVIEW => short_without_review,
    modes::SHORT_WITH_ANALYSIS => short_with_analysis,
    modes::ASKED_IN_AUTOPILOT => asked_in_autopilot,
    modes::BRANCH_NOT_ASKED => branch_not_asked,
    modes::WHO_CHOSE_DEPTH => who_chose_depth,
    modes::DEPTH_AND_SOURCE => depth_and_source,
    modes::DEPTH_NOT_OPEN => depth_not_open,
    modes::FORCED_WITH_CHOICE => forced_with_choice,
    worktree::LOCAL_WITH_WORKTREE => local_with_worktree,
    worktree::WORKTREE_GONE => worktree_gone,
    worktree::REMOVED_TOO_EARLY => removed_too_early,
    worktree::RELATIVE_ROOT => relative_root,
    task::JIRA_ID => jira_id,
    task::GITHUB_TASK => github_task,
    task::RELATED_ISSUES => related_issues,
    task::STACK_WITHOUT_CHECKOUT => stack_without_checkout,
    task::SIBLINGS => siblings,
    times::STEER_HALF_APPLIED => steer_half_applied,
    times::STEER_LEFT_WAITING => steer_left_waiting,
    baseline::GREEN_WITH_FAILURES => green_with_failures,
    baseline::RED_WITHOUT_EVIDENCE => red_without_evidence,
    baseline::BASELINE_INCOMPLETE => baseline_incomplete,
    iterations::ITERATIONS_MISCOUNTED => iterations_miscounted,
    iterations::DELTA_OF_FIRST => delta_of_first,
    iterations::WRONG_PREVIOUS => wrong_previous,
    delta::FINDING_IN_TWO_LISTS => finding_in_two_lists,
    delta::BLOCKING_NOT_PRESENT => blocking_not_present,
    delta::FALSE_PLATEAU => false_plateau,
    delta::RECURRENCE_KEYS => recurrence_keys,
    delta::TRIPPED_WITHOUT_BREAKER => tripped_without_breaker,
    embedded::EMBEDDED_TRIAGE => embedded_triage,
    iterations::WRONG_COUNTS => wrong_counts,
    iterations::DECISION_AGAINST_COUNTS => decision_against_counts,
    reviewers::ROUND_COUNT => round_count,
    reviewers::SEED => seed,
    reviewers::LABELS => labels,
    circuit_breaker::TRIPPED_INCOMPLETE => tripped_incomplete,
    circuit_breaker::TRIGGER_MISMATCH => trigger_mismatch,
    circuit_breaker::BREAKER_WITHOUT_AUTOPILOT => breaker_without_autopilot,
    publication::SIGNAL_TWICE => signal_twice,
    publication::PR_VERSION => pr_version,
    publication::REVIEWS_OWN => reviews_own,
    publication::PUBLISHED_TOO_EARLY => published_too_early,
    publication::PR_URL => pr_url,
    publication::MALFORMED_SHA => malformed_sha,
    projects::PLATFORM_MISMATCH => platform_mismatch,
    projects::BUILD_AGAINST_ERROR => build_against_error,
    figma::TIER_MISMATCH => tier_mismatch,
    figma::FIGMA_CALLS => figma_calls,
    design_check::MODE_AND_CHECK => mode_and_check,
    design_check::TARGETS_MISCOUNTED => targets_miscounted,
    design_check::UNKNOWN_TARGET => unknown_target,
    coverage::COVERAGE_SUMS => coverage_sums,
    coverage::COMPLETE_WITHOUT_COVERAGE => complete_without_coverage,
    design_check::VAGUE_SKIP => vague_skip,
    design_check::CAPTURE_OUT_OF_SCOPE => capture_out_of_scope,
    design_check::MOCK_SUPPORTED => mock_supported,
    evidence::EVIDENCE_MISSING => evidence_missing,
    evidence::FALSE_GAP => false_gap,
    host::HOST_NONE => host_none,
    host::JIRA_ONLY => jira_only,
    evidence::BEFORE_CAPTURED => before_captured,
    evidence::AFTER_FROM_TICKET => after_from_ticket,
    evidence::LONG_VIDEO => long_video,
    evidence::VIDEO_NOT_RECORDED => video_not_recorded,
    evidence::RECORDING_WITHOUT_TEST => recording_without_test,
    host::HOST_AGAINST_REMOTE => host_against_remote,
    capability::ABSENT_WITHOUT_REASON => absent_without_reason,
    capability::TARGET_NOT_OFFERED => target_not_offered,
    capability::RAN_AND_STATUS => ran_and_status,
    capability::PASSED_WITHOUT_LOG => passed_without_log,
    baseline::ANALYSIS_DOCUMENTS => analysis_documents,
    publication::PAGE_WITHOUT_SPACE => page_without_space,
    phases::PHASE_RECORD => phase_record,
    figma::NOT_SIGNED_OFF => not_signed_off,
    evidence::PLATFORMS => platforms,
    capability::TEST_NOT_OFFERED => test_not_offered,
}

pub(super) use task::SHORT_ID;

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, options: &Options, found: &mut Vec<Diagnostic>) {
    let state = State(document);
    run(&state, found);
    found.extend(embedded::broken_rules(&state, options));
}

/// What is found in a sample with edits, as code and pointer, in the order of the document.
#[cfg(test)]
fn findings(sample: &str, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let diagnostics = crate::rule::diagnostics(&super::KIND, sample, edits);
    diagnostics.into_iter().map(|found| (found.code.id, found.pointer)).collect()
}
