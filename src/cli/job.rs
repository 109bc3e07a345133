//! One document read and rendered: what every form of `render` does.

use std::borrow::Cow;
use std::io::Write as _;

use final_report::{
    Diagnostic, Document, Error, Kind, Language, Options, Origin, Renderer, Report, TemplateFolder,
    list_templates, visible,
};

use super::Failure;
use super::args::{Lang, ReportFormat, Templates};
use super::files::shown;
use super::print;
use super::terminal::Terminal;

/// A renderer for reports in this language.
pub(super) fn renderer(options: Options, lang: Lang) -> Renderer {
    Renderer::new().options(options).language(match lang {
        Lang::En => Language::En,
        Lang::Ko => Language::Ko,
    })
}

/// The templates of a folder, where one is given. Files in it that nothing uses are named: they may
/// be misspelt.
pub(super) fn folder(
    templates: &Templates,
    terminal: &mut Terminal,
) -> Result<Option<TemplateFolder>, Failure> {
    let Some(path) = &templates.folder else { return Ok(None) };
    let folder = TemplateFolder::read(path)?;
    for stray in strays(&folder) {
        writeln!(terminal.err, "warning: {stray}")?;
    }
    Ok(Some(folder))
}

/// A word about every file of a folder of templates that nothing uses.
pub(super) fn strays(folder: &TemplateFolder) -> Vec<String> {
    let listed = list_templates(Some(folder)).into_iter();
    let strays = listed.filter_map(|listed| match listed.origin {
        Origin::Unused(path, near) => {
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Some(format!("nothing uses {}{}", shown(&path), visible(&near)))
        }
        _ => None,
    });
    strays.collect()
}

/// Why there is no report, other than for what was found in the document.
fn failure(error: Error) -> Failure {
    match error {
        Error::Template(error) => error.into(),
        error => Failure::new(error.to_string()),
    }
}

/// A report in the form that is asked for.
pub(super) fn text<'r>(
    renderer: &Renderer,
    document: &Document,
    report: &'r Report,
    format: ReportFormat,
) -> Result<Cow<'r, str>, Failure> {
    match format {
        ReportFormat::Markdown => Ok(Cow::Borrowed(&report.markdown)),
        ReportFormat::Html => {
            let page = renderer.page(document, report);
            page.map(Cow::Owned).map_err(failure)
        }
    }
}

/// What came of a document.
pub(super) struct Job {
    pub(super) kind: Option<&'static Kind>,
    pub(super) found: Vec<Diagnostic>,
    /// The document and its report; `None` when errors stand in the way.
    pub(super) done: Option<(Document, Report)>,
}

impl Job {
    /// Reads `bytes`, as `kind` where that was given, and renders the document.
    ///
    /// # Errors
    ///
    /// When a template is at fault: no document can be rendered.
    pub(super) fn run(
        renderer: &Renderer,
        bytes: &[u8],
        kind: Option<&'static Kind>,
    ) -> Result<Job, Failure> {
        let document = match print::parse(bytes, kind) {
            Ok(document) => document,
            Err(found) => return Ok(Job { kind, found, done: None }),
        };
        let kind = Some(document.kind());
        match renderer.markdown(&document) {
            Ok(mut report) => {
                let found = std::mem::take(&mut report.findings);
                Ok(Job { kind, found, done: Some((document, report)) })
            }
            Err(Error::Invalid(found)) => Ok(Job { kind, found, done: None }),
            Err(error) => Err(failure(error)),
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }
}
