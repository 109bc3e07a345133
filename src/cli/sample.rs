//! `sample`: a complete, valid example document.

use std::io::Write as _;

use final_report::{Kind, Sample};

use super::args;
use super::terminal::Terminal;
use super::{Exit, Failure};

pub(super) fn run(args: &args::Sample, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let all = if args.minimal { args.kind.minimal } else { args.kind.samples };
    let sample = find(args.kind, args.task_type.as_deref(), all)?;
    terminal.out.write_all(sample.text.as_bytes())?;
    Ok(Exit::Done)
}

/// The sample of a kind for a task type, or the first one of `all`.
pub(super) fn find(
    kind: &Kind,
    task_type: Option<&str>,
    all: &'static [Sample],
) -> Result<&'static Sample, Failure> {
    let found = match task_type {
        Some(wanted) => all.iter().find(|sample| sample.name == wanted),
        None => all.first(),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|sample| sample.name).collect();
        let wanted = final_report::visible(task_type.unwrap_or_default());
        let failure = Failure::new(format!("{wanted} is no task type of a {}", kind.name));
        failure.help(format!("the task types are {}", names.join(", ")))
    })
}
