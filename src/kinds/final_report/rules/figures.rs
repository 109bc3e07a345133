//! Tokens and cost: filled in at once after the run.

use super::super::model::{ExecutionStatusRow, Figure, TokenUsageRow};
use super::FinalReport;
use super::words::all_of;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// A figure that rows and totals both have.
pub(super) struct Kind {
    pub(super) key: &'static str,
    pub(super) of_row: fn(&ExecutionStatusRow<'_>) -> Figure,
    pub(super) of_total: fn(&TokenUsageRow) -> Option<f64>,
}

pub(super) static TOTAL: Kind =
    Kind { key: "totalTokens", of_row: |row| row.total_tokens, of_total: |row| row.total_tokens };
pub(super) static BILLABLE: Kind = Kind {
    key: "billableTokens",
    of_row: |row| row.billable_tokens,
    of_total: |row| row.billable_tokens,
};
static COST: Kind =
    Kind { key: "costUsd", of_row: |row| row.cost_usd, of_total: |row| row.cost_usd };

pub(super) static KINDS: [&Kind; 3] = [&TOTAL, &BILLABLE, &COST];

/// Where figures stand.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Row(usize),
    Total(&'static str),
}

impl Place {
    pub(super) fn pointer(self, key: &str) -> String {
        match self {
            Place::Row(index) => format!("/executionStatus/{index}/{key}"),
            Place::Total(scope) => format!("/tokenUsage/{scope}/{key}"),
        }
    }

    pub(super) fn name(self, report: &FinalReport<'_>) -> String {
        match self {
            Place::Row(index) => quoted(report.execution_status[index].role),
            Place::Total(scope) => format!("tokenUsage.{scope}"),
        }
    }
}

pub(super) fn was_run(row: &ExecutionStatusRow<'_>) -> bool {
    row.status != "not-run"
}

pub(super) fn totals<'r>(report: &'r FinalReport<'_>) -> [(&'static str, &'r TokenUsageRow); 3] {
    let usage = &report.token_usage;
    [("lead", &usage.lead), ("worker", &usage.worker), ("grand", &usage.grand)]
}

pub(super) static HALF_FILLED_FIGURES: Rule = Rule {
    code: Code { id: "FR023", name: "half-filled-figures", severity: Severity::Warning },
    what: "totalTokens, billableTokens and costUsd are all null or all filled in, in the totals of \
           tokenUsage and in each row of executionStatus that has them. Rows with status \
           `not-run` are not looked at.",
    why: "The figures are filled in together after the run. A null that is left among them is a \
          worker whose cost nobody collected.",
    broken: Example { sample: "quick", edits: &[("/executionStatus/3/costUsd", "null")] },
    mended: Example { sample: "quick", edits: &[("/executionStatus/3/costUsd", "0.0375")] },
};

pub(super) fn half_filled_figures(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let mut cells: Vec<(Place, &str, bool)> = Vec::new();
    for (scope, total) in totals(report) {
        let filled = |kind: &Kind| (kind.of_total)(total).is_some();
        cells.extend(KINDS.map(|kind| (Place::Total(scope), kind.key, filled(kind))));
    }
    for (index, row) in report.execution_status.iter().enumerate().filter(|(_, row)| was_run(row)) {
        let present = KINDS.iter().filter_map(|kind| Some((kind.key, (kind.of_row)(row)?)));
        cells.extend(present.map(|(key, value)| (Place::Row(index), key, value.is_some())));
    }
    let filled = cells.iter().filter(|(.., filled)| *filled).count();
    // What the fewer cells are is the exception.
    let exception = filled * 2 < cells.len();
    let Some((place, key, _)) = cells.iter().find(|(.., filled)| *filled != exception) else {
        return;
    };
    let other = place.pointer(key);
    for group in cells.chunk_by(|(a, ..), (b, ..)| a == b) {
        let odd = group.iter().filter(|(.., filled)| *filled == exception);
        let keys: Vec<String> = odd.map(|(_, key, _)| (*key).to_owned()).collect();
        let Some(first) = keys.first() else { continue };
        let are = if keys.len() == 1 { "is" } else { "are" };
        let (place, keys) = (group[0].0, all_of(&keys));
        let name = place.name(report);
        let (message, help, related) = if exception {
            (
                format!("{keys} of {name} {are} filled in while other figures are null"),
                "fill in the others too; or write null until all are known, after the run",
                "this one is null",
            )
        } else {
            (
                format!("{keys} of {name} {are} null while other figures are filled in"),
                "write the figure, 0 if nothing was used; or, before the figures are collected, \
                 leave all of them null",
                "this one is filled in",
            )
        };
        found.add(place.pointer(first), message, help).related(other.as_str(), related);
    }
}

pub(super) static FIGURES_OF_NO_RUN: Rule = Rule {
    code: Code { id: "FR025", name: "figures-of-no-run", severity: Severity::Warning },
    what: "The tokens and costs of a row with status `not-run` are 0 or null.",
    why: "Who was not run used nothing. Either the status is wrong, or the figures belong to \
          someone else.",
    broken: Example {
        sample: "release-handoff",
        edits: &[("/executionStatus/3/totalTokens", "500")],
    },
    mended: Example {
        sample: "release-handoff",
        edits: &[("/executionStatus/3/totalTokens", "0")],
    },
};

pub(super) fn figures_of_no_run(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let rows = report.execution_status.iter().enumerate();
    for (index, row) in rows.filter(|(_, row)| !was_run(row)) {
        let figures = [
            (TOTAL.key, row.total_tokens.flatten()),
            (BILLABLE.key, row.billable_tokens.flatten()),
            (COST.key, row.cost_usd.flatten()),
            ("cliTotalTokens", row.cli_total_tokens),
            ("cliCostUsd", row.cli_cost_usd),
        ];
        let used: Vec<_> = figures
            .iter()
            .filter_map(|(key, value)| Some((*key, (*value)?)))
            .filter(|(_, value)| *value > 0.0)
            .collect();
        let Some((first, _)) = used.first() else { continue };
        let listed: Vec<String> =
            used.iter().map(|(key, value)| format!("{key} `{value}`")).collect();
        let message = format!("{} is `not-run`, but has {}", quoted(row.role), all_of(&listed));
        let help = "write 0 or null; or, if it was run, the status that its part ended with";
        found
            .add(format!("/executionStatus/{index}/{first}"), message, help)
            .related(format!("/executionStatus/{index}/status"), "it was not run");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{findings, pointers};

    #[test]
    fn the_exception_is_reported_be_it_a_null_or_a_figure() {
        let edits = [
            ("/executionStatus/1/totalTokens", "null"),
            ("/executionStatus/1/costUsd", "null"),
            ("/tokenUsage/grand/costUsd", "null"),
        ];
        let expected = ["/executionStatus/1/totalTokens", "/tokenUsage/grand/costUsd"];
        assert_eq!(pointers(&edits, "FR023"), expected);
        let edits = [("/tokenUsage/lead/totalTokens", "7")];
        let found = findings("implementation-planning", &edits);
        assert_eq!(found, [("FR023", "/tokenUsage/lead/totalTokens".to_owned())]);
    }

    #[test]
    fn what_does_not_apply_may_be_absent_or_null() {
        for edits in [
            [("/executionStatus/1/durationMs", "null"), ("/executionStatus/2/durationMs", "")],
            [("/executionStatus/2/cliCostUsd", "null"), ("/tokenUsage/cli/costUsd", "null")],
            [("/executionStatus/2/cliCostUsd", ""), ("/executionStatus/2/cliTotalTokens", "")],
            [("/executionStatus/1/costUsd", ""), ("/executionStatus/1/totalTokens", "")],
        ] {
            assert_eq!(findings("quick", &edits), [], "{edits:?}");
        }
    }
}
