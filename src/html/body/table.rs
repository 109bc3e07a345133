//! Tables on a page: the frame that scrolls, words with a tone, fields for answers.

use std::fmt::Write as _;

use comrak::nodes::{Node, NodeValue};

use super::Writer;
use crate::html::escaped;
use crate::html::tone::Tone;

/// Columns whose words have a tone, by the label of their heading.
const TONED: [&str; 7] =
    ["status", "verdict", "result", "classification", "outcome", "severity", "vote"];

/// What is known of the table being written.
#[derive(Debug, Default)]
pub(super) struct Table {
    columns: Vec<Column>,
    /// Rows written so far, without the heading.
    pub(super) rows: usize,
    pub(super) column: usize,
    /// What the first cell of the row says.
    id: String,
}

/// A column by its heading.
#[derive(Debug)]
struct Column {
    heading: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Toned,
    Answer,
}

/// What the page adds to a cell of a table.
#[derive(Debug, Default)]
pub(super) struct Addition {
    pub(super) mark: String,
    /// The text of the cell is not shown: what the page adds says it.
    pub(super) instead: bool,
}

fn is_in_heading(cell: Node<'_>) -> bool {
    cell.parent().is_some_and(|row| matches!(row.data().value, NodeValue::TableRow(true)))
}

impl Writer<'_> {
    /// A wide table scrolls in a frame of its own, which a keyboard can reach.
    pub(super) fn table(&mut self, entering: bool) -> String {
        if !entering {
            return self.pieces.keep("</div>\n");
        }
        self.table = Table::default();
        let name = self.labels.get("pageTable").unwrap_or_default();
        let under = self.here.map_or("", |here| here.text.as_str());
        self.pieces.keep(format!(
            "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{name}: {}\">\n",
            escaped(under)
        ))
    }

    /// What stands in a cell before its text.
    pub(super) fn cell(&mut self, node: Node<'_>) -> Addition {
        let text = node.collect_text();
        if is_in_heading(node) {
            let column = self.column(text);
            self.table.columns.push(column);
            return Addition::default();
        }
        if self.table.column == 0 {
            self.table.id.clone_from(&text);
        }
        let Some(column) = self.table.columns.get(self.table.column) else {
            return Addition::default();
        };
        let mut html = String::new();
        if self.is_in_questions() {
            let name = escaped(&column.heading);
            html = format!("<span class=\"cell-name\">{name}: </span>");
        }
        let mut instead = false;
        match (column.kind, Tone::of(&text)) {
            (Kind::Toned, Some(tone)) => {
                // Writing to a string cannot fail.
                let _ = write!(html, "<span class=\"word {}\">", tone.class());
            }
            (Kind::Answer, _) => {
                let (row, id) = (self.table.rows, &self.table.id);
                if let Some(field) = self.answers.field(row, id, &column.heading) {
                    html.push_str(&field);
                    instead = true;
                }
            }
            _ => {}
        }
        let mark = if html.is_empty() { html } else { self.pieces.keep(html) };
        Addition { mark, instead }
    }

    fn column(&self, heading: String) -> Column {
        let says = |label: &str| self.labels.get(label) == Some(heading.as_str());
        let kind = if TONED.iter().any(|label| says(label)) {
            Kind::Toned
        } else if self.is_in_questions() && says("userInput") {
            Kind::Answer
        } else {
            Kind::Plain
        };
        Column { heading, kind }
    }

    /// What stands in a cell after its text.
    pub(super) fn end_cell(&mut self, node: Node<'_>) -> String {
        let column = self.table.columns.get(self.table.column);
        let toned = column.is_some_and(|column| column.kind == Kind::Toned);
        self.table.column += 1;
        if toned && !is_in_heading(node) && Tone::of(&node.collect_text()).is_some() {
            self.pieces.keep("</span>")
        } else {
            String::new()
        }
    }
}
