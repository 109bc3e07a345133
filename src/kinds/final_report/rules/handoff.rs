//! A release handoff: what the user chose, and what came of it.

use super::FinalReport;
use super::lookup::filled;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const QUOTE: &str = "/releaseHandoff/sourceVerificationReport/verdictTokenQuote";
const EXISTING: &str = "/releaseHandoff/featureBranchState/existingPrUrl";
const SELECTIONS: &str = "/releaseHandoff/userSelections";
const PROBE: &str = "/releaseHandoff/mergeConflictProbe";
const OUTCOME: &str = "/releaseHandoff/pullRequestOutcome";

/// Those of the facts that are absent or blank, for a sentence.
fn missing(facts: &[(&'static str, Option<&str>)]) -> Option<String> {
    let missing = facts.iter().filter(|(_, text)| !filled(*text));
    let missing: Vec<&str> = missing.map(|(fact, _)| *fact).collect();
    (!missing.is_empty()).then(|| missing.join(" and "))
}

pub(super) static OUTCOME_AGAINST_CHOICE: Rule = Rule {
    code: Code { id: "FR040", name: "outcome-against-choice", severity: Severity::Warning },
    what: "After `skip` (h1) or `cancel` (h3) the pull request is `no-action` or `skipped`; after \
           `push + PR` it is `created` or `reused`, and h2 names its base branch.",
    why: "The user decides what leaves the machine. A report must show that the choice was \
          followed.",
    broken: Example {
        sample: "release-handoff",
        edits: &[("/releaseHandoff/userSelections/h3", r#""cancel""#)],
    },
    mended: Example {
        sample: "release-handoff",
        edits: &[("/releaseHandoff/userSelections/h3", r#""edit then proceed""#)],
    },
};

pub(super) fn outcome_against_choice(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(handoff) = report.handoff() else { return };
    let (chosen, kind) = (&handoff.user_selections, handoff.pull_request_outcome.kind);
    // Who cancels in the end has taken back what was chosen before.
    let (answer, choice, wanted) = match (chosen.h1, chosen.h3) {
        ("skip", _) => ("h1", "skip", ["no-action", "skipped"]),
        (_, "cancel") => ("h3", "cancel", ["no-action", "skipped"]),
        ("push + PR", _) => ("h1", "push + PR", ["created", "reused"]),
        _ => return,
    };
    if !wanted.contains(&kind) {
        let message = format!("pullRequestOutcome is `{kind}`, and the user chose `{choice}`");
        let help = format!(
            "write `{}` if that is what happened, or correct {answer} of userSelections",
            wanted.join("` or `")
        );
        found
            .add(format!("{OUTCOME}/kind"), message, help)
            .related(format!("{SELECTIONS}/{answer}"), "the user chose this");
    }
    if chosen.h1 == "push + PR" && !filled(chosen.h2) {
        let at = if chosen.h2.is_some() { "/h2" } else { "" };
        let message = "the user chose `push + PR`, and h2 names no base branch";
        let help = "write the base branch of the pull request as h2, such as `main`";
        found
            .add(format!("{SELECTIONS}{at}"), message, help)
            .related(format!("{SELECTIONS}/h1"), "the user chose this");
    }
}

pub(super) static OUTCOME_INCOMPLETE: Rule = Rule {
    code: Code { id: "FR041", name: "pull-request-incomplete", severity: Severity::Warning },
    what: "A pull request that is `created` or `reused` has url, title and baseBranch; one that is \
           `skipped` has a reason; the url of one that is `reused` is existingPrUrl.",
    why: "Readers follow the report to the pull request, or want to know why there is none.",
    broken: Example {
        sample: "release-handoff",
        edits: &[(
            "/releaseHandoff/pullRequestOutcome/url",
            r#""https://git.example/nightwatch/pull/319""#,
        )],
    },
    mended: Example {
        sample: "release-handoff",
        edits: &[(
            "/releaseHandoff/pullRequestOutcome/url",
            r#""https://git.example/nightwatch/pull/318""#,
        )],
    },
};

pub(super) fn outcome_incomplete(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(handoff) = report.handoff() else { return };
    let outcome = &handoff.pull_request_outcome;
    let facts = [
        ("url", outcome.url),
        ("title", outcome.title),
        ("baseBranch", outcome.base_branch),
        ("reason", outcome.reason),
    ];
    let asked_for = match outcome.kind {
        "created" | "reused" => &facts[..3],
        "skipped" => &facts[3..],
        _ => return,
    };
    let kind = format!("{OUTCOME}/kind");
    if let Some(missing) = missing(asked_for) {
        let message = format!("pullRequestOutcome is `{}` and has no {missing}", outcome.kind);
        found
            .add(OUTCOME, message, format!("add {missing}, or write another kind"))
            .related(kind.as_str(), "this kind asks for it");
    }
    let existing = handoff.feature_branch_state.existing_pr_url;
    let url = outcome.url.filter(|url| filled(Some(url)));
    if let Some(url) = url.filter(|url| outcome.kind == "reused" && *url != existing) {
        let (message, help) = if existing.is_empty() {
            (
                "the pull request is `reused`, and existingPrUrl is empty".to_owned(),
                format!(
                    "write {} as existingPrUrl if the branch had it before, or `created` as kind",
                    quoted(url)
                ),
            )
        } else {
            (
                format!(
                    "the pull request that was reused is {}, and existingPrUrl is {}",
                    quoted(url),
                    quoted(existing)
                ),
                format!("write {}, or `created` as kind", quoted(existing)),
            )
        };
        found
            .add(format!("{OUTCOME}/url"), message, help)
            .related(EXISTING, "the branch had this pull request")
            .related(kind, "it is said to be that one");
    }
}

pub(super) static PROBE_INCOMPLETE: Rule = Rule {
    code: Code { id: "FR042", name: "merge-probe-incomplete", severity: Severity::Warning },
    what: "A trial merge that ended in `conflicts` has conflictingPaths and userChoice; one that \
           was `clean` has baseBranch and baseSha, and no conflictingPaths.",
    why: "The result holds for one state of the base branch only, and conflicts are the user's to \
          decide.",
    broken: Example {
        sample: "release-handoff",
        edits: &[("/releaseHandoff/mergeConflictProbe/userChoice", "")],
    },
    mended: Example {
        sample: "release-handoff",
        edits: &[(
            "/releaseHandoff/mergeConflictProbe/userChoice",
            r#""merge main into the branch and resolve together""#,
        )],
    },
};

pub(super) fn probe_incomplete(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(handoff) = report.handoff() else { return };
    let probe = &handoff.merge_conflict_probe;
    let paths = probe.conflicting_paths.as_deref().unwrap_or_default();
    let asked_for = match probe.kind {
        "conflicts" => {
            [("conflictingPaths", paths.first().copied()), ("userChoice", probe.user_choice)]
        }
        "clean" => [("baseBranch", probe.base_branch), ("baseSha", probe.base_sha)],
        _ => return,
    };
    let kind = format!("{PROBE}/kind");
    if let Some(missing) = missing(&asked_for) {
        let message = format!("mergeConflictProbe is `{}` and has no {missing}", probe.kind);
        found
            .add(PROBE, message, format!("add {missing}, or write another kind"))
            .related(kind.as_str(), "this kind asks for it");
    }
    if probe.kind == "clean" && !paths.is_empty() {
        let message = "mergeConflictProbe is `clean`, and conflictingPaths has entries";
        let help = "remove conflictingPaths, or write `conflicts` as kind and add userChoice";
        found
            .add(format!("{PROBE}/conflictingPaths"), message, help)
            .related(kind, "the result is said to be this");
    }
}

pub(super) static HANDOFF_OF_BLOCKED: Rule = Rule {
    code: Code { id: "FR043", name: "handoff-of-blocked-work", severity: Severity::Warning },
    what: "verdictTokenQuote of a release handoff does not quote the verdict token `blocked`.",
    why: "Only work that was accepted, if on a condition, may be handed over.",
    broken: Example {
        sample: "release-handoff",
        edits: &[(
            "/releaseHandoff/sourceVerificationReport/verdictTokenQuote",
            r#""Verdict Token: blocked""#,
        )],
    },
    mended: Example {
        sample: "release-handoff",
        edits: &[(
            "/releaseHandoff/sourceVerificationReport/verdictTokenQuote",
            r#""Verdict Token: accepted""#,
        )],
    },
};

pub(super) fn handoff_of_blocked(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(handoff) = report.handoff() else { return };
    let quote = handoff.source_verification_report.verdict_token_quote.to_lowercase();
    let mut words = quote.split(|c: char| !c.is_alphanumeric() && c != '-');
    // The token comes first; what follows may be a remark on what was blocked once.
    let token = words.find(|word| matches!(*word, "blocked" | "accepted" | "conditional-accept"));
    if token == Some("blocked") {
        let message = "the verification report that is handed over quotes the verdict `blocked`";
        let help = "quote the report that accepts the work; work that is blocked goes back to the \
                    phase that its blockers name";
        found.add(QUOTE, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const HANDOFF: &str = "/releaseHandoff";

    fn codes(edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let edits: Vec<_> =
            edits.iter().map(|(at, new)| (format!("{HANDOFF}{at}"), *new)).collect();
        let edits: Vec<_> = edits.iter().map(|(at, new)| (at.as_str(), *new)).collect();
        let found = findings("release-handoff", &edits);
        let short = |at: String| at.trim_start_matches(HANDOFF).to_owned();
        found.into_iter().map(|(code, at)| (code, short(at))).collect()
    }

    #[test]
    fn the_outcome_follows_the_choice() {
        let skipped = ("/pullRequestOutcome", r#"{"kind": "skipped", "reason": "Not now."}"#);
        let wrong = |at: &str| vec![("FR040", at.to_owned())];
        assert_eq!(
            codes(&[("/userSelections/h1", r#""skip""#)]),
            wrong("/pullRequestOutcome/kind")
        );
        assert_eq!(codes(&[("/userSelections/h1", r#""skip""#), skipped]), []);
        assert_eq!(codes(&[skipped]), wrong("/pullRequestOutcome/kind"));
        assert_eq!(codes(&[skipped, ("/userSelections/h3", r#""cancel""#)]), []);
        assert_eq!(codes(&[skipped, ("/userSelections/h1", r#""local only""#)]), []);
        assert_eq!(codes(&[("/userSelections/h2", "")]), wrong("/userSelections"));
        assert_eq!(codes(&[("/userSelections/h2", r#"" ""#)]), wrong("/userSelections/h2"));
    }

    #[test]
    fn a_pull_request_has_what_its_kind_asks_for() {
        let wrong = |at: &str| vec![("FR041", at.to_owned())];
        let gone = [("/pullRequestOutcome/url", ""), ("/pullRequestOutcome/title", r#""""#)];
        assert_eq!(codes(&gone), wrong("/pullRequestOutcome"));
        let none = ("/featureBranchState/existingPrUrl", r#""""#);
        assert_eq!(codes(&[none]), wrong("/pullRequestOutcome/url"));
        assert_eq!(codes(&[none, ("/pullRequestOutcome/kind", r#""created""#)]), []);
        let skipped = [
            ("/pullRequestOutcome", r#"{"kind": "skipped"}"#),
            ("/userSelections/h1", r#""skip""#),
        ];
        assert_eq!(codes(&skipped), wrong("/pullRequestOutcome"));
    }

    #[test]
    fn a_clean_trial_merge_names_its_base_and_no_conflicts() {
        let wrong = |at: &str| ("FR042", at.to_owned());
        let clean = ("/mergeConflictProbe/kind", r#""clean""#);
        let paths = ("/mergeConflictProbe/conflictingPaths", "");
        let base = ("/mergeConflictProbe/baseSha", "");
        assert_eq!(codes(&[clean, paths]), []);
        assert_eq!(codes(&[clean]), [wrong("/mergeConflictProbe/conflictingPaths")]);
        assert_eq!(codes(&[clean, paths, base]), [wrong("/mergeConflictProbe")]);
        let empty = ("/mergeConflictProbe/conflictingPaths", "[]");
        assert_eq!(codes(&[empty]), [wrong("/mergeConflictProbe")]);
    }

    #[test]
    fn the_first_token_of_the_quote_counts() {
        let at = "/sourceVerificationReport/verdictTokenQuote";
        let wrong = [("FR043", at.to_owned())];
        assert_eq!(codes(&[(at, r#""**Verdict Token:** `BLOCKED`""#)]), wrong);
        assert_eq!(codes(&[(at, r#""Verdict Token: accepted, unblocked by AB-001""#)]), []);
        assert_eq!(codes(&[(at, r#""conditional-accept (was blocked)""#)]), []);
    }
}
