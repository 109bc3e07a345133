//! SARIF 2.1.0, for code scanning: one log for all documents.

use final_report::{Diagnostic, Severity, Span, catalogue};
use serde_json::{Map, Value, json};

use super::Checked;

/// Collects the results of every document; they make one log.
#[derive(Default)]
pub(super) struct Log {
    results: Vec<Value>,
}

impl Log {
    pub(super) fn add(&mut self, checked: &Checked<'_>) {
        self.results.extend(checked.found.iter().map(|found| result(checked.name, found)));
    }

    pub(super) fn finish(self) -> Value {
        let rules = catalogue().map(|entry| {
            let (broken, mended) = (entry.broken(), entry.mended());
            let help = format!("{} Broken: {broken}. Mended: {mended}.", entry.why);
            json!({
                "id": entry.code.id,
                "name": entry.code.name,
                "shortDescription": { "text": entry.what },
                "fullDescription": { "text": format!("{} {}", entry.what, entry.why) },
                "help": { "text": help },
                "defaultConfiguration": { "level": level(entry.code.severity) },
            })
        });
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "final-report",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules.collect::<Vec<_>>(),
                }},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        })
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn result(name: &str, found: &Diagnostic) -> Value {
    let text = match &found.help {
        Some(help) => format!("{}. {help}", found.message),
        None => found.message.clone(),
    };
    let related = found.related.iter().enumerate().map(|(index, related)| {
        let mut place = location(name, &related.pointer, related.span.as_ref());
        place["id"] = (index + 1).into();
        place["message"] = json!({ "text": related.message });
        place
    });
    let rule_index = catalogue().position(|entry| entry.code.id == found.code.id);
    let mut result = json!({
        "ruleId": found.code.id,
        "level": level(found.severity),
        "message": { "text": text },
        "locations": [location(name, &found.pointer, found.span.as_ref())],
    });
    if let Some(index) = rule_index {
        result["ruleIndex"] = index.into();
    }
    if !found.related.is_empty() {
        result["relatedLocations"] = related.collect();
    }
    result
}

fn location(name: &str, pointer: &str, span: Option<&Span>) -> Value {
    let mut physical = Map::new();
    physical.insert("artifactLocation".into(), json!({ "uri": uri(name) }));
    if let Some(span) = span {
        let region = json!({
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        });
        physical.insert("region".into(), region);
    }
    let mut location = json!({ "physicalLocation": physical });
    if !pointer.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": pointer, "kind": "member" }]);
    }
    location
}

/// A path as a relative reference: everything that has a meaning in one is percent-encoded.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            out.push(byte.into());
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
