//! Who found what: the workers behind consensus, differences and evidence.

use std::collections::HashMap;

use super::FinalReport;
use super::lookup::{Names, Places, filled, list, more_places, worker, workers};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const CONSENSUS: &str = "/crossVerification/consensus";
const DIFFERENCES: &str = "/crossVerification/differences";
const PRIMARY: &str = "/evidence/primary";

/// A source item as worker and item id; the schema sees to the colon.
fn split(item: &str) -> (&str, &str) {
    item.split_once(':').unwrap_or((item, ""))
}

pub(super) static CONSENSUS_OF_ONE: Rule = Rule {
    code: Code { id: "FR028", name: "consensus-of-one", severity: Severity::Warning },
    what: "The sourceItems of a consensus row come from at least two workers.",
    why: "Consensus means that workers came to the same result independently. What one of them \
          found alone is evidence, and not agreed.",
    broken: Example {
        sample: "quick",
        edits: &[(
            "/crossVerification/consensus/0/sourceItems",
            r#"["claude:F-001", "claude:F-003"]"#,
        )],
    },
    mended: Example {
        sample: "quick",
        edits: &[(
            "/crossVerification/consensus/0/sourceItems",
            r#"["claude:F-001", "codex:1.1"]"#,
        )],
    },
};

pub(super) fn consensus_of_one(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    for (index, row) in report.cross_verification.consensus.iter().enumerate() {
        let mut names = row.source_items.iter().map(|item| split(item).0);
        let Some(first) = names.next() else { continue };
        if names.all(|name| name == first) {
            let message =
                format!("only {} is behind consensus row {}", quoted(first), quoted(row.id));
            let help = "add the item of a second worker that says the same, written \
                        `<worker>:<item-id>`, or move the statement to differences or evidence";
            found.add(format!("{CONSENSUS}/{index}/sourceItems"), message, help);
        }
    }
}

pub(super) static UNKNOWN_WORKER: Rule = Rule {
    code: Code { id: "FR029", name: "source-of-unknown-worker", severity: Severity::Warning },
    what: "The worker before the colon of a source item took part in the run: it has a row in \
           executionStatus (`Claude worker` is `claude`), is the lead, or holds a position in \
           differences.",
    why: "A source item is there to be looked up in that worker's own results. Those of a worker \
          that was not there cannot be.",
    broken: Example {
        sample: "quick",
        edits: &[("/evidence/primary/0/sourceItems", r#"["cladue:F-001"]"#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/evidence/primary/0/sourceItems", r#"["claude:F-001"]"#)],
    },
};

pub(super) fn unknown_worker(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let workers = workers(report);
    let known = Names::of(workers.iter().map(String::as_str));
    let consensus = report.cross_verification.consensus.iter().map(|row| &row.source_items);
    let primary = report.evidence.primary.iter().map(|row| &row.source_items);
    let tables = [
        (CONSENSUS, consensus.enumerate().collect::<Vec<_>>()),
        (PRIMARY, primary.enumerate().collect()),
    ];
    let mut unknown = Places::default();
    for (table, rows) in tables {
        for (index, items) in rows {
            for (place, item) in items.iter().enumerate() {
                let name = split(item).0;
                if !known.has(name) {
                    unknown.add(name, format!("{table}/{index}/sourceItems/{place}"));
                }
            }
        }
    }
    for (name, first, others) in unknown.each() {
        let message = format!(
            "{} is the worker of a source item{}, and no worker of this run",
            quoted(name),
            more_places(&others)
        );
        let help = match known.nearest(name) {
            Some(meant) => format!("write {} before the colon", quoted(meant)),
            None => format!(
                "name a worker of this run before the colon ({}), or give {} a row in \
                 executionStatus",
                known.list(),
                quoted(name)
            ),
        };
        found.add(first, message, help).also(others, "and here");
    }
}

pub(super) static POSITIONS: Rule = Rule {
    code: Code { id: "FR030", name: "difference-without-positions", severity: Severity::Warning },
    what: "A difference has the positions of at least two workers, one entry each, and every \
           position names the item it comes from.",
    why: "It takes two to disagree, and readers who are to decide look up what each has found.",
    broken: Example {
        sample: "quick",
        edits: &[("/crossVerification/differences/0/workersPosition/1/worker", r#""claude""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/crossVerification/differences/0/workersPosition/1/worker", r#""codex""#)],
    },
};

pub(super) fn positions(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    for (index, row) in report.cross_verification.differences.iter().enumerate() {
        let table = format!("{DIFFERENCES}/{index}/workersPosition");
        let id = quoted(row.id);
        if let [only] = &row.workers_position[..] {
            let message =
                format!("difference {id} has the position of {} alone", list([only.worker]));
            let help = "add the position of the worker that disagrees; if there is none, move the \
                        statement to consensus or evidence";
            found.add(table.as_str(), message, help);
        }
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (place, position) in row.workers_position.iter().enumerate() {
            let name = quoted(position.worker);
            let first = *seen.entry(worker(position.worker)).or_insert(place);
            if first != place {
                let message = format!("{name} has more than one position in difference {id}");
                let help = "name the worker that holds this position, or put the positions of one \
                            worker into one entry";
                found
                    .add(format!("{table}/{place}/worker"), message, help)
                    .related(format!("{table}/{first}/worker"), "it has its position here");
            }
            if !filled(Some(position.item_id)) {
                let message = format!("the position of {name} in difference {id} has no itemId");
                let help = "write the worker's own id for the finding, as after the colon of a \
                            source item, such as `1.3` or `F-002`";
                found.add(format!("{table}/{place}/itemId"), message, help);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_worker_unknown_in_many_places_is_named_once() {
        let edits = [
            ("/crossVerification/consensus/0/sourceItems/1", r#""grok:1""#),
            ("/crossVerification/consensus/1/sourceItems/1", r#""grok:2""#),
            ("/evidence/primary/0/sourceItems/0", r#""grok:3""#),
        ];
        let first = "/crossVerification/consensus/0/sourceItems/1".to_owned();
        assert_eq!(findings("error-analysis", &edits), [("FR029", first)]);
    }

    #[test]
    fn the_lead_the_report_writer_and_who_holds_a_position_are_known() {
        let edits = [
            ("/crossVerification/differences/0/workersPosition/1/worker", r#""Mistral""#),
            (
                "/evidence/primary/0/sourceItems",
                r#"["lead:mcp-1", "report-writer:1", "mistral:2", "claude:F-1"]"#,
            ),
        ];
        let found = findings("quick", &edits);
        assert!(found.iter().all(|(code, _)| *code != "FR029"), "{found:?}");
    }

    #[test]
    fn a_difference_needs_two_positions_and_their_items() {
        let table = "/crossVerification/differences/0/workersPosition";
        let alone = r#"[{"worker": "claude", "itemId": " ", "position": "no"}]"#;
        assert_eq!(
            findings("quick", &[(table, alone)]),
            [("FR030", table.to_owned()), ("FR030", format!("{table}/0/itemId"))]
        );
    }
}
