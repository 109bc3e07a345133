//! What a voter decides fits what the voter names.

use super::super::model;
use super::super::verdict::Verdict;
use super::{Sitting, Vote};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};

/// Issues of which one vetoes.
const HIGH: &str =
    r#"[{ "severity": "HIGH", "description": "The queue of retries has no limit." }]"#;

pub(super) static VETOED: Rule = Rule {
    code: Code { id: "CF009", name: "vetoed", severity: Severity::Warning },
    what: "A council that would be COMPLETE by its votes has no issue that is CRITICAL or HIGH.",
    why: "Such an issue vetoes COMPLETE, whoever names it: a majority does not make up for a gap that \
          one voter has seen. The transcript shows the verdict with and without the veto.",
    broken: Example {
        sample: "approved",
        edits: &[("/findings/2/vote", r#""REJECT""#), ("/findings/2/issues", HIGH)],
    },
    mended: Example {
        sample: "approved",
        edits: &[
            ("/findings/2/vote", r#""REJECT""#),
            (
                "/findings/2/issues",
                r#"[{ "severity": "MEDIUM", "description": "The queue of retries has no limit." }]"#,
            ),
        ],
    },
};

/// Without a size, those who answered are taken for the whole council: the issue stands against it
/// however many they were to be.
pub(super) fn vetoed(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let all = &sitting.council.findings;
    let verdict = Verdict::of(&sitting.council, sitting.options)
        .unwrap_or_else(|| Verdict::of_those_who_answered(&sitting.council));
    if !verdict.is_complete_without_veto() {
        return;
    }
    let mut vetoes = verdict.vetoes.iter().flat_map(|&voter| {
        all[voter].vetoes().map(move |issue| format!("/findings/{voter}/issues/{issue}/severity"))
    });
    if let Some(first) = vetoes.next() {
        let approvals = counted(verdict.approvals, "approval");
        let message = format!("this issue vetoes COMPLETE, which {approvals} would make");
        let help = "mend what the issue names and let the council vote again";
        found.add(first, message, help).also(vetoes, "vetoes too");
    }
}

pub(super) static APPROVED_DESPITE_ISSUE: Rule = Rule {
    code: Code { id: "CF010", name: "approved-despite-issue", severity: Severity::Warning },
    what: "A voter that approves names nothing that is CRITICAL or HIGH.",
    why: "Such an issue keeps the council from COMPLETE. Whoever names one and approves says yes and \
          no.",
    broken: Example { sample: "full", edits: &[("/findings/0/issues", HIGH)] },
    mended: Example {
        sample: "full",
        edits: &[("/findings/0/issues", HIGH), ("/findings/0/vote", r#""REJECT""#)],
    },
};

pub(super) fn approved_despite_issue(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        if finding.vote != Vote::Approve {
            continue;
        }
        let issue = finding.vetoes().next();
        let (what, at) = match (issue, finding.severity) {
            (Some(issue), _) => ("an issue that is", format!("/issues/{issue}/severity")),
            (None, Some(severity)) if severity.vetoes() => ("the severity", "/severity".to_owned()),
            _ => continue,
        };
        let severity = issue.map(|issue| finding.issues[issue].severity).or(finding.severity);
        let severity = severity.map_or("", model::Severity::name);
        let message = format!("the vote is `APPROVE`, with {what} `{severity}`");
        let help = "write `REJECT`, or the severity that an approval can go with";
        found
            .add(format!("/findings/{index}/vote"), message, help)
            .related(format!("/findings/{index}{at}"), "this stands against it");
    }
}

pub(super) static REJECTED_WITHOUT_ISSUE: Rule = Rule {
    code: Code { id: "CF011", name: "rejected-without-issue", severity: Severity::Warning },
    what: "A voter that rejects names at least one issue.",
    why: "The next iteration works on the issues. A rejection without one leaves it nothing to act on.",
    broken: Example { sample: "full", edits: &[("/findings/1/issues", "[]")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn rejected_without_issue(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        if finding.vote == Vote::Reject && finding.issues.is_empty() {
            let message = "the vote is `REJECT`, and no issue is named";
            let help = "add an entry to issues for each gap that the reason speaks of";
            found.add(format!("/findings/{index}/vote"), message, help);
        }
    }
}

pub(super) static SEVERITY_NOT_THE_HIGHEST: Rule = Rule {
    code: Code { id: "CF012", name: "severity-not-the-highest", severity: Severity::Warning },
    what: "The severity of a finding is that of its most severe issue, and not CRITICAL or HIGH where \
           the vote is APPROVE.",
    why: "It is what a reader sees first of the finding. Issues decide, so a severity that differs \
          from theirs misleads.",
    broken: Example { sample: "full", edits: &[("/findings/1/severity", r#""MEDIUM""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn severity_not_the_highest(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        let Some(severity) = finding.severity else { continue };
        let at = |part: &str| format!("/findings/{index}/{part}");
        let issues = finding.issues.iter().enumerate();
        // The first one of those that are equal.
        let highest = issues.rev().max_by_key(|(_, issue)| issue.severity);
        if let Some((issue, highest)) = highest.filter(|(_, issue)| issue.severity != severity) {
            let (own, highest) = (severity.name(), highest.severity.name());
            let message =
                format!("the severity is `{own}`, and the most severe issue is `{highest}`");
            let related = at(&format!("issues/{issue}/severity"));
            found
                .add(at("severity"), message, format!("write `{highest}`"))
                .related(related, "the most severe issue");
        } else if finding.vote == Vote::Approve && severity.vetoes() && highest.is_none() {
            let message =
                format!("the severity is `{}` where the vote is `APPROVE`", severity.name());
            let help = "add the issue that it stands for and reject, or write a lower severity";
            found.add(at("severity"), message, help).related(at("vote"), "the vote");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn approving_voters_veto_too() {
        let edits =
            [("/findings/1/issues/0/severity", r#""CRITICAL""#), ("/findings/1/severity", "")];
        let found = [
            ("CF010", "/findings/1/vote".to_owned()),
            ("CF009", "/findings/1/issues/0/severity".to_owned()),
        ];
        assert_eq!(findings("approved", &edits), found);
        // Where there is no quorum, there is nothing to veto.
        let edits = [edits[0], edits[1], ("--council-size", "5")];
        let found = [("CF001", "/findings".to_owned()), found[0].clone()];
        assert_eq!(findings("approved", &edits), found);
    }

    #[test]
    fn a_severity_without_issues_stands_against_an_approval() {
        let found = findings("approved", &[("/findings/0/severity", r#""HIGH""#)]);
        let at = |part: &str| format!("/findings/0/{part}");
        assert_eq!(found, [("CF010", at("vote")), ("CF012", at("severity"))]);
        assert_eq!(findings("approved", &[("/findings/0/severity", r#""MEDIUM""#)]), []);
    }
}
