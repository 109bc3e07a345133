//! Made before the crate is compiled: the validators of the schemas, and how the command is linked.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

/// The keywords that only people read.
const PROSE: [&str; 3] = ["title", "description", "$comment"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=schemas");
    validators(Path::new(&env::var("OUT_DIR").expect("cargo says where output goes")));
    link();
}

/// Writes for each `schemas/<name>.schema.json` what a valid document needs: `<name>.keywords.json`,
/// the schema without its prose, and `<name>.rs`, its validator, a yes or no.
///
/// The validator crate matches patterns with an engine made for long texts, which takes tens of
/// microseconds to compile each one: together as long as everything else that a report takes. So in
/// the copy that it is given, a pattern is a format of our own, from `patterns.rs`.
fn validators(out: &Path) {
    let write = |name: &str, text: String| {
        fs::write(out.join(name), text).expect("the output folder can be written");
    };
    let mut patterns = Vec::new();
    for entry in fs::read_dir("schemas").expect("the schemas are there") {
        let path = entry.expect("the folder of schemas can be read").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.strip_suffix(".schema.json"));
        let name = name.expect("schemas are named <name>.schema.json");
        let text = fs::read_to_string(&path).expect("a schema can be read");
        let mut schema = serde_json::from_str(&text).expect("a schema is JSON");
        let mut formats = BTreeSet::new();
        prepare(&mut schema, &mut patterns, &mut formats);
        let copy = format!("{name}.keywords.json");
        write(&format!("{name}.rs"), validator(&out.join(&copy), &patterns, &formats));
        write(&copy, schema.to_string());
    }
    let mut source: String = patterns.iter().enumerate().map(matcher).collect();
    let all = patterns.iter().enumerate().map(|(index, name)| format!("({name:?}, _{index}), "));
    source += "#[cfg(test)]\nconst PATTERNS: &[(&str, Matcher)] = &[";
    source.extend(all);
    source += "];\n";
    write("patterns.rs", source);
}

/// Removes the prose from `schema`, and makes each `pattern` a `format` of that name. `formats` are
/// the places in `patterns` of those that it has.
fn prepare(schema: &mut Value, patterns: &mut Vec<String>, formats: &mut BTreeSet<usize>) {
    match schema {
        Value::Object(members) => {
            // Properties of these names have a schema, not a text.
            members.retain(|key, value| !PROSE.contains(&key.as_str()) || !value.is_string());
            if members.get("pattern").is_some_and(Value::is_string) {
                let pattern = members.remove("pattern").expect("it was there");
                let name = pattern.as_str().expect("it was a text").to_owned();
                let format = members.insert("format".to_owned(), pattern);
                assert!(format.is_none(), "{name}: a schema has a pattern or a format");
                let known = patterns.iter().position(|known| *known == name);
                formats.insert(known.unwrap_or(patterns.len()));
                if known.is_none() {
                    patterns.push(name);
                }
            }
            members.values_mut().for_each(|member| prepare(member, patterns, formats));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| prepare(item, patterns, formats));
        }
        _ => {}
    }
}

/// The source of a validator of the schema in `copy`.
fn validator(copy: &Path, patterns: &[String], formats: &BTreeSet<usize>) -> String {
    let copy = copy.to_str().expect("cargo's output folder has a name in UTF-8");
    let format =
        |index: &usize| format!("{:?} => crate::schema::pattern::_{index}, ", patterns[*index]);
    let formats: String = formats.iter().map(format).collect();
    format!(
        "#[jsonschema::validator(path = {copy:?}, validate_formats = true, \
         formats = {{ {formats} }}, methods = {{ validate = false, iter_errors = false }})]\n\
         pub(super) struct Validator;\n"
    )
}

/// The source of a function that matches a pattern.
fn matcher((index, pattern): (usize, &String)) -> String {
    let body = match numbered(pattern) {
        Some((prefix, digits)) => format!("is_numbered(text, {prefix:?}, {digits})"),
        None => {
            format!("static PATTERN: Pattern = Pattern::new({pattern:?}); PATTERN.is_match(text)")
        }
    };
    format!("pub(crate) fn _{index}(text: &str) -> bool {{ {body} }}\n")
}

/// What stands before the digits in a pattern of ids such as `^C-\d{3,}$`, and how many those are
/// at least.
fn numbered(pattern: &str) -> Option<(&str, usize)> {
    let (prefix, digits) = pattern.strip_prefix('^')?.strip_suffix('$')?.split_once("\\d")?;
    let digits = match digits {
        "+" => 1,
        digits => digits.strip_prefix('{')?.strip_suffix(",}")?.parse().ok()?,
    };
    prefix.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-').then_some((prefix, digits))
}

/// Links the command at a fixed address where that is known to work.
///
/// A position-independent executable has some ten thousand addresses to relocate at every start,
/// and shared libraries to load. A static one (`-C target-feature=+crt-static`) has neither.
fn link() {
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
        if features.split(',').any(|feature| feature == "crt-static") {
            // Else what the compiler asks for is a static position-independent executable.
            println!("cargo::rustc-link-arg-bins=-static");
        }
    }
}
