//! The fixed texts of reports, by language.
//!
//! `{{ label.name }}` in a template stands for one of them. They are put in when a template is
//! loaded and are then its own text, as if it had been written in that language.

use memchr::memmem;

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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labels {
    /// In the order of the names.
    texts: &'static [Label],
}

/// Its name and its text.
type Label = (&'static str, &'static str);

impl Labels {
    pub(crate) fn of(language: Language) -> Labels {
        let texts: &[Label] = match language {
            Language::En => &EN,
            Language::Ko => &KO,
        };
        Labels { texts }
    }

    pub(crate) fn get(self, name: &str) -> Option<&'static str> {
        let at = self.texts.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(self.texts[at].1)
    }

    /// The label at `index` in the order of the names.
    pub(crate) fn at(self, index: usize) -> &'static str {
        self.texts[index].1
    }

    /// The names of all labels.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|(name, _)| *name)
    }

    /// A template with its labels put in. An unknown one is left to fail when it is rendered, which
    /// tells its line.
    pub(crate) fn put_into(self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        self.stretches(template, |_, text, _| out.push_str(text));
        out
    }

    /// Where the byte at `offset` of a template with its labels put in stands in the template itself.
    pub(crate) fn place_in(self, template: &str, offset: usize) -> usize {
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
    fn stretches(self, template: &str, mut visit: impl FnMut(usize, &str, bool)) {
        let mut start = 0;
        for at in memmem::find_iter(template.as_bytes(), OPENING) {
            let after = at + OPENING.len();
            let name = memmem::find(&template.as_bytes()[after..], CLOSING.as_bytes())
                .map(|len| &template[after..after + len]);
            if let Some(name) = name
                && let Some(text) = self.get(name)
            {
                visit(start, &template[start..at], true);
                visit(at, text, false);
                start = after + name.len() + CLOSING.len();
            }
        }
        visit(start, &template[start..], true);
    }
}

const EN_FILE: &str = include_str!("../templates/labels/en.json");
const KO_FILE: &str = include_str!("../templates/labels/ko.json");

// Read by the compiler: a label file that is broken does not compile, and a report does not wait.
static EN: [Label; count(EN_FILE)] = read(EN_FILE);
static KO: [Label; count(KO_FILE)] = read(KO_FILE);

/// How many labels a file holds.
const fn count(file: &str) -> usize {
    let (mut quotes, mut at) = (0, 0);
    while at < file.len() {
        if file.as_bytes()[at] == b'"' {
            quotes += 1;
        }
        at += 1;
    }
    quotes / 4
}

/// Reads a JSON object of texts without escapes, and puts its members in the order of their names.
const fn read<const N: usize>(file: &'static str) -> [Label; N] {
    let mut labels = [("", ""); N];
    let (mut len, mut at) = (0, 0);
    while len < N {
        let (name, end) = text(file, at, if len == 0 { b'{' } else { b',' });
        let (text, end) = text(file, end, b':');
        at = end;
        let mut place = len;
        while place > 0 && !is_before(labels[place - 1].0, name) {
            labels[place] = labels[place - 1];
            place -= 1;
        }
        labels[place] = (name, text);
        len += 1;
    }
    assert!(file.as_bytes()[skip_blanks(file, at)] == b'}', "the labels end with a brace");
    labels
}

/// The text in quotes that follows `mark` at `at`, and where it ends.
const fn text(file: &'static str, at: usize, mark: u8) -> (&'static str, usize) {
    let at = skip_blanks(file, at);
    assert!(file.as_bytes()[at] == mark, "labels are names and texts, `\"name\": \"text\",`");
    let start = skip_blanks(file, at + 1) + 1;
    assert!(file.as_bytes()[start - 1] == b'"', "a label is a text in quotes");
    let mut end = start;
    while file.as_bytes()[end] != b'"' {
        assert!(file.as_bytes()[end] != b'\\', "labels have no escapes");
        end += 1;
    }
    (file.split_at(end).0.split_at(start).1, end + 1)
}

const fn skip_blanks(file: &str, mut at: usize) -> usize {
    while file.as_bytes()[at].is_ascii_whitespace() {
        at += 1;
    }
    at
}

/// The order of strings, which cannot be compared by themselves while compiling. No name comes twice.
const fn is_before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    assert!(one.len() != other.len(), "a label is in the file twice");
    one.len() < other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_the_files() {
        use std::collections::BTreeMap;
        for (file, labels) in [(EN_FILE, EN.as_slice()), (KO_FILE, KO.as_slice())] {
            let parsed: BTreeMap<&str, &str> = serde_json::from_str(file).unwrap();
            assert_eq!(labels, parsed.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_language_has_every_label_and_no_markup() {
        let names = |labels: &[Label]| labels.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(&EN), names(&KO));
        for (_, text) in EN.iter().chain(&KO) {
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
