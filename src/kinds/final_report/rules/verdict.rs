//! The verdict stands at the top and in section 2, and is one.

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Severity};

static CARD_MISMATCH: Code =
    Code { id: "FR001", name: "verdict-card-mismatch", severity: Severity::Error };
static NEXT_STEP_MISMATCH: Code =
    Code { id: "FR002", name: "next-step-mismatch", severity: Severity::Error };

/// The facts that the card repeats from the final verdict.
const CARD_FACTS: [&str; 4] = ["finalConclusion", "verdictToken", "direction", "nextStep"];

pub(super) fn card_mismatch(document: &Value, found: &mut Vec<Diagnostic>) {
    let (card, verdict) = (&document["verdictCard"], &document["finalVerdict"]);
    for fact in CARD_FACTS {
        if card[fact] != verdict[fact] {
            let pointer = format!("/verdictCard/{fact}");
            let message = format!("{fact} of the verdict card is not that of the final verdict");
            let help = "write the same text in both: the final verdict is the one that is meant";
            found.push(
                Diagnostic::new(&CARD_MISMATCH, pointer, message)
                    .related(format!("/finalVerdict/{fact}"), "the final verdict says this")
                    .help(help),
            );
        }
    }
}

pub(super) fn next_step_mismatch(document: &Value, found: &mut Vec<Diagnostic>) {
    let first = &document["recommendedNextSteps"][0]["text"];
    if document["verdictCard"]["nextStep"] != *first {
        let message = "nextStep of the verdict card is not the first recommended next step";
        let help = "write the same text in verdictCard, finalVerdict and recommendedNextSteps[0]";
        found.push(
            Diagnostic::new(&NEXT_STEP_MISMATCH, "/verdictCard/nextStep", message)
                .related("/recommendedNextSteps/0/text", "the first recommended step is this")
                .help(help),
        );
    }
}
