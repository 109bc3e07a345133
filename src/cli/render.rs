//! `render`: documents to reports.

use std::io::Write as _;
use std::path::PathBuf;

use final_report::{Error, Language, Renderer};

use super::args::{Lang, Render};
use super::files::{self, Input, same_file, shown};
use super::print::{self, Checked};
use super::terminal::Terminal;
use super::{Exit, Failure};

pub(super) fn run(args: &Render, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let inputs = files::inputs(&args.inputs)?;
    let from_folder = args.inputs.iter().any(|argument| argument.is_dir());
    if (inputs.len() > 1 || from_folder) && !args.write {
        let failure = Failure::new("several documents have several reports");
        return Err(failure.help("add --write to put each report beside its document"));
    }
    let targets = inputs.iter().map(|input| target(args, input)).collect::<Result<Vec<_>, _>>()?;

    let renderer = Renderer::new().language(match args.lang {
        Lang::En => Language::En,
        Lang::Ko => Language::Ko,
    });
    // Everything is rendered before anything is written.
    let mut reports = Vec::new();
    let mut exit = Exit::Done;
    for (input, target) in inputs.iter().zip(targets) {
        let bytes = input.read()?;
        let parsed = print::parse(&bytes, args.kind.kind);
        let (report, found) = match parsed {
            Err(found) => (None, found),
            Ok(document) => match renderer.markdown(&document) {
                Ok(report) => (Some(report.markdown), report.warnings),
                Err(Error::Invalid(found)) => (None, found),
                Err(error) => return Err(Failure::new(error.to_string())),
            },
        };
        if report.is_none() {
            exit = Exit::Findings;
        }
        let checked =
            Checked { name: &input.name(), bytes: &bytes, kind: args.kind.kind, found: &found };
        print::to_stderr(terminal, args.message_format, &checked)?;
        reports.extend(report.map(|report| (target, report)));
    }
    if exit == Exit::Done || args.write {
        for (target, report) in &reports {
            match target {
                Some(path) => files::write(path, report.as_bytes())?,
                None => terminal.out.write_all(report.as_bytes())?,
            }
        }
    }
    Ok(exit)
}

/// The file that the report of `input` goes to; `None` for standard output.
fn target(args: &Render, input: &Input) -> Result<Option<PathBuf>, Failure> {
    let path = match (&args.output, args.write) {
        (Some(path), _) => path.clone(),
        (None, true) => input.report_path("md")?,
        (None, false) => return Ok(None),
    };
    if let Input::File(source) = input
        && same_file(source, &path)
    {
        let message = format!("the report would replace its own document, {}", shown(&path));
        return Err(Failure::new(message).help("choose another output file"));
    }
    Ok(Some(path))
}
