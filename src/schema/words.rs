//! Values and schemas in words.

use serde_json::Value;

use crate::markdown::chars::{is_hidden, is_line_break, push_shown};

/// Longer strings are cut in messages; the excerpt shows the place.
const MAX_SHOWN: usize = 60;

/// A JSON value for a message.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "an empty string".to_owned(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => quoted(&other.to_string()),
    }
}

/// A text for a message: in backticks, on one line, with nothing that acts on the reader's screen,
/// cut when long.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (at, c) in text.chars().enumerate() {
        match c {
            _ if at == MAX_SHOWN => {
                out.push('…');
                break;
            }
            '`' | '\t' => out.push(' '),
            c if is_line_break(c) => out.push(' '),
            c if is_hidden(c) => push_shown(&mut out, c),
            c => out.push(c),
        }
    }
    out.push('`');
    out
}

/// The JSON type of a value, with its article.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(n) if n.is_f64() => "a number",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A type name of JSON Schema with its article.
pub(super) fn type_name(name: &str) -> String {
    match name {
        "null" => "null".to_owned(),
        "array" | "integer" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn any_of(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What a schema asks for, as the object of "write ...".
pub(super) fn asked_for(root: &Value, schema: &Value) -> String {
    let schema = resolve(root, schema);
    if let Some(only) = schema.get("const") {
        return value(only);
    }
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return any_of(&options.iter().map(value).collect::<Vec<_>>());
    }
    if let Some(branches) = schema.get("oneOf").and_then(Value::as_array) {
        let mut all: Vec<String> = branches.iter().map(|b| asked_for(root, b)).collect();
        all.dedup();
        return any_of(&all);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => {
            if let Some(example) = schema.get("pattern").and_then(Value::as_str).map(example) {
                format!("a string such as `{example}`")
            } else {
                match schema.get("minLength").and_then(Value::as_u64) {
                    None | Some(0) => "a string".to_owned(),
                    Some(1) => "a string that is not empty".to_owned(),
                    Some(least) => format!("a string of at least {least} characters"),
                }
            }
        }
        Some("object") => {
            let required = schema.get("required").and_then(Value::as_array);
            let keys: Vec<&str> =
                required.into_iter().flatten().filter_map(Value::as_str).collect();
            if keys.is_empty() {
                "an object".to_owned()
            } else {
                format!("an object with {}", keys.join(", "))
            }
        }
        Some(name) => type_name(name),
        None => "a value".to_owned(),
    }
}

/// Follows `$ref` within the schema document.
pub(super) fn resolve<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    while let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        match root.pointer(target.trim_start_matches('#')) {
            Some(found) => schema = found,
            None => break,
        }
    }
    schema
}

/// A string that a simple pattern accepts: literals, `\d`, character classes, groups and counts.
pub(super) fn example(pattern: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let (atom, next) = match chars[at] {
            '^' | '$' => (String::new(), at + 1),
            '\\' => {
                let escaped = chars.get(at + 1).copied().unwrap_or('\\');
                (if escaped == 'd' { "1".to_owned() } else { escaped.to_string() }, at + 2)
            }
            '[' => {
                let close = find_from(&chars, at, ']');
                (chars.get(at + 1).map(char::to_string).unwrap_or_default(), close + 1)
            }
            '(' => {
                let close = find_from(&chars, at, ')');
                let inner: String = chars[at + 1..close].iter().collect();
                (example(inner.split('|').next().unwrap_or("")), close + 1)
            }
            c => (c.to_string(), at + 1),
        };
        at = next;
        let count = match chars.get(at) {
            Some('*') => {
                at += 1;
                0
            }
            Some('+') => {
                at += 1;
                1
            }
            Some('{') => {
                let close = find_from(&chars, at, '}');
                let digits = chars[at + 1..close].iter().take_while(|c| c.is_ascii_digit());
                let count = digits.collect::<String>().parse().unwrap_or(1);
                at = close + 1;
                count
            }
            _ => 1,
        };
        if count > 1 && atom == "1" {
            out.push_str(&format!("{:0count$}", 1));
        } else {
            out.push_str(&atom.repeat(count));
        }
    }
    out
}

fn find_from(chars: &[char], from: usize, wanted: char) -> usize {
    chars[from..].iter().position(|c| *c == wanted).map_or(chars.len() - 1, |at| from + at)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_quoted_text_is_one_short_harmless_line() {
        assert_eq!(super::quoted("a`b\nc\td\u{202E}e"), "`a b c d[U+202E]e`");
        assert_eq!(super::quoted(&"é".repeat(60)), format!("`{}`", "é".repeat(60)));
        assert_eq!(super::quoted(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
    }

    #[test]
    fn examples_show_the_form() {
        for (pattern, example) in [
            (r"^P-\d{3,}$", "P-001"),
            (r"^P-(Opt|Step|Dep|Val|Rb)-\d+$", "P-Opt-1"),
            (r"^[a-z][a-z-]*:[A-Za-z0-9._-]+$", "a:A"),
            (r"^(covered|blocker AB-\d{3,}|gap)$", "covered"),
        ] {
            assert_eq!(super::example(pattern), example);
        }
    }
}
