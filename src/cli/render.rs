//! `render`: documents to reports.

use std::collections::HashMap;
use std::io::Write as _;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use final_report::Renderer;

use super::args::Render;
use super::files::{self, Found, Input, same_file, shown};
use super::job::{self, Job};
use super::print::{Printer, Stream};
use super::regenerate::{self, Mode, Output, Work};
use super::terminal::Terminal;
use super::{Exit, Failure, jsonl, options};

pub(super) fn run(args: &Render, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let options = options(&args.messages.levels, &args.council)?;
    let mut renderer = job::renderer(options, args.lang);
    if let Some(folder) = job::folder(&args.templates, terminal)? {
        renderer = renderer.templates(folder);
    }
    // The process ends with the command, and gives back memory faster than it would be freed.
    let renderer = ManuallyDrop::new(renderer);
    if args.jsonl {
        return jsonl::run(args, &renderer, terminal);
    }
    let inputs = files::inputs(&args.inputs)?;
    let from_folder = args.inputs.iter().any(|argument| argument.is_dir());
    let many = inputs.len() > 1 || from_folder;
    let mode = match (args.check, args.diff) {
        (true, _) => Mode::Check,
        (_, true) => Mode::Diff,
        _ => Mode::Write { force: args.force },
    };
    let beside = args.write || args.check || args.diff;
    if args.formats.len() > 1 && !beside {
        let failure = Failure::new("reports of several formats cannot share one output");
        return Err(failure.help("use --write to put them beside the document"));
    }
    if many && !beside {
        let count = inputs.len();
        let (what, instead) = match &args.output {
            Some(path) => (shown(path), "instead of -o "),
            None => ("standard output".to_owned(), ""),
        };
        let message = format!("{count} documents cannot share one output, {what}");
        let help = format!("use --write {instead}to put each report beside its document");
        return Err(Failure::new(message).help(help));
    }
    match (&args.output, inputs.as_slice()) {
        (Some(path), [Found { input, .. }]) if files::is_standard_output(path) => {
            print(args, &renderer, input, terminal)
        }
        (None, [Found { input, .. }]) if !beside => print(args, &renderer, input, terminal),
        _ => {
            let work = targets(args, inputs)?;
            regenerate::run(args, &renderer, mode, work, many, terminal)
        }
    }
}

/// Prints the report of one document to standard output.
fn print(
    args: &Render,
    renderer: &Renderer,
    input: &Input,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);
    let bytes = input.read()?;
    let job = match Job::run(renderer, &bytes, args.kind.kind) {
        // As for the renderer: nothing comes after it.
        Ok(job) => ManuallyDrop::new(job),
        Err(failure) => {
            printer.failed(terminal, &input.name(), &failure)?;
            printer.finish(terminal)?;
            return Ok(Exit::Failed);
        }
    };
    printer.document(terminal, &input.name(), &bytes, job.kind, &job.found)?;
    if let Some((document, report)) = &job.done {
        for format in &args.formats {
            let text = job::text(renderer, document, report, *format)?;
            terminal.out.write_all(text.as_bytes())?;
        }
    }
    printer.finish(terminal)?;
    Ok(if job.has_errors() { Exit::Findings } else { Exit::Done })
}

/// Where the reports of each document go: never over a document, and never two to one file.
fn targets<'a>(args: &Render, inputs: Vec<Found<'a>>) -> Result<Vec<Work<'a>>, Failure> {
    let mut work = Vec::with_capacity(inputs.len());
    let mut taken: HashMap<PathBuf, String> = HashMap::with_capacity(inputs.len());
    for Found { input, folder } in inputs {
        let mut outputs = Vec::with_capacity(args.formats.len());
        for format in args.formats.iter().copied() {
            let path = match &args.output {
                Some(path) => path.clone(),
                None => input.report_path(format.extension())?,
            };
            if let Input::File(source) = &input
                && same_file(source, &path)
            {
                let message =
                    format!("the report would replace its own document, {}", shown(&path));
                return Err(Failure::new(message).help("choose another output file"));
            }
            if let Some(other) = taken.insert(path.clone(), input.name()) {
                let (input, path) = (input.name(), shown(&path));
                let message = format!("the reports of {other} and {input} would both be {path}");
                return Err(Failure::new(message).help("rename one of the documents, or use -o"));
            }
            outputs.push(Output { format, path });
        }
        work.push(Work { input, outputs, folder });
    }
    Ok(work)
}
