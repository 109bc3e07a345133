//! Where a part of the report comes from, in the words of the page.

use std::collections::HashSet;
use std::ops::Range;

use final_report::{BuiltInTemplate, Provenance, visible};
use serde::{Deserialize, Serialize};

use super::shown::{Good, SectionRow};

/// How many values of one part are told: a paragraph has few, a long list has many.
const MOST_VALUES: usize = 24;

/// How many lines of a template are shown before and behind the one that matters.
const LINES_AROUND: usize = 2;

/// How many characters of a line are shown.
const LONGEST_LINE: usize = 400;

/// Lines and columns of the markdown, both from 1, the columns in bytes and the last one included:
/// `2:1-2:14`, as the elements of a traced page have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Stretch {
    start: (usize, usize),
    end: (usize, usize),
}

impl TryFrom<String> for Stretch {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Stretch, Self::Error> {
        let place = |text: &str| {
            let (line, column) = text.split_once(':')?;
            Some((line.parse().ok()?, column.parse().ok()?))
        };
        let ends = text.split_once('-');
        let stretch = ends.and_then(|(start, end)| Some((place(start)?, place(end)?)));
        let (start, end) = stretch.ok_or("line:column-line:column")?;
        Ok(Stretch { start, end })
    }
}

impl Stretch {
    /// The same as bytes.
    fn bytes(self, markdown: &str) -> Option<Range<usize>> {
        let offset = |(line, column): (usize, usize)| {
            let mut lines = markdown.split_inclusive('\n');
            let before = lines.by_ref().take(line.checked_sub(1)?).map(str::len).sum::<usize>();
            Some(before + column.min(lines.next()?.len()))
        };
        let (start, end) = (offset(self.start)?.saturating_sub(1), offset(self.end)?);
        (start <= end).then_some(start..end)
    }
}

/// Where a part of the report comes from.
#[derive(Debug, Serialize)]
pub(super) struct Origin<'g> {
    /// The section it stands in, with its rule.
    section: Option<&'g SectionRow>,
    /// The line of the template that wrote it.
    template: TemplateLine,
    /// The places that its values come from, each once.
    values: Vec<ValueLine>,
    /// How many values more there are.
    more: usize,
}

/// A line of a template.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct TemplateLine {
    /// `own/final-report/header.md.j2:3:7`, or the name of a built-in template with its place.
    place: String,
    built_in: bool,
    /// The lines around it, with their numbers.
    lines: Vec<(usize, String)>,
    /// The number of the line.
    line: usize,
}

/// A value, and where it stands in the document.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct ValueLine {
    /// JSON pointer; empty where no one place is known.
    pointer: String,
    /// Does the document say there what the report says?
    exact: bool,
    /// `run.data.json:12:5`, and what the line says.
    place: Option<(String, String)>,
    /// Where its template prints it.
    template: String,
}

impl<'g> Origin<'g> {
    /// Where `stretch` of a report comes from; `None` where that is not known.
    pub(super) fn of(
        good: &Good,
        stretch: Stretch,
        sections: &'g [SectionRow],
    ) -> Option<Origin<'g>> {
        let pieces = good.traced.at(stretch.bytes(&good.traced.report.markdown)?);
        let values: Vec<&Provenance> = pieces.iter().filter(|piece| piece.is_value).collect();
        let first = values.first().copied().or(pieces.first())?;
        // What holds no value is there because of the data of its section.
        let mut told = if values.is_empty() { vec![first] } else { values };
        let mut seen = HashSet::new();
        told.retain(|piece| seen.insert((&piece.pointer, piece.is_exact)));
        let more = told.len().saturating_sub(MOST_VALUES);
        let told = told.into_iter().take(MOST_VALUES);
        Some(Origin {
            section: sections.iter().find(|section| section.name == first.section),
            template: TemplateLine::of(good, first),
            values: told.map(|piece| ValueLine::of(good, piece)).collect(),
            more,
        })
    }
}

impl TemplateLine {
    fn of(good: &Good, piece: &Provenance) -> TemplateLine {
        let own = good.folder.as_ref().and_then(|folder| folder.get(&piece.template));
        let built_in = || BuiltInTemplate::named(&piece.template).map_or("", |one| one.text);
        let text = own.map_or_else(built_in, |own| &own.text);
        let line = piece.span.line;
        let first = line.saturating_sub(LINES_AROUND).max(1);
        let lines = text.lines().enumerate().skip(first - 1).take(line + LINES_AROUND + 1 - first);
        TemplateLine {
            place: place(good, piece),
            built_in: own.is_none(),
            lines: lines.map(|(index, text)| (index + 1, shortened(text))).collect(),
            line,
        }
    }
}

impl ValueLine {
    fn of(good: &Good, piece: &Provenance) -> ValueLine {
        let span = match piece.pointer.as_str() {
            "" => None,
            pointer => good.document.span(pointer),
        };
        let line = |line: usize| good.document.text().lines().nth(line - 1).unwrap_or_default();
        let place = span.map(|span| {
            let place = format!("{}:{}:{}", good.name, span.line, span.column);
            (place, shortened(line(span.line).trim_start()))
        });
        let pointer = visible(&piece.pointer);
        ValueLine { pointer, exact: piece.is_exact, place, template: self::place(good, piece) }
    }
}

/// Where in its template a piece stands.
fn place(good: &Good, piece: &Provenance) -> String {
    let own = good.folder.as_ref().and_then(|folder| folder.get(&piece.template));
    let name = own.map_or_else(|| piece.template.clone(), |own| own.path.display().to_string());
    format!("{}:{}:{}", visible(&name), piece.span.line, piece.span.column)
}

/// The beginning of a line, with what would act on a reader named.
fn shortened(line: &str) -> String {
    let end = line.char_indices().nth(LONGEST_LINE).map_or(line.len(), |(end, _)| end);
    let rest = if end < line.len() { "…" } else { "" };
    format!("{}{rest}", visible(&line[..end]).replace("[U+0009]", "    "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_bytes() {
        let stretch = |text: &str| Stretch::try_from(text.to_owned());
        let bytes = |text: &str| stretch(text).unwrap().bytes("ab\ncdé\n");
        assert_eq!(bytes("1:1-1:2"), Some(0..2));
        assert_eq!(bytes("2:2-2:4"), Some(4..7));
        assert_eq!(bytes("1:1-2:4"), Some(0..7));
        assert_eq!(bytes("2:1-1:1"), None);
        assert_eq!([bytes("0:1-1:1"), bytes("1:1-9:1")], [None, None]);
        for wrong in ["", "1:1", "1-2", "1:1-x:2", "1:1-2:3-4:5"] {
            assert!(stretch(wrong).is_err(), "{wrong}");
        }
    }
}
