//! Findings of a triage by bucket, and in each bucket by severity, the worst first.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::html::tone::Tone;
use crate::labels::Labels;

pub(super) const SEVERITIES: [(&str, Paint); 3] = [
    ("blocking", Paint::Of(Tone::Bad)),
    ("important", Paint::Of(Tone::Warn)),
    ("suggestion", Paint::Of(Tone::Muted)),
];

const BUCKETS: [&str; 3] = ["accepted", "deferred", "rejected"];

pub(super) fn rows(document: &Value, _: Labels) -> Option<Rows> {
    let rows: Vec<Row> = BUCKETS
        .iter()
        .map(|bucket| {
            let findings = document[*bucket].as_array();
            let count = |severity: &str| {
                let of = |row: &&Value| row.get("finding").unwrap_or(row)["severity"] == severity;
                findings.into_iter().flatten().filter(of).count()
            };
            row(
                (*bucket).to_owned(),
                SEVERITIES.map(|(severity, paint)| (severity, paint, count(severity) as f64)),
            )
        })
        .collect();
    let any = rows.iter().any(|row| !row.parts.is_empty());
    any.then(|| Rows { rows, ..Rows::default() })
}

/// A row of counts by severity.
pub(super) fn row(name: String, counts: [(&str, Paint, f64); 3]) -> Row {
    let total: f64 = counts.iter().map(|(.., count)| count).sum();
    let parts = counts.iter().filter(|(.., count)| *count > 0.0).map(|(severity, paint, count)| {
        let said = format!("{severity}: {}", figures::number(*count));
        Part { value: *count, paint: *paint, said }
    });
    let parts = parts.collect();
    Row { name, figure: Figure::Known(figures::number(total)), start: 0.0, parts }
}
