//! Nothing in a document is silently ignored: another value in any one place gives another report,
//! or a diagnostic.

mod support;

use std::thread;

use final_report::{Diagnostic, Document, Error, KINDS, Renderer, Sample};
use serde_json::{Value, json};
use support::leaves;

/// What a reader gets of a document: the report if there is one, and what is said about it.
#[derive(Debug, PartialEq)]
struct Outcome {
    report: Option<String>,
    said: Vec<(&'static str, String, String)>,
}

fn outcome(renderer: &Renderer, document: &Value) -> Outcome {
    let said = |found: Vec<Diagnostic>| {
        found.into_iter().map(|found| (found.code.id, found.pointer, found.message)).collect()
    };
    let parsed = Document::parse(&serde_json::to_vec(document).unwrap()).map_err(Error::Invalid);
    match parsed.and_then(|document| renderer.markdown(&document)) {
        Ok(report) => Outcome { report: Some(report.markdown), said: said(report.findings) },
        Err(Error::Invalid(found)) => Outcome { report: None, said: said(found) },
        Err(error) => panic!("{error}"),
    }
}

/// Values of the same type, and one of another.
fn others(leaf: &Value) -> Vec<Value> {
    match leaf {
        Value::String(text) => vec![json!(format!("{text}x")), json!(7)],
        Value::Bool(flag) => vec![json!(!flag), json!("x")],
        Value::Number(number) => match number.as_i64() {
            Some(integer) => vec![json!(integer + 1), json!("x")],
            None => vec![json!(number.as_f64().unwrap() / 2.0), json!("x")],
        },
        _ => vec![json!("x"), json!(7), json!(true)],
    }
}

/// The values that are allowed in a place, as the diagnostic for one that is not names them.
fn allowed(outcome: &Outcome, renderer: &Renderer, document: &Value) -> Vec<String> {
    if outcome.said.iter().all(|(code, _, message)| *code != "SC001" || !message.contains("cannot"))
    {
        return Vec::new();
    }
    let document = Document::parse(&serde_json::to_vec(document).unwrap()).unwrap();
    let Err(Error::Invalid(found)) = renderer.markdown(&document) else { return Vec::new() };
    let help = found.into_iter().filter_map(|found| found.help).collect::<String>();
    help.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The places of a sample, each with the value that made no difference there.
fn ignored(renderer: &Renderer, sample: &Sample) -> Vec<String> {
    let document: Value = serde_json::from_str(sample.text).unwrap();
    let before = outcome(renderer, &document);
    let mut ignored = Vec::new();
    leaves(&document, "", &mut |pointer, leaf| {
        let mut changed = document.clone();
        let mut check = |other: Value| {
            *changed.pointer_mut(pointer).unwrap() = other.clone();
            let after = outcome(renderer, &changed);
            if other != *leaf && after == before {
                ignored.push(format!("{pointer}: {other}"));
            }
            allowed(&after, renderer, &changed)
        };
        let words: Vec<String> = others(leaf).into_iter().flat_map(&mut check).collect();
        for word in words {
            check(word.into());
        }
    });
    ignored
}

#[test]
fn nothing_is_silently_ignored() {
    let renderer = Renderer::new();
    for kind in KINDS {
        let samples = kind.samples.iter().chain(kind.minimal);
        thread::scope(|scope| {
            let searches: Vec<_> = samples
                .map(|sample| (sample.name, scope.spawn(|| ignored(&renderer, sample))))
                .collect();
            for (name, search) in searches {
                assert_eq!(search.join().unwrap(), [""; 0], "{}: {name}", kind.name);
            }
        });
    }
}
