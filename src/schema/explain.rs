//! Why a document does not satisfy its schema: one diagnostic for each real fault.

use std::collections::{HashMap, HashSet};

use jsonschema::error::{TypeKind, ValidationError, ValidationErrorKind as Kind};
use serde_json::Value;

use super::words::{self, any_of, asked_for};
use super::{FORMAT, VIOLATION, nearest};
use crate::diagnostic::Diagnostic;
use crate::document::escape;

/// Every fault of `document`, none twice and none that only follows from another.
pub(super) fn explain(
    schema: &Value,
    validator: &jsonschema::Validator,
    document: &Value,
) -> Vec<Diagnostic> {
    let mut violations = Vec::new();
    for error in validator.iter_errors(document) {
        flatten(error.to_owned(), &mut violations);
    }
    let mut at: HashMap<&str, Vec<&Violation>> = HashMap::new();
    for violation in &violations {
        at.entry(&violation.pointer).or_default().push(violation);
    }
    Explainer { schema, document, violations: &violations, at }.diagnostics()
}

/// One failed keyword.
struct Violation {
    /// JSON pointer of the value in the document.
    pointer: String,
    /// The way the validator took through the schema, `$ref`s included.
    route: String,
    kind: Kind,
}

impl Violation {
    /// The route up to the innermost conditional it lies behind, with what follows it.
    fn conditional(&self) -> Option<(&str, &str)> {
        let at = self.route.rfind("/then")?;
        Some((&self.route[..at], &self.route[at + "/then".len()..]))
    }
}

/// Puts the faults of the branch that was meant in the place of a failed `oneOf`.
fn flatten(error: ValidationError<'static>, found: &mut Vec<Violation>) {
    let pointer = error.instance_path().as_str().to_owned();
    let route = error.evaluation_path().as_str().to_owned();
    let parts = error.into_parts();
    match parts.kind {
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
            match meant(&parts.instance, &pointer, context) {
                Meant::Branch(errors) => errors.into_iter().for_each(|e| flatten(e, found)),
                Meant::One(kind) => found.push(Violation { pointer, route, kind }),
            }
        }
        kind => found.push(Violation { pointer, route, kind }),
    }
}

enum Meant {
    Branch(Vec<ValidationError<'static>>),
    /// One fault that speaks for all branches: the types that they take, or the keys they need.
    One(Kind),
}

fn meant(instance: &Value, pointer: &str, branches: Vec<Vec<ValidationError<'static>>>) -> Meant {
    let wrong_type = |errors: &[ValidationError<'_>]| {
        errors.iter().find_map(|e| match e.kind() {
            Kind::Type { kind } if e.instance_path().as_str() == pointer => Some(types(kind)),
            _ => None,
        })
    };
    let wanted: Vec<_> = branches.iter().filter_map(|branch| wrong_type(branch)).collect();
    if wanted.len() == branches.len() {
        let mut names: Vec<String> = Vec::new();
        for name in wanted.concat().iter().map(|name| words::type_name(name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        return Meant::One(Kind::Custom { keyword: "type".into(), message: any_of(&names) });
    }
    // How far a branch is from what stands there: keys it misses and keys it does not know weigh
    // most, unless the one is a misspelling of the other.
    let far = |errors: &Vec<ValidationError<'_>>| -> usize {
        let missing = missing_keys(errors, pointer);
        let mut far = errors.len();
        for name in &missing {
            let near =
                instance.as_object().and_then(|o| nearest(name, o.keys().map(String::as_str)));
            far += if near.is_some() { 1 } else { 10 };
        }
        far
    };
    let mut fits: Vec<_> = branches.into_iter().filter(|b| wrong_type(b).is_none()).collect();
    fits.sort_by_key(far);
    // Nothing of any form is there: each would do.
    let lacks = |errors: &Vec<ValidationError<'_>>| match missing_keys(errors, pointer)[..] {
        [key] if errors.len() == 1 => Some(format!("\"{key}\"")),
        _ => None,
    };
    let lacking: Vec<String> = fits.iter().filter_map(lacks).collect();
    if lacking.len() > 1 && lacking.len() == fits.len() {
        let message = any_of(&lacking);
        return Meant::One(Kind::Custom { keyword: "required".into(), message });
    }
    let branch = fits.into_iter().next().unwrap_or_default();
    // A word that is none of those allowed may have been meant for the null that is allowed too.
    if let [error] = &branch[..]
        && let Kind::Enum { options } = error.kind()
        && let Some(words) = options.as_array()
        && wanted.iter().flatten().any(|name| name == "null")
    {
        let all: Vec<Value> = words.iter().cloned().chain([Value::Null]).collect();
        return Meant::One(Kind::Enum { options: Value::from(all).into() });
    }
    Meant::Branch(branch)
}

fn missing_keys<'e>(errors: &'e [ValidationError<'_>], pointer: &str) -> Vec<&'e str> {
    let here = errors.iter().filter(|e| e.instance_path().as_str() == pointer);
    here.filter_map(|e| match e.kind() {
        Kind::Required { property } => property.as_str(),
        _ => None,
    })
    .collect()
}

fn types(kind: &TypeKind) -> Vec<String> {
    match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(set) => set.iter().map(|one| one.to_string()).collect(),
    }
}

/// What a conditional depends on.
struct Subject<'a> {
    pointer: String,
    /// What messages call it.
    name: String,
    value: &'a Value,
}

/// What stands beside the subject of a conditional.
const ASKED_FOR: &str = "asked for by this";

struct Explainer<'a> {
    schema: &'a Value,
    document: &'a Value,
    violations: &'a [Violation],
    /// The violations at each pointer.
    at: HashMap<&'a str, Vec<&'a Violation>>,
}

impl Explainer<'_> {
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let plain: HashSet<&str> = self
            .violations
            .iter()
            .filter(|v| v.conditional().is_none())
            .map(|v| v.pointer.as_str())
            .collect();
        let mut known: HashSet<(String, String)> = HashSet::new();
        let mut found: Vec<Diagnostic> = Vec::new();
        for violation in self.violations {
            if self.follows_from_another(violation, &plain) {
                continue;
            }
            for diagnostic in self.diagnose(violation) {
                if known.insert((diagnostic.pointer.clone(), diagnostic.message.clone())) {
                    found.push(diagnostic);
                }
            }
        }
        found
    }

    /// The violations at a pointer.
    fn at(&self, pointer: &str) -> impl Iterator<Item = &Violation> {
        self.at.get(pointer).into_iter().flatten().copied()
    }

    /// A conditional says nothing where its subject is absent or wrong itself, nor where the
    /// value breaks a rule that holds without any condition.
    fn follows_from_another(&self, violation: &Violation, plain: &HashSet<&str>) -> bool {
        if violation.conditional().is_none() {
            return false;
        }
        let required = matches!(violation.kind, Kind::Required { .. });
        if !required && plain.contains(violation.pointer.as_str()) {
            return true;
        }
        // The item that is looked for may be the one with a fault of its own.
        let inside = format!("{}/", violation.pointer);
        if matches!(violation.kind, Kind::Contains)
            && plain.iter().any(|pointer| pointer.starts_with(&inside))
        {
            return true;
        }
        // Whoever has no rows at all is told which row is needed, not that one is.
        if matches!(violation.kind, Kind::MinItems { .. })
            && self.at(&violation.pointer).any(|other| matches!(other.kind, Kind::Contains))
        {
            return true;
        }
        let Some(Subject { pointer: subject, .. }) = self.subject(violation) else { return true };
        let ancestors = subject.match_indices('/').map(|(at, _)| &subject[..at]);
        let mut suspects = ancestors.skip(1).chain([subject.as_str()]);
        suspects.any(|pointer| plain.contains(pointer) && self.is_broken(pointer))
            || self.document.pointer(&subject).is_none()
    }

    /// Is the value at `pointer` wrong in itself, and not only short of a key or a known one?
    fn is_broken(&self, pointer: &str) -> bool {
        self.at(pointer)
            .any(|v| !matches!(v.kind, Kind::Required { .. } | Kind::AdditionalProperties { .. }))
    }

    /// The value that the `if` before a violation looked at.
    fn subject(&self, violation: &Violation) -> Option<Subject<'_>> {
        let (conditional, after) = violation.conditional()?;
        let condition = self.at_route(conditional)?.get("if")?;
        // Each `properties` step since the conditional went one step down in the document.
        let steps: Vec<&str> = after.split('/').skip(1).collect();
        let mut down = 0;
        let mut at = 0;
        while at < steps.len() {
            if matches!(steps[at], "properties" | "items") {
                down += 1;
                at += usize::from(steps[at] == "properties");
            }
            at += 1;
        }
        let mut base = violation.pointer.as_str();
        for _ in 0..down {
            base = &base[..base.rfind('/')?];
        }
        let mut pointer = base.to_owned();
        let mut schema = condition;
        let mut through_item = false;
        loop {
            let properties = schema.get("properties").and_then(Value::as_object);
            if let Some((key, inner)) = properties.and_then(|properties| properties.iter().next()) {
                pointer.push('/');
                pointer.push_str(&escape(key));
                schema = inner;
            } else if let Some(wanted) = schema.get("contains")
                && let Some(index) = self.first_item(&pointer, wanted)
            {
                pointer.push_str(&format!("/{index}"));
                schema = wanted;
                through_item = true;
            } else {
                break;
            }
        }
        let value = self.document.pointer(&pointer).unwrap_or(&Value::Null);
        let name = match through_item {
            true => name_of(&pointer[base.len()..]),
            false => pointer.rsplit('/').next()?.to_owned(),
        };
        Some(Subject { pointer, name, value })
    }

    /// The first item of the array at `pointer` that has what `contains` looks for.
    fn first_item(&self, pointer: &str, wanted: &Value) -> Option<usize> {
        let properties = wanted.get("properties")?.as_object()?;
        let items = self.document.pointer(pointer)?.as_array()?;
        items.iter().position(|item| {
            properties.iter().all(|(key, schema)| schema.get("const") == item.get(key))
        })
    }

    /// The part of the schema at the end of a route, `$ref` steps followed.
    fn at_route(&self, route: &str) -> Option<&Value> {
        let mut schema = self.schema;
        for step in route.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            schema = match schema {
                Value::Object(_) if step == "$ref" => words::resolve(self.schema, schema),
                Value::Object(map) => map.get(&step)?,
                Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(schema)
    }

    /// The schema object that holds the failed keyword.
    fn holder(&self, violation: &Violation) -> Option<&Value> {
        let at = violation.route.rfind('/')?;
        self.at_route(&violation.route[..at])
    }

    /// "where `taskType` is `quick`", for what only a condition asks for.
    fn reason(&self, violation: &Violation) -> Option<String> {
        let Subject { name, value, .. } = self.subject(violation)?;
        Some(format!("where {name} is {}", words::value(value)))
    }

    fn diagnose(&self, violation: &Violation) -> Vec<Diagnostic> {
        let pointer = violation.pointer.as_str();
        let value = self.document.pointer(pointer).unwrap_or(&Value::Null);
        let shown = words::value(value);
        let name = name_of(pointer);
        let holder = self.holder(violation);
        let new = |message: String| Diagnostic::new(&VIOLATION, pointer, message);
        let reason = self.reason(violation);
        let because = reason.as_deref().map(|r| format!(" {r}")).unwrap_or_default();
        let one = match &violation.kind {
            Kind::Required { property } => {
                return self.missing(violation, property.as_str().unwrap_or_default());
            }
            Kind::AdditionalProperties { unexpected } => {
                return unexpected.iter().map(|key| self.unknown(violation, key)).collect();
            }
            Kind::Type { kind } => {
                let names: Vec<String> = types(kind).iter().map(|t| words::type_name(t)).collect();
                wrong_type(new, &name, &any_of(&names), value)
            }
            Kind::Custom { keyword, message } if keyword == "type" => {
                wrong_type(new, &name, message, value)
            }
            Kind::Custom { keyword, message } if keyword == "required" => {
                new(format!("{name} has no key that tells its form")).help(format!("add {message}"))
            }
            Kind::Enum { options } => {
                let options: Vec<&Value> = options.as_array().into_iter().flatten().collect();
                let all: Vec<String> = options.iter().map(|o| words::value(o)).collect();
                let text = value.as_str().unwrap_or_default();
                let near = nearest(text, options.iter().filter_map(|o| o.as_str()));
                let found = new(format!("{name} cannot be {shown}{because}"));
                match near {
                    Some(near) => {
                        let known = all.join(", ");
                        found.help(format!("did you mean `{near}`? The values are {known}"))
                    }
                    None => found.help(format!("write {}", any_of(&all))),
                }
            }
            Kind::Constant { expected_value } => {
                let wanted = words::value(expected_value);
                new(format!("{name} is {shown}, not {wanted}{because}"))
                    .help(format!("write {wanted}"))
            }
            Kind::MinLength { limit: 1 } => new(format!("{name} is empty"))
                .help("write what belongs here; where there is nothing to say, say so"),
            Kind::MinLength { limit } => {
                let len = value.as_str().map_or(0, |text| text.chars().count());
                new(format!("{name} has {len} characters, fewer than {limit}"))
                    .help(format!("write at least {limit} characters"))
            }
            Kind::MaxLength { limit } => {
                let len = value.as_str().map_or(0, |text| text.chars().count());
                new(format!("{name} has {len} characters, more than {limit}"))
                    .help(format!("write at most {limit} characters"))
            }
            Kind::Pattern { pattern } => {
                let message =
                    format!("{name} is {shown}, which does not have the form `{pattern}`");
                // Where the schema explains the form, its words are better than an example.
                let meaning = holder.and_then(|h| h.get("description")).and_then(Value::as_str);
                new(message).help(match meaning {
                    Some(meaning) => meaning.to_owned(),
                    None => format!("write a string such as `{}`", words::example(pattern)),
                })
            }
            Kind::MinItems { limit } => {
                let what = if *limit == 1 { "one item" } else { &format!("{limit} items") };
                new(format!("{name} needs at least {what}{because}"))
                    .help(format!("add {}", self.item_of(holder)))
            }
            Kind::MaxItems { limit } => {
                let len = value.as_array().map_or(0, Vec::len);
                new(format!("{name} has {len} items, more than {limit}"))
                    .help(format!("keep at most {limit}: merge or drop the others"))
            }
            Kind::Minimum { limit } => new(format!("{name} is {value}, less than {limit}"))
                .help(format!("write a number of at least {limit}")),
            Kind::Maximum { limit } => new(format!("{name} is {value}, more than {limit}"))
                .help(format!("write a number of at most {limit}")),
            Kind::Contains => {
                let wanted = holder
                    .and_then(|h| h.pointer("/contains/properties"))
                    .and_then(Value::as_object)
                    .map(|properties| {
                        let each = properties.iter().map(|(key, schema)| {
                            format!("{key} {}", asked_for(self.schema, schema))
                        });
                        each.collect::<Vec<_>>().join(", ")
                    })
                    .unwrap_or_default();
                new(format!("{name} has no item with {wanted}{because}"))
                    .help(format!("add an item with {wanted}"))
            }
            Kind::UniqueItems => {
                new(format!("{name} holds an item twice")).help("keep one of them")
            }
            Kind::Format { format } => {
                let found = new(format!("{name} is {shown}, which is no {format}"));
                let types = holder.and_then(|h| h.get("type")).and_then(Value::as_array);
                let or_null = types.is_some_and(|types| types.iter().any(|name| name == "null"));
                let or_null = if or_null { ", or null" } else { "" };
                let help = format!("{}{or_null}", format_help(format));
                Diagnostic { code: &FORMAT, ..found }.help(help)
            }
            kind => {
                new(format!("{name} breaks the rule `{}` of its schema{because}", kind.keyword()))
                    .help("see the schema")
            }
        };
        vec![match self.subject(violation) {
            Some(subject) => one.related(subject.pointer, ASKED_FOR),
            None => one,
        }]
    }

    fn item_of(&self, holder: Option<&Value>) -> String {
        holder
            .and_then(|h| h.get("items"))
            .map_or("an item".to_owned(), |items| asked_for(self.schema, items))
    }

    /// A missing key, unless a misspelt one stands in its place and is reported as such.
    fn missing(&self, violation: &Violation, key: &str) -> Vec<Diagnostic> {
        let pointer = violation.pointer.as_str();
        let misspelt = self.at(pointer).any(|other| {
            let Kind::AdditionalProperties { unexpected } = &other.kind else { return false };
            unexpected.iter().any(|u| self.meant_key(other, u) == Some(key))
        });
        if misspelt {
            return Vec::new();
        }
        let place =
            if pointer.is_empty() { String::new() } else { format!(" in {}", name_of(pointer)) };
        if let Some(stray) = self.stray_key(violation, key) {
            let message =
                format!("the key `{key}` is missing{place}, which has {}", words::quoted(stray));
            let found =
                Diagnostic::new(&VIOLATION, format!("{pointer}/{}", escape(stray)), message);
            return vec![found.at_key().help(format!("did you mean `{key}`?"))];
        }
        let holder = self.holder(violation);
        // What only a condition asks for is described beside the condition.
        let beside =
            violation.conditional().and_then(|(conditional, _)| self.at_route(conditional));
        let known = [holder, beside, Some(self.schema)]
            .into_iter()
            .flatten()
            .find_map(|schema| schema.get("properties").filter(|known| known.get(key).is_some()));
        let wanted = known
            .and_then(|properties| properties.get(key))
            .map_or("a value".to_owned(), |schema| asked_for(self.schema, schema));
        let found = match self.subject(violation) {
            Some(Subject { pointer: subject, name, value }) => {
                let value = words::value(value);
                let message = if pointer.is_empty() {
                    format!("a document whose {name} is {value} needs the block `{key}`")
                } else {
                    format!("the key `{key}` is missing{place}, where {name} is {value}")
                };
                Diagnostic::new(&VIOLATION, pointer, message).related(subject, ASKED_FOR)
            }
            None => {
                Diagnostic::new(&VIOLATION, pointer, format!("the key `{key}` is missing{place}"))
            }
        };
        vec![found.help(format!("add \"{key}\": {wanted}"))]
    }

    fn unknown(&self, violation: &Violation, key: &str) -> Diagnostic {
        let pointer = format!("{}/{}", violation.pointer, escape(key));
        let shown = words::value(&Value::String(key.to_owned()));
        let place = if violation.pointer.is_empty() {
            "here".to_owned()
        } else {
            format!("in {}", name_of(&violation.pointer))
        };
        let message = format!("the key {shown} is not known {place}");
        let found = Diagnostic::new(&VIOLATION, pointer, message).at_key();
        match self.meant_key(violation, key) {
            Some(meant) => found.help(format!("did you mean `{meant}`?")),
            None => {
                let known = self.known_keys(violation).join(", ");
                found.help(format!("remove it; the keys known here are {known}"))
            }
        }
    }

    fn known_keys(&self, violation: &Violation) -> Vec<&str> {
        let properties = self.holder(violation).and_then(|h| h.get("properties"));
        properties
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(k, _)| k.as_str())
            .collect()
    }

    /// The key that an unknown one was meant to be, if that is not there already.
    /// In an object that may have any key: the one that stands where `key` is missing, misspelt.
    fn stray_key(&self, violation: &Violation, key: &str) -> Option<&str> {
        let is_closed = |v: &Violation| matches!(v.kind, Kind::AdditionalProperties { .. });
        if violation.conditional().is_some() || self.at(&violation.pointer).any(is_closed) {
            return None;
        }
        let known = self.known_keys(violation);
        let object = self.document.pointer(&violation.pointer)?.as_object()?;
        let strays = object.keys().map(String::as_str).filter(|key| !known.contains(key));
        nearest(key, strays)
    }

    fn meant_key(&self, violation: &Violation, key: &str) -> Option<&str> {
        let object = self.document.pointer(&violation.pointer)?.as_object()?;
        let free = self.known_keys(violation).into_iter().filter(|k| !object.contains_key(*k));
        nearest(key, free)
    }
}

fn wrong_type(
    new: impl Fn(String) -> Diagnostic,
    name: &str,
    wanted: &str,
    value: &Value,
) -> Diagnostic {
    let found = words::type_of(value);
    let shown = match value {
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
        _ => format!(", {}", words::value(value)),
    };
    new(format!("{name} is {found}{shown}, not {wanted}")).help(format!("write {wanted}"))
}

/// How a message calls the value at `pointer`: `recommendedNextSteps[0].text`.
fn name_of(pointer: &str) -> String {
    let mut name = String::new();
    for step in pointer.split('/').skip(1) {
        if !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit()) {
            name.push_str(&format!("[{step}]"));
        } else {
            let dot = if name.is_empty() { "" } else { "." };
            name.push_str(dot);
            name.push_str(&step.replace("~1", "/").replace("~0", "~"));
        }
    }
    if name.is_empty() { "the document".to_owned() } else { name }
}

fn format_help(format: &str) -> &'static str {
    match format {
        "date-time" => "write a date and time such as `2026-05-19T10:22:31Z`",
        "email" => "write an address such as `name@example.org`",
        "uri" => "write an absolute URI such as `https://example.org/path`",
        _ => "see the schema",
    }
}
