//! Sections of a report, and the RENDER_IF rule that decides whether one applies.

use std::fmt;

use serde_json::Value;

use crate::document::part;
use crate::facts::Facts;
use crate::rule::words::counted;

/// The sections of a kind, in order: a row gives the name of the template, where that is not in the
/// folder of the kind (`from "shared"`), the data it is for, and its RENDER_IF rule.
macro_rules! sections {
    ($kind:literal: $(
        $name:literal $(from $folder:literal)?, $data:literal, $render_if:expr
        $(, links under $heading:literal)?;
    )*) => {
        &[$($crate::section::Section {
            name: $name,
            folder: $crate::section::sections!(@folder $kind $($folder)?),
            data: $data,
            render_if: $render_if,
            template: include_str!(concat!(
                "../../../templates/",
                $crate::section::sections!(@folder $kind $($folder)?), "/", $name, ".md.j2"
            )),
            links: $crate::section::sections!(@links $($heading)?),
        }),*]
    };
    (@folder $kind:literal) => { $kind };
    (@folder $kind:literal $folder:literal) => { $folder };
    (@links) => { $crate::section::Links::None };
    (@links $heading:literal) => { $crate::section::Links::ToHeadings { heading: $heading } };
}
pub(crate) use sections;

/// A section of a kind's report. A kind has them in one table, in the order of the report.
#[derive(Debug)]
pub struct Section {
    /// The name of its template file, `templates/<folder>/<name>.md.j2`.
    pub name: &'static str,
    /// The folder of its template: the name of its kind, or `shared` for what every kind can have.
    pub folder: &'static str,
    /// JSON pointer of the data it is for; empty where it draws on several parts.
    pub data: &'static str,
    /// When it renders.
    pub render_if: RenderIf,
    /// The built-in template.
    pub template: &'static str,
    /// It links to other sections, so it is rendered once their headings are known.
    pub(crate) links: Links,
}

impl Section {
    /// The name of its template, which includes name and folders of templates have.
    pub fn template_name(&self) -> String {
        format!("{}/{}", self.folder, self.name)
    }
}

/// Whether a section needs the anchors of the others, and the headings it has itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// Rendered in its turn.
    None,
    /// Rendered last; its one heading is this label.
    ToHeadings {
        /// Key in the label file.
        heading: &'static str,
    },
}

/// A RENDER_IF rule: a section applies to a document only when it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderIf {
    /// In every document.
    Always,
    /// The value at a JSON pointer is this string: `taskType is quick`.
    Is(&'static str, &'static str),
    /// The part is there and not empty.
    Present(&'static str),
    /// One of these parts is there and not empty. In the pointers, `*` stands for any key.
    AnyPresent(&'static [&'static str]),
    /// The part is there and does not take the form that leaves it out, such as `omit`.
    PresentUnless(&'static str, &'static str),
    /// The document breaks rules of its kind, and is rendered all the same.
    Inconsistent,
    /// The document holds data that no other section of its kind shows.
    OtherData,
}

/// What a RENDER_IF rule decided for a document, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Does the section render?
    pub renders: bool,
    /// The fact that decided, such as `taskType is quick`.
    pub because: String,
}

impl RenderIf {
    /// Applies the rule to a document.
    pub(crate) fn decide(&self, facts: &Facts<'_>) -> Decision {
        let (renders, fact) = self.weigh(facts);
        Decision { renders, because: fact.to_string() }
    }

    /// What the rule decides, where nobody asks why.
    pub(crate) fn renders(&self, facts: &Facts<'_>) -> bool {
        self.weigh(facts).0
    }

    fn weigh<'f>(&self, facts: &'f Facts<'_>) -> (bool, Fact<'f>) {
        let document = facts.document;
        match *self {
            RenderIf::Always => (true, Fact::Always),
            RenderIf::Is(pointer, wanted) => {
                let found = part(document, pointer).and_then(Value::as_str);
                (found == Some(wanted), Fact::Is(pointer, found))
            }
            RenderIf::Present(pointer) => match lack(part(document, pointer)) {
                Some(why) => (false, Fact::Lacks(pointer, why)),
                None => (true, Fact::Has(pointer)),
            },
            RenderIf::AnyPresent(pointers) => {
                match pointers.iter().find(|pointer| has_part(document, pointer)) {
                    Some(pointer) => (true, Fact::Has(pointer)),
                    None => (false, Fact::LacksAll(pointers)),
                }
            }
            RenderIf::PresentUnless(pointer, form) => {
                let found = part(document, pointer);
                match lack(found) {
                    Some(why) => (false, Fact::Lacks(pointer, why)),
                    None if found.is_some_and(|found| found.get(form).is_some()) => {
                        (false, Fact::Says(pointer, form))
                    }
                    None => (true, Fact::Has(pointer)),
                }
            }
            RenderIf::Inconsistent => {
                let errors = facts.inconsistencies.len();
                (errors > 0, Fact::Errors(errors))
            }
            RenderIf::OtherData => {
                let first = facts.other_data.first().map(|(at, _)| at.as_str());
                (first.is_some(), Fact::WithoutSection(first))
            }
        }
    }
}

/// The fact that decided. Parts are given by their pointers.
enum Fact<'f> {
    Always,
    Is(&'static str, Option<&'f str>),
    Has(&'static str),
    /// It is absent or empty.
    Lacks(&'static str, &'static str),
    LacksAll(&'static [&'static str]),
    /// It takes this form.
    Says(&'static str, &'static str),
    /// How many there are.
    Errors(usize),
    /// The first part that has none.
    WithoutSection(Option<&'f str>),
}

impl fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fact::Always => f.write_str("in every report"),
            Fact::Is(pointer, found) => {
                write!(f, "{} is {}", last(pointer), found.unwrap_or("absent"))
            }
            Fact::Has(pointer) => write!(f, "{} is present", last(pointer)),
            Fact::Lacks(pointer, why) => write!(f, "{} is {why}", last(pointer)),
            Fact::LacksAll(pointers) => write!(f, "{} are absent or empty", all(pointers)),
            Fact::Says(pointer, form) => write!(f, "{} says `{form}`", last(pointer)),
            Fact::Errors(0) => f.write_str("it breaks no rule of its kind"),
            Fact::Errors(count) => write!(f, "{} in it", counted(count, "error")),
            Fact::WithoutSection(None) => f.write_str("every part has its section"),
            Fact::WithoutSection(Some(first)) => write!(f, "{first} has no section"),
        }
    }
}

impl fmt::Display for RenderIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderIf::Always => f.write_str("always"),
            RenderIf::Is(pointer, wanted) => write!(f, "{} is {wanted}", last(pointer)),
            RenderIf::Present(pointer) => write!(f, "{} is present and not empty", last(pointer)),
            RenderIf::AnyPresent(pointers) => {
                write!(f, "one of {} is present and not empty", all(pointers))
            }
            RenderIf::PresentUnless(pointer, form) => {
                write!(f, "{} is present and does not say `{form}`", last(pointer))
            }
            RenderIf::Inconsistent => f.write_str("the document breaks a rule of its kind"),
            RenderIf::OtherData => f.write_str("the document has parts without a section"),
        }
    }
}

/// Why a part is as good as not there, if it is.
fn lack(part: Option<&Value>) -> Option<&'static str> {
    match part {
        None | Some(Value::Null) => Some("absent"),
        Some(Value::Array(items)) if items.is_empty() => Some("empty"),
        Some(Value::Object(members)) if members.is_empty() => Some("empty"),
        Some(_) => None,
    }
}

/// Is there a part at `pointer`, in which `*` stands for any key, that is not empty?
fn has_part(document: &Value, pointer: &str) -> bool {
    match pointer.split_once("/*") {
        None => lack(part(document, pointer)).is_none(),
        Some((outer, inner)) => {
            let members = part(document, outer).and_then(Value::as_object);
            members.into_iter().flatten().any(|(_, member)| has_part(member, inner))
        }
    }
}

/// The names of the parts, for a sentence.
fn all(pointers: &[&str]) -> String {
    pointers.iter().map(|pointer| last(pointer)).collect::<Vec<_>>().join(", ")
}

fn last(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap_or(pointer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rule_tells_the_fact_that_decided() {
        let document = json!({
            "header": { "taskType": "quick" },
            "coverage": { "omit": true },
            "rows": [],
        });
        let (inconsistencies, other_data) = (vec![], vec![("/a/b".to_owned(), &document)]);
        let facts = Facts { document: &document, inconsistencies, other_data };
        let decide = |rule: RenderIf| {
            let Decision { renders, because } = rule.decide(&facts);
            (renders, because)
        };
        let said = |renders, because: &str| (renders, because.to_owned());
        assert_eq!(decide(RenderIf::Always), said(true, "in every report"));
        let is = RenderIf::Is("/header/taskType", "quick");
        assert_eq!(decide(is), said(true, "taskType is quick"));
        let is = RenderIf::Is("/header/taskType", "implementation");
        assert_eq!(decide(is), said(false, "taskType is quick"));
        let unless = RenderIf::PresentUnless("/coverage", "omit");
        assert_eq!(decide(unless), said(false, "coverage says `omit`"));
        assert_eq!(decide(RenderIf::Present("/rows")), said(false, "rows is empty"));
        assert_eq!(decide(RenderIf::Present("/none")), said(false, "none is absent"));
        assert_eq!(decide(RenderIf::Present("/header")), said(true, "header is present"));
        let any = RenderIf::AnyPresent(&["/none", "/*/taskType"]);
        assert_eq!(decide(any), said(true, "taskType is present"));
        let any = RenderIf::AnyPresent(&["/rows", "/*/none"]);
        assert_eq!(decide(any), said(false, "rows, none are absent or empty"));
        let inconsistent = decide(RenderIf::Inconsistent);
        assert_eq!(inconsistent, said(false, "it breaks no rule of its kind"));
        assert_eq!(decide(RenderIf::OtherData), said(true, "/a/b has no section"));
    }
}
