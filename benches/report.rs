//! Reading, checking and rendering documents of 10 KB and 1 MB: `cargo bench --bench report`.

mod documents;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use documents::{Growing, KINDS};
use final_report::{Document, Options, Renderer};

fn main() {
    divan::main();
}

const SIZES: [usize; 2] = [10_000, 1_000_000];

#[divan::bench(args = KINDS, consts = SIZES)]
fn parse<const BYTES: usize>(bencher: Bencher, kind: Growing) {
    let bytes = kind.document(BYTES);
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| Document::parse(black_box(&bytes)).unwrap());
}

#[divan::bench(args = KINDS, consts = SIZES)]
fn check<const BYTES: usize>(bencher: Bencher, kind: Growing) {
    let document = Document::parse(&kind.document(BYTES)).unwrap();
    bencher.bench(|| black_box(&document).check(&Options::default()));
}

#[divan::bench(args = KINDS, consts = SIZES)]
fn render<const BYTES: usize>(bencher: Bencher, kind: Growing) {
    let document = Document::parse(&kind.document(BYTES)).unwrap();
    let renderer = Renderer::new();
    bencher.bench(|| renderer.markdown(black_box(&document)).unwrap());
}

/// All of it, as one document after another goes through a process.
#[divan::bench(args = KINDS, consts = SIZES)]
fn document_to_report<const BYTES: usize>(bencher: Bencher, kind: Growing) {
    let bytes = kind.document(BYTES);
    let renderer = Renderer::new();
    bencher.counter(ItemsCount::new(1_usize)).bench(|| {
        let document = Document::parse(black_box(&bytes)).unwrap();
        renderer.markdown(&document).unwrap()
    });
}
