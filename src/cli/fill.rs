//! `fill`: token figures into the data of a final report.

use std::io::Write as _;

use final_report::lifecycle::{Misfit, atomic, fill};
use final_report::{Diagnostic, Kind, TOKEN_USAGE};

use super::args::{Council, Fill, ReportFormat};
use super::files::{self, Input};
use super::job::{self, Job};
use super::print::{self, Printer, Stream};
use super::regenerate::{self, Mode, Output};
use super::terminal::Terminal;
use super::{Exit, Failure, diff, options};

pub(super) fn run(args: &Fill, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let Input::File(path) = files::input(&args.input) else {
        let failure = Failure::new("figures are filled into a file, and this is standard input");
        return Err(failure.help("save the document first, and name it"));
    };
    let (input, usage) = (Input::File(path.clone()), files::input(&args.usage));
    let (bytes, usage_bytes) = (input.read()?, usage.read()?);
    let options = options(&args.messages.levels, &Council::default())?;
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);
    let mut refuse = |terminal: &mut Terminal,
                      name: String,
                      bytes: &[u8],
                      kind: Option<&'static Kind>,
                      found: &[Diagnostic]|
     -> Result<Exit, Failure> {
        printer.document(terminal, &name, bytes, kind, found)?;
        let failure = Failure::new(format!("nothing was filled into {}", input.name()));
        print::failure(terminal, &failure);
        Ok(Exit::Findings)
    };

    let renderer = job::renderer(options.clone(), args.lang);
    let job = Job::run(&renderer, &bytes, None)?;
    let Some((document, _)) = job.done else {
        return refuse(terminal, input.name(), &bytes, job.kind, &job.found);
    };
    let usage_document = match print::parse(&usage_bytes, Some(&TOKEN_USAGE)) {
        Ok(document) => document,
        Err(found) => {
            return refuse(terminal, usage.name(), &usage_bytes, Some(&TOKEN_USAGE), &found);
        }
    };
    let filled = match fill(&document, &usage_document, args.force, &options) {
        Ok(filled) => filled,
        Err(Misfit::Usage(found)) => {
            return refuse(terminal, usage.name(), &usage_bytes, Some(&TOKEN_USAGE), &found);
        }
        Err(Misfit::Invalid { text, found }) => {
            let name = format!("{} with the figures", input.name());
            return refuse(terminal, name, text.as_bytes(), job.kind, &found);
        }
        Err(misfit) => return Err(Failure::new(format!("{misfit:?}"))),
    };
    let filled_bytes = files::with_mark_of(&bytes, &filled.text);
    if args.dry_run {
        if filled.figures > 0 {
            diff::print(terminal, &diff::unified(&path, Some(&bytes), &filled.text))?;
        }
        return Ok(Exit::Done);
    }
    // Everything is rendered before anything is written.
    let job = Job::run(&renderer, &filled_bytes, None)?;
    let output = match args.render {
        true => Some(input.report_path("md")?),
        false => None,
    };
    if filled.figures > 0 {
        files::write(&path, &filled_bytes)?;
    }
    printer.document(terminal, &input.name(), &filled_bytes, job.kind, &job.found)?;
    match filled.figures {
        0 => writeln!(terminal.err, "{}: every figure is there already", input.name())?,
        1 => writeln!(terminal.err, "{}: 1 figure filled in", input.name())?,
        many => writeln!(terminal.err, "{}: {many} figures filled in", input.name())?,
    }
    let mut exit = Exit::Done;
    if let (Some(path), Some((document, report))) = (output, &job.done) {
        atomic::sweep(&path);
        let outputs = vec![Output { format: ReportFormat::Markdown, path: path.clone() }];
        let made = regenerate::make(&renderer, document, report, outputs)?;
        let fates = regenerate::put(document, report, &made, Mode::Write { force: false })?;
        atomic::settle(&path);
        exit = regenerate::tell_fates(&fates, Mode::Write { force: false }, terminal)?;
    }
    Ok(exit)
}
