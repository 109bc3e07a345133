//! What a person has to do or should know before relying on the run, the most pressing first.

use serde_json::Value;

use super::{card, evidence, items, phases, seen, tools_gate, whole, worktree};
use crate::view::{Seen, object};

/// The points in order: what each is about, and the section that tells more.
pub(super) fn points(state: &Value) -> Seen {
    let mut points = Points::default();
    of_the_run(state, &mut points);
    of_the_review(state, &mut points);
    of_the_evidence(state, &mut points);
    Seen::from(points.0)
}

#[derive(Default)]
struct Points(Vec<Seen>);

impl Points {
    fn add_if(&mut self, holds: bool, what: &'static str, section: &'static str) {
        if holds {
            self.add(what, section, Seen::from(()));
        }
    }

    fn add(&mut self, what: &'static str, section: &'static str, value: Seen) {
        let pairs = [("what", what.into()), ("section", section.into()), ("value", value)];
        self.0.push(object(pairs));
    }
}

fn of_the_run(state: &Value, points: &mut Points) {
    let halted = !state["haltReason"].is_null();
    if halted {
        points.add("halted", "run-card", seen(&state["haltReason"]));
    }
    points.add_if(state["status"] == "failed" && !halted, "failed", "run-card");
    points.add_if(state["status"] == "paused" && !halted, "paused", "run-card");
    points.add_if(state["circuitBreaker"]["tripped"] == true, "tripped", "circuit-breaker");
    for phase in phases::failed(state) {
        points.add("phase-failed", "phases", Seen::from(phase));
    }
    for project in items(&state["projects"]) {
        let build = &project["buildStatus"];
        if build == "failed" || build["ok"] == false {
            points.add("build-failed", "projects", seen(&project["project"]));
        }
    }
    points.add_if(card::is_incomplete(state), "incomplete", "design-check");
    points.add_if(state["figmaAccess"]["reviewBlocking"] == true, "sign-off", "figma-access");
    let steer = &state["pendingSteer"];
    let waits = steer.is_object() && steer["appliedAt"].is_null();
    points.add_if(waits, "steer-waiting", "pending-steer");
    let is_draft = state["status"] == "complete" && state["pr"]["draft"] == true;
    points.add_if(is_draft, "draft", "delivery");
    points.add_if(worktree(state) == Some("missing"), "no-worktree", "task");
}

fn of_the_review(state: &Value, points: &mut Points) {
    if let Some(last) = items(&state["reviewIterations"]).last() {
        let still = items(&last["delta"]["stillPresentBlocking"]);
        let blocks = !still.is_empty() || whole(&last["blocking"]).is_some_and(|count| count > 0);
        let verdict = &last["triage"]["consensus"]["verdict"];
        points.add_if(last["decision"] == "escalate", "escalated", "review-iterations");
        points.add_if(blocks, "blocking", "review-iterations");
        points.add_if(verdict == "unverified", "unverified", "review-iterations");
    }
    points.add_if(phases::has_best_effort_plan(state), "best-effort", "plan-gate");
    points.add_if(tools_gate(state) == "failed", "gate-failed", "telemetry");
    let mut signals = items(&state["diffRisk"]["signals"]).iter();
    points.add_if(
        signals.any(|signal| signal == "test_lines_removed"),
        "tests-removed",
        "diff-risk",
    );
}

fn of_the_evidence(state: &Value, points: &mut Points) {
    points.add_if(state["figmaAccess"]["tier1Unavailable"] == "auth", "dead-token", "figma-access");
    let baseline = &state["baseline"]["tests"];
    points.add_if(baseline["status"] == "red", "baseline-red", "baseline");
    points.add_if(baseline["status"] == "unknown", "baseline-unknown", "baseline");
    let ui = &state["uiTest"];
    points.add_if(ui["status"] == "failed", "ui-test-failed", "ui-test");
    let has_log = ui["logPath"].as_str().is_some_and(|path| !path.is_empty());
    points.add_if(ui["status"] == "passed" && !has_log, "ui-test-unproven", "ui-test");
    let visual = &state["visualEvidence"];
    points.add_if(!items(&visual["gaps"]).is_empty(), "gaps", "evidence-gaps");
    points.add_if(evidence::silent(visual).next().is_some(), "silent", "visual-evidence");
}
