//! The phases of a run, in the order of their numbers, and the approval of the plan.

use serde_json::Value;

use super::{items, seen, time, whole};
use crate::view::{Seen, object};

/// What a phase records of questions to the user, answers and plans.
const OF_THE_GATE: [&str; 6] = [
    "clarificationRounds",
    "clarificationQuestions",
    "clarificationAnswers",
    "planIterations",
    "planApprovedAt",
    "planEditRequests",
];

/// After so many rounds of questions the plan is made as well as it can be.
const CAP_OF_ROUNDS: u64 = 2;

/// The phases that are recorded, each with its number.
fn recorded(state: &Value) -> impl Iterator<Item = (usize, &Value)> {
    const NAMES: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let phases = &state["phases"];
    (0..).zip(NAMES).filter_map(|(number, name)| Some((number, phases.get(name)?)))
}

pub(super) fn rows(state: &Value) -> Seen {
    recorded(state).map(|(number, phase)| row(number, phase)).collect()
}

fn row(number: usize, phase: &Value) -> Seen {
    object([
        ("number", Seen::from(number)),
        ("status", seen(&phase["status"])),
        ("subStep", seen(&phase["subStep"])),
        ("took", Seen::from(time::took(phase))),
        ("startedAt", seen(&phase["startedAt"])),
        ("finishedAt", seen(&phase["finishedAt"])),
        ("model", seen(&phase["model"])),
        ("retryCount", seen(&phase["retryCount"])),
        ("notes", seen(&phase["notes"])),
        ("files", items(&phase["files"]).iter().map(seen).collect()),
    ])
}

/// Is the plan of this phase one for which no more questions were allowed?
pub(super) fn is_best_effort(phase: &Value) -> bool {
    whole(&phase["clarificationRounds"]).is_some_and(|rounds| rounds >= CAP_OF_ROUNDS)
}

/// What was asked, answered and approved: in phase 2, where a run follows the format.
pub(super) fn gates(state: &Value) -> Seen {
    let says_anything = |phase: &Value| {
        OF_THE_GATE.iter().map(|key| &phase[*key]).any(|value| match value {
            Value::Array(items) => !items.is_empty(),
            other => !other.is_null(),
        })
    };
    let gates = recorded(state).filter(|(_, phase)| says_anything(phase));
    gates.map(|(number, phase)| gate(number, phase)).collect()
}

fn gate(number: usize, phase: &Value) -> Seen {
    let (questions, answers) =
        (items(&phase["clarificationQuestions"]), items(&phase["clarificationAnswers"]));
    let exchange = (0..questions.len().max(answers.len())).map(|index| {
        let of = |list: &[Value]| list.get(index).map_or(Seen::from(()), seen);
        object([("question", of(questions)), ("answer", of(answers))])
    });
    let mut pairs = vec![
        ("phase", Seen::from(number)),
        ("clarificationRounds", seen(&phase["clarificationRounds"])),
        ("bestEffort", Seen::from(is_best_effort(phase))),
        ("planIterations", seen(&phase["planIterations"])),
        ("planEditRequests", items(&phase["planEditRequests"]).iter().map(seen).collect()),
        ("exchange", exchange.collect()),
    ];
    // `null` says that nobody approved, and no word of it says nothing.
    if let Some(approved) = phase.get("planApprovedAt") {
        pairs.push(("planApprovedAt", seen(approved)));
    }
    object(pairs)
}

/// The numbers of the phases that failed.
pub(super) fn failed(state: &Value) -> impl Iterator<Item = usize> {
    recorded(state).filter(|(_, phase)| phase["status"] == "failed").map(|(number, _)| number)
}

/// Did a phase record a plan that no more questions were allowed for?
pub(super) fn has_best_effort_plan(state: &Value) -> bool {
    recorded(state).any(|(_, phase)| is_best_effort(phase))
}
