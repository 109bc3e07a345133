//! Who reviewed, and under which label.

use super::state::{Part, State};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::Names;
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static ROUND_COUNT: Rule = Rule {
    code: Code { id: "AS065", name: "round-count", severity: Severity::Error },
    what: "roundCount of a reviewer is 1 or 2.",
    why: "There is the review, and one rebuttal that may take its place. No reviewer speaks a \
          third time.",
    broken: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/reviewers/1/roundCount", "3")],
    },
    mended: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/reviewers/1/roundCount", "2")],
    },
};

pub(super) fn round_count(state: &State<'_>, found: &mut Findings<'_>) {
    let reviewers = state.iterations().flat_map(|round| round.get("reviewers").items());
    for count in reviewers.map(|reviewer| reviewer.get("roundCount")) {
        if let Some(said) = count.count().filter(|said| *said > 2) {
            let help = "write 1; or 2, if the rebuttal took the place of the first review";
            found.add(
                &count,
                format!("roundCount is `{said}`, but no reviewer has more than two"),
                help,
            );
        }
    }
}

pub(super) static SEED: Rule = Rule {
    code: Code { id: "AS067", name: "anonymization-seed", severity: Severity::Error },
    what: "The seed of an anonymizationMap is `<taskId>:<iteration>`.",
    why: "The order of the findings is made from it. With another seed a resumed run makes \
          another order, and labels stand for other reviewers.",
    broken: Example {
        sample: "full",
        edits: &[("/reviewIterations/1/anonymizationMap/seed", r#""WAL-2207:1""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/reviewIterations/1/anonymizationMap/seed", r#""WAL-2207:2""#)],
    },
};

pub(super) fn seed(state: &State<'_>, found: &mut Findings<'_>) {
    let task = state.at("/taskId");
    for round in state.iterations() {
        let (number, seed) = (round.get("iteration"), round.get("anonymizationMap").get("seed"));
        if let (Some(task), Some(iteration), Some(said)) =
            (task.text(), number.count(), seed.text())
        {
            let expected = format!("{task}:{iteration}");
            if said != expected {
                let message = format!(
                    "seed is {}, but task and round make {}",
                    quoted(said),
                    quoted(&expected)
                );
                let help = format!(
                    "write {}; or order the findings anew, if they were made from the other seed",
                    quoted(&expected)
                );
                found.add(&seed, message, help).related(&number, "the round");
            }
        }
    }
}

/// The model that stands for a reviewer who named none.
const UNKNOWN: &str = "unknown";

pub(super) static LABELS: Rule = Rule {
    code: Code { id: "AS068", name: "anonymization-labels", severity: Severity::Warning },
    what: "labelToModel has one label for each reviewer, `Source A`, `Source B` and so on, each \
           with a model that reviewed, or `unknown`.",
    why: "Accepted findings are attributed to reviewers through it. What is missing or wrong here \
          is counted for nobody, or for the wrong one.",
    broken: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/anonymizationMap/labelToModel/Source B", r#""opus""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/anonymizationMap/labelToModel/Source B", r#""fable""#)],
    },
};

pub(super) fn labels(state: &State<'_>, found: &mut Findings<'_>) {
    for round in state.iterations() {
        let labels = round.get("anonymizationMap").get("labelToModel");
        let reviewers = round.get("reviewers");
        let count = labels.members().count();
        for (label, place) in labels.members().filter(|(label, _)| !is_label(label, count)) {
            let message =
                format!("{} is no label of {}", quoted(label), counted(count, "reviewer"));
            let help = "label the reviewers `Source A`, `Source B` and so on, without a gap";
            found.add(&place, message, help).at_key();
        }
        if !labels.is_set() || !reviewers.is_set() {
            continue;
        }
        let models: Vec<Part<'_>> = reviewers.items().map(|one| one.get("model")).collect();
        let known = Names::of(models.iter().filter_map(Part::text));
        for (label, model) in labels.members() {
            if model.text().is_some_and(|name| name != UNKNOWN && !known.has(name)) {
                let message = format!(
                    "{} stands for {}, which is no reviewer of this round",
                    quoted(label),
                    model.shown()
                );
                let help = "write the model of a reviewer of this round, or `unknown` for one \
                            that named none";
                found.add(&model, message, help).related(&reviewers, "the reviewers");
            }
        }
        if count != models.len() {
            let message = format!(
                "labelToModel has {} for {}",
                counted(count, "label"),
                counted(models.len(), "reviewer")
            );
            let help = "write one label for each reviewer that returned";
            found.add(&labels, message, help).related(&reviewers, "the reviewers");
        }
    }
}

/// Is this one of the first labels, as many as there are?
fn is_label(label: &str, count: usize) -> bool {
    match label.strip_prefix("Source ").map(str::as_bytes) {
        Some([letter @ b'A'..=b'Z']) => usize::from(letter - b'A') < count,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const LABELS: &str = "/reviewIterations/0/anonymizationMap/labelToModel";

    #[test]
    fn labels_are_the_first_letters_and_one_for_each_reviewer() {
        for (labels, expected) in [
            (r#"{"Source A": "fable", "Source C": "sonnet"}"#, "/Source C"),
            (r#"{"Source A": "fable", "source b": "sonnet"}"#, "/source b"),
            (r#"{"Source A": "fable"}"#, ""),
            ("{}", ""),
        ] {
            let found = findings("full", &[(LABELS, labels)]);
            assert_eq!(found, [("AS068", format!("{LABELS}{expected}"))], "{labels}");
        }
        let unknown = r#"{"Source A": "unknown", "Source B": "sonnet"}"#;
        assert_eq!(findings("full", &[(LABELS, unknown)]), []);
    }

    #[test]
    fn without_reviewers_or_numbers_nothing_is_compared() {
        assert_eq!(findings("full", &[("/reviewIterations/1/reviewers", "")]), []);
        let edits = [
            ("/reviewIterations/1/iteration", ""),
            ("/reviewIterations/1/anonymizationMap/seed", r#""x""#),
        ];
        assert_eq!(findings("full", &edits), []);
    }
}
