//! The rules of a final report that its schema cannot say.
//!
//! One function a rule, its documentation beside it; [`RULES`] has them all, in the order of their
//! codes.

mod identity;
mod verdict;

use serde::Deserialize as _;
use serde_json::Value;

use super::model::FinalReport;
use crate::diagnostic::Diagnostic;
use crate::rule::{Findings, Rule};

/// A rule, and the function that checks it.
struct Check {
    rule: &'static Rule,
    check: fn(&FinalReport<'_>, &mut Findings<'_>),
}

macro_rules! rules {
    ($($module:ident::$rule:ident => $check:ident,)*) => {
        /// The documentation of every rule.
        pub(super) static RULES: &[&Rule] = &[$(&$module::$rule),*];

        static CHECKS: &[Check] = &[$(Check { rule: &$module::$rule, check: $module::$check }),*];
    };
}

rules! {
    verdict::CARD_MISMATCH => card_mismatch,
    verdict::NEXT_STEP_MISMATCH => next_step_mismatch,
    identity::TASK_TYPE_MISMATCH => task_type_mismatch,
}

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(document: &Value, found: &mut Vec<Diagnostic>) {
    let report = FinalReport::deserialize(document)
        .expect("the model has the names and types of the schema, which the document satisfies");
    for Check { rule, check } in CHECKS {
        check(&report, &mut Findings::of(rule, found));
    }
}
