//! Documents that are checked together: what no two of them may have alike.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::kinds::Kind;
use crate::options::Options;
use crate::rule::{Findings, Rule};
use crate::schema::in_words;
use crate::visible;

/// A rule between documents of a kind: a value that belongs to one thing alone.
#[derive(Debug)]
pub struct Distinct {
    /// The rule. Its examples are checked beside the first sample of the kind.
    pub rule: &'static Rule,
    /// JSON pointer of the value.
    pub(crate) value: &'static str,
    /// JSON pointers of what it is the value of: two documents about one thing may have it alike.
    pub(crate) of: &'static [&'static str],
    /// What to write where it is not.
    pub(crate) help: &'static str,
}

/// Checks documents one after another, each against its schema and the rules of its kind, and
/// against those that came before.
#[derive(Debug, Default)]
pub struct Batch {
    /// By rule and value: the name of the document that had it first, and what it is about.
    seen: HashMap<(&'static str, String), (String, Vec<Value>)>,
}

impl Batch {
    /// Everything that is wrong with a document, as [`Document::check`] tells it, and what it has
    /// in common with an earlier one and must not. `name` is what messages call it from now on.
    pub fn check(&mut self, name: &str, document: &Document, options: &Options) -> Vec<Diagnostic> {
        document.check_beside(options, |kind, value, found| self.compare(name, kind, value, found))
    }

    fn compare(
        &mut self,
        name: &str,
        kind: &'static Kind,
        document: &Value,
        found: &mut Vec<Diagnostic>,
    ) {
        for Distinct { rule, value: place, of, help } in kind.distinct {
            let Some(value) = document.pointer(place) else { continue };
            let of: Vec<Value> =
                of.iter().map(|at| document.pointer(at).cloned().unwrap_or_default()).collect();
            match self.seen.entry((rule.code.id, value.to_string())) {
                Entry::Vacant(place) => drop(place.insert((name.to_owned(), of))),
                Entry::Occupied(first) if first.get().1 == of => {}
                Entry::Occupied(first) => {
                    let (other, of) = first.get();
                    let of: Vec<String> = of.iter().map(in_words).collect();
                    let message = format!(
                        "{} {} is also that of {}, in {}",
                        place.trim_start_matches('/'),
                        in_words(value),
                        of.join(" "),
                        visible(other),
                    );
                    Findings::of(rule, found).add(*place, message, *help);
                }
            }
        }
    }
}
