//! For GitHub Actions: workflow commands, which become annotations on the lines of a pull request.

use std::io::{self, Write};

use final_report::visible;

use super::Checked;

pub(super) fn print(out: &mut dyn Write, checked: &Checked<'_>) -> io::Result<()> {
    for found in checked.found {
        let mut properties = format!("file={}", property(checked.name));
        if let Some(span) = &found.span {
            // The end of a range is its last column there.
            let end = span.end_column.saturating_sub(1).max(1);
            properties.push_str(&format!(",line={},endLine={}", span.line, span.end_line));
            if span.line == span.end_line {
                let end = end.max(span.column);
                properties.push_str(&format!(",col={},endColumn={end}", span.column));
            }
        }
        let title = property(&format!("{} {}", found.code.id, found.code.name));
        let help = found.help.as_deref().map(|help| format!("\nhelp: {}", visible(help)));
        let message = format!("{}{}", visible(&found.message), help.unwrap_or_default());
        writeln!(out, "::{} {properties},title={title}::{}", found.severity, data(&message))?;
    }
    Ok(())
}

/// The text of a command: what would end it or begin an escape is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command, which a comma or a colon would end as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
