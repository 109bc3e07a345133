//! `render --jsonl`: one document a line in, one result a line out.

use std::io::{self, BufRead, Write as _};

use final_report::Renderer;
use serde_json::{Map, Value};

use super::args::Render;
use super::job::Job;
use super::print::{self, json};
use super::terminal::Terminal;
use super::{Exit, Failure, pool};

/// One result: its line, and whether there are errors.
struct Done {
    text: String,
    has_errors: bool,
}

pub(super) fn run(
    args: &Render,
    renderer: &Renderer,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    pool::in_order(
        (1..).zip(Lines(io::stdin())),
        |(number, line)| match line {
            Ok(line) => one(args, renderer, number, &line),
            Err(error) => Err(Failure::new(format!("cannot read standard input: {error}"))),
        },
        |done| {
            let done = done?;
            if done.has_errors {
                exit = Exit::Findings;
            }
            terminal.out.write_all(done.text.as_bytes())?;
            Ok::<(), Failure>(())
        },
    )?;
    Ok(exit)
}

/// Lines as bytes: what is no UTF-8 is a fault of one document, not of the stream.
struct Lines(io::Stdin);

impl Iterator for Lines {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.0.lock().read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                line.pop_if(|byte| *byte == b'\n');
                Some(Ok(line))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

fn one(args: &Render, renderer: &Renderer, number: usize, line: &[u8]) -> Result<Done, Failure> {
    let job = Job::run(renderer, line, args.kind.kind)?;
    let has_errors = job.has_errors();
    let mut object = Map::new();
    object.insert("line".into(), number.into());
    object.insert("ok".into(), job.done.is_some().into());
    if let Some(kind) = job.kind {
        object.insert("kind".into(), kind.name.into());
    }
    if let Some((_, report)) = job.done {
        object.insert("markdown".into(), report.markdown.into());
    }
    if !job.found.is_empty() {
        let shown = job.found.iter().take(args.messages.max);
        object.insert("diagnostics".into(), shown.map(json::diagnostic).collect());
        if job.found.len() > args.messages.max {
            object.insert("leftOut".into(), (job.found.len() - args.messages.max).into());
        }
    }
    let mut text = print::printable(&Value::Object(object));
    text.push('\n');
    Ok(Done { text, has_errors })
}
