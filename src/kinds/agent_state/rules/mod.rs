//! The rules of an agent state that its schema cannot say.

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rule::Rule;

/// The documentation of every rule.
pub(super) static RULES: &[&Rule] = &[];

/// Runs every rule over a document that satisfies the schema.
pub(super) fn check(_: &Value, _: &Options, _: &mut Vec<Diagnostic>) {}
