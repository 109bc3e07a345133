//! Made before the crate is compiled: what a valid document is and what templates say, as code, and
//! how the command is linked.

#![allow(clippy::print_stdout, reason = "cargo reads what a build script prints")]

mod pattern;
mod shape;
#[path = "../src/templates/syntax.rs"]
mod syntax;
mod template;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::{Map, Value};

/// The keywords that only people read.
const PROSE: [&str; 3] = ["title", "description", "$comment"];

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=schemas");
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=src/templates/syntax.rs");
    let out = env::var("OUT_DIR").expect("cargo says where output goes");
    schemas(Path::new(&out));
    templates(Path::new(&out));
    link(Path::new(&out));
}

/// Writes for each `schemas/<name>.schema.json` the code in `<name>.rs`: its validator, a yes or no,
/// and its shape, the names that it knows.
///
/// The validator crate matches patterns with an engine made for long texts, which takes tens of
/// microseconds to compile each one: together as long as everything else that a report takes. So in
/// the copy that it is given, a pattern is a format of our own, from `patterns.rs`.
fn schemas(out: &Path) {
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
        let code = validator(&out.join(&copy), &patterns, &formats) + &shape::source(&schema);
        write(&format!("{name}.rs"), code);
        write(&copy, schema.to_string());
    }
    write("patterns.rs", pattern::source(&patterns));
}

/// Writes the trees of the built-in templates, in `templates.rs`.
fn templates(out: &Path) {
    let text = fs::read_to_string("templates/labels/en.json").expect("there are labels");
    let labels: BTreeMap<String, Value> = serde_json::from_str(&text).expect("labels are JSON");
    let labels: Vec<String> = labels.into_keys().collect();
    let source = template::source(Path::new("templates"), &labels);
    fs::write(out.join("templates.rs"), source).expect("the output folder can be written");
}

/// Removes the prose from `schema`, makes each `pattern` a `format` of that name, and each pattern of
/// keys the properties that match it. `formats` are the places in `patterns` of those that it has.
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
            if let Some(Value::Object(keys)) = members.remove("patternProperties") {
                let own = members.entry("properties").or_insert_with(|| Map::new().into());
                let own = own.as_object_mut().expect("properties are an object");
                for (pattern, schema) in keys {
                    for key in pattern::one_of(&pattern) {
                        let twice = own.insert(key.to_string(), schema.clone());
                        assert!(twice.is_none(), "{pattern}: a key has one schema");
                    }
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

/// Links the command at a fixed address where that is known to work, and what unwinds its stack into
/// it.
///
/// A position-independent executable has some ten thousand addresses to relocate at every start,
/// and shared libraries to load, one of which asks the processor at length what it can do. A static
/// executable (`-C target-feature=+crt-static`) has neither.
fn link(out: &Path) {
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if features.split(',').any(|feature| feature == "crt-static") {
        // Else what the compiler asks for is a static position-independent executable.
        println!("cargo::rustc-link-arg-bins=-static");
    } else if let Some(unwinder) = static_unwinder() {
        // The compiler asks for the shared library by name: it finds this one first.
        let script = format!("INPUT ( {unwinder} )\n");
        fs::write(out.join("libgcc_s.a"), script).expect("the output folder can be written");
        println!("cargo::rustc-link-arg-bins=-L{}", out.display());
    }
}

/// Where the linker has the static twin of `libgcc_s`, if it has one.
fn static_unwinder() -> Option<String> {
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let asked = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output().ok()?;
    let path = String::from_utf8(asked.stdout).ok()?.trim().to_owned();
    // What it does not find it gives back as it is.
    (Path::new(&path).is_absolute() && Path::new(&path).is_file()).then_some(path)
}
