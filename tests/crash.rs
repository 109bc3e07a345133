//! Whatever happens to the process or the disk, files are whole: the old ones, or the new ones.
#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

#[path = "support/command.rs"]
mod command;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use command::{command, folder, run};
use serde_json::json;
use tempfile::TempDir;

const QUICK: &str = include_str!("cases/final-report/quick.json");
const UNFILLED: &str = include_str!("cases/final-report/tokens-null.json");

/// How many documents are worked on at once, and how often the process is killed.
const DOCUMENTS: usize = 8;
const KILLS: u32 = 220;
const KILLS_OF_FILL: u32 = 80;

/// The document with this number, in the state before or after a change.
fn document(number: usize, round: u32) -> String {
    QUICK.replace("\"taskKey\": \"", &format!("\"taskKey\": \"{number}-{round}-"))
}

fn write_documents(folder: &TempDir, round: u32) {
    for number in 0..DOCUMENTS {
        let path = folder.path().join(format!("{number}.data.json"));
        fs::write(path, document(number, round)).unwrap();
    }
}

/// The files of a folder, hidden ones too.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap_or_default())
        })
        .collect()
}

fn start(folder: &TempDir, args: &[&str]) -> Child {
    command(env!("CARGO_BIN_EXE_final-report"))
        .args(args)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Moments spread over `whole`, the same ones in every run of the test.
fn moment(kill: u32, whole: Duration) -> Duration {
    // Multiples of the golden ratio leave no gaps, however many there are.
    let part = f64::from(kill) * 0.618_033_988_75 % 1.0;
    whole.mul_f64(part * 1.1)
}

fn kill_after(mut child: Child, moment: Duration) {
    thread::sleep(moment);
    // It may have ended already.
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_killed_render_leaves_whole_reports_and_the_next_run_no_litter() {
    let folder = folder(&[]);
    let reports = |round| -> BTreeMap<String, String> {
        write_documents(&folder, round);
        let started = run(&["render", "--write", "."]).in_folder(&folder).end();
        assert_eq!(started.code, 0, "{started:#?}");
        files(folder.path()).into_iter().filter(|(name, _)| name.ends_with(".md")).collect()
    };
    let started = Instant::now();
    let [even, odd] = [reports(0), reports(1)];
    let whole = started.elapsed() / 2;
    let (mut old, mut new, mut cut_short) = (&odd, &even, 0);
    for kill in 0..KILLS {
        write_documents(&folder, kill % 2);
        kill_after(start(&folder, &["render", "--write", "."]), moment(kill, whole));
        let found = files(folder.path());
        for (name, text) in found.iter().filter(|(name, _)| name.ends_with(".md")) {
            let is_whole = [&old[name], &new[name]].contains(&text);
            assert!(is_whole, "kill {kill}: {name} is neither the old nor the new report");
        }
        assert_eq!(found.keys().filter(|name| name.ends_with(".md")).count(), DOCUMENTS);
        cut_short += u32::from(new.iter().any(|(name, text)| found[name] != *text));
        let next = run(&["render", "--write", "."]).in_folder(&folder).end();
        assert_eq!(next.code, 0, "{next:#?}");
        let found = files(folder.path());
        assert_eq!(found.len(), 2 * DOCUMENTS, "litter: {:?}", found.keys());
        assert!(new.iter().all(|(name, text)| found[name] == *text));
        (old, new) = (new, old);
    }
    assert!(cut_short > KILLS / 10, "only {cut_short} kills came before the end");
}

#[test]
fn a_killed_fill_leaves_a_whole_document() {
    let usage = |tokens: u64| {
        let figures =
            |tokens| json!({ "totalTokens": tokens, "billableTokens": 1, "costUsd": 0.5 });
        let worker = |agent: &str, role: &str| {
            let mut worker = figures(tokens);
            worker["agent"] = agent.into();
            worker["role"] = role.into();
            worker
        };
        let workers = [worker("Claude Code", "Claude worker"), worker("Codex", "Codex worker")];
        json!({ "lead": figures(tokens), "workers": workers }).to_string()
    };
    let folder = folder(&[("X.data.json", UNFILLED.as_bytes())]);
    let path = folder.path().join("X.data.json");
    let args = ["fill", "X.data.json", "--usage", "usage.json", "--force", "--render"];
    let filled = |tokens| {
        fs::write(folder.path().join("usage.json"), usage(tokens)).unwrap();
        let run = run(&args).in_folder(&folder).end();
        assert_eq!(run.code, 0, "{run:#?}");
        fs::read_to_string(&path).unwrap()
    };
    let started = Instant::now();
    let states = [filled(1000), filled(2000)];
    let whole = started.elapsed() / 2;
    for kill in 0..KILLS_OF_FILL {
        let tokens = if kill % 2 == 0 { 1000 } else { 2000 };
        fs::write(folder.path().join("usage.json"), usage(tokens)).unwrap();
        kill_after(start(&folder, &args), moment(kill, whole));
        let text = fs::read_to_string(&path).unwrap();
        assert!(states.contains(&text), "kill {kill}: the document is neither the old nor the new");
        assert_eq!(filled(tokens), states[kill as usize % 2]);
        let names: Vec<_> = files(folder.path()).into_keys().collect();
        assert_eq!(names, ["X.data.json", "X.md", "usage.json"]);
    }
}

#[test]
fn two_processes_in_one_folder_end_with_whole_reports() {
    let folder = folder(&[]);
    for round in 0..20 {
        write_documents(&folder, round);
        let both = [(); 2].map(|()| start(&folder, &["render", "--write", "."]));
        for mut child in both {
            assert!(child.wait().unwrap().success(), "round {round}");
        }
        let found = files(folder.path());
        assert_eq!(found.len(), 2 * DOCUMENTS, "litter: {:?}", found.keys());
        for number in 0..DOCUMENTS {
            let expected = run(&["render", "-"]).stdin(document(number, round)).end().ok();
            assert!(found[&format!("{number}.md")] == expected, "round {round}: {number}.md");
        }
    }
}

/// Runs the command through a shell that takes something away from it first.
fn without(folder: &TempDir, script: &str, args: &[&str]) -> std::process::Output {
    command("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_final-report")])
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

/// A quota: no file may grow beyond 4 KiB.
const QUOTA: &str = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";

#[test]
fn a_quota_that_is_used_up_loses_nothing() {
    let folder = folder(&[("a.data.json", document(1, 0).as_bytes())]);
    let first = run(&["render", "--write", "."]).in_folder(&folder).end();
    assert_eq!(first.code, 0);
    fs::write(folder.path().join("a.data.json"), document(1, 1)).unwrap();
    fs::write(folder.path().join("b.data.json"), document(2, 1)).unwrap();
    let before = files(folder.path());
    for args in [&["render", "--write", "."][..], &["render", "a.data.json", "-o", "new.md"]] {
        let output = without(&folder, QUOTA, args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("cannot write") && stderr.contains("make room"), "{stderr}");
        assert_eq!(files(folder.path()), before);
    }
}

/// A disk of its own, so small that one report fits beside the documents and no second.
#[test]
fn a_full_disk_loses_nothing() {
    let small = tempfile::tempdir().unwrap();
    fs::write(small.path().join("document"), document(1, 0)).unwrap();
    // Mounting takes privileges, or a name space in which one has them.
    let script = r#"
        disk="$PWD/disk"; mkdir "$disk" && mount -t tmpfs -o size=64k none "$disk" || exit 77
        cd "$disk" && cp ../document a.data.json && "$0" render --write a.data.json || exit 3
        cp a.md ../old.md; sed 's/"taskKey": "/"taskKey": "x/' ../document > a.data.json
        cp a.data.json ../new.json
        dd if=/dev/zero of=filler bs=1k count=1000 2>/dev/null
        "$0" render --write a.data.json 2>../stderr; code=$?
        cmp a.md ../old.md && cmp a.data.json ../new.json || exit 4
        rm filler; [ "$(ls -A | tr '\n' ' ')" = "a.data.json a.md " ] || exit 5
        "$0" render --write a.data.json && grep -q "Task Key: x" a.md || exit 6
        exit $code
    "#;
    let namespace = ["unshare", "--map-root-user", "--mount"];
    let mut command = command(namespace[0]);
    command.args(&namespace[1..]).args(["sh", "-c", script, env!("CARGO_BIN_EXE_final-report")]);
    let Ok(output) = command.current_dir(small.path()).output() else {
        return eprintln!("skipped: there is no unshare");
    };
    let unprivileged = output.status.code() == Some(77)
        || String::from_utf8_lossy(&output.stderr).starts_with("unshare:");
    if unprivileged {
        return eprintln!("skipped: a disk cannot be mounted here");
    }
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let stderr = fs::read_to_string(small.path().join("stderr")).unwrap();
    assert!(stderr.contains("cannot write a.md") && stderr.contains("make room"), "{stderr}");
}
