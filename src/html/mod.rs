//! Reports as pages: one file that needs nothing else, made from the very markdown of the report.
//!
//! comrak turns the markdown into HTML, ammonia cleans it, and only then the page puts in what is its
//! own: charts, fields for answers, the frame around wide tables. Where those belong is marked
//! while the HTML is written ([`pieces`]), so that nothing of the page has to pass the cleaning and
//! nothing of the report can pass for the page.

mod answers;
mod badge;
mod body;
mod charts;
mod clean;
mod front_matter;
mod outline;
mod pieces;
mod policy;
mod tone;

use minijinja::value::Serde;
use minijinja::{Environment, context};

use crate::document::Document;
use crate::error::{Error, TemplateError};
use crate::labels::Labels;
use crate::lifecycle::digest::{self, Signed};
use crate::render::{self, Renderer, Report};
use crate::view::Seen;

const PAGE: &str = include_str!("../../templates/html/page.html");
const STYLE: &str = concat!(
    include_str!("../../templates/html/palette.css"),
    include_str!("../../templates/html/style.css")
);

/// A finished report as a page, with the markdown that it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlReport {
    /// One self-contained page: no other file, no network, the same document the same bytes.
    pub html: String,
    /// The report itself.
    pub report: Report,
}

impl Renderer {
    /// The report of a document as a page for a browser.
    ///
    /// # Errors
    ///
    /// As [`Renderer::markdown`].
    pub fn html(&self, document: &Document) -> Result<HtmlReport, Error> {
        let report = self.markdown(document)?;
        let html = self.page(document, &report)?;
        Ok(HtmlReport { html, report })
    }

    /// The page of a report that this renderer made of `document`.
    ///
    /// # Errors
    ///
    /// [`Error::Template`] when the template of pages is at fault.
    pub fn page(&self, document: &Document, report: &Report) -> Result<String, Error> {
        let mut page = page(document, report, self.labels(), Form::Plain)?;
        digest::sign(&mut page);
        Ok(page)
    }

    /// The page of a report for looking into it: every part says in `data-sourcepos` which lines and
    /// columns of the markdown it shows, as `2:1-2:14`, columns counted in bytes. It has no script, so
    /// that nothing can be answered in it.
    ///
    /// # Errors
    ///
    /// As [`Renderer::page`].
    pub fn traced_page(&self, document: &Document, report: &Report) -> Result<String, Error> {
        Ok(page(document, report, self.labels(), Form::Traced)?)
    }
}

/// What a page is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// For reading and answering.
    Plain,
    /// For finding out where its parts come from.
    Traced,
}

fn page(
    document: &Document,
    report: &Report,
    labels: Labels,
    form: Form,
) -> Result<String, TemplateError> {
    let label = |name| labels.get(name).unwrap_or_default();
    let charts = charts::of(document, labels);
    let answers = answers::Answers::of(document, report);
    let body = body::write(report, &charts, &answers, labels, form);
    let badges = badge::of(document);
    let front_matter = body.front_matter.map(|yaml| front_matter::entries(&yaml));
    let sha256 = Signed::read(&report.markdown).map_or("", |signed| signed.hex);

    let script = (answers.any() && form == Form::Plain).then_some(answers::SCRIPT);
    let page = Environment::new().render_named_str(
        "page.html",
        PAGE,
        context! {
            lang => label("languageTag"),
            policy => policy::of(STYLE, script),
            title => body.title,
            style => STYLE,
            script,
            badges => Seen::from(Serde(&badges)),
            header => body.header,
            index => body.index,
            main => body.main,
            front_matter => front_matter.map(|entries| Seen::from(Serde(&entries))),
            answers => script.map(|_| Seen::from(Serde(&answers.about(sha256)))),
            label => context! {
                skip => label("pageSkip"),
                index => label("index"),
                data => label("pageData"),
                answers => label("pageAnswers"),
                save => label("pageSave"),
                unchanged => label("pageUnchanged"),
                changed => label("pageChanged"),
                saved => label("pageSaved"),
            },
        },
    );
    page.map_err(|error| render::fault_of_page(&error, PAGE))
}

/// `text` as HTML shows it to the letter, in an element or between double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Writing to a string cannot fail.
    let _ = comrak::html::escape(&mut out, text);
    out
}
