//! Convergence by round: of the findings a round began with, how many it settled and how many it
//! carried forward.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::html::tone::Tone;
use crate::labels::Labels;

pub(super) fn rows(document: &Value, labels: Labels) -> Option<Rows> {
    let rounds = document.pointer("/crossVerification/roundHistory/rounds")?.as_array()?;
    let label = |name| labels.get(name).unwrap_or_default();
    let rows = rounds.iter().map(|round| {
        let number = |key: &str| round[key].as_f64().unwrap_or_default();
        let part = |key, name, paint| Part {
            value: number(key),
            paint,
            said: format!("{}: {}", label(name), figures::number(number(key))),
        };
        Row {
            name: format!("{} {}", label("round"), figures::number(number("round"))),
            figure: Figure::Known(figures::number(number("inputQueueSize"))),
            start: 0.0,
            parts: vec![
                part("resolvedCount", "resolved", Paint::Of(Tone::Good)),
                part("carriedForwardCount", "carriedForward", Paint::Rest),
            ],
        }
    });
    let rows: Vec<Row> = rows.collect();
    (!rows.is_empty()).then(|| Rows { rows, ..Rows::default() })
}
