//! Documents with hostile texts, for properties that have to hold whatever a text is.

use std::collections::HashMap;
use std::sync::OnceLock;

use final_report::{KINDS, Severity};
use proptest::prelude::*;
use serde_json::Value;

use super::{leaves, try_render};

/// A valid document, and those of its texts that can be anything.
pub struct Base {
    pub document: Value,
    pub free: Vec<String>,
}

/// The samples of every kind, and those records that break a rule and are rendered all the same.
pub fn bases() -> &'static [Base] {
    static BASES: OnceLock<Vec<Base>> = OnceLock::new();
    BASES.get_or_init(|| {
        let samples = KINDS.iter().flat_map(|kind| kind.samples.iter().chain(kind.minimal));
        let documents = samples.map(|sample| serde_json::from_str(sample.text).unwrap());
        let broken = KINDS.iter().filter(|kind| kind.is_record).flat_map(|kind| {
            let rules = kind.rules.iter().filter(|rule| rule.code.severity == Severity::Error);
            rules.map(|rule| {
                let sample = kind.sample(Some(rule.broken.sample)).unwrap();
                rule.broken.document(sample.text)
            })
        });
        let bases =
            documents.chain(broken).map(|document| Base { free: free_texts(&document), document });
        // The smallest documents may have no text that is free.
        bases.filter(|base| !base.free.is_empty()).collect()
    })
}

/// The texts of a document that can be replaced by any other, wherever they stand in it.
fn free_texts(document: &Value) -> Vec<String> {
    let mut texts = Vec::new();
    leaves(document, "", &mut |_, leaf| {
        if let Value::String(text) = leaf
            && !texts.contains(text)
        {
            texts.push(text.clone());
        }
    });
    texts.retain(|text| {
        let other = HashMap::from([(text.as_str(), "word".to_owned())]);
        try_render(&with_texts(document, &other)).is_ok()
    });
    texts
}

/// The document with some of its texts replaced; equal texts stay equal, as the rules ask.
fn with_texts(document: &Value, texts: &HashMap<&str, String>) -> Value {
    match document {
        Value::String(text) => Value::String(texts.get(text.as_str()).unwrap_or(text).clone()),
        Value::Array(items) => items.iter().map(|item| with_texts(item, texts)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), with_texts(value, texts))).collect()
        }
        other => other.clone(),
    }
}

/// Pieces that mean something to markdown, YAML, HTML, templates or terminals.
const PIECES: &[&str] = &[
    "|",
    "\\|",
    "\\\\|",
    "\\",
    "`",
    "``",
    "```",
    "`a|b`",
    "`\\|`",
    "*",
    "**",
    "***",
    "_",
    "__",
    "~",
    "~~",
    "~~~",
    "[",
    "]",
    "(",
    ")",
    "](",
    "[l](http://u.v/w)",
    "![i](x)",
    "[ ] ",
    "[x] ",
    "[a]: b",
    "[^1]",
    "[a][b]",
    "<",
    ">",
    "<b>",
    "</td>",
    "<!--",
    "-->",
    "<br>",
    "</code>",
    "&",
    "&lt;",
    "&#124;",
    "&amp",
    "\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{85}",
    "\n\n",
    "# ",
    "## ",
    "#",
    "- ",
    "+ ",
    "* ",
    "1. ",
    "1) ",
    "2",
    ". ",
    "> ",
    "---",
    "***",
    "===",
    "```\n",
    "    ",
    "\t",
    " ",
    "a",
    "word",
    "B2",
    "é",
    "日本",
    "\u{202E}",
    "\u{200F}",
    "\0",
    "\u{1b}[31m",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{9b}",
    "http://a.b/c_d*e",
    "https://x.y",
    "https://x.y/(z)",
    "www.x.y",
    "ftp://f",
    "a@b.c",
    "{{ x }}",
    "{% raw %}",
    "{#",
    "$x$",
    ":tada:",
    "\u{FDD0}",
    "\u{FEFF}",
    "😀",
    "“",
    "£",
    "\u{301}",
    "|---|",
    ":---",
    "\"",
    "'",
    ": ",
    "%YAML",
    "...",
    "!",
    "&#32;",
    "—",
    "\u{3000}",
    "\u{a0}",
    "[!NOTE]",
    "<code>",
    "x*",
    "*x",
    "_x",
    "x_",
    "~x",
    "x~",
];

fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::collection::vec(prop::sample::select(PIECES), 1..12).prop_map(|p| p.concat()),
        1 => "\\PC{1,20}",
        1 => any::<String>(),
    ]
}

/// A sample in which up to ten texts are hostile; with them, what was replaced by what.
pub fn hostile_document() -> impl Strategy<Value = (usize, Vec<(usize, String)>)> {
    let texts = prop::collection::vec((any::<prop::sample::Index>(), hostile()), 1..10);
    (any::<prop::sample::Index>(), texts).prop_map(|(base, texts)| {
        let base = base.index(bases().len());
        let len = bases()[base].free.len();
        (base, texts.into_iter().map(|(at, text)| (at.index(len), text)).collect())
    })
}

pub fn replaced(base: &Base, texts: &[(usize, String)], with: impl Fn(&str) -> String) -> Value {
    let texts = texts.iter().map(|(at, text)| (base.free[*at].as_str(), with(text))).collect();
    with_texts(&base.document, &texts)
}

/// `PROPTEST_CASES` asks for more; failing inputs are worth a case of their own, so none are kept.
pub fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
