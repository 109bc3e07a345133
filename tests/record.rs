//! The record of what was rendered in a folder: it saves work, and changes nothing else.

#[path = "support/command.rs"]
mod command;

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use command::{Call, Run, cache, folder, run};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tempfile::TempDir;

const QUICK: &str = include_str!("cases/final-report/quick.json");
const WARNED: &str = include_str!("cases/final-report/quick-minimal.json");
const BINARY: &str = env!("CARGO_BIN_EXE_final-report");

/// The form of a record: this line, then entries of a key and a digest of the reports.
const HEADER: &[u8] = b"final-report record 1\n";
const DIGEST: usize = 32;

/// What a run says of two reports that it leaves as they are, and of two that it writes.
const UNCHANGED: &str = "0 written, 2 unchanged, 0 failed, 0 in the way\n";
const WRITTEN: &str = "2 written, 0 unchanged, 0 failed, 0 in the way\n";

/// Another valid document.
fn document(task_key: &str) -> String {
    QUICK.replace("\"taskKey\": \"", &format!("\"taskKey\": \"{task_key}-"))
}

/// A folder with the documents A and B, and in time their reports.
struct Story(TempDir);

impl Story {
    fn new() -> Story {
        let [a, b] = ["a", "b"].map(document);
        Story(folder(&[("A.data.json", a.as_bytes()), ("B.data.json", b.as_bytes())]))
    }

    /// The same, with every report written and a record of it.
    fn written() -> Story {
        let story = Story::new();
        assert_eq!(story.said("render --write ."), WRITTEN);
        story
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn call(&self, args: &str) -> Call {
        run(&args.split(' ').collect::<Vec<_>>()).in_folder(&self.0)
    }

    fn run(&self, args: &str) -> Run {
        self.call(args).end()
    }

    /// What a run that goes well says.
    #[track_caller]
    fn said(&self, args: &str) -> String {
        let run = self.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:#?}");
        run.stderr
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(self.0.path())
    }

    /// A folder with the same files.
    fn twin(&self) -> Story {
        let twin = Story(folder(&[]));
        copy(self.0.path(), twin.0.path());
        twin
    }

    /// The run says and does what it would without a record.
    #[track_caller]
    fn is_as_without(&self, args: &str, after: &str) {
        let twin = self.twin();
        let (with, without) = (self.run(args), twin.run(&format!("{args} --no-cache")));
        assert_eq!(format!("{with:#?}"), format!("{without:#?}"), "{args} after {after}");
        assert!(self.files() == twin.files(), "{args} after {after}: other files");
    }

    /// The report of A stands in the place of that of B, and the other way round; so do their
    /// digests in the record. Whoever renders sees that both are wrong.
    fn deceives(&self, extension: &str) {
        let [a, b] = ["A", "B"].map(|name| format!("{name}.{extension}"));
        let reports = [&b, &a].map(|name| self.read(name));
        self.write(&a, &reports[0]);
        self.write(&b, &reports[1]);
        let record = only_record();
        let mut bytes = fs::read(&record).unwrap();
        let (first, second) = bytes[HEADER.len()..].split_at_mut(2 * DIGEST);
        first[DIGEST..].swap_with_slice(&mut second[DIGEST..]);
        fs::write(record, bytes).unwrap();
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap());
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    entries.map(|entry| (name(&entry), fs::read(entry.path()).unwrap_or_default())).collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            #[cfg(unix)]
            if let Ok(target) = fs::read_link(entry.path()) {
                std::os::unix::fs::symlink(target, to).unwrap();
                continue;
            }
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// What is kept by this test.
fn records() -> BTreeMap<String, Vec<u8>> {
    files(&cache().join("final-report"))
}

#[track_caller]
fn only_record() -> PathBuf {
    let records = records();
    assert_eq!(records.len(), 1, "{:?}", records.keys());
    cache().join("final-report").join(records.keys().next().unwrap())
}

#[test]
fn what_the_record_vouches_for_is_not_rendered() {
    let story = Story::written();
    assert_eq!(story.said("render --write ."), UNCHANGED);
    story.deceives("md");
    let deceived = story.files();
    assert_eq!(story.said("render --write ."), UNCHANGED);
    assert!(story.files() == deceived);
    assert_eq!(story.run("render --check .").code, 0);
    assert_eq!(story.said("render --diff ."), "2 up to date, 0 differ, 0 failed\n");
    assert_eq!(story.said("render --write --force ."), UNCHANGED);
    // A folder has one name, however it is called.
    let above = story.path("..").join(story.0.path().file_name().unwrap());
    assert_eq!(story.said(&format!("render --write {}", above.display())), UNCHANGED);
    // It is the record alone that says so.
    assert_eq!(story.said("render --write --no-cache ."), WRITTEN);
    assert!(story.read("A.md").contains("- Task Key: a-"));
}

#[test]
fn a_record_is_not_believed_without_the_reports() {
    let story = Story::written();
    let record = fs::read(only_record()).unwrap();
    let reports = ["A.md", "B.md"].map(|name| story.read(name));
    story.deceives("md");
    story.write("A.md", &reports[0]);
    fs::remove_file(story.path("B.md")).unwrap();
    let run = story.run("render --check .");
    assert_eq!(run.stdout, "missing: B.md\n");
    assert_eq!(story.said("render --write ."), "1 written, 1 unchanged, 0 failed, 0 in the way\n");
    assert_eq!(["A.md", "B.md"].map(|name| story.read(name)), reports);
    assert_eq!(fs::read(only_record()).unwrap(), record);
}

#[test]
fn whatever_changes_in_a_folder_is_seen() {
    type Change = fn(&Story);
    let changes: [(&str, Change); 14] = [
        ("nothing", |_| {}),
        ("a document", |story| story.write("A.data.json", &document("new"))),
        ("layout of a document", |story| story.write("A.data.json", &format!("{QUICK}\n"))),
        ("a broken document", |story| story.write("A.data.json", "{")),
        ("a document with a warning", |story| story.write("A.data.json", WARNED)),
        ("a new document", |story| story.write("C.data.json", &document("c"))),
        ("a removed document", |story| fs::remove_file(story.path("A.data.json")).unwrap()),
        ("exchanged documents", |story| {
            story.write("A.data.json", &document("b"));
            story.write("B.data.json", &document("a"));
        }),
        ("an edited report", |story| {
            story.write("A.md", &story.read("A.md").replacen("\n## ", "\nmine\n\n## ", 1));
        }),
        ("a report in another layout", |story| {
            story.write("A.md", &story.read("A.md").replace('\n', "\r\n"));
        }),
        ("a foreign report", |story| story.write("A.md", "# Mine\n")),
        ("an empty report", |story| story.write("A.md", "")),
        ("a removed report", |story| fs::remove_file(story.path("A.md")).unwrap()),
        ("a folder in the place of a report", |story| {
            fs::remove_file(story.path("A.md")).unwrap();
            fs::create_dir(story.path("A.md")).unwrap();
        }),
    ];
    for (what, change) in changes {
        for args in ["--check", "--diff", "--write", "--write --force"] {
            let story = Story::written();
            change(&story);
            for args in [args, args, "--check"] {
                story.is_as_without(&format!("render {args} ."), what);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_report_behind_a_link_is_read_there() {
    let story = Story::written();
    fs::rename(story.path("A.md"), story.path("real.md")).unwrap();
    std::os::unix::fs::symlink("real.md", story.path("A.md")).unwrap();
    assert_eq!(story.said("render --write ."), UNCHANGED);
    story.write("real.md", "# Mine\n");
    story.is_as_without("render --write .", "an edit behind the link");
    fs::remove_file(story.path("real.md")).unwrap();
    for args in ["render --check .", "render --write ."] {
        story.is_as_without(args, "the end of what is behind the link");
    }
    assert!(fs::symlink_metadata(story.path("A.md")).unwrap().is_symlink());
}

#[test]
fn a_document_with_a_warning_says_it_in_every_run() {
    let story = Story::written();
    story.write("W.data.json", WARNED);
    for args in ["--write", "--write", "--check", "--write"] {
        let run = story.run(&format!("render {args} ."));
        assert!(run.code == 0 && run.stderr.contains("warning[FR031]"), "{run:#?}");
    }
    // Once it is allowed, there is nothing to say, and something again when it is not.
    story.said("render --write --allow FR031 .");
    let allowed = fs::read(only_record()).unwrap();
    assert_eq!(allowed.len(), HEADER.len() + 3 * 2 * DIGEST);
    story.is_as_without("render --write .", "a run that allows it");
    assert!(story.run("render --check .").stderr.contains("warning[FR031]"));
}

/// What a run can be asked for; each differs little from the one before it.
const JOBS: [&str; 20] = [
    "",
    "--lang ko",
    "--format html",
    "--kind final-report",
    "--allow FR",
    "--warn FR",
    "--deny FR",
    "--deny TR",
    "--deny FR --deny TR",
    "--deny-warnings",
    "--council-size 1",
    "--council-size 2",
    "--voters ab",
    "--voters a,b",
    "--voters b,a",
    "--voters a,b,c",
    "--templates none",
    "--templates other-text",
    "--templates own",
    "--templates other-name",
];

#[test]
fn a_record_of_another_job_says_nothing() {
    for (index, first) in JOBS.into_iter().enumerate() {
        let story = Story::new();
        fs::create_dir(story.path("none")).unwrap();
        for (templates, name, text) in [
            ("own", "verdict-card", "## Card"),
            ("other-text", "verdict-card", "## Verdict"),
            ("other-name", "summary", "## Card"),
        ] {
            let kind = story.path(templates).join("final-report");
            fs::create_dir_all(&kind).unwrap();
            fs::write(kind.join(format!("{name}.md.j2")), text).unwrap();
        }
        assert_eq!(story.said(format!("render --write . {first}").trim_end()), WRITTEN);
        // Another format finds the same bytes under its name.
        let (own, other) = if first.contains("html") { ("html", "md") } else { ("md", "html") };
        story.deceives(own);
        for name in ["A", "B"] {
            let [own, other] = [own, other].map(|end| story.path(&format!("{name}.{end}")));
            fs::copy(own, other).unwrap();
        }
        let record = only_record();
        let bytes = fs::read(&record).unwrap();
        for second in [first, "", JOBS[index.saturating_sub(1)]] {
            fs::write(&record, &bytes).unwrap();
            let run = story.run(format!("render --check . {second}").trim_end());
            let code = i32::from(first != second);
            assert_eq!(run.code, code, "after {first:?}, {second:?}: {run:#?}");
        }
        fs::remove_file(record).unwrap();
    }
}

#[test]
fn templates_that_change_are_rendered_anew() {
    let story = Story::new();
    let template = story.path("own/final-report/verdict-card.md.j2");
    fs::create_dir_all(template.parent().unwrap()).unwrap();
    for text in ["## One", "## Two"] {
        fs::write(&template, text).unwrap();
        assert_eq!(story.said("render --write --templates own ."), WRITTEN);
        assert!(story.read("A.md").contains(text));
        assert_eq!(story.said("render --write --templates own ."), UNCHANGED);
    }
}

/// A copy of the program, which was last changed at this time.
fn program(folder: &Path, name: &str, modified: SystemTime, more: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::copy(BINARY, &path).unwrap();
    let mut file = fs::File::options().append(true).open(&path).unwrap();
    file.write_all(more).unwrap();
    file.set_modified(modified).unwrap();
    path
}

#[test]
fn another_version_of_the_program_renders_anew() {
    let story = Story::written();
    story.deceives("md");
    let modified = fs::metadata(BINARY).unwrap().modified().unwrap();
    let programs = folder(&[]);
    let check = |program: &Path| {
        let mut check = command::command(program.to_str().unwrap());
        check.args(["render", "--check", "."]).current_dir(story.0.path());
        loop {
            match check.output() {
                // A process that another test has just started may hold the copy open still.
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                    thread::sleep(Duration::from_millis(5));
                }
                output => return output.unwrap().status,
            }
        }
    };
    let record = only_record();
    let bytes = fs::read(&record).unwrap();
    let later = modified + Duration::from_nanos(1000);
    for (name, modified, more, is_same) in [
        ("same", modified, &b""[..], true),
        ("later", later, b"", false),
        ("longer", modified, b"x", false),
    ] {
        fs::write(&record, &bytes).unwrap();
        let program = program(programs.path(), name, modified, more);
        assert_eq!(check(&program).success(), is_same, "{name}");
    }
}

#[test]
fn formats_of_a_report_are_known_together() {
    let story = Story::new();
    let args = "render --write --format markdown,html .";
    let both = |written, unchanged| {
        format!("{written} written, {unchanged} unchanged, 0 failed, 0 in the way\n")
    };
    assert_eq!(story.said(args), both(4, 0));
    assert_eq!(story.said(args), both(0, 4));
    let page = story.read("A.html");
    story.write("A.html", &page.replace("</body>", "mine</body>"));
    for args in ["render --check --format markdown,html .", args] {
        story.is_as_without(args, "an edit of the page");
    }
    fs::remove_file(story.path("A.html")).unwrap();
    assert_eq!(story.said(args), both(1, 3));
    assert_eq!(story.read("A.html"), page);
    // Two reports that have changed places are other reports.
    let markdown = story.read("A.md");
    story.write("A.html", &markdown);
    story.write("A.md", &page);
    story.is_as_without(args, "an exchange");
}

/// What can stand where a record is looked for.
#[test]
fn a_damaged_record_is_none() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 9] = [
        ("gone", |_| {}),
        ("empty", |path| fs::write(path, "").unwrap()),
        ("the header alone", |path| fs::write(path, HEADER).unwrap()),
        ("zeroes", |path| fs::write(path, [0; 4096]).unwrap()),
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a folder with a file", |path| {
            fs::create_dir(path).unwrap();
            fs::write(path.join("x"), "x").unwrap();
        }),
        ("a FIFO", |path| {
            #[cfg(unix)]
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
            #[cfg(not(unix))]
            let _ = path;
        }),
        ("a link", |path| {
            #[cfg(unix)]
            std::os::unix::fs::symlink("elsewhere", path).unwrap();
            #[cfg(not(unix))]
            let _ = path;
        }),
        ("a path", |path| fs::write(path, "../../elsewhere").unwrap()),
    ];
    let story = Story::written();
    let path = only_record();
    let record = fs::read(&path).unwrap();
    for (what, damage) in damages {
        fs::remove_file(&path).unwrap();
        damage(&path);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file());
        story.write("A.md", "");
        assert_eq!(
            story.said("render --write ."),
            "1 written, 1 unchanged, 0 failed, 0 in the way\n",
            "{what}"
        );
        assert_eq!(story.said("render --write ."), UNCHANGED, "{what}");
        if is_file {
            // What is no file was not made by the program, and stays.
            assert!(!fs::symlink_metadata(&path).unwrap().is_file(), "{what}");
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
            fs::write(&path, &record).unwrap();
        }
        assert!(fs::read(&path).unwrap() == record, "{what}");
        assert_eq!(records().len(), 1, "{what}");
    }
}

#[test]
fn a_record_of_another_form_or_cut_off_within_an_entry_says_nothing() {
    let story = Story::written();
    story.deceives("md");
    let record = only_record();
    let whole = fs::read(&record).unwrap();
    let mut other_form = whole.clone();
    other_form[HEADER.len() - 2] += 1;
    let longer = [&whole[..], b"x"].concat();
    let shorter = whole[..whole.len() - 1].to_vec();
    for (bytes, code) in [(whole, 0), (other_form, 1), (longer, 1), (shorter, 1)] {
        fs::write(&record, bytes).unwrap();
        let run = story.run("render --check .");
        let stale = if code == 0 { "" } else { "stale: A.md\nstale: B.md\n" };
        assert_eq!((run.code, run.stdout.as_str()), (code, stale));
    }
}

#[test]
fn without_a_place_for_records_there_are_none() {
    let story = Story::new();
    let file = story.path("file");
    fs::write(&file, "").unwrap();
    // No folder can be made in the place of a file, nor below it, nor where nobody may.
    for place in [file.clone(), file.join("below"), "/proc/none".into(), "relative".into()] {
        for said in [WRITTEN, UNCHANGED] {
            let mut call = story.call("render --write .");
            call.0.env("XDG_CACHE_HOME", &place).env("HOME", &file);
            let run = call.end();
            assert_eq!((run.code, run.stderr.as_str()), (0, said), "{place:?}");
        }
        for name in ["A.md", "B.md"] {
            fs::remove_file(story.path(name)).unwrap();
        }
    }
    let names: Vec<String> = story.files().into_keys().collect();
    assert_eq!(names, ["A.data.json", "B.data.json", "file"]);
}

#[cfg(unix)]
#[test]
fn records_are_kept_where_the_system_keeps_such_files() {
    let (story, home) = (Story::new(), folder(&[]));
    let mut call = story.call("render --write .");
    call.0.env_remove("XDG_CACHE_HOME").env("HOME", home.path());
    assert_eq!(call.end().stderr, WRITTEN);
    assert_eq!(files(&home.path().join(".cache/final-report")).len(), 1);
    assert!(records().is_empty());
}

/// What can become of the bytes of a record.
#[derive(Debug, Clone)]
enum Damage {
    Other(Vec<u8>),
    OtherEntries(Vec<u8>),
    Flip(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    More(Vec<u8>),
}

impl Damage {
    fn of(&self, record: &[u8]) -> Vec<u8> {
        match self {
            Damage::Other(bytes) => bytes.clone(),
            Damage::OtherEntries(bytes) => [HEADER, bytes].concat(),
            Damage::Flip(at, bits) => {
                let mut flipped = record.to_vec();
                flipped[at.index(record.len())] ^= bits;
                flipped
            }
            Damage::Cut(at) => record[..at.index(record.len())].to_vec(),
            Damage::More(bytes) => [record, bytes].concat(),
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = || proptest::collection::vec(any::<u8>(), 0..300);
    prop_oneof![
        bytes().prop_map(Damage::Other),
        bytes().prop_map(Damage::OtherEntries),
        (any::<prop::sample::Index>(), 1..=u8::MAX).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        any::<prop::sample::Index>().prop_map(Damage::Cut),
        bytes().prop_map(Damage::More),
    ]
}

#[test]
fn random_damage_changes_nothing() {
    let story = Story::written();
    let record = only_record();
    // One report is right, and one is that of another document.
    story.write("B.md", &story.read("A.md"));
    let expected = format!("{:#?}", story.run("render --check . --no-cache"));
    let whole = fs::read(&record).unwrap();
    let mut runner = TestRunner::new(ProptestConfig { cases: 48, ..ProptestConfig::default() });
    let result = runner.run(&damage(), |damage| {
        fs::write(&record, damage.of(&whole)).unwrap();
        for _ in 0..2 {
            prop_assert_eq!(format!("{:#?}", story.run("render --check .")), &*expected);
        }
        Ok(())
    });
    result.unwrap();
}

#[test]
fn what_is_asked_not_to_be_kept_is_not() {
    let story = Story::new();
    story.said("render --write --no-cache .");
    story.said("render --check --no-cache .");
    // What is named itself is rendered each time: it takes no longer than to look.
    assert_eq!(story.said("render --write A.data.json"), "");
    assert_eq!(story.said("render --check ./A.data.json"), "");
    story.said("render --write A.data.json B.data.json");
    assert_eq!(fs::read_dir(cache()).unwrap().count(), 0);
    // A record that is there is neither used nor changed.
    story.said("render --write .");
    story.deceives("md");
    let kept = records();
    assert_eq!(story.said("render --write --no-cache ."), WRITTEN);
    assert!(records() == kept);
}

#[test]
fn checking_and_writing_have_one_record() {
    let story = Story::new();
    story.said("render --write --no-cache .");
    story.said("render --check .");
    let checked = records();
    assert_eq!(checked.len(), 1);
    story.deceives("md");
    assert_eq!(story.said("render --write ."), UNCHANGED, "what was checked is known");
    story.said("render --write --no-cache .");
    fs::write(only_record(), HEADER).unwrap();
    story.said("render --write .");
    assert!(records() == checked, "what was written is known alike");
    story.deceives("md");
    assert_eq!(story.run("render --check .").code, 0);
    assert_eq!(story.run("render --diff .").code, 0);
}

#[test]
fn a_record_that_says_the_same_is_not_written() {
    let story = Story::written();
    let record = only_record();
    let old = SystemTime::now() - Duration::from_secs(3600);
    fs::File::options().append(true).open(&record).unwrap().set_modified(old).unwrap();
    story.said("render --write .");
    assert_eq!(fs::metadata(record).unwrap().modified().unwrap(), old);
}

#[test]
fn a_record_holds_what_the_folder_holds() {
    let story = Story::written();
    let record = only_record();
    let len = || fs::metadata(&record).unwrap().len() as usize - HEADER.len();
    assert_eq!(len(), 2 * 2 * DIGEST);
    for round in 0..3 {
        story.write("A.data.json", &document(&format!("round-{round}")));
        story.said("render --write .");
        assert_eq!(len(), 2 * 2 * DIGEST);
    }
    fs::remove_file(story.path("A.data.json")).unwrap();
    story.said("render --check .");
    assert_eq!(len(), 2 * DIGEST);
    // Documents of the same bytes are one entry.
    story.write("C.data.json", &story.read("B.data.json"));
    story.said("render --write .");
    assert_eq!(len(), 2 * DIGEST);
    story.write("B.data.json", "{");
    story.write("C.data.json", "{");
    story.run("render --write .");
    assert_eq!(len(), 0);
    assert_eq!(records().len(), 1);
}

#[test]
fn each_folder_has_a_record() {
    let [a, b] = ["a", "b"].map(document);
    let files = [("one/A.data.json", a.as_bytes()), ("two/B.data.json", b.as_bytes())];
    let story = Story(folder(&files));
    assert_eq!(story.said("render --write one two"), WRITTEN);
    let both = records();
    assert_eq!(both.len(), 2);
    for args in ["render --write one", "render --write two one two", "render --write one/. two"] {
        story.said(args);
        assert!(records() == both, "{args}");
    }
    // The folder above them is one more, and leaves theirs alone.
    assert_eq!(story.said("render --write . one two"), UNCHANGED);
    assert_eq!(records().len(), 3);
    assert!(both.iter().all(|(name, record)| records()[name] == *record));
    // A document that is named is no part of a folder.
    story.said("render --write one/A.data.json one two");
    assert!(both.iter().all(|(name, record)| records()[name] == *record));
}

#[test]
fn two_processes_at_once_keep_one_whole_record() {
    let story = Story::new();
    for number in 0..8 {
        story.write(&format!("{number}.data.json"), &document(&number.to_string()));
    }
    story.run("render --write .");
    let expected = records();
    for round in 0..10 {
        fs::remove_file(only_record()).unwrap();
        let both = [(); 2].map(|()| {
            let mut call = story.call("render --write .");
            call.0.stdin(Stdio::null()).spawn().unwrap()
        });
        for mut child in both {
            assert!(child.wait().unwrap().success(), "round {round}");
        }
        assert!(records() == expected, "round {round}");
    }
}
