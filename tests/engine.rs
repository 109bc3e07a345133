//! The trees of the built-in templates write what the template engine writes.
//!
//! A folder of templates, an empty one too, is for the engine.

mod support;

use std::thread;

use final_report::{Document, KINDS, Language, Options, Renderer, Report, TemplateFolder};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::hostile::{bases, config, hostile_document, replaced};
use support::leaves;

/// A renderer that uses the trees, and one that uses the engine.
struct Both {
    trees: Renderer,
    engine: Renderer,
}

impl Both {
    fn new(language: Language, options: &Options) -> Both {
        let empty = tempfile::tempdir().unwrap();
        let folder = TemplateFolder::read(empty.path()).unwrap();
        let renderer = || Renderer::new().language(language).options(options.clone());
        Both { trees: renderer(), engine: renderer().templates(folder) }
    }

    /// The report, which is the same both ways; `None` where the document has none.
    fn render(&self, document: &Value) -> Option<Report> {
        let document = Document::parse(&serde_json::to_vec(document).unwrap()).ok()?;
        let one = self.trees.markdown(&document);
        let other = self.engine.markdown(&document);
        assert_eq!(one.as_ref().ok(), other.as_ref().ok(), "{}", document.text());
        one.ok()
    }
}

fn samples() -> Vec<Value> {
    let samples = KINDS.iter().flat_map(|kind| kind.samples.iter().chain(kind.minimal));
    samples.map(|sample| serde_json::from_str(sample.text).unwrap()).collect()
}

#[test]
fn samples_are_the_same_in_every_language() {
    for language in [Language::En, Language::Ko] {
        let both = Both::new(language, &Options::default());
        for sample in samples() {
            assert!(both.render(&sample).is_some());
        }
    }
}

#[test]
fn councils_are_the_same_for_every_quorum() {
    let council = KINDS.iter().find(|kind| kind.name == "council").unwrap();
    let sample: Value = serde_json::from_str(council.samples[0].text).unwrap();
    for size in 1..=6 {
        let mut options = Options::default();
        options.council_size(size);
        options.voters(["requirements-verifier", "test-auditor", "absent"]);
        assert!(Both::new(Language::En, &options).render(&sample).is_some());
    }
}

/// Every place of a document changed, emptied or left out, where the document stays one.
#[test]
fn samples_with_a_change_are_the_same() {
    let samples = samples();
    let render = |samples: &[Value]| {
        let both = Both::new(Language::En, &Options::default());
        let mut rendered = 0;
        for sample in samples {
            for changed in changes(sample) {
                rendered += usize::from(both.render(&changed).is_some());
            }
        }
        rendered
    };
    let (one, other) = samples.split_at(samples.len() / 2);
    let rendered: usize = thread::scope(|scope| {
        let tasks = [one, other].map(|samples| scope.spawn(move || render(samples)));
        tasks.map(|task| task.join().unwrap()).iter().sum()
    });
    assert!(rendered > 1000, "{rendered}");
}

fn changes(document: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    leaves(document, "", &mut |pointer, leaf| places.push((pointer.to_owned(), leaf.clone())));
    let mut changes = Vec::new();
    for (pointer, leaf) in places {
        let mut change = |other: Option<Value>| {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let mut changed = document.clone();
            match (other, changed.pointer_mut(parent).unwrap()) {
                (Some(other), _) => *changed.pointer_mut(&pointer).unwrap() = other,
                (None, Value::Object(members)) => drop(members.shift_remove(key)),
                (None, Value::Array(items)) => drop(items.remove(key.parse().unwrap())),
                (None, other) => panic!("{other} has no parts"),
            }
            changes.push(changed);
        };
        change(None);
        change(Some(Value::Null));
        match leaf {
            Value::String(text) => change(Some(format!("{text}x").into())),
            Value::Bool(flag) => change(Some((!flag).into())),
            Value::Number(_) => {
                for other in [json!(0), json!(1.5), json!(3), json!(u64::MAX)] {
                    change(Some(other));
                }
            }
            _ => {}
        }
    }
    changes
}

proptest! {
    // The engine is slow to test.
    #![proptest_config(ProptestConfig { cases: config().cases / 4, ..config() })]

    #[test]
    fn hostile_documents_are_the_same((base, texts) in hostile_document()) {
        thread_local!(static BOTH: Both = Both::new(Language::En, &Options::default()));
        let hostile = replaced(&bases()[base], &texts, str::to_owned);
        BOTH.with(|both| both.render(&hostile));
    }
}
