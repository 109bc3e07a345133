//! Triage splits the findings: each is in one bucket, once.

use std::collections::HashMap;

use super::{Bucket, Finding, Placed, Triage};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

/// What makes two findings one: the place, and the issue however it is spaced and capitalised.
type Same<'a> = (&'a str, u64, String);

fn same<'a>(finding: &Finding<'a>) -> Same<'a> {
    let words: Vec<&str> = finding.issue.split_whitespace().collect();
    (finding.file.trim(), finding.line.to_bits(), words.join(" ").to_lowercase())
}

/// The finding that stands in the sample already.
const REPEATED: &str = r#"{
    "severity": "suggestion", "file": "cmd/export/main.go", "line": 71, "reviewer": "sonnet",
    "issue": "The progress bar is drawn although standard output is a file.",
    "fix": "Draw it on standard error, and only when that is a terminal."
}"#;

pub(super) static IN_TWO_BUCKETS: Rule = Rule {
    code: Code { id: "TR002", name: "finding-in-two-buckets", severity: Severity::Error },
    what: "A finding (file, line and issue) is accepted, deferred or rejected, and only one of them.",
    why: "Triage decides what happens to a finding. One that is both acted on and left alone is not \
          decided.",
    broken: Example {
        sample: "approved",
        edits: &[
            ("/deferred/0/finding/file", r#""cmd/export/main.go""#),
            ("/deferred/0/finding/line", "71"),
            (
                "/deferred/0/finding/issue",
                r#""The progress bar is drawn although standard output is a file.""#,
            ),
        ],
    },
    mended: Example { sample: "approved", edits: &[] },
};

pub(super) fn in_two_buckets(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let mut first: HashMap<Same<'_>, Placed<'_, '_>> = HashMap::new();
    for placed in triage.findings() {
        let earlier = *first.entry(same(placed.finding)).or_insert(placed);
        if earlier.bucket != placed.bucket {
            let (one, other) = (earlier.bucket.name(), placed.bucket.name());
            let message = format!("this finding is {other}, and {one} too");
            let help = "keep it in the bucket that was decided on, and remove it from the other";
            found.add(placed.pointer(), message, help).related(earlier.pointer(), one);
        }
    }
}

pub(super) static ACCEPTED_TWICE: Rule = Rule {
    code: Code { id: "TR003", name: "finding-accepted-twice", severity: Severity::Warning },
    what: "No finding (file, line and issue) is accepted twice.",
    why: "Two reviewers may see the same fault. It is to be mended once, so the second finding is a \
          duplicate, which belongs in rejected.",
    broken: Example { sample: "approved", edits: &[("/accepted/-", REPEATED)] },
    mended: Example { sample: "approved", edits: &[] },
};

pub(super) fn accepted_twice(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let mut first: HashMap<Same<'_>, usize> = HashMap::new();
    for placed in triage.findings().take_while(|placed| placed.bucket == Bucket::Accepted) {
        let earlier = *first.entry(same(placed.finding)).or_insert(placed.index);
        if earlier != placed.index {
            let message = "this finding is accepted twice";
            let help = "keep one of them; where the wording differs in value, put it into its fix";
            found
                .add(placed.pointer(), message, help)
                .related(format!("/accepted/{earlier}"), "it stands here already");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_finding_is_the_same_however_it_is_spaced() {
        let edits = [
            ("/rejected/0/finding/file", r#""docs/auth/sessions.md""#),
            ("/rejected/0/finding/line", "0.0"),
            (
                "/rejected/0/finding/issue",
                r#""The lifetime of a  session is documented\n nowhere.""#,
            ),
        ];
        assert_eq!(findings("full", &edits), [("TR002", "/rejected/0/finding".to_owned())]);
        // Another line is another finding.
        let other: Vec<_> =
            [edits[0], ("/rejected/0/finding/line", "1"), edits[2]].into_iter().collect();
        assert_eq!(findings("full", &other), []);
    }
}
