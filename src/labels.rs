//! The fixed texts of reports, by language.
//!
//! `{{ label.name }}` in a template stands for one of them. They are put in when a template is
//! loaded and are then its own text, as if it had been written in that language.

use std::collections::HashMap;

/// The language of headings and labels. What a document says is never translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

const OPENING: &str = "{{ label.";
const CLOSING: &str = " }}";

/// The labels of one language.
#[derive(Debug)]
pub(crate) struct Labels {
    texts: HashMap<&'static str, &'static str>,
}

impl Labels {
    pub(crate) fn of(language: Language) -> Labels {
        let source = match language {
            Language::En => include_str!("../templates/labels/en.json"),
            Language::Ko => include_str!("../templates/labels/ko.json"),
        };
        let texts = serde_json::from_str(source).expect("the label files are tested to be JSON");
        Labels { texts }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'static str> {
        self.texts.get(name).copied()
    }

    /// A template with its labels put in. An unknown one is left to fail when it is rendered, which
    /// tells its line.
    pub(crate) fn put_into(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once(OPENING) {
            out.push_str(before);
            let known =
                after.split_once(CLOSING).and_then(|(name, after)| Some((self.get(name)?, after)));
            rest = match known {
                Some((text, after)) => {
                    out.push_str(text);
                    after
                }
                None => {
                    out.push_str(OPENING);
                    after
                }
            };
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_label_and_no_markup() {
        let (en, ko) = (Labels::of(Language::En), Labels::of(Language::Ko));
        let names = |labels: &Labels| {
            let mut names: Vec<_> = labels.texts.keys().copied().collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(&en), names(&ko));
        // A name that stands twice in a file would have two texts.
        for source in [
            include_str!("../templates/labels/en.json"),
            include_str!("../templates/labels/ko.json"),
        ] {
            for name in names(&en) {
                assert_eq!(source.matches(&format!("\"{name}\":")).count(), 1, "{name}");
            }
        }
        for text in en.texts.values().chain(ko.texts.values()) {
            assert!(!text.contains(['|', '*', '_', '`', '[', ']', '<', '{', '\\']), "{text}");
            assert_eq!(text.trim(), *text);
        }
    }

    #[test]
    fn labels_become_text_and_nothing_else_changes() {
        let put = |template| Labels::of(Language::En).put_into(template);
        assert_eq!(put("## {{ label.index }}\n{{ x }}"), "## Index\n{{ x }}");
        assert_eq!(put("{{ label.nonesuch }}{{ label."), "{{ label.nonesuch }}{{ label.");
    }
}
