//! The front matter of a report, for the list of names and values that a page shows.

use serde::Serialize;
use serde_json::Value;

/// A key of the front matter with its values.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Entry {
    name: String,
    values: Vec<String>,
}

/// The entries of a front matter. Its scalars are written as JSON writes them, a list on one line;
/// what is of another form is shown as it stands.
pub(super) fn entries(yaml: &str) -> Vec<Entry> {
    let lines = yaml.lines().filter(|line| line.trim() != "---" && !line.trim().is_empty());
    lines
        .map(|line| {
            let (name, value) = line.split_once(": ").unwrap_or((line, ""));
            let text = |value: Value| match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            let values = match serde_json::from_str(value) {
                Ok(Value::Array(items)) => items.into_iter().map(text).collect(),
                Ok(value) => vec![text(value)],
                Err(_) => vec![value.to_owned()],
            };
            Entry { name: name.to_owned(), values }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_without_its_quotes() {
        let entry = |name: &str, values: &[&str]| Entry {
            name: name.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let yaml = "---\ntitle: \"a: \\\"b\\\"\\nc\\u2028\"\ntags: [\"x\", \"y, z\"]\nn: 1\nodd: it's\n---\n";
        assert_eq!(
            entries(yaml),
            [
                entry("title", &["a: \"b\"\nc\u{2028}"]),
                entry("tags", &["x", "y, z"]),
                entry("n", &["1"]),
                entry("odd", &["it's"]),
            ]
        );
    }
}
