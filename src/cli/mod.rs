//! The command line: one file per command, one per way to print a diagnostic.

mod args;
mod diff;
mod files;
mod fill;
mod job;
mod jsonl;
mod pool;
mod preview;
mod print;
mod progress;
mod pull;
mod record;
mod regenerate;
mod render;
mod rules;
mod sample;
mod sections;
mod tally;
mod template;
mod terminal;
mod validate;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use final_report::{FolderError, Level, Options, TemplateError};

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
    /// The template that is at fault, if one is.
    template: Option<Box<TemplateError>>,
}

impl Failure {
    fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, closed_pipe: false, template: None }
    }

    fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }
}

impl From<TemplateError> for Failure {
    fn from(error: TemplateError) -> Self {
        Failure { template: Some(Box::new(error.clone())), ..Failure::new(error.to_string()) }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        let failure = Failure::new(error.to_string());
        match error.help {
            Some(help) => failure.help(help),
            None => failure,
        }
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
            // Help and version are no errors. What an argument holds may act on a terminal.
            if !error.use_stderr() {
                let _ = error.print();
                return ExitCode::from(Exit::Done as u8);
            }
            let mut terminal = Terminal::new(args::Color::Never);
            for line in error.to_string().lines() {
                let _ = writeln!(terminal.err, "{}", final_report::visible(line));
            }
            let _ = terminal.finish();
            return ExitCode::from(Exit::Failed as u8);
        }
    };
    let mut terminal = Terminal::new(args.color);
    let outcome = match args.command {
        Command::Render(args) => render::run(&args, &mut terminal),
        Command::Validate(args) => validate::run(&args, &mut terminal),
        Command::Fill(args) => fill::run(&args, &mut terminal),
        Command::Pull(args) => pull::run(&args, &mut terminal),
        Command::Sections(args) => sections::run(&args, &mut terminal),
        Command::Preview(args) => preview::run(&args, &mut terminal),
        Command::Template(args) => template::run(&args, &mut terminal),
        Command::Sample(args) => sample::run(&args, &mut terminal),
        Command::Rules(args) => rules::run(&args, &mut terminal),
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

/// The levels of checks that the arguments ask for, and what they tell of a council.
fn options(levels: &args::Levels, council: &args::Council) -> Result<Options, Failure> {
    let mut options = Options::default();
    for (code, level) in &levels.set {
        options.set(code, *level).map_err(|error| {
            let option = match level {
                Level::Allow => "--allow",
                Level::Warn => "--warn",
                Level::Deny => "--deny",
            };
            Failure::new(format!("{option} {code}")).help(error.to_string())
        })?;
    }
    if levels.deny_warnings {
        options.deny_warnings();
    }
    let voters: Vec<&str> = council.voters.iter().map(|name| name.trim()).collect();
    for (index, name) in voters.iter().enumerate() {
        if name.is_empty() || voters[..index].contains(name) {
            let message = match *name {
                "" => "--voters has an empty name".to_owned(),
                name => format!("--voters names {name} twice"),
            };
            return Err(Failure::new(message).help("name every voter once, as in a,b,c"));
        }
    }
    if let Some(size) = council.size {
        if !voters.is_empty() && voters.len() != usize::from(size) {
            let message = format!("--council-size is {size}, and --voters names {}", voters.len());
            return Err(Failure::new(message).help("leave one out, or make them agree"));
        }
        options.council_size(size.into());
    }
    options.voters(voters);
    Ok(options)
}
