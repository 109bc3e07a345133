//! The command as a person or a script meets it: exit codes, streams, files.

#[path = "support/command.rs"]
mod command;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use command::{folder, run};
use final_report::{Document, Options, decisions};
use ignore::WalkBuilder;
use serde_json::Value;
use tempfile::TempDir;

/// The document that most tests use; it is valid.
const QUICK: &str = include_str!("cases/final-report/quick.json");

const TASK_TYPES: &str = "requirements-discovery error-analysis implementation-planning \
    implementation final-verification release-handoff quick";

fn quick() -> TempDir {
    folder(&[("X.data.json", QUICK.as_bytes())])
}

/// Everything below a folder: is it a link, and the bytes that are read there.
fn contents(folder: &TempDir) -> BTreeMap<PathBuf, (bool, Vec<u8>)> {
    let walk = WalkBuilder::new(folder.path()).standard_filters(false).build();
    let entries = walk.map(|entry| {
        let (is_link, path) = entry.map(|e| (e.path_is_symlink(), e.into_path())).unwrap();
        (path.clone(), (is_link, fs::read(path).unwrap_or_default()))
    });
    entries.collect()
}

/// The call fails with this code, says so once and in these words, gives help, and touches nothing.
#[track_caller]
fn refused(folder: &TempDir, args: &[&str], code: i32, words: &[&str]) {
    let before = contents(folder);
    let run = run(args).in_folder(folder).end();
    assert!(contents(folder) == before, "files were touched");
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:#?}");
    let errors = run.stderr.lines().filter(|line| line.starts_with("error")).count();
    assert_eq!(errors, 1, "{}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "no {word:?} in: {}", run.stderr);
    }
    assert!(run.stderr.contains("help"), "no help: {}", run.stderr);
    run.assert_harmless();
}

/// Renders a document that is refused for what it holds.
#[track_caller]
fn refused_document(bytes: &[u8], words: &[&str]) {
    let folder = folder(&[("in.json", bytes)]);
    let words = [&["in.json", "help: "], words].concat();
    refused(&folder, &["render", "in.json"], 1, &words);
    refused(&folder, &["render", "in.json", "-o", "out.md"], 1, &words);
    refused(&folder, &["render", "in.json", "--write"], 1, &words);
}

fn changed(from: &str, to: &str) -> String {
    assert!(QUICK.contains(from));
    QUICK.replacen(from, to, 1)
}

#[test]
fn a_missing_file_or_folder_is_named() {
    refused(&quick(), &["render", "none.json"], 2, &["none.json", "no such file", "help: "]);
    let args = ["render", "X.data.json", "-o", "none/X.md"];
    refused(&quick(), &args, 2, &["none/X.md", "help: make the folder"]);
}

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_written() {
    let folder = quick();
    let run = run(&["render", "none.json", "X.data.json", "--write"]).in_folder(&folder).end();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("none.json: no such file"), "{}", run.stderr);
    assert!(run.stderr.ends_with("1 written, 0 unchanged, 1 failed, 0 in the way\n"));
    assert!(folder.path().join("X.md").exists());
}

#[test]
fn a_folder_without_documents_tells_what_is_searched_for() {
    let folder = folder(&[("sub/notes.json", b"{}")]);
    for args in [&["render", "sub"][..], &["render", "sub", "--write"], &["validate", "sub"]] {
        refused(&folder, args, 2, &["sub", "*.data.json", "help: "]);
    }
}

#[test]
fn what_holds_no_object_says_what_it_is() {
    refused_document(b"", &["empty"]);
    refused_document(b"[]", &["array", "final-report", "frontmatter"]);
    refused_document(b"null", &["null", "final-report", "frontmatter"]);
    refused_document("[".repeat(200).as_bytes(), &["deeper than 128"]);
    refused_document(["[".repeat(200), "]".repeat(200)].concat().as_bytes(), &["deeper than 128"]);
    let units = "\u{FEFF}{\"a\":1}".encode_utf16();
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    refused_document(&bytes, &["UTF-16", "UTF-8"]);
}

#[test]
fn a_fault_of_syntax_shows_its_place() {
    let cut = &QUICK[..500];
    let place = format!("in.json:{}:", cut.lines().count());
    refused_document(cut.as_bytes(), &[&place, "ends before"]);
    let key = "\"taskType\": \"quick\",\n    \"reportOwner\"";
    let twice = changed(key, &format!("\"taskType\": \"quick\",\n    {key}"));
    refused_document(twice.as_bytes(), &["taskType", "in.json:24:", "in.json:25:"]);
}

#[test]
fn what_is_unknown_comes_with_what_is_known() {
    refused_document(b"{\"a\":1}", &["final-report", "frontmatter", "header", "--kind"]);
    let document = changed("\"schemaVersion\": \"1.0\"", "\"schemaVersion\": \"2.0\"");
    refused_document(document.as_bytes(), &["2.0", "1.0"]);
    refused(&quick(), &["render", "-", "--kind", "nonsense"], 2, &["nonsense", "final-report"]);
    let types: Vec<&str> = TASK_TYPES.split(' ').collect();
    refused(&quick(), &["sample", "--task-type", "nonsense"], 2, &types);
}

#[test]
#[cfg(unix)]
fn an_output_folder_has_to_be_writable() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("sub/X.json", QUICK.as_bytes())]);
    let sub = folder.path().join("sub");
    let mode = |mode| fs::set_permissions(&sub, fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    if fs::write(sub.join("probe"), "").is_ok() {
        return; // The superuser writes anywhere.
    }
    refused(&folder, &["render", "X.json", "-o", "sub/X.md"], 2, &["sub/X.md", "help: "]);
    refused(&folder, &["render", "sub/X.json", "--write"], 2, &["sub/X.md", "help: "]);
    mode(0o755); // So that it can be removed.
}

#[test]
#[cfg(unix)]
fn a_report_never_replaces_its_own_document() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    std::os::unix::fs::symlink("X.json", folder.path().join("link")).unwrap();
    let pairs =
        [["X.json", "X.json"], ["X.json", "./X.json"], ["X.json", "link"], ["link", "X.json"]];
    for [input, output] in pairs {
        refused(&folder, &["render", input, "-o", output], 2, &[output, "own document", "help: "]);
    }
}

#[test]
fn inputs_that_do_not_fit_the_outputs_are_refused() {
    let folder = folder(&[("a.json", QUICK.as_bytes()), ("b.json", QUICK.as_bytes())]);
    refused(&folder, &["render", "-", "--write"], 2, &["standard input", "help: "]);
    refused(&folder, &["render", "a.json", "b.json"], 2, &["--write", "help: "]);
    refused(&folder, &["render", "a.json", "b.json", "-o", "c.md"], 2, &["--write", "help: "]);
    refused(&folder, &["render", "a.json", "--write", "-o", "c.md"], 2, &["--write", "--output"]);
    refused(&quick(), &["render", "-", "-"], 2, &["standard input", "once", "help: "]);
}

#[test]
fn two_documents_never_share_a_report() {
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("X.data.json", QUICK.as_bytes())]);
    refused(&folder, &["render", "X.json", "X.data.json", "--write"], 2, &["X.md", "help: "]);
}

#[test]
fn every_way_out_gives_the_same_report() {
    let folder = folder(&[("X.data.json", QUICK.as_bytes()), ("Y.json", QUICK.as_bytes())]);
    let report = run(&["render", "X.data.json"]).in_folder(&folder).end().ok();
    assert!(report.starts_with("---\n") && report.ends_with(" -->\n"));
    assert_eq!(run(&["render", "-"]).stdin(QUICK).end().ok(), report);
    for args in [&["X.data.json", "-o", "out.md"][..], &["--write", "X.data.json"]] {
        assert_eq!(run(&[&["render"], args].concat()).in_folder(&folder).end().ok(), "");
    }
    let both = run(&["render", "--write", "X.data.json", "Y.json"]).in_folder(&folder).end();
    assert_eq!(both.code, 0);
    assert_eq!(both.stderr, "1 written, 1 unchanged, 0 failed, 0 in the way\n");
    for name in ["out.md", "X.md", "Y.md"] {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), report, "{name}");
    }
    assert_eq!(contents(&folder).len(), 6, "nothing else is left");
}

#[test]
fn a_folder_is_searched_but_not_what_is_ignored() {
    let names = ["a.data.json", "deep/b.data.json", "plain.json", "skipped.data.json"];
    let ignore: (&str, &[u8]) = (".gitignore", b"skipped.*\n");
    let folder = folder(&[&names.map(|name| (name, QUICK.as_bytes()))[..], &[ignore]].concat());
    assert_eq!(run(&["render", "--write", "."]).in_folder(&folder).end().code, 0);
    let is_report = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let made: Vec<PathBuf> = contents(&folder).into_keys().filter(is_report).collect();
    assert_eq!(made, ["a.md", "deep/b.md"].map(|name| folder.path().join(name)));
}

#[test]
fn a_bad_document_does_not_keep_the_others_from_being_written() {
    let folder = folder(&[("a.json", b"[]"), ("b.json", QUICK.as_bytes())]);
    let run = run(&["render", "--write", "a.json", "b.json"]).in_folder(&folder).end();
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("a.json") && !run.stderr.contains("b.json"));
    assert!(run.stderr.ends_with("1 written, 0 unchanged, 1 failed, 0 in the way\n"));
    assert!(folder.path().join("b.md").exists() && !folder.path().join("a.md").exists());
}

#[test]
#[cfg(unix)]
fn a_file_that_is_replaced_keeps_its_mode_and_the_link_to_it() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = quick();
    let (file, link) = (folder.path().join("old.md"), folder.path().join("link.md"));
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("old.md", &link).unwrap();
    run(&["render", "X.data.json", "-o", "link.md"]).in_folder(&folder).end().ok();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("---\n"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
#[cfg(unix)]
fn a_report_goes_down_a_fifo() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = quick();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let path = fifo.clone();
    let reader = thread::spawn(move || fs::read_to_string(path).unwrap());
    run(&["render", "X.data.json", "-o", "fifo"]).in_folder(&folder).end().ok();
    assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), run(&["render", "-"]).stdin(QUICK).end().ok());
}

#[test]
#[cfg(unix)]
fn dev_stdout_is_standard_output() {
    let plain = run(&["render", "-"]).stdin(QUICK).end().ok();
    assert_eq!(run(&["render", "-", "-o", "/dev/stdout"]).stdin(QUICK).end().ok(), plain);
    // Where it goes to the end of a file, as with `>>`, what stood there stays.
    let folder = folder(&[("log", b"kept\n")]);
    let log = folder.path().join("log");
    let mut call = run(&["render", "-", "-o", "/dev/stdout"]).stdin(QUICK);
    call.0.stdout(fs::File::options().append(true).open(&log).unwrap());
    call.end().ok();
    assert_eq!(fs::read_to_string(log).unwrap(), format!("kept\n{plain}"));
}

#[test]
fn a_verdict_card_that_differs_shows_both_places() {
    let document = changed("\"direction\": \"approve\"", "\"direction\": \"hold\"");
    let line = |at: Option<usize>| format!("in.json:{}:", document[..at.unwrap()].lines().count());
    let (card, verdict) = (document.find("\"direction\""), document.rfind("\"direction\""));
    refused_document(document.as_bytes(), &[&line(card), &line(verdict), "direction"]);
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let at = QUICK.find("{\n        \"id\": \"C-001\"").unwrap();
    let end = QUICK.find("{\n        \"id\": \"C-002\"").unwrap();
    let row = |id| QUICK[at..end].replace("C-001", &format!("C-{id}"));
    let rows: String = (10_000..30_000).map(row).collect();
    let folder = folder(&[("big.json", [&QUICK[..at], &rows, &QUICK[at..]].concat().as_bytes())]);
    let mut child = run(&["render", "big.json"]).in_folder(&folder).0.spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_success() {
    for args in [["render", "-"], ["sections", "-"], ["sample", "final-report"]] {
        let mut call = run(&args).stdin(QUICK);
        call.0.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
        let run = call.end();
        assert!(run.code == 2 && run.stderr.starts_with("error: cannot write"), "{run:#?}");
    }
}

#[test]
fn validate_prints_findings_and_nothing_else() {
    let valid = run(&["validate", "X.data.json"]).in_folder(&quick()).end();
    assert_eq!((valid.code, valid.stdout.as_str()), (0, ""));
    assert_eq!(valid.stderr, "1 file: 0 errors, 0 warnings\n");
    let run = run(&["validate", "-"]).stdin("[]").end();
    assert_eq!((run.code, run.stderr.as_str()), (1, "1 file: 1 error, 0 warnings\n"));
    assert!(run.stdout.starts_with("error[") && run.stdout.contains("<stdin>:1:1"));
}

#[test]
fn validate_compares_the_files_it_is_given() {
    let state = include_str!("cases/agent-state/minimal.json");
    let other = state.replace("upgrade-node", "upgrade-npm");
    let folder = folder(&[("a.json", state.as_bytes()), ("b.json", other.as_bytes())]);
    let alone = run(&["validate", "b.json"]).in_folder(&folder).end();
    assert!(!alone.stdout.contains("AS110"), "{alone:?}");
    let both = run(&["validate", "a.json", "b.json"]).in_folder(&folder).end();
    let said = "warning[AS110]: shortId `1` is also that of `site` `upgrade-node`, in a.json";
    assert!(both.code == 0 && both.stdout.contains(said), "{both:?}");
}

#[test]
fn validate_looks_at_every_file_even_when_one_is_missing() {
    let folder = folder(&[("bad.json", b"[]"), ("good.json", QUICK.as_bytes())]);
    let inputs = ["bad.json", "none.json", "good.json"];
    let text = run(&[&["validate"], &inputs[..]].concat()).in_folder(&folder).end();
    assert!(text.stdout.contains("bad.json") && text.stderr.contains("none.json"));
    let json = [&["validate", "--message-format=json"], &inputs[..]].concat();
    let json = run(&json).in_folder(&folder).end();
    assert_eq!((json.code, text.code, &json.stderr), (2, 2, &text.stderr));
    let lines: Vec<&str> = json.stdout.lines().filter(|line| !line.contains("none.json")).collect();
    let bad = r#"{"path":"bad.json","kind":null,"valid":false,"diagnostics":[{"code":"#;
    let good = r#"{"path":"good.json","kind":"final-report","valid":true,"diagnostics":[]}"#;
    assert!(lines[0].starts_with(bad));
    assert_eq!(lines[1..], [good]);
}

#[test]
#[cfg(unix)]
fn nothing_in_a_document_or_its_name_acts_on_the_terminal() {
    let tricks = ["\\u001b[31m", "\\u009b31m", "\u{9b}31m", "\u{1b}[31m", "\\r"];
    // In values and in keys, all of which messages quote.
    let places = ["direction\": \"", "taskType\": \"", "Version\": \"", "reportO", "eviden"];
    let name = "a\u{1b}[31m\u{9b}31m\r.json";
    for trick in tricks {
        let inserted = places.map(|place| changed(place, &format!("{place}{trick}")));
        let twice = changed("\"tags\"", &format!("\"{trick}\": 1, \"{trick}\": 2, \"tags\""));
        for document in inserted.iter().chain([&twice]) {
            let folder = folder(&[(name, document.as_bytes())]);
            let json = ["validate", "--message-format=json", name];
            for args in [&["render", name][..], &["validate", name], &["sections", name], &json] {
                run(args).in_folder(&folder).end().assert_harmless();
            }
        }
    }
    let bad = "\u{1b}[31m/\u{9b}m";
    let [output, kind] = [["render", "X.data.json", "-o", bad], ["render", "-", "--kind", bad]];
    for args in [&[bad][..], &["render", bad], &["sample", "--task-type", bad], &output, &kind] {
        let run = run(args).in_folder(&quick()).end();
        assert_eq!(run.code, 2);
        run.assert_harmless();
    }
}

#[test]
fn sections_gives_every_section_with_its_reason() {
    let table = run(&["sections", "X.data.json"]).in_folder(&quick()).end().ok();
    let document = Document::parse(QUICK.as_bytes()).unwrap();
    let sections: Vec<_> = decisions(&document, &Options::default());
    assert_eq!(table.lines().count(), 1 + sections.len());
    assert!(table.contains("  renders ") && table.contains("  left out "));
    for (line, (section, decision)) in table.lines().skip(1).zip(sections) {
        let renders = if decision.renders { "  renders " } else { "  left out " };
        assert!(line.starts_with(section.name) && line.contains(renders), "{line}");
        assert!(!decision.because.is_empty() && line.ends_with(&decision.because), "{line}");
    }
}

#[test]
fn a_record_that_contradicts_itself_is_rendered_all_the_same() {
    let record = include_str!("cases/triage/inconsistent.json");
    let folder = folder(&[("triage-output.json", record.as_bytes())]);
    let render = run(&["render", "triage-output.json"]).in_folder(&folder).end();
    assert_eq!(render.code, 1, "{render:#?}");
    assert!(render.stdout.contains("## Consistency Findings"), "{}", render.stdout);
    assert!(render.stderr.contains("error[TR001]"), "{}", render.stderr);
    let written = run(&["render", "triage-output.json", "--write"]).in_folder(&folder).end();
    assert_eq!((written.code, written.stdout.as_str()), (1, ""), "{written:#?}");
    let report = fs::read_to_string(folder.path().join("triage-output.md")).unwrap();
    assert_eq!(report, render.stdout);
    let validate = run(&["validate", "triage-output.json"]).in_folder(&folder).end();
    assert_eq!(validate.code, 1, "{validate:#?}");
    // What is allowed is in neither place.
    let args = ["render", "triage-output.json", "--allow", "TR"];
    let allowed = run(&args).in_folder(&folder).end().ok();
    assert!(!allowed.contains("Consistency Findings"), "{allowed}");
    // Without a valid schema there is nothing to render.
    let args = ["render", "-", "--kind", "triage"];
    let invalid = run(&args).stdin(r#"{"accepted": []}"#).end();
    assert_eq!((invalid.code, invalid.stdout.as_str()), (1, ""), "{invalid:#?}");
}

#[test]
fn a_council_is_judged_by_its_size_or_its_voters() {
    let approved = include_str!("cases/council/approved.json");
    let render = |args: &[&str]| run(&[&["render", "-"], args].concat()).stdin(approved).end();
    assert!(render(&[]).ok().contains("quorum not judged"));
    let complete = "- **Verdict:** `COMPLETE` (provisional)";
    assert!(render(&["--council-size", "3"]).ok().contains(complete));
    let voters = "requirements-verifier, test-auditor,convergence-voter";
    assert!(render(&["--voters", voters]).ok().contains(complete));
    // A council that is short of a voter fails closed; that is a warning unless it is denied.
    let short = render(&["--council-size", "4"]);
    assert_eq!(short.code, 0, "{short:#?}");
    assert!(short.stdout.contains("- **Verdict:** `CONTINUE`"), "{}", short.stdout);
    assert!(short.stderr.contains("warning[CF001]"), "{}", short.stderr);
    assert!(!short.stdout.contains("CF001"), "{}", short.stdout);
    let args = ["validate", "-", "--council-size", "4", "--deny", "CF001"];
    assert_eq!(run(&args).stdin(approved).end().code, 1);
    for (args, word) in [
        (&["--council-size", "2", "--voters", voters][..], "3"),
        (&["--council-size", "0"], "0"),
        (&["--voters", "a,b,a"], "twice"),
        (&["--voters", "a,,b"], "empty"),
    ] {
        let run = render(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:#?}");
        assert!(run.stderr.contains(word), "{}", run.stderr);
    }
}

#[test]
fn the_smallest_sample_of_a_kind_is_smaller_than_its_complete_one() {
    for kind in final_report::KINDS {
        let complete = run(&["sample", kind.name]).end().ok();
        let minimal = run(&["sample", kind.name, "--minimal"]).end().ok();
        assert!(minimal.len() < complete.len(), "{}", kind.name);
        assert_eq!(run(&["validate", "-"]).stdin(minimal).end().code, 0, "{}", kind.name);
    }
    let quick = run(&["sample", "--minimal", "--task-type", "quick"]).end().ok();
    assert_eq!(quick, run(&["sample", "--minimal"]).end().ok());
}

#[test]
fn every_sample_is_valid() {
    for task_type in TASK_TYPES.split(' ') {
        let sample = run(&["sample", "--task-type", task_type]).end().ok();
        let document: Value = serde_json::from_str(&sample).unwrap();
        assert_eq!(document["header"]["taskType"], task_type);
        let run = run(&["validate", "-"]).stdin(sample).end();
        assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    }
}

#[test]
fn help_is_output_and_a_usage_error_is_none() {
    assert!(run(&["--version"]).end().ok().starts_with("final-report "));
    for args in [&["--help"][..], &["render", "--help"], &["validate", "-h"], &["sample", "-h"]] {
        assert!(run(args).end().ok().contains("Usage: final-report"));
    }
    for args in [&[][..], &["nonsense"], &["render"], &["render", "-", "--x"], &["validate"]] {
        let run = run(args).end();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("Usage: final-report"), "{run:#?}");
    }
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    for args in [&["validate", "-"], &["render", "-"], &["sample", "--help"], &["no", "such"]] {
        run(args).stdin("[]").end().assert_harmless();
        let mut call = run(args).stdin("[]");
        call.0.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
        call.end().assert_harmless();
    }
    let colored = run(&["validate", "-", "--color", "always"]).stdin("[]").end();
    assert!(colored.stdout.contains('\u{1b}'));
    run(&["validate", "-", "--color", "never"]).stdin("[]").end().assert_harmless();
}

#[test]
fn another_language_has_the_same_structure() {
    let render = |lang| run(&["render", "-", "--lang", lang]).stdin(QUICK).end().ok();
    let headings = |report: &str| -> Vec<String> {
        report.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect()
    };
    let (en, ko) = (headings(&render("en")), headings(&render("ko")));
    let level = |line: &String| line.bytes().take_while(|byte| *byte == b'#').count();
    assert!(en.iter().map(level).eq(ko.iter().map(level)));
    assert!(ko.iter().any(|line| line.chars().any(|c| ('\u{AC00}'..='\u{D7A3}').contains(&c))));
}

#[test]
fn a_page_goes_where_a_report_goes() {
    let folder = quick();
    let page = run(&["render", "--format", "html", "X.data.json"]).in_folder(&folder).end();
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    assert!(page.stdout.starts_with("<!DOCTYPE html>\n"));
    for args in [["-o", "X.html", "X.data.json"].as_slice(), &["--write", "X.data.json"]] {
        let args = [&["render", "--format", "html"], args].concat();
        let run = run(&args).in_folder(&folder).end();
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{args:?}");
        let path = folder.path().join("X.html");
        assert_eq!(fs::read_to_string(&path).unwrap(), page.stdout);
        fs::remove_file(path).unwrap();
    }
}
