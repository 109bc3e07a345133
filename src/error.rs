//! Why there is no report.

use std::fmt;

use crate::diagnostic::Diagnostic;

/// Why a document could not be rendered.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Error {
    /// The document has errors. Holds everything found in it, warnings too.
    Invalid(Vec<Diagnostic>),
    /// A template is at fault.
    Template(TemplateError),
}

/// What is wrong with a template, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// The name of the template, such as `final-report/summary`.
    pub template: String,
    /// The line in it, from 1, where known.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl TemplateError {
    pub(crate) fn of(name: &str, error: &minijinja::Error) -> TemplateError {
        let message = match error.detail() {
            Some(detail) => format!("{}: {detail}", error.kind()),
            None => error.kind().to_string(),
        };
        let template = error.name().unwrap_or(name).to_owned();
        TemplateError { template, line: error.line(), message }
    }
}

impl From<TemplateError> for Error {
    fn from(error: TemplateError) -> Self {
        Error::Template(error)
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template {}", self.template)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(found) => {
                let errors = found.iter().filter(|d| d.is_error()).count();
                write!(f, "the document has {errors} error{}", if errors == 1 { "" } else { "s" })
            }
            Error::Template(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TemplateError {}
impl std::error::Error for Error {}
