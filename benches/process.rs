//! One report by a process of its own, beside a process that does nothing: `cargo bench --bench process`.

mod documents;

use std::fs;
use std::process::{Command, Stdio};

use divan::Bencher;
use documents::{Growing, KINDS};

fn main() {
    divan::main();
}

/// Runs it to its end, the report and what is said of it going nowhere.
fn run(command: &mut Command) {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().unwrap().success());
}

#[divan::bench(sample_count = 500, sample_size = 1)]
fn nothing(bencher: Bencher) {
    bencher.bench_local(|| run(&mut Command::new("true")));
}

#[divan::bench(args = KINDS, sample_count = 500, sample_size = 1)]
fn render(bencher: Bencher, kind: Growing) {
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("document.json");
    fs::write(&document, kind.document(10_000)).unwrap();
    bencher.bench_local(|| {
        run(Command::new(env!("CARGO_BIN_EXE_final-report")).arg("render").arg(&document));
    });
}
