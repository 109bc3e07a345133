//! Who reviewed, and how many they were.

use std::collections::HashSet;

use super::Triage;
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::{figure, list};
use crate::rule::{Example, Findings, Rule};

const COUNT: &str = "/consensus/reviewerCount";

/// The reviewers that findings name, each with the place of the first one, in the order of the
/// document.
fn reviewers<'a>(triage: &Triage<'a>) -> Vec<(&'a str, String)> {
    let mut known = HashSet::new();
    let mut all = Vec::new();
    for placed in triage.findings() {
        if let Some(reviewer) = placed.finding.reviewer
            && known.insert(reviewer)
        {
            all.push((reviewer, placed.part("reviewer")));
        }
    }
    all
}

pub(super) static REVIEWER_COUNT: Rule = Rule {
    code: Code { id: "TR013", name: "reviewer-count", severity: Severity::Warning },
    what: "An iteration has two or three reviewers, and one alone is not split.",
    why: "The tools that run the reviews dispatch two or three. One reviewer can neither agree nor \
          differ.",
    broken: Example { sample: "full", edits: &[("/consensus/reviewerCount", "4")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn reviewer_count(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let Some(consensus) = &triage.consensus else { return };
    let count = consensus.reviewer_count;
    if count == 1.0 && reviewers(triage).len() < 2 {
        let message = match consensus.verdict {
            "split" => "one reviewer cannot be split".to_owned(),
            verdict => format!("one reviewer is all there is behind the verdict `{verdict}`"),
        };
        let help = "write how many reviewers were dispatched; with one, leave the consensus out";
        found.add(COUNT, message, help).related("/consensus/verdict", "the verdict is this");
    } else if count > 3.0 {
        let message = format!("reviewerCount is {}, and runs have 2 or 3", figure(count));
        let help = "count the reviewers of this iteration only";
        found.add(COUNT, message, help);
    }
}

pub(super) static TOO_MANY_REVIEWERS: Rule = Rule {
    code: Code { id: "TR014", name: "more-reviewers-than-counted", severity: Severity::Error },
    what: "The findings name no more reviewers than reviewerCount says.",
    why: "A finding of somebody who was not dispatched is not of this iteration, or the count is \
          wrong, and with it what the agreement is worth.",
    broken: Example { sample: "full", edits: &[("/consensus/reviewerCount", "2")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn too_many_reviewers(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let Some(consensus) = &triage.consensus else { return };
    let all = reviewers(triage);
    let (count, named) = (consensus.reviewer_count, all.len());
    if u32::try_from(named).is_ok_and(|named| f64::from(named) > count) {
        let names = list(all.iter().map(|(name, _)| *name));
        let message =
            format!("reviewerCount is {}, and {named} have findings: {names}", figure(count));
        let help =
            format!("write {named} if all of them were dispatched, or correct the reviewers");
        let places = all.into_iter().map(|(_, place)| place);
        found.add(COUNT, message, help).also(places, "a reviewer");
    }
}

pub(super) static UNLIKELY_REVIEWERS: Rule = Rule {
    code: Code { id: "TR015", name: "unlikely-reviewers", severity: Severity::Warning },
    what: "`gpt` reviews only beside two others, and `opus` only in the place of `fable`.",
    why: "The first reviewer is fable, and opus where fable is not to be had; gpt is the third one \
          of some tools. Other casts point to findings of another iteration.",
    broken: Example {
        sample: "full",
        edits: &[
            ("/accepted/2/reviewer", r#""opus""#),
            ("/accepted/3/reviewer", r#""opus""#),
            ("/rejected/0/finding/reviewer", r#""opus""#),
        ],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn unlikely_reviewers(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let all = reviewers(triage);
    let place = |name: &str| all.iter().find(|(other, _)| *other == name).map(|(_, at)| at.clone());
    if let (Some(fable), Some(opus)) = (place("fable"), place("opus")) {
        let message = "both `fable` and `opus` have findings";
        let help = "write the one that was the first reviewer of this iteration";
        found.add(opus, message, help).related(fable, "the other one");
    }
    let count = triage.consensus.as_ref().map(|consensus| consensus.reviewer_count);
    // With more reviewers than were counted, it is the count that is wrong.
    if let (Some(2.0), Some(gpt), ..=2) = (count, place("gpt"), all.len()) {
        let message = "`gpt` has a finding, and reviewerCount is 2";
        let help = "gpt is the third reviewer: write 3, or correct the reviewer";
        found.add(gpt, message, help).related(COUNT, "2 were dispatched");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn two_reviewers_are_not_joined_by_gpt() {
        let edits =
            [("/accepted/0/reviewer", r#""gpt""#), ("/deferred/0/finding/reviewer", r#""sonnet""#)];
        assert_eq!(findings("approved", &edits), [("TR015", "/accepted/0/reviewer".to_owned())]);
    }

    #[test]
    fn one_reviewer_is_no_consensus() {
        let edits =
            [("/consensus/reviewerCount", "1"), ("/deferred/0/finding/reviewer", r#""sonnet""#)];
        let count = ("TR013", "/consensus/reviewerCount".to_owned());
        assert_eq!(findings("approved", &edits), [count]);
    }
}
