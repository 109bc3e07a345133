//! What a test showed of a finding decides where the finding belongs.

use super::{Bucket, Placed, Triage};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::filled;
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static ACCEPTED_NOT_REPRODUCED: Rule = Rule {
    code: Code { id: "TR004", name: "accepted-not-reproduced", severity: Severity::Error },
    what: "A finding that a test did not reproduce is not accepted.",
    why: "The test passed where the finding says that it fails. Such a finding is deferred: nobody \
          is sent to mend what does not show.",
    broken: Example {
        sample: "full",
        edits: &[("/accepted/0/verification/result", r#""not-reproduced""#)],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn accepted_not_reproduced(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in with_result(triage, "not-reproduced") {
        if placed.bucket == Bucket::Accepted {
            let message = "this finding is accepted, and its test did not reproduce it";
            let help = "move it to deferred, with the outcome of the test as the reason";
            found.add(placed.part("verification/result"), message, help);
        }
    }
}

pub(super) static OUTCOME_AGAINST_BUCKET: Rule = Rule {
    code: Code { id: "TR005", name: "outcome-against-bucket", severity: Severity::Error },
    what: "A finding that a test confirmed is accepted, and one that it did not reproduce is not \
           rejected.",
    why: "A confirmed finding stands, so it cannot be left alone. One that did not reproduce may \
          still be real: it is deferred, never rejected outright.",
    broken: Example {
        sample: "full",
        edits: &[("/deferred/0/finding/verification/result", r#""confirmed""#)],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn outcome_against_bucket(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.declined() {
        let result = placed.finding.verification.as_ref().map(|verification| verification.result);
        let (message, help) = match (result, placed.bucket) {
            (Some("confirmed"), bucket) => {
                let message = format!("this finding is {}, and a test confirmed it", bucket.name());
                (message, "move it to accepted, with the fix that its test asks for")
            }
            (Some("not-reproduced"), Bucket::Rejected) => {
                let message = "this finding is rejected because it did not reproduce".to_owned();
                (message, "move it to deferred: what does not show in one test may still be real")
            }
            _ => continue,
        };
        found.add(placed.part("verification/result"), message, help);
    }
}

pub(super) static VERIFIED_NOT_BLOCKING: Rule = Rule {
    code: Code { id: "TR006", name: "verified-not-blocking", severity: Severity::Warning },
    what: "Only findings that are blocking carry a verification.",
    why: "Tests are run for accepted blocking findings. An outcome elsewhere was copied from another \
          finding, or the severity has been changed since.",
    broken: Example {
        sample: "full",
        edits: &[(
            "/accepted/2/verification",
            r#"{ "result": "inconclusive", "note": "The log is written by another process." }"#,
        )],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn verified_not_blocking(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.findings() {
        let severity = placed.finding.severity;
        if placed.finding.verification.is_some() && severity != "blocking" {
            let message = format!("a finding that is `{severity}` carries a verification");
            let help = "remove the verification, or write the severity that was tested";
            found
                .add(placed.part("verification"), message, help)
                .at_key()
                .related(placed.part("severity"), "the severity is this");
        }
    }
}

pub(super) static INCONCLUSIVE_WITHOUT_NOTE: Rule = Rule {
    code: Code { id: "TR008", name: "inconclusive-without-note", severity: Severity::Warning },
    what: "A verification that is inconclusive has a note that says why.",
    why: "It may not have compiled, timed out, or be beyond what a test can show. Whoever takes up \
          the finding has to know which.",
    broken: Example { sample: "full", edits: &[("/accepted/1/verification/note", "")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn inconclusive_without_note(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in with_result(triage, "inconclusive") {
        let note = placed.finding.verification.as_ref().and_then(|verification| verification.note);
        if !filled(note) {
            let message = "an inconclusive verification has no note";
            let help = "say in note why: it did not compile, it timed out, or no test can show it";
            found.add(placed.part("verification"), message, help);
        }
    }
}

pub(super) static UNUSABLE_EVIDENCE: Rule = Rule {
    code: Code { id: "TR027", name: "unusable-evidence", severity: Severity::Warning },
    what: "testRef names a test, and evidencePath is a relative path without `..`.",
    why: "The evidence gate reads the log at that path below the folder of the run. A blank name or \
          a path that leads elsewhere is evidence of nothing.",
    broken: Example {
        sample: "full",
        edits: &[("/accepted/0/verification/evidencePath", r#""/tmp/verify-1.test.log""#)],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn unusable_evidence(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.findings() {
        let Some(verification) = &placed.finding.verification else { continue };
        if let Some(test) = verification.test_ref
            && test.trim().is_empty()
        {
            let help = "write the name of the test, such as `tests/test_login.py::test_expired`";
            found.add(placed.part("verification/testRef"), "testRef is blank", help);
        }
        let Some(path) = verification.evidence_path else { continue };
        let fault = if path.trim().is_empty() {
            "evidencePath is blank".to_owned()
        } else if is_absolute(path) {
            format!("evidencePath {} is absolute", quoted(path))
        } else if path.split(['/', '\\']).any(|step| step == "..") {
            format!("evidencePath {} leads out of its folder", quoted(path))
        } else {
            continue;
        };
        let help = "write the path of the log below the folder of the run, such as \
                    `.pipeline/verify-1.test.log`";
        found.add(placed.part("verification/evidencePath"), fault, help);
    }
}

/// From the root of a file system, a drive, or somebody's home.
fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    path.starts_with(['/', '\\', '~']) || drive || path.contains("://")
}

fn with_result<'t, 'a>(
    triage: &'t Triage<'a>,
    result: &'t str,
) -> impl Iterator<Item = Placed<'t, 'a>> {
    triage.findings().filter(move |placed| {
        placed.finding.verification.as_ref().is_some_and(|found| found.result == result)
    })
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn evidence_lies_below_the_folder_of_the_run() {
        let at = "/accepted/0/verification/evidencePath";
        for path in ["C:\\\\x.log", "~/x.log", "a/../../x.log", "file:///x.log", " "] {
            let path = format!("\"{path}\"");
            assert_eq!(findings("full", &[(at, &path)]), [("TR027", at.to_owned())], "{path}");
        }
        for path in ["x..y/z.log", "./x.log", ".pipeline/a b.log"] {
            assert_eq!(findings("full", &[(at, &format!("\"{path}\""))]), [], "{path}");
        }
        let at = "/accepted/0/verification/testRef";
        assert_eq!(findings("full", &[(at, r#"" \n""#)]), [("TR027", at.to_owned())]);
    }

    #[test]
    fn what_did_not_reproduce_is_never_rejected() {
        let edits = [(
            "/rejected/0/finding",
            r#"{ "severity": "blocking", "file": "a", "line": 1, "issue": "It ends too early.",
                "verification": { "result": "not-reproduced", "testRef": "t", "evidencePath": "e" } }"#,
        )];
        let at = "/rejected/0/finding/verification/result";
        assert_eq!(findings("full", &edits), [("TR005", at.to_owned())]);
    }
}
