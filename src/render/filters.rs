//! The filters that templates have beside those of the engine.

use minijinja::{Error, ErrorKind};

use crate::figures;
use crate::view::Seen;

/// Applies a number format; `null` stays `null`.
fn figure(value: &Seen, format: impl Fn(f64) -> Option<String>) -> Result<Seen, Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let number = f64::try_from(value.clone())?;
    format(number).map(Seen::from).ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, "the number does not fit this format")
    })
}

/// An amount in US dollars.
pub(super) fn usd(value: &Seen) -> Result<Seen, Error> {
    figure(value, |number| Some(figures::usd(number)))
}

/// A duration given in whole milliseconds.
pub(super) fn duration(value: &Seen) -> Result<Seen, Error> {
    let is_whole = |number: f64| number >= 0.0 && number.fract() == 0.0;
    figure(value, |number| is_whole(number).then(|| figures::duration(number as u64)))
}

/// A value as indented JSON, for a fence.
pub(super) fn json(value: &Seen) -> Result<String, Error> {
    serde_json::to_string_pretty(value)
        .map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))
}

/// A number that names something, such as an issue: without commas.
pub(super) fn plain(value: &Seen) -> String {
    i128::try_from(value.clone()).map_or_else(|_| value.to_string(), |number| number.to_string())
}

/// A file with the number of a line as editors write it. Line 0 means the whole file, as no line
/// does.
pub(super) fn at_line(file: &str, line: &Seen) -> Result<String, Error> {
    if line.is_undefined() || line.is_none() {
        return Ok(file.to_owned());
    }
    match f64::try_from(line.clone())? {
        0.0 => Ok(file.to_owned()),
        line => Ok(format!("{file}:{line}")),
    }
}
