//! The template environment: loader, filters, strictness, limits.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::tests::{is_defined, is_none, is_string};
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, UndefinedBehavior, filters};

use crate::figures;
use crate::labels::Labels;
use crate::markdown::ABSENT;
use crate::templates::{TemplateFolder, built_in};
use crate::view::Seen;

/// How deep templates may include and call each other.
const RECURSION_LIMIT: usize = 64;

/// What a template of one's own may use up for a document of up to [`SMALL`] bytes, before it is
/// taken for one that does not end: about a tenth of a second. A built-in section takes less than
/// one for each byte of its document.
const FUEL: u64 = 4_000_000;
const SMALL: usize = 128 * 1024;

/// How many bytes a section may have for every byte of a document of at least [`SMALL`] bytes.
const GROWTH: usize = 64;

/// The environment of a renderer: the templates in `folder`, and the built-in ones for the rest.
pub(super) fn environment(
    labels: Labels,
    folder: Option<Arc<TemplateFolder>>,
) -> Environment<'static> {
    let mut env = match folder {
        Some(_) => of_any_template(),
        None => of_built_in_templates(),
    };
    env.set_loader(move |name| {
        refuse_paths(name)?;
        let own = folder.as_ref().and_then(|folder| folder.get(name));
        let text = own.map(|own| own.text.as_str()).or_else(|| built_in(name));
        Ok(text.map(|text| labels.put_into(text)))
    });
    env.set_syntax(syntax());
    // Values are escaped by the place they stand in, once the whole line is known.
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_recursion_limit(RECURSION_LIMIT);
    env.set_formatter(print);
    // Is it there, and not `null`? Where the two mean different things, templates ask for each.
    env.add_test("given", |value: &Seen| !value.is_undefined() && !value.is_none());
    env.add_filter("json", json);
    env.add_filter("at_line", at_line);
    env.add_filter("plain", plain);
    env.add_filter("usd", |value: &Seen| figure(value, |v| Some(figures::usd(v))));
    env.add_filter("duration", |value: &Seen| {
        figure(value, |v| (v >= 0.0 && v.fract() == 0.0).then(|| figures::duration(v as u64)))
    });
    env
}

/// For templates of one's own: with all that the language has, and an end to what they may use up.
fn of_any_template() -> Environment<'static> {
    let mut env = Environment::new();
    env.set_fuel(Some(FUEL));
    env
}

/// For the built-in templates, which are known to end: with what they use of the language, since a
/// report would wait for all of it.
fn of_built_in_templates() -> Environment<'static> {
    let mut env = Environment::empty();
    env.add_filter("default", filters::default);
    env.add_filter("length", filters::length);
    env.add_test("defined", is_defined);
    env.add_test("none", is_none);
    env.add_test("string", is_string);
    env
}

/// The syntax of templates.
pub(crate) fn syntax() -> SyntaxConfig {
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    syntax.expect("the default delimiters are valid")
}

/// The fuel for a document of that many bytes, where it needs more than others.
pub(super) fn fuel_for(len: usize) -> Option<u64> {
    (len > SMALL).then(|| FUEL.saturating_mul(len.div_ceil(SMALL) as u64))
}

/// How many bytes a section of one's own may have in the report of a document of `len` bytes.
pub(super) fn largest_section(len: usize) -> usize {
    GROWTH.saturating_mul(len.max(SMALL))
}

/// Templates are found by name, never by a path.
fn refuse_paths(name: &str) -> Result<(), minijinja::Error> {
    match path_fault(name) {
        None => Ok(()),
        Some(detail) => Err(minijinja::Error::new(ErrorKind::BadInclude, detail)),
    }
}

/// What is wrong with a name that could be a path.
pub(crate) fn path_fault(name: &str) -> Option<String> {
    let is_path = name.starts_with(['/', '\\', '~'])
        || name.contains(['\\', ':', '\0'])
        || name.split('/').any(|part| matches!(part, "" | "." | ".."));
    is_path.then(|| format!("`{name}` leads out of the templates: a name is folder/section"))
}

/// Prints a value in the words of a report: integers grouped, `yes` and `no`, `—` for `null`.
fn print(
    out: &mut Output<'_>,
    _: &mut State<'_, '_>,
    value: &Seen,
) -> Result<(), minijinja::Error> {
    Ok(out.write_str(&printed(value)?)?)
}

/// A value as [`print`] prints it.
pub(super) fn printed(value: &Seen) -> Result<Cow<'_, str>, minijinja::Error> {
    Ok(match value.kind() {
        ValueKind::Undefined => Cow::Borrowed(""),
        ValueKind::None => Cow::Borrowed(ABSENT),
        ValueKind::Bool => Cow::Borrowed(if value.is_true() { "yes" } else { "no" }),
        ValueKind::Number => Cow::Owned(match i128::try_from(value.clone()) {
            Ok(integer) if value.is_integer() => figures::integer(integer),
            _ => figures::number(f64::try_from(value.clone())?),
        }),
        ValueKind::String => Cow::Borrowed(value.as_str().unwrap_or_default()),
        kind => {
            let detail = format!("cannot print a {kind} as text: loop over it, or name a member");
            return Err(minijinja::Error::new(ErrorKind::InvalidOperation, detail));
        }
    })
}

/// Applies a number format; `null` stays `null`.
fn figure(value: &Seen, format: impl Fn(f64) -> Option<String>) -> Result<Seen, minijinja::Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let number = f64::try_from(value.clone())?;
    format(number).map(Seen::from).ok_or_else(|| {
        minijinja::Error::new(ErrorKind::InvalidOperation, "the number does not fit this format")
    })
}

/// A value as indented JSON, for a fence.
fn json(value: &Seen) -> Result<String, minijinja::Error> {
    serde_json::to_string_pretty(value)
        .map_err(|error| minijinja::Error::new(ErrorKind::BadSerialization, error.to_string()))
}

/// A number that names something, such as an issue: without commas.
fn plain(value: &Seen) -> String {
    i128::try_from(value.clone()).map_or_else(|_| value.to_string(), |number| number.to_string())
}

/// A file with the number of a line as editors write it. Line 0 means the whole file, as no line
/// does.
fn at_line(file: &str, line: &Seen) -> Result<String, minijinja::Error> {
    if line.is_undefined() || line.is_none() {
        return Ok(file.to_owned());
    }
    match f64::try_from(line.clone())? {
        0.0 => Ok(file.to_owned()),
        line => Ok(format!("{file}:{line}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Language;
    use crate::templates::words::{FILTERS, FUNCTIONS, LOOP, LOOP_METHODS, TESTS};

    #[test]
    fn the_words_of_the_language_are_those_of_the_environment() {
        let folder = TemplateFolder::read(tempfile::tempdir().unwrap().path()).unwrap();
        let env = environment(Labels::of(Language::default()), Some(Arc::new(folder)));
        let mut state = env.empty_state();
        let mut is_a = |what, name: &str| state.perform_test(what, &[Seen::from(name)]).unwrap();
        assert!(FILTERS.iter().all(|name| is_a("filter", name)) && !is_a("filter", "nonesuch"));
        assert!(TESTS.iter().all(|name| is_a("test", name)) && !is_a("test", "nonesuch"));
        let globals: Vec<&str> = env.globals().map(|(name, _)| name).collect();
        assert_eq!(globals, FUNCTIONS);
        let text = "{% for x in [0] %}{{ loop | list | sort | join(' ') }}{% endfor %}";
        let (mut known, said) = (LOOP.to_vec(), env.render_str(text, ()).unwrap());
        known.sort_unstable();
        assert_eq!(said, known.join(" "));
        for name in LOOP_METHODS {
            let text = format!("{{% for x in [0] %}}{{{{ loop.{name}(1) }}}}{{% endfor %}}");
            assert!(env.render_str(&text, ()).is_ok(), "{name}");
        }
    }
}
