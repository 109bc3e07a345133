//! Every document in `tests/cases/<kind>/` renders to its snapshot, byte for byte.
//!
//! A new case is a new file; what `--council-size` and `--voters` would tell stands beside it in a
//! file that ends in `.args`. Accept its snapshot with `cargo insta review`, having read it.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use final_report::{KINDS, Options, Renderer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use support::{assert_form, parse};

fn cases(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(kind);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    found.sort();
    found
}

/// The options of the command that stand beside a case, in a file that ends in `.args`.
fn options(case: &Path) -> Options {
    let mut options = Options::default();
    let text = fs::read_to_string(case.with_extension("args")).unwrap_or_default();
    for argument in text.split_whitespace().collect::<Vec<_>>().chunks(2) {
        match argument {
            ["--council-size", size] => options.council_size(size.parse().unwrap()),
            ["--voters", names] => options.voters(names.split(',')),
            other => panic!("{}: {other:?}", case.display()),
        }
    }
    options
}

/// Calls `check` with name, document and report of every case of every kind.
fn for_every_case(mut check: impl FnMut(&str, &Value, &str)) {
    for kind in KINDS {
        for path in cases(kind.name) {
            let name = format!("{}__{}", kind.name, path.file_stem().unwrap().to_string_lossy());
            let bytes = fs::read(&path).unwrap();
            let document = final_report::Document::parse(&bytes).unwrap();
            let renderer = Renderer::new().options(options(&path));
            let report = renderer.markdown(&document).unwrap_or_else(|e| panic!("{name}: {e}"));
            check(&name, document.value(), &report.markdown);
        }
    }
}

#[test]
fn every_case_renders_to_its_snapshot() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for_every_case(|name, _, report| {
            insta::assert_snapshot!(name, report);
        });
    });
}

/// A snapshot forgives differences at the end and in line breaks. The digest in its last line does
/// not: it speaks for every byte before it, and stands in the snapshot.
#[test]
fn every_report_is_its_snapshot_to_the_byte() {
    for_every_case(|name, _, report| {
        let at = report.rfind("<!-- final-report:sha256=").unwrap();
        let hex: String =
            Sha256::digest(&report.as_bytes()[..at]).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(&report[at..], format!("<!-- final-report:sha256={hex} -->\n"), "{name}");
        let path = format!("{}/snapshots/{name}.snap", env!("CARGO_MANIFEST_DIR"));
        let snapshot = fs::read_to_string(&path).unwrap();
        assert!(snapshot.contains(&hex), "{name}: the snapshot is of other bytes");
    });
}

#[test]
fn every_report_has_the_canonical_form() {
    for_every_case(|_, _, report| assert_form(report));
}

#[test]
fn every_link_within_a_report_leads_to_a_heading() {
    for_every_case(|name, _, report| {
        let parsed = parse(report);
        let mut anchorizer = comrak::Anchorizer::new();
        let anchors: Vec<String> =
            parsed.headings.iter().map(|(_, text)| anchorizer.anchorize(text)).collect();
        assert!(!parsed.anchors.is_empty(), "{name}");
        for anchor in parsed.anchors {
            assert!(anchors.contains(&anchor), "{name}: #{anchor} leads nowhere: {anchors:#?}");
        }
    });
}

#[test]
fn every_sample_is_a_case_and_breaks_no_rule() {
    for kind in KINDS {
        assert!(!kind.samples.is_empty() && !kind.minimal.is_empty(), "{}", kind.name);
        for sample in kind.samples.iter().chain(kind.minimal) {
            let document = final_report::Document::parse(sample.text.as_bytes()).unwrap();
            let mut found = document.check(&Options::default());
            // The smallest document may be a meagre one.
            if kind.minimal.iter().any(|minimal| std::ptr::eq(minimal, sample)) {
                found.retain(final_report::Diagnostic::is_error);
            }
            assert_eq!(found, [], "{}: {}", kind.name, sample.name);
            assert!(
                cases(kind.name)
                    .iter()
                    .any(|path| { fs::read_to_string(path).unwrap() == sample.text })
            );
        }
    }
}
