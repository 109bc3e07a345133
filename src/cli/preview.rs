//! `preview`: a report in a browser, made anew at every change.

mod look;

use std::io::{self, Write as _};

use super::args::Preview as Args;
use super::files::{self, Input};
use super::terminal::Terminal;
use super::{Exit, Failure, job, sample};
use crate::preview::{self, Choice, Preview, Trouble, Watched};
use look::{Look, Subject};

pub(super) fn run(args: &Args, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let subject = subject(args)?;
    // What cannot be used from the start is a mistake in the arguments; later, it is one in a file.
    let _ = job::folder(&args.templates, terminal)?;
    let watched =
        Watched { document: args.input.clone(), templates: args.templates.folder.clone() };
    let mut look = Look::new(subject, args.lang, args.templates.folder.clone());
    let first = look.first();
    let preview = Preview::bind(args.port).map_err(|error| unbound(args.port, &error))?;
    let address = preview.address();
    let ready = || {
        writeln!(terminal.out, "{address}")?;
        terminal.out.flush()?;
        if args.open
            && let Err(error) = preview::open(&address)
        {
            writeln!(terminal.err, "warning: cannot open a browser: {error}")?;
            terminal.err.flush()?;
        }
        Ok(())
    };
    preview.serve(first, watched, move |choice| look.again(choice), ready).map_err(unserved)?;
    Ok(Exit::Done)
}

fn unserved(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Unready(error) => error.into(),
        Trouble::Unwatched(error) => {
            let failure = Failure::new(format!("cannot see changes of the files: {error}"));
            failure.help("the system may have a limit of watched files, such as max_user_watches")
        }
        Trouble::System(error) => Failure::new(format!("cannot serve the page: {error}")),
    }
}

/// What is shown: a document, or a sample.
fn subject(args: &Args) -> Result<Subject, Failure> {
    let Some(path) = &args.input else {
        let kind = args.kind.unwrap_or(final_report::KINDS[0]);
        let sample = sample::find(kind, args.task_type.as_deref(), kind.samples)?;
        let (kind, sample) = (kind.name.to_owned(), sample.name.to_owned());
        return Ok(Subject::Samples(Choice { kind, sample }));
    };
    let input = files::input(path);
    if input == Input::StandardInput {
        let failure = Failure::new("preview needs a file, and this is standard input");
        return Err(failure.help("name a document, or leave it out to see the samples"));
    }
    input.read()?;
    Ok(Subject::Document(path.clone(), args.kind))
}

/// Why there is no page at this port.
fn unbound(port: u16, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let failure = Failure::new(format!("port {port} is taken"));
            failure.help("--port 0 picks a free one, and --port N takes another one")
        }
        io::ErrorKind::PermissionDenied => {
            let failure = Failure::new(format!("port {port} is not for every user"));
            failure.help("--port 0 picks a free one; those from 1024 on are for everyone")
        }
        _ => Failure::new(format!("cannot listen on 127.0.0.1, port {port}: {error}")),
    }
}
