//! The words of the template language: what templates can call, by name.

use crate::schema::nearest;

/// The filters that there are: those of a report first, then those of the language.
pub(crate) const FILTERS: &[&str] = &[
    "json",
    "at_line",
    "plain",
    "usd",
    "duration",
    "abs",
    "attr",
    "batch",
    "bool",
    "capitalize",
    "chain",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "split",
    "string",
    "sum",
    "title",
    "trim",
    "unique",
    "upper",
    "zip",
];

/// The tests that there are, as in `is defined`.
pub(crate) const TESTS: &[&str] = &[
    "given",
    "boolean",
    "defined",
    "divisibleby",
    "endingwith",
    "eq",
    "equalto",
    "escaped",
    "even",
    "false",
    "filter",
    "float",
    "ge",
    "greaterthan",
    "gt",
    "in",
    "int",
    "integer",
    "iterable",
    "le",
    "lessthan",
    "lower",
    "lt",
    "mapping",
    "ne",
    "none",
    "number",
    "odd",
    "safe",
    "sameas",
    "sequence",
    "startingwith",
    "string",
    "test",
    "true",
    "undefined",
    "upper",
];

/// The functions that there are.
pub(crate) const FUNCTIONS: &[&str] = &["debug", "dict", "namespace", "range"];

/// What `loop` knows in a loop.
pub(crate) const LOOP: &[&str] =
    &["index", "index0", "revindex", "revindex0", "first", "last", "length", "depth", "depth0"];

/// What can be called on `loop`.
pub(crate) const LOOP_METHODS: &[&str] = &["changed", "cycle"];

/// That there is nothing of that name, and what may have been meant.
pub(crate) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> (String, Option<String>) {
    let help = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
    (format!("there is no {what} `{name}`"), help)
}
