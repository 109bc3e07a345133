//! What voters write says something, and says it once.

use std::collections::HashMap;

use super::Sitting;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) static BLANK_TEXT: Rule = Rule {
    code: Code { id: "CF013", name: "blank-text", severity: Severity::Warning },
    what: "The reason of a vote and the description of an issue are not blank.",
    why: "They are what the transcript is read for, and all that the next iteration has to go by.",
    broken: Example { sample: "full", edits: &[("/findings/2/reason", r#"" \n""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn blank_text(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        if is_blank(finding.reason) {
            let help = "let the voter say what the vote rests on";
            found.add(format!("/findings/{index}/reason"), "the reason is blank", help);
        }
        for (at, issue) in finding.issues.iter().enumerate() {
            if is_blank(issue.description) {
                let pointer = format!("/findings/{index}/issues/{at}/description");
                let help = "describe the gap, or remove the issue";
                found.add(pointer, "the description is blank", help);
            }
        }
    }
}

pub(super) static BLANK_ACTION: Rule = Rule {
    code: Code { id: "CF016", name: "blank-action", severity: Severity::Warning },
    what: "A suggested action that is there is not blank.",
    why: "The transcript shows it, and a blank one suggests that there was something to do.",
    broken: Example { sample: "full", edits: &[("/findings/1/suggested_action", r#""  ""#)] },
    mended: Example { sample: "full", edits: &[("/findings/1/suggested_action", "")] },
};

pub(super) fn blank_action(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        if finding.suggested_action.is_some_and(is_blank) {
            let pointer = format!("/findings/{index}/suggested_action");
            let help = "write what to do, or remove suggested_action";
            found.add(pointer, "the suggested action is blank", help);
        }
    }
}

pub(super) static ISSUE_TWICE: Rule = Rule {
    code: Code { id: "CF018", name: "issue-twice", severity: Severity::Warning },
    what: "No voter names an issue twice with the same severity.",
    why: "One gap that stands twice looks like two, and is worked on twice.",
    broken: Example {
        sample: "full",
        edits: &[(
            "/findings/1/issues/-",
            r#"{ "severity": "HIGH", "description": "CI runs with `--test-threads 1`." }"#,
        )],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn issue_twice(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        let mut first = HashMap::new();
        for (at, issue) in finding.issues.iter().enumerate() {
            let earlier = *first.entry((issue.severity, issue.description.trim())).or_insert(at);
            if earlier != at {
                let pointer = |issue: usize| format!("/findings/{index}/issues/{issue}");
                let help = "keep one of them";
                found
                    .add(pointer(at), "this issue is named twice", help)
                    .related(pointer(earlier), "the first time");
            }
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn an_issue_of_another_severity_is_another_issue() {
        let twice = |severity: &str| {
            let issue = format!(
                r#"{{ "severity": "{severity}", "description": " CI runs with `--test-threads 1`." }}"#
            );
            findings("full", &[("/findings/1/issues/-", &issue)])
        };
        assert_eq!(twice("LOW"), []);
        assert_eq!(twice("HIGH"), [("CF018", "/findings/1/issues/4".to_owned())]);
    }
}
