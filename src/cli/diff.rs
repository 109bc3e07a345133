//! Showing how texts differ.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::time::Duration;

use final_report::lifecycle::{Edit, Edits, Standing};
use final_report::visible;
use similar::TextDiff;

use super::files::shown;
use super::terminal::Terminal;

/// How long to look for the shortest way to tell a difference.
const TIME: Duration = Duration::from_secs(2);

/// How many edits of a report are shown.
const SHOWN: usize = 20;

const REMOVED: &str = "\x1b[31m";
const ADDED: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// What would change in the file at `path`, as a unified diff; `old` is `None` for a new file.
pub(super) fn unified(path: &Path, old: Option<&[u8]>, new: &str) -> String {
    let name = shown(path);
    let from = if old.is_some() { name.as_str() } else { "/dev/null" };
    let old = String::from_utf8_lossy(old.unwrap_or_default());
    let diff = TextDiff::configure().timeout(TIME).diff_lines(old.as_ref(), new);
    diff.unified_diff().context_radius(3).header(from, &name).to_string()
}

/// Prints a unified diff to standard output.
pub(super) fn print(terminal: &mut Terminal, diff: &str) -> io::Result<()> {
    let colored = terminal.out_is_colored();
    let to_terminal = io::stdout().is_terminal();
    for line in diff.split_inclusive('\n') {
        let text = line.trim_end_matches('\n');
        // Another program gets every byte; a terminal must not be acted on.
        let text = if to_terminal { visible(text) } else { text.to_owned() };
        let color = match text.as_bytes().first() {
            Some(b'-') if colored => REMOVED,
            Some(b'+') if colored => ADDED,
            _ => "",
        };
        let plain = if color.is_empty() { "" } else { PLAIN };
        writeln!(terminal.out, "{color}{text}{plain}")?;
    }
    Ok(())
}

/// Says on standard error why a report was left as it is.
pub(super) fn in_the_way(
    terminal: &mut Terminal,
    path: &Path,
    standing: &Standing,
) -> io::Result<()> {
    terminal.out.flush()?;
    let name = shown(path);
    let err = &mut terminal.err;
    match standing {
        Standing::Edited(Edits { edits: made, answered }) => {
            writeln!(err, "error: {name} was edited by hand, and is left as it is")?;
            edits(terminal, made)?;
            let help = match answered {
                true => format!(
                    "`final-report pull {name}` takes the answers into the document; --force \
                     replaces the report and keeps a backup"
                ),
                false => "--force replaces it and keeps a backup".to_owned(),
            };
            writeln!(terminal.err, "  help: {help}")
        }
        _ => {
            writeln!(err, "error: {name} was not written by this program, and is left as it is")?;
            writeln!(err, "  help: move it away, or use --force, which keeps a backup")
        }
    }
}

/// Prints edited lines with their places on standard error.
pub(super) fn edits(terminal: &mut Terminal, edits: &[Edit]) -> io::Result<()> {
    let colored = terminal.err_is_colored();
    let shown = &edits[..edits.len().min(SHOWN)];
    let last = shown.iter().map(|edit| edit.line + edit.added.len()).max().unwrap_or(0);
    let width = last.to_string().len();
    let err = &mut terminal.err;
    let mut line = |number: &str, sign: char, color: &str, text: &str| {
        let (color, plain) = if colored { (color, PLAIN) } else { ("", "") };
        let text = visible(text);
        let gap = if text.is_empty() { "" } else { " " };
        writeln!(err, "{number:>width$} {color}{sign}{gap}{text}{plain}")
    };
    for edit in shown {
        for text in &edit.removed {
            line("", '-', REMOVED, text)?;
        }
        for (offset, text) in edit.added.iter().enumerate() {
            line(&(edit.line + offset).to_string(), '+', ADDED, text)?;
        }
    }
    if edits.len() > shown.len() {
        writeln!(terminal.err, "{:>width$} … and {} more edits", "", edits.len() - shown.len())?;
    }
    Ok(())
}
