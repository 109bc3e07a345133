//! The findings of a council as its rules and its verdict read them. Exists for documents that
//! satisfy the schema only, whose names and types it repeats; texts are borrowed from the document.

use serde::Deserialize;
use serde_json::Value;

/// The voter who is asked to argue against a council that is of one mind.
pub(super) const DEVILS_ADVOCATE: &str = "devils-advocate";

#[derive(Debug, Deserialize)]
pub(super) struct Council<'a> {
    #[serde(borrow)]
    pub(super) findings: Vec<Finding<'a>>,
}

/// What one voter says.
#[derive(Debug, Deserialize)]
pub(super) struct Finding<'a> {
    pub(super) role: &'a str,
    pub(super) vote: Vote,
    pub(super) reason: &'a str,
    pub(super) severity: Option<Severity>,
    pub(super) suggested_action: Option<&'a str>,
    #[serde(borrow, default)]
    pub(super) issues: Vec<Issue<'a>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Issue<'a> {
    pub(super) severity: Severity,
    pub(super) description: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Vote {
    Approve,
    Reject,
    CannotValidate,
}

impl Vote {
    pub(super) const ALL: [Vote; 3] = [Vote::Approve, Vote::Reject, Vote::CannotValidate];

    /// As the document writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Vote::Approve => "APPROVE",
            Vote::Reject => "REJECT",
            Vote::CannotValidate => "CANNOT_VALIDATE",
        }
    }
}

/// By weight, the lightest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Severity {
    Low,
    Medium,
    High,
    Critical,
}

impl Severity {
    /// As the document writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Severity::Low => "LOW",
            Severity::Medium => "MEDIUM",
            Severity::High => "HIGH",
            Severity::Critical => "CRITICAL",
        }
    }

    /// Does an issue of this severity keep a council from COMPLETE?
    pub(super) fn vetoes(self) -> bool {
        self >= Severity::High
    }
}

impl<'a> Council<'a> {
    /// A document that satisfies the schema.
    pub(super) fn of(document: &'a Value) -> Council<'a> {
        Council::deserialize(document)
            .expect("the model has the names and types of the schema, which the document satisfies")
    }

    /// The voters that vote so, in the order of the document.
    pub(super) fn voting(&self, vote: Vote) -> impl Iterator<Item = &Finding<'a>> {
        self.findings.iter().filter(move |finding| finding.vote == vote)
    }
}

impl Finding<'_> {
    /// The issues that keep a council from COMPLETE, by their index.
    pub(super) fn vetoes(&self) -> impl Iterator<Item = usize> {
        let issues = self.issues.iter().enumerate();
        issues.filter(|(_, issue)| issue.severity.vetoes()).map(|(index, _)| index)
    }
}
