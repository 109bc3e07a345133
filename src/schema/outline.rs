//! What a schema says of the parts of a document, asked for one step at a time.

use serde_json::Value;

/// How deep references are followed: a schema may refer to itself.
const DEEPEST: usize = 16;

/// The parts of a schema that speak of one place of a document.
#[derive(Debug, Clone)]
pub(crate) struct Outline<'s> {
    root: &'s Value,
    nodes: Vec<&'s Value>,
}

/// What a schema says of a member of an object.
#[derive(Debug, Clone)]
pub(crate) enum Member<'s> {
    /// It has a schema.
    Named(Outline<'s>),
    /// Members of any name have this schema, if any is said.
    Open(Option<Outline<'s>>),
    /// No member is called that.
    Unknown,
}

impl<'s> Outline<'s> {
    /// The outline of a whole document.
    pub(crate) fn of(schema: &'s Value) -> Outline<'s> {
        let mut outline = Outline { root: schema, nodes: Vec::new() };
        outline.add(schema, 0);
        outline
    }

    /// Adds a part, what it refers to and its branches.
    fn add(&mut self, node: &'s Value, depth: usize) {
        if depth > DEEPEST || self.nodes.iter().any(|known| std::ptr::eq(*known, node)) {
            return;
        }
        self.nodes.push(node);
        let reference = node.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|name| self.root.pointer(name.strip_prefix('#')?));
        let branches = ["allOf", "anyOf", "oneOf"].iter().filter_map(|key| node.get(*key));
        let branches = branches.filter_map(Value::as_array).flatten();
        let conditions = ["if", "then", "else"].iter().filter_map(|key| node.get(*key));
        for part in target.into_iter().chain(branches).chain(conditions) {
            self.add(part, depth + 1);
        }
    }

    fn with(&self, parts: impl Iterator<Item = &'s Value>) -> Option<Outline<'s>> {
        let mut outline = Outline { root: self.root, nodes: Vec::new() };
        parts.for_each(|part| outline.add(part, 0));
        (!outline.nodes.is_empty()).then_some(outline)
    }

    fn all(&self, key: &str) -> impl Iterator<Item = &'s Value> {
        self.nodes.iter().filter_map(move |node| node.get(key))
    }

    /// What is said of the member `key` of an object.
    pub(crate) fn member(&self, key: &str) -> Member<'s> {
        let named = self.all("properties").filter_map(|members| members.get(key));
        if let Some(outline) = self.with(named) {
            return Member::Named(outline);
        }
        let patterns = self.all("patternProperties").filter_map(Value::as_object);
        let rest = self.all("additionalProperties").filter(|rest| rest.is_object());
        let any = self.with(patterns.flat_map(|members| members.values()).chain(rest));
        if any.is_some() || !self.names_members() {
            return Member::Open(any);
        }
        Member::Unknown
    }

    /// What is said of the items of an array.
    pub(crate) fn item(&self) -> Option<Outline<'s>> {
        self.with(self.all("items"))
    }

    /// The place that a JSON pointer leads to, where the schema speaks of it.
    pub(crate) fn at(&self, pointer: &str) -> Option<Outline<'s>> {
        pointer.split('/').skip(1).try_fold(self.clone(), |outline, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            match outline.member(&step) {
                Member::Named(inner) | Member::Open(Some(inner)) => Some(inner),
                Member::Open(None) | Member::Unknown => outline.item(),
            }
        })
    }

    /// Does a valid document have the member `key`, where it has the object? What a branch requires is
    /// required; what a condition asks for is not.
    pub(crate) fn requires(&self, key: &str) -> bool {
        let conditions: Vec<&Value> = self.all("if").collect();
        let is_condition = |node: &Value| conditions.iter().any(|one| std::ptr::eq(*one, node));
        let said = self.nodes.iter().filter(|node| !is_condition(node));
        let lists = said.filter_map(|node| node.get("required")?.as_array());
        lists.flatten().any(|name| name == key)
    }

    /// The words that are allowed there, where the schema lists them.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'s Value> {
        self.all("enum").filter_map(Value::as_array).flatten()
    }

    /// Is it a single value, without members or items?
    pub(crate) fn is_leaf(&self) -> bool {
        let parts = ["properties", "patternProperties", "items"];
        let only = || self.all("const").chain(self.words());
        let mut types = self.types().peekable();
        parts.iter().all(|key| self.all(key).next().is_none())
            && (types.peek().is_some() || only().next().is_some())
            && types.all(|name| !matches!(name, "object" | "array"))
            && only().all(|value| !value.is_object() && !value.is_array())
    }

    /// Is it an array in every valid document that has it?
    pub(crate) fn is_list(&self) -> bool {
        let mut types = self.types().filter(|name| *name != "null").peekable();
        types.peek().is_some() && types.all(|name| name == "array")
    }

    /// May it be `null`?
    pub(crate) fn may_be_null(&self) -> bool {
        self.types().any(|name| name == "null")
    }

    /// The types that the schema allows.
    fn types(&self) -> impl Iterator<Item = &'s str> {
        self.all("type").flat_map(|said| match said {
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            one => Vec::from_iter(one.as_str()),
        })
    }

    fn names_members(&self) -> bool {
        self.all("properties").any(|members| members.as_object().is_some_and(|m| !m.is_empty()))
    }

    /// The names of its members, in the order of the schema.
    pub(crate) fn names(&self) -> Vec<&'s str> {
        let members = self.all("properties").filter_map(Value::as_object);
        let mut names: Vec<&str> = Vec::new();
        for name in members.flat_map(|members| members.keys()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn steps_lead_through_references_branches_and_items() {
        let schema = json!({
            "properties": {
                "rows": { "type": "array", "items": { "$ref": "#/$defs/row" } },
                "either": { "oneOf": [
                    { "properties": { "omit": { "const": true } } },
                    { "properties": { "why": { "type": "string" } }, "required": ["why"] },
                ] },
                "phases": { "patternProperties": { "^[0-7]$": { "$ref": "#/$defs/row" } } },
                "free": { "type": "object" },
            },
            "$defs": { "row": { "properties": {
                "id": { "type": "string" },
                "inner": { "$ref": "#/$defs/row" },
            } } },
        });
        let root = Outline::of(&schema);
        assert_eq!(root.names(), ["rows", "either", "phases", "free"]);
        assert_eq!(root.at("/rows/7").unwrap().names(), ["id", "inner"]);
        assert_eq!(root.at("/rows/7/inner/inner").unwrap().names(), ["id", "inner"]);
        assert_eq!(root.at("/either").unwrap().names(), ["omit", "why"]);
        assert!(matches!(root.at("/phases").unwrap().member("3"), Member::Open(Some(_))));
        assert!(matches!(root.at("/free").unwrap().member("x"), Member::Open(None)));
        assert!(matches!(root.member("row"), Member::Unknown));
        assert!(root.at("/rows/0/nonesuch").is_none());
        let is = |pointer| root.at(pointer).map(|at| (at.is_leaf(), at.is_list())).unwrap();
        assert_eq!(["/rows", "/rows/0"].map(is), [(false, true), (false, false)]);
        assert_eq!(["/rows/0/id", "/either/omit"].map(is), [(true, false); 2]);
        assert_eq!(is("/free"), (false, false));
        let nullable = json!({ "oneOf": [{ "type": "null" }, { "type": "string" }] });
        assert!(Outline::of(&nullable).may_be_null() && !root.may_be_null());
    }

    #[test]
    fn branches_require_and_conditions_do_not() {
        let schema = json!({
            "required": ["id"],
            "if": { "required": ["kind"] },
            "then": { "required": ["body"] },
            "oneOf": [{ "required": ["omit"] }, { "required": ["why"] }],
        });
        let root = Outline::of(&schema);
        assert!(["id", "body", "omit", "why"].iter().all(|key| root.requires(key)));
        assert!(!root.requires("kind") && !root.requires("note"));
    }
}
