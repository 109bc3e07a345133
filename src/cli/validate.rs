//! `validate`: what is wrong with documents.

use super::args::Validate;
use super::print::{self, Checked};
use super::terminal::Terminal;
use super::{Exit, Failure, files};

pub(super) fn run(args: &Validate, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for input in files::inputs(&args.inputs)? {
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            // One bad file never hides the others.
            Err(failure) => {
                print::failure(terminal, &failure);
                exit = Exit::Failed;
                continue;
            }
        };
        let (kind, found) = match print::parse(&bytes, args.kind.kind) {
            Ok(document) => (Some(document.kind()), document.check()),
            Err(found) => (args.kind.kind, found),
        };
        if found.iter().any(final_report::Diagnostic::is_error) {
            exit = exit.max(Exit::Findings);
        }
        let checked = Checked { name: &input.name(), bytes: &bytes, kind, found: &found };
        print::to_stdout(terminal, args.message_format, &checked)?;
    }
    Ok(exit)
}
