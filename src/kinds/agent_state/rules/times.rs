//! The order of moments: of the run, its phases, and an instruction that was given meanwhile.

use std::fmt::Display;

use super::state::{Part, State};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) static TIMES_OUT_OF_ORDER: Rule = Rule {
    code: Code { id: "AS012", name: "times-out-of-order", severity: Severity::Warning },
    what: "The run and each phase end after they begin, every phase lies within the run, and no \
           phase begins before the one that comes ahead of it.",
    why: "Durations are computed from these times. A clock that was set back, or a time that was \
          written by hand, makes them wrong or negative.",
    broken: Example {
        sample: "local",
        edits: &[("/phases/3/finishedAt", r#""2026-01-20T16:01:00Z""#)],
    },
    mended: Example {
        sample: "local",
        edits: &[("/phases/3/finishedAt", r#""2026-01-20T16:40:00Z""#)],
    },
};

pub(super) fn times_out_of_order(state: &State<'_>, found: &mut Findings<'_>) {
    let (begin, end) = (state.at("/startedAt"), state.at("/finishedAt"));
    in_order(&begin, &end, "the run ends", "it begins", found);
    let (mut earliest, mut latest) = (None, None);
    let mut before: Option<(u64, Part<'_>)> = None;
    for (number, phase) in state.phases() {
        let (started, finished) = (phase.get("startedAt"), phase.get("finishedAt"));
        in_order(&started, &finished, format_args!("phase {number} ends"), "it begins", found);
        if let Some((earlier, begun)) = &before {
            let than = format_args!("phase {earlier}, which comes ahead of it");
            in_order(begun, &started, format_args!("phase {number} begins"), than, found);
        }
        if started.instant().is_some() {
            earliest = earliest.filter(|(_, first)| !started.is_before(first));
            earliest = earliest.or_else(|| Some((number, started.clone())));
            before = Some((number, started));
        }
        if finished.instant().is_some() {
            latest = latest.filter(|(_, last): &(u64, Part<'_>)| !last.is_before(&finished));
            latest = latest.or(Some((number, finished)));
        }
    }
    if let Some((number, started)) = earliest {
        in_order(&begin, &started, format_args!("phase {number} begins"), "the run does", found);
    }
    // A run that ends before it begins has been reported.
    if let Some((number, finished)) = latest.filter(|_| !end.is_before(&begin)) {
        in_order(&finished, &end, "the run ends", format_args!("phase {number} does"), found);
    }
}

/// Reports a moment that lies before the one that it should follow.
fn in_order(
    first: &Part<'_>,
    then: &Part<'_>,
    what: impl Display,
    than: impl Display,
    found: &mut Findings<'_>,
) {
    if then.is_before(first) {
        let message = format!("{what} at {}, before {than}", then.shown());
        let help = "write both times by the same clock, with their offset from UTC";
        found.add(then, message, help).related(first, "this comes first");
    }
}

pub(super) static STEER_HALF_APPLIED: Rule = Rule {
    code: Code { id: "AS048", name: "steer-half-applied", severity: Severity::Error },
    what: "pendingSteer has appliedAt and appliedPhase, or neither, and was not applied before it \
           was given.",
    why: "A phase sets both when it takes the instruction up. With one of them nobody knows \
          whether the instruction still waits.",
    broken: Example { sample: "full", edits: &[("/pendingSteer/appliedPhase", "null")] },
    mended: Example { sample: "full", edits: &[("/pendingSteer/appliedPhase", "3")] },
};

pub(super) fn steer_half_applied(state: &State<'_>, found: &mut Findings<'_>) {
    let steer = state.at("/pendingSteer");
    let (at, phase) = (state.at("/pendingSteer/appliedAt"), state.at("/pendingSteer/appliedPhase"));
    let halves =
        [(&at, "appliedAt", &phase, "appliedPhase"), (&phase, "appliedPhase", &at, "appliedAt")];
    for (has, name, lacks, other) in halves {
        if has.is_set() && !lacks.is_set() {
            let message = format!("{name} is {}, but there is no {other}", has.shown());
            let help = format!("write {other} as well; or null for both, if it was not applied");
            found.add(lacks.or(&steer), message, help).related(has, "this says it was applied");
        }
    }
    let given = state.at("/pendingSteer/at");
    if at.is_before(&given) {
        let message = format!("the instruction was applied at {}, before it was given", at.shown());
        let help = "write when a phase took it up; or null, if this is left from another one";
        found.add(&at, message, help).related(&given, "it was given here");
    }
}

pub(super) static STEER_LEFT_WAITING: Rule = Rule {
    code: Code { id: "AS049", name: "steer-left-waiting", severity: Severity::Warning },
    what: "When a run is complete, pendingSteer has been applied.",
    why: "The instruction waits for the next phase, and none comes any more: what the user asked \
          for was not done.",
    broken: Example {
        sample: "full",
        edits: &[("/pendingSteer/appliedAt", "null"), ("/pendingSteer/appliedPhase", "null")],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn steer_left_waiting(state: &State<'_>, found: &mut Findings<'_>) {
    let steer = state.at("/pendingSteer");
    if state.is_complete() && steer.is_set() && !steer.get("appliedAt").is_set() {
        let message = "the run is complete, but an instruction of the user still waits";
        let help = "tell the user that it was not followed; if a phase did, write appliedAt and \
                    appliedPhase";
        found.add(&steer, message, help).related(&state.at("/status"), "no phase comes any more");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn every_moment_is_compared_with_those_it_depends_on() {
        for (edit, expected) in [
            (("/finishedAt", r#""2026-01-20T15:00:00Z""#), "/finishedAt"),
            (("/finishedAt", r#""2026-01-20T17:12:00Z""#), "/finishedAt"),
            (("/phases/0/startedAt", r#""2026-01-20T15:59:59Z""#), "/phases/0/startedAt"),
            (("/phases/4/startedAt", r#""2026-01-20T16:01:00Z""#), "/phases/4/startedAt"),
        ] {
            let found = findings("local", &[edit]);
            assert!(!found.is_empty(), "{edit:?}");
            let all = found.iter().all(|(code, at)| *code == "AS012" && at == expected);
            assert!(all, "{edit:?}: {found:?}");
        }
    }

    #[test]
    fn the_same_moment_with_another_offset_is_in_order() {
        let edits = [("/phases/3/startedAt", r#""2026-01-20T17:02:00+01:00""#)];
        assert_eq!(findings("local", &edits), []);
    }

    #[test]
    fn a_phase_that_is_entered_again_may_overlap_with_the_next() {
        let edits = [("/phases/3/finishedAt", r#""2026-01-20T16:50:00Z""#)];
        assert_eq!(findings("local", &edits), []);
    }

    #[test]
    fn an_instruction_is_applied_wholly_and_afterwards() {
        let at = |part: &str| vec![("AS048", format!("/pendingSteer{part}"))];
        for (edit, expected) in [
            (("/pendingSteer/appliedAt", "null"), at("/appliedAt")),
            (("/pendingSteer/appliedPhase", ""), at("")),
            (("/pendingSteer/appliedAt", r#""2026-04-14T22:00:00Z""#), at("/appliedAt")),
        ] {
            assert_eq!(findings("full", &[("/status", r#""paused""#), edit]), expected);
        }
    }
}
