//! The examples that document the rules are tests of the rules.

use std::fs;
use std::path::Path;

use final_report::{Document, Example, KINDS, Kind};

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
fn codes_and_names_are_unique_and_in_order() {
    for kind in KINDS {
        let ids: Vec<_> = kind.rules.iter().map(|rule| rule.code.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        let mut names: Vec<_> = kind.rules.iter().map(|rule| rule.code.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        for rule in kind.rules {
            let kebab = rule.code.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            assert!(kebab, "{}", rule.code.name);
            assert!(rule.what.ends_with('.') && rule.why.ends_with('.'), "{}", rule.code.id);
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
