//! The badges beside the title: the outcome of a report at a glance.

use serde::Serialize;
use serde_json::Value;

use super::tone::Tone;
use crate::document::Document;

/// A word of the report with the class of its colour.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Badge {
    text: String,
    class: &'static str,
}

/// Where the outcome of a kind stands. A boolean is shown as its name, or as its opposite's.
const OUTCOMES: &[(&str, &[Outcome])] = &[
    (
        "final-report",
        &[
            // The verdict card is filled from the final verdict too.
            Outcome::Word("/finalVerdict/verdictToken"),
            Outcome::Word("/finalVerdict/direction"),
        ],
    ),
    ("triage", &[Outcome::Either("/approved", "approved", "rework")]),
    ("agent-state", &[Outcome::Word("/status")]),
];

enum Outcome {
    Word(&'static str),
    Either(&'static str, &'static str, &'static str),
}

/// A verdict that a task type does not give says nothing.
const SAYS_NOTHING: &str = "not-applicable";

pub(super) fn of(document: &Document) -> Vec<Badge> {
    let kind = OUTCOMES.iter().find(|(kind, _)| *kind == document.kind().name);
    let outcomes = kind.into_iter().flat_map(|(_, outcomes)| outcomes.iter());
    outcomes
        .filter_map(|outcome| match *outcome {
            Outcome::Word(pointer) => document.value().pointer(pointer)?.as_str(),
            Outcome::Either(pointer, yes, no) => {
                let holds = document.value().pointer(pointer).and_then(Value::as_bool)?;
                Some(if holds { yes } else { no })
            }
        })
        .filter(|word| *word != SAYS_NOTHING)
        .map(|word| {
            let class = Tone::of(word).unwrap_or(Tone::Muted).class();
            Badge { text: word.to_owned(), class }
        })
        .collect()
}
