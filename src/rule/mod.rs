//! Rules: what the keywords of a schema cannot say. Each is one named, documented, tested check.

pub(crate) mod iso_8601;
pub(crate) mod lookup;
pub(crate) mod words;

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Part, Severity};
use crate::options::Options;

/// A rule of a kind of document, with what a person needs to know to satisfy it.
#[derive(Debug)]
pub struct Rule {
    /// Its identity and default severity.
    pub code: Code,
    /// What holds in a document that satisfies it. One sentence, with a full stop.
    pub what: &'static str,
    /// Why that is asked for. One or two sentences.
    pub why: &'static str,
    /// A document that breaks it.
    pub broken: Example,
    /// The same document, mended.
    pub mended: Example,
}

/// A document for the documentation of a rule: a built-in sample with some of its parts changed.
#[derive(Debug)]
pub struct Example {
    /// The name of the sample.
    pub sample: &'static str,
    /// JSON pointers, each with the JSON text that takes the place of the value there; an empty
    /// text removes it. A pointer to a new key or to `-` adds one. Options of the command stand
    /// among them, such as `--council-size`, each with its value.
    pub edits: &'static [(&'static str, &'static str)],
}

impl Example {
    /// The document, made from the text of its sample.
    ///
    /// # Panics
    ///
    /// When an edit does not fit its sample; the tests apply every example.
    pub fn document(&self, sample: &str) -> Value {
        edited(sample, self.edits)
    }

    /// The options of the command that the example is about, each followed by its value.
    pub fn arguments(&self) -> Vec<&'static str> {
        let arguments = self.edits.iter().filter(|(name, _)| is_argument(name));
        arguments.flat_map(|&(name, value)| [name, value]).collect()
    }

    /// The same for the library.
    ///
    /// # Panics
    ///
    /// When there is no such option; the tests use every example.
    pub fn options(&self) -> Options {
        options(self.edits)
    }
}

/// The options among the edits of an [`Example`].
fn options(edits: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for edit in edits.iter().filter(|(name, _)| is_argument(name)) {
        match edit {
            ("--council-size", size) => options.council_size(size.parse().expect("a number")),
            ("--voters", names) => options.voters(names.split(',')),
            (other, _) => panic!("examples know no option {other}"),
        }
    }
    options
}

fn is_argument(name: &str) -> bool {
    name.starts_with("--")
}

/// A document with the edits of an [`Example`].
pub(crate) fn edited(sample: &str, edits: &[(&str, &str)]) -> Value {
    let mut document: Value = serde_json::from_str(sample).expect("samples are JSON");
    for (pointer, text) in edits.iter().filter(|(pointer, _)| !is_argument(pointer)) {
        let (parent, key) = pointer.rsplit_once('/').expect("edits are below the root");
        let parent = document.pointer_mut(parent);
        let parent = parent.unwrap_or_else(|| panic!("{pointer} leads nowhere"));
        let new = (!text.is_empty()).then(|| {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{pointer}: {error}"))
        });
        match (parent, new) {
            (Value::Object(members), Some(new)) => drop(members.insert(key.to_owned(), new)),
            (Value::Object(members), None) => drop(members.shift_remove(key)),
            (Value::Array(items), Some(new)) if key == "-" => items.push(new),
            (Value::Array(items), new) => {
                let index: usize = key.parse().expect("items are named by their index");
                match new {
                    Some(new) => items[index] = new,
                    None => drop(items.remove(index)),
                }
            }
            _ => panic!("{pointer} is inside a value that has no parts"),
        }
    }
    document
}

/// The table of a kind's rules: `RULES` with the documentation of each, and `run`, which checks a
/// document against all of them. A row names a rule and the function that checks it.
macro_rules! rules {
    (of $model:ty; $($module:ident::$rule:ident => $check:ident,)*) => {
        /// The documentation of every rule.
        pub(super) static RULES: &[&crate::rule::Rule] = &[$(&$module::$rule),*];

        /// Runs every rule, in the order of their codes.
        fn run(document: &$model, found: &mut Vec<crate::diagnostic::Diagnostic>) {
            $($module::$check(document, &mut crate::rule::Findings::of(&$module::$rule, found));)*
        }
    };
}
pub(crate) use rules;

/// What a rule has found; the rule's code is already known.
pub(crate) struct Findings<'f> {
    code: &'static Code,
    found: &'f mut Vec<Diagnostic>,
}

impl<'f> Findings<'f> {
    pub(crate) fn of(rule: &'static Rule, found: &'f mut Vec<Diagnostic>) -> Findings<'f> {
        Findings { code: &rule.code, found }
    }

    /// Adds a finding: where, what is wrong (one clause, without a full stop), what to write.
    pub(crate) fn add(
        &mut self,
        pointer: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Finding<'_> {
        self.found.push(Diagnostic::new(self.code, pointer, message).help(help));
        let last = self.found.len() - 1;
        Finding(&mut self.found[last])
    }

    /// Adds what another check has found, as a finding of this rule.
    pub(crate) fn take(&mut self, found: Diagnostic) {
        self.found.push(Diagnostic { code: self.code, severity: self.code.severity, ..found });
    }
}

/// A finding that was just added, for what not every finding has.
pub(crate) struct Finding<'f>(&'f mut Diagnostic);

impl Finding<'_> {
    /// Names the other side of a contradiction.
    pub(crate) fn related(self, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        self.0.related.push(crate::diagnostic::Related { message, pointer, span: None });
        self
    }

    /// Points at the key: for a part that should not be there at all.
    pub(crate) fn at_key(self) -> Self {
        self.0.part = Part::Key;
        self
    }

    /// Names further places of which the same can be said; some of them, when there are many.
    pub(crate) fn also(
        self,
        pointers: impl IntoIterator<Item = String>,
        message: &'static str,
    ) -> Self {
        const SHOWN: usize = 5;
        pointers.into_iter().take(SHOWN).fold(self, |finding, at| finding.related(at, message))
    }

    /// For the part of a rule that weighs less than the rest of it.
    pub(crate) fn warning(self) -> Self {
        self.0.severity = Severity::Warning;
        self
    }
}

/// What is found in a sample of a kind with some of its parts changed, in the order of the
/// document. Edits are those of [`Example`].
#[cfg(test)]
pub(crate) fn diagnostics(
    kind: &'static crate::Kind,
    sample: &str,
    edits: &[(&str, &str)],
) -> Vec<Diagnostic> {
    let sample = kind.sample(Some(sample)).expect(sample);
    let bytes = serde_json::to_vec_pretty(&edited(sample.text, edits)).unwrap();
    crate::Document::parse_as(&bytes, kind).unwrap().check(&options(edits))
}
