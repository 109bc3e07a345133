//! For programs: one JSON object a line and document.

use std::io::{self, Write};

use final_report::{Diagnostic, Related, Span};
use serde_json::{Map, Value, json};

use super::Checked;
pub(in crate::cli) use super::printable;

pub(super) fn print(out: &mut dyn Write, checked: &Checked<'_>) -> io::Result<()> {
    let valid = checked.unread.is_none() && !checked.found.iter().any(Diagnostic::is_error);
    let mut object = json!({
        "path": checked.name,
        "kind": checked.kind.map(|kind| kind.name),
        "valid": valid,
        "diagnostics": checked.found.iter().map(diagnostic).collect::<Vec<_>>(),
    });
    if checked.left_out > 0 {
        object["leftOut"] = checked.left_out.into();
    }
    if let Some(why) = checked.unread {
        object["unread"] = why.into();
    }
    writeln!(out, "{}", printable(&object))
}

/// A diagnostic as every JSON output of the command has it.
pub(in crate::cli) fn diagnostic(found: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("code".into(), found.code.id.into());
    object.insert("name".into(), found.code.name.into());
    object.insert("severity".into(), found.severity.as_str().into());
    object.insert("message".into(), found.message.as_str().into());
    object.insert("help".into(), found.help.as_deref().into());
    object.insert("pointer".into(), found.pointer.as_str().into());
    place(&mut object, found.span.as_ref());
    object.insert("related".into(), found.related.iter().map(related).collect());
    Value::Object(object)
}

fn related(related: &Related) -> Value {
    let mut object = Map::new();
    object.insert("message".into(), related.message.as_str().into());
    object.insert("pointer".into(), related.pointer.as_str().into());
    place(&mut object, related.span.as_ref());
    Value::Object(object)
}

fn place(object: &mut Map<String, Value>, span: Option<&Span>) {
    object.insert("line".into(), span.map(|span| span.line).into());
    object.insert("column".into(), span.map(|span| span.column).into());
    object.insert("endLine".into(), span.map(|span| span.end_line).into());
    object.insert("endColumn".into(), span.map(|span| span.end_column).into());
}
