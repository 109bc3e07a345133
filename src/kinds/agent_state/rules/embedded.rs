//! The triage of a round of review, which is a document of a kind of its own.

use serde_json::Value;

use super::state::{Part, State};
use crate::check::check_value;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds::triage;
use crate::options::Options;
use crate::rule::{Example, Findings, Rule};

pub(super) static EMBEDDED_TRIAGE: Rule = Rule {
    code: Code { id: "AS062", name: "embedded-triage", severity: Severity::Error },
    what: "The triage of a round, where it is present and not empty, satisfies the schema of \
           triage documents. What breaks their rules is reported under the codes of those.",
    why: "It is what the triage handed over, word for word: counts, attribution and the report of \
          the round are made from it.",
    broken: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/triage/accepted/1/reviewer", r#""gpt-5""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/reviewIterations/0/triage/accepted/1/reviewer", r#""fable""#)],
    },
};

pub(super) fn embedded_triage(state: &State<'_>, found: &mut Findings<'_>) {
    for (place, triage) in triages(state) {
        for fault in triage::KIND.schema.check(triage) {
            let message = format!("{}, so this is no triage document", fault.message);
            found.take(Diagnostic { message, ..fault.below(&place) });
        }
    }
}

/// What the triages that satisfy their schema have against the rules of their kind.
pub(super) fn broken_rules(
    state: &State<'_>,
    options: &Options,
) -> impl Iterator<Item = Diagnostic> {
    triages(state).flat_map(|(place, triage)| {
        let found = check_value(&triage::KIND, triage, options).into_iter();
        found.filter(|fault| fault.code.is_rule()).map(move |fault| fault.below(&place))
    })
}

/// The triages of all rounds, with their places.
fn triages<'s>(state: &State<'s>) -> impl Iterator<Item = (String, &'s Value)> {
    let triages = state.iterations().map(|round| round.get("triage")).filter(Part::has_content);
    triages.filter_map(|triage| Some((String::from(&triage), triage.value()?)))
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const TRIAGE: &str = "/reviewIterations/0/triage";

    #[test]
    fn faults_stand_where_they_are_in_the_state() {
        let fix = format!("{TRIAGE}/accepted/0/fix");
        assert_eq!(findings("full", &[(&fix, "")]), [("AS062", format!("{TRIAGE}/accepted/0"))]);
        assert_eq!(findings("full", &[(&fix, r#""fix it""#)]), [("TR023", fix.clone())]);
    }

    #[test]
    fn a_triage_without_anything_is_one_that_was_not_recorded() {
        assert_eq!(findings("full", &[(TRIAGE, "{}")]), []);
    }

    #[test]
    fn places_that_a_fault_refers_to_are_those_of_the_state() {
        let edits = [("/reviewIterations/0/triage/approved", "true")];
        let found = crate::rule::diagnostics(&super::super::super::KIND, "full", &edits);
        assert!(!found.is_empty());
        for fault in &found {
            assert!(fault.pointer.starts_with(TRIAGE), "{fault:?}");
            assert!(
                fault.related.iter().all(|other| other.pointer.starts_with(TRIAGE)),
                "{fault:?}"
            );
        }
    }
}
