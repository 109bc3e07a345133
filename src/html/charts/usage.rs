//! Tokens and cost by agent. A figure that is still to be filled in is no zero.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::labels::Labels;

/// Tokens: what is billed of the total, and beside it what the agent's own command line used.
pub(super) fn tokens(document: &Value, labels: Labels) -> Option<Rows> {
    let billed = labels.get("usageBillableTokens").unwrap_or_default();
    let cli = labels.get("usageCliTotalTokens").unwrap_or_default();
    by_agent(document, labels, "totalTokens", "cliTotalTokens", count, |row| {
        let total = known(row, "totalTokens").unwrap_or_default();
        let billable = known(row, "billableTokens");
        let said = billable.map(|n| format!("{billed}: {}", count(n)));
        let rest = (total - billable.unwrap_or_default()).max(0.0);
        vec![
            Part {
                value: billable.unwrap_or_default().min(total),
                paint: Paint::Main,
                said: said.unwrap_or_default(),
            },
            Part { value: rest, paint: Paint::Rest, said: String::new() },
            beside(row, "cliTotalTokens", cli, count),
        ]
    })
}

/// Cost in US dollars, and beside it the cost of the agent's own command line.
pub(super) fn cost(document: &Value, labels: Labels) -> Option<Rows> {
    let cli = labels.get("usageCliCostUsd").unwrap_or_default();
    by_agent(document, labels, "costUsd", "cliCostUsd", usd, |row| {
        let value = known(row, "costUsd").unwrap_or_default();
        let own = Part { value, paint: Paint::Main, said: String::new() };
        vec![own, beside(row, "cliCostUsd", cli, usd)]
    })
}

fn by_agent(
    document: &Value,
    labels: Labels,
    figure: &str,
    cli: &str,
    written: fn(f64) -> String,
    parts: impl Fn(&Value) -> Vec<Part>,
) -> Option<Rows> {
    let agents = document["executionStatus"].as_array()?;
    if !agents.iter().any(|row| known(row, figure).or(known(row, cli)).is_some()) {
        return None;
    }
    let pending = labels.get("chartPending").unwrap_or_default();
    let rows = agents.iter().map(|row| Row {
        name: row["role"].as_str().unwrap_or_default().to_owned(),
        figure: match row.get(figure) {
            None => Figure::Absent,
            Some(Value::Null) => Figure::Pending(pending.to_owned()),
            Some(value) => Figure::Known(value.as_f64().map_or_else(String::new, written)),
        },
        start: 0.0,
        parts: parts(row),
    });
    Some(Rows { rows: rows.collect(), ..Rows::default() })
}

/// The part of the agent's own command line, which no total of ours contains.
fn beside(row: &Value, key: &str, label: &str, written: fn(f64) -> String) -> Part {
    let value = known(row, key);
    let said = value.map(|value| format!("{label}: {}", written(value))).unwrap_or_default();
    Part { value: value.unwrap_or_default(), paint: Paint::Second, said }
}

fn known(row: &Value, key: &str) -> Option<f64> {
    row.get(key)?.as_f64()
}

/// Figures as the report has them, as long as they fit.
const LONGEST: f64 = 1e15;

fn count(value: f64) -> String {
    if value < LONGEST { figures::number(value) } else { format!("{value:.3e}") }
}

fn usd(value: f64) -> String {
    if value < LONGEST { figures::usd(value) } else { format!("${value:.3e}") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::labels::Language;

    fn drawn(rows: &Value, chart: fn(&Value, Labels) -> Option<Rows>) -> Option<Rows> {
        chart(&json!({ "executionStatus": rows }), Labels::of(Language::En))
    }

    #[test]
    fn null_is_not_filled_in_and_zero_is_zero() {
        let rows = json!([
            { "role": "lead", "totalTokens": null, "billableTokens": null },
            { "role": "worker", "totalTokens": 0, "billableTokens": 0 },
            { "role": "other" },
        ]);
        let figures: Vec<Figure> =
            drawn(&rows, tokens).unwrap().rows.into_iter().map(|row| row.figure).collect();
        let zero = Figure::Known("0".to_owned());
        let pending = Figure::Pending("not filled in".to_owned());
        assert_eq!(figures, [pending, zero, Figure::Absent]);
    }

    #[test]
    fn without_any_figure_there_is_no_chart() {
        let rows = json!([{ "role": "lead", "costUsd": null }, { "role": "worker" }]);
        assert!(drawn(&rows, cost).is_none());
        assert!(drawn(&rows, tokens).is_none());
    }

    #[test]
    fn what_is_billed_is_part_of_the_total_and_the_command_line_is_not() {
        let rows = json!([
            { "role": "a", "totalTokens": 16200, "billableTokens": 7011, "cliTotalTokens": 88410 },
        ]);
        let row = drawn(&rows, tokens).unwrap().rows.remove(0);
        assert_eq!(row.figure, Figure::Known("16,200".to_owned()));
        let parts: Vec<(f64, &str)> =
            row.parts.iter().map(|part| (part.value, part.said.as_str())).collect();
        let cli = (88410.0, "CLI tokens: 88,410");
        assert_eq!(parts, [(7011.0, "billable tokens: 7,011"), (9189.0, ""), cli]);
    }

    #[test]
    fn huge_figures_are_shortened() {
        assert_eq!(count(999_999_999_999_999.0), "999,999,999,999,999");
        assert_eq!([count(1e300), usd(1.5e18)], ["1.000e300", "$1.500e18"]);
    }
}
