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
        self.stretches(template, |_, text, _| out.push_str(text));
        out
    }

    /// Where the byte at `offset` of a template with its labels put in stands in the template itself.
    pub(crate) fn place_in(&self, template: &str, offset: usize) -> usize {
        let (mut before, mut place) = (0, template.len());
        self.stretches(template, |start, text, is_own| {
            if (before..before + text.len()).contains(&offset) {
                place = if is_own { start + offset - before } else { start };
            }
            before += text.len();
        });
        place
    }

    /// Calls `visit` for every stretch of a template with its labels put in: where it begins in the
    /// template, what it says, and whether that is the template's own text.
    fn stretches(&self, template: &str, mut visit: impl FnMut(usize, &str, bool)) {
        let (mut start, mut from) = (0, 0);
        while let Some(at) = template[from..].find(OPENING).map(|at| from + at) {
            let after = &template[at + OPENING.len()..];
            from = at + OPENING.len();
            if let Some((name, _)) = after.split_once(CLOSING)
                && let Some(text) = self.get(name)
            {
                visit(start, &template[start..at], true);
                visit(at, text, false);
                from += name.len() + CLOSING.len();
                start = from;
            }
        }
        visit(start, &template[start..], true);
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

    #[test]
    fn places_are_those_before_the_labels_were_put_in() {
        let (labels, template) = (Labels::of(Language::En), "## {{ label.index }}\n{{ x }}");
        let place = |offset| labels.place_in(template, offset);
        assert_eq!(labels.put_into(template), "## Index\n{{ x }}");
        assert_eq!([place(0), place(3), place(5)], [0, 3, 3], "a label is its own beginning");
        assert_eq!(&template[place(9)..], "{{ x }}");
        assert_eq!(place(99), template.len());
    }
}
