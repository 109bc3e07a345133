//! Many documents in one run of the command: `cargo bench --bench folder`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use divan::Bencher;
use divan::counter::ItemsCount;
use final_report::Kind;
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// How many documents there are, of some 10 KB each.
const DOCUMENTS: usize = 2_000;

fn sample() -> &'static str {
    Kind::named("final-report").unwrap().sample(Some("error-analysis")).unwrap().text
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..DOCUMENTS {
        // No two are alike.
        let key = format!("\"taskKey\": \"{number}-");
        let document = sample().replacen("\"taskKey\": \"", &key, 1);
        fs::write(folder.path().join(format!("{number}.data.json")), document).unwrap();
    }
    folder
}

/// `cache` is where the record of what was rendered is kept; without it there is none.
fn regenerate(folder: &Path, cache: Option<&Path>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_final-report"));
    let command = command.args(["render", "--write"]).arg(folder).stderr(Stdio::null());
    match cache {
        Some(cache) => command.env("XDG_CACHE_HOME", cache),
        None => command.arg("--no-cache"),
    };
    assert!(command.status().unwrap().success());
}

/// No report is there yet, and no record.
#[divan::bench(sample_count = 9, sample_size = 1)]
fn regenerate_cold(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(DOCUMENTS))
        .with_inputs(|| (folder(), tempfile::tempdir().unwrap()))
        .bench_local_refs(|(folder, cache)| regenerate(folder.path(), Some(cache.path())));
}

/// Every report is up to date, and there is a record of that.
#[divan::bench(sample_count = 9, sample_size = 1)]
fn regenerate_unchanged(bencher: Bencher) {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    let regenerate = || regenerate(folder.path(), Some(cache.path()));
    regenerate();
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(regenerate);
}

/// Every report is up to date, and there is no record.
#[divan::bench(sample_count = 9, sample_size = 1)]
fn regenerate_unchanged_without_record(bencher: Bencher) {
    let folder = folder();
    regenerate(folder.path(), None);
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(|| regenerate(folder.path(), None));
}

fn jsonl(mut command: Command, documents: &Path) {
    let input = fs::File::open(documents).unwrap();
    let status = command.args(["render", "--jsonl"]).stdin(input).stdout(Stdio::null()).status();
    assert!(status.unwrap().success());
}

/// A file with all documents, one a line.
fn lines() -> tempfile::NamedTempFile {
    let value: serde_json::Value = serde_json::from_str(sample()).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), format!("{value}\n").repeat(DOCUMENTS)).unwrap();
    file
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn jsonl_on_all_cores(bencher: Bencher) {
    let lines = lines();
    let command = || Command::new(env!("CARGO_BIN_EXE_final-report"));
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(|| jsonl(command(), lines.path()));
}

/// Where there is `taskset`, the same on the first core alone.
#[divan::bench(sample_count = 9, sample_size = 1)]
fn jsonl_on_one_core(bencher: Bencher) {
    let lines = lines();
    let command = || {
        let mut command = Command::new("taskset");
        command.args(["-c", "0", env!("CARGO_BIN_EXE_final-report")]);
        command
    };
    if command().arg("--version").output().is_err() {
        return;
    }
    bencher.counter(ItemsCount::new(DOCUMENTS)).bench_local(|| jsonl(command(), lines.path()));
}
