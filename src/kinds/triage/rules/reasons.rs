//! Reasons and fixes say something: whoever reads them has nothing else to go by.

use super::{Bucket, Triage};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// How a reason says that a finding is for somebody else, or for later.
const OUT_OF_SCOPE: [&str; 10] = [
    "scope",
    "outside",
    "not part of",
    "another task",
    "other task",
    "separate",
    "follow-up",
    "follow up",
    "unrelated",
    "pre-existing",
];

pub(super) static BLOCKING_DEFERRED: Rule = Rule {
    code: Code { id: "TR021", name: "blocking-deferred", severity: Severity::Warning },
    what: "A blocking finding is deferred only when a test did not reproduce it, or when its reason \
           says that it is out of scope.",
    why: "Deferring is for what is real and belongs elsewhere. A blocking finding that is put off for \
          another reason opens the gate for the fault it names.",
    broken: Example {
        sample: "full",
        edits: &[(
            "/deferred/0/finding/verification",
            r#"{ "result": "inconclusive", "note": "The test timed out." }"#,
        )],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn blocking_deferred(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.declined().filter(|placed| placed.bucket == Bucket::Deferred) {
        let finding = placed.finding;
        let result = finding.verification.as_ref().map(|verification| verification.result);
        let reason = placed.reason.unwrap_or_default().to_lowercase();
        let elsewhere = OUT_OF_SCOPE.iter().any(|words| reason.contains(words));
        // A confirmed finding is not deferred at all, which is a rule of its own.
        let tested = matches!(result, Some("not-reproduced" | "confirmed"));
        if finding.severity == "blocking" && !tested && !elsewhere {
            let message = "a blocking finding is deferred, although it neither failed to reproduce nor \
                           is called out of scope";
            let help = "accept it, or say in the reason why it is out of scope for this task";
            found
                .add(placed.reason_pointer(), message, help)
                .related(placed.part("severity"), "it blocks");
        }
    }
}

pub(super) static EMPTY_REASON: Rule = Rule {
    code: Code { id: "TR022", name: "empty-reason", severity: Severity::Warning },
    what: "The reason for deferring or rejecting a finding says more than the finding does.",
    why: "The reason is how the decision can be checked later. Blanks, filler or the issue once more \
          are none.",
    broken: Example { sample: "full", edits: &[("/rejected/0/reason", r#""None.""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn empty_reason(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.declined() {
        let reason = placed.reason.unwrap_or_default();
        if let Some(fault) = fault("reason", reason, placed.finding.issue) {
            let help = "say what the decision rests on, so that it can be checked";
            found.add(placed.reason_pointer(), fault, help);
        }
    }
}

pub(super) static EMPTY_FIX: Rule = Rule {
    code: Code { id: "TR023", name: "empty-fix", severity: Severity::Warning },
    what: "The fix of an accepted finding names the change to make.",
    why: "It is what the rework is done by. Filler, or the issue once more, leaves the developer to \
          guess.",
    broken: Example { sample: "full", edits: &[("/accepted/2/fix", r#""Fix it!""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn empty_fix(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for (index, finding) in triage.accepted.iter().enumerate() {
        if let Some(fault) = fault("fix", finding.fix.unwrap_or_default(), finding.issue) {
            let help = "say what to change, and where";
            found.add(format!("/accepted/{index}/fix"), fault, help);
        }
    }
}

/// Why a text says nothing, if it does not.
fn fault(name: &str, text: &str, issue: &str) -> Option<String> {
    if words(text).next().is_none() {
        Some(format!("the {name} is blank"))
    } else if words(text).nth(MOST_WORDS).is_none()
        && FILLER.iter().any(|filler| has_words_of(text, filler))
    {
        Some(format!("the {name} {} says nothing", quoted(text)))
    } else if has_words_of(text, issue) {
        Some(format!("the {name} repeats the issue"))
    } else {
        None
    }
}

/// How many words the longest of [`FILLER`] has: longer texts need not be compared.
const MOST_WORDS: usize = 3;

/// Texts that only fill the place.
const FILLER: [&str; 34] = [
    "n a",
    "na",
    "none",
    "nope",
    "nothing",
    "null",
    "nil",
    "todo",
    "tbd",
    "tba",
    "fixme",
    "fix",
    "fix it",
    "fix this",
    "fix me",
    "fix that",
    "please fix",
    "fix the issue",
    "fix issue",
    "fix the bug",
    "fix bug",
    "see above",
    "see issue",
    "as above",
    "same",
    "ditto",
    "later",
    "wip",
    "unknown",
    "not needed",
    "wontfix",
    "won t fix",
    "no reason",
    "because",
];

/// Has `text` the same words as `other`, whatever their case?
fn has_words_of(text: &str, other: &str) -> bool {
    let is_same = |one: &str, other: &str| {
        let is_ascii = one.is_ascii() && other.is_ascii();
        one.eq_ignore_ascii_case(other) || (!is_ascii && one.to_lowercase() == other.to_lowercase())
    };
    let (mut own, mut others) = (words(text), words(other));
    loop {
        match (own.next(), others.next()) {
            (Some(one), Some(other)) if is_same(one, other) => {}
            (one, other) => return one.is_none() && other.is_none(),
        }
    }
}

/// The words of a text, whatever stands between and around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::{FILLER, MOST_WORDS, fault, words};

    #[test]
    fn filler_is_filler_however_it_is_written() {
        assert_eq!(FILLER.iter().map(|filler| words(filler).count()).max(), Some(MOST_WORDS));
        for text in ["    ", "N/A.", "TODO", "- none -", "Fix it!", "....", "won't fix"] {
            assert!(fault("fix", text, "The file stays open.").is_some(), "{text}");
        }
        assert!(fault("fix", "the file  stays open", "The file stays open.").is_some());
        for text in ["Close it.", "fix the lock order", "None of the callers waits.", "수정"] {
            assert_eq!(fault("fix", text, "The file stays open."), None, "{text}");
        }
    }

    #[test]
    fn a_blocking_finding_is_out_of_scope_or_does_not_show() {
        let blocking = ("/deferred/1/finding/severity", r#""blocking""#);
        assert_eq!(findings("full", &[blocking]), []);
        let reason = ("/deferred/1/reason", r#""There is no time for it this week.""#);
        let wrong = [("TR021", "/deferred/1/reason".to_owned())];
        assert_eq!(findings("full", &[blocking, reason]), wrong);
    }
}
