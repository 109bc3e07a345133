//! Whoever wrote a document can mend it from the first diagnostic alone: it points at the broken
//! place or its parent, and doing what it says makes the document valid again.

mod support;

use final_report::{Diagnostic, Document, KINDS, Kind, Options};
use proptest::prelude::*;
use serde_json::Value;

/// Ways to break a member of an object.
#[derive(Debug, Clone, Copy)]
enum Break {
    Delete,
    Misspell,
    WrongType,
    WrongValue,
    RepeatId,
}

/// What is found in a document of a kind, as with `--kind`: one may have lost the keys that it is
/// recognised by.
fn found(kind: &'static Kind, document: &Value) -> Vec<Diagnostic> {
    match Document::parse_as(&serde_json::to_vec_pretty(document).unwrap(), kind) {
        Ok(document) => document.check(&Options::default()),
        Err(found) => found,
    }
}

/// The JSON pointers of all members of objects.
fn members(value: &Value, pointer: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let pointer = format!("{pointer}/{key}");
                members(value, &pointer, all);
                all.push(pointer);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                members(item, &format!("{pointer}/{index}"), all);
            }
        }
        _ => {}
    }
}

fn rename(document: &mut Value, parent: &str, from: &str, to: &str) {
    let object = document.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    let renamed =
        object.iter().map(|(k, v)| (if k == from { to } else { k }.to_owned(), v.clone()));
    *object = renamed.collect();
}

/// The words between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Breaks the member at `pointer`; `None` where that way does not apply to it.
fn broken(document: &Value, pointer: &str, how: Break, at: usize) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let mut broken = document.clone();
    match how {
        Break::Delete => {
            let object = broken.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            object.shift_remove(key);
        }
        Break::Misspell => {
            let mut name: Vec<char> = key.chars().collect();
            let at = at % name.len();
            // One slip: a letter lost, doubled, or in the wrong case.
            match at % 3 {
                0 if name.len() > 3 => drop(name.remove(at)),
                1 => name.insert(at, name[at]),
                _ => {
                    name[at] = if name[at].is_uppercase() {
                        name[at].to_ascii_lowercase()
                    } else {
                        name[at].to_ascii_uppercase()
                    }
                }
            }
            let name: String = name.into_iter().collect();
            // A slip that gives the name of a neighbour (`uiTestTargets`, `uiTestTarget`) would lose
            // that neighbour, and one that changes nothing (the case of a digit) breaks nothing.
            if document.pointer(parent)?.get(&name).is_some() {
                return None;
            }
            rename(&mut broken, parent, key, &name);
        }
        Break::WrongType => {
            let value = broken.pointer_mut(pointer).unwrap();
            *value = if value.is_number() || value.is_null() { "twelve".into() } else { 42.into() };
        }
        Break::WrongValue => {
            let value = broken.pointer_mut(pointer).unwrap();
            *value = format!("{}x", value.as_str()?).into();
        }
        Break::RepeatId => {
            let (rows, index) = parent.rsplit_once('/').filter(|_| key == "id")?;
            let first = document.pointer(rows)?.get(0)?.get("id")?.clone();
            if index == "0" {
                return None;
            }
            *broken.pointer_mut(pointer).unwrap() = first;
        }
    }
    Some(broken)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn the_first_diagnostic_mends_the_document(
        sample in any::<prop::sample::Index>(),
        member in any::<prop::sample::Index>(),
        how in prop::sample::select(&[Break::Delete, Break::Misspell, Break::WrongType, Break::WrongValue, Break::RepeatId][..]),
        at in 0_usize..40,
    ) {
        let samples: Vec<(&'static Kind, _)> =
            KINDS.iter().flat_map(|kind| kind.samples.iter().map(|sample| (*kind, sample))).collect();
        let (kind, sample) = samples[sample.index(samples.len())];
        let document: Value = serde_json::from_str(sample.text).unwrap();
        let mut all = Vec::new();
        members(&document, "", &mut all);
        let pointer = all[member.index(all.len())].clone();
        let Some(broken) = broken(&document, &pointer, how, at) else { return Err(TestCaseError::reject("not here")) };
        // Only what breaks the schema or repeats an id: other values are the rules' business.
        let diagnostics = found(kind, &broken);
        let wanted = match how {
            Break::RepeatId => "FR010",
            _ => "SC001",
        };
        prop_assume!(diagnostics.iter().any(|d| d.code.id == wanted || d.code.id.starts_with("SC")));
        let first = diagnostics.iter().find(|d| d.is_error()).unwrap();

        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let near = first.pointer == pointer
            || first.pointer == parent
            || first.pointer.rsplit_once('/').is_some_and(|(p, _)| p == parent);
        prop_assert!(near, "{pointer}: {first:#?}");
        let help = first.help.as_deref().unwrap();
        let original = document.pointer(&pointer).unwrap();

        let mut mended = broken.clone();
        match how {
            Break::Delete => {
                // A missing block changes what the parent is, for the forms of a oneOf.
                let named = help.split('"').skip(1).step_by(2).any(|name| name == key);
                prop_assert!(named, "{key}: {first:#?}");
                let object = mended.pointer_mut(parent).unwrap().as_object_mut().unwrap();
                object.insert(key.to_owned(), original.clone());
            }
            Break::Misspell => {
                let object = broken.pointer(parent).unwrap().as_object().unwrap();
                let misspelt = object.keys().find(|k| document.pointer(parent).unwrap().get(*k).is_none()).unwrap();
                let meant = *quoted(help).first().unwrap_or_else(|| panic!("{first:#?}"));
                prop_assert!(help.starts_with("did you mean") && meant == key, "{:#?}", first);
                rename(&mut mended, parent, misspelt, meant);
            }
            Break::WrongType => {
                let wanted = match original {
                    Value::String(text) if !help.contains("a string") => format!("`{text}`"),
                    Value::String(_) => "a string".to_owned(),
                    Value::Bool(b) if !help.contains("a boolean") => format!("`{b}`"),
                    Value::Bool(_) => "a boolean".to_owned(),
                    Value::Number(n) if !help.contains("a number") && !help.contains("an integer") => format!("`{n}`"),
                    Value::Number(n) if n.is_f64() => "a number".to_owned(),
                    Value::Number(_) => if help.contains("an integer") { "an integer" } else { "a number" }.to_owned(),
                    Value::Null => "null".to_owned(),
                    Value::Array(_) => "an array".to_owned(),
                    Value::Object(_) => "an object".to_owned(),
                };
                prop_assert!(help.contains(&wanted), "{wanted}: {first:#?}");
                *mended.pointer_mut(&pointer).unwrap() = original.clone();
            }
            Break::WrongValue => {
                let is_enum = first.message.contains("cannot be") || first.message.contains(", not `");
                if is_enum {
                    let meant = *quoted(help).first().unwrap_or_else(|| panic!("{first:#?}"));
                    prop_assert_eq!(Some(meant), original.as_str(), "{:#?}", first);
                }
                *mended.pointer_mut(&pointer).unwrap() = original.clone();
            }
            Break::RepeatId => *mended.pointer_mut(&pointer).unwrap() = original.clone(),
        }
        prop_assert_eq!(found(kind, &mended), [], "{:#?}", first);
    }
}
