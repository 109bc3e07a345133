//! `pull`: ticks and answers of a report, back into its document.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use final_report::lifecycle::{Damage, Pulled, Refusal, pull, pull_response};
use final_report::{Document, Options, RESPONSE, Report};

use super::args::{Council, Lang, Pull};
use super::files::{self, Input, shown};
use super::job::{self, Job};
use super::print::{self, Printer, Stream};
use super::terminal::Terminal;
use super::{Exit, Failure, diff, options};

pub(super) fn run(args: &Pull, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let path = match &args.into {
        Some(path) => path.clone(),
        None => document_of(&args.report)?,
    };
    let name = shown(&args.report);
    let input = Input::File(path.clone());
    let report = Input::File(args.report.clone()).read()?;
    let bytes = input.read()?;
    let Ok(report) = std::str::from_utf8(&report) else {
        let failure = Failure::new(format!("{name} is not UTF-8"));
        return Err(failure.help("save it as UTF-8; reports are written so"));
    };
    let options = options(&args.messages.levels, &Council::default())?;
    let mut printer = Printer::new(terminal, Stream::Err, args.messages.format, args.messages.max);

    let job = Job::run(&job::renderer(options.clone(), Lang::En), &bytes, None)?;
    let Some((document, english)) = job.done else {
        printer.document(terminal, &input.name(), &bytes, job.kind, &job.found)?;
        let failure = Failure::new(format!("nothing was pulled into {}", input.name()));
        print::failure(terminal, &failure.help("mend the document first"));
        return Ok(Exit::Findings);
    };
    let pulled = if report.trim_start().starts_with('{') {
        match print::parse(report.as_bytes(), Some(&RESPONSE)) {
            Ok(response) => match response.check(&options) {
                found if found.is_empty() => of_response(&response, english, &document, &options)?,
                found => {
                    printer.document(
                        terminal,
                        &name,
                        report.as_bytes(),
                        Some(&RESPONSE),
                        &found,
                    )?;
                    return Ok(Exit::Findings);
                }
            },
            Err(found) => {
                printer.document(terminal, &name, report.as_bytes(), Some(&RESPONSE), &found)?;
                return Ok(Exit::Findings);
            }
        }
    } else {
        in_its_language(report, &english, &document, &options)?
    };
    let pulled = match pulled {
        Ok(pulled) => pulled,
        Err(Refusal::Damaged(damage)) => {
            let line = damage.line.map_or_else(String::new, |line| format!(":{line}"));
            let failure = Failure::new(format!("{name}{line}: {}", damage.message));
            print::failure(terminal, &failure.help(damage.help));
            return Ok(Exit::Findings);
        }
        Err(Refusal::Invalid { text, found }) => {
            let said = format!("{} with the answers", input.name());
            printer.document(terminal, &said, text.as_bytes(), job.kind, &found)?;
            let failure = Failure::new(format!("nothing was pulled into {}", input.name()));
            print::failure(terminal, &failure.help(format!("change the answer in {name}")));
            return Ok(Exit::Findings);
        }
        Err(refusal) => return Err(Failure::new(format!("{refusal:?}"))),
    };
    if args.dry_run {
        if !pulled.answers.is_empty() {
            diff::print(terminal, &diff::unified(&path, Some(&bytes), &pulled.text))?;
        }
    } else if !pulled.answers.is_empty() {
        files::write(&path, &files::with_mark_of(&bytes, &pulled.text))?;
    }
    tell(args, &pulled, &input, terminal)
}

/// Reads the answers of a report in the language that it is written in: the one in which the least
/// of it is not the report's own.
fn in_its_language(
    report: &str,
    english: &Report,
    document: &Document,
    options: &Options,
) -> Result<Result<Pulled, Refusal>, Failure> {
    let strange = |outcome: &Result<Pulled, Refusal>| match outcome {
        Ok(pulled) => pulled.left.iter().map(|edit| edit.removed.len() + edit.added.len()).sum(),
        // Without its headings it is in another language, or no report.
        Err(Refusal::Damaged(Damage { line: None, .. })) => usize::MAX,
        Err(_) => 0,
    };
    let outcome = pull(report, english, document, options);
    if strange(&outcome) == 0 {
        return Ok(outcome);
    }
    let other = pull(report, &korean(document, options)?, document, options);
    Ok(if strange(&other) < strange(&outcome) { other } else { outcome })
}

/// Takes the answers that a page has saved; it may have been in any language.
fn of_response(
    response: &Document,
    english: Report,
    document: &Document,
    options: &Options,
) -> Result<Result<Pulled, Refusal>, Failure> {
    let reports = [english, korean(document, options)?];
    Ok(pull_response(response, &reports, document, options))
}

fn korean(document: &Document, options: &Options) -> Result<Report, Failure> {
    let report = job::renderer(options.clone(), Lang::Ko).markdown(document);
    report.map_err(|error| Failure::new(error.to_string()))
}

fn tell(
    args: &Pull,
    pulled: &Pulled,
    input: &Input,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    terminal.out.flush()?;
    let into = input.name();
    if pulled.answers.is_empty() {
        writeln!(terminal.err, "{into}: every answer is there already")?;
    }
    for answer in &pulled.answers {
        let (name, says) =
            (final_report::visible(&answer.name), final_report::visible(&answer.says));
        let says = if says.is_empty() { "(taken back)" } else { &says };
        let verb = if args.dry_run { "would say" } else { "says" };
        writeln!(terminal.err, "{into}: {name} {verb}: {says}")?;
    }
    if pulled.left.is_empty() {
        return Ok(Exit::Done);
    }
    let name = shown(&args.report);
    writeln!(terminal.err, "error: {name} has edits that are no answers; they were not pulled")?;
    diff::edits(terminal, &pulled.left)?;
    let help = "make these changes in the document; until then they keep the report from being \
                rendered again";
    writeln!(terminal.err, "  help: {help}")?;
    Ok(Exit::Findings)
}

/// The document that a report stands beside.
fn document_of(report: &Path) -> Result<PathBuf, Failure> {
    let names = ["data.json", "json"].map(|extension| report.with_extension(extension));
    let mut there = names.iter().filter(|path| path.is_file() && *path != report);
    match (there.next(), there.next()) {
        (Some(only), None) => Ok(only.clone()),
        (Some(one), Some(other)) => {
            let (one, other) = (shown(one), shown(other));
            let message =
                format!("both {one} and {other} could be the document of {}", shown(report));
            Err(Failure::new(message).help("name it with --into FILE"))
        }
        _ => {
            let message = format!("no document beside {}", shown(report));
            let names = names.map(|name| shown(&name)).join(" or ");
            Err(Failure::new(message)
                .help(format!("there is no {names}; name it with --into FILE")))
        }
    }
}
