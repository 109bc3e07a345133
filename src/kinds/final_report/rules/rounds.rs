//! The history of the convergence rounds adds up.

use super::FinalReport;
use super::lookup::figure;
use crate::diagnostic::{Code, Severity};
use crate::kinds::final_report::model::{Round, RoundHistory};
use crate::rule::{Example, Findings, Rule};

const ROUNDS: &str = "/crossVerification/roundHistory/rounds";
const REASON: &str = "/crossVerification/roundHistory/round2SkippedReason";

/// The rounds, where the history is not switched off, and why there was no second one.
fn history<'r, 'a>(report: &'r FinalReport<'a>) -> Option<(&'r [Round], &'a str)> {
    match &report.cross_verification.round_history {
        Some(RoundHistory::Rounds { rounds, round2_skipped_reason }) => {
            Some((rounds, round2_skipped_reason))
        }
        _ => None,
    }
}

pub(super) static ROUNDS_DO_NOT_ADD_UP: Rule = Rule {
    code: Code { id: "FR026", name: "rounds-do-not-add-up", severity: Severity::Warning },
    what: "Round numbers increase from row to row; resolvedCount and carriedForwardCount of a \
           round add up to its inputQueueSize; each round begins with what the one before it \
           carried forward.",
    why: "Findings neither appear nor vanish between rounds. Counts that do not add up mean that \
          some were lost from the record.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/crossVerification/roundHistory/rounds/1/inputQueueSize", "3")],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[("/crossVerification/roundHistory/rounds/1/inputQueueSize", "2")],
    },
};

pub(super) fn rounds_do_not_add_up(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some((rounds, _)) = history(report) else { return };
    let at = |index: usize, fact: &str| format!("{ROUNDS}/{index}/{fact}");
    // Whether the link to the round before is known to be broken by a count that was reported.
    let mut explained = false;
    for (index, row) in rounds.iter().enumerate() {
        let number = figure(row.round);
        let before = index.checked_sub(1).map(|before| &rounds[before]);
        // Only rounds that follow each other hand findings over.
        let (mut before, misplaced) = match before {
            Some(before) if row.round <= before.round => (None, Some(before)),
            before => (before, None),
        };
        if let Some(last) = misplaced {
            let message = format!("round {number} comes after round {}", figure(last.round));
            let help = "order the rows by round, each number once, from low to high";
            found
                .add(at(index, "round"), message, help)
                .related(at(index - 1, "round"), "the row before has this number");
        }
        before = before.filter(|before| {
            !std::mem::take(&mut explained) && before.carried_forward_count != row.input_queue_size
        });
        let (input, sum) = (row.input_queue_size, row.resolved_count + row.carried_forward_count);
        if sum != input {
            let after = rounds.get(index + 1).filter(|after| after.round > row.round);
            let counts = format!(
                "round {number} began with {}, and resolved {} and carried {} forward, which \
                 does not add up",
                figure(input),
                figure(row.resolved_count),
                figure(row.carried_forward_count)
            );
            // The neighbours tell which of the three counts is the wrong one.
            let (fact, right) = if before.is_some_and(|b| b.carried_forward_count == sum) {
                before = None;
                ("inputQueueSize", sum)
            } else if after.is_some_and(|after| {
                after.input_queue_size != row.carried_forward_count
                    && after.input_queue_size == input - row.resolved_count
            }) {
                explained = true;
                ("carriedForwardCount", input - row.resolved_count)
            } else if input >= row.carried_forward_count {
                ("resolvedCount", input - row.carried_forward_count)
            } else {
                ("inputQueueSize", sum)
            };
            let help = format!(
                "write {}, or correct another of the counts: resolvedCount plus \
                 carriedForwardCount is inputQueueSize",
                figure(right)
            );
            let others = ["inputQueueSize", "resolvedCount", "carriedForwardCount"];
            let others = others.into_iter().filter(|other| *other != fact);
            found
                .add(at(index, fact), counts, help)
                .also(others.map(|other| at(index, other)), "it has to agree with this");
        }
        if let Some(last) = before {
            let message = format!(
                "round {number} began with {}, and round {} carried {} forward",
                figure(input),
                figure(last.round),
                figure(last.carried_forward_count)
            );
            let help = "write the same number in both: a round begins with what the one before it \
                        carried forward";
            found
                .add(at(index, "inputQueueSize"), message, help)
                .related(at(index - 1, "carriedForwardCount"), "the round before left this");
        }
    }
}

pub(super) static ROUND_2_REASON: Rule = Rule {
    code: Code { id: "FR027", name: "second-round-reason-mismatch", severity: Severity::Warning },
    what: "round2SkippedReason is `not-skipped` if there is a row for round 2, and only then; with \
           `queue-empty` round 1 carried nothing forward, with `max-rounds-1` there is no later \
           round; a run without convergence says `disabled` instead.",
    why: "The reason tells readers whether a second look was taken at what the workers disagreed \
          on. It has to match the rounds that the table shows.",
    broken: Example {
        sample: "implementation-planning",
        edits: &[("/crossVerification/roundHistory/round2SkippedReason", r#""queue-empty""#)],
    },
    mended: Example {
        sample: "implementation-planning",
        edits: &[("/crossVerification/roundHistory/round2SkippedReason", r#""not-skipped""#)],
    },
};

pub(super) fn round_2_reason(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some((rounds, reason)) = history(report) else { return };
    let row = |wanted: &dyn Fn(&Round) -> bool| rounds.iter().position(wanted);
    let second = row(&|round| round.round == 2.0);
    let mut contradiction = |message: String, help: &str, other: String, what: &str| {
        found.add(REASON, message, help).related(other, what);
    };
    match (reason, second) {
        ("convergence-disabled", _) => {
            let message = "`convergence-disabled` says that the run had no rounds, and there is a \
                           form of roundHistory for that";
            let help = if rounds.is_empty() {
                r#"write `"roundHistory": {"disabled": true}`"#
            } else {
                "write `\"roundHistory\": {\"disabled\": true}`, or for the rounds in the list the \
                 reason why there was no round 2"
            };
            contradiction(message.to_owned(), help, ROUNDS.to_owned(), "the rounds are these");
        }
        ("not-skipped", None) => {
            let message = "round2SkippedReason is `not-skipped`, and rounds has no row for round 2";
            let help = "add the row for round 2, or write why it was skipped: `queue-empty`, \
                        `max-rounds-1`, `all-reverify-non-result` or `single-analyser-only`";
            contradiction(message.to_owned(), help, ROUNDS.to_owned(), "the rounds are these");
        }
        ("not-skipped", Some(_)) => {}
        (_, Some(second)) => {
            let message =
                format!("round2SkippedReason is `{reason}`, and rounds has a row for round 2");
            let help = "write `not-skipped`, or remove the row for round 2";
            contradiction(message, help, format!("{ROUNDS}/{second}/round"), "this is round 2");
        }
        ("queue-empty", None) => {
            let left = row(&|round| round.round == 1.0 && round.carried_forward_count != 0.0);
            if let Some(index) = left {
                let count = figure(rounds[index].carried_forward_count);
                let message = format!(
                    "round2SkippedReason is `queue-empty`, and round 1 carried {count} forward"
                );
                let help = "write the reason that applies, or 0 as carriedForwardCount of round 1";
                let other = format!("{ROUNDS}/{index}/carriedForwardCount");
                contradiction(message, help, other, "round 1 left this");
            }
        }
        ("max-rounds-1", None) => {
            if let Some(index) = row(&|round| round.round > 2.0) {
                let number = figure(rounds[index].round);
                let message = format!(
                    "round2SkippedReason is `max-rounds-1`, and rounds has a row for round {number}"
                );
                let help = "number the rounds as they took place, and write `not-skipped` if there \
                            was a second one";
                contradiction(message, help, format!("{ROUNDS}/{index}/round"), "a later round");
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const HISTORY: &str = "/crossVerification/roundHistory";

    fn history(rounds: &[[u32; 4]], reason: &str) -> Vec<(&'static str, String)> {
        let rows: Vec<_> = rounds
            .iter()
            .map(|[round, input, resolved, carried]| {
                serde_json::json!({
                    "round": round, "inputQueueSize": input, "resolvedCount": resolved,
                    "carriedForwardCount": carried, "dispatches": "", "skippedWorkers": "",
                })
            })
            .collect();
        let history = serde_json::json!({ "rounds": rows, "round2SkippedReason": reason });
        let found = findings("implementation-planning", &[(HISTORY, &history.to_string())]);
        let short = |at: String| at.trim_start_matches(HISTORY).to_owned();
        found.into_iter().map(|(code, at)| (code, short(at))).collect()
    }

    #[test]
    fn one_wrong_count_is_one_finding_where_it_stands() {
        let cases = [
            ([[1, 9, 7, 2], [2, 3, 2, 0]], "/rounds/1/inputQueueSize"),
            ([[1, 9, 7, 3], [2, 2, 2, 0]], "/rounds/0/carriedForwardCount"),
            ([[1, 9, 8, 2], [2, 2, 2, 0]], "/rounds/0/resolvedCount"),
            ([[1, 9, 7, 2], [2, 3, 3, 0]], "/rounds/1/inputQueueSize"),
            ([[1, 1, 0, 2], [2, 2, 2, 0]], "/rounds/0/inputQueueSize"),
        ];
        for (rounds, at) in cases {
            assert_eq!(history(&rounds, "not-skipped"), [("FR026", at.to_owned())], "{rounds:?}");
        }
    }

    #[test]
    fn rounds_out_of_order_are_not_linked() {
        let found = history(&[[2, 2, 2, 0], [1, 9, 7, 2]], "not-skipped");
        assert_eq!(found, [("FR026", "/rounds/1/round".to_owned())]);
    }

    #[test]
    fn the_reason_fits_the_rounds() {
        let wrong = ["/round2SkippedReason".to_owned()].map(|at| ("FR027", at));
        let one = [[1, 9, 7, 2]];
        let third = [[1, 9, 7, 2], [3, 2, 2, 0]];
        assert_eq!(history(&one, "not-skipped"), wrong);
        assert_eq!(history(&one, "queue-empty"), wrong);
        assert_eq!(history(&one, "convergence-disabled"), wrong);
        assert_eq!(history(&[], "convergence-disabled"), wrong);
        assert_eq!(history(&third, "max-rounds-1"), wrong);
        assert_eq!(history(&one, "max-rounds-1"), []);
        assert_eq!(history(&one, "all-reverify-non-result"), []);
        assert_eq!(history(&[], "single-analyser-only"), []);
        assert_eq!(history(&[[1, 9, 9, 0]], "queue-empty"), []);
    }
}
