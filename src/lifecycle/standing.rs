//! May a report be written over?

use super::compare::{self, Edit};
use super::digest::Signed;
use super::layout;
use super::pull::Damage;
use crate::document::Document;
use crate::render::Report;

/// How an existing report stands to the one that its document has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// The same bytes.
    Current,
    /// Other bytes, and nothing of them would be lost: the program wrote them, or every edit is in
    /// the document by now.
    Stale,
    /// A person has edited it, and that would be lost.
    Edited(Edits),
    /// It has no digest mark: this program did not write it.
    Foreign,
}

/// What a person has done to a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edits {
    /// Every edit, in the order of the lines.
    pub edits: Vec<Edit>,
    /// Are there ticks or answers among them that [`pull`](super::pull) takes?
    pub answered: bool,
}

/// How the existing report stands to `fresh`, the report of `document`.
///
/// What editors and formatters change about the layout is no edit, and neither is what the document
/// says already.
pub fn standing(existing: &[u8], fresh: &Report, document: &Document) -> Standing {
    if existing == fresh.markdown.as_bytes() {
        return Standing::Current;
    }
    if existing.trim_ascii().is_empty() {
        return Standing::Stale;
    }
    let Ok(existing) = std::str::from_utf8(existing) else {
        return Standing::Foreign;
    };
    let lines = layout::lines(existing);
    let text = layout::join(lines.iter().map(|line| line.text.as_ref()));
    match Signed::read(&text) {
        None => return Standing::Foreign,
        Some(signed) if signed.is_over(signed.body) => return Standing::Stale,
        Some(_) => {}
    }
    match compare::compare(existing, fresh, document) {
        Ok(found) if found.answers.is_empty() && found.elsewhere.is_empty() => Standing::Stale,
        Ok(found) => {
            let answered = !found.answers.is_empty();
            let answers = found.answers.into_iter().map(|answer| answer.edit);
            let mut edits: Vec<Edit> = answers.chain(found.elsewhere).collect();
            edits.sort_by_key(|edit| edit.line);
            Standing::Edited(Edits { edits, answered })
        }
        Err(Damage { .. }) => {
            let edits = compare::diff(&layout::lines(&fresh.markdown), &lines);
            Standing::Edited(Edits { edits, answered: false })
        }
    }
}

/// How an existing page stands to `fresh`, the page of its document now. A page is answered by the
/// file that it saves; what is edited in the page itself belongs nowhere.
pub fn page_standing(existing: &[u8], fresh: &str) -> Standing {
    if existing == fresh.as_bytes() {
        return Standing::Current;
    }
    if existing.trim_ascii().is_empty() {
        return Standing::Stale;
    }
    let text = String::from_utf8_lossy(existing).replace("\r\n", "\n");
    match Signed::read(&text) {
        None => Standing::Foreign,
        Some(signed) if signed.is_over(signed.body) => Standing::Stale,
        Some(_) => {
            let edits = compare::diff(&layout::lines(fresh), &layout::lines(&text));
            Standing::Edited(Edits { edits, answered: false })
        }
    }
}
