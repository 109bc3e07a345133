//! Review iterations of a run: what each of them found, by severity.

use serde_json::Value;

use super::rows::Rows;
use super::severity::{self, SEVERITIES};
use crate::figures;
use crate::labels::Labels;

pub(super) fn rows(document: &Value, labels: Labels) -> Option<Rows> {
    let iterations = document["reviewIterations"].as_array()?;
    let name = labels.get("iteration").unwrap_or_default();
    let rows = iterations.iter().enumerate().map(|(index, iteration)| {
        let number = |key: &str| iteration[key].as_f64();
        let which = number("iteration").unwrap_or(index as f64 + 1.0);
        let decision = iteration["decision"].as_str().map(|word| format!(" · {word}"));
        let name = format!("{name} {}{}", figures::number(which), decision.unwrap_or_default());
        severity::row(
            name,
            SEVERITIES
                .map(|(severity, paint)| (severity, paint, number(severity).unwrap_or_default())),
        )
    });
    let rows: Vec<_> = rows.collect();
    let any = rows.iter().any(|row| !row.parts.is_empty());
    any.then(|| Rows { rows, ..Rows::default() })
}
