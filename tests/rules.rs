//! The examples that document the rules are tests of the rules.

use std::fs;
use std::path::Path;

use final_report::{Batch, Document, Example, KINDS, Kind, Options, catalogue};
use serde_json::Value;

/// The codes of what is found in an example, without repetition.
fn codes(kind: &'static Kind, example: &Example) -> Vec<&'static str> {
    let sample = kind.sample(Some(example.sample)).expect(example.sample);
    let bytes = serde_json::to_vec_pretty(&example.document(sample.text)).unwrap();
    let found = Document::parse_as(&bytes, kind).unwrap().check(&example.options());
    let mut codes: Vec<_> = found.iter().map(|diagnostic| diagnostic.code.id).collect();
    codes.dedup();
    codes
}

#[test]
fn a_broken_example_breaks_its_rule_and_no_other() {
    for kind in KINDS {
        for rule in kind.rules {
            assert_eq!(codes(kind, &rule.broken), [rule.code.id], "{}", rule.code.name);
        }
    }
}

#[test]
fn a_mended_example_breaks_nothing() {
    for kind in KINDS {
        for rule in kind.rules {
            assert_eq!(codes(kind, &rule.mended), [""; 0], "{}", rule.code.id);
        }
    }
}

#[test]
fn a_rule_between_documents_compares_one_with_those_before_it() {
    for kind in KINDS {
        for distinct in kind.distinct {
            let codes = |example: &Example| -> Vec<&str> {
                let mut batch = Batch::default();
                let mut check = |name: &str, document: &Value| {
                    let bytes = serde_json::to_vec(document).unwrap();
                    let document = Document::parse_as(&bytes, kind).unwrap();
                    batch.check(name, &document, &Options::default())
                };
                let first = serde_json::from_str(kind.samples[0].text).unwrap();
                assert_eq!(check("first.json", &first), []);
                assert_eq!(check("copy.json", &first), [], "the same thing once more");
                let sample = kind.sample(Some(example.sample)).unwrap();
                let found = check("other.json", &example.document(sample.text));
                assert!(found.iter().all(|d| d.message.ends_with(", in first.json")), "{found:?}");
                found.iter().map(|diagnostic| diagnostic.code.id).collect()
            };
            assert_eq!(codes(&distinct.rule.broken), [distinct.rule.code.id]);
            assert_eq!(codes(&distinct.rule.mended), [""; 0]);
        }
    }
}

#[test]
fn codes_and_names_are_unique_and_in_order() {
    for kind in KINDS {
        let entries =
            || catalogue().filter(|entry| entry.kind.is_some_and(|k| k.name == kind.name));
        let ids: Vec<_> = entries().map(|entry| entry.code.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        let mut names: Vec<_> = entries().map(|entry| entry.code.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        for entry in entries() {
            let kebab = entry.code.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            assert!(kebab, "{}", entry.code.name);
            assert!(entry.what.ends_with('.') && entry.why.ends_with('.'), "{}", entry.code.id);
        }
    }
}

/// The broken example of every rule stands among the faulty documents, whose snapshots show what
/// is said about it. `UPDATE_CASES=1` writes them anew.
#[test]
fn every_rule_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/diagnostics");
    for kind in KINDS {
        for rule in kind.rules {
            let sample = kind.sample(Some(rule.broken.sample)).unwrap();
            let document = rule.broken.document(sample.text);
            let text = format!("{document:#}\n");
            let name = format!("{}-{}.json", rule.code.id.to_lowercase(), rule.code.name);
            if std::env::var_os("UPDATE_CASES").is_some() {
                fs::write(folder.join(&name), &text).unwrap();
            }
            assert_eq!(fs::read_to_string(folder.join(&name)).unwrap_or_default(), text, "{name}");
        }
    }
}
