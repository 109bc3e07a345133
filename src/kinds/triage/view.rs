//! What the templates of a triage report see beside the document.

use serde_json::Value;

use super::model::{Bucket, Triage};
use crate::options::Options;
use crate::view::{Seen, View, object};

/// By weight, the heaviest first.
const SEVERITIES: [&str; 3] = ["blocking", "important", "suggestion"];

pub(super) fn extend(document: &Value, _: &Options, view: &mut View) {
    let triage = Triage::of(document);
    let counts: Vec<Count> = SEVERITIES.map(|severity| Count::of(&triage, severity)).into();
    view.set("decision", decision(&triage));
    view.set("unverified", triage.consensus.as_ref().is_some_and(|c| c.verdict == "unverified"));
    view.set("blocking", counts[0].accepted);
    view.set("important", counts[1].accepted);
    view.set("suggestions", counts[2].accepted);
    view.set("total", Count::sum(&counts).seen());
    view.set("counts", counts.iter().map(Count::seen).collect::<Seen>());
    view.set("verified", verified(&triage));
}

/// What follows for the work: one word for each outcome. Rework can be pending behind an open gate.
fn decision(triage: &Triage<'_>) -> &'static str {
    match (triage.approved, triage.accepted_of("blocking"), triage.accepted_of("important")) {
        (true, _, 0) => "approved",
        (true, _, _) => "reworkPending",
        (false, 0, _) => "nothingBlocks",
        (false, _, _) => "rework",
    }
}

/// How many of the accepted blocking findings carry the outcome of a test.
fn verified(triage: &Triage<'_>) -> usize {
    let tested = triage.accepted.iter().filter(|finding| finding.verification.is_some());
    tested.filter(|finding| finding.severity == "blocking").count()
}

/// The findings of one severity, by bucket.
struct Count {
    severity: &'static str,
    accepted: usize,
    deferred: usize,
    rejected: usize,
}

impl Count {
    fn of(triage: &Triage<'_>, severity: &'static str) -> Count {
        let mut count = Count { severity, accepted: 0, deferred: 0, rejected: 0 };
        for placed in triage.findings().filter(|placed| placed.finding.severity == severity) {
            match placed.bucket {
                Bucket::Accepted => count.accepted += 1,
                Bucket::Deferred => count.deferred += 1,
                Bucket::Rejected => count.rejected += 1,
            }
        }
        count
    }

    fn sum(counts: &[Count]) -> Count {
        let sum = |part: fn(&Count) -> usize| counts.iter().map(part).sum();
        Count {
            severity: "",
            accepted: sum(|count| count.accepted),
            deferred: sum(|count| count.deferred),
            rejected: sum(|count| count.rejected),
        }
    }

    fn seen(&self) -> Seen {
        let Count { severity, accepted, deferred, rejected } = *self;
        let all = accepted + deferred + rejected;
        let numbers =
            [("accepted", accepted), ("deferred", deferred), ("rejected", rejected), ("all", all)];
        let numbers = numbers.map(|(name, number)| (name, Seen::from(number)));
        object([("severity", Seen::from(severity))].into_iter().chain(numbers))
    }
}
