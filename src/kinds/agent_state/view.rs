//! What the templates of a run report see beside the document.
//!
//! Most parts are shown as the schema names them. What is here has to be worked out first: how long
//! something took, what a fact of three values means, what needs a person. Values whose shape the
//! schema leaves open are taken apart by [`open`], so that no template depends on their shape.

mod attention;
mod card;
mod design;
mod evidence;
mod findings;
mod iterations;
mod open;
mod phases;
mod time;

use minijinja::value::Serde;
use serde_json::Value;

use crate::options::Options;
use crate::view::{Seen, View};

pub(super) fn extend(state: &Value, _: &Options, view: &mut View) {
    view.set("attention", attention::points(state));
    view.set("card", card::card(state));
    view.set("phaseRows", phases::rows(state));
    view.set("gates", phases::gates(state));
    view.set("worktree", worktree(state));
    view.set("freshness", freshness(state));
    view.set("frontMatter", open::facts(&state["analysis"]["frontMatter"]));
    view.set("iterations", iterations::iterations(state));
    view.set("toolsGate", tools_gate(state));
    view.set("design", design::design(&state["designCheck"]));
    view.set("evidence", evidence::artefacts(&state["visualEvidence"]));
}

/// Why a run has no worktree, if it is recorded that it has none.
fn worktree(state: &Value) -> Option<&'static str> {
    if state.get("worktreePath").is_none_or(|path| !path.is_null()) {
        None
    } else if state["localMode"] == true {
        Some("local")
    } else if !state["worktreeRemovedAt"].is_null() {
        Some("removed")
    } else {
        Some("missing")
    }
}

/// Is the analysis document of the evidence that the run knows? Without both digests nobody can
/// tell, which is not the same as fresh.
fn freshness(state: &Value) -> &'static str {
    let of_run = state["run"]["lastAnalysisDigest"].as_str();
    let of_document = state["analysis"]["frontMatter"]["evidence_digest"].as_str();
    match (of_run, of_document) {
        (Some(run), Some(document)) if run == document => "same",
        (Some(_), Some(_)) => "different",
        _ => "unverifiable",
    }
}

/// Were tools called in the first two phases only? Calls that nobody recorded decide nothing.
fn tools_gate(state: &Value) -> &'static str {
    match state["telemetry"]["mcpCalls"].as_array() {
        None => "unknown",
        Some(calls) if calls.iter().any(is_late) => "failed",
        Some(_) => "passed",
    }
}

/// Did a tool call come after the analysis?
fn is_late(call: &Value) -> bool {
    whole(&call["phase"]).is_some_and(|phase| phase > 1)
}

/// The items of an array; none where there is no array.
fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A whole number, which JSON may write as `7` or `7.0`.
fn whole(value: &Value) -> Option<u64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let written_as_fraction =
        |n: f64| (n.fract() == 0.0 && (0.0..EXACT).contains(&n)).then_some(n as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(written_as_fraction))
}

/// A value as it is; what is absent is `null`.
fn seen(value: &Value) -> Seen {
    Seen::from(Serde(value))
}
