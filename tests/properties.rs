//! What holds for every document, hostile text included.

mod support;

use final_report::{Document, Options};
use proptest::prelude::*;
use serde_json::Value;
use support::hostile::{bases, config, hostile_document, replaced};
use support::{assert_form, bare, leaves, parse, shown, try_render, try_render_without_findings};

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
