//! What is said of the agreement of the reviewers fits what they found.

use std::collections::HashSet;

use super::Triage;
use crate::diagnostic::{Code, Severity};
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const VERDICT: &str = "/consensus/verdict";
const DISAGREEMENTS: &str = "/consensus/disagreements";

/// A disagreement over a finding of the sample `approved`.
const DISAGREEMENT: &str = r#"[{
    "file": "internal/csv/writer.go", "line": 140,
    "issue": "A quote inside a quoted field is not doubled.",
    "note": "fable important, sonnet saw no fault"
}]"#;

pub(super) static SPLIT_WITHOUT_DISAGREEMENT: Rule = Rule {
    code: Code { id: "TR009", name: "split-without-disagreement", severity: Severity::Error },
    what: "Where the verdict of the consensus is split, there is at least one disagreement.",
    why: "A split that names nothing the reviewers differed over cannot be followed: the person who \
          decides sees the disagreements, and nothing else of it.",
    broken: Example { sample: "approved", edits: &[("/consensus/verdict", r#""split""#)] },
    mended: Example {
        sample: "approved",
        edits: &[("/consensus/verdict", r#""split""#), ("/consensus/disagreements", DISAGREEMENT)],
    },
};

pub(super) fn split_without_disagreement(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let Some(consensus) = &triage.consensus else { return };
    let none = consensus.disagreements.as_ref().is_none_or(Vec::is_empty);
    if consensus.verdict == "split" && none {
        let message = "the verdict is `split`, and no disagreement is listed";
        let help =
            "list what the reviewers differed over in disagreements, or write another verdict";
        let finding = found.add(VERDICT, message, help);
        if consensus.disagreements.is_some() {
            finding.related(DISAGREEMENTS, "empty");
        }
    }
}

pub(super) static UNANIMOUS_WITH_DISAGREEMENTS: Rule = Rule {
    code: Code { id: "TR010", name: "unanimous-with-disagreements", severity: Severity::Error },
    what: "Where the verdict of the consensus is unanimous, there is no disagreement.",
    why: "Reviewers who differ are not unanimous. The report shows both, and one of them is wrong.",
    broken: Example { sample: "approved", edits: &[("/consensus/disagreements", DISAGREEMENT)] },
    mended: Example {
        sample: "approved",
        edits: &[("/consensus/disagreements", DISAGREEMENT), ("/consensus/verdict", r#""split""#)],
    },
};

pub(super) fn unanimous_with_disagreements(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let Some(consensus) = &triage.consensus else { return };
    let count = consensus.disagreements.as_ref().map_or(0, Vec::len);
    if is_unanimous(consensus.verdict) && count > 0 {
        let count = counted(count, "disagreement");
        let message = format!("the verdict is `{}`, with {count}", consensus.verdict);
        let help = "write `split` as the verdict, or remove the disagreements";
        found.add(VERDICT, message, help).related(DISAGREEMENTS, "they differed over this");
    }
}

fn is_unanimous(verdict: &str) -> bool {
    matches!(verdict, "unanimous-pass" | "unanimous-block")
}

pub(super) static UNANIMOUS_AGAINST_FINDINGS: Rule = Rule {
    code: Code { id: "TR011", name: "unanimous-against-findings", severity: Severity::Error },
    what: "unanimous-pass goes with no accepted blocking finding; unanimous-block goes with a blocking \
           finding in some bucket, and with work that is not approved.",
    why: "The verdict says what all reviewers held of the work. The findings are what they held.",
    broken: Example {
        sample: "approved",
        edits: &[("/consensus/verdict", r#""unanimous-block""#)],
    },
    mended: Example { sample: "approved", edits: &[] },
};

pub(super) fn unanimous_against_findings(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let Some(consensus) = &triage.consensus else { return };
    let blocking = |placed: &super::Placed<'_, '_>| placed.finding.severity == "blocking";
    match consensus.verdict {
        "unanimous-pass" => {
            let accepted = triage.accepted.iter().position(|f| f.severity == "blocking");
            if let Some(index) = accepted {
                let message =
                    "the verdict is `unanimous-pass`, and an accepted finding is blocking";
                let help =
                    "write `unanimous-block` or `split`, or put the finding where it belongs";
                let at = format!("/accepted/{index}/severity");
                found.add(VERDICT, message, help).related(at, "blocking");
            }
        }
        "unanimous-block" if !triage.findings().any(|placed| blocking(&placed)) => {
            let message = "the verdict is `unanimous-block`, and no finding is blocking";
            let help = "write `unanimous-pass`, or add the finding that blocks";
            found.add(VERDICT, message, help);
        }
        "unanimous-block" if triage.approved => {
            let message = "the verdict is `unanimous-block`, and the work is approved";
            let help = "write `split` if triage overruled the reviewers, or accept what blocks";
            found.add(VERDICT, message, help).related("/approved", "approved here");
        }
        _ => {}
    }
}

pub(super) static UNKNOWN_DISAGREEMENT: Rule = Rule {
    code: Code { id: "TR016", name: "unknown-disagreement", severity: Severity::Warning },
    what: "Every disagreement is over a finding (file, line and issue) that stands in some bucket.",
    why: "Reviewers differ over findings, and triage decides each. A disagreement over none of them \
          was left undecided, or its wording has drifted from the finding's.",
    broken: Example {
        sample: "full",
        edits: &[("/consensus/disagreements/0/file", r#""services/auth/remove.go""#)],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn unknown_disagreement(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let disagreements = triage.consensus.as_ref().and_then(|c| c.disagreements.as_ref());
    let Some(disagreements) = disagreements.filter(|all| !all.is_empty()) else { return };
    let mut anywhere = HashSet::new();
    let mut exactly = HashSet::new();
    for placed in triage.findings() {
        let finding = placed.finding;
        anywhere.insert((finding.file, finding.issue.trim()));
        exactly.insert((finding.file, finding.issue.trim(), finding.line.to_bits()));
    }
    for (index, row) in disagreements.iter().enumerate() {
        let issue = row.issue.trim();
        let known = match row.line {
            Some(line) => exactly.contains(&(row.file, issue, line.to_bits())),
            None => anywhere.contains(&(row.file, issue)),
        };
        if !known {
            let message = if anywhere.contains(&(row.file, issue)) {
                let file = quoted(row.file);
                format!("this disagreement is over another line of {file} than its finding")
            } else {
                "this disagreement is over no finding of the triage".to_owned()
            };
            let help = "repeat file, line and issue of the finding, or add the finding to a bucket";
            found.add(format!("{DISAGREEMENTS}/{index}"), message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn unanimity_fits_the_findings() {
        let none = ("/consensus/disagreements", "");
        let verdict = |text| ("/consensus/verdict", text);
        let wrong = [("TR011", "/consensus/verdict".to_owned())];
        assert_eq!(findings("full", &[none, verdict(r#""unanimous-pass""#)]), wrong);
        assert_eq!(findings("full", &[none, verdict(r#""unanimous-block""#)]), []);
        // Deferred or not, a blocking finding was held to block; approved, it does not.
        let deferred = [
            ("/deferred/0/finding/severity", r#""blocking""#),
            ("/consensus/verdict", r#""unanimous-block""#),
        ];
        assert_eq!(findings("approved", &deferred), wrong);
    }

    #[test]
    fn a_disagreement_repeats_the_line_or_leaves_it_out() {
        let line = ("/consensus/disagreements/1/line", "4");
        let wrong = [("TR016", "/consensus/disagreements/1".to_owned())];
        assert_eq!(findings("full", &[line]), wrong);
        assert_eq!(findings("full", &[("/consensus/disagreements/1/line", "0")]), []);
    }
}
