//! Why there is no report.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// The file it stands in; `None` when it is built in.
    pub file: Option<PathBuf>,
    /// What the template says; the place of the diagnostic is a place in it.
    pub text: Arc<str>,
    /// What is wrong, with the place in the template. Its pointer is the place in the document where
    /// a value was looked for.
    pub diagnostic: Box<Diagnostic>,
}

impl TemplateError {
    /// What to call the template: its file, or its name when it is built in.
    pub fn name(&self) -> String {
        match &self.file {
            Some(file) => file.display().to_string(),
            None => format!("{} (built in)", self.template),
        }
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
        if let Some(span) = &self.diagnostic.span {
            write!(f, ", line {}", span.line)?;
        }
        write!(f, ": {}", self.diagnostic.message)
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
