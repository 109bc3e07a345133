//! Requirement coverage: how many requirements are proved, how many are not, and how many wait for
//! a blocker.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::html::tone::Tone;
use crate::labels::Labels;

/// The status of a requirement begins with one of these words.
const STATUSES: [(&str, Paint); 3] = [
    ("covered", Paint::Of(Tone::Good)),
    ("gap", Paint::Of(Tone::Warn)),
    ("blocker", Paint::Of(Tone::Bad)),
];

pub(super) fn rows(document: &Value, labels: Labels) -> Option<Rows> {
    let requirements = document.pointer("/finalVerification/validationEvidence")?.as_array()?;
    if requirements.is_empty() {
        return None;
    }
    let count = |word: &str| {
        let says = |row: &&Value| row["status"].as_str().is_some_and(|s| s.starts_with(word));
        requirements.iter().filter(says).count()
    };
    let number = |count: usize| figures::integer(count as i128);
    let parts = STATUSES.iter().map(|(word, paint)| (*word, *paint, count(word)));
    let parts = parts.filter(|(.., count)| *count > 0).map(|(word, paint, count)| Part {
        value: count as f64,
        paint,
        said: format!("{word}: {}", number(count)),
    });
    let row = Row {
        name: labels.get("requirement").unwrap_or_default().to_owned(),
        figure: Figure::Known(format!(
            "{} / {}",
            number(count("covered")),
            number(requirements.len())
        )),
        start: 0.0,
        parts: parts.collect(),
    };
    Some(Rows { rows: vec![row], ..Rows::default() })
}
