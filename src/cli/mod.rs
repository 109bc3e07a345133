//! The command line: one file per command, one per way to print a diagnostic.

mod args;
mod files;
mod print;
mod render;
mod sample;
mod sections;
mod terminal;
mod validate;

use std::io;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};
use terminal::Terminal;

/// What the exit code of the process says. Nothing else sets one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Done, and nothing is wrong.
    Done = 0,
    /// There are findings, such as an invalid document.
    Findings = 1,
    /// The job could not be done: usage, input or output, a broken template.
    Failed = 2,
}

/// Why a job could not be done, and what to do about it.
#[derive(Debug)]
struct Failure {
    message: String,
    help: Option<String>,
    /// The reader of our output is gone: no fault, and nobody to tell.
    closed_pipe: bool,
}

impl Failure {
    fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, closed_pipe: false }
    }

    fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }
}

impl From<io::Error> for Failure {
    /// For writing to a standard stream; files go through [`files`], which names them.
    fn from(error: io::Error) -> Self {
        let closed_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { closed_pipe, ..Failure::new(format!("cannot write the output: {error}")) }
    }
}

pub(crate) fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are no errors; clap knows the stream and the colours.
            let code = if error.use_stderr() { Exit::Failed } else { Exit::Done };
            let _ = error.print();
            return ExitCode::from(code as u8);
        }
    };
    let mut terminal = Terminal::new(args.color);
    let outcome = match args.command {
        Command::Render(args) => render::run(&args, &mut terminal),
        Command::Validate(args) => validate::run(&args, &mut terminal),
        Command::Sections(args) => sections::run(&args, &mut terminal),
        Command::Sample(args) => sample::run(&args, &mut terminal),
    };
    let outcome = outcome.and_then(|exit| terminal.finish().map(|()| exit).map_err(Failure::from));
    let exit = outcome.unwrap_or_else(|failure| {
        if failure.closed_pipe {
            return Exit::Done;
        }
        print::failure(&mut terminal, &failure);
        Exit::Failed
    });
    ExitCode::from(exit as u8)
}
