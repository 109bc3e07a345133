//! What shows a change of the user interface: the screenshots and the video, or the lack of them.

use serde_json::Value;

use super::{items, seen, time};
use crate::view::{Seen, object};

/// The screenshots and the video there are, and what is missing without a word.
pub(super) fn artefacts(evidence: &Value) -> Seen {
    let mut rows = Vec::new();
    for what in ["before", "after"] {
        rows.extend(items(&evidence[what]).iter().map(|artefact| row(what, artefact)));
    }
    rows.extend(evidence.get("video").map(|video| row("video", video)));
    rows.extend(
        silent(evidence)
            .map(|what| object([("what", Seen::from(what)), ("silent", Seen::from(true))])),
    );
    Seen::from(rows)
}

/// What is required and missing, and no gap gives the reason.
pub(super) fn silent(evidence: &Value) -> impl Iterator<Item = &'static str> {
    let is_there = |what: &str| match &evidence[what] {
        Value::Array(artefacts) => !artefacts.is_empty(),
        video => !video.is_null(),
    };
    let is_explained = |what: &str| items(&evidence["gaps"]).iter().any(|gap| gap["what"] == what);
    let required = evidence["required"] == true;
    let all = if required { ["before", "after", "video"].as_slice() } else { &[] };
    all.iter().copied().filter(move |what| !is_there(what) && !is_explained(what))
}

fn row(what: &'static str, artefact: &Value) -> Seen {
    object([
        ("what", Seen::from(what)),
        ("silent", Seen::from(false)),
        ("file", seen(&artefact["file"])),
        ("source", seen(&artefact["source"])),
        ("capturedAt", seen(&artefact["capturedAt"])),
        ("jiraFilename", seen(&artefact["jiraFilename"])),
        ("url", seen(&artefact["url"])),
        ("length", time::seconds(&artefact["seconds"])),
    ])
}
