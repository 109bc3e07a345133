//! `rules`: the catalogue of checks, or one of them explained.

use std::io::{self, Write};

use final_report::{Entry, catalogue, nearest, visible};
use serde_json::{Value, json};

use super::args::{ListFormat, Rules};
use super::terminal::Terminal;
use super::{Exit, Failure};

pub(super) fn run(args: &Rules, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let out = &mut terminal.out;
    let Some(wanted) = &args.code else {
        match args.format {
            ListFormat::Json => {
                writeln!(out, "{}", catalogue().map(|entry| object(&entry)).collect::<Value>())?;
            }
            ListFormat::Text => list(out)?,
        }
        return Ok(Exit::Done);
    };
    let is_wanted =
        |entry: &Entry| entry.code.id.eq_ignore_ascii_case(wanted) || entry.code.name == wanted;
    let Some(entry) = catalogue().find(is_wanted) else {
        let names = catalogue().flat_map(|entry| [entry.code.id, entry.code.name]);
        let help = match nearest(wanted, names) {
            Some(near) => format!("did you mean {near}?"),
            None => "`final-report rules` lists the checks".to_owned(),
        };
        let message = format!("there is no check `{}`", visible(wanted));
        return Err(Failure::new(message).help(help));
    };
    match args.format {
        ListFormat::Json => writeln!(out, "{}", object(&entry))?,
        ListFormat::Text => explain(out, &entry)?,
    }
    Ok(Exit::Done)
}

fn list(out: &mut impl Write) -> io::Result<()> {
    for entry in catalogue() {
        let severity = entry.code.severity.as_str();
        writeln!(out, "{}  {severity:7}  {:32}  {}", entry.code.id, entry.code.name, entry.what)?;
    }
    Ok(())
}

fn explain(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let Entry { code, what, why, kind, .. } = entry;
    writeln!(out, "{} {} ({})", code.id, code.name, code.severity)?;
    if let Some(kind) = kind {
        writeln!(out, "for documents of the kind {}", kind.name)?;
    }
    writeln!(out, "\n{what}\n{why}")?;
    for (title, example) in [("Broken", entry.broken()), ("Mended", entry.mended())] {
        writeln!(out, "\n{title}:")?;
        for line in example.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

fn object(entry: &Entry) -> Value {
    json!({
        "code": entry.code.id,
        "name": entry.code.name,
        "severity": entry.code.severity.as_str(),
        "kind": entry.kind.map(|kind| kind.name),
        "what": entry.what,
        "why": entry.why,
        "broken": entry.broken(),
        "mended": entry.mended(),
    })
}
