//! The phases of a run on one line of time. There is no clock here: what has not ended is drawn, hollow,
//! to the latest moment that the document knows.

use serde_json::Value;

use super::rows::{Figure, Paint, Part, Row, Rows};
use crate::figures;
use crate::html::tone::Tone;
use crate::instant::Instant;
use crate::labels::Labels;

/// A moment with the words that the document has for it.
type Moment<'d> = (Instant, &'d str);

/// The names of the phases, by number.
const NAMES: [&str; 8] =
    ["phase0", "phase1", "phase2", "phase3", "phase4", "phase5", "phase6", "phase7"];

pub(super) fn rows(document: &Value, labels: Labels) -> Option<Rows> {
    let phases: Vec<(usize, &Value)> = (0..NAMES.len())
        .filter_map(|number| Some((number, document["phases"].get(number.to_string())?)))
        .collect();
    let moments = phases
        .iter()
        .flat_map(|(_, phase)| [moment(phase, "startedAt"), moment(phase, "finishedAt")])
        .flatten();
    let first = moments.clone().min_by_key(|(at, _)| *at)?;
    let last = moments.max_by_key(|(at, _)| *at)?;
    let rows = phases.iter().map(|(number, phase)| {
        let name = labels.get(NAMES[*number]).unwrap_or_default();
        Row { name: format!("{number} {name}"), ..row(phase, first.0, last.0) }
    });
    Some(Rows {
        rows: rows.collect(),
        whole: Some(seconds(first.0, last.0)),
        ends: Some([first.1.to_owned(), last.1.to_owned()]),
    })
}

fn moment<'d>(phase: &'d Value, key: &str) -> Option<Moment<'d>> {
    let text = phase[key].as_str()?;
    Some((Instant::parse(text)?, text))
}

fn row(phase: &Value, first: Instant, last: Instant) -> Row {
    let status = phase["status"].as_str();
    let start = moment(phase, "startedAt").map(|(at, _)| at);
    let end = moment(phase, "finishedAt").map(|(at, _)| at);
    let took = start.zip(end).and_then(|(start, end)| end.since(start));
    let figure = match (took, status) {
        (Some(took), _) => Figure::Known(figures::elapsed(took)),
        (None, Some(status)) => Figure::Pending(status.to_owned()),
        (None, None) => Figure::Absent,
    };
    let paint = match (took, status) {
        (None, _) => Paint::Rest,
        (Some(_), Some("failed")) => Paint::Of(Tone::Bad),
        (Some(_), _) => Paint::Main,
    };
    // An end before its start is no stretch of time.
    let until = if end.is_none() { Some(last) } else { end.filter(|_| took.is_some()) };
    let value = start.zip(until).map_or(0.0, |(start, until)| seconds(start, until));
    let part = Part { value, paint, said: String::new() };
    let start = start.map_or(0.0, |start| seconds(first, start));
    Row { name: String::new(), figure, start, parts: vec![part] }
}

fn seconds(start: Instant, end: Instant) -> f64 {
    end.since(start).unwrap_or_default() as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::labels::Language;

    fn drawn(phases: &Value) -> Option<Rows> {
        rows(&json!({ "phases": phases }), Labels::of(Language::En))
    }

    #[test]
    fn a_phase_begins_where_its_time_does_and_an_open_one_reaches_the_end() {
        let rows = drawn(&json!({
            "1": { "status": "done", "startedAt": "2026-05-19T10:00:00+02:00", "finishedAt": "2026-05-19T08:01:00Z" },
            "2": { "status": "failed", "startedAt": "2026-05-19T08:01:00Z", "finishedAt": "2026-05-19T08:03:00Z" },
            "3": { "status": "in_progress", "startedAt": "2026-05-19T08:02:30Z" },
            "4": { "status": "pending" },
            "5": {},
        }))
        .unwrap();
        let seen: Vec<(f64, f64, Paint)> = rows
            .rows
            .iter()
            .map(|row| (row.start, row.parts[0].value, row.parts[0].paint))
            .collect();
        let (bad, rest) = (Paint::Of(Tone::Bad), Paint::Rest);
        let main = Paint::Main;
        assert_eq!(
            seen,
            [
                (0.0, 60.0, main),
                (60.0, 120.0, bad),
                (150.0, 30.0, rest),
                (0.0, 0.0, rest),
                (0.0, 0.0, rest)
            ]
        );
        let figures: Vec<&Figure> = rows.rows.iter().map(|row| &row.figure).collect();
        let known = |text: &str| Figure::Known(text.to_owned());
        let pending = |text: &str| Figure::Pending(text.to_owned());
        let wanted = [
            known("1m 00s"),
            known("2m 00s"),
            pending("in_progress"),
            pending("pending"),
            Figure::Absent,
        ];
        assert_eq!(figures, wanted.iter().collect::<Vec<_>>());
        assert_eq!(rows.whole, Some(180.0));
        assert_eq!(rows.ends.unwrap()[0], "2026-05-19T10:00:00+02:00");
    }

    #[test]
    fn without_any_time_there_is_no_line() {
        assert!(
            drawn(&json!({ "0": { "status": "pending" }, "1": { "startedAt": "soon" } })).is_none()
        );
        assert!(drawn(&json!({})).is_none());
    }
}
