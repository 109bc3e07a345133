//! Why a text is not JSON, in words that help to mend it.

use std::ops::Range;

use super::codes::{LONE_SURROGATE, LOSSY_NUMBER, NESTING, SYNTAX};
use super::lines::LineIndex;
use super::read::MAX_DEPTH;
use crate::diagnostic::{Code, Diagnostic};

struct Fault {
    code: &'static Code,
    message: String,
    help: &'static str,
    at: Range<usize>,
}

/// Turns the error of the JSON reader into a diagnostic of ours.
pub(super) fn explain(text: &str, error: &serde_json::Error, too_deep: bool) -> Diagnostic {
    let lines = LineIndex::new(text.as_bytes());
    let at = offset(text, error.line(), error.column());
    let fault = if too_deep {
        Fault {
            code: &NESTING,
            message: format!("arrays and objects nest deeper than {MAX_DEPTH}"),
            help: "no kind of document needs this depth: look for a bracket that is never closed",
            at: at..at + 1,
        }
    } else {
        fault(text, at, &error.to_string(), error.is_eof())
    };
    let end = fault.at.end.min(text.len());
    let start = fault.at.start.min(end);
    let mut found = Diagnostic::new(fault.code, "", fault.message)
        .help(fault.help)
        .at(lines.span(char_start(text, start)..char_end(text, end)));
    if error.is_eof()
        && let Some(open) = unclosed(text)
    {
        let what = if text.as_bytes()[open] == b'{' { "this object" } else { "this array" };
        found = found.related("", format!("{what} is still open"));
        found.related[0].span = Some(lines.span(open..open + 1));
    }
    found
}

/// The byte that an error of the reader speaks of.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

fn char_start(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn char_end(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

fn fault(text: &str, at: usize, reader: &str, cut_off: bool) -> Fault {
    let new = |message: String, help, at: Range<usize>| Fault { code: &SYNTAX, message, help, at };
    let here = at..at + 1;
    if text.trim().is_empty() {
        let message = "the document is empty".to_owned();
        return new(message, "write one JSON object into it", 0..0);
    }
    if text.trim_start().starts_with("```") {
        let start = text.len() - text.trim_start().len();
        let message = "the document is wrapped in a markdown fence".to_owned();
        return new(
            message,
            "remove the lines with the backticks: JSON alone stands here",
            start..start + 3,
        );
    }
    if cut_off {
        let end = text.trim_end().len();
        let message = "the document ends before its JSON does".to_owned();
        let help = "it was cut off: write it again as a whole, or close what is open";
        return new(message, help, end.saturating_sub(1)..end);
    }
    let rest = &text[char_start(text, at)..];
    let found = match rest.chars().next() {
        Some('\n') => "the line break".to_owned(),
        Some(c) => format!("`{c}`"),
        None => String::new(),
    };
    let starts = |prefix: &str| reader.starts_with(prefix);
    if starts("trailing characters") {
        let message = "more text follows the JSON value".to_owned();
        return new(message, "a document is one JSON value: remove what follows it", here);
    }
    if starts("number out of range") {
        let number = number_around(text, at);
        let message = format!("the number {} does not survive as written", &text[number.clone()]);
        let help = "write a number that is not beyond 1e308";
        return Fault { code: &LOSSY_NUMBER, message, help, at: number };
    }
    let escape = text[..char_start(text, at)].rfind("\\u").map(|start| start..at + 1);
    if starts("lone leading surrogate") || starts("unexpected end of hex escape") {
        return Fault {
            code: &LONE_SURROGATE,
            message: "a surrogate escape stands without its partner".to_owned(),
            help: "write the character itself, or both halves of its pair",
            at: escape.unwrap_or(here),
        };
    }
    if starts("control character") {
        // The reader has gone past it.
        let at = text[..at].rfind(|c: char| c < ' ').unwrap_or(at);
        let what = match text.as_bytes()[at] {
            b'\n' => "a line break",
            b'\t' => "a tab",
            _ => "a control character",
        };
        let message = format!("a string holds {what} as it is");
        let help = "escape it: a line break is \\n, a tab is \\t, others are \\u00XX";
        return new(message, help, at..at + 1);
    }
    if starts("invalid escape") {
        let message = format!("no escape of JSON goes on with {found}");
        let help = "a backslash itself is written \\\\; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
        return new(message, help, at.saturating_sub(1)..at + 1);
    }
    if starts("invalid unicode") {
        let message = "an escape names no character".to_owned();
        return new(message, "write four hexadecimal digits after \\u", escape.unwrap_or(here));
    }
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        let message = "JSON has no comments".to_owned();
        return new(message, "remove the comment", here);
    }
    if starts("trailing comma") || (starts("expected value") && rest.starts_with([']', '}'])) {
        let comma = text[..at].trim_end().len();
        let message = format!("a comma stands before the closing {found}");
        return new(message, "remove the comma", comma.saturating_sub(1)..comma);
    }
    if rest.starts_with(['\'', '“', '”', '‘', '’']) {
        let message = format!("{found} quotes no string in JSON");
        return new(message, "keys and strings stand in straight double quotes", here);
    }
    if starts("key must be a string") {
        let message = format!("a key begins with {found}");
        return new(message, "keys stand in double quotes", here);
    }
    if starts("expected `,`") {
        let message = format!("a comma is missing before {found}");
        let help = "put a comma between two members, and escape a quote inside a string as \\\"";
        return new(message, help, here);
    }
    if starts("expected `:`") {
        let message = format!("a colon is missing before {found}");
        return new(message, "a colon stands between a key and its value", here);
    }
    if starts("invalid number") {
        let number = number_around(text, at);
        let message = format!("`{}` is not a number of JSON", &text[number.clone()]);
        let help = "no leading zeros, no plus sign, and digits on both sides of the point";
        return new(message, help, number);
    }
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    if matches!(word, "NaN" | "Infinity" | "None" | "True" | "False" | "undefined") {
        let message = format!("{word} is no value of JSON");
        return new(message, "write null, true, false or a number", at..at + word.len());
    }
    let message = format!("{found} does not belong here");
    new(
        message,
        "a value of JSON is expected: an object, array, string, number, true, false or null",
        here,
    )
}

fn number_around(text: &str, at: usize) -> Range<usize> {
    let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take_while(|b| part(b)).count();
    let end = at + bytes[at..].iter().take_while(|b| part(b)).count();
    start..end
}

/// The innermost bracket that is open at the end of a text that was cut off.
fn unclosed(text: &str) -> Option<usize> {
    let (mut open, mut string, mut escaped) = (Vec::new(), false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if string => escaped = true,
            b'"' => string = !string,
            _ if string => {}
            b'{' | b'[' => open.push(at),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}
