//! `sample`: a complete, valid example document.

use std::io::Write as _;

use super::args::Sample;
use super::terminal::Terminal;
use super::{Exit, Failure};

pub(super) fn run(args: &Sample, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let variant = args.task_type.as_deref();
    let (sample, all) = match args.minimal {
        true => (args.kind.minimal_sample(variant), args.kind.minimal),
        false => (args.kind.sample(variant), args.kind.samples),
    };
    let Some(sample) = sample else {
        let names: Vec<&str> = all.iter().map(|sample| sample.name).collect();
        let wanted = final_report::visible(args.task_type.as_deref().unwrap_or_default());
        let failure = Failure::new(format!("{wanted} is no task type of a {}", args.kind.name));
        return Err(failure.help(format!("the task types are {}", names.join(", "))));
    };
    terminal.out.write_all(sample.text.as_bytes())?;
    Ok(Exit::Done)
}
