//! Every faulty document in `tests/cases/diagnostics/` has a snapshot of what is said about it, in
//! every format. A new case is a new file.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use final_report::{Code, Document, Example, KINDS, catalogue};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/diagnostics")
}

/// The names of the cases, in order.
fn cases() -> Vec<String> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The broken example that a case was made from.
fn example(name: &str) -> Option<&'static Example> {
    let rules = KINDS.iter().flat_map(|kind| kind.rules);
    let is_named = |code: &Code| format!("{}-{}.json", code.id.to_lowercase(), code.name) == name;
    rules.map(|rule| &**rule).find(|rule| is_named(&rule.code)).map(|rule| &rule.broken)
}

/// What `validate` prints about a case, run beside it so that no path of the machine shows.
fn validate(name: &str, format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_final-report"))
        .args(["validate", name, "--message-format", format])
        .args(example(name).map(Example::arguments).unwrap_or_default())
        .current_dir(folder())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let hidden = |c: char| (c.is_control() && c != '\n') || ('\u{202A}'..='\u{202E}').contains(&c);
    assert!(!text.contains(hidden), "{name} as {format}");
    if format == "sarif" { sarif_without_rules(&text) } else { text }
}

/// The catalogue of rules is the same in every log, and grows: results refer to it rightly, and
/// are shown without the index.
fn sarif_without_rules(text: &str) -> String {
    let mut log: serde_json::Value = serde_json::from_str(text).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].clone();
    for result in log["runs"][0]["results"].as_array_mut().unwrap() {
        let index = result.as_object_mut().unwrap().shift_remove("ruleIndex").unwrap();
        assert_eq!(rules[index.as_u64().unwrap() as usize]["id"], result["ruleId"]);
    }
    let driver = &mut log["runs"][0]["tool"]["driver"];
    assert_eq!(driver["rules"].as_array().unwrap().len(), catalogue().count());
    driver["rules"] = "...".into();
    driver["version"] = "...".into();
    driver["semanticVersion"] = "...".into();
    format!("{log:#}")
}

#[test]
fn every_case_says_what_its_snapshot_says() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/diagnostics");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in cases() {
            let formats = ["text", "short", "json", "github", "sarif"];
            let parts = formats.map(|f| format!("== {f} ==\n{}", validate(&name, f)));
            insta::assert_snapshot!(name.trim_end_matches(".json"), parts.join("\n"));
        }
    });
}

#[test]
fn the_first_code_of_a_case_is_the_one_it_is_named_after() {
    for name in cases() {
        let (named, _) = name.split_once('-').unwrap();
        if catalogue().any(|entry| entry.code.id.eq_ignore_ascii_case(named)) {
            let bytes = fs::read(folder().join(&name)).unwrap();
            let found = match Document::parse(&bytes) {
                Ok(document) => {
                    document.check(&example(&name).map(Example::options).unwrap_or_default())
                }
                Err(found) => found,
            };
            let first = found.first().unwrap_or_else(|| panic!("{name}: nothing found"));
            assert!(first.code.id.eq_ignore_ascii_case(named), "{name}: {first:#?}");
        }
    }
}

/// Rules have the example that documents them; the checks of JSON and schema have a case here.
#[test]
fn every_check_of_json_and_schema_has_a_case() {
    // Those of templates are no checks of a document.
    let of_documents = |code: &str| code.starts_with("JS") || code.starts_with("SC");
    for entry in catalogue().filter(|entry| of_documents(entry.code.id)) {
        // No schema so far names a format.
        let unused =
            entry.code.id == "SC004" && !KINDS.iter().any(|k| k.schema().contains("\"format\":"));
        let wanted = entry.code.id.to_lowercase();
        assert!(unused || cases().iter().any(|name| name.starts_with(&wanted)), "{wanted}");
    }
}
