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

/// Would this character act on a terminal or reorder what a reader sees? Line breaks and tabs are
/// seen, and so are not among them.
pub fn is_hidden(c: char) -> bool {
    markdown::chars::is_hidden(c)
}

/// `text` with the characters that would act on a terminal or reorder what a reader sees written
/// as `[U+001B]`; line breaks and tabs count among them.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || markdown::chars::is_hidden(c) || markdown::chars::is_line_break(c) {
            markdown::chars::push_shown(&mut out, c);
        } else {
            out.push(c);
        }
    }
    out
}
