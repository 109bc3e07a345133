//! How many reports were written, and what became of the others.

use std::fmt;

use final_report::Diagnostic;

use super::Exit;
use super::regenerate::{Done, Fate, Mode};

/// What became of the reports of a run.
pub(super) struct Tally {
    mode: Mode,
    written: usize,
    up_to_date: usize,
    missing: usize,
    stale: usize,
    in_the_way: usize,
    failed: usize,
    exit: Exit,
}

impl Tally {
    pub(super) fn new(mode: Mode) -> Tally {
        let exit = Exit::Done;
        let (written, up_to_date, missing, stale, in_the_way, failed) = (0, 0, 0, 0, 0, 0);
        Tally { mode, written, up_to_date, missing, stale, in_the_way, failed, exit }
    }

    pub(super) fn add(&mut self, done: &Done) {
        if done.failure.is_some() {
            self.exit = Exit::Failed;
        }
        if done.found.iter().any(Diagnostic::is_error) {
            self.exit = self.exit.max(Exit::Findings);
        }
        if done.reports.is_empty() {
            self.failed += 1;
        }
        for (_, fate) in &done.reports {
            let count = match fate {
                Fate::Written { .. } => &mut self.written,
                Fate::UpToDate => &mut self.up_to_date,
                Fate::Missing => &mut self.missing,
                Fate::Stale | Fate::Differs(_) => &mut self.stale,
                Fate::InTheWay(_) => &mut self.in_the_way,
            };
            *count += 1;
            self.exit = self.exit.max(fate.exit());
        }
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }
}

/// As in `3 written, 1997 unchanged, 1 failed, 0 in the way`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode {
            Mode::Write { .. } => {
                write!(f, "{} written, {} unchanged, ", self.written, self.up_to_date)?;
                // Those that wait for another report of their document are in its way too.
                let in_the_way = self.in_the_way + self.missing + self.stale;
                write!(f, "{} failed, {in_the_way} in the way", self.failed)
            }
            Mode::Check => {
                write!(f, "{} up to date, {} missing, ", self.up_to_date, self.missing)?;
                write!(
                    f,
                    "{} stale, {} edited, {} failed",
                    self.stale, self.in_the_way, self.failed
                )
            }
            Mode::Diff => {
                write!(f, "{} up to date, {} differ, ", self.up_to_date, self.stale)?;
                write!(f, "{} failed", self.failed)
            }
        }
    }
}
