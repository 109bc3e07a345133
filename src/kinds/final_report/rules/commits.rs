//! Commits and commands: hashes that are hashes, numbers that count.

use super::FinalReport;
use super::lookup::{figure, miscounted};
use crate::diagnostic::{Code, Severity};
use crate::kinds::final_report::model::{Commit, HandoffCommits, NumberedRow};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const IMPLEMENTED: &str = "/implementation/commitList";
const HANDED_OVER: &str = "/releaseHandoff/commitList";

pub(super) static MALFORMED_SHA: Rule = Rule {
    code: Code { id: "FR044", name: "malformed-commit-hash", severity: Severity::Error },
    what: "Hashes of commits are hexadecimal; fullSha has 40 digits (or 64, for SHA-256) and \
           begins with shortSha.",
    why: "A commit is found by its hash and by nothing else. One that is mistyped, or made up, \
          proves nothing.",
    broken: Example {
        sample: "implementation",
        edits: &[("/implementation/commitList/1/shortSha", r#""a93be02""#)],
    },
    mended: Example {
        sample: "implementation",
        edits: &[("/implementation/commitList/1/shortSha", r#""a93be01""#)],
    },
};

pub(super) fn malformed_sha(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let handed_over = report.handoff().map(|handoff| &handoff.commit_list);
    let tables: [(&str, &[Commit<'_>]); 2] = [
        (IMPLEMENTED, report.work().map_or(&[], |work| &work.commit_list)),
        (
            HANDED_OVER,
            match handed_over {
                Some(HandoffCommits::Commits(commits)) => commits,
                _ => &[],
            },
        ),
    ];
    for (table, commits) in tables {
        for (index, commit) in commits.iter().enumerate() {
            check_hashes(&format!("{table}/{index}"), commit, found);
        }
    }
}

fn check_hashes(row: &str, commit: &Commit<'_>, found: &mut Findings<'_>) {
    let (short, full) = (commit.short_sha, commit.full_sha);
    let mut hexadecimal = true;
    for (fact, hash) in [("shortSha", short), ("fullSha", full)] {
        if let Some(wrong) = hash.chars().find(|c| !c.is_ascii_hexdigit()) {
            hexadecimal = false;
            let message = format!(
                "{fact} {} is not hexadecimal: it has {}",
                quoted(hash),
                quoted(wrong.encode_utf8(&mut [0; 4]))
            );
            let help = "write the hash as `git log` prints it: the digits 0 to 9 and a to f";
            found.add(format!("{row}/{fact}"), message, help);
        }
    }
    if !hexadecimal {
        return;
    }
    if !matches!(full.len(), 40 | 64) {
        let message = format!("fullSha {} has {} digits", quoted(full), full.len());
        let help = format!("write all 40 digits, as `git rev-parse {short}` prints them");
        found.add(format!("{row}/fullSha"), message, help);
    }
    if !full.get(..short.len()).is_some_and(|start| start.eq_ignore_ascii_case(short)) {
        let message = format!("shortSha {} is not the beginning of fullSha", quoted(short));
        let start = full.get(..short.len().min(12)).unwrap_or(full);
        let help = format!("write {}, or the fullSha of the commit that is meant", quoted(start));
        found
            .add(format!("{row}/shortSha"), message, help)
            .related(format!("{row}/fullSha"), "the whole hash is this");
    }
}

pub(super) static ROWS_MISCOUNTED: Rule = Rule {
    code: Code { id: "FR045", name: "rows-miscounted", severity: Severity::Warning },
    what: "The numbers of commands and commits count 1, 2, 3 and so on, in order.",
    why: "They are the order in which things were done. A gap means that something is left out of \
          the record.",
    broken: Example {
        sample: "implementation",
        edits: &[("/implementation/commitList/3/number", "5")],
    },
    mended: Example {
        sample: "implementation",
        edits: &[("/implementation/commitList/3/number", "4")],
    },
};

pub(super) fn rows_miscounted(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let numbers = |rows: &[NumberedRow]| rows.iter().map(|row| row.number).collect::<Vec<f64>>();
    let commits = report.work().map(|work| &work.commit_list);
    let tables = [
        (IMPLEMENTED, commits.map(|rows| rows.iter().filter_map(|row| row.number).collect())),
        (
            "/releaseHandoff/executedCommands",
            report.handoff().map(|handoff| numbers(&handoff.executed_commands)),
        ),
        (
            "/finalVerification/readonlyCommandLog",
            report.verification().map(|verified| numbers(&verified.readonly_command_log)),
        ),
    ];
    for (table, numbers) in tables {
        let Some(numbers) = numbers else { continue };
        if let Some(index) = miscounted(numbers.iter().copied()) {
            let (expected, last) = (index + 1, numbers.len());
            let name = table.rsplit('/').next().unwrap_or(table);
            let message =
                format!("row {expected} of {name} is numbered {}", figure(numbers[index]));
            let help = format!(
                "write `{expected}`, and number all rows 1 to {last} in order, or add the row that \
                 was left out"
            );
            found.add(format!("{table}/{index}/number"), message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_hash_is_hexadecimal_whole_and_begins_with_the_short_one() {
        let short = "/releaseHandoff/commitList/0/shortSha";
        let full = "/releaseHandoff/commitList/0/fullSha";
        let wrong = |at: &str| ("FR044", at.to_owned());
        let found = |edits: &[(&str, &str)]| findings("release-handoff", edits);
        assert_eq!(found(&[(short, r#""1c58abg""#)]), [wrong(short)]);
        assert_eq!(found(&[(short, r#""1C58AB0""#)]), []);
        let fulls = [
            "1c58ab0e94f7d26038cb51a7e6f90d3b8842c71f0",
            "1c58ab0e94f7d26038cb51a7e6f90d3b8842c71é",
        ];
        for hash in fulls {
            assert_eq!(found(&[(full, &format!("\"{hash}\""))]), [wrong(full)], "{hash}");
        }
        let other = format!("\"{}\"", "0".repeat(41));
        assert_eq!(found(&[(full, &other)]), [wrong(short), wrong(full)]);
        let sha256 = format!("\"1c58ab0{}\"", "0".repeat(57));
        assert_eq!(found(&[(full, &sha256)]), []);
    }

    #[test]
    fn every_numbered_table_is_counted_once() {
        let command = "/releaseHandoff/executedCommands/0";
        assert_eq!(
            findings("release-handoff", &[(command, "")]),
            [("FR045", format!("{command}/number"))]
        );
        let log = "/finalVerification/readonlyCommandLog/2/number";
        assert_eq!(findings("final-verification", &[(log, "9")]), [("FR045", log.to_owned())]);
    }
}
