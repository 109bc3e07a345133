//! `render --jsonl`: one document a line in, one result a line out.

use std::io::{self, BufRead, Write as _};

use final_report::Renderer;
use serde::Serialize;
use serde_json::Value;

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

/// A result as it is written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    line: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'a str>,
    /// There where anything was found, even if none of it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

fn one(args: &Render, renderer: &Renderer, number: usize, line: &[u8]) -> Result<Done, Failure> {
    let job = Job::run(renderer, line, args.kind.kind)?;
    let most = args.messages.max;
    let mut text = print::printable(&Line {
        line: number,
        ok: job.done.is_some(),
        kind: job.kind.map(|kind| kind.name),
        markdown: job.done.as_ref().map(|(_, report)| report.markdown.as_str()),
        diagnostics: (!job.found.is_empty())
            .then(|| job.found.iter().take(most).map(json::diagnostic).collect()),
        left_out: job.found.len().checked_sub(most).filter(|left| *left > 0),
    });
    text.push('\n');
    Ok(Done { text, has_errors: job.has_errors() })
}
