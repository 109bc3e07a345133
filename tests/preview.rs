//! The preview without a browser: what it answers to whom, what changes it sees, how it ends.

#[path = "support/command.rs"]
mod command;
#[path = "support/preview.rs"]
mod preview;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use command::{folder, run};
use preview::Preview;
use serde_json::Value;

const QUICK: &str = include_str!("cases/final-report/quick.json");

/// Writes a file as many editors do: beside it first, then over it.
fn replace(path: &Path, text: &str) {
    let beside = path.with_extension("tmp");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

fn titled(title: &str) -> String {
    let mut document: Value = serde_json::from_str(QUICK).unwrap();
    document["frontmatter"]["title"] = title.into();
    serde_json::to_string_pretty(&document).unwrap()
}

fn shows(state: &Value, text: &str) -> bool {
    state["markdown"].as_str().is_some_and(|markdown| markdown.contains(text))
}

fn fault(state: &Value) -> &str {
    state["fault"]["title"].as_str().unwrap_or_default()
}

#[test]
fn only_who_knows_the_address_is_answered() {
    let preview = Preview::start(Path::new("."), &[]);
    let host = preview.host().to_owned();
    let port = host.rsplit_once(':').unwrap().1.to_owned();
    let home = format!("/{}/", preview.token());
    let ask = |path: &str, headers: &[(&str, &str)]| preview.ask("GET", path, headers).status;
    assert_eq!(ask(&home, &[("Host", &host)]), 200);
    assert_eq!(ask(&home, &[("Host", &format!("localhost:{port}"))]), 200);
    let own = format!("http://{host}");
    assert_eq!(ask(&home, &[("Host", &host), ("Origin", &own)]), 200);

    assert_eq!(ask(&home, &[("Host", &format!("evil.example:{port}"))]), 421);
    assert_eq!(ask(&home, &[("Host", "127.0.0.1")]), 421);
    assert_eq!(ask(&home, &[("Host", &host), ("Origin", "http://evil.example")]), 403);
    assert_eq!(ask(&home, &[("Host", &host), ("Origin", "null")]), 403);
    assert_eq!(ask("/", &[("Host", &host)]), 404);
    assert_eq!(ask("/state", &[("Host", &host)]), 404);
    assert_eq!(ask(&format!("/{}/state", "0".repeat(32)), &[("Host", &host)]), 404);
    let other = Preview::start(Path::new("."), &[]);
    assert_eq!(ask(&format!("/{}/", other.token()), &[("Host", &host)]), 404);

    let foreign =
        [("Host", host.as_str()), ("Origin", "http://evil.example"), ("Content-Length", "0")];
    assert_eq!(preview.ask("POST", &format!("{home}choice"), &foreign).status, 403);
    assert_eq!(preview.ask("POST", &home, &[("Host", &host)]).status, 405);
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let preview = Preview::start(Path::new("."), &[]);
    for path in ["", "preview.js", "preview.css", "icon.svg", "state", "report/1", "nonesuch"] {
        let answer = preview.get(path);
        for header in [
            "cache-control: no-store",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            "content-security-policy: default-src 'none';",
        ] {
            assert!(answer.head.contains(&format!("\r\n{header}")), "{path}: {}", answer.head);
        }
    }
    assert!(preview.get("").head.contains("frame-ancestors 'none'"));
    assert!(preview.get("report/1").head.contains("sandbox allow-same-origin\r\n"));
}

#[test]
fn a_taken_port_is_said_with_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = run(&["preview", "--port", &port]).end();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let said = format!("error: port {port} is taken\n  help: --port 0 picks a free one");
    assert!(run.stderr.starts_with(&said), "{}", run.stderr);
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_cleanly_whoever_still_listens() {
    let mut preview = Preview::start(Path::new("."), &[]);
    let mut stream = preview.connect();
    let (token, host) = (preview.token(), preview.host());
    write!(stream, "GET /{token}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "data: 1"));
    let kill =
        std::process::Command::new("kill").args(["-INT", &preview.child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(preview.child.wait().unwrap().code(), Some(0));
    assert!(!lines.any(|line| line.starts_with("data")));
}

#[test]
#[cfg(target_os = "linux")]
fn a_browser_is_opened_at_the_address_where_there_is_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let script = b"#!/bin/sh\necho \"$1\" > opened.tmp\nmv opened.tmp opened\n";
    let folder = folder(&[("bin/xdg-open", script), ("none/x", b"")]);
    let program = folder.path().join("bin/xdg-open");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/bin:/usr/bin", folder.path().join("bin").display());
    let preview = Preview::start_with(folder.path(), &["--open"], &[("PATH", &path)]);
    let opened = folder.path().join("opened");
    preview.wait("opened", |_| opened.exists());
    assert_eq!(fs::read_to_string(opened).unwrap().trim_end(), preview.address);

    let mut preview = Preview::start_with(folder.path(), &["--open"], &[("PATH", "none")]);
    assert_eq!(preview.get("").status, 200);
    let mut line = String::new();
    BufReader::new(preview.child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("warning: cannot open a browser: "), "{line}");
}

#[test]
fn mistakes_in_the_arguments_are_said_before_a_page_is_served() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let said = |args: &[&str]| {
        let run = run(&[&["preview", "--port", "0"], args].concat()).in_folder(&folder).end();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        run.stderr
    };
    assert!(said(&["none.json"]).contains("cannot read none.json: no such file"));
    assert!(said(&["-"]).contains("preview needs a file"));
    assert!(said(&["."]).contains("it is a folder"));
    assert!(said(&["X.json", "--templates", "none"]).contains("cannot use none as templates"));
    assert!(said(&["--task-type", "qiuck"]).contains("the task types are "));
    assert!(said(&["X.json", "--task-type", "quick"]).contains("cannot be used with"));
}

#[test]
fn a_saved_document_is_seen_however_it_is_saved() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let path = folder.path().join("X.json");
    let preview = Preview::start(folder.path(), &["X.json"]);
    assert!(fault(&preview.state()).is_empty());
    fs::write(&path, titled("Written in place")).unwrap();
    preview.wait("in place", |state| shows(state, "\n# Written in place\n"));
    for title in ["Replaced once", "Replaced twice"] {
        replace(&path, &titled(title));
        preview.wait(title, |state| shows(state, title));
    }
    let before = preview.state()["generation"].clone();
    replace(&path, &titled("Replaced twice"));
    fs::write(folder.path().join("other.json"), "{}").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(preview.state()["generation"], before, "nothing has changed");
}

#[test]
fn a_saved_change_is_told_within_a_fifth_of_a_second() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let path = folder.path().join("X.json");
    let preview = Preview::start(folder.path(), &["X.json"]);
    let mut stream = preview.connect();
    let (token, host) = (preview.token(), preview.host());
    write!(stream, "GET /{token}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "data: 1"));
    let times = (2..12).map(|generation| {
        replace(&path, &titled(&format!("Saved {generation}")));
        let saved = Instant::now();
        assert!(lines.any(|line| line == format!("data: {generation}")));
        saved.elapsed()
    });
    // On a busy machine most of them may take longer.
    let fastest = times.min().unwrap();
    assert!(fastest < Duration::from_millis(200), "{fastest:?}");
}

#[test]
fn the_last_good_report_stays_while_the_document_is_broken_or_gone() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let path = folder.path().join("X.json");
    let preview = Preview::start(folder.path(), &["X.json"]);
    let good = preview.state();
    replace(&path, "{ \"frontmatter\": ");
    let state = preview.wait("broken", |state| fault(state) == "X.json has an error");
    assert_eq!((&state["markdown"], &state["report"]), (&good["markdown"], &good["report"]));
    let text = state["findings"][0]["text"].as_str().unwrap();
    assert!(text.contains("error[JS001]") && text.contains("--> X.json:1:"), "{text}");
    assert!(!text.contains('\u{1b}'));
    assert_eq!(preview.get("report/1").status, 200);

    let mut document: Value = serde_json::from_str(QUICK).unwrap();
    document["header"]["taskKey"] = 1.into();
    replace(&path, &document.to_string());
    preview.wait("invalid", |state| state["findings"][0]["text"].to_string().contains("SC0"));
    fs::remove_file(&path).unwrap();
    let state = preview.wait("gone", |state| fault(state).contains("no such file"));
    assert_eq!(state["markdown"], good["markdown"]);
    fs::write(&path, titled("Back again")).unwrap();
    let state = preview.wait("back", |state| shows(state, "# Back again\n"));
    assert!(fault(&state).is_empty());
}

#[test]
fn a_document_can_be_broken_from_the_start() {
    let folder = folder(&[("X.json", b"{")]);
    let preview = Preview::start(folder.path(), &["X.json"]);
    let state = preview.state();
    assert!(fault(&state).contains("X.json has an error") && state["markdown"].is_null());
    replace(&folder.path().join("X.json"), QUICK);
    preview.wait("mended", |state| fault(state).is_empty() && shows(state, "## "));
}

#[test]
fn a_saved_template_is_seen_and_its_errors_are_shown() {
    let own = b"# First {{ frontmatter.title }}\n";
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("own/final-report/header.md.j2", own)]);
    let template = folder.path().join("own/final-report/header.md.j2");
    let preview = Preview::start(folder.path(), &["X.json", "--templates", "own"]);
    assert!(shows(&preview.state(), "\n# First "));
    replace(&template, "# Second {{ header.taskKye }}\n");
    let state = preview.wait("broken", |state| fault(state).contains("header.md.j2 has an error"));
    assert!(shows(&state, "\n# First "));
    let text = state["findings"][0]["text"].as_str().unwrap();
    assert!(text.contains("error[TP003]") && text.contains("header.md.j2:1:13"), "{text}");
    replace(&template, "# Third\n");
    preview.wait("mended", |state| shows(state, "\n# Third\n") && fault(state).is_empty());

    // A folder that comes later is watched too, and so is one that was made anew.
    fs::create_dir(folder.path().join("own/shared")).unwrap();
    fs::write(folder.path().join("own/shared/nothing.md.j2"), "x").unwrap();
    let state = preview.wait("stray", |state| state["notices"] != Value::Array(Vec::new()));
    assert!(
        state["notices"][0].as_str().unwrap().contains("nothing uses own/shared/nothing.md.j2")
    );
    fs::remove_dir_all(folder.path().join("own")).unwrap();
    preview.wait("gone", |state| fault(state).contains("cannot use own as templates"));
    fs::create_dir_all(template.parent().unwrap()).unwrap();
    fs::write(&template, "# Fourth\n").unwrap();
    preview.wait("made anew", |state| shows(state, "\n# Fourth\n"));
    replace(&template, "# Fifth\n");
    preview.wait("watched again", |state| shows(state, "\n# Fifth\n"));
}

#[test]
#[cfg(unix)]
fn a_document_is_followed_through_a_link() {
    let folder = folder(&[("real/X.json", QUICK.as_bytes()), ("here/none", b"")]);
    let link = folder.path().join("here/X.json");
    std::os::unix::fs::symlink("../real/X.json", &link).unwrap();
    let preview = Preview::start(&folder.path().join("here"), &["X.json"]);
    replace(&folder.path().join("real/X.json"), &titled("Through a link"));
    preview.wait("through a link", |state| shows(state, "# Through a link\n"));
}

#[test]
fn samples_are_picked_by_kind_and_task_type() {
    let args = ["--task-type", "quick", "--lang", "ko"];
    let preview = Preview::start(Path::new("."), &args);
    let state = preview.state();
    let ko = run(&["render", "--lang", "ko", "-"]).stdin(QUICK).end();
    assert_eq!(state["markdown"], ko.stdout);
    assert_eq!(state["choices"]["chosen"]["sample"], "quick");
    assert_eq!(state["choices"]["kinds"].as_array().unwrap().len(), final_report::KINDS.len());

    let choose = |body: &str| {
        let mut stream = preview.connect();
        let (token, host, len) = (preview.token(), preview.host(), body.len());
        write!(
            stream,
            "POST /{token}/choice HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len}\r\n\
             Connection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(choose(r#"{"kind":"triage","sample":"full"}"#), "204");
    let state = preview.wait("triage", |state| state["kind"] == "triage");
    assert!(state["sections"][0]["rule"].is_string());
    assert_eq!(choose(r#"{"kind":"triage","sample":"nonesuch"}"#), "204");
    assert_eq!(choose("{"), "400");
    assert_eq!(choose(&" ".repeat(5000)), "413");
    assert_eq!(preview.state()["choices"]["chosen"]["sample"], "full");
}

#[test]
fn the_sections_are_those_of_the_command() {
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let preview = Preview::start(folder.path(), &["X.json"]);
    let listed = run(&["sections", "X.json"]).in_folder(&folder).end().ok();
    let state = preview.state();
    let rows = state["sections"].as_array().unwrap();
    assert_eq!(rows.len(), listed.lines().count() - 1);
    for (row, line) in rows.iter().zip(listed.lines().skip(1)) {
        let outcome = if row["renders"] == true { "renders" } else { "left out" };
        for part in
            [row["name"].as_str(), Some(outcome), row["rule"].as_str(), row["because"].as_str()]
        {
            assert!(line.contains(part.unwrap()), "{line}: {row}");
        }
    }
}

#[test]
fn a_part_of_the_report_tells_where_it_comes_from() {
    let own = b"# {{ frontmatter.title }}\n\n- Key: {{ header.taskKey }}\n";
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("own/final-report/header.md.j2", own)]);
    let preview = Preview::start(folder.path(), &["X.json", "--templates", "own"]);
    let state = preview.state();
    let markdown = state["markdown"].as_str().unwrap();
    let line = markdown.lines().position(|line| line.starts_with("- Key: ")).unwrap() + 1;
    let asked = format!("origin/1/{line}:1-{line}:9");
    let origin: Value = serde_json::from_str(&preview.get(&asked).body).unwrap();
    let place = "own/final-report/header.md.j2:3:11";
    assert_eq!(origin["template"]["place"], place, "{origin:#}");
    assert_eq!(origin["template"]["lines"][2][1], "- Key: {{ header.taskKey }}");
    let value = &origin["values"][0];
    assert_eq!((&value["pointer"], &value["exact"]), (&"/header/taskKey".into(), &true.into()));
    let at = QUICK.lines().position(|line| line.contains("\"taskKey\"")).unwrap();
    assert!(value["place"][0].as_str().unwrap().starts_with(&format!("X.json:{}:", at + 1)));
    assert_eq!(value["place"][1], QUICK.lines().nth(at).unwrap().trim_start());
    assert_eq!(origin["section"]["name"], "header");
    for wrong in ["origin/1/9999:1-9999:2", "origin/2/1:1-1:2"] {
        assert_eq!(preview.get(wrong).body, "null", "{wrong}");
    }
    assert_eq!(preview.get("origin/1/x").status, 400);
}
