//! The places of a report where a person ticks and answers, found again in an edited report.

use std::borrow::Cow;

use super::layout::{self, Line, LineKind};
use super::pull::Damage;
use crate::render::Report;

/// Where the report of a kind is answered, and which parts of the document that fills.
#[derive(Debug)]
pub struct Places {
    /// JSON pointer of what tells the document from others.
    pub(crate) key: &'static str,
    /// The section with the approval box.
    pub(crate) approval_section: &'static str,
    /// JSON pointer of what the box says.
    pub(crate) approval: &'static str,
    /// The section with the table of questions.
    pub(crate) items_section: &'static str,
    /// JSON pointer of its rows.
    pub(crate) items: &'static str,
    /// The column of the table that names a row, and the member of a row that it shows.
    pub(crate) id: (usize, &'static str),
    /// The column and member that tell the state of an item.
    pub(crate) status: (usize, &'static str),
    /// The column and member for the answer; the last column.
    pub(crate) input: (usize, &'static str),
}

/// The state of an item that waits for its answer, and the state of one that has it.
pub(crate) const OPEN: &str = "open";
pub(crate) const ANSWERED: &str = "answered";

const TICKED: &str = "[x] Approved";
const UNTICKED: &str = "[ ] Approved";

/// The answerable places of a report.
#[derive(Debug, Default)]
pub(crate) struct Form<'r> {
    pub(crate) approval: Option<Approval>,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Row<'r>>,
    /// Index of the line that the table begins at.
    pub(crate) table: usize,
}

/// The approval box.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Approval {
    /// Index of its line.
    pub(crate) line: usize,
    pub(crate) ticked: bool,
}

/// A row of the table of questions.
#[derive(Debug)]
pub(crate) struct Row<'r> {
    /// Index of its line.
    pub(crate) line: usize,
    /// The cells before the answer, in canonical layout.
    pub(crate) cells: Vec<&'r str>,
    /// The source of the cell with the answer, bare bars included.
    pub(crate) input: &'r str,
}

impl Row<'_> {
    pub(crate) fn id(&self, places: &Places) -> &str {
        self.cells[places.id.0]
    }

    pub(crate) fn status(&self, places: &Places) -> &str {
        self.cells[places.status.0]
    }

    /// The line of this row with another answer, in canonical layout.
    pub(crate) fn with_input(&self, input: &str) -> String {
        let mut line = String::from("|");
        for cell in self.cells.iter().copied().chain([input]) {
            line.push(' ');
            line.push_str(cell);
            line.push_str(if cell.is_empty() { "|" } else { " |" });
        }
        line
    }
}

impl Approval {
    /// The line of the box.
    pub(crate) fn written(ticked: bool) -> String {
        format!("- {}", if ticked { TICKED } else { UNTICKED })
    }
}

impl<'r> Form<'r> {
    /// Finds the places of `fresh`, the report as the document has it now, in the lines of a report.
    pub(crate) fn read(
        lines: &[Line<'r>],
        places: &Places,
        fresh: &Report,
    ) -> Result<Form<'r>, Damage> {
        let mut form = Form::default();
        if let Some(section) = fresh.passage(places.approval_section) {
            form.approval = Some(approval(lines, heading(section))?);
        }
        if let Some(section) = fresh.passage(places.items_section)
            && layout::lines(section).iter().any(|line| line.kind == LineKind::Row)
        {
            form.read_table(lines, heading(section), places)?;
        }
        Ok(form)
    }

    fn read_table(
        &mut self,
        lines: &[Line<'r>],
        heading: &str,
        places: &Places,
    ) -> Result<(), Damage> {
        let (from, section) = section(lines, heading)?;
        let is_row = |line: &Line<'_>| line.kind == LineKind::Row;
        let Some(start) = section.iter().position(is_row) else {
            let why = format!("the table under `{heading}` is gone");
            return Err(Damage::new(from, why).help(RESTORE));
        };
        self.table = from + start;
        self.head = layout::cells(&section[start].text).map(str::to_owned).collect();
        let columns = places.input.0;
        let rows = section[start..].iter().take_while(|line| is_row(line)).enumerate().skip(2);
        for (offset, line) in rows {
            let at = self.table + offset;
            let Some((cells, input)) = layout::cells_and_rest(line.source, columns) else {
                let found = layout::cells(line.source).count();
                let why = format!("this row has {found} cells, and the table has {}", columns + 1);
                return Err(Damage::new(at, why).help(RESTORE));
            };
            self.rows.push(Row { line: at, cells, input });
        }
        let after = self.table + 2 + self.rows.len();
        let stray = lines[after.min(lines.len())..from + section.len()].iter().position(is_row);
        if let Some(stray) = stray {
            let why = "a row of the table stands apart from it".to_owned();
            return Err(Damage::new(after + stray, why).help("join it to the table again"));
        }
        Ok(())
    }
}

/// What a person can do about a table that cannot be read any more.
pub(crate) const RESTORE: &str =
    "put the line back as it was; only the last cell of a row is for the answer";

fn approval(lines: &[Line<'_>], heading: &str) -> Result<Approval, Damage> {
    let (from, section) = section(lines, heading)?;
    let mut boxes = section.iter().enumerate().filter_map(|(offset, line)| {
        let item = line.text.strip_prefix(['-', '*', '+'])?.trim_matches(' ');
        let ticked = match item {
            UNTICKED => false,
            item if item.eq_ignore_ascii_case(TICKED) => true,
            _ => return None,
        };
        (line.kind != LineKind::Code).then_some(Approval { line: from + offset, ticked })
    });
    let help = format!("one line under `{heading}` has to be `- {UNTICKED}` or `- {TICKED}`");
    match (boxes.next(), boxes.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(again)) => {
            Err(Damage::new(again.line, "there is a second approval box".to_owned()).help(help))
        }
        (None, _) => Err(Damage::new(from, "the approval box is gone".to_owned()).help(help)),
    }
}

/// The heading that a section begins with.
fn heading(section: &str) -> &str {
    section.lines().next().unwrap_or_default()
}

/// The lines under `heading` up to the next heading, and the index of the first of them.
fn section<'l, 'r>(
    lines: &'l [Line<'r>],
    heading: &str,
) -> Result<(usize, &'l [Line<'r>]), Damage> {
    let is_heading = |line: &Line<'_>| line.kind == LineKind::Heading;
    let mut found = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_heading(line) && line.text == Cow::Borrowed(heading));
    let Some((at, _)) = found.next() else {
        let why = format!("the heading `{heading}` is gone");
        return Err(Damage { line: None, ..Damage::new(0, why) }
            .help("put it back, or render the report again into another file"));
    };
    if let Some((again, _)) = found.next() {
        let why = format!("the heading `{heading}` is there twice");
        return Err(Damage::new(again, why).help("remove the one that is not the report's own"));
    }
    let rest = &lines[at + 1..];
    let end = rest.iter().position(is_heading).unwrap_or(rest.len());
    Ok((at + 1, &rest[..end]))
}
