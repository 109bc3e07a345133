//! What the page shows at one time.

use std::sync::Arc;

use final_report::{Document, TemplateFolder, Traced};
use serde::{Deserialize, Serialize};

/// What the page shows: the last good report, and what is wrong now.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Grows with every change.
    pub(crate) generation: u64,
    /// What is shown: the document's file, or the name of a sample.
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// The samples to pick from; `None` where a document was named.
    pub(crate) choices: Option<Choices>,
    /// The last report that could be made; `None` until there is one.
    pub(crate) good: Option<Arc<Good>>,
    pub(crate) sections: Vec<SectionRow>,
    /// What was found in the document, or in the template that is at fault.
    pub(crate) findings: Vec<Finding>,
    /// Files among the templates that nothing uses.
    pub(crate) notices: Vec<String>,
    /// Why there is no newer report than the last good one.
    pub(crate) fault: Option<Fault>,
}

/// A report that could be made, and what it was made from.
#[derive(Debug)]
pub(crate) struct Good {
    /// The generation that it was made in.
    pub(crate) generation: u64,
    /// The page of the report, its parts marked.
    pub(crate) page: String,
    pub(crate) traced: Traced,
    /// The name that places in the document are shown with.
    pub(crate) name: String,
    pub(crate) document: Document,
    pub(crate) folder: Option<TemplateFolder>,
}

/// The samples to pick from, and the one that is picked.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Choices {
    pub(crate) kinds: Vec<SampleKind>,
    pub(crate) chosen: Choice,
}

/// The samples of a kind.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SampleKind {
    pub(crate) name: &'static str,
    pub(crate) samples: Vec<&'static str>,
}

/// A sample by its kind and its task type or other variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Choice {
    pub(crate) kind: String,
    pub(crate) sample: String,
}

/// A section, and whether it renders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SectionRow {
    pub(crate) name: &'static str,
    pub(crate) renders: bool,
    /// Its RENDER_IF rule.
    pub(crate) rule: String,
    /// The fact that decided.
    pub(crate) because: String,
    /// Where its template comes from.
    pub(crate) template: String,
}

/// A diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) severity: &'static str,
    /// As the command prints it.
    pub(crate) text: String,
}

/// Why a report could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// One sentence.
    pub(crate) title: String,
    /// What helps; the findings say the rest.
    pub(crate) help: Option<String>,
}
