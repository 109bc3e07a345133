//! What the templates of a final report see beside the document.

use std::collections::HashMap;

use serde_json::Value;

use crate::document::part;
use crate::options::Options;
use crate::view::{Seen, View, object};

/// Where rows with ids stand, and the section that shows them. Consensus comes before the
/// clarification items, with which it shares a prefix.
const ROWS: &[(&str, &str)] = &[
    ("/summary", "summary"),
    ("/crossVerification/consensus", "consensus"),
    ("/crossVerification/differences", "differences"),
    ("/evidence/primary", "evidence"),
    ("/evidence/secondary", "secondary-evidence"),
    ("/missingInformation", "missing-information"),
    ("/implementationPlanning/dependencyMigrationRisk", "implementation-planning"),
    ("/implementationPlanning/rollbackStrategy", "implementation-planning"),
    ("/implementation/outOfPlanEdits", "implementation"),
    ("/finalVerification/acceptanceBlockers", "final-verification"),
    ("/finalVerification/residualRisk", "final-verification"),
    ("/finalVerification/validationEvidence", "final-verification"),
    ("/clarificationItems", "clarification-items"),
    ("/followUpTasks", "follow-up-tasks"),
];

pub(super) fn extend(document: &Value, _: &Options, view: &mut View) {
    view.set("verdict", verdict(document));
    view.set("rationale", rationale(document));
    view.set("blockingApproval", blocking_approval(document));
    view.set("tokensPending", tokens_pending(document));
}

/// The one value that fills the verdict card and the final verdict.
fn verdict(document: &Value) -> Seen {
    let of = |key: &str| Seen::from(document["finalVerdict"][key].as_str());
    object([
        ("finalConclusion", of("finalConclusion")),
        ("verdictToken", of("verdictToken")),
        ("direction", of("direction")),
        ("approvalRequired", Seen::from(document["verdictCard"]["approvalRequired"].as_bool())),
        ("nextStep", of("nextStep")),
    ])
}

/// The rows that the verdict rests on, each with the section it stands in, if it exists.
fn rationale(document: &Value) -> Seen {
    let mut sections: HashMap<&str, &str> = HashMap::new();
    for (pointer, section) in ROWS {
        for row in part(document, pointer).and_then(Value::as_array).into_iter().flatten() {
            if let Some(id) = row.get("id").and_then(Value::as_str) {
                sections.entry(id).or_insert(section);
            }
        }
    }
    let options = document.pointer("/implementationPlanning/optionCandidates");
    for option in options.and_then(Value::as_array).into_iter().flatten() {
        for file in option.get("fileStructure").and_then(Value::as_array).into_iter().flatten() {
            if let Some(id) = file.get("id").and_then(Value::as_str) {
                sections.entry(id).or_insert("implementation-planning");
            }
        }
    }
    let ids = document["finalVerdict"]["rationaleRowIds"].as_array();
    ids.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|id| {
            let section = sections.get(id).map_or(Seen::from(()), |s| Seen::from(*s));
            object([("id", Seen::from(id)), ("section", section)])
        })
        .collect()
}

/// The ids of the clarification items that keep a plan from being approved.
fn blocking_approval(document: &Value) -> Seen {
    let items = document["clarificationItems"].as_array();
    items
        .into_iter()
        .flatten()
        .filter(|item| item["blocks"] == "approval" && item["status"] == "open")
        .filter_map(|item| item["id"].as_str())
        .map(Seen::from)
        .collect()
}

/// Are the figures of the token usage still to be filled in?
fn tokens_pending(document: &Value) -> bool {
    let scopes = document["tokenUsage"].as_object();
    scopes
        .into_iter()
        .flat_map(|scopes| scopes.values())
        .any(|scope| scope.as_object().is_some_and(|figures| figures.values().any(Value::is_null)))
}
