//! The tests before the run, and the analysis it started from.

use super::state::{State, against, lacking};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::{all_of, counted};
use crate::rule::{Example, Findings, Rule};

const TESTS: &str = "/baseline/tests";

pub(super) static GREEN_WITH_FAILURES: Rule = Rule {
    code: Code { id: "AS050", name: "green-with-failures", severity: Severity::Error },
    what: "A baseline that is green has no failing tests.",
    why: "Green means that the tests passed before any change. With failures among them, the run \
          is blamed for what it inherited.",
    broken: Example {
        sample: "interactive",
        edits: &[("/baseline/tests/failing", r#"["auth/logout.test.ts"]"#)],
    },
    mended: Example { sample: "interactive", edits: &[("/baseline/tests/failing", "[]")] },
};

pub(super) fn green_with_failures(state: &State<'_>, found: &mut Findings<'_>) {
    let tests = state.at(TESTS);
    let (status, failing) = (tests.get("status"), tests.get("failing"));
    if status.text() == Some("green") && failing.has_content() {
        let number = counted(failing.len().unwrap_or(0), "failing test");
        let message = format!("the baseline is `green`, but has {number}");
        let help = "write status `red`; or no failing tests, if all of them passed";
        found.add(&failing, message, help).related(&status, "the status is this");
    }
}

/// Is the baseline red without names of the tests that failed?
fn is_red_without_names(state: &State<'_>) -> bool {
    let tests = state.at(TESTS);
    tests.get("status").text() == Some("red") && !tests.get("failing").has_content()
}

pub(super) static RED_WITHOUT_EVIDENCE: Rule = Rule {
    code: Code { id: "AS051", name: "red-without-evidence", severity: Severity::Error },
    what: "A baseline that is red and names no failing tests has a logPath.",
    why: "The log is then all the evidence there is that the failures were inherited. Without it \
          nobody can tell them from those that the run caused.",
    broken: Example { sample: "local", edits: &[("/baseline/tests/logPath", "")] },
    mended: Example {
        sample: "local",
        edits: &[("/baseline/tests/logPath", r#"".pipeline/baseline-tests.log""#)],
    },
};

pub(super) fn red_without_evidence(state: &State<'_>, found: &mut Findings<'_>) {
    let tests = state.at(TESTS);
    let (status, log) = (tests.get("status"), tests.get("logPath"));
    if is_red_without_names(state) && !log.is_filled() {
        let message = "the baseline is `red`, but there is neither a failing test nor a logPath";
        let help = "write the path of the log; or status `unknown`, if there is none";
        let finding = found.add(&status, message, help);
        against(finding, &tests.get("failing"), "no test is named");
    }
}

pub(super) static BASELINE_INCOMPLETE: Rule = Rule {
    code: Code { id: "AS053", name: "baseline-incomplete", severity: Severity::Warning },
    what: "A baseline that is green or red has command, logPath and capturedAt.",
    why: "Phase 4 compares its own tests with the same command, and the log is the evidence. \
          What was run with another command counts as unknown.",
    broken: Example { sample: "interactive", edits: &[("/baseline/tests/command", "")] },
    mended: Example {
        sample: "interactive",
        edits: &[("/baseline/tests/command", r#""npm test""#)],
    },
};

pub(super) fn baseline_incomplete(state: &State<'_>, found: &mut Findings<'_>) {
    let tests = state.at(TESTS);
    let status = tests.get("status");
    let Some(said @ ("green" | "red")) = status.text() else { return };
    let mut lacks = lacking(&tests, &["command", "logPath", "capturedAt"]);
    if is_red_without_names(state) {
        // That it has no log has been reported as the error that it is there.
        lacks.retain(|key| key != "logPath");
    }
    if !lacks.is_empty() {
        let message = format!("the baseline is `{said}`, but has no {}", all_of(&lacks));
        let help = "write what was run, when, and where its log is; or status `unknown`, if \
                    nobody knows";
        found.add(&status, message, help);
    }
}

pub(super) static ANALYSIS_DOCUMENTS: Rule = Rule {
    code: Code { id: "AS107", name: "analysis-documents", severity: Severity::Warning },
    what: "An analysis that was produced or reused has a docPath, and one that is not applicable \
           has none.",
    why: "Phases 2 and 3 open the documents before they start. They would look for one that is \
          not on record, or pass over one that is.",
    broken: Example { sample: "full", edits: &[("/analysis/docPath", "[]")] },
    mended: Example {
        sample: "full",
        edits: &[("/analysis/docPath", r#"["docs/analysis/WAL-2207-ios.md"]"#)],
    },
};

pub(super) fn analysis_documents(state: &State<'_>, found: &mut Findings<'_>) {
    let (status, paths) = (state.at("/analysis/docStatus"), state.at("/analysis/docPath"));
    match (status.text(), paths.has_content()) {
        (Some(said @ ("produced" | "reused")), false) => {
            let message = format!("docStatus is `{said}`, but docPath names no document");
            let help = "write the path of each document; or docStatus `not-applicable`";
            found.add(paths.or(&status), message, help);
        }
        (Some("not-applicable"), true) => {
            let help = "write `produced` or `reused`; or no paths, if there is no document";
            found
                .add(&status, "docStatus is `not-applicable`, but docPath names a document", help)
                .related(&paths, "the document");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_baseline_is_judged_by_what_it_claims() {
        let status = |code| vec![(code, "/baseline/tests/status".to_owned())];
        for (tests, expected) in [
            (r#"{"status": "unknown"}"#, vec![]),
            (r#"{"status": "red"}"#, [status("AS051"), status("AS053")].concat()),
            (r#"{"status": "red", "failing": ["a"]}"#, status("AS053")),
            (r#"{"status": "green"}"#, status("AS053")),
            (r#"{"failing": ["a"]}"#, vec![]),
            ("{}", vec![]),
        ] {
            assert_eq!(findings("local", &[("/baseline/tests", tests)]), expected, "{tests}");
        }
    }

    #[test]
    fn documents_are_where_the_status_says() {
        let edits = [("/analysis/docStatus", r#""not-applicable""#)];
        assert_eq!(findings("full", &edits), [("AS107", "/analysis/docStatus".to_owned())]);
        let edits = [("/analysis", r#"{"docStatus": "reused"}"#)];
        assert_eq!(findings("full", &edits), [("AS107", "/analysis/docStatus".to_owned())]);
    }
}
