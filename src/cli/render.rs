//! `render`: documents to reports.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;

use final_report::{Diagnostic, Document, Error, Language, Renderer};

use super::args::{Lang, Render, ReportFormat};
use super::files::{self, Input, same_file, shown};
use super::print::{self, Printer, Stream};
use super::terminal::Terminal;
use super::{Exit, Failure, options};

/// Where a report goes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Target {
    StandardOutput,
    File(PathBuf),
}

pub(super) fn run(args: &Render, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let renderer = Renderer::new()
        .options(options(&args.messages.levels, &args.council)?)
        .language(match args.lang {
            Lang::En => Language::En,
            Lang::Ko => Language::Ko,
        });
    let inputs = files::inputs(&args.inputs)?;
    let from_folder = args.inputs.iter().any(|argument| argument.is_dir());
    if (inputs.len() > 1 || from_folder) && !args.write {
        let count = inputs.len();
        let (what, instead) = match &args.output {
            Some(path) => (shown(path), "instead of -o "),
            None => ("standard output".to_owned(), ""),
        };
        let message = format!("{count} documents cannot share one output, {what}");
        let help = format!("use --write {instead}to put each report beside its document");
        return Err(Failure::new(message).help(help));
    }
    let targets = targets(args, &inputs)?;

    // Everything is rendered before anything is written.
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);
    let mut reports = Vec::new();
    let mut exit = Exit::Done;
    for (input, target) in inputs.iter().zip(targets) {
        let bytes = input.read()?;
        let (kind, rendered) = match print::parse(&bytes, args.kind.kind) {
            Ok(document) => (Some(document.kind()), rendered(&renderer, &document, args.format)),
            Err(found) => (args.kind.kind, Err(Error::Invalid(found))),
        };
        let found = match rendered {
            Ok(report) => {
                let (text, findings) = report;
                reports.push((target, text));
                findings
            }
            Err(Error::Invalid(found)) => found,
            Err(error) => return Err(Failure::new(error.to_string())),
        };
        // The report of a record is written although there are errors in it.
        if found.iter().any(Diagnostic::is_error) {
            exit = Exit::Findings;
        }
        printer.document(terminal, &input.name(), &bytes, kind, &found)?;
    }
    for (target, report) in &reports {
        match target {
            Target::File(path) => files::write(path, report.as_bytes())?,
            Target::StandardOutput => terminal.out.write_all(report.as_bytes())?,
        }
    }
    printer.finish(terminal)?;
    Ok(exit)
}

/// The text of a report, and what was found in its document.
fn rendered(
    renderer: &Renderer,
    document: &Document,
    format: ReportFormat,
) -> Result<(String, Vec<Diagnostic>), Error> {
    match format {
        ReportFormat::Markdown => {
            let report = renderer.markdown(document)?;
            Ok((report.markdown, report.findings))
        }
        ReportFormat::Html => {
            let page = renderer.html(document)?;
            Ok((page.html, page.report.findings))
        }
    }
}

/// Where the report of each document goes: never over a document, and never two to one file.
fn targets(args: &Render, inputs: &[Input]) -> Result<Vec<Target>, Failure> {
    let extension = match args.format {
        ReportFormat::Markdown => "md",
        ReportFormat::Html => "html",
    };
    let mut targets = Vec::with_capacity(inputs.len());
    let mut taken: HashMap<Target, &Input> = HashMap::new();
    for input in inputs {
        let target = match (&args.output, args.write) {
            (Some(path), _) if files::is_standard_output(path) => Target::StandardOutput,
            (Some(path), _) => Target::File(path.clone()),
            (None, true) => Target::File(input.report_path(extension)?),
            (None, false) => Target::StandardOutput,
        };
        if let (Input::File(source), Target::File(path)) = (input, &target)
            && same_file(source, path)
        {
            let message = format!("the report would replace its own document, {}", shown(path));
            return Err(Failure::new(message).help("choose another output file"));
        }
        if let Target::File(path) = &target
            && let Some(other) = taken.insert(target.clone(), input)
        {
            let (a, b) = (other.name(), input.name());
            let message = format!("the reports of {a} and {b} would both be {}", shown(path));
            return Err(Failure::new(message).help("rename one of the documents, or use -o"));
        }
        targets.push(target);
    }
    Ok(targets)
}
