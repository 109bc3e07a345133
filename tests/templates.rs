//! Templates of one's own: what takes the place of what, what is refused, and how faults are shown.

#[path = "support/command.rs"]
mod command;

use std::fs;

use command::{folder, run};
use final_report::{BuiltInTemplate, KINDS};
use tempfile::TempDir;

const QUICK: &[u8] = include_bytes!("cases/final-report/quick.json");

/// A folder with a document and templates.
fn with(templates: &[(&str, &str)]) -> TempDir {
    let mut files: Vec<(String, &[u8])> = vec![("X.json".to_owned(), QUICK)];
    for (name, text) in templates {
        files.push((format!("own/{name}"), text.as_bytes()));
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    folder(&files)
}

const RENDER: [&str; 4] = ["render", "X.json", "--templates", "own"];

/// What `render` says about a template that is at fault.
#[track_caller]
fn fault(template: &str) -> String {
    let folder = with(&[("final-report/header.md.j2", template)]);
    let run = run(&RENDER).in_folder(&folder).end();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:#?}");
    run.assert_harmless();
    run.stderr
}

#[test]
fn sections_are_overridden_one_by_one() {
    let folder = with(&[
        (
            "final-report/header.md.j2",
            "# Mine: {{ frontmatter.title }}\n{% include \"own/fact\" %}\n",
        ),
        ("own/fact.md.j2", "- Key `{{ header.taskKey }}`\n"),
    ]);
    let own = run(&RENDER).in_folder(&folder).end().ok();
    let built_in = run(&["render", "X.json"]).in_folder(&folder).end().ok();
    assert!(own.contains("\n# Mine: ") && own.contains("\n- Key `"), "{own}");
    let after_index = |report: &str| report[report.find("\n## Verdict Card").unwrap()..].to_owned();
    let body = |report: &str| after_index(report).rsplit_once("\n<!--").unwrap().0.to_owned();
    assert_eq!(body(&own), body(&built_in));

    let list = run(&["template", "list", "--templates", "own"]).in_folder(&folder).end().ok();
    let row = |name: &str| list.lines().find(|l| l.starts_with(&format!("{name} "))).unwrap();
    assert!(row("final-report/header").contains("overridden by own/final-report/header.md.j2"));
    assert!(row("final-report/summary").ends_with("built in"));
    assert!(row("own/fact").contains("included, own/own/fact.md.j2"));
    let sections = ["sections", "X.json", "--templates", "own"];
    let sections = run(&sections).in_folder(&folder).end().ok();
    assert!(sections.contains("  own/final-report/header.md.j2\n"), "{sections}");
}

#[test]
fn a_file_that_overrides_nothing_is_named_with_the_nearest_name() {
    let folder = with(&[("final-report/sumary.md.j2", "x"), ("final-report/index.j2", "x")]);
    let list = run(&["template", "list", "--templates", "own"]).in_folder(&folder).end().ok();
    assert!(list.contains("did you mean final-report/summary?"), "{list}");
    assert!(list.contains("did you mean final-report/index.md.j2?"), "{list}");
    let run = run(&RENDER).in_folder(&folder).end();
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("warning: nothing uses own/final-report/sumary.md.j2"));
}

#[test]
fn exported_templates_render_the_same_and_are_never_overwritten() {
    let folder = with(&[]);
    let export = |more: &[&str]| {
        run(&[&["template", "export", "own"], more].concat()).in_folder(&folder).end()
    };
    assert_eq!(export(&[]).code, 0);
    for template in BuiltInTemplate::all() {
        let path = folder.path().join("own").join(template.file_name());
        assert_eq!(fs::read_to_string(path).unwrap(), template.text);
    }
    for kind in KINDS {
        for sample in kind.samples.iter().chain(kind.minimal) {
            fs::write(folder.path().join("X.json"), sample.text).unwrap();
            let own = run(&RENDER).in_folder(&folder).end();
            let built_in = run(&["render", "X.json"]).in_folder(&folder).end();
            assert_eq!((own.code, own.stdout), (0, built_in.stdout), "{}", sample.name);
        }
    }
    let summary = folder.path().join("own/final-report/summary.md.j2");
    fs::write(&summary, "mine").unwrap();
    let refused = export(&[]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("summary.md.j2") && refused.stderr.contains("--force"));
    assert_eq!(fs::read_to_string(&summary).unwrap(), "mine");
    assert!(export(&["--force"]).stderr.starts_with("1 written, "));
    assert_ne!(fs::read_to_string(&summary).unwrap(), "mine");
}

#[test]
fn show_prints_a_template_and_knows_the_nearest_name() {
    let folder = with(&[("final-report/summary.md.j2", "mine\n")]);
    let show =
        |args: &[&str]| run(&[&["template", "show"], args].concat()).in_folder(&folder).end();
    assert!(show(&["final-report/summary"]).ok().starts_with("## {{ label.summary }}"));
    assert_eq!(show(&["final-report/summary", "--templates", "own"]).ok(), "mine\n");
    let unknown = show(&["final-report/sumary"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("did you mean final-report/summary?"), "{}", unknown.stderr);
}

#[test]
#[cfg(unix)]
fn links_that_lead_out_of_the_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = with(&[("final-report/summary.md.j2", "## S\n")]);
    let own = folder.path().join("own");
    fs::write(folder.path().join("secret.md.j2"), "secret").unwrap();
    symlink("summary.md.j2", own.join("final-report/within.md.j2")).unwrap();
    assert_eq!(run(&RENDER).in_folder(&folder).end().code, 0, "a link within the folder is used");
    let out = own.join("final-report/header.md.j2");
    symlink("../../secret.md.j2", &out).unwrap();
    let refused = run(&RENDER).in_folder(&folder).end();
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("header.md.j2") && refused.stderr.contains("leads out"));
    fs::remove_file(&out).unwrap();
    symlink("..", own.join("shared")).unwrap();
    let refused = run(&RENDER).in_folder(&folder).end();
    assert!(refused.code == 2 && refused.stderr.contains("leads out"), "{}", refused.stderr);
}

#[test]
fn includes_by_path_are_refused() {
    for path in ["../X", "/etc/passwd", "final-report/../../X.json", "own//x", "C:/x"] {
        let said = fault(&format!("# T\n{{% include \"{path}\" %}}\n"));
        assert!(said.contains("TP006") && said.contains("header.md.j2:2:"), "{said}");
        assert!(said.contains("leads out of the templates"), "{said}");
    }
    let said = fault("{% include \"final-report/sumary\" %}");
    assert!(said.contains("there is no template `final-report/sumary`"), "{said}");
    assert!(said.contains("did you mean `final-report/summary`?"), "{said}");
}

#[test]
fn runaway_templates_stop() {
    let endless =
        "{% for i in range(99999) %}{% for j in range(99999) %}{{ i }}{% endfor %}{% endfor %}";
    let said = fault(endless);
    assert!(said.contains("TP005") && said.contains("does not come to an end"), "{said}");
    let said = fault("# T\n{% include \"final-report/header\" %}\n");
    assert!(said.contains("TP005") && said.contains("too deep"), "{said}");
    let large = format!("{{% for i in range(400) %}}{}{{% endfor %}}\n", "x".repeat(50_000));
    let said = fault(&large);
    assert!(said.contains("TP005") && said.contains("gets larger than"), "{said}");
}

#[test]
fn a_missing_value_is_shown_in_the_template_with_its_place_in_the_document() {
    let said = fault("# {{ frontmatter.title }}\n\n- {{ label.taskKey }}: {{ header.taskKye }}\n");
    let place = "--> own/final-report/header.md.j2:3:27 at /header/taskKye";
    for part in ["error[TP003]", place, "did you mean `taskKey`?", "{{ header.taskKye }}"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let caret = said.lines().find(|line| line.contains('^')).unwrap();
    let code = said.lines().find(|line| line.contains("{{ header.taskKye")).unwrap();
    assert_eq!(caret.find('^'), code.find("header.taskKye"), "{said}");
    assert_eq!(caret.matches('^').count(), "header.taskKye".len(), "{said}");

    let said = fault("{% for row in summary %}\n- {{ row.smmary }}\n{% endfor %}\n");
    assert!(said.contains(":2:6 at /summary/0/smmary"), "{said}");
    assert!(said.contains("did you mean `summary`?"), "{said}");
}

#[test]
fn other_faults_have_their_place_too() {
    let said = fault("# T\n- {{ header.taskKey | durration }}\n");
    for part in ["TP002", "header.md.j2:2:", "there is no filter `durration`", "`duration`?"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = fault("# T\n{% for row in summary %}\n");
    assert!(said.contains("error[TP001]") && said.contains("header.md.j2:"), "{said}");
    let said = fault("# T\n<!-- {{ header.taskKey }} -->\n");
    assert!(said.contains("error[TP004]") && said.contains("header.md.j2:2:9"), "{said}");
    let said = fault("# T\n{{ summary }}\n");
    assert!(said.contains("error[TP007]") && said.contains("header.md.j2:2:4"), "{said}");
}

#[test]
fn a_fault_is_told_once_however_many_documents_meet_it() {
    let folder = with(&[
        ("final-report/header.md.j2", "# T\n{{ header.taskKye }}\n"),
        ("council/tally.md.j2", "{% if %}\n"),
    ]);
    let council = KINDS.iter().find(|kind| kind.name == "council").unwrap().samples[0].text;
    let triage = KINDS.iter().find(|kind| kind.name == "triage").unwrap().samples[0].text;
    for (name, text) in [("a", QUICK), ("b", QUICK), ("c", council.as_bytes())] {
        fs::write(folder.path().join(format!("{name}.data.json")), text).unwrap();
    }
    fs::write(folder.path().join("t.data.json"), triage).unwrap();
    let run = run(&["render", "--write", "--templates", "own", "."]).in_folder(&folder).end();
    assert_eq!(run.code, 2, "{run:#?}");
    for fault in ["error[TP003]", "error[TP001]"] {
        assert_eq!(run.stderr.matches(fault).count(), 1, "{}", run.stderr);
    }
    // Those that meet none are rendered.
    assert!(folder.path().join("t.md").exists());
    let end = "3 files: 2 errors, 0 warnings\n1 written, 0 unchanged, 3 failed, 0 in the way\n";
    assert!(run.stderr.ends_with(end), "{}", run.stderr);
}

#[test]
fn faults_of_templates_come_in_every_message_format() {
    let folder = with(&[("final-report/header.md.j2", "- {{ header.taskKye }}\n")]);
    let said = |format: &str| {
        let args = [&RENDER[..], &["--message-format", format]].concat();
        run(&args).in_folder(&folder).end().stderr
    };
    let json: serde_json::Value =
        serde_json::from_str(said("json").lines().next().unwrap()).unwrap();
    assert_eq!(json["path"], "own/final-report/header.md.j2");
    assert_eq!(json["diagnostics"][0]["pointer"], "/header/taskKye");
    assert_eq!(json["diagnostics"][0]["line"], 1);
    assert!(said("short").starts_with("own/final-report/header.md.j2:1:6: error[TP003]"));
    assert!(said("github").contains("file=own/final-report/header.md.j2,line=1"));
    assert!(said("sarif").contains("\"ruleId\":\"TP003\""));
}
