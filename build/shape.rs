//! The shape of a schema as code: the names that it knows, and where each leads.
//!
//! Several schemas can speak of one value, by references and branches. What they say together is one
//! shape, put together here, so that nobody has to do it for every value of every document.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// The source of the shape of `schema`, `SHAPE`, and of those that it leads to.
pub(super) fn source(schema: &Value) -> String {
    let mut shapes = Shapes { root: schema, names: BTreeMap::new(), source: String::new() };
    let root = shapes.of(vec![schema]);
    format!(
        "use crate::schema::open::{{Members, Shape}};\n\
         pub(super) static SHAPE: &Shape = &{root};\n{}",
        shapes.source
    )
}

struct Shapes<'s> {
    root: &'s Value,
    /// Of each shape, by the schemas that it is put together from.
    names: BTreeMap<Vec<*const Value>, String>,
    source: String,
}

impl<'s> Shapes<'s> {
    /// The name of the shape of what all of `schemas` speak of.
    fn of(&mut self, schemas: Vec<&'s Value>) -> String {
        let mut all = Vec::new();
        schemas.into_iter().for_each(|schema| self.expand(schema, &mut all));
        let key = all.iter().map(|schema| std::ptr::from_ref(*schema)).collect();
        let next = format!("OF_{}", self.names.len());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        // Before what it leads to, which can lead back to it.
        self.names.insert(key, next.clone());

        let members = self.members(&all);
        let items: Vec<&Value> = all.iter().filter_map(|schema| schema.get("items")).collect();
        let items = match items.as_slice() {
            [] => "None".to_owned(),
            _ => format!("Some(&{})", self.of(items)),
        };
        let says =
            |schema: &&Value| ["type", "enum", "const"].iter().any(|key| schema.get(key).is_some());
        let is_said = all.iter().any(says);
        let _ = writeln!(
            self.source,
            "static {next}: Shape = Shape {{ members: {members}, items: {items}, is_said: {is_said} }};"
        );
        next
    }

    fn members(&mut self, schemas: &[&'s Value]) -> String {
        let mut named: Vec<(&str, Vec<&Value>)> = Vec::new();
        let properties = schemas.iter().filter_map(|schema| schema.get("properties")?.as_object());
        for (name, schema) in properties.flatten() {
            match named.iter_mut().find(|(known, _)| known == name) {
                Some((_, schemas)) => schemas.push(schema),
                None => named.push((name, vec![schema])),
            }
        }
        // `additionalProperties: false` names nothing.
        let others = schemas.iter().filter_map(|schema| schema.get("additionalProperties"));
        let others: Vec<&Value> = others.filter(|schema| schema.is_object()).collect();
        if named.is_empty() && others.is_empty() {
            return "None".to_owned();
        }
        let named = named.into_iter();
        let named = named.map(|(name, schemas)| format!("({name:?}, &{})", self.of(schemas)));
        let named: Vec<String> = named.collect();
        let others = self.of(others);
        format!("Some(Members {{ named: &[{}], others: &{others} }})", named.join(", "))
    }

    /// Adds `schema` with what it refers to and its branches, each once.
    fn expand(&self, schema: &'s Value, all: &mut Vec<&'s Value>) {
        if all.iter().any(|known| std::ptr::eq(*known, schema)) {
            return;
        }
        all.push(schema);
        if let Some(to) = schema.get("$ref").and_then(Value::as_str) {
            let definition = to.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            self.expand(definition.expect("a reference leads to a definition"), all);
        }
        let branches = ["allOf", "anyOf", "oneOf"].into_iter();
        let branches = branches.filter_map(|key| schema.get(key)?.as_array()).flatten();
        branches.for_each(|branch| self.expand(branch, all));
    }
}
