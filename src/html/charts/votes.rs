//! The votes of a council, counted, and how sure each voter is.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::html::tone::Tone;
use crate::labels::Labels;

const VOTES: [&str; 3] = ["APPROVE", "REJECT", "CANNOT_VALIDATE"];

fn paint(vote: &str) -> Paint {
    Paint::Of(Tone::of(vote).unwrap_or(Tone::Muted))
}

/// One bar of all votes.
pub(super) fn tally(document: &Value, labels: Labels) -> Option<Rows> {
    let findings = document["findings"].as_array().filter(|findings| !findings.is_empty())?;
    let number = |count: usize| figures::integer(count as i128);
    let count = |vote: &str| findings.iter().filter(|finding| finding["vote"] == vote).count();
    let counts = VOTES.map(|vote| (vote, count(vote)));
    let parts = counts.iter().filter(|(_, count)| *count > 0).map(|(vote, count)| Part {
        value: *count as f64,
        paint: paint(vote),
        said: format!("{vote}: {}", number(*count)),
    });
    let row = Row {
        name: labels.get("chartVoters").unwrap_or_default().to_owned(),
        figure: Figure::Known(number(findings.len())),
        start: 0.0,
        parts: parts.collect(),
    };
    Some(Rows { rows: vec![row], ..Rows::default() })
}

/// A bar a voter: the whole width is certainty.
pub(super) fn confidence(document: &Value, _: Labels) -> Option<Rows> {
    let findings = document["findings"].as_array().filter(|findings| !findings.is_empty())?;
    let rows = findings.iter().map(|finding| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        let confidence = finding["confidence"].as_f64();
        Row {
            name: text("role").to_owned(),
            figure: confidence.map_or(Figure::Absent, |c| Figure::Known(figures::number(c))),
            start: 0.0,
            parts: vec![Part {
                value: confidence.unwrap_or_default(),
                paint: paint(text("vote")),
                said: text("vote").to_owned(),
            }],
        }
    });
    let ends = Some(["0".to_owned(), "1".to_owned()]);
    Some(Rows { rows: rows.collect(), whole: Some(1.0), ends })
}
