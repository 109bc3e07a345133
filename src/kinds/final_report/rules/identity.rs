//! What the report says of itself: task type, author, dates, the blocks it has.

use super::roster::is_report_writer;
use super::words::counted;
use super::{FinalReport, iso_8601};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

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

pub(super) static LEAD_AS_AUTHOR: Rule = Rule {
    code: Code { id: "FR004", name: "lead-as-author", severity: Severity::Warning },
    what: "reportAuthor is `Claude lead` only in a release-handoff report, or where the report \
           writer has a row in executionStatus with status `error`, `timeout` or `not-run`.",
    why: "The lead has taken sides by the end of a run, so someone else writes the report. That \
          the lead had to do it is a failure to be recorded, not a choice.",
    broken: Example {
        sample: "error-analysis",
        edits: &[("/executionStatus/4/status", r#""completed""#)],
    },
    mended: Example {
        sample: "error-analysis",
        edits: &[
            ("/executionStatus/4/status", r#""completed""#),
            ("/header/reportAuthor", r#""Report writer worker""#),
        ],
    },
};

pub(super) fn lead_as_author(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let header = &report.header;
    if header.report_author != "Claude lead" || header.task_type == "release-handoff" {
        return;
    }
    let mut writers = report.execution_status.iter().enumerate();
    let mut writer = None;
    while let Some((index, row)) = writers.find(|(_, row)| is_report_writer(row.role)) {
        if matches!(row.status, "error" | "timeout" | "not-run") {
            return;
        }
        writer = Some((index, row.status));
    }
    let help = "write `Report writer worker`, or put on record why it did not write: its row in \
                executionStatus with status `error`, `timeout` or `not-run`";
    let lack = match writer {
        Some((_, status)) => format!("the report writer's status is `{status}`"),
        None => "executionStatus has no row of a report writer that failed".to_owned(),
    };
    let finding = found.add(
        "/header/reportAuthor",
        format!("reportAuthor is `Claude lead`, but {lack}"),
        help,
    );
    if let Some((index, _)) = writer {
        let pointer = format!("/executionStatus/{index}/status");
        finding.related(pointer, "the report writer did not fail");
    }
}

pub(super) static BLOCK_NOT_SHOWN: Rule = Rule {
    code: Code { id: "FR005", name: "block-not-shown", severity: Severity::Warning },
    what: "approvalBlock and implementationPlanning are present for taskType \
           implementation-planning only; implementation, releaseHandoff and finalVerification for \
           the task type of their name only.",
    why: "A report shows the blocks of its own task type and leaves out all others. What was \
          written into one of those would be lost without a word.",
    broken: Example { sample: "quick", edits: &[("/approvalBlock", r#"{"approved": false}"#)] },
    mended: Example { sample: "quick", edits: &[("/approvalBlock", "")] },
};

pub(super) fn block_not_shown(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let blocks = [
        ("approvalBlock", "implementation-planning", report.approval_block.is_some()),
        (
            "implementationPlanning",
            "implementation-planning",
            report.implementation_planning.is_some(),
        ),
        ("releaseHandoff", "release-handoff", report.release_handoff.is_some()),
        ("implementation", "implementation", report.implementation.is_some()),
        ("finalVerification", "final-verification", report.final_verification.is_some()),
    ];
    let task_type = report.header.task_type;
    for (block, belongs_to, is_present) in blocks {
        // Where the front matter has the type of the block, that the two differ is the fault, and
        // has been reported.
        if is_present && belongs_to != task_type && belongs_to != report.frontmatter.task_type {
            let message = format!("{block} is not shown in a `{task_type}` report");
            let help = format!(
                "remove it; or, if this is a report of {belongs_to}, write `{belongs_to}` as \
                 taskType in header and frontmatter"
            );
            found
                .add(format!("/{block}"), message, help)
                .at_key()
                .related("/header/taskType", format!("the block belongs to `{belongs_to}`"));
        }
    }
}

pub(super) static SUMMARY_LENGTH: Rule = Rule {
    code: Code { id: "FR031", name: "summary-length", severity: Severity::Warning },
    what: "The summary has 3 to 5 rows.",
    why: "It is what most readers read of a report. With fewer rows it leaves out the problem, \
          with more it is no summary.",
    broken: Example { sample: "quick", edits: &[("/summary/2", "")] },
    mended: Example { sample: "quick", edits: &[] },
};

pub(super) fn summary_length(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let rows = report.summary.len();
    if !(3..=5).contains(&rows) {
        let help = if rows < 3 {
            "write 3 to 5 rows: what is wrong or to be verified, since when, and what it affects"
        } else {
            "write 3 to 5 rows: join those that belong together, and leave details to the evidence"
        };
        found.add("/summary", format!("summary has {}", counted(rows, "row")), help);
    }
}

pub(super) static DATE_NOT_ISO: Rule = Rule {
    code: Code { id: "FR052", name: "date-not-iso", severity: Severity::Warning },
    what: "date of the front matter and createdAt of the header are ISO 8601, a date with or \
           without a time of day.",
    why: "They are printed as they stand, and other tools sort and search reports by them.",
    broken: Example { sample: "quick", edits: &[("/frontmatter/date", r#""19 February 2026""#)] },
    mended: Example { sample: "quick", edits: &[("/frontmatter/date", r#""2026-02-19""#)] },
};

pub(super) fn date_not_iso(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let dates = [
        ("/frontmatter/date", "date", report.frontmatter.date, "`2026-02-19`"),
        ("/header/createdAt", "createdAt", report.header.created_at, "`2026-02-19T15:20:44+09:00`"),
    ];
    for (pointer, name, date, form) in dates {
        if !iso_8601::is_date(date) {
            let message = format!("{name} is {}, which is no ISO 8601 date", quoted(date));
            let help = match date.trim().replacen(' ', "T", 1) {
                mended if iso_8601::is_date(&mended) => format!("write {}", quoted(&mended)),
                _ => format!("write a day that exists, in the form {form}"),
            };
            found.add(pointer, message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn the_lead_may_write_a_handoff_or_in_place_of_a_writer_that_failed() {
        let by_the_lead = ("/header/reportAuthor", r#""Claude lead""#);
        let expected = [("FR004", "/header/reportAuthor".to_owned())];
        assert_eq!(findings("quick", &[by_the_lead]), expected);
        assert_eq!(findings("release-handoff", &[]), []);
        for status in [r#""error""#, r#""timeout""#] {
            let edits = [by_the_lead, ("/executionStatus/3/status", status)];
            assert_eq!(findings("quick", &edits), [], "{status}");
        }
        // Without a row nothing is on record.
        let edits = [by_the_lead, ("/executionStatus/3/role", r#""Scribe""#)];
        assert_eq!(findings("quick", &edits), expected);
    }

    #[test]
    fn a_block_of_the_type_in_the_front_matter_is_no_second_fault() {
        let block = ("/approvalBlock", r#"{"approved": false}"#);
        assert_eq!(findings("quick", &[block]), [("FR005", "/approvalBlock".to_owned())]);
        let edits = [block, ("/frontmatter/taskType", r#""implementation-planning""#)];
        assert_eq!(findings("quick", &edits), [("FR003", "/frontmatter/taskType".to_owned())]);
    }

    #[test]
    fn both_dates_are_looked_at() {
        let edits = [
            ("/frontmatter/date", r#""2026-02-30""#),
            ("/header/createdAt", r#""2026-02-19 15:20:44""#),
        ];
        let expected = ["/frontmatter/date", "/header/createdAt"];
        assert_eq!(findings("quick", &edits), expected.map(|at| ("FR052", at.to_owned())));
    }
}
