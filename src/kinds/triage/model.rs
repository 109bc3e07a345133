//! A triage as its rules and its view read it. Exists for documents that satisfy the schema only,
//! whose names and types it repeats; texts are borrowed from the document.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
pub(super) struct Triage<'a> {
    #[serde(borrow)]
    pub(super) accepted: Vec<Finding<'a>>,
    #[serde(borrow)]
    pub(super) deferred: Vec<Declined<'a>>,
    #[serde(borrow)]
    pub(super) rejected: Vec<Declined<'a>>,
    pub(super) approved: bool,
    #[serde(borrow)]
    pub(super) consensus: Option<Consensus<'a>>,
}

/// A finding that is not acted on, and why.
#[derive(Debug, Deserialize)]
pub(super) struct Declined<'a> {
    #[serde(borrow)]
    pub(super) finding: Finding<'a>,
    pub(super) reason: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding<'a> {
    pub(super) severity: &'a str,
    pub(super) file: &'a str,
    pub(super) line: f64,
    pub(super) issue: &'a str,
    pub(super) fix: Option<&'a str>,
    pub(super) reviewer: Option<&'a str>,
    #[serde(borrow)]
    pub(super) verification: Option<Verification<'a>>,
    pub(super) rule_id: Option<&'a str>,
    pub(super) criteria_source: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Verification<'a> {
    pub(super) result: &'a str,
    pub(super) test_ref: Option<&'a str>,
    pub(super) evidence_path: Option<&'a str>,
    pub(super) note: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Consensus<'a> {
    pub(super) reviewer_count: f64,
    pub(super) verdict: &'a str,
    #[serde(borrow)]
    pub(super) disagreements: Option<Vec<Disagreement<'a>>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Disagreement<'a> {
    pub(super) file: &'a str,
    pub(super) line: Option<f64>,
    pub(super) issue: &'a str,
}

/// Where triage has put a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bucket {
    Accepted,
    Deferred,
    Rejected,
}

impl Bucket {
    /// The key of the document.
    pub(super) fn name(self) -> &'static str {
        match self {
            Bucket::Accepted => "accepted",
            Bucket::Deferred => "deferred",
            Bucket::Rejected => "rejected",
        }
    }
}

/// A finding in its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed<'t, 'a> {
    pub(super) bucket: Bucket,
    pub(super) index: usize,
    pub(super) finding: &'t Finding<'a>,
    /// Why it is not acted on.
    pub(super) reason: Option<&'a str>,
}

impl Placed<'_, '_> {
    /// The JSON pointer of the finding.
    pub(super) fn pointer(&self) -> String {
        let inside = if self.bucket == Bucket::Accepted { "" } else { "/finding" };
        format!("/{}/{}{inside}", self.bucket.name(), self.index)
    }

    /// The JSON pointer of a part of the finding.
    pub(super) fn part(&self, part: &str) -> String {
        format!("{}/{part}", self.pointer())
    }

    /// The JSON pointer of the reason.
    pub(super) fn reason_pointer(&self) -> String {
        format!("/{}/{}/reason", self.bucket.name(), self.index)
    }
}

impl<'a> Triage<'a> {
    /// A document that satisfies the schema.
    pub(super) fn of(document: &'a Value) -> Triage<'a> {
        Triage::deserialize(document)
            .expect("the model has the names and types of the schema, which the document satisfies")
    }

    /// Every finding, the accepted ones first.
    pub(super) fn findings(&self) -> impl Iterator<Item = Placed<'_, 'a>> {
        let accepted = self.accepted.iter().enumerate().map(|(index, finding)| Placed {
            bucket: Bucket::Accepted,
            index,
            finding,
            reason: None,
        });
        accepted.chain(self.declined())
    }

    /// The findings that nobody acts on.
    pub(super) fn declined(&self) -> impl Iterator<Item = Placed<'_, 'a>> {
        let buckets = [(Bucket::Deferred, &self.deferred), (Bucket::Rejected, &self.rejected)];
        buckets.into_iter().flat_map(|(bucket, all)| {
            all.iter().enumerate().map(move |(index, declined)| Placed {
                bucket,
                index,
                finding: &declined.finding,
                reason: Some(declined.reason),
            })
        })
    }

    /// How many accepted findings have that severity.
    pub(super) fn accepted_of(&self, severity: &str) -> usize {
        self.accepted.iter().filter(|finding| finding.severity == severity).count()
    }
}
