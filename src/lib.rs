//! Validates the JSON that multi-agent coding runs leave behind, and renders it as canonical
//! markdown: the same bytes every time.
//!
//! ```
//! use final_report::{Document, Options, Renderer};
//!
//! # let bytes = final_report::Kind::named("final-report").unwrap().sample(None).unwrap().text.as_bytes();
//! let document = Document::parse(bytes).expect("JSON of a known kind");
//! assert!(document.check(&Options::default()).is_empty());
//!
//! let report = Renderer::new().markdown(&document)?;
//! assert!(report.markdown.contains("## Verdict Card"));
//! # Ok::<(), final_report::Error>(())
//! ```
//!
//! The library never prints and never ends the process; the command `final-report` is a thin user
//! of it.

mod batch;
mod catalogue;
mod check;
mod diagnostic;
mod document;
mod error;
mod facts;
mod figures;
mod fingerprint;
mod html;
mod instant;
mod kinds;
mod labels;
pub mod lifecycle;
mod markdown;
mod options;
mod render;
mod rule;
mod schema;
mod section;
mod templates;
mod view;

pub use batch::{Batch, Distinct};
pub use catalogue::{Entry, catalogue};
pub use diagnostic::{Code, Diagnostic, Part, Related, Severity, Span};
pub use document::{Document, without_mark};
pub use error::{Error, TemplateError};
pub use fingerprint::Fingerprint;
pub use html::HtmlReport;
pub use kinds::{KINDS, Kind, RESPONSE, Sample, TOKEN_USAGE};
pub use labels::Language;
pub use options::{Level, LevelError, Options};
pub use render::{Passage, Provenance, Renderer, Report, Traced, decisions};
pub use rule::{Example, Rule};
pub use schema::nearest;
pub use section::{Decision, RenderIf, Section};
pub use templates::{
    BuiltInTemplate, FolderError, ListedTemplate, Origin, OwnTemplate, TemplateCheck,
    TemplateFolder, check as check_templates, list as list_templates,
};

/// `text` with the characters that would act on a terminal or reorder what a reader sees written
/// as `[U+001B]`; line breaks and tabs count among them.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, c)) = first_acting(rest) {
        out.push_str(&rest[..at]);
        markdown::chars::push_shown(&mut out, c);
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
    out
}

/// The first character of `text` that [`visible`] writes otherwise, and the byte it begins at.
pub fn first_acting(text: &str) -> Option<(usize, char)> {
    markdown::chars::first_acting(text)
}
