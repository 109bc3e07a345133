//! The shape of a schema as code: the names that it knows, and where each leads.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// The source of the shape of `schema`, `SHAPE`, and of those that it refers to.
pub(super) fn source(schema: &Value) -> String {
    let mut source = format!("pub(super) static SHAPE: Shape = {};\n", shape(schema));
    for (name, definition) in definitions(schema) {
        let _ = writeln!(source, "static {}: Shape = {};", static_name(&name), shape(definition));
    }
    format!("use crate::schema::open::Shape;\n{source}")
}

fn definitions(schema: &Value) -> BTreeMap<String, &Value> {
    let all = ["$defs", "definitions"].into_iter().filter_map(|key| schema.get(key)?.as_object());
    all.flatten().map(|(name, definition)| (name.clone(), definition)).collect()
}

fn static_name(definition: &str) -> String {
    let known = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("OF_{}", definition.chars().map(known).collect::<String>())
}

fn shape(schema: &Value) -> String {
    let reference = schema.get("$ref").and_then(Value::as_str).map(|to| {
        let name = to.rsplit('/').next().expect("a text has a last part");
        format!("&{}", static_name(name))
    });
    let branches = ["allOf", "anyOf", "oneOf"].into_iter();
    let branches = branches.filter_map(|key| schema.get(key)?.as_array()).flatten();
    let branches =
        reference.into_iter().chain(branches.map(|branch| format!("&{}", shape(branch))));
    let branches: Vec<String> = branches.collect();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let properties: BTreeMap<&str, &Value> = properties.map(|(k, v)| (k.as_str(), v)).collect();
    let properties = properties.iter().map(|(name, of)| format!("({name:?}, {})", shape(of)));
    let properties: Vec<String> = properties.collect();
    // `additionalProperties: false` names nothing.
    let of = |key: &str| match schema.get(key) {
        Some(of @ Value::Object(_)) => format!("Some(&{})", shape(of)),
        _ => "None".to_owned(),
    };
    format!(
        "Shape {{ branches: &[{}], properties: &[{}], others: {}, items: {}, is_said: {} }}",
        branches.join(", "),
        properties.join(", "),
        of("additionalProperties"),
        of("items"),
        ["type", "enum", "const"].iter().any(|key| schema.get(key).is_some()),
    )
}
