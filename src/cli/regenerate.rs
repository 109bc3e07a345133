//! Reports in files: made anew, checked, or compared, as many as there are.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use final_report::lifecycle::{Standing, atomic, page_standing, standing};
use final_report::{Diagnostic, Document, Kind, Renderer, Report};

use super::args::{Render, ReportFormat};
use super::files::{self, Input, shown};
use super::job::{self, Job};
use super::print::{Printer, Stream};
use super::progress::Progress;
use super::tally::Tally;
use super::terminal::Terminal;
use super::{Exit, Failure, diff, pool};

/// A document, and where its reports go.
pub(super) struct Work {
    pub(super) input: Input,
    pub(super) outputs: Vec<Output>,
}

/// A report of a document: what it is written as, and where.
pub(super) struct Output {
    pub(super) format: ReportFormat,
    pub(super) path: PathBuf,
}

/// What is done with the reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// They are written where they differ; hand edits are kept, unless forced.
    Write { force: bool },
    /// Nothing is written: those that are not up to date are named.
    Check,
    /// Nothing is written: what would change is shown.
    Diff,
}

/// What became of a report, or would.
pub(super) enum Fate {
    /// Written anew; edits that it was written over are in this file now.
    Written {
        backup: Option<PathBuf>,
    },
    UpToDate,
    Missing,
    Stale,
    /// Left as it is, for this reason.
    InTheWay(Standing),
    /// What would change, as a unified diff.
    Differs(String),
}

impl Fate {
    pub(super) fn exit(&self) -> Exit {
        match self {
            Fate::Written { .. } | Fate::UpToDate => Exit::Done,
            Fate::Missing | Fate::Stale | Fate::InTheWay(_) | Fate::Differs(_) => Exit::Findings,
        }
    }
}

/// One document, worked on.
pub(super) struct Done {
    pub(super) name: String,
    bytes: Vec<u8>,
    kind: Option<&'static Kind>,
    pub(super) found: Vec<Diagnostic>,
    /// Its reports; none when it has errors that keep it from being rendered.
    pub(super) reports: Vec<(PathBuf, Fate)>,
    /// Why the job could not be done.
    pub(super) failure: Option<Failure>,
}

impl Done {
    /// Is there nothing to say about it?
    fn is_quiet(&self) -> bool {
        let quiet = |fate: &Fate| matches!(fate, Fate::Written { backup: None } | Fate::UpToDate);
        let reports = self.reports.iter().all(|(_, fate)| quiet(fate));
        reports && self.failure.is_none() && self.found.is_empty()
    }
}

pub(super) fn run(
    args: &Render,
    renderer: &Renderer,
    mode: Mode,
    work: Vec<Work>,
    many: bool,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    // A path in a folder stands for the folder.
    let outputs = work.iter().flat_map(|work| &work.outputs);
    let folders: BTreeSet<PathBuf> = outputs.map(|out| out.path.with_file_name("x")).collect();
    let writes = matches!(mode, Mode::Write { .. });
    if writes {
        folders.iter().for_each(|folder| atomic::sweep(folder));
    }
    let progress = Progress::new(work.len());
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);
    let mut tally = Tally::new(mode);
    let outcome = pool::in_order(
        work.into_iter(),
        |work| one(args, renderer, mode, work),
        |done| {
            tally.add(&done);
            progress.step(done.is_quiet(), || tell(&done, mode, &mut printer, terminal))
        },
    );
    drop(progress);
    if writes {
        folders.iter().for_each(|folder| atomic::settle(folder));
    }
    outcome?;
    printer.finish(terminal)?;
    if many {
        terminal.out.flush()?;
        writeln!(terminal.err, "{tally}")?;
    }
    Ok(tally.exit())
}

/// Renders one document and does with its reports what the mode says.
fn one(args: &Render, renderer: &Renderer, mode: Mode, work: Work) -> Done {
    let mut done = Done {
        name: work.input.name(),
        bytes: Vec::new(),
        kind: args.kind.kind,
        found: Vec::new(),
        reports: Vec::new(),
        failure: None,
    };
    let rendered = work.input.read().and_then(|bytes| {
        done.bytes = bytes;
        Job::run(renderer, &done.bytes, args.kind.kind)
    });
    let job = match rendered {
        Ok(job) => job,
        Err(failure) => {
            done.failure = Some(failure);
            return done;
        }
    };
    done.kind = job.kind;
    done.found = job.found;
    if let Some((document, report)) = job.done {
        match put(renderer, &document, &report, work.outputs, mode) {
            Ok(reports) => done.reports = reports,
            Err(failure) => done.failure = Some(failure),
        }
    }
    done
}

/// Puts the reports of one document where they belong: all of them, or none.
pub(super) fn put(
    renderer: &Renderer,
    document: &Document,
    report: &Report,
    outputs: Vec<Output>,
    mode: Mode,
) -> Result<Vec<(PathBuf, Fate)>, Failure> {
    let mut planned = Vec::with_capacity(outputs.len());
    for Output { format, path } in outputs {
        let text = job::text(renderer, document, report, format)?;
        let old = existing(&path)?;
        let standing = old.as_ref().map(|old| match format {
            ReportFormat::Markdown => standing(old, report, document),
            ReportFormat::Html => page_standing(old, &text),
        });
        planned.push((path, text, old, standing));
    }
    let force = mode == Mode::Write { force: true };
    let is_kept = |standing: &Option<Standing>| {
        !force && matches!(standing, Some(Standing::Edited(_) | Standing::Foreign))
    };
    let kept = planned.iter().any(|(.., standing)| is_kept(standing));
    let mut fates = Vec::with_capacity(planned.len());
    let mut writes: Vec<(PathBuf, Cow<'_, str>)> = Vec::new();
    for (path, text, old, standing) in planned {
        let fate = match (mode, standing) {
            (_, Some(Standing::Current)) => Fate::UpToDate,
            (Mode::Diff, _) => Fate::Differs(diff::unified(&path, old.as_deref(), &text)),
            (_, Some(standing @ (Standing::Edited(_) | Standing::Foreign))) if !force => {
                Fate::InTheWay(standing)
            }
            (Mode::Check, None) => Fate::Missing,
            (Mode::Check, Some(_)) => Fate::Stale,
            // Reports of one document agree: where one has to stay, so does the other.
            (Mode::Write { .. }, standing) if kept => match standing {
                None => Fate::Missing,
                Some(_) => Fate::Stale,
            },
            (Mode::Write { .. }, standing) => {
                let backup = match (&standing, &old) {
                    (Some(Standing::Edited(_) | Standing::Foreign), Some(old)) => {
                        Some(files::back_up(&path, old)?)
                    }
                    _ => None,
                };
                writes.push((path.clone(), text));
                Fate::Written { backup }
            }
        };
        fates.push((path, fate));
    }
    let writes: Vec<(PathBuf, &[u8])> =
        writes.iter().map(|(path, text)| (path.clone(), text.as_bytes())).collect();
    files::replace(&writes)?;
    Ok(fates)
}

/// The report that is there already. What cannot be replaced, such as a FIFO, is none.
fn existing(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() && !atomic::is_descriptor(path) => {
            Input::File(path.to_path_buf()).read().map(Some)
        }
        _ => Ok(None),
    }
}

/// Says what there is to say about one document and its reports.
fn tell(
    done: &Done,
    mode: Mode,
    printer: &mut Printer,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    if let Some(failure) = &done.failure {
        printer.failed(terminal, &done.name, failure)?;
        return Ok(());
    }
    printer.document(terminal, &done.name, &done.bytes, done.kind, &done.found)?;
    tell_fates(&done.reports, mode, terminal)?;
    Ok(())
}

/// Says what there is to say about the reports of a document, and how that ends.
pub(super) fn tell_fates(
    reports: &[(PathBuf, Fate)],
    mode: Mode,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for (path, fate) in reports {
        let name = shown(path);
        exit = exit.max(fate.exit());
        match fate {
            Fate::Differs(diff) => diff::print(terminal, diff)?,
            Fate::Written { backup: Some(backup) } => {
                writeln!(terminal.err, "{name}: what stood there is kept in {}", shown(backup))?;
            }
            // What `--check` was asked for is which reports are not up to date.
            Fate::Missing if mode == Mode::Check => writeln!(terminal.out, "missing: {name}")?,
            Fate::Stale if mode == Mode::Check => writeln!(terminal.out, "stale: {name}")?,
            Fate::InTheWay(standing) if mode == Mode::Check => {
                let what = if *standing == Standing::Foreign { "foreign" } else { "edited" };
                writeln!(terminal.out, "{what}: {name}")?;
            }
            Fate::InTheWay(standing) => diff::in_the_way(terminal, path, standing)?,
            Fate::Written { backup: None } | Fate::UpToDate | Fate::Missing | Fate::Stale => {}
        }
    }
    Ok(exit)
}
