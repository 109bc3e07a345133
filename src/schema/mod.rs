//! The JSON Schemas: a yes or no that was compiled at build time, and an explanation of a no.
//!
//! The validator crate stays inside this module. Its yes costs microseconds; its own explanation,
//! which needs a validator built at run time, is asked for only when a document has failed, and
//! [`explain`] turns it into diagnostics in the words of the format.

mod explain;
mod nearest;
mod open;
pub(crate) mod outline;
mod pattern;
mod words;

use std::sync::OnceLock;

use serde_json::Value;

pub use nearest::nearest;
pub(crate) use open::Claim;
pub(crate) use outline::{Member, Outline};
pub(crate) use words::{quoted, type_of, value as in_words};

use crate::diagnostic::{Code, Diagnostic, Severity};

pub(crate) static VIOLATION: Code =
    Code { id: "SC001", name: "schema-violation", severity: Severity::Error };
pub(crate) static UNKNOWN_KIND: Code =
    Code { id: "SC002", name: "unknown-kind", severity: Severity::Error };
pub(crate) static UNKNOWN_VERSION: Code =
    Code { id: "SC003", name: "unknown-schema-version", severity: Severity::Error };
pub(crate) static FORMAT: Code =
    Code { id: "SC004", name: "format-not-met", severity: Severity::Error };

/// The schema of a kind of document.
#[derive(Debug)]
pub(crate) struct Schema {
    /// The schema itself, as the file has it.
    pub(crate) source: &'static str,
    is_valid: fn(&Value) -> bool,
    parsed: OnceLock<Value>,
    /// Tells every violation; made for the first document that has one.
    telling: OnceLock<jsonschema::Validator>,
    shape: &'static open::Shape,
}

/// Schemas by their names: `schemas/<name>.schema.json`, of which the build script has
/// made a validator and a shape.
macro_rules! schemas {
    ($($(#[$doc:meta])* $ident:ident = $module:ident $name:literal;)*) => {$(
        mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));
        }

        $(#[$doc])*
        pub(crate) static $ident: Schema = Schema {
            source: include_str!(concat!("../../schemas/", $name, ".schema.json")),
            is_valid: $module::Validator::is_valid,
            parsed: OnceLock::new(),
            telling: OnceLock::new(),
            shape: $module::SHAPE,
        };
    )*};
}

schemas! {
    /// Data of a final report, version 1.0.
    FINAL_REPORT = final_report "final-report-v1.0";
    /// The triage of a review's findings, version 3.3.0.
    TRIAGE = triage "triage-output";
    /// What the voters of a council found.
    COUNCIL = council "council-findings";
    /// State of a run, versions 2.0.0 and 2.1.0.
    AGENT_STATE = agent_state "agent-state";
    /// Figures to be filled into a final report.
    TOKEN_USAGE = token_usage "token-usage";
    /// What a reader has answered in the page of a report.
    RESPONSE = response "response";
}

impl Schema {
    /// Every violation of the schema by `document`; none when it is valid.
    pub(crate) fn check(&'static self, document: &Value) -> Vec<Diagnostic> {
        if (self.is_valid)(document) {
            return Vec::new();
        }
        match self.unknown_version(document) {
            Some(fault) => vec![fault],
            None => explain::explain(self.parsed(), self.telling(), document),
        }
    }

    /// Does `document` satisfy the schema?
    pub(crate) fn is_valid(&self, document: &Value) -> bool {
        (self.is_valid)(document)
    }

    fn telling(&'static self) -> &'static jsonschema::Validator {
        self.telling.get_or_init(|| {
            jsonschema::options()
                .should_validate_formats(true)
                .build(self.parsed())
                .expect("a schema was compiled at build time")
        })
    }

    /// What a valid document holds that the schema does not name and no claim is on.
    pub(crate) fn unnamed<'d>(
        &self,
        document: &'d Value,
        claims: &[Claim],
    ) -> Vec<(String, &'d Value)> {
        open::unnamed(self.shape, document, claims)
    }

    /// The schema as a JSON value.
    pub(crate) fn parsed(&'static self) -> &'static Value {
        self.parsed.get_or_init(|| {
            serde_json::from_str(self.source).expect("a schema was compiled at build time")
        })
    }

    /// What the schema says of the parts of a document.
    pub(crate) fn outline(&'static self) -> Outline<'static> {
        Outline::of(self.parsed())
    }

    /// A version that is not ours makes every other complaint meaningless.
    fn unknown_version(&'static self, document: &Value) -> Option<Diagnostic> {
        let version = document.get("schemaVersion")?.as_str()?;
        let rule = self.parsed().pointer("/properties/schemaVersion")?;
        let known = rule.get("enum").and_then(Value::as_array).cloned();
        let known = known.or_else(|| rule.get("const").map(|only| vec![only.clone()]))?;
        if known.iter().any(|one| one == version) {
            return None;
        }
        let names: Vec<String> = known.iter().map(words::value).collect();
        let message = format!("schemaVersion `{version}` is not known");
        let help = format!("write {}, or use a newer final-report", words::any_of(&names));
        Some(Diagnostic::new(&UNKNOWN_VERSION, "/schemaVersion", message).help(help))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_schema_is_valid_json_schema() {
        for kind in crate::KINDS {
            assert!(jsonschema::meta::is_valid(kind.schema.parsed()), "{}", kind.name);
        }
    }
}
