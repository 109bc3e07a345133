//! What the check says of a name that is not there.

use super::names::Names;
use super::shape::{Lack, Shape, Why};
use crate::diagnostic::Diagnostic;
use crate::labels::Labels;
use crate::render;
use crate::rule::lookup::list;
use crate::schema::nearest;
use crate::templates::{codes, words};
use crate::view::Seen;

/// What `loop` is in a loop.
pub(super) fn loop_shape() -> Shape {
    let members = words::LOOP.iter().map(|name| (*name, Seen::from(0)));
    Shape::of(&Seen::from_pairs(members))
}

/// A filter, test or function that there is not.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> Diagnostic {
    let (message, help) = words::unknown(what, name, known.iter().copied());
    let mut found = Diagnostic::new(&codes::UNKNOWN_FUNCTION, "", message);
    found.help = help;
    found
}

/// A function that there is not. Other languages have functions for what filters do here.
pub(super) fn unknown_function(name: &str) -> Diagnostic {
    let found = unknown("function", name, words::FUNCTIONS);
    match nearest(name, words::FILTERS.iter().copied()) {
        Some(filter) if found.help.is_none() => {
            found.help(format!("there is a filter, which is written `value | {filter}`"))
        }
        _ => found,
    }
}

/// A method, of which values have none: there are filters for what other languages call them for.
pub(super) fn method(name: &str, of: &str) -> Diagnostic {
    let message = format!("`{of}` has no method `{name}`: values have none");
    let found = Diagnostic::new(&codes::UNKNOWN_FUNCTION, "", message);
    match nearest(name, words::FILTERS.iter().copied()) {
        Some(filter) => found.help(format!("there is a filter: `{of} | {filter}`")),
        None => {
            found.help("a filter may do it: `final-report template show` shows how they are used")
        }
    }
}

/// A template that there is not.
pub(super) fn unknown_template(name: &str) -> Diagnostic {
    let (code, message, help) = render::unknown_template(name);
    let mut found = Diagnostic::new(code, "", message);
    found.help = help;
    found
}

/// A template that is named by a path.
pub(super) fn path_fault(name: &str) -> Option<Diagnostic> {
    Some(Diagnostic::new(&codes::UNKNOWN_TEMPLATE, "", render::path_fault(name)?))
}

/// A label that there is not, or that is not written as labels are.
pub(super) fn label(name: &str, labels: Labels) -> Diagnostic {
    let found = |message: String| Diagnostic::new(&codes::UNKNOWN_VARIABLE, "", message);
    match (labels.get(name), nearest(name, labels.names())) {
        (Some(_), _) => found(format!("the label `{name}` can only be printed, and as it is"))
            .help(format!("write `{{{{ label.{name} }}}}`, with one blank on each side")),
        (None, Some(near)) => {
            found(format!("there is no label `{name}`")).help(format!("did you mean `{near}`?"))
        }
        (None, None) => found(format!("there is no label `{name}`"))
            .help("write the text itself: a template of one's own needs no labels"),
    }
}

/// A variable that no document of the kind has and no statement has set.
pub(super) fn variable<'n>(
    name: &str,
    lack: &'n Lack,
    names: &Names,
    set: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let message = format!("there is no variable `{name}`");
    let found = Diagnostic::new(&codes::UNKNOWN_VARIABLE, &*lack.pointer, message);
    if names.is_hidden(name) {
        return found.help("templates do not see this part: its values come under other names");
    }
    let known = lack.names.iter().map(String::as_str).chain(set);
    match nearest(name, known.chain(words::FUNCTIONS.iter().copied())) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help(format!("the schema of {} has no such name", names.kind())),
    }
}

/// A member that a value cannot have; `of` is how the template writes the value.
pub(super) fn member(of: &str, name: &str, lack: Lack) -> Diagnostic {
    let (message, help) = match lack.why {
        Why::OtherNames => (format!("`{of}` has no `{name}`"), other_names(name, &lack)),
        Why::List => (
            format!("`{of}` is a list, and has no `{name}`"),
            format!("loop over it: `{{% for item in {of} %}}`"),
        ),
        Why::Leaf => {
            (format!("`{of}` is a single value, and has no `{name}`"), format!("use `{of}` itself"))
        }
    };
    Diagnostic::new(&codes::UNKNOWN_VARIABLE, lack.pointer, message).help(help)
}

/// A member that a filter asks for by name, and that values cannot have.
pub(super) fn attribute(filter: &str, name: &str, lack: Lack) -> Diagnostic {
    let message = format!("`{filter}` asks for `{name}`, which these values do not have");
    let help = match lack.why {
        Why::OtherNames => other_names(name, &lack),
        Why::List | Why::Leaf => "they have no members".to_owned(),
    };
    Diagnostic::new(&codes::UNKNOWN_VARIABLE, lack.pointer, message).help(help)
}

fn other_names(name: &str, lack: &Lack) -> String {
    match nearest(name, lack.names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", list(lack.names.iter().map(String::as_str))),
    }
}
