//! The card at the top: how far the run came and what it left.

use serde_json::Value;

use super::{items, seen, time, whole};
use crate::view::{Seen, object};

const LAST_PHASE: u64 = 7;

pub(super) fn card(state: &Value) -> Seen {
    let phase = whole(&state["currentPhase"]).unwrap_or_default();
    let resumes = state["status"] != "complete" && phase < LAST_PHASE;
    object([
        ("incomplete", Seen::from(is_incomplete(state))),
        ("phaseStatus", seen(&state["phases"][phase.to_string()]["status"])),
        ("resumesAt", Seen::from(resumes.then_some(phase + 1))),
        ("took", Seen::from(time::took(state))),
        ("pullRequests", pull_requests(state)),
        ("baseline", seen(&state["baseline"]["tests"]["status"])),
        ("review", last_review(state)),
    ])
}

/// Did an audit leave targets out without a reason? Such a run is incomplete, whatever its status.
pub(super) fn is_incomplete(state: &Value) -> bool {
    state["designCheck"]["coverage"]["gate"] == "fail"
}

/// The pull request of the task, and those of other repositories.
fn pull_requests(state: &Value) -> Seen {
    let own = &state["pr"];
    let row = |project: Seen, pr: &Value| {
        object([
            ("project", project),
            ("number", seen(&pr["number"])),
            ("url", seen(&pr["url"])),
            ("draft", Seen::from(pr["draft"] == true)),
        ])
    };
    let is_other =
        |pr: &Value| pr.is_object() && (pr["number"] != own["number"] || pr["url"] != own["url"]);
    let projects = items(&state["projects"]).iter().filter(|project| is_other(&project["pr"]));
    let others = projects.map(|project| row(seen(&project["project"]), &project["pr"]));
    let own = own.is_object().then(|| row(Seen::from(()), own));
    own.into_iter().chain(others).collect()
}

fn last_review(state: &Value) -> Seen {
    let Some(last) = items(&state["reviewIterations"]).last() else { return Seen::from(()) };
    let keys = ["iteration", "decision", "blocking", "important", "suggestion"];
    object(keys.map(|key| (key, seen(&last[key]))))
}
