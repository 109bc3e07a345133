//! Tokens and cost add up.

use rust_decimal::Decimal;

use super::super::model::ExecutionStatusRow;
use super::FinalReport;
use super::figures::{BILLABLE, KINDS, Kind, Place, TOTAL, totals, was_run};
use super::roster::is_lead;
use crate::diagnostic::{Code, Severity};
use crate::document::MAX_EXACT_INTEGER;
use crate::rule::{Example, Findings, Rule};

pub(super) static FIGURES_DO_NOT_ADD_UP: Rule = Rule {
    code: Code { id: "FR024", name: "figures-do-not-add-up", severity: Severity::Warning },
    what: "billableTokens are no more than totalTokens, grand is the sum of lead and worker in \
           tokenUsage, and lead, worker and cli are the sums of their rows in executionStatus. A \
           sum of dollars may be rounded to cents.",
    why: "A reader who adds up the figures has to get the total that the report shows. Where he \
          does not, one of them is wrong, and so may be the bill.",
    broken: Example { sample: "quick", edits: &[("/tokenUsage/grand/totalTokens", "98970")] },
    mended: Example { sample: "quick", edits: &[("/tokenUsage/grand/totalTokens", "98973")] },
};

pub(super) fn figures_do_not_add_up(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    more_billable_than_there_are(report, found);
    for kind in KINDS {
        sums(report, kind, found);
    }
    cli_sum(report, found);
}

fn cli_sum(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(total) = report.token_usage.cli.cost_usd.and_then(decimal) else {
        return;
    };
    // Not every worker has a tool of its own; where one has and its cost is open, so is the sum.
    let mut costs = Vec::new();
    for row in report.execution_status.iter().filter(|row| was_run(row)) {
        match (row.cli_total_tokens, row.cli_cost_usd) {
            (Some(_), None) => return,
            (_, cost) => costs.extend(cost),
        }
    }
    if let Some(sum) = add(costs.iter().copied())
        && !costs.is_empty()
        && !agrees(total, sum)
    {
        let message = format!(
            "costUsd of tokenUsage.cli is `{total}`, but cliCostUsd of the rows adds up to `{sum}`"
        );
        let help = format!("write `{sum}`, or mend the row that is wrong");
        found
            .add("/tokenUsage/cli/costUsd", message, help)
            .related("/executionStatus", "the rows are these");
    }
}

/// Of figures that follow from others, the ones furthest down are to be mended.
fn more_billable_than_there_are(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let rows = report.execution_status.iter().enumerate().filter(|(_, row)| was_run(row));
    let rows = rows.map(|(index, row)| {
        let figure = |kind: &Kind| (kind.of_row)(row).flatten();
        (Place::Row(index), figure(&BILLABLE), figure(&TOTAL))
    });
    let [lead, worker, grand] = totals(report).map(|(scope, total)| {
        (Place::Total(scope), (BILLABLE.of_total)(total), (TOTAL.of_total)(total))
    });
    for level in [rows.collect(), vec![lead, worker], vec![grand]] {
        let mut wrong = false;
        for (place, billable, total) in level {
            let (Some(billable), Some(total)) = (billable, total) else { continue };
            if billable > total {
                wrong = true;
                let name = place.name(report);
                let message =
                    format!("billableTokens of {name} is `{billable}`, more than its totalTokens");
                let help = format!(
                    "billableTokens are a part of totalTokens: write no more than `{total}`"
                );
                found
                    .add(place.pointer(BILLABLE.key), message, help)
                    .related(place.pointer(TOTAL.key), "all tokens");
            }
        }
        if wrong {
            return;
        }
    }
}

/// The sums of one kind of figure: those of the rows, and that of lead and worker.
fn sums(report: &FinalReport<'_>, kind: &Kind, found: &mut Findings<'_>) {
    let key = kind.key;
    let [lead, worker, grand] =
        totals(report).map(|(_, total)| (kind.of_total)(total).and_then(decimal));
    // What each should be, where the rows say something else.
    let of_rows =
        [("lead", true, lead), ("worker", false, worker)].map(|(scope, leads, written)| {
            let rows = || report.execution_status.iter().filter(|row| is_lead(row.role) == leads);
            let figure = |row: &ExecutionStatusRow<'_>| match (kind.of_row)(row).flatten() {
                None if !was_run(row) => Some(0.0),
                figure => figure,
            };
            let written = written?;
            // Without a row of the lead, one of the others is the lead's in all but name.
            if !report.execution_status.iter().any(|row| is_lead(row.role))
                || rows().next().is_none()
            {
                return None;
            }
            // Figures of a worker that was not run are reported as such, whether they count or not.
            let all = add(rows().map(figure).collect::<Option<Vec<_>>>()?)?;
            if agrees(written, all) {
                return None;
            }
            let run = add(rows().filter(|row| was_run(row)).filter_map(figure))?;
            (!agrees(written, run)).then_some((scope, written, run))
        });
    let should = |index: usize, written| match of_rows[index] {
        Some((_, _, sum)) => Some(sum),
        None => written,
    };
    let as_written = lead.zip(worker).and_then(|(lead, worker)| lead.checked_add(worker));
    let mended = should(0, lead).zip(should(1, worker));
    let mended = mended.and_then(|(lead, worker)| lead.checked_add(worker));
    for (scope, written, sum) in of_rows.into_iter().flatten() {
        let message = format!(
            "{key} of tokenUsage.{scope} is `{written}`, but the rows of the {scope} add up to \
             `{sum}`"
        );
        let message = if scope == "worker" {
            message.replace("rows of the worker", "rows of the workers")
        } else {
            message
        };
        let and_grand = match (mended, grand) {
            (Some(sum), Some(grand)) if !agrees(grand, sum) => format!(" and `{sum}` in grand"),
            _ => String::new(),
        };
        let help = format!("write `{sum}`{and_grand}, or mend the row that is wrong");
        found
            .add(format!("/tokenUsage/{scope}/{key}"), message, help)
            .related("/executionStatus", "the rows are these");
    }
    let (Some(grand), Some(sum)) = (grand, as_written) else {
        return;
    };
    // A grand total that is right once the others are mended is no second fault.
    if !agrees(grand, sum) && !mended.is_some_and(|mended| agrees(grand, mended)) {
        let message = format!(
            "{key} of tokenUsage.grand is `{grand}`, but lead and worker add up to `{sum}`"
        );
        let help = format!("write `{}`", mended.unwrap_or(sum));
        found
            .add(format!("/tokenUsage/grand/{key}"), message, help)
            .related(format!("/tokenUsage/lead/{key}"), "the lead")
            .related(format!("/tokenUsage/worker/{key}"), "the workers");
    }
}

/// A number as the document writes it. None for numbers beyond all tokens and dollars.
fn decimal(value: f64) -> Option<Decimal> {
    // Most figures are tokens, which need not be spelt out.
    if value.fract() == 0.0 && value.abs() <= MAX_EXACT_INTEGER as f64 {
        return Some(Decimal::from(value as i64));
    }
    value.to_string().parse::<Decimal>().ok().map(|decimal| decimal.normalize())
}

fn add(values: impl IntoIterator<Item = f64>) -> Option<Decimal> {
    let mut sum = Decimal::ZERO;
    for value in values {
        sum = sum.checked_add(decimal(value)?)?;
    }
    Some(sum.normalize())
}

/// Is this total that sum? A total may be rounded to cents or finer, and a program that added up
/// in binary may have left its traces: 0.30000000000000004 is 0.3.
fn agrees(total: Decimal, sum: Decimal) -> bool {
    let difference = (total - sum).abs();
    let decimals = total.scale();
    let rounded = decimals >= 2
        && decimals < sum.scale()
        && difference * Decimal::TWO <= Decimal::new(1, decimals.min(28));
    rounded || difference < Decimal::new(1, 9)
}

#[cfg(test)]
mod tests {
    use super::super::{diagnostics, pointers};
    use super::*;

    #[test]
    fn of_sums_that_follow_from_each_other_the_one_that_is_wrong_is_reported() {
        // The workers' total is wrong, and the grand total is what it should be.
        let edits = [("/tokenUsage/worker/totalTokens", "46800")];
        assert_eq!(pointers(&edits, "FR024"), ["/tokenUsage/worker/totalTokens"]);
        // Both are wrong by the same amount: one fault, and the help names both.
        let edits = [
            ("/tokenUsage/worker/totalTokens", "46800"),
            ("/tokenUsage/grand/totalTokens", "98918"),
        ];
        let found = diagnostics("quick", &edits);
        assert_eq!(found.len(), 1);
        let help = "write `46855` and `98973` in grand, or mend the row that is wrong";
        assert_eq!(found[0].help.as_deref(), Some(help));
        let edits = [("/tokenUsage/cli/costUsd", "0.09")];
        assert_eq!(pointers(&edits, "FR024"), [""; 0]);
        let edits = [("/tokenUsage/cli/costUsd", "0.9")];
        assert_eq!(pointers(&edits, "FR024"), ["/tokenUsage/cli/costUsd"]);
    }

    #[test]
    fn billable_tokens_are_reported_where_they_are_too_many_and_not_in_the_totals_of_it() {
        let edits = [
            ("/executionStatus/0/billableTokens", "60000"),
            ("/tokenUsage/lead/billableTokens", "60000"),
            ("/tokenUsage/grand/billableTokens", "79523"),
        ];
        assert_eq!(pointers(&edits, "FR024"), ["/executionStatus/0/billableTokens"]);
    }

    #[test]
    fn dollars_add_up_in_decimals() {
        let agree = |total, parts: &[f64]| {
            agrees(decimal(total).unwrap(), add(parts.iter().copied()).unwrap())
        };
        assert!(agree(0.3, &[0.1, 0.2]));
        assert!(agree(0.1 + 0.2, &[0.1, 0.2]));
        assert!(agree(0.43, &[0.34375, 0.084375]));
        assert!(!agree(0.42, &[0.34375, 0.084375]));
        assert!(!agree(0.4, &[0.34375, 0.084375]));
        assert!(!agree(0.31, &[0.1, 0.2]));
        assert!(!agree(3.0, &[1.0, 1.0]));
        assert_eq!(decimal(1e300), None);
    }
}
