//! Token figures, put into a final report once its run has ended.

use std::collections::HashMap;

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
/// A worker without figures.
pub(crate) static ROW_WITHOUT: Code =
    Code { id: "TU006", name: "usage-missing", severity: Severity::Error };
/// A figure that the document gives otherwise.
pub(crate) static CONTRADICTS: Code =
    Code { id: "TU004", name: "usage-contradicts-report", severity: Severity::Error };

/// The figures that sums are made of.
const SUMMED: [&str; 3] = ["totalTokens", "billableTokens", "costUsd"];

/// The figures that only rows have.
const OF_ROWS: [&str; 3] = ["cliTotalTokens", "cliCostUsd", "durationMs"];

/// Where figures stand that are not those of a worker or a row.
const IN_REPORT: [&str; 4] =
    ["/tokenUsage/lead", "/tokenUsage/worker", "/tokenUsage/grand", "/tokenUsage/cli"];
const IN_USAGE: [&str; 4] = ["/lead", "/worker", "/grand", "/cli"];

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
        usage,
        there: spelled(report, places_of(report, "/executionStatus", IN_REPORT)),
        given: spelled(usage, places_of(usage, "/workers", IN_USAGE)),
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
    match edit::checked(report, &changes, options) {
        Ok(text) => Ok(Filled { text, figures: changes.len() }),
        Err((text, found)) => Err(Misfit::Invalid { text, found }),
    }
}

/// The figures of a document at these places, as they are spelled; what is `null` is none.
fn spelled(document: &Document, places: impl Iterator<Item = String>) -> HashMap<String, &str> {
    let keys = SUMMED.iter().chain(&OF_ROWS);
    let pointers: Vec<String> =
        places.flat_map(|place| keys.clone().map(move |key| format!("{place}/{key}"))).collect();
    let found = places::locate(document.text(), pointers.iter().map(String::as_str));
    let found = found.into_iter().map(|(pointer, place)| (pointer, &document.text()[place.value]));
    found.filter(|(_, spelled)| *spelled != "null").collect()
}

/// The places of `scopes`, and of the rows of the array at `rows`.
fn places_of<const N: usize>(
    document: &Document,
    rows: &'static str,
    scopes: [&'static str; N],
) -> impl Iterator<Item = String> {
    let count = document.value().pointer(rows).and_then(Value::as_array).map_or(0, Vec::len);
    (0..count).map(move |row| format!("{rows}/{row}")).chain(scopes.map(str::to_owned))
}

/// A number as JSON spells it. `None` beyond all tokens and dollars.
fn decimal(spelled: &str) -> Option<Decimal> {
    spelled.parse().or_else(|_| Decimal::from_scientific(spelled)).ok()
}

/// A figure to put into the report.
struct Set {
    /// Where it goes, in the report.
    to: String,
    /// Where it comes from, in the usage; a sum may be given nowhere.
    from: String,
    spelled: String,
}

struct Filling<'d> {
    report: &'d Document,
    usage: &'d Document,
    /// The figures that the report has already, and those of the usage, as they are spelled.
    there: HashMap<String, &'d str>,
    given: HashMap<String, &'d str>,
    set: Vec<Set>,
    found: Vec<Diagnostic>,
    /// The rows that have their figures, and where those come from.
    taken: HashMap<usize, String>,
}

impl<'d> Filling<'d> {
    fn everything(&mut self) {
        let rows = self.report.value()["executionStatus"].as_array();
        let rows = rows.map(Vec::as_slice).unwrap_or_default();
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let workers =
            self.usage.value()["workers"].as_array().map(Vec::as_slice).unwrap_or_default();

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

        let is_own = |row: &Value| is_lead(row["role"].as_str().unwrap_or_default());
        let all: Vec<usize> = (0..rows.len()).collect();
        let workers: Vec<usize> = all.iter().copied().filter(|row| !is_own(&rows[*row])).collect();
        self.report_missing(rows, &workers);
        for key in SUMMED {
            self.total(&workers, key, &format!("/worker/{key}"));
            self.total(&all, key, &format!("/grand/{key}"));
        }
        if all.iter().any(|row| self.figure(*row, "cliCostUsd").is_some()) {
            self.total(&all, "cliCostUsd", "/cli/costUsd");
        } else {
            self.copy("/cli", "/tokenUsage/cli", &["costUsd"]);
        }
    }

    /// The figure of a row as it is spelled: the usage's, or the one that is there already.
    fn figure(&self, row: usize, key: &str) -> Option<&'d str> {
        let given = self.taken.get(&row).and_then(|from| self.given.get(&format!("{from}/{key}")));
        given.or_else(|| self.there.get(&format!("/executionStatus/{row}/{key}"))).copied()
    }

    /// A sum without one of its figures would be too low.
    fn report_missing(&mut self, rows: &[Value], workers: &[usize]) {
        for row in workers {
            let value = &rows[*row];
            let missing = SUMMED.iter().any(|key| self.figure(*row, key).is_none());
            if missing && value["status"] != "not-run" {
                let name = |key: &str| quoted(value[key].as_str().unwrap_or_default());
                let (role, agent) = (name("role"), name("agent"));
                let message = format!("{role} of {agent} has no figures, here or in the document");
                self.found.push(
                    Diagnostic::new(&ROW_WITHOUT, "/workers", message).help(
                        "give its figures too, 0 where it used nothing: sums are made of them",
                    ),
                );
            }
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
            if let Some(spelled) = self.given.get(&from) {
                self.set.push(Set { to: format!("{to}/{key}"), spelled: (*spelled).into(), from });
            }
        }
    }

    /// The sum of the figures of rows, which has to be what is given where that is there. What is
    /// given at `/grand/costUsd` goes to `/tokenUsage/grand/costUsd`.
    fn total(&mut self, rows: &[usize], key: &str, given: &str) {
        let figures = rows.iter().filter_map(|row| self.figure(*row, key));
        let sum =
            figures.map(decimal).try_fold(Decimal::ZERO, |sum, figure| sum.checked_add(figure?));
        let name = given[1..].replace('/', ".");
        let spelled = match (self.given.get(given).copied(), sum) {
            (Some(spelled), Some(sum)) => {
                if decimal(spelled) != Some(sum) {
                    let message =
                        format!("{name} is `{spelled}`, and its figures add up to `{sum}`");
                    let help = format!("write `{sum}`, or leave it out: it is computed then");
                    self.found.push(Diagnostic::new(&SUM_DIFFERS, given, message).help(help));
                }
                spelled.to_owned()
            }
            (None, Some(sum)) => sum.to_string(),
            (_, None) => {
                let message = format!("the figures for {name} are too large to add up");
                let help = "no run uses figures of more than 28 digits";
                self.found.push(Diagnostic::new(&SUM_DIFFERS, "", message).help(help));
                return;
            }
        };
        self.set.push(Set { to: format!("/tokenUsage{given}"), from: given.to_owned(), spelled });
    }

    /// What is not there yet. What is there and differs is an error, unless it is to be replaced.
    fn changes(&mut self, force: bool) -> Vec<Change> {
        let mut changes = Vec::new();
        for Set { to, from, spelled } in std::mem::take(&mut self.set) {
            let old = self.there.get(&to).copied();
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
