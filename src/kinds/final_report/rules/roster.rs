//! Who took part in the run.

use std::collections::{HashMap, HashSet};

use super::FinalReport;
use super::lookup;
use super::rows::CONSENSUS;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// Is this the role of the lead?
pub(in crate::kinds) fn is_lead(role: &str) -> bool {
    // No other letters than those of ASCII are these in lower case.
    let lead = b"lead";
    role.as_bytes().windows(lead.len()).any(|letters| letters.eq_ignore_ascii_case(lead))
}

/// Is this the role of the worker that writes the report?
pub(super) fn is_report_writer(role: &str) -> bool {
    let role = role.to_lowercase();
    role.contains("report") && role.contains("writer")
}

/// The words of a name in small letters.
fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// A name in small letters, its words joined by dashes.
fn joined(name: &str) -> String {
    words(name).collect::<Vec<_>>().join("-")
}

/// The short names by which findings, positions and votes may call those who took part: words of
/// the role, its first words together, as in `report-writer`, and the product.
#[derive(Default)]
struct Names {
    known: HashSet<String>,
    /// For suggestions: the first word of each role.
    short: Vec<String>,
    /// What only the lead has in its name.
    of_lead: HashSet<String>,
}

impl Names {
    fn of(report: &FinalReport<'_>) -> Names {
        let mut names = Names::default();
        for row in &report.execution_status {
            let lead = is_lead(row.role);
            let mut joined = String::new();
            for word in words(row.role) {
                if joined.is_empty() {
                    joined.clone_from(&word);
                    names.short.extend((!lead).then(|| word.clone()));
                } else {
                    joined = format!("{joined}-{word}");
                }
                if lead == is_lead(&joined) {
                    names.known.insert(joined.clone());
                }
                // A row `Claude lead` is the lead's, and none of the worker `claude`.
                let theirs =
                    if lead && !is_lead(&word) { &mut names.of_lead } else { &mut names.known };
                theirs.insert(word);
            }
            if !lead && !is_report_writer(row.role) {
                names.known.extend(words(row.agent).next());
            }
        }
        names
    }
}

pub(super) static EXECUTION_ROSTER: Rule = Rule {
    code: Code { id: "FR022", name: "execution-roster", severity: Severity::Warning },
    what: "executionStatus has a row of the lead and one of each worker that took a position or \
           voted, and no role has two.",
    why: "The table is the record of who did what, and at what cost. Whoever is missing from it \
          worked without a trace, and whoever is in it twice counts double.",
    broken: Example { sample: "quick", edits: &[("/executionStatus/3/role", r#""Codex worker""#)] },
    mended: Example {
        sample: "quick",
        edits: &[("/executionStatus/3/role", r#""Report writer worker""#)],
    },
};

pub(super) fn execution_roster(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let rows = &report.execution_status;
    if !rows.iter().any(|row| is_lead(row.role)) {
        let help = "add the row of the lead, with role `Claude lead`";
        found.add("/executionStatus", "executionStatus has no row of the lead", help);
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        let role = row.role.trim().to_lowercase();
        if let Some(first) = seen.get(&role) {
            let message = format!("two rows have the role {}", quoted(row.role));
            let help = "make one row of the two, or tell the two workers apart in their roles";
            found
                .add(format!("/executionStatus/{index}/role"), message, help)
                .related(format!("/executionStatus/{first}/role"), "the first row of this role");
        } else {
            seen.insert(role, index);
        }
    }
    workers_without_row(report, found);
}

fn workers_without_row(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let names = Names::of(report);
    let cross = &report.cross_verification;
    let consensus = cross.consensus.iter().map(|row| &row.source_items).enumerate();
    let primary = report.evidence.primary.iter().map(|row| &row.source_items).enumerate();
    let items = consensus
        .map(|(row, items)| (CONSENSUS, row, items))
        .chain(primary.map(|(row, items)| ("/evidence/primary", row, items)));
    let mut done: HashSet<String> = HashSet::new();
    let mut strangers: HashSet<&str> = HashSet::new();
    let mut missing: Vec<(&str, String)> = Vec::new();
    for (table, row, items) in items {
        for (item, source) in items.iter().enumerate() {
            let worker = source.split_once(':').map_or(*source, |(worker, _)| worker);
            if names.known.contains(worker) {
                continue;
            }
            if !names.of_lead.contains(worker) {
                strangers.insert(worker);
            } else if done.insert(worker.to_owned()) {
                missing.push((worker, format!("{table}/{row}/sourceItems/{item}")));
            }
        }
    }
    for (row, difference) in cross.differences.iter().enumerate() {
        for (index, position) in difference.workers_position.iter().enumerate() {
            let name = joined(position.worker);
            if !names.known.contains(&name) && done.insert(name) {
                let table = "/crossVerification/differences";
                let place = format!("{table}/{row}/workersPosition/{index}/worker");
                missing.push((position.worker, place));
            }
        }
    }
    let plan = report.implementation_planning.as_ref();
    let votes = plan.into_iter().flat_map(|plan| &plan.plan_body_verification.verdict_details);
    for (row, vote) in votes.enumerate() {
        let name = joined(vote.worker);
        // That a source item has a name that nobody has is a rule of its own.
        let is_new = !names.known.contains(&name) && !strangers.contains(name.as_str());
        if is_new && done.insert(name) {
            let table = "/implementationPlanning/planBodyVerification/verdictDetails";
            missing.push((vote.worker, format!("{table}/{row}/worker")));
        }
    }
    let short = lookup::Names::of(names.short.iter().map(String::as_str));
    for (worker, place) in missing {
        let shown = quoted(worker);
        let meant =
            if names.of_lead.contains(worker) { Some("lead") } else { short.nearest(worker) };
        let help = match meant {
            Some(meant) => format!(
                "add its row to executionStatus; or, if {} is meant, write that here",
                quoted(meant)
            ),
            None => "add its row to executionStatus".to_owned(),
        };
        found
            .add(place, format!("the worker {shown} has no row in executionStatus"), help)
            .related("/executionStatus", "one row for each worker, the lead included");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{diagnostics, findings};

    #[test]
    fn a_run_has_a_lead() {
        let edits = [("/executionStatus/0/role", r#""Claude boss""#)];
        assert_eq!(findings("quick", &edits), [("FR022", "/executionStatus".to_owned())]);
        let edits = [("/executionStatus/0/role", r#""LEAD (Claude)""#)];
        assert_eq!(findings("quick", &edits), []);
    }

    #[test]
    fn workers_are_known_by_the_words_of_their_roles_and_by_their_product() {
        let worker = "/crossVerification/differences/0/workersPosition/1/worker";
        for name in [r#""Codex""#, r#""codex-worker""#, r#""Codex worker""#, r#""report-writer""#] {
            assert_eq!(findings("quick", &[(worker, name)]), [], "{name}");
        }
        let edits = [("/executionStatus/2/role", r#""Worker 2""#)];
        assert_eq!(findings("quick", &edits), []);
        let found = diagnostics("quick", &[(worker, r#""codec""#)]);
        let said: Vec<_> = found.iter().map(|d| (d.code.id, d.pointer.as_str())).collect();
        assert_eq!(said, [("FR022", worker)]);
        assert!(found[0].help.as_ref().unwrap().contains("`codex`"), "{found:?}");
    }

    #[test]
    fn the_row_of_the_lead_is_not_that_of_a_worker_in_the_same_product() {
        let edits = [
            ("/executionStatus/1/role", r#""Gemini worker""#),
            ("/executionStatus/1/agent", r#""Gemini""#),
        ];
        let place = "/crossVerification/consensus/0/sourceItems/0".to_owned();
        assert_eq!(findings("quick", &edits), [("FR022", place)]);
    }
}
