//! Reports in files: made anew, checked, or compared, as many as there are.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use final_report::lifecycle::{Standing, atomic, page_standing, standing};
use final_report::{Diagnostic, Document, Kind, Renderer, Report};

use super::args::{Render, ReportFormat};
use super::files::{self, Input, shown};
use super::job::{self, Job};
use super::print::{Printer, Stream};
use super::progress::Progress;
use super::record::{Entry, Record};
use super::tally::Tally;
use super::terminal::Terminal;
use super::{Exit, Failure, diff, pool};

/// A document, and where its reports go.
pub(super) struct Work<'a> {
    pub(super) input: Input,
    pub(super) outputs: Vec<Output>,
    /// The folder that it was found in, where one was searched.
    pub(super) folder: Option<&'a Path>,
}

/// A report of a document: what it is written as, and where.
pub(super) struct Output {
    pub(super) format: ReportFormat,
    pub(super) path: PathBuf,
}

/// A report that is made, and not written yet.
pub(super) struct Made<'r> {
    output: Output,
    text: Cow<'r, str>,
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
pub(super) struct Done<'a> {
    pub(super) name: String,
    bytes: Vec<u8>,
    kind: Option<&'static Kind>,
    pub(super) found: Vec<Diagnostic>,
    /// Its reports; none when it has errors that keep it from being rendered.
    pub(super) reports: Vec<(PathBuf, Fate)>,
    /// Why the job could not be done.
    pub(super) failure: Option<Failure>,
    /// What is remembered of it.
    entry: Option<Entry<'a>>,
}

impl Done<'_> {
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
    work: Vec<Work<'_>>,
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
    let record = Record::open(args, renderer, &work);
    let mut entries = Vec::new();
    let progress = Progress::new(work.len());
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);
    let mut tally = Tally::new(mode);
    let outcome = pool::in_order(
        work.into_iter(),
        |work| one(args, renderer, mode, record.as_ref(), work),
        |mut done| {
            tally.add(&done);
            entries.extend(done.entry.take());
            progress.step(done.is_quiet(), || tell(&done, mode, &mut printer, terminal))
        },
    );
    drop(progress);
    if writes {
        folders.iter().for_each(|folder| atomic::settle(folder));
    }
    outcome?;
    if let Some(record) = record {
        record.replace(entries);
    }
    printer.finish(terminal)?;
    if many {
        terminal.out.flush()?;
        writeln!(terminal.err, "{tally}")?;
    }
    Ok(tally.exit())
}

/// Renders one document and does with its reports what the mode says.
fn one<'a>(
    args: &Render,
    renderer: &Renderer,
    mode: Mode,
    record: Option<&Record<'a>>,
    work: Work<'a>,
) -> Done<'a> {
    let mut done = Done {
        name: work.input.name(),
        bytes: Vec::new(),
        kind: args.kind.kind,
        found: Vec::new(),
        reports: Vec::new(),
        failure: None,
        entry: None,
    };
    done.failure = work_on(work, &mut done, args, renderer, mode, record).err();
    done
}

fn work_on<'a>(
    work: Work<'a>,
    done: &mut Done<'a>,
    args: &Render,
    renderer: &Renderer,
    mode: Mode,
    record: Option<&Record<'a>>,
) -> Result<(), Failure> {
    done.bytes = work.input.read()?;
    let key = record.and_then(|record| record.key(&work, &done.bytes));
    if let Some(entry) = key.as_ref().and_then(|key| key.find(&work.outputs)) {
        let outputs = work.outputs.into_iter();
        done.reports = outputs.map(|output| (output.path, Fate::UpToDate)).collect();
        done.entry = Some(entry);
        return Ok(());
    }
    let job = Job::run(renderer, &done.bytes, args.kind.kind)?;
    done.kind = job.kind;
    done.found = job.found;
    if let Some((document, report)) = job.done {
        let made = make(renderer, &document, &report, work.outputs)?;
        done.reports = put(&document, &report, &made, mode)?;
        if done.is_quiet() {
            done.entry = key.map(|key| key.entry(made.iter().map(|made| made.text.as_bytes())));
        }
    }
    Ok(())
}

/// Makes the reports of one document.
pub(super) fn make<'r>(
    renderer: &Renderer,
    document: &Document,
    report: &'r Report,
    outputs: Vec<Output>,
) -> Result<Vec<Made<'r>>, Failure> {
    let make = |output: Output| {
        let text = job::text(renderer, document, report, output.format)?;
        Ok(Made { output, text })
    };
    outputs.into_iter().map(make).collect()
}

/// Puts the reports of one document where they belong: all of them, or none.
pub(super) fn put(
    document: &Document,
    report: &Report,
    made: &[Made<'_>],
    mode: Mode,
) -> Result<Vec<(PathBuf, Fate)>, Failure> {
    let mut planned = Vec::with_capacity(made.len());
    for Made { output, text } in made {
        let old = files::existing(&output.path)?;
        let standing = old.as_ref().map(|old| match output.format {
            ReportFormat::Markdown => standing(old, report, document),
            ReportFormat::Html => page_standing(old, text),
        });
        planned.push((&output.path, text, old, standing));
    }
    let force = mode == Mode::Write { force: true };
    let is_kept = |standing: &Option<Standing>| {
        !force && matches!(standing, Some(Standing::Edited(_) | Standing::Foreign))
    };
    let kept = planned.iter().any(|(.., standing)| is_kept(standing));
    let mut fates = Vec::with_capacity(planned.len());
    let mut writes: Vec<(PathBuf, &[u8])> = Vec::new();
    for (path, text, old, standing) in planned {
        let fate = match (mode, standing) {
            (_, Some(Standing::Current)) => Fate::UpToDate,
            (Mode::Diff, _) => Fate::Differs(diff::unified(path, old.as_deref(), text)),
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
                        Some(files::back_up(path, old)?)
                    }
                    _ => None,
                };
                writes.push((path.clone(), text.as_bytes()));
                Fate::Written { backup }
            }
        };
        fates.push((path.clone(), fate));
    }
    files::replace(&writes)?;
    Ok(fates)
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
