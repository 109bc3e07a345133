//! The verdict stands at the top and in section 2, and is one.

use super::FinalReport;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) static CARD_MISMATCH: Rule = Rule {
    code: Code { id: "FR001", name: "verdict-card-mismatch", severity: Severity::Error },
    what: "The verdict card repeats finalConclusion, verdictToken, direction and nextStep of the \
           final verdict to the letter.",
    why: "Readers stop at the card. A card that says something else than the verdict it stands for \
          would make two verdicts of one.",
    broken: Example { sample: "quick", edits: &[("/verdictCard/direction", r#""hold""#)] },
    mended: Example { sample: "quick", edits: &[("/verdictCard/direction", r#""approve""#)] },
};

pub(super) fn card_mismatch(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let (card, verdict) = (&report.verdict_card, &report.final_verdict);
    let facts = [
        ("finalConclusion", card.final_conclusion, verdict.final_conclusion),
        ("verdictToken", card.verdict_token, verdict.verdict_token),
        ("direction", card.direction, verdict.direction),
        ("nextStep", card.next_step, verdict.next_step),
    ];
    for (fact, on_card, in_verdict) in facts {
        if on_card != in_verdict {
            let message = format!("{fact} of the verdict card is not that of the final verdict");
            let help = "write the same in both: the final verdict is the one that is meant";
            found
                .add(format!("/verdictCard/{fact}"), message, help)
                .related(format!("/finalVerdict/{fact}"), "the final verdict says this");
        }
    }
}

pub(super) static NEXT_STEP_MISMATCH: Rule = Rule {
    code: Code { id: "FR002", name: "next-step-mismatch", severity: Severity::Error },
    what: "nextStep of the verdict card is the text of the first recommended next step, to the \
           letter.",
    why: "Both tell the reader what to do now. Where they differ, one of them is wrong.",
    broken: Example {
        sample: "quick",
        edits: &[("/recommendedNextSteps/0/text", r#""Do something else first.""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[
            ("/recommendedNextSteps/0/text", r#""Do something else first.""#),
            ("/verdictCard/nextStep", r#""Do something else first.""#),
            ("/finalVerdict/nextStep", r#""Do something else first.""#),
        ],
    },
};

pub(super) fn next_step_mismatch(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let first = report.recommended_next_steps.first().map(|step| step.text);
    let (card, verdict) = (report.verdict_card.next_step, report.final_verdict.next_step);
    // A card that alone is wrong has been reported beside the final verdict.
    if first.is_some_and(|first| first != card && (card == verdict || first != verdict)) {
        let message = "nextStep of the verdict card is not the first recommended next step";
        let help = "write the same text in verdictCard, finalVerdict and recommendedNextSteps[0]";
        found
            .add("/verdictCard/nextStep", message, help)
            .related("/recommendedNextSteps/0/text", "the first recommended step is this");
    }
}
