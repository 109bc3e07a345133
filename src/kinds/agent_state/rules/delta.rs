//! What a round of review found against what the round before wanted mended.

use std::collections::{BTreeSet, HashMap};

use super::state::{Part, State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::{Names, list};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// The deltas, in order.
fn deltas<'s>(state: &State<'s>) -> impl Iterator<Item = Part<'s>> {
    state.iterations().map(|round| round.get("delta")).filter(Part::is_set)
}

/// The fingerprints of a list of findings, with their places.
fn fingerprints<'s>(list: &Part<'s>) -> impl Iterator<Item = (&'s str, Part<'s>)> {
    let prints = list.items().map(|finding| finding.get("fingerprint"));
    prints.filter_map(|print| Some((print.text()?, print)))
}

/// The fingerprints of the findings that are still present; `None` where one is not known.
fn still_present<'s>(delta: &Part<'s>) -> Option<BTreeSet<&'s str>> {
    let list = delta.get("stillPresent");
    let prints: Vec<&str> = fingerprints(&list).map(|(print, _)| print).collect();
    (list.len()? == prints.len()).then(|| prints.into_iter().collect())
}

pub(super) static FINDING_IN_TWO_LISTS: Rule = Rule {
    code: Code { id: "AS057", name: "finding-in-two-lists", severity: Severity::Warning },
    what: "A finding is in one of new, stillPresent and resolved only, and one that is new is not \
           downgraded.",
    why: "Each finding is either new, or was to be mended and is still there or gone. In two \
          lists it is counted twice, and one of them says something false.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/new", r#"[{"fingerprint": "r17"}]"#)],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/new", r#"[{"fingerprint": "r18"}]"#)],
    },
};

pub(super) fn finding_in_two_lists(state: &State<'_>, found: &mut Findings<'_>) {
    const APART: [(&str, &str); 4] = [
        ("new", "stillPresent"),
        ("new", "resolved"),
        ("stillPresent", "resolved"),
        ("new", "downgraded"),
    ];
    for delta in deltas(state) {
        for (one, other) in APART {
            let first: HashMap<&str, Part<'_>> = fingerprints(&delta.get(one)).collect();
            for (print, again) in fingerprints(&delta.get(other)) {
                if let Some(place) = first.get(print) {
                    let message = format!("{} is both in {one} and in {other}", quoted(print));
                    let help = "leave it in the list that holds: a finding of the round before \
                                is not new, and one that is still present is not resolved";
                    found.add(&again, message, help).related(place, "the other place");
                }
            }
        }
    }
}

pub(super) static BLOCKING_NOT_PRESENT: Rule = Rule {
    code: Code { id: "AS058", name: "blocking-not-present", severity: Severity::Warning },
    what: "Every finding of stillPresentBlocking is in stillPresent, and its severity is blocking.",
    why: "It is the part of stillPresent that keeps the run from going on, and what the circuit \
          breaker counts.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/stillPresentBlocking/0/severity", r#""important""#)],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/stillPresentBlocking/0/severity", r#""blocking""#)],
    },
};

pub(super) fn blocking_not_present(state: &State<'_>, found: &mut Findings<'_>) {
    for delta in deltas(state) {
        let (all, blocking) = (delta.get("stillPresent"), delta.get("stillPresentBlocking"));
        let present = Names::of(fingerprints(&all).map(|(print, _)| print));
        if still_present(&delta).is_some() {
            for (print, place) in fingerprints(&blocking).filter(|(print, _)| !present.has(print)) {
                let message = format!("{} blocks, but is not in stillPresent", quoted(print));
                let help = match present.nearest(print) {
                    Some(meant) => format!("did you mean {}?", quoted(meant)),
                    None => "add it to stillPresent; or remove it, if it is gone".to_owned(),
                };
                found.add(&place, message, help).related(&all, "what is still present");
            }
        }
        for severity in blocking.items().map(|finding| finding.get("severity")) {
            if severity.text().is_some_and(|said| said != "blocking") {
                let message = format!("a finding that blocks has severity {}", severity.shown());
                let help = "write `blocking`; or leave it in stillPresent alone";
                found.add(&severity, message, help);
            }
        }
    }
}

pub(super) static FALSE_PLATEAU: Rule = Rule {
    code: Code { id: "AS059", name: "false-plateau", severity: Severity::Error },
    what: "With plateau true, stillPresent is not empty, and has the same findings as in the delta \
           of the round before.",
    why: "A plateau says that rework changes nothing any more, which is a reason to stop the run. \
          It must not be claimed where findings have come or gone.",
    broken: Example {
        sample: "full",
        edits: &[
            ("/reviewIterations/2/delta/stillPresent", "[]"),
            ("/reviewIterations/2/delta/recurrence", "{}"),
        ],
    },
    mended: Example {
        sample: "full",
        edits: &[
            ("/reviewIterations/2/delta/stillPresent", "[]"),
            ("/reviewIterations/2/delta/recurrence", "{}"),
            ("/reviewIterations/2/delta/plateau", "false"),
        ],
    },
};

pub(super) fn false_plateau(state: &State<'_>, found: &mut Findings<'_>) {
    let mut before: Option<Part<'_>> = None;
    for round in state.iterations() {
        let delta = round.get("delta");
        let (plateau, present) = (delta.get("plateau"), delta.get("stillPresent"));
        let help = "write `false`; or the findings that are still present";
        if plateau.flag() == Some(true) && present.is_set() {
            if !present.has_content() {
                let message = "plateau is `true`, but nothing is still present";
                found.add(&plateau, message, help).related(&present, "this is empty");
            } else if let Some(earlier) = &before
                && let (Some(now), Some(then)) = (still_present(&delta), still_present(earlier))
                && now != then
            {
                let changed = list(now.symmetric_difference(&then).copied());
                let message =
                    format!("plateau is `true`, but stillPresent has changed by {changed}");
                found
                    .add(&plateau, message, help)
                    .related(&earlier.get("stillPresent"), "the round before");
            }
        }
        before = delta.is_set().then_some(delta);
    }
}

pub(super) static RECURRENCE_KEYS: Rule = Rule {
    code: Code { id: "AS060", name: "recurrence-keys", severity: Severity::Warning },
    what: "The keys of recurrence are the fingerprints of stillPresent.",
    why: "recurrence counts the cycles that each of these findings has survived. One that is gone \
          has survived none, and one that is not counted never trips the breaker.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/recurrence", r#"{"r71": 1}"#)],
    },
    mended: Example {
        sample: "circuit-breaker",
        edits: &[("/reviewIterations/1/delta/recurrence", r#"{"r17": 1}"#)],
    },
};

pub(super) fn recurrence_keys(state: &State<'_>, found: &mut Findings<'_>) {
    for delta in deltas(state) {
        let (recurrence, list) = (delta.get("recurrence"), delta.get("stillPresent"));
        let Some(present) = still_present(&delta).filter(|_| recurrence.is_set()) else { continue };
        for (key, place) in recurrence.members().filter(|(key, _)| !present.contains(key)) {
            let message =
                format!("recurrence counts {}, which is not in stillPresent", quoted(key));
            let help = "remove it; or write the fingerprint of a finding that is still present";
            found.add(&place, message, help).at_key().related(&list, "what is still present");
        }
        for print in present.iter().filter(|print| !recurrence.get(print).is_set()) {
            let message =
                format!("{} is still present, but recurrence does not count it", quoted(print));
            let help = "write how many cycles of rework it has survived";
            found.add(&recurrence, message, help).related(&list, "what is still present");
        }
    }
}

pub(super) static TRIPPED_WITHOUT_BREAKER: Rule = Rule {
    code: Code { id: "AS061", name: "tripped-without-breaker", severity: Severity::Warning },
    what: "Where a delta has tripped, circuitBreaker is tripped with trigger 2, or was reset after \
           it.",
    why: "The delta is what trips trigger 2. If the breaker does not know of it, the run went on \
          although it had to stop.",
    broken: Example { sample: "full", edits: &[("/circuitBreaker", "")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn tripped_without_breaker(state: &State<'_>, found: &mut Findings<'_>) {
    let breaker = state.at("/circuitBreaker");
    let is_tripped = breaker.get("tripped").flag() == Some(true);
    // When a run is resumed, the breaker is reset and keeps the rest of its record.
    let was_tripped = is_tripped || breaker.get("trippedAt").is_set();
    if was_tripped && breaker.get("trigger").count() == Some(2) {
        return;
    }
    for tripped in deltas(state).map(|delta| delta.get("tripped")) {
        if tripped.flag() == Some(true) {
            let (message, place) = if was_tripped {
                let trigger = breaker.get("trigger");
                let message = format!(
                    "this delta tripped the circuit breaker, but its trigger is {}, not `2`",
                    trigger.shown()
                );
                (message, trigger)
            } else {
                let message =
                    "this delta tripped the circuit breaker, but that is not tripped".to_owned();
                (message, breaker.get("tripped"))
            };
            let help = "write circuitBreaker with tripped `true` and trigger `2`; or tripped \
                        `false` here";
            against(found.add(&tripped, message, help), &place, "the breaker");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const DELTA: &str = "/reviewIterations/2/delta";

    fn with_delta(part: &str, text: &str) -> Vec<(&'static str, String)> {
        findings("circuit-breaker", &[(&format!("{DELTA}/{part}"), text)])
    }

    #[test]
    fn a_finding_can_be_still_present_and_downgraded() {
        assert_eq!(with_delta("downgraded", r#"[{"fingerprint": "r17"}]"#), []);
        let expected = [("AS057", format!("{DELTA}/resolved/0/fingerprint"))];
        assert_eq!(with_delta("resolved", r#"[{"fingerprint": "r17"}]"#), expected);
    }

    #[test]
    fn what_blocks_is_still_present() {
        let expected = [("AS058", format!("{DELTA}/stillPresentBlocking/0/fingerprint"))];
        assert_eq!(with_delta("stillPresentBlocking", r#"[{"fingerprint": "r1"}]"#), expected);
        assert_eq!(with_delta("stillPresentBlocking", r#"[{"severity": null}]"#), []);
    }

    #[test]
    fn a_plateau_is_the_same_set_again() {
        let two = r#"[{"fingerprint": "r17"}, {"fingerprint": "r18"}]"#;
        let edits = [
            ("/reviewIterations/2/delta/stillPresent", two),
            ("/reviewIterations/2/delta/recurrence/r18", "1"),
        ];
        let expected = [("AS059", format!("{DELTA}/plateau"))];
        assert_eq!(findings("circuit-breaker", &edits), expected);
        // Nothing is known of the round before.
        let edits = [edits[0], edits[1], ("/reviewIterations/1/delta", "")];
        assert_eq!(findings("circuit-breaker", &edits), []);
    }

    #[test]
    fn every_finding_still_present_is_counted() {
        let expected = [("AS060", format!("{DELTA}/recurrence"))];
        assert_eq!(with_delta("recurrence", "{}"), expected);
        assert_eq!(with_delta("recurrence", ""), []);
        assert_eq!(with_delta("stillPresent/0/fingerprint", ""), [], "AS060 cannot know");
    }

    #[test]
    fn the_breaker_knows_of_the_delta_that_tripped_it() {
        let at = [("AS061", format!("{DELTA}/tripped"))];
        for breaker in [r#"{"tripped": false}"#, r#"{"tripped": false, "trigger": 2}"#] {
            assert_eq!(findings("circuit-breaker", &[("/circuitBreaker", breaker)]), at);
        }
        let edits = [("/circuitBreaker/trigger", "1")];
        assert_eq!(findings("circuit-breaker", &edits), at);
    }
}
