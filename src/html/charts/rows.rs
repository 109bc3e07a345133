//! How a chart looks: rows, each with its name and figure on one line, the bar below them, and under
//! it what the parts of the bar say. Everything is labelled where it is; there is no legend.
//!
//! A narrow column of its own, drawn at the size it is shown at, reads the same on a phone and on a
//! desk; two of them stand side by side where there is room.

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::super::escaped;
use super::super::tone::Tone;
use crate::figures;
use crate::markdown::ABSENT;
use crate::visible;

const WIDTH: f64 = 360.0;
const BAR: f64 = 10.0;
/// The widest that one column of text is, in the two sizes of type.
const NAME_COLUMN: f64 = 7.6;
const SAID_COLUMN: f64 = 7.0;
/// A part that is not nothing can be seen.
const LEAST: f64 = 2.0;
/// More rows than this make no picture; the table below has them all.
const MOST_ROWS: usize = 40;

/// A chart.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// What the whole width stands for, where that is not the longest bar.
    pub(super) whole: Option<f64>,
    /// What the two ends of the width are called.
    pub(super) ends: Option<[String; 2]>,
}

/// A row of a chart.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) figure: Figure,
    /// Where the bar begins.
    pub(super) start: f64,
    pub(super) parts: Vec<Part>,
}

/// What stands at the end of a row's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Figure {
    Known(String),
    /// It will be known, and is not yet. This is never the same as zero.
    Pending(String),
    /// The document has no such figure.
    Absent,
}

/// A part of a bar.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) value: f64,
    pub(super) paint: Paint,
    /// What it says below the bar; nothing where the figure of the row says it.
    pub(super) said: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    Main,
    /// What is left of the main part: the same hue, hollow.
    Rest,
    Second,
    Of(Tone),
}

impl Paint {
    fn class(self) -> &'static str {
        match self {
            Paint::Main => "main",
            Paint::Rest => "rest",
            Paint::Second => "second",
            Paint::Of(tone) => tone.class(),
        }
    }
}

impl Figure {
    fn text(&self) -> &str {
        match self {
            Figure::Known(text) | Figure::Pending(text) => text,
            Figure::Absent => ABSENT,
        }
    }
}

impl Row {
    fn end(&self) -> f64 {
        self.parts.iter().fold(self.start, |end, part| end + part.value)
    }
}

impl Rows {
    /// The picture, with the text that stands for it. `number` is its own on the page, `more` says
    /// what the table has beyond it.
    pub(super) fn draw(&self, number: usize, title: &str, more: &str) -> String {
        let whole = self
            .whole
            .unwrap_or_else(|| self.rows.iter().map(Row::end).fold(0.0, f64::max).min(f64::MAX));
        let scale = |value: f64| {
            let share = value.min(f64::MAX) / whole;
            WIDTH * if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
        };
        let mut drawing = Drawing::default();
        for row in self.rows.iter().take(MOST_ROWS) {
            drawing.row(row, scale);
        }
        if let Some([start, end]) = &self.ends {
            drawing.ends(start, end);
        }
        if self.rows.len() > MOST_ROWS {
            let rest = figures::integer((self.rows.len() - MOST_ROWS) as i128);
            drawing.remark(&format!("… +{rest} {more}"));
        }
        let Drawing { y, svg, said } = drawing;
        let height = (y - 8.0).max(0.0);
        // No anchor of a heading holds a full stop.
        format!(
            "<svg viewBox=\"0 0 360 {height}\" role=\"img\" \
             aria-labelledby=\"chart.{number}.title chart.{number}.text\">\n\
             <title id=\"chart.{number}.title\">{}</title>\n\
             <desc id=\"chart.{number}.text\">{}</desc>\n{svg}</svg>\n",
            escaped(title),
            escaped(said.trim_end()),
        )
    }
}

/// A picture in the making.
#[derive(Debug, Default)]
struct Drawing {
    /// Where the next line begins.
    y: f64,
    svg: String,
    /// The same in words.
    said: String,
}

impl Drawing {
    fn row(&mut self, row: &Row, scale: impl Fn(f64) -> f64) {
        let figure = fit(row.figure.text(), 24);
        let left = ((WIDTH - 12.0) / NAME_COLUMN) as usize - figure.width().min(24);
        let name = fit(&row.name, left);
        let class = if matches!(row.figure, Figure::Known(_)) { "figure" } else { "pending" };
        self.text(0.0, self.y + 13.0, "name", &name);
        self.text(WIDTH, self.y + 13.0, class, &figure);
        // What is cut off in the picture is whole in its words.
        let whole_name = one_line(&row.name);
        let _ = write!(self.said, "{whole_name}: {}", one_line(row.figure.text()));
        self.y += 20.0;
        self.bar(row, scale);
        self.y += BAR;
        self.parts(row);
        self.said.push_str(". ");
        self.y += 14.0;
    }

    fn bar(&mut self, row: &Row, scale: impl Fn(f64) -> f64) {
        let y = self.y;
        // The line that bars stand on; broken where there is no figure to draw one from.
        let known = matches!(row.figure, Figure::Known(_));
        let class = if known { "ground" } else { "ground unknown" };
        let line = y + BAR;
        let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"M0 {line}H{WIDTH}\"/>");
        let (mut end, mut last) = (row.start, 0.0_f64);
        for part in row.parts.iter().filter(|part| part.value > 0.0) {
            let start = scale(end);
            end += part.value;
            // Parts that are too small to be seen push those after them, never beyond the end.
            let x = start.max(last).min(WIDTH - LEAST);
            let width = (scale(end) - x).max(LEAST);
            last = x + width;
            let (class, height) = (part.paint.class(), BAR);
            let _ = writeln!(
                self.svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\"/>"
            );
        }
    }

    /// What the parts say, each behind a square of its own colour.
    fn parts(&mut self, row: &Row) {
        let mut x = 0.0;
        for part in row.parts.iter().filter(|part| !part.said.is_empty()) {
            let said = fit(&part.said, 46);
            let width = said.width() as f64 * SAID_COLUMN + 30.0;
            if x == 0.0 || x + width - 16.0 > WIDTH {
                x = 0.0;
                self.y += 17.0;
            }
            let (class, top) = (part.paint.class(), self.y - 9.0);
            let _ = writeln!(
                self.svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top}\" width=\"9\" height=\"9\"/>"
            );
            self.text(x + 14.0, self.y, "said", &said);
            x += width;
            let _ = write!(self.said, ", {}", one_line(&part.said));
        }
    }

    fn ends(&mut self, start: &str, end: &str) {
        self.text(0.0, self.y + 3.0, "said", &fit(start, 25));
        self.text(WIDTH, self.y + 3.0, "end", &fit(end, 25));
        let _ = write!(self.said, "{} – {}. ", one_line(start), one_line(end));
        self.y += 20.0;
    }

    fn remark(&mut self, text: &str) {
        self.text(0.0, self.y + 3.0, "said", text);
        let _ = write!(self.said, "{text}. ");
        self.y += 20.0;
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\">{}</text>",
            escaped(text)
        );
    }
}

/// A text of the document on one line, hidden characters named.
fn one_line(text: &str) -> String {
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text on one line of at most so many columns.
fn fit(text: &str, columns: usize) -> String {
    let text = one_line(text);
    if text.width() <= columns {
        return text;
    }
    let mut width = 1;
    let mut out = String::new();
    for c in text.chars() {
        width += c.width().unwrap_or_default();
        if width > columns {
            break;
        }
        out.push(c);
    }
    format!("{}…", out.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: &[f64]) -> Row {
        let parts = values.iter().map(|value| Part {
            value: *value,
            paint: Paint::Main,
            said: String::new(),
        });
        let figure = Figure::Known(String::new());
        Row { name: "name".to_owned(), figure, start: 0.0, parts: parts.collect() }
    }

    /// Where the bars of a drawing begin and how wide they are.
    fn bars(rows: Vec<Row>) -> Vec<(f64, f64)> {
        let svg = Rows { rows, ..Rows::default() }.draw(0, "", "");
        let number = |line: &str, name: &str| -> f64 {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let lines = svg.lines().filter(|line| line.starts_with("<rect"));
        lines.map(|line| (number(line, "x"), number(line, "width"))).collect()
    }

    #[test]
    fn the_longest_bar_is_as_wide_as_the_chart_and_the_others_in_proportion() {
        let found = bars(vec![row(&[30.0, 10.0]), row(&[20.0])]);
        assert_eq!(found, [(0.0, 270.0), (270.0, 90.0), (0.0, 180.0)]);
    }

    #[test]
    fn what_is_not_nothing_is_seen_and_nothing_is_not() {
        assert_eq!(bars(vec![row(&[0.0, 1.0]), row(&[1e9])]), [(0.0, 2.0), (0.0, 360.0)]);
        assert_eq!(bars(vec![row(&[0.0]), row(&[])]), []);
        // Even at the very end, and never beyond it.
        assert_eq!(bars(vec![row(&[1e9, 1.0])]), [(0.0, 360.0), (358.0, 2.0)]);
    }

    #[test]
    fn no_number_is_too_large_to_draw() {
        for (x, width) in bars(vec![row(&[f64::MAX, f64::MAX]), row(&[1.0]), row(&[f64::MAX])]) {
            assert!(x >= 0.0 && width >= LEAST && x + width <= WIDTH, "{x} {width}");
        }
    }

    #[test]
    fn a_figure_that_is_not_known_is_said_and_has_no_bar() {
        let pending = Row { figure: Figure::Pending("not filled in".to_owned()), ..row(&[0.0]) };
        let svg = Rows { rows: vec![pending], ..Rows::default() }.draw(7, "Cost", "");
        assert!(svg.contains("<text class=\"pending\" x=\"360.0\" y=\"13\">not filled in</text>"));
        assert!(svg.contains("class=\"ground unknown\"") && !svg.contains("<rect"));
        assert!(svg.contains("<desc id=\"chart.7.text\">name: not filled in.</desc>"));
    }

    #[test]
    fn long_names_are_cut_in_the_picture_and_whole_in_its_words() {
        let name = "a name\nof \u{202E} 日本語 ".repeat(9);
        let svg = Rows { rows: vec![Row { name, ..row(&[1.0]) }], ..Rows::default() };
        let svg = svg.draw(0, "", "");
        let shown = svg.lines().find(|line| line.contains("class=\"name\"")).unwrap();
        let shown = shown.split(['>', '<']).nth(2).unwrap();
        assert!(shown.ends_with('…') && shown.width() <= 46, "{shown}");
        assert!(svg.contains(&"a name of [U+202E] 日本語 ".repeat(9).trim_end().to_owned()));
    }

    #[test]
    fn a_hundred_thousand_rows_are_no_picture() {
        let rows = (0..100_000).map(|_| row(&[1.0])).collect();
        let svg = Rows { rows, ..Rows::default() }.draw(0, "", "in the table below");
        assert_eq!(svg.matches("<rect").count(), MOST_ROWS);
        assert!(svg.contains("… +99,960 in the table below"));
    }
}
