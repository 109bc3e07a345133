//! What can be wrong with a document, as data; how it is printed is the command's business.

use std::fmt;
use std::ops::Range;

/// How much a [`Diagnostic`] weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Suspicious; never stops anything by itself.
    Warning,
    /// The document is wrong, or a report of it would state something false.
    Error,
}

impl Severity {
    /// `error` or `warning`, as every output format writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The stable identity of a check.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `FR001`: never reused for another check.
    pub id: &'static str,
    /// `verdict-card-mismatch`: the check's name for people.
    pub name: &'static str,
    /// The severity unless a user allows or denies the check.
    pub severity: Severity,
}

impl Code {
    /// Is it a rule of a kind, and not a check of JSON or schema? Without those there is nothing that
    /// a report could be made of.
    pub fn is_rule(&self) -> bool {
        !self.id.starts_with("JS") && !self.id.starts_with("SC")
    }
}

/// A stretch of the document's text, with the positions people and tools ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Byte offsets into the text of the document.
    pub bytes: Range<usize>,
    /// First line, from 1.
    pub line: usize,
    /// First column, from 1, counted in Unicode code points.
    pub column: usize,
    /// Last line, from 1.
    pub end_line: usize,
    /// The column after the last one, from 1, counted in Unicode code points.
    pub end_column: usize,
}

/// Another place that a diagnostic speaks of, such as the other side of a contradiction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// What stands there.
    pub message: String,
    /// JSON pointer (RFC 6901) of the place.
    pub pointer: String,
    /// Where it stands in the text.
    pub span: Option<Span>,
}

/// Which part of a member of an object a diagnostic points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// The value.
    #[default]
    Value,
    /// The key: for unknown and misspelt ones.
    Key,
}

/// One fault of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which check found it.
    pub code: &'static Code,
    /// How much it weighs here; the check's own severity, unless configured otherwise.
    pub severity: Severity,
    /// What is wrong, in the words of the format. One sentence, without a full stop.
    pub message: String,
    /// JSON pointer (RFC 6901) of the fault; empty for the whole document.
    pub pointer: String,
    /// Whether the fault is the value at `pointer` or its key.
    pub part: Part,
    /// Where it stands in the text, where that is known.
    pub span: Option<Span>,
    /// What to write instead.
    pub help: Option<String>,
    /// The other places it speaks of.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A diagnostic of `code` at `pointer`, with the severity of the check.
    pub fn new(
        code: &'static Code,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
            pointer: pointer.into(),
            part: Part::Value,
            span: None,
            help: None,
            related: Vec::new(),
        }
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names another place.
    #[must_use]
    pub fn related(mut self, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        self.related.push(Related { message, pointer, span: None });
        self
    }

    /// Points at the key instead of the value.
    #[must_use]
    pub fn at_key(mut self) -> Self {
        self.part = Part::Key;
        self
    }

    /// Gives the place in the text, where it is known already.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same fault of a value that stands at `pointer` in a document.
    #[must_use]
    pub(crate) fn below(mut self, pointer: &str) -> Self {
        self.pointer.insert_str(0, pointer);
        for related in &mut self.related {
            related.pointer.insert_str(0, pointer);
        }
        self
    }

    /// Is this an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
