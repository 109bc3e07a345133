//! An existing report against the report that the document has now: which of the differences are
//! answers, and which are edits that would be lost.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::answers::{ANSWERED, Approval, Form, OPEN, Places, RESTORE, Row};
use super::digest::Signed;
use super::layout::{self, Line, LineKind};
use super::pull::Damage;
use crate::document::Document;
use crate::markdown::cell_value;
use crate::render::Report;

/// How long to look for the shortest way to tell a difference.
const DIFF_TIME: Duration = Duration::from_secs(2);

/// Lines of an existing report that are not as the program wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The first of the lines, or the one before which lines are missing; from 1.
    pub line: usize,
    /// What the program wrote.
    pub removed: Vec<String>,
    /// What stands there.
    pub added: Vec<String>,
}

/// An answer that the document does not have yet.
#[derive(Debug)]
pub(crate) struct NewAnswer {
    pub(crate) edit: Edit,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    Approval(bool),
    /// The index of the item, its new answer, and the state that its row shows.
    Input {
        item: usize,
        text: String,
    },
}

/// What a person has done to a report.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) answers: Vec<NewAnswer>,
    /// Edits outside the places for answers.
    pub(crate) elsewhere: Vec<Edit>,
}

/// Compares `report`, whose digest mark does not fit it, with the one that `document` has now.
pub(crate) fn compare(
    report: &str,
    fresh: &Report,
    document: &Document,
) -> Result<Comparison, Damage> {
    let lines = layout::lines(report);
    let now = layout::lines(&fresh.markdown);
    let Some(places) = document.kind().answers else {
        return Ok(Comparison { answers: Vec::new(), elsewhere: diff(&now, &lines) });
    };
    let form = Form::read(&lines, places, fresh)?;
    let fresh_form = Form::read(&now, places, fresh)?;
    let by_id = fresh_form.rows.iter().enumerate().map(|(item, row)| (row.id(places), item));
    let items = by_id.collect();
    let both = Both { lines: &lines, form: &form, fresh: &fresh_form, items, places };
    // Where the mark fits once the answers are taken out again, nothing else was touched. What
    // still differs then has changed in the document since.
    let base = both.without_answers();
    if base.is_none() {
        both.check_table()?;
    }
    let base = base.unwrap_or_else(|| Base {
        ticked: fresh_form.approval.map(|approval| approval.ticked),
        inputs: form.rows.iter().map(|row| both.now(row).map_or("", |now| now.input)).collect(),
        confined: false,
    });
    let answers = both.answers(&base, document.value());
    let elsewhere = if base.confined { Vec::new() } else { both.elsewhere(&now) };
    Ok(Comparison { answers, elsewhere })
}

/// An existing report and the one of now, each with its places for answers.
struct Both<'a, 'r> {
    lines: &'a [Line<'r>],
    form: &'a Form<'r>,
    fresh: &'a Form<'r>,
    /// The rows of now, by their names.
    items: HashMap<&'a str, usize>,
    places: &'a Places,
}

/// What stood in the places for answers when the program wrote the report.
struct Base<'a> {
    ticked: Option<bool>,
    /// The source of the last cell of every row.
    inputs: Vec<&'a str>,
    /// Is it known that nothing but answers was edited?
    confined: bool,
}

impl<'r> Both<'_, 'r> {
    /// The row of now with the same name.
    fn now(&self, row: &Row<'_>) -> Option<&Row<'r>> {
        self.items.get(row.id(self.places)).map(|item| &self.fresh.rows[*item])
    }

    /// The report as it was written, when only answers were edited. An open item had none; other
    /// items had what they have, or what the document says now.
    fn without_answers(&self) -> Option<Base<'_>> {
        let text = layout::join(self.lines.iter().map(|line| line.text.as_ref()));
        let signed = Signed::read(&text)?;
        let own: Vec<&str> = self.form.rows.iter().map(|row| row.input).collect();
        let now = self.form.rows.iter().map(|row| self.now(row).map_or(row.input, |now| now.input));
        let candidates = [own, now.collect()].map(|mut inputs| {
            for (row, input) in self.form.rows.iter().zip(&mut inputs) {
                if row.status(self.places) == OPEN {
                    *input = "";
                }
            }
            inputs
        });
        let ticked = self.form.approval.map(|approval| approval.ticked);
        let boxes = [ticked, ticked.map(|ticked| !ticked)];
        let boxes = &boxes[..if ticked.is_some() { 2 } else { 1 }];
        let tries = boxes.iter().flat_map(|ticked| candidates.iter().map(move |i| (*ticked, i)));
        let fits = tries.into_iter().find(|(ticked, inputs)| {
            let lines = self.with(*ticked, inputs);
            // The mark is the last line, and no part of what it speaks for.
            let body = layout::join(lines[..lines.len() - 1].iter().map(AsRef::as_ref));
            signed.is_over(&body)
        });
        fits.map(|(ticked, inputs)| Base { ticked, inputs: inputs.clone(), confined: true })
    }

    /// The lines of the report with something else in the places for answers.
    fn with(&self, ticked: Option<bool>, inputs: &[&str]) -> Vec<Cow<'_, str>> {
        let mut lines: Vec<Cow<'_, str>> =
            self.lines.iter().map(|line| Cow::Borrowed(line.text.as_ref())).collect();
        if let (Some(approval), Some(ticked)) = (self.form.approval, ticked) {
            lines[approval.line] = Cow::Owned(Approval::written(ticked));
        }
        for (row, input) in self.form.rows.iter().zip(inputs) {
            lines[row.line] = Cow::Owned(row.with_input(input));
        }
        lines
    }

    /// Is the table of questions as the document has it, the answers aside?
    fn check_table(&self) -> Result<(), Damage> {
        let line = self.form.table;
        if self.form.head != self.fresh.head {
            let why = "the heading of the table is not the report's own".to_owned();
            return Err(Damage::new(line, why).help(RESTORE));
        }
        let mut there = HashSet::with_capacity(self.form.rows.len());
        for row in &self.form.rows {
            let id = row.id(self.places);
            let Some(now) = self.now(row) else {
                let why = format!("`{id}` names no row that the document has");
                return Err(Damage::new(row.line, why).help(RESTORE));
            };
            if !there.insert(id) {
                let why = format!("the row {id} is there twice");
                return Err(Damage::new(row.line, why).help("remove one of the two"));
            }
            let differs = |column: &usize| {
                row.cells[*column] != now.cells[*column]
                    && !(*column == self.places.status.0 && self.moved_on(row, now))
            };
            if let Some(column) = (0..row.cells.len()).find(differs) {
                let why = format!(
                    "the column {} of {id} says `{}`, and the document says `{}`",
                    self.fresh.head[column], row.cells[column], now.cells[column]
                );
                return Err(Damage::new(row.line, why).help(RESTORE));
            }
        }
        let gone = self.fresh.rows.iter().find(|now| !there.contains(now.id(self.places)));
        match gone {
            Some(gone) => {
                let why = format!("the row {} is gone", gone.id(self.places));
                Err(Damage::new(line, why).help("put it back as it was"))
            }
            None => Ok(()),
        }
    }

    /// Does the state differ only because the answer was pulled or taken back, or because the person
    /// who gave it has said so?
    fn moved_on(&self, row: &Row<'_>, now: &Row<'_>) -> bool {
        match (row.status(self.places), now.status(self.places)) {
            (OPEN, ANSWERED) => !(row.input.is_empty() && now.input.is_empty()),
            (ANSWERED, OPEN) => true,
            _ => false,
        }
    }

    fn answers(&self, base: &Base<'_>, value: &Value) -> Vec<NewAnswer> {
        let mut found = Vec::new();
        let told = value.pointer(self.places.approval).and_then(Value::as_bool);
        if let (Some(approval), Some(was)) = (self.form.approval, base.ticked)
            && approval.ticked != was
            && told != Some(approval.ticked)
        {
            found.push(NewAnswer {
                edit: Edit {
                    line: approval.line + 1,
                    removed: vec![Approval::written(was)],
                    added: vec![Approval::written(approval.ticked)],
                },
                what: What::Approval(approval.ticked),
            });
        }
        for (row, was) in self.form.rows.iter().zip(&base.inputs) {
            let id = row.id(self.places);
            let item = self.items.get(id).copied();
            let Some(item) = item.filter(|_| row.input != *was) else { continue };
            let text = cell_value(row.input);
            let pointer = format!("{}/{item}/{}", self.places.items, self.places.input.1);
            if value.pointer(&pointer).and_then(Value::as_str).unwrap_or_default() != text {
                let edit = Edit {
                    line: row.line + 1,
                    removed: vec![row.with_input(was)],
                    added: vec![row.with_input(row.input)],
                };
                found.push(NewAnswer { edit, what: What::Input { item, text } });
            }
        }
        found
    }

    /// The edits that are no answers.
    fn elsewhere(&self, now: &[Line<'_>]) -> Vec<Edit> {
        let mut lines = self.lines.to_vec();
        if let (Some(approval), Some(fresh)) = (self.form.approval, self.fresh.approval) {
            lines[approval.line].text = now[fresh.line].text.clone().into_owned().into();
        }
        for row in &self.form.rows {
            if let Some(fresh) = self.now(row) {
                lines[row.line].text = now[fresh.line].text.clone().into_owned().into();
            }
        }
        diff(now, &lines)
    }
}

/// The edits that lead from the report of now to the other one, layout and digest mark aside.
pub(crate) fn diff(now: &[Line<'_>], lines: &[Line<'_>]) -> Vec<Edit> {
    let now = comparable(now);
    let lines = comparable(lines);
    if now == lines {
        return Vec::new();
    }
    let deadline = Some(Instant::now() + DIFF_TIME);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &now, &lines, deadline);
    let owned = |lines: &[Cow<'_, str>]| lines.iter().map(|line| line.to_string()).collect();
    let changes = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes
        .map(|op| Edit {
            line: op.new_range().start + 1,
            removed: owned(&now[op.old_range()]),
            added: owned(&lines[op.new_range()]),
        })
        .collect()
}

/// The lines without what layout has a say in, and without the mark.
fn comparable<'l>(lines: &'l [Line<'_>]) -> Vec<Cow<'l, str>> {
    let mut rows = 0;
    let mut out: Vec<Cow<'l, str>> = Vec::with_capacity(lines.len());
    for line in lines {
        rows = if line.kind == LineKind::Row { rows + 1 } else { 0 };
        out.push(if rows == 2 {
            Cow::Owned(line.text.replace(":-", "-").replace("-:", "-"))
        } else {
            Cow::Borrowed(line.text.trim_end_matches([' ', '\t']))
        });
    }
    if Signed::read(&layout::join(["", lines.last().map_or("", |line| &line.text)])).is_some() {
        out.pop();
    }
    out
}
