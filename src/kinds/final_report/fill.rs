//! Token figures, put into a final report once its run has ended.

use std::collections::HashMap;
use std::ops::Range;

use rust_decimal::Decimal;
use serde_json::Value;

use super::rules::is_lead;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::edit::{self, Change};
use crate::document::{self, Document, places};
use crate::options::Options;
use crate::schema::quoted;

/// A sum that was given differs from the figures it is the sum of.
pub(crate) static SUM_DIFFERS: Code =
    Code { id: "TU001", name: "usage-sum-differs", severity: Severity::Error };
/// Figures of nobody who has a row.
pub(crate) static NO_ROW: Code =
    Code { id: "TU002", name: "usage-without-row", severity: Severity::Error };
/// Figures that could be those of several rows.
pub(crate) static SEVERAL_ROWS: Code =
    Code { id: "TU003", name: "usage-of-several-rows", severity: Severity::Error };
/// Figures of a row that has figures already.
pub(crate) static ROW_TAKEN: Code =
    Code { id: "TU005", name: "usage-given-twice", severity: Severity::Error };
/// A figure that the document gives otherwise.
pub(crate) static CONTRADICTS: Code =
    Code { id: "TU004", name: "usage-contradicts-report", severity: Severity::Error };

/// The figures that sums are made of.
const SUMMED: [&str; 3] = ["totalTokens", "billableTokens", "costUsd"];

/// The figures that only rows have.
const OF_ROWS: [&str; 3] = ["cliTotalTokens", "cliCostUsd", "durationMs"];

/// A document with its figures filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The text of the document, without a byte-order mark. Nothing but figures has changed.
    pub text: String,
    /// How many figures have changed. Zero when all of them were there.
    pub figures: usize,
}

/// Why figures were not filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// What is wrong with the figures; the diagnostics speak of the text of the usage.
    Usage(Vec<Diagnostic>),
    /// The document would have errors with the figures in it.
    Invalid {
        /// The text that the diagnostics speak of.
        text: String,
        /// What would be wrong.
        found: Vec<Diagnostic>,
    },
}

/// Fills the figures of `usage`, a document of [`TOKEN_USAGE`](crate::TOKEN_USAGE), into `report`,
/// a final report. A figure that is there already stays, byte for byte; where it says something
/// else that is an error, or with `force` it is replaced.
///
/// # Errors
///
/// [`Misfit::Usage`] when figures have no row, add up to other sums than are given, or contradict
/// the document; [`Misfit::Invalid`] when a check that `options` makes an error forbids them.
pub fn fill(
    report: &Document,
    usage: &Document,
    force: bool,
    options: &Options,
) -> Result<Filled, Misfit> {
    let mut found = usage.check(options);
    if found.iter().any(Diagnostic::is_error) {
        return Err(Misfit::Usage(found));
    }
    let mut filling = Filling {
        report,
        figures: Figures::of(usage),
        set: Vec::new(),
        found: Vec::new(),
        taken: HashMap::new(),
    };
    filling.everything();
    let changes = filling.changes(force);
    found.append(&mut filling.found);
    if found.iter().any(Diagnostic::is_error) {
        document::place(usage.text(), &mut found);
        return Err(Misfit::Usage(found));
    }
    let text = edit::apply(report.text(), report.value(), &changes);
    let now = Document::parse_as(text.as_bytes(), report.kind());
    let found = now.map_or_else(|found| found, |document| document.check(options));
    if found.iter().any(Diagnostic::is_error) {
        return Err(Misfit::Invalid { text, found });
    }
    Ok(Filled { text, figures: changes.len() })
}

/// The figures of a usage as they are spelled.
struct Figures<'u> {
    usage: &'u Document,
    places: HashMap<String, Range<usize>>,
}

impl<'u> Figures<'u> {
    fn of(usage: &'u Document) -> Figures<'u> {
        let mut pointers = vec!["/cli/costUsd".to_owned()];
        let workers = usage.value()["workers"].as_array().map_or(0, Vec::len);
        let rows = (0..workers).map(|index| format!("/workers/{index}"));
        for row in rows.chain(["/lead", "/worker", "/grand"].map(str::to_owned)) {
            pointers.extend(SUMMED.iter().chain(&OF_ROWS).map(|key| format!("{row}/{key}")));
        }
        let places = places::locate(usage.text(), pointers.iter().map(String::as_str));
        let places = places.into_iter().map(|(pointer, place)| (pointer, place.value)).collect();
        Figures { usage, places }
    }

    fn spelled(&self, pointer: &str) -> Option<&'u str> {
        self.places.get(pointer).map(|range| &self.usage.text()[range.clone()])
    }
}

/// A number as JSON spells it. `None` beyond all tokens and dollars.
fn decimal(spelled: &str) -> Option<Decimal> {
    spelled.parse().or_else(|_| Decimal::from_scientific(spelled)).ok()
}

/// A figure to put into the report.
struct Set {
    /// Where it goes, in the report.
    to: String,
    /// Where it comes from, in the usage; for a sum, the figures it is made of.
    from: String,
    spelled: String,
}

struct Filling<'d> {
    report: &'d Document,
    figures: Figures<'d>,
    set: Vec<Set>,
    found: Vec<Diagnostic>,
    /// The rows that have their figures, and where those come from.
    taken: HashMap<usize, String>,
}

impl Filling<'_> {
    fn everything(&mut self) {
        let rows = self.report.value()["executionStatus"].as_array();
        let rows = rows.map(Vec::as_slice).unwrap_or_default();
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let usage = self.figures.usage.value().clone();
        let workers = usage["workers"].as_array().map(Vec::as_slice).unwrap_or_default();

        let leads = rows.iter().enumerate().filter(|(_, row)| is_lead(&text(row, "role")));
        let leads: Vec<usize> = leads.map(|(index, _)| index).collect();
        self.row("/lead", "the lead", &leads);
        for (index, worker) in workers.iter().enumerate() {
            let (agent, role) = (text(worker, "agent"), text(worker, "role"));
            let own = |row: &Value| text(row, "agent") == agent && text(row, "role") == role;
            let own = rows.iter().enumerate().filter(|(_, row)| own(row));
            let own: Vec<usize> = own.map(|(index, _)| index).collect();
            let name = format!("{} of {}", quoted(&role), quoted(&agent));
            self.row(&format!("/workers/{index}"), &name, &own);
        }
        self.copy("/lead", "/tokenUsage/lead", &SUMMED);

        let workers: Vec<String> = (0..workers.len()).map(|i| format!("/workers/{i}")).collect();
        let everyone: Vec<String> =
            ["/lead".to_owned()].into_iter().chain(workers.clone()).collect();
        for key in SUMMED {
            self.sum(&workers, "worker", key);
            self.sum(&everyone, "grand", key);
        }
        let costs: Vec<String> = everyone.iter().map(|row| format!("{row}/cliCostUsd")).collect();
        if costs.iter().any(|cost| self.figures.spelled(cost).is_some()) {
            self.total(&costs, "/cli/costUsd", "/tokenUsage/cli/costUsd");
        } else {
            self.copy("/cli", "/tokenUsage/cli", &["costUsd"]);
        }
    }

    /// The figures at `from` in the usage, for the one row that is theirs.
    fn row(&mut self, from: &str, name: &str, rows: &[usize]) {
        match rows {
            [row] => {
                if let Some(other) = self.taken.insert(*row, from.to_owned()) {
                    let message = format!("{name} has the same row as {other} in this file");
                    self.found.push(
                        Diagnostic::new(&ROW_TAKEN, from, message)
                            .help("give the figures of every row once")
                            .related(other, "the other figures"),
                    );
                    return;
                }
                let to = format!("/executionStatus/{row}");
                self.copy(from, &to, &SUMMED);
                self.copy(from, &to, &OF_ROWS);
            }
            [] => self.found.push(
                Diagnostic::new(&NO_ROW, from, format!("{name} has no row in executionStatus"))
                    .help(
                        "agent and role have to be those of a row; a lead has `lead` in its role",
                    ),
            ),
            _ => {
                let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
                let message = format!("{name} could be any of the rows {}", rows.join(", "));
                self.found.push(
                    Diagnostic::new(&SEVERAL_ROWS, from, format!("{message} of executionStatus"))
                        .help("give every row of executionStatus a role of its own"),
                );
            }
        }
    }

    fn copy(&mut self, from: &str, to: &str, keys: &[&str]) {
        for key in keys {
            let from = format!("{from}/{key}");
            if let Some(spelled) = self.figures.spelled(&from) {
                self.set.push(Set { to: format!("{to}/{key}"), spelled: spelled.to_owned(), from });
            }
        }
    }

    /// One of the sums of tokenUsage.
    fn sum(&mut self, rows: &[String], scope: &str, key: &str) {
        let figures: Vec<String> = rows.iter().map(|row| format!("{row}/{key}")).collect();
        let (given, to) = (format!("/{scope}/{key}"), format!("/tokenUsage/{scope}/{key}"));
        self.total(&figures, &given, &to);
    }

    /// The sum of `figures`, which has to be what is `given` where that is there.
    fn total(&mut self, figures: &[String], given: &str, to: &str) {
        let spelled = figures.iter().filter_map(|figure| self.figures.spelled(figure));
        let sum =
            spelled.map(decimal).try_fold(Decimal::ZERO, |sum, figure| sum.checked_add(figure?));
        let (spelled, from) = match (self.figures.spelled(given), sum) {
            (Some(spelled), Some(sum)) => {
                if decimal(spelled) != Some(sum) {
                    let name = given[1..].replace('/', ".");
                    let message =
                        format!("{name} is `{spelled}`, and its figures add up to `{sum}`");
                    let help = format!("write `{sum}`, or leave it out: it is computed then");
                    self.found.push(Diagnostic::new(&SUM_DIFFERS, given, message).help(help));
                }
                (spelled.to_owned(), given.to_owned())
            }
            (None, Some(sum)) => (sum.to_string(), String::new()),
            (_, None) => {
                let message = format!("the figures for {} are too large to add up", &to[1..]);
                let from = figures.first().cloned().unwrap_or_default();
                self.found.push(
                    Diagnostic::new(&SUM_DIFFERS, from, message)
                        .help("figures of tokens and dollars have at most 28 digits"),
                );
                return;
            }
        };
        self.set.push(Set { to: to.to_owned(), from, spelled });
    }

    /// What is not there yet. What is there and differs is an error, unless it is to be replaced.
    fn changes(&mut self, force: bool) -> Vec<Change> {
        let report = self.report;
        let there = places::locate(report.text(), self.set.iter().map(|set| set.to.as_str()));
        let mut changes = Vec::new();
        for Set { to, from, spelled } in std::mem::take(&mut self.set) {
            let old = there.get(&to).map(|place| &report.text()[place.value.clone()]);
            let old = old.filter(|old| *old != "null");
            let same = old.is_some_and(|old| *old == spelled || decimal(old) == decimal(&spelled));
            if same {
                continue;
            }
            if let Some(old) = old.filter(|_| !force) {
                let message = format!("`{spelled}` is not what the document says at {to}: `{old}`");
                let help =
                    "mend the figure that is wrong; --force replaces the one of the document";
                self.found.push(Diagnostic::new(&CONTRADICTS, from, message).help(help));
                continue;
            }
            changes.push(Change::new(to, spelled));
        }
        changes
    }
}
