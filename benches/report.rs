//! Reading, checking and rendering documents of 10 KB and 1 MB: `cargo bench`.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use final_report::{Document, Kind, Options, Renderer};
use serde_json::Value;

fn main() {
    divan::main();
}

/// A final report of at least `bytes`, its consensus table as long as it takes.
fn document(bytes: usize) -> Vec<u8> {
    let sample = Kind::named("final-report").unwrap().sample(Some("quick")).unwrap();
    let mut document: Value = serde_json::from_str(sample.text).unwrap();
    let row = document["crossVerification"]["consensus"][0].clone();
    let mut len = serde_json::to_vec_pretty(&document).unwrap().len();
    let row_len = serde_json::to_vec_pretty(&row).unwrap().len() + 60;
    let rows = document["crossVerification"]["consensus"].as_array_mut().unwrap();
    while len < bytes {
        let mut row = row.clone();
        row["id"] = format!("C-{}", 1000 + rows.len()).into();
        rows.push(row);
        len += row_len;
    }
    serde_json::to_vec_pretty(&document).unwrap()
}

const SIZES: [usize; 2] = [10_000, 1_000_000];

#[divan::bench(args = SIZES)]
fn parse(bencher: Bencher, bytes: usize) {
    let bytes = document(bytes);
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| Document::parse(black_box(&bytes)).unwrap());
}

#[divan::bench(args = SIZES)]
fn check(bencher: Bencher, bytes: usize) {
    let document = Document::parse(&document(bytes)).unwrap();
    bencher.bench(|| black_box(&document).check(&Options::default()));
}

#[divan::bench(args = SIZES)]
fn render(bencher: Bencher, bytes: usize) {
    let document = Document::parse(&document(bytes)).unwrap();
    let renderer = Renderer::new();
    bencher.bench(|| renderer.markdown(black_box(&document)).unwrap());
}

/// All of it, as one document after another goes through a process.
#[divan::bench(args = SIZES)]
fn document_to_report(bencher: Bencher, bytes: usize) {
    let bytes = document(bytes);
    let renderer = Renderer::new();
    bencher.counter(ItemsCount::new(1_usize)).bench(|| {
        let document = Document::parse(black_box(&bytes)).unwrap();
        renderer.markdown(&document).unwrap()
    });
}
