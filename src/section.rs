//! Sections of a report, and the RENDER_IF rule that decides whether one applies.

use std::fmt;

use serde_json::Value;

/// A section of a kind's report. A kind has them in one table, in the order of the report.
#[derive(Debug)]
pub struct Section {
    /// The name of its template file, `templates/<kind>/<name>.md.j2`.
    pub name: &'static str,
    /// JSON pointer of the data it is for; empty where it draws on several parts.
    pub data: &'static str,
    /// When it renders.
    pub render_if: RenderIf,
    /// The built-in template.
    pub template: &'static str,
    /// It links to other sections, so it is rendered once their headings are known.
    pub(crate) links: Links,
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
    /// The part is there and does not take the form that leaves it out, such as `omit`.
    PresentUnless(&'static str, &'static str),
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
    pub fn decide(&self, document: &Value) -> Decision {
        let decision = |renders, because: String| Decision { renders, because };
        match *self {
            RenderIf::Always => decision(true, "in every report".to_owned()),
            RenderIf::Is(pointer, wanted) => {
                let found = document.pointer(pointer).and_then(Value::as_str);
                let because = format!("{} is {}", last(pointer), found.unwrap_or("absent"));
                decision(found == Some(wanted), because)
            }
            RenderIf::Present(pointer) | RenderIf::PresentUnless(pointer, _) => {
                let name = last(pointer);
                let found = document.pointer(pointer);
                match (found, self) {
                    (None | Some(Value::Null), _) => decision(false, format!("{name} is absent")),
                    (Some(Value::Array(items)), _) if items.is_empty() => {
                        decision(false, format!("{name} is empty"))
                    }
                    (Some(Value::Object(members)), _) if members.is_empty() => {
                        decision(false, format!("{name} is empty"))
                    }
                    (Some(part), RenderIf::PresentUnless(_, form)) if part.get(form).is_some() => {
                        decision(false, format!("{name} says `{form}`"))
                    }
                    _ => decision(true, format!("{name} is present")),
                }
            }
        }
    }
}

impl fmt::Display for RenderIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderIf::Always => f.write_str("always"),
            RenderIf::Is(pointer, wanted) => write!(f, "{} is {wanted}", last(pointer)),
            RenderIf::Present(pointer) => write!(f, "{} is present and not empty", last(pointer)),
            RenderIf::PresentUnless(pointer, form) => {
                write!(f, "{} is present and does not say `{form}`", last(pointer))
            }
        }
    }
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
        let decide = |rule: RenderIf| {
            let Decision { renders, because } = rule.decide(&document);
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
    }
}
