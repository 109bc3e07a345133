//! The state of a run (`agent-state`), versions 2.0.0 and 2.1.0.

mod rules;
mod sections;
mod view;

use super::{Kind, Sample, samples};
use crate::schema;

pub(super) static KIND: Kind = Kind {
    name: "agent-state",
    recognised_by: &["shortId", "phases"],
    sections: sections::SECTIONS,
    samples: SAMPLES,
    minimal: samples!("agent-state": "minimal"),
    is_record: true,
    schema: &schema::AGENT_STATE,
    rules: rules::RULES,
    distinct: &[rules::SHORT_ID],
    check: rules::check,
    view: view::extend,
    hidden: &[],
    answers: None,
    claims: sections::CLAIMS,
    partials: sections::PARTIALS,
};

/// The first one has every property at the top, and nearly every other. What a run of its kind
/// cannot have is in the ones after it.
static SAMPLES: &[Sample] = samples!(
    "agent-state": "full", "interactive", "circuit-breaker", "design-check", "local", "multi-repo",
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// The parts that a schema names, each once: `/phases/*/status`.
    fn named(schema: &Value, at: &str, all: &mut BTreeSet<String>) {
        for (key, inner) in
            schema.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let at = format!("{at}/{key}");
            named(inner, &at, all);
            all.insert(at);
        }
        let phases = schema.get("patternProperties").and_then(Value::as_object);
        let branches = schema.get("anyOf").and_then(Value::as_array);
        for inner in phases.into_iter().flatten().map(|(_, inner)| inner).chain(schema.get("items"))
        {
            named(inner, &format!("{at}/*"), all);
        }
        for branch in branches.into_iter().flatten() {
            named(branch, at, all);
        }
    }

    /// The parts that a document has, in the same form.
    fn used(value: &Value, at: &str, all: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                for (key, inner) in members {
                    let key = if at == "/phases" { "*" } else { key };
                    let at = format!("{at}/{key}");
                    used(inner, &at, all);
                    all.insert(at);
                }
            }
            Value::Array(items) => {
                items.iter().for_each(|item| used(item, &format!("{at}/*"), all));
            }
            _ => {}
        }
    }

    #[test]
    fn the_samples_together_have_every_part_that_the_schema_names() {
        let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
        named(schema::AGENT_STATE.parsed(), "", &mut wanted);
        for sample in SAMPLES {
            used(&serde_json::from_str(sample.text).unwrap(), "", &mut found);
        }
        assert!(wanted.len() > 200, "the walk goes down: {}", wanted.len());
        assert_eq!(wanted.difference(&found).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn the_first_sample_has_every_property_at_the_top() {
        let schema = schema::AGENT_STATE.parsed()["properties"].as_object().unwrap();
        let sample: Value = serde_json::from_str(SAMPLES[0].text).unwrap();
        let lacking: Vec<_> = schema.keys().filter(|key| sample.get(key).is_none()).collect();
        assert_eq!(lacking, [""; 0]);
        assert_eq!(schema.len(), 49);
    }
}
