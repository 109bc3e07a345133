//! The rounds of review: their order, their counts, and what followed from them.

use super::state::{Part, State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};

pub(super) static ITERATIONS_MISCOUNTED: Rule = Rule {
    code: Code { id: "AS054", name: "iterations-miscounted", severity: Severity::Warning },
    what: "The rounds of review are numbered 1, 2, 3 and so on, in this order.",
    why: "Each round is compared with the one before it. A gap means that a round is missing, or \
          that two were written under one number.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[
            ("/reviewIterations/2/iteration", "4"),
            ("/reviewIterations/2/delta/previousIteration", "3"),
        ],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[
            ("/reviewIterations/2/iteration", "3"),
            ("/reviewIterations/2/delta/previousIteration", "2"),
        ],
    },
};

pub(super) fn iterations_miscounted(state: &State<'_>, found: &mut Findings<'_>) {
    let numbers = state.iterations().map(|round| round.get("iteration"));
    for (expected, place) in (1..).zip(numbers) {
        if let Some(number) = place.count().filter(|number| *number != expected) {
            let message = format!("iteration is `{number}` where `{expected}` is due");
            let help = "number the rounds 1, 2, 3 in the order in which they were held";
            found.add(&place, message, help);
            // The rounds after it are wrong because of it.
            return;
        }
    }
}

pub(super) static DELTA_OF_FIRST: Rule = Rule {
    code: Code { id: "AS055", name: "delta-of-first-iteration", severity: Severity::Error },
    what: "The first round of review has no delta.",
    why: "A delta compares a round with the one before it, and there is none.",
    broken: Example { sample: "local", edits: &[("/reviewIterations/0/delta", r#"{"new": []}"#)] },
    mended: Example { sample: "local", edits: &[("/reviewIterations/0/delta", "")] },
};

pub(super) fn delta_of_first(state: &State<'_>, found: &mut Findings<'_>) {
    for (index, round) in state.iterations().enumerate() {
        let (number, delta) = (round.get("iteration"), round.get("delta"));
        if is_first(index, &number) && delta.is_set() {
            let help = "remove it; or write the number of the round, if rounds before it are \
                        missing here";
            let finding = found.add(&delta, "the first round of review has a delta", help).at_key();
            against(finding, &number, "no round was before it");
        }
    }
}

fn is_first(index: usize, number: &Part<'_>) -> bool {
    number.count().map_or(index == 0, |number| number == 1)
}

pub(super) static WRONG_PREVIOUS: Rule = Rule {
    code: Code { id: "AS056", name: "wrong-previous-iteration", severity: Severity::Error },
    what: "previousIteration of a delta is one less than the iteration that it belongs to.",
    why: "What is new, still present and resolved is said of the round before. Compared with \
          another, it is something else.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/2/delta/previousIteration", "1")],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/2/delta/previousIteration", "2")],
    },
};

pub(super) fn wrong_previous(state: &State<'_>, found: &mut Findings<'_>) {
    for round in state.iterations() {
        let (number, previous) =
            (round.get("iteration"), round.get("delta").get("previousIteration"));
        // A first round has no delta at all.
        if let (Some(iteration @ 2..), Some(compared)) = (number.count(), previous.count())
            && compared != iteration - 1
        {
            let message = format!(
                "previousIteration is `{compared}` in the delta of iteration `{iteration}`"
            );
            let help = format!("compare with the round before it, and write `{}`", iteration - 1);
            found.add(&previous, message, help).related(&number, "the round");
        }
    }
}

/// The severities, as the counts of a round are named.
const SEVERITIES: [&str; 3] = ["blocking", "important", "suggestion"];

/// The accepted findings of a round: of its triage, or beside it.
fn accepted<'s>(round: &Part<'s>) -> Option<Part<'s>> {
    let of_triage = round.get("triage").get("accepted");
    [of_triage, round.get("accepted")].into_iter().find(|part| part.len().is_some())
}

pub(super) static WRONG_COUNTS: Rule = Rule {
    code: Code { id: "AS063", name: "iteration-counts", severity: Severity::Warning },
    what: "blocking, important and suggestion of a round are the numbers of its accepted findings \
           of that severity.",
    why: "The counts are what the decision is made by and what metrics are summed from. The \
          findings are what has to be mended.",
    broken: Example { sample: "full", edits: &[("/reviewIterations/0/suggestion", "4")] },
    mended: Example { sample: "full", edits: &[("/reviewIterations/0/suggestion", "1")] },
};

pub(super) fn wrong_counts(state: &State<'_>, found: &mut Findings<'_>) {
    for round in state.iterations() {
        let Some(accepted) = accepted(&round) else { continue };
        let severities: Vec<_> =
            accepted.items().map(|finding| finding.get("severity").text()).collect();
        // Findings of another shape cannot be counted.
        if !severities.iter().all(|s| s.is_some_and(|s| SEVERITIES.contains(&s))) {
            continue;
        }
        for severity in SEVERITIES {
            let place = round.get(severity);
            let real = severities.iter().filter(|s| **s == Some(severity)).count();
            if let Some(said) = place.count().filter(|said| *said != real as u64) {
                let findings = counted(real, "accepted finding");
                let are = if real == 1 { "is" } else { "are" };
                let message =
                    format!("{severity} is `{said}`, but there {are} {findings} of that severity");
                let help = format!("write `{real}`, or the findings that are missing");
                found.add(&place, message, help).related(&accepted, "the accepted findings");
            }
        }
    }
}

pub(super) static DECISION_AGAINST_COUNTS: Rule = Rule {
    code: Code { id: "AS064", name: "decision-against-counts", severity: Severity::Warning },
    what: "A round is not accepted while something blocks, not sent back to be fixed when nothing \
           blocks and nothing is important, and not escalated in a run that is complete.",
    why: "The decision follows from the counts. An escalation waits for a person, so the run \
          cannot have come to its end.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/0/decision", r#""accept""#)],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/0/decision", r#""fix""#)],
    },
};

pub(super) fn decision_against_counts(state: &State<'_>, found: &mut Findings<'_>) {
    for round in state.iterations() {
        let (decision, blocking) = (round.get("decision"), round.get("blocking"));
        let important = round.get("important");
        match (decision.text(), blocking.count(), important.count()) {
            (Some("accept"), Some(number @ 1..), _) => {
                let message = format!("decision is `accept`, but blocking is `{number}`");
                let help = "write `fix` or `escalate`; or 0, if none of them blocks any more";
                found.add(&decision, message, help).related(&blocking, "this blocks");
            }
            (Some("fix"), Some(0), Some(0)) => {
                let message = "decision is `fix`, but nothing blocks and nothing is important";
                let help = "write `accept`: suggestions alone are no reason for rework";
                found.add(&decision, message, help).related(&blocking, "nothing blocks");
            }
            (Some("escalate"), ..) if state.is_complete() => {
                let message = "decision is `escalate`, but the run is complete";
                let help = "write what was decided in the end; or status `paused`, if it waits";
                found.add(&decision, message, help).related(&state.at("/status"), "the status");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn rounds_without_number_go_by_their_place() {
        let edits = [("/reviewIterations/1/iteration", "")];
        assert_eq!(findings("circuit-breaker", &edits), []);
        let edits = [("/reviewIterations/0/delta", "{}"), ("/reviewIterations/0/iteration", "")];
        assert_eq!(findings("local", &edits), [("AS055", "/reviewIterations/0/delta".to_owned())]);
    }

    #[test]
    fn a_delta_of_a_round_whose_predecessors_are_missing_is_none_of_a_first_one() {
        let edits = [
            ("/reviewIterations/0/iteration", "3"),
            ("/reviewIterations/0/delta", r#"{"previousIteration": 2}"#),
        ];
        let expected = [("AS054", "/reviewIterations/0/iteration".to_owned())];
        assert_eq!(findings("local", &edits), expected);
    }

    #[test]
    fn findings_of_unknown_shape_are_not_counted() {
        for accepted in [r#"["a", "b"]"#, r#"[{"severity": "grave"}]"#, "null"] {
            let edits = [("/reviewIterations/2/accepted", accepted)];
            if accepted != "null" {
                assert_eq!(findings("full", &edits), [], "{accepted}");
            }
        }
        let edits = [("/reviewIterations/2/accepted", "[]")];
        assert_eq!(
            findings("full", &edits),
            [("AS063", "/reviewIterations/2/suggestion".to_owned())]
        );
    }

    #[test]
    fn decisions_follow_from_what_was_found() {
        let at = [("AS064", "/reviewIterations/0/decision".to_owned())];
        let decision = |decision| [("/reviewIterations/0/decision", decision)];
        assert_eq!(findings("local", &decision(r#""fix""#)), at);
        assert_eq!(findings("local", &decision(r#""escalate""#)), at);
        assert_eq!(findings("circuit-breaker", &decision(r#""escalate""#)), []);
    }
}
