//! For logs and editors: one line a diagnostic.

use std::io::{self, Write};

use final_report::visible;

use super::Checked;

pub(super) fn print(out: &mut dyn Write, checked: &Checked<'_>) -> io::Result<()> {
    for found in checked.found {
        let place = found.span.as_ref().map(|span| format!(":{}:{}", span.line, span.column));
        let (name, place) = (checked.name, place.unwrap_or_default());
        let message = visible(&found.message);
        writeln!(out, "{name}{place}: {}[{}] {message}", found.severity, found.code.id)?;
    }
    Ok(())
}
