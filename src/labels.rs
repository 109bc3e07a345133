//! The fixed texts of reports, by language.

use std::sync::OnceLock;

use crate::view::Seen;

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

pub(crate) fn of(language: Language) -> Seen {
    static EN: OnceLock<Seen> = OnceLock::new();
    static KO: OnceLock<Seen> = OnceLock::new();
    let (cell, source) = match language {
        Language::En => (&EN, include_str!("../templates/labels/en.json")),
        Language::Ko => (&KO, include_str!("../templates/labels/ko.json")),
    };
    let parse = || serde_json::from_str(source).expect("the label files are tested to be JSON");
    cell.get_or_init(parse).clone()
}
