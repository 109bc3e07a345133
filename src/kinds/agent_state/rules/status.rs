//! Whether the run has ended, and how.

use super::state::State;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

const STATUS: &str = "/status";

pub(super) static COMPLETE_DESPITE: Rule = Rule {
    code: Code { id: "AS008", name: "complete-despite", severity: Severity::Error },
    what: "A run that is complete has finishedAt, no phase that is pending, in progress or \
           failed, no haltReason, and a circuit breaker that is not tripped.",
    why: "`complete` is what everybody looks at first. It must not stand over work that was not \
          done, or that stopped on an error.",
    broken: Example { sample: "local", edits: &[("/phases/4/status", r#""failed""#)] },
    mended: Example { sample: "local", edits: &[("/phases/4/status", r#""done""#)] },
};

pub(super) fn complete_despite(state: &State<'_>, found: &mut Findings<'_>) {
    if !state.is_complete() {
        return;
    }
    let status = state.at(STATUS);
    if !state.at("/finishedAt").is_set() {
        let help = "write when it ended in finishedAt; or another status, if it has not";
        found.add(&status, "status is `complete`, but there is no finishedAt", help);
    }
    let halt = state.at("/haltReason");
    if halt.is_set() {
        let message = format!("status is `complete`, but haltReason is {}", halt.shown());
        let help = "write null, if the run went on and succeeded; or status `paused` or `failed`";
        found.add(&halt, message, help).related(&status, "the status is this");
    }
    for (number, phase) in state.phases() {
        let of_phase = phase.get("status");
        if let Some(said @ ("pending" | "in_progress" | "failed")) = of_phase.text() {
            let message = format!("status is `complete`, but phase {number} is `{said}`");
            let help = "write how the phase ended, `done` or `skipped`; or another status for \
                        the run";
            found.add(&of_phase, message, help).related(&status, "the status is this");
        }
    }
    let tripped = state.at("/circuitBreaker/tripped");
    if tripped.flag() == Some(true) {
        let help = "write status `paused` or `failed`; or tripped `false`, if the run was resumed";
        found
            .add(&tripped, "status is `complete`, but the circuit breaker is tripped", help)
            .related(&status, "the status is this");
    }
}

pub(super) static FINISHED_IN_PROGRESS: Rule = Rule {
    code: Code { id: "AS009", name: "finished-in-progress", severity: Severity::Warning },
    what: "A run that is in progress has no finishedAt.",
    why: "Either the run has ended and nobody set its status, or the time is left over from \
          before it was resumed.",
    broken: Example {
        sample: "interactive",
        edits: &[("/finishedAt", r#""2026-03-02T12:30:00+01:00""#)],
    },
    mended: Example { sample: "interactive", edits: &[("/finishedAt", "null")] },
};

pub(super) fn finished_in_progress(state: &State<'_>, found: &mut Findings<'_>) {
    let (status, finished) = (state.at(STATUS), state.at("/finishedAt"));
    if status.text() == Some("in_progress") && finished.is_set() {
        let message = format!("status is `in_progress`, but finishedAt is {}", finished.shown());
        let help = "write null while it runs; or the status with which it ended";
        found.add(&finished, message, help).related(&status, "the status is this");
    }
}

pub(super) static HALT_REASON_FORM: Rule = Rule {
    code: Code { id: "AS010", name: "halt-reason-form", severity: Severity::Error },
    what: "haltReason has the form `<phase>:<cause>`, with a phase from 0 to 7 and a cause that is \
           not empty.",
    why: "It is read by people and by programs: from the phase they know where to go on, from the \
          cause what to mend first.",
    broken: Example { sample: "multi-repo", edits: &[("/haltReason", r#""dispatch error""#)] },
    mended: Example { sample: "multi-repo", edits: &[("/haltReason", r#""3:dispatch error""#)] },
};

pub(super) fn halt_reason_form(state: &State<'_>, found: &mut Findings<'_>) {
    let reason = state.at("/haltReason");
    let Some(text) = reason.text() else { return };
    let has_form = text.split_once(':').is_some_and(|(phase, cause)| {
        matches!(phase.as_bytes(), [b'0'..=b'7']) && !cause.trim().is_empty()
    });
    if !has_form {
        let message = format!("haltReason is {}, not `<phase>:<cause>`", reason.shown());
        let current = state.current_phase();
        let help = format!(
            "write the phase, a colon and the cause, such as `{current}:validator failed twice`"
        );
        found.add(&reason, message, help);
    }
}

pub(super) static HALTED_BUT_RUNNING: Rule = Rule {
    code: Code { id: "AS011", name: "halted-but-running", severity: Severity::Warning },
    what: "A run with a haltReason is paused or failed.",
    why: "The reason is removed when the run has been resumed with success. While it is there, \
          everybody takes the run for one that stands still.",
    broken: Example {
        sample: "interactive",
        edits: &[("/haltReason", r#""6:lock irrecoverable""#)],
    },
    mended: Example {
        sample: "interactive",
        edits: &[("/haltReason", r#""6:lock irrecoverable""#), ("/status", r#""paused""#)],
    },
};

pub(super) fn halted_but_running(state: &State<'_>, found: &mut Findings<'_>) {
    let (status, reason) = (state.at(STATUS), state.at("/haltReason"));
    if let Some(said @ ("in_progress" | "complete")) = status.text()
        && reason.is_set()
    {
        let message = format!("haltReason is {}, but status is `{said}`", reason.shown());
        let help = "write null, if the run was resumed; or status `paused` or `failed`";
        found.add(&reason, message, help).related(&status, "the status is this");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn whatever_speaks_against_complete_is_reported() {
        let breaker = r#"{"tripped": true, "trigger": 1, "detail": "x", "checkpoint": {}, "trippedAt": "2026-01-20T16:30:00Z"}"#;
        for (edit, expected) in [
            (("/finishedAt", "null"), "/status"),
            (("/phases/7/status", r#""pending""#), "/phases/7/status"),
            (("/haltReason", r#""3:x""#), "/haltReason"),
            (("/circuitBreaker", breaker), "/circuitBreaker/tripped"),
        ] {
            let found = findings("local", &[edit, ("/autopilot", "true")]);
            assert!(found.contains(&("AS008", expected.to_owned())), "{edit:?}: {found:?}");
        }
    }

    #[test]
    fn a_halt_reason_names_its_phase_and_a_cause() {
        for (reason, holds) in [
            (r#""3:x""#, true),
            (r#""0:no: really""#, true),
            (r#""8:x""#, false),
            (r#""3:  ""#, false),
            (r#"":x""#, false),
            (r#""33:x""#, false),
            (r#""""#, false),
        ] {
            let found = findings("multi-repo", &[("/haltReason", reason)]);
            assert_eq!(found.is_empty(), holds, "{reason}: {found:?}");
        }
    }
}
