//! `validate`: what is wrong with documents.

use final_report::Batch;

use super::args::Validate;
use super::print::{self, Printer, Stream};
use super::terminal::Terminal;
use super::{Exit, Failure, files, options};

pub(super) fn run(args: &Validate, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let options = options(&args.messages.levels, &args.council)?;
    let mut printer = Printer::new(terminal, Stream::Out, args.messages.format, args.messages.max);
    let mut exit = Exit::Done;
    let mut batch = Batch::default();
    for files::Found { input, .. } in files::inputs(&args.inputs)? {
        let name = input.name();
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            // One bad file never hides the others.
            Err(failure) => {
                printer.unread(terminal, &name, &failure)?;
                exit = Exit::Failed;
                continue;
            }
        };
        let (kind, found) = match print::parse(&bytes, args.kind.kind) {
            Ok(document) => (Some(document.kind()), batch.check(&name, &document, &options)),
            Err(found) => (args.kind.kind, found),
        };
        if found.iter().any(final_report::Diagnostic::is_error) {
            exit = exit.max(Exit::Findings);
        }
        printer.document(terminal, &name, &bytes, kind, &found)?;
    }
    printer.finish(terminal)?;
    Ok(exit)
}
