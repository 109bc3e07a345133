//! What the report says of itself: task type, author, dates, the blocks it has.

use super::FinalReport;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) static TASK_TYPE_MISMATCH: Rule = Rule {
    code: Code { id: "FR003", name: "task-type-mismatch", severity: Severity::Error },
    what: "taskType is the same in the front matter and in the header.",
    why: "The header decides which sections the report has, the front matter is what other tools \
          search by. Both have to speak of one report.",
    broken: Example { sample: "quick", edits: &[("/frontmatter/taskType", r#""error-analysis""#)] },
    mended: Example { sample: "quick", edits: &[("/frontmatter/taskType", r#""quick""#)] },
};

pub(super) fn task_type_mismatch(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let (front, header) = (report.frontmatter.task_type, report.header.task_type);
    if front != header {
        let message =
            format!("taskType of the front matter is `{front}`, that of the header `{header}`");
        let help =
            "write the same task type in both; the header's decides which sections there are";
        found
            .add("/frontmatter/taskType", message, help)
            .related("/header/taskType", "the header says this");
    }
}
