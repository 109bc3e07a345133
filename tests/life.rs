//! The life of a report, as stories: written, filled in, ticked and answered, pulled, made anew.

#[path = "support/command.rs"]
mod command;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use command::{Run, folder, run};
use serde_json::{Value, json};
use tempfile::TempDir;

const PLAN: &str = include_str!("cases/final-report/implementation-planning.json");
const BLOCKED: &str = include_str!("cases/final-report/plan-blocked.json");
const ANSWERS: &str = include_str!("cases/final-report/answers.json");
const UNFILLED: &str = include_str!("cases/final-report/tokens-null.json");
const QUICK: &str = include_str!("cases/final-report/quick.json");

/// A folder with a document, `X.data.json`, and in time its report, `X.md`.
struct Story(TempDir);

impl Story {
    fn of(document: &str) -> Story {
        Story(folder(&[("X.data.json", document.as_bytes())]))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) -> &Story {
        fs::write(self.path(name), text).unwrap();
        self
    }

    fn document(&self) -> Value {
        serde_json::from_str(&self.read("X.data.json")).unwrap()
    }

    fn at(&self, pointer: &str) -> Value {
        self.document().pointer(pointer).cloned().unwrap_or_default()
    }

    fn run(&self, args: &str) -> Run {
        run(&args.split(' ').collect::<Vec<_>>()).in_folder(&self.0).end()
    }

    /// The call goes well.
    #[track_caller]
    fn does(&self, args: &str) -> &Story {
        let run = self.run(args);
        assert_eq!(run.code, 0, "{run:#?}");
        self
    }

    /// The call has findings, in these words, and changes nothing.
    #[track_caller]
    fn refuses(&self, args: &str, words: &[&str]) -> &Story {
        let before = self.everything();
        let run = self.run(args);
        assert_eq!(run.code, 1, "{run:#?}");
        assert!(self.everything() == before, "files were touched");
        self.said(&run, words)
    }

    #[track_caller]
    fn said(&self, run: &Run, words: &[&str]) -> &Story {
        run.assert_harmless();
        for word in words {
            let said = run.stderr.contains(word) || run.stdout.contains(word);
            assert!(said, "no {word:?} in {run:#?}");
        }
        self
    }

    /// Somebody changes the report in an editor.
    #[track_caller]
    fn edits(&self, from: &str, to: &str) -> &Story {
        let report = self.read("X.md");
        assert!(report.contains(from), "no {from:?} in {report}");
        self.write("X.md", &report.replacen(from, to, 1))
    }

    /// Somebody answers an item that has no answer.
    #[track_caller]
    fn answers(&self, id: &str, answer: &str) -> &Story {
        let row = self.row(id);
        let answered = format!("{} {answer} |", row.strip_suffix("|").unwrap().trim_end());
        self.edits(&row, &answered)
    }

    /// The row of an item among the clarification items.
    #[track_caller]
    fn row(&self, id: &str) -> String {
        let report = self.read("X.md");
        let rows = report.split("\n## 5.").nth(1).unwrap().lines();
        rows.clone().find(|row| row.starts_with(&format!("| {id} "))).expect(id).to_owned()
    }

    fn ticks(&self) -> &Story {
        self.edits("\n- [ ] Approved\n", "\n- [x] Approved\n")
    }

    fn everything(&self) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
        let mut files: Vec<_> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                let modified = fs::metadata(&path).unwrap().modified().unwrap();
                (path.clone(), fs::read(path).unwrap(), modified)
            })
            .collect();
        files.sort();
        files
    }
}

#[test]
fn a_report_is_written_ticked_answered_pulled_and_written_again() {
    let story = Story::of(PLAN);
    story.does("render --write X.data.json").does("render --check X.data.json");
    story.ticks().answers("C-101", "sunday");
    let words = ["X.md was edited", "62 + - [x] Approved", "final-report pull X.md", "--force"];
    story.refuses("render --write X.data.json", &words);
    story.refuses("render --check X.data.json", &["edited: X.md"]);
    let edited = story.read("X.md");
    story.does("pull X.md");
    let expected = PLAN
        .replace(r#""approved": false"#, r#""approved": true"#)
        .replace(r#""status": "open""#, r#""status": "answered""#)
        .replace(r#""userInput": """#, r#""userInput": "sunday""#);
    assert_eq!(story.read("X.data.json"), expected, "only the answers have changed");
    // The report is not up to date, but nothing of it would be lost.
    story.refuses("render --check X.data.json", &["stale: X.md"]);
    story.does("render --write X.data.json").does("render --check X.data.json");
    let differs: Vec<_> = edited
        .lines()
        .zip(story.read("X.md").lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|(before, after)| before != after)
        .map(|(_, after)| after)
        .collect();
    assert_eq!(differs.len(), 3, "the state, what follows from it, the digest: {differs:#?}");
    assert_eq!(differs[0], "- Open items that block approval: none");
    assert!(differs[1].contains("| answered | sunday |"));
    let again = story.run("pull X.md");
    assert_eq!(again.code, 0);
    story.said(&again, &["every answer is there already"]);
}

fn usage() -> String {
    let worker = |agent: &str, role: &str, cost: f64| {
        json!({ "agent": agent, "role": role, "totalTokens": 1000, "billableTokens": 500,
                "costUsd": cost, "cliTotalTokens": 40, "cliCostUsd": 0.01 })
    };
    let lead =
        json!({ "totalTokens": 7, "billableTokens": 5, "costUsd": 0.1, "durationMs": 60000 });
    let workers =
        [worker("Claude Code", "Claude worker", 0.2), worker("Codex", "Codex worker", 0.7)];
    json!({ "lead": lead, "workers": workers }).to_string().replace("0.2,", "0.20,")
}

#[test]
fn figures_are_filled_in_and_nothing_else_changes() {
    let story = Story::of(UNFILLED);
    story.write("usage.json", &usage()).does("render --write X.data.json");
    story.does("fill X.data.json --usage usage.json --render");
    let filled = story.read("X.data.json");
    let (before, after) = (UNFILLED.lines(), filled.lines());
    for (before, after) in before.zip(after) {
        let figure = before.strip_suffix("null").or(before.strip_suffix("null,"));
        assert!(before == after || figure.is_some_and(|key| after.starts_with(key)), "{after}");
    }
    assert_eq!(filled.lines().count(), UNFILLED.lines().count());
    for (pointer, figure) in [
        ("/executionStatus/0/durationMs", "60000"),
        ("/executionStatus/1/costUsd", "0.2"),
        ("/executionStatus/2/cliTotalTokens", "40"),
        ("/tokenUsage/lead/totalTokens", "7"),
        ("/tokenUsage/worker/totalTokens", "2000"),
        ("/tokenUsage/worker/costUsd", "0.9"),
        ("/tokenUsage/grand/billableTokens", "1005"),
        ("/tokenUsage/cli/costUsd", "0.02"),
    ] {
        assert_eq!(story.at(pointer).to_string(), figure, "{pointer}");
    }
    // In binary, these do not add up.
    assert_eq!(story.at("/tokenUsage/grand/costUsd").to_string(), "1.0");
    assert!(filled.contains(r#""costUsd": 0.20"#) && filled.contains(r#""costUsd": 1.00"#));
    story.does("render --check X.data.json");
    let files = story.everything();
    let again = story.run("fill X.data.json --usage usage.json --render");
    assert!(again.code == 0 && story.everything() == files, "the second time changes nothing");
    story.said(&again, &["every figure is there already"]);
}

#[test]
fn figures_that_do_not_fit_are_refused_whole() {
    let story = Story::of(UNFILLED);
    let usage = usage();
    for (from, to, words) in [
        ("Codex worker", "Codex wroker", &["TU002", "`Codex wroker` of `Codex` has no row"][..]),
        (
            "\"Codex\",\"role\":\"Codex worker\"",
            "\"Claude Code\",\"role\":\"Claude worker\"",
            &["TU005"],
        ),
        (
            "}]}",
            "}],\"grand\":{\"totalTokens\":2007,\"billableTokens\":1005,\"costUsd\":0.99}}",
            &["TU001", "grand.costUsd is `0.99`", "`1.00`"],
        ),
        ("\"totalTokens\":7", "\"totalTokens\":-7", &["SC001", "usage.json"]),
        ("\"lead\"", "\"laed\"", &["SC001", "lead"]),
        (
            "\"cliCostUsd\":0.01}]",
            "\"cliCostUsd\":0.01}],\"cli\":{\"costUsd\":0.03}",
            &["TU001", "`0.02`"],
        ),
    ] {
        assert!(usage.contains(from), "{from} in {usage}");
        story.write("usage.json", &usage.replacen(from, to, 1));
        story.refuses("fill X.data.json --usage usage.json", words);
    }
    story.write(
        "usage.json",
        r#"{"lead":{"totalTokens":7,"billableTokens":5,"costUsd":0.1},"workers":[]}"#,
    );
    let words = ["TU006", "`Codex worker` of `Codex` has no figures", "nothing was filled"];
    story.refuses("fill X.data.json --usage usage.json", &words);
    // Two rows of one name.
    let twins = UNFILLED
        .replace("\"Codex worker\"", "\"Claude worker\"")
        .replace("\"Codex\"", "\"Claude Code\"");
    story.write("X.data.json", &twins).write("usage.json", &usage);
    let told = story.run("fill X.data.json --usage usage.json");
    assert_eq!(told.code, 1);
    story.said(&told, &["TU003", "any of the rows 1, 2"]);
    assert_eq!(story.read("X.data.json"), twins);
}

#[test]
fn a_figure_that_is_there_already_is_replaced_by_force_only() {
    let story = Story::of(UNFILLED);
    story.write("usage.json", &usage()).does("fill X.data.json --usage usage.json");
    story.write("usage.json", &usage().replace("\"totalTokens\":7", "\"totalTokens\":8"));
    let words =
        ["TU004", "`8` is not what the document says", "/tokenUsage/lead/totalTokens", "--force"];
    story.refuses("fill X.data.json --usage usage.json", &words);
    let diff = story.run("fill X.data.json --usage usage.json --force --dry-run");
    assert!(diff.stdout.contains("-      \"totalTokens\": 7,\n+      \"totalTokens\": 8,\n"));
    assert_eq!(story.at("/tokenUsage/lead/totalTokens"), 7, "a dry run writes nothing");
    story.does("fill X.data.json --usage usage.json --force");
    assert_eq!(story.at("/tokenUsage/grand/totalTokens"), 2008);
}

#[test]
fn figures_are_filled_in_beside_a_report_that_is_in_the_way() {
    let story = Story::of(UNFILLED);
    story.write("usage.json", &usage()).write("X.md", "my own notes\n");
    let run = story.run("fill X.data.json --usage usage.json --render");
    assert_eq!((run.code, story.read("X.md").as_str()), (1, "my own notes\n"));
    assert_eq!(story.at("/tokenUsage/lead/totalTokens"), 7);
    story.said(&run, &["24 figures filled in", "X.md was not written by this program", "--force"]);
}

#[test]
fn a_byte_order_mark_stays() {
    let story = Story::of(&format!("\u{FEFF}{UNFILLED}"));
    story.write("usage.json", &usage()).does("fill X.data.json --usage usage.json");
    assert!(story.read("X.data.json").starts_with("\u{FEFF}{"));
}

#[test]
fn a_report_that_does_not_change_is_not_touched() {
    let story = Story::of(QUICK);
    story.write("Y.data.json", PLAN).write("bad.data.json", "{").write("Z.md", "# Mine\n");
    story.write("Z.data.json", PLAN);
    // A document that is named twice is one document.
    let run = story.run("render --write . X.data.json");
    assert_eq!(run.code, 1);
    story.said(&run, &["JS001", "bad.data.json", "Z.md was not written by this program"]);
    assert!(run.stderr.ends_with("2 written, 0 unchanged, 1 failed, 1 in the way\n"));
    let old = SystemTime::now() - Duration::from_secs(3600);
    for name in ["X.md", "Y.md"] {
        let report = fs::File::options().append(true).open(story.path(name)).unwrap();
        report.set_modified(old).unwrap();
    }
    let modified = |name| fs::metadata(story.path(name)).unwrap().modified().unwrap();
    story.write("Y.data.json", &PLAN.replace("\"taskKey\": \"", "\"taskKey\": \"new-"));
    let run = story.run("render --write .");
    assert!(run.stderr.ends_with("1 written, 1 unchanged, 1 failed, 1 in the way\n"), "{run:#?}");
    assert_eq!(modified("X.md"), old);
    assert_ne!(modified("Y.md"), old);
    assert_eq!(story.read("Z.md"), "# Mine\n");
}

#[test]
fn markdown_and_page_of_a_report_are_replaced_together() {
    let story = Story::of(PLAN);
    story.does("render --write --format markdown,html X.data.json");
    story.does("render --check --format html X.data.json");
    let pair = |story: &Story| (story.read("X.md"), story.read("X.html"));
    let old = pair(&story);
    assert!(old.1.starts_with("<!DOCTYPE html>"));
    story.write("X.data.json", &PLAN.replace("\"taskKey\": \"", "\"taskKey\": \"new-"));
    // One of them has been edited: neither is replaced.
    story.edits("## Verdict Card\n", "## Verdict Card\n\nI doubt it.\n");
    let words = ["X.md was edited", "+ I doubt it."];
    story.refuses("render --write --format html,markdown X.data.json", &words);
    story.refuses("render --write --format html,markdown .", &["0 written", "2 in the way"]);
    story.write("X.md", &old.0).write("X.html", &old.1.replace("</body>", "mine</body>"));
    story.refuses("render --write --format html,markdown .", &["X.html was edited"]);
    story.does("render --write --force --format html,markdown .");
    assert!(pair(&story).0.contains("new-") && pair(&story).1.contains("new-"));
    assert!(story.read("X.html.bak").contains("mine</body>"));
    // Nor is one of them replaced when the other cannot be.
    fs::remove_file(story.path("X.html")).unwrap();
    fs::create_dir(story.path("X.html")).unwrap();
    story.write("X.data.json", PLAN);
    let before = story.read("X.md");
    let run = story.run("render --write --format markdown,html X.data.json");
    assert_eq!((run.code, story.read("X.md")), (2, before), "{run:#?}");
}

#[test]
fn check_and_diff_tell_what_write_would_do_and_do_nothing() {
    let story = Story::of(QUICK);
    story.refuses("render --check .", &["missing: X.md", "1 missing"]);
    story.refuses("render --diff .", &["--- /dev/null\n+++ X.md\n@@ -0,0 "]);
    story.does("render --write .").does("render --check .").does("render --diff .");
    let title = "SSO";
    let changed = story.read("X.data.json").replacen("\"taskKey\": \"", "\"taskKey\": \"new-", 1);
    story.write("X.data.json", &changed);
    story.refuses("render --check .", &["stale: X.md", "0 up to date, 0 missing, 1 stale"]);
    let run = story.run("render --diff X.data.json");
    assert_eq!(run.code, 1, "{title}");
    let changes: Vec<_> =
        run.stdout.lines().filter(|line| line.starts_with("+- Task Key")).collect();
    assert_eq!(changes.len(), 1, "{}", run.stdout);
    story.edits("# ", "# My ");
    story.refuses("render --check .", &["edited: X.md", "1 edited"]);
    story.write("X.md", "# Mine\n").refuses("render --check .", &["foreign: X.md"]);
}

#[test]
fn force_keeps_what_it_replaces() {
    let story = Story::of(QUICK);
    story.does("render --write X.data.json");
    let report = story.read("X.md");
    for backup in ["X.md.bak", "X.md.bak2"] {
        story.edits("\n## ", "\nmine\n\n## ");
        let edited = story.read("X.md");
        story.refuses("render --write X.data.json", &["+ mine", "--force"]);
        story.refuses("render X.data.json -o X.md", &["+ mine", "--force"]);
        let run = story.run("render --write --force X.data.json");
        assert_eq!(run.code, 0);
        story.said(&run, &[backup]);
        assert_eq!((story.read("X.md"), story.read(backup)), (report.clone(), edited));
    }
    // Nothing is lost by replacing what the program wrote: no backup.
    story.write("X.data.json", &QUICK.replacen("\"taskKey\": \"", "\"taskKey\": \"x", 1));
    story.does("render --write --force X.data.json");
    assert_eq!(story.everything().len(), 4);
}

#[test]
fn what_editors_and_formatters_do_is_no_edit() {
    type Formatter = fn(&str) -> String;
    let formatters: [(&str, Formatter); 5] = [
        ("CRLF", |report| report.replace('\n', "\r\n")),
        ("trailing blanks", |report| report.replace("\n\n", "  \n \n")),
        ("padded tables", |report| {
            report.replace(" | ", "    |  ").replace("| --- |", "|:-------|")
        }),
        ("no final newline", |report| report.trim_end().to_owned()),
        ("byte-order mark", |report| format!("\u{FEFF}{report}")),
    ];
    for (name, format) in formatters {
        let story = Story::of(ANSWERS);
        story.does("render --write X.data.json");
        let report = story.read("X.md");
        story.write("X.md", &format(&report));
        let run = story.run("pull X.md");
        assert_eq!(run.code, 0, "{name}: {run:#?}");
        assert_eq!(story.read("X.data.json"), ANSWERS, "{name}");
        story.does("render --write X.data.json");
        assert_eq!(story.read("X.md"), report, "{name}");
        // And an answer in such a report is one.
        story.answers("C-105", "7 or 8").write("X.md", &format(&story.read("X.md")));
        story.does("pull X.md");
        assert_eq!(story.at("/clarificationItems/4/userInput"), "7 or 8", "{name}");
        assert_eq!(story.at("/clarificationItems/4/status"), "answered", "{name}");
    }
}

#[test]
fn answers_mean_what_was_typed() {
    for (typed, answer) in [
        ("yes", "yes"),
        ("a|b", "a|b"),
        ("a | b |", "a | b |"),
        (r"a \| b", "a | b"),
        (r"C:\temp\new and \\server", r"C:\temp\new and \server"),
        ("`x | y` and `half", "`x | y` and `half"),
        ("two<br>lines", "two\nlines"),
        ("🦆 *really* & <b>", "🦆 *really* & <b>"),
    ] {
        let story = Story::of(ANSWERS);
        story.does("render --write X.data.json").answers("C-101", typed).does("pull X.md");
        assert_eq!(story.at("/clarificationItems/0/userInput"), answer, "{typed}");
        story.does("render --write X.data.json").does("pull X.md").does("render --check .");
        assert_eq!(story.at("/clarificationItems/0/userInput"), answer, "{typed}");
    }
}

#[test]
fn an_answer_can_be_changed_and_taken_back() {
    let story = Story::of(ANSWERS);
    story.does("render --write X.data.json");
    let row = story.row("C-106");
    let at = row.find("| answered |").unwrap() + "| answered |".len();
    story.edits(&row, &format!("{} |", &row[..at]));
    story.does("pull X.md");
    assert_eq!(story.at("/clarificationItems/5/userInput"), "");
    assert_eq!(story.at("/clarificationItems/5/status"), "open");
    story.does("render --write X.data.json");
    assert!(story.row("C-106").ends_with("| open | |"));
    let row = story.row("C-103");
    story.edits(&row, &row.replace("30<br>", "36<br>")).does("pull X.md");
    assert_eq!(story.at("/clarificationItems/2/userInput"), "36\n(not 24)");
    assert_eq!(story.at("/clarificationItems/2/status"), "resolved");
}

#[test]
fn edits_in_other_places_are_told_and_stay_in_the_way() {
    let story = Story::of(PLAN);
    story
        .does("render --write X.data.json")
        .ticks()
        .edits("## Verdict Card\n", "## Verdict Card\n\nI doubt it.\n");
    let run = story.run("pull X.md");
    assert_eq!(run.code, 1);
    story.said(&run, &["Approved says: yes", "edits that are no answers", "+ I doubt it."]);
    assert_eq!(story.at("/approvalBlock/approved"), true);
    story.refuses("render --write X.data.json", &["+ I doubt it."]);
    story.edits("\nI doubt it.\n", "").does("render --write X.data.json").does("render --check .");
}

#[test]
fn a_tick_on_a_blocked_plan_is_refused() {
    let story = Story::of(BLOCKED);
    story.does("render --write X.data.json").ticks();
    story.refuses("pull X.md", &["FR006", "nothing was pulled"]);
}

#[test]
fn damage_is_told_and_never_guessed_at() {
    let damages: [(&str, &str, &[&str]); 9] = [
        ("| C-101 |", "| C-999 |", &["`C-999` names no row"]),
        ("| C-104 | EGG-34 |", "| C-104 |", &["this row has 7 cells, and the table has 8"]),
        ("Do duck eggs count?", "Do geese count?", &["the column Statement of C-104 says"]),
        ("| decision | Do duck", "| Do duck", &["this row has 7 cells"]),
        ("| Status | User input |", "| User input |", &["the heading of the table"]),
        ("\n| C-104 |", "\n\n| C-104 |", &["stands apart"]),
        (
            "## 5. Clarification Items",
            "## 5. Questions",
            &["the heading `## 5. Clarification Items` is gone"],
        ),
        ("\n## 6.", "\n## 5. Clarification Items\n\n## 6.", &["is there twice"]),
        (
            "| C-105 | EGG-34 | data-point | How many shelves are there? | a number | next-phase | open | |\n",
            "",
            &["the row C-105 is gone"],
        ),
    ];
    for (from, to, words) in damages {
        let story = Story::of(ANSWERS);
        story.does("render --write X.data.json").answers("C-101", "here").edits(from, to);
        story.refuses("pull X.md", words);
        let run = story.run("pull X.md");
        let line = run.stderr.split("error: X.md:").nth(1).and_then(|rest| rest.split(':').next());
        let pointed = line.is_some_and(|line| line.parse::<usize>().is_ok());
        assert!(pointed || words[0].contains("is gone"), "{}", run.stderr);
        story.refuses("render --write X.data.json", &["was edited", "--force"]);
    }
    let story = Story::of(PLAN);
    story.does("render --write X.data.json").edits("- [ ] Approved\n", "");
    story.refuses("pull X.md", &["the approval box is gone"]);
    story.edits(
        "## User Approval Request\n",
        "## User Approval Request\n\n- [x] Approved\n- [ ] Approved\n",
    );
    story.refuses("pull X.md", &["a second approval box"]);
}

#[test]
fn a_report_in_korean_is_pulled_too() {
    let story = Story::of(PLAN);
    story.does("render --write --lang ko X.data.json").ticks().does("pull X.md");
    assert_eq!(story.at("/approvalBlock/approved"), true);
    story.does("render --write --lang ko X.data.json").does("render --check --lang ko X.data.json");
}

#[test]
fn a_report_can_stand_away_from_its_document() {
    let story = Story::of(PLAN);
    story.does("render X.data.json -o Y.md");
    let report = story.read("Y.md").replace("- [ ] Approved", "- [X] Approved");
    story.write("Y.md", &report);
    let lost = story.run("pull Y.md");
    assert_eq!(lost.code, 2);
    story.said(&lost, &["no document beside Y.md", "--into"]);
    story.does("pull Y.md --into X.data.json");
    assert_eq!(story.at("/approvalBlock/approved"), true);
    story.write("Y.json", PLAN).write("Y.data.json", PLAN);
    story.said(&story.run("pull Y.md"), &["both", "--into"]);
}

#[test]
fn a_line_of_json_gives_a_line_of_json() {
    let compact = |text: &str| serde_json::from_str::<Value>(text).unwrap().to_string();
    let lines =
        [compact(QUICK), "{".to_owned(), "\u{FEFF}[]".to_owned(), String::new(), compact(PLAN)];
    let story = Story::of(QUICK);
    let many = run(&["render", "--jsonl"]).in_folder(&story.0).stdin(lines.join("\n")).end();
    assert_eq!((many.code, many.stderr.as_str()), (1, ""));
    let results: Vec<Value> =
        many.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results.len(), lines.len());
    for (index, (result, ok)) in results.iter().zip([true, false, false, false, true]).enumerate() {
        assert_eq!((&result["line"], &result["ok"]), (&json!(index + 1), &json!(ok)), "{result}");
        assert_eq!(result.get("markdown").is_some(), ok);
        assert_eq!(result["diagnostics"].as_array().is_some_and(|found| !found.is_empty()), !ok);
    }
    assert_eq!(results[0]["kind"], "final-report");
    assert_eq!(results[1]["diagnostics"][0]["code"], "JS001");
    story.does("render --write X.data.json");
    assert_eq!(results[0]["markdown"], story.read("X.md"));
    let keys: Vec<_> = results[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["line", "ok", "kind", "markdown"]);
    let good = run_jsonl(&[compact(QUICK)]);
    assert_eq!((good.code, good.stdout.lines().count()), (0, 1));
    // Findings that are not asked for are counted.
    let run = run(&["render", "--jsonl", "--max-diagnostics", "0"]).stdin("{").end();
    let result: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(result, json!({"line": 1, "ok": false, "diagnostics": [], "leftOut": 1}));
}

#[test]
fn a_response_of_a_page_is_pulled_as_a_report_is() {
    let story = Story::of(PLAN);
    story.does("render --write X.data.json");
    let report = story.read("X.md");
    let sha256 = report.rsplit_once("sha256=").unwrap().1[..64].to_owned();
    let response = json!({
        "schemaVersion": "1.0", "kind": "final-report-response",
        "taskKey": story.at("/header/taskKey"), "reportSha256": sha256, "approved": true,
        "answers": [{ "id": "C-101", "userInput": "sunday | \"early\"\nnot later" }],
    });
    let refused = |change: &dyn Fn(&mut Value), words: &[&str]| {
        let mut other = response.clone();
        change(&mut other);
        story.write("response.json", &other.to_string());
        story.refuses("pull response.json --into X.data.json", words);
    };
    refused(&|r| r["taskKey"] = "other".into(), &["the response is to `other`"]);
    refused(
        &|r| r["reportSha256"] = "0".repeat(64).into(),
        &["has changed since the page was made"],
    );
    refused(&|r| r["answers"][0]["id"] = "C-999".into(), &["C-999"]);
    refused(&|r| r["kind"] = "final-report".into(), &["SC001", "response.json"]);
    story.write("response.json", &response.to_string());
    story.does("pull response.json --into X.data.json");
    assert_eq!(story.at("/approvalBlock/approved"), true);
    assert_eq!(story.at("/clarificationItems/0/userInput"), "sunday | \"early\"\nnot later");
    assert_eq!(story.at("/clarificationItems/0/status"), "answered");
    // The second time there is nothing left to take.
    let document = story.read("X.data.json");
    story.does("pull response.json --into X.data.json").does("render --write X.data.json");
    assert_eq!(story.read("X.data.json"), document);
}

fn run_jsonl(lines: &[String]) -> Run {
    run(&["render", "--jsonl"]).stdin(lines.join("\n")).end()
}

/// Many lines come in their order, although they are worked on at once.
#[test]
fn many_lines_keep_their_order() {
    let lines: Vec<String> = (0..300)
        .map(|number| {
            let mut document: Value = serde_json::from_str(QUICK).unwrap();
            document["header"]["taskKey"] = format!("key-{number}").into();
            document.to_string()
        })
        .collect();
    let run = run_jsonl(&lines);
    for (number, line) in run.stdout.lines().enumerate() {
        let result: Value = serde_json::from_str(line).unwrap();
        let markdown = result["markdown"].as_str().unwrap_or_default();
        assert!(markdown.contains(&format!("- Task Key: key-{number}\n")), "{result}");
    }
    assert_eq!(run.stdout.lines().count(), 300);
}
