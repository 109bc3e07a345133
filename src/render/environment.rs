//! The template environment: loader, filters, strictness, limits.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::tests::{is_defined, is_none, is_string};
use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, UndefinedBehavior};

use super::filters;
use super::tree::Scalar;
use crate::labels::Labels;
use crate::templates::{TemplateFolder, built_in, syntax};
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
    env.add_filter("json", filters::json);
    env.add_filter("at_line", filters::at_line);
    env.add_filter("plain", filters::plain);
    env.add_filter("usd", filters::usd);
    env.add_filter("duration", filters::duration);
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
    env.add_filter("default", minijinja::filters::default);
    env.add_filter("length", minijinja::filters::length);
    env.add_test("defined", is_defined);
    env.add_test("none", is_none);
    env.add_test("string", is_string);
    env
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
    Scalar::of(value).printed().ok_or_else(|| {
        let kind = value.kind();
        let detail = format!("cannot print a {kind} as text: loop over it, or name a member");
        minijinja::Error::new(ErrorKind::InvalidOperation, detail)
    })
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
