//! The circuit breaker of autopilot.

use super::state::{State, against, lacking};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::all_of;
use crate::rule::{Example, Findings, Rule};

const BREAKER: &str = "/circuitBreaker";

pub(super) static TRIPPED_INCOMPLETE: Rule = Rule {
    code: Code { id: "AS070", name: "tripped-incomplete", severity: Severity::Error },
    what: "A circuit breaker that is tripped has trigger, detail, checkpoint and trippedAt, and \
           the run is not complete.",
    why: "The record is written when a trigger trips. Who finds the run in the morning learns \
          from it what happened, and :resume where to go on.",
    broken: Example { sample: "circuit-breaker", edits: &[("/circuitBreaker/detail", "")] },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/circuitBreaker/detail", r#""r17 survived two cycles of rework""#)],
    },
};

pub(super) fn tripped_incomplete(state: &State<'_>, found: &mut Findings<'_>) {
    let breaker = state.at(BREAKER);
    let tripped = breaker.get("tripped");
    if tripped.flag() != Some(true) {
        return;
    }
    let lacks = lacking(&breaker, &["trigger", "detail", "checkpoint", "trippedAt"]);
    if !lacks.is_empty() {
        let message = format!("the circuit breaker is tripped, but has no {}", all_of(&lacks));
        let help = "write which trigger tripped, why, where and when; or tripped `false`";
        found.add(&tripped, message, help);
    }
    if state.is_complete() {
        let help = "write status `paused` or `failed`; or tripped `false`, if the run was resumed";
        found
            .add(&tripped, "the circuit breaker is tripped, but the run is complete", help)
            .related(&state.at("/status"), "the status is this");
    }
}

/// A trigger, the phase it stops in, and the counter that trips it.
const TRIGGERS: [(u64, u64, &str); 2] = [(2, 4, "identicalFindingCycles"), (3, 3, "reworkCycles")];

pub(super) static TRIGGER_MISMATCH: Rule = Rule {
    code: Code { id: "AS071", name: "trigger-mismatch", severity: Severity::Warning },
    what: "Trigger 2 has its checkpoint in phase 4 and identicalFindingCycles of at least 1; \
           trigger 3 has it in phase 3 and reworkCycles of at least 1.",
    why: "Each trigger stops the run at one place, when its counter is full. Another place or an \
          empty counter means that another trigger tripped.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/circuitBreaker/checkpoint/phase", "3")],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/circuitBreaker/checkpoint/phase", "4")],
    },
};

pub(super) fn trigger_mismatch(state: &State<'_>, found: &mut Findings<'_>) {
    let trigger = state.at("/circuitBreaker/trigger");
    let tripped = TRIGGERS.iter().find(|(number, ..)| trigger.count() == Some(*number));
    let Some((number, expected, name)) = tripped else { return };
    let phase = state.at("/circuitBreaker/checkpoint/phase");
    if let Some(said) = phase.count().filter(|said| said != expected) {
        let message = format!("trigger {number} stops in phase {expected}, but phase is `{said}`");
        let help = format!("write phase `{expected}`, or the trigger that tripped");
        found.add(&phase, message, help).related(&trigger, "the trigger");
    }
    let counter = state.at("/circuitBreaker/counters").get(name);
    if counter.count() == Some(0) {
        let message = format!("trigger {number} tripped, but {name} is `0`");
        let help = "write what was counted, or the trigger that tripped";
        found.add(&counter, message, help).related(&trigger, "the trigger");
    }
}

pub(super) static BREAKER_WITHOUT_AUTOPILOT: Rule = Rule {
    code: Code { id: "AS072", name: "breaker-without-autopilot", severity: Severity::Warning },
    what: "circuitBreaker is present in an autopilot run only.",
    why: "It stops runs that nobody watches. In another run a user decides whether to go on.",
    broken: Example { sample: "local", edits: &[("/circuitBreaker", r#"{"tripped": false}"#)] },
    mended: Example { sample: "local", edits: &[("/circuitBreaker", "")] },
};

pub(super) fn breaker_without_autopilot(state: &State<'_>, found: &mut Findings<'_>) {
    let breaker = state.at(BREAKER);
    if breaker.is_set() && !state.autopilot() {
        let help = "write autopilot `true`, if this is such a run; or remove the record";
        let message = "circuitBreaker is present in a run that is not on autopilot";
        let finding = found.add(&breaker, message, help).at_key();
        against(finding, &state.at("/autopilot"), "not on autopilot");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn each_trigger_has_its_phase_and_its_counter() {
        let three = [
            ("/circuitBreaker/trigger", "3"),
            ("/circuitBreaker/checkpoint/phase", "3"),
            ("/reviewIterations/2/delta/tripped", "false"),
        ];
        assert_eq!(findings("circuit-breaker", &three), []);
        let edits = [three[0], three[1], three[2], ("/circuitBreaker/counters/reworkCycles", "0")];
        let expected = [("AS071", "/circuitBreaker/counters/reworkCycles".to_owned())];
        assert_eq!(findings("circuit-breaker", &edits), expected);
        let edits = [("/circuitBreaker/counters", ""), ("/circuitBreaker/checkpoint", "{}")];
        assert_eq!(findings("circuit-breaker", &edits), [], "what is not said is not wrong");
    }

    #[test]
    fn a_breaker_that_is_not_tripped_needs_no_record() {
        let edits = [
            ("/circuitBreaker", r#"{"tripped": false}"#),
            ("/reviewIterations/2/delta/tripped", "false"),
        ];
        assert_eq!(findings("circuit-breaker", &edits), []);
    }
}
