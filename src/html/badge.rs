//! The badges beside the title: the outcome of a report at a glance.

use serde::Serialize;

use super::tone::Tone;
use crate::document::Document;

/// A word of the report with the class of its colour.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Badge {
    text: String,
    class: &'static str,
}

/// Where the outcome of a kind stands.
const OUTCOMES: &[(&str, &[Outcome])] = &[
    (
        "final-report",
        &[
            // The verdict card is filled from the final verdict too.
            Outcome::Word("/finalVerdict/verdictToken"),
            Outcome::Word("/finalVerdict/direction"),
        ],
    ),
    ("triage", &[Outcome::Gate("/approved", ["approved", "not approved"])]),
    ("agent-state", &[Outcome::Word("/status")]),
];

enum Outcome {
    /// A word of a fixed vocabulary.
    Word(&'static str),
    /// A boolean, and what it is called when it holds and when it does not.
    Gate(&'static str, [&'static str; 2]),
}

/// A verdict that a task type does not give says nothing.
const SAYS_NOTHING: &str = "not-applicable";

pub(super) fn of(document: &Document) -> Vec<Badge> {
    let kind = OUTCOMES.iter().find(|(kind, _)| *kind == document.kind().name);
    let outcomes = kind.into_iter().flat_map(|(_, outcomes)| outcomes.iter());
    let badges = outcomes.filter_map(|outcome| match *outcome {
        Outcome::Word(pointer) => {
            let word = document.value().pointer(pointer)?.as_str()?;
            Some((word, Tone::of(word).unwrap_or(Tone::Muted)))
        }
        Outcome::Gate(pointer, [open, shut]) => {
            let holds = document.value().pointer(pointer)?.as_bool()?;
            Some(if holds { (open, Tone::Good) } else { (shut, Tone::Warn) })
        }
    });
    badges
        .filter(|(word, _)| *word != SAYS_NOTHING)
        .map(|(word, tone)| Badge { text: word.to_owned(), class: tone.class() })
        .collect()
}
