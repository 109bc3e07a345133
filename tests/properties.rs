//! What holds for every document, hostile text included.

mod support;

use std::collections::HashMap;
use std::sync::OnceLock;

use final_report::{Document, KINDS, Options, Severity};
use proptest::prelude::*;
use serde_json::Value;
use support::{assert_form, bare, leaves, parse, shown, try_render, try_render_without_findings};

/// A valid document, and those of its texts that can be anything.
struct Base {
    document: Value,
    free: Vec<String>,
}

/// The samples of every kind, and those records that break a rule and are rendered all the same.
fn bases() -> &'static [Base] {
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
fn hostile_document() -> impl Strategy<Value = (usize, Vec<(usize, String)>)> {
    let texts = prop::collection::vec((any::<prop::sample::Index>(), hostile()), 1..10);
    (any::<prop::sample::Index>(), texts).prop_map(|(base, texts)| {
        let base = base.index(bases().len());
        let len = bases()[base].free.len();
        (base, texts.into_iter().map(|(at, text)| (at.index(len), text)).collect())
    })
}

fn replaced(base: &Base, texts: &[(usize, String)], with: impl Fn(&str) -> String) -> Value {
    let texts = texts.iter().map(|(at, text)| (base.free[*at].as_str(), with(text))).collect();
    with_texts(&base.document, &texts)
}

/// `PROPTEST_CASES` asks for more; failing inputs are worth a case of their own, so none are kept.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Values that a report shows by what it says or leaves out, not by their own text.
const SHOWN_OTHERWISE: &[(&str, Option<&str>)] = &[
    ("/schemaVersion", None),
    ("/round2SkippedReason", Some("not-skipped")),
    ("/mergeConflictProbe/kind", None),
];

/// How many errors there are in a document.
fn errors_of(document: &Value) -> usize {
    let document = Document::parse(&serde_json::to_vec(document).unwrap()).unwrap();
    document.check(&Options::default()).iter().filter(|found| found.is_error()).count()
}

/// The blocks of the section that shows so many errors.
fn findings_section(errors: usize) -> String {
    let row = |header| format!("    row header={header}\n{}", "      cell\n".repeat(4));
    let table = "  heading 2\n  paragraph\n  table [None, None, None, None]\n";
    format!("{table}{}{}", row(true), row(false).repeat(errors))
}

fn one_bullet_a_list(blocks: &str) -> String {
    let (bullet, mut blocks) = ("    item\n      paragraph\n", blocks.to_owned());
    while blocks.contains(&bullet.repeat(2)) {
        blocks = blocks.replace(&bullet.repeat(2), bullet);
    }
    blocks
}

proptest! {
    #![proptest_config(config())]

    /// No value adds or ends a heading, list, row, cell, fence or HTML element.
    #[test]
    fn values_never_change_the_structure((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let hostile = replaced(base, &texts, str::to_owned);
        let plain = replaced(base, &texts, |text| if text.is_empty() { "" } else { "word" }.to_owned());
        // An empty text may be refused where one is needed.
        let render = try_render_without_findings;
        let (Ok(hostile), Ok(plain)) = (render(&hostile), render(&plain)) else {
            prop_assume!(texts.iter().any(|(_, text)| text.is_empty()));
            return Ok(());
        };
        let (seen, wanted) = (parse(&hostile), parse(&plain));
        prop_assert_eq!(&seen.blocks, &wanted.blocks, "{}", hostile);
        for html in &seen.html {
            prop_assert!(["<br>", "<code>", "</code>"].contains(&html.as_str()), "{html}");
        }
    }

    /// What rules find is shown as a table of four columns after a sentence, whatever it quotes.
    #[test]
    fn findings_never_change_the_structure((base, texts) in hostile_document()) {
        let document = replaced(&bases()[base], &texts, str::to_owned);
        let Ok(report) = try_render(&document) else { return Ok(()) };
        let errors = errors_of(&document);
        let without = parse(&try_render_without_findings(&document).unwrap());
        let mut blocks = parse(&report).blocks;
        if errors > 0 {
            let section = findings_section(errors);
            prop_assert!(blocks.contains(&section), "{}", report);
            blocks = blocks.replacen(&section, "", 1);
        }
        // Bullets in other sections point to this one.
        prop_assert_eq!(one_bullet_a_list(&blocks), one_bullet_a_list(&without.blocks), "{}", report);
    }

    /// Every text and number of a rendered section is found in what a reader sees.
    #[test]
    fn nothing_is_lost((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let document = replaced(base, &texts, str::to_owned);
        let Ok(report) = try_render(&document) else { return Ok(()) };
        let parsed = parse(&report);
        let joined = bare(&parsed.text);
        let flat = parsed.text.replace('\n', " ");
        leaves(&document, "", &mut |pointer, leaf| {
            let Value::String(value) = leaf else { return };
            // The front matter has a property of its own.
            if pointer.starts_with("/frontmatter/") && !pointer.ends_with("/title") {
                return;
            }
            if SHOWN_OTHERWISE.iter().any(|(end, is)| pointer.ends_with(end) && is.is_none_or(|is| is == value)) {
                return;
            }
            // Blocks of code lose their colours, other places show the sequence.
            let colourless = bare(&shown(&value.replace("\u{1b}[31m", "")));
            let value = shown(value);
            assert!(joined.contains(&bare(&value)) || joined.contains(&colourless), "{pointer}: {value:?}\n{report}");
            // Where no markup is possible, to the letter. Paragraphs lose the number of blank
            // lines, blocks of code their colours.
            let exact = !value.contains(['*', '_', '~', '`', '[', ']', '\n', '\u{1b}']);
            if exact && !value.trim().is_empty() && !value.contains("U+001B") {
                assert!(flat.contains(&value), "{pointer}: {value:?}\n{report}");
            }
        });
    }

    #[test]
    fn the_front_matter_is_yaml_of_the_same_values((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let document = replaced(base, &texts, str::to_owned);
        let Ok(report) = try_render(&document) else { return Ok(()) };
        let Some(wanted) = document.get("frontmatter") else { return Ok(()) };
        let yaml: serde_yaml_ng::Mapping =
            serde_yaml_ng::from_str(&parse(&report).front_matter).unwrap();
        let key_of = |key: &str| match key {
            "taskId" => "task-id",
            "taskGroup" => "task-group",
            "projectId" => "project-id",
            _ => return key.to_owned(),
        }.to_owned();
        prop_assert_eq!(yaml.len(), wanted.as_object().unwrap().len());
        for (key, value) in wanted.as_object().unwrap() {
            let mut value = value.clone();
            let texts = match &mut value {
                Value::Array(items) => items.iter_mut().collect(),
                text => vec![text],
            };
            for text in texts {
                *text = shown_in_yaml(text.as_str().unwrap()).into();
            }
            let found = serde_json::to_value(&yaml[key_of(key).as_str()]).unwrap();
            prop_assert_eq!(found, value, "{}", key);
        }
    }

    #[test]
    fn rendering_is_deterministic_and_canonical((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let document = replaced(base, &texts, str::to_owned);
        let Ok(report) = try_render(&document) else { return Ok(()) };
        assert_form(&report);
        prop_assert_eq!(report, try_render(&document).unwrap());
    }

    /// Whatever the bytes are, there is an answer.
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Document::parse(&bytes).map(|document| document.check(&Options::default()));
    }

    /// A document that is cut off or has bytes changed gets an answer too.
    #[test]
    fn no_damage_panics(
        base in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        insert in prop_oneof![Just(Vec::new()), "[\\[\\]{}\",:0-9a-z\\\\ \n]{1,4}".prop_map(String::into_bytes)],
        cut in 0_usize..40,
    ) {
        let base = &bases()[base.index(bases().len())];
        let mut bytes = serde_json::to_vec_pretty(&base.document).unwrap();
        let at = at.index(bytes.len());
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, insert);
        match Document::parse(&bytes) {
            Ok(document) => drop(document.check(&Options::default())),
            Err(found) => prop_assert!(!found.is_empty()),
        }
    }
}

/// Line breaks keep their form in YAML.
fn shown_in_yaml(value: &str) -> String {
    value
        .split_inclusive(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
        .map(|line| {
            let end = line.trim_end_matches(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
            shown(end) + &line[end.len()..]
        })
        .collect()
}
