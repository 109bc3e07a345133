//! Bytes to a JSON value, refusing what would be read as something other than what was written.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::codes::{BYTE_ORDER_MARK, DUPLICATE_KEY, LOSSY_NUMBER, SYNTAX};
use super::lines::LineIndex;
use super::places;
use super::syntax;
use crate::diagnostic::{Diagnostic, Severity};

/// How deep arrays and objects may nest.
pub(crate) const MAX_DEPTH: usize = 128;

/// The largest integer up to which every integer has a `f64` of its own.
pub(crate) const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// A value, and the text it was read from: the bytes without a byte-order mark.
pub(super) struct Reading<'b> {
    pub(super) value: Value,
    pub(super) text: &'b str,
    pub(super) warnings: Vec<Diagnostic>,
}

/// The bytes that the spans of diagnostics count in: without a UTF-8 byte-order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

pub(super) fn read(bytes: &[u8]) -> Result<Reading<'_>, Vec<Diagnostic>> {
    let body = without_mark(bytes);
    if let Some(encoding) = wide_encoding(body) {
        let message = format!("the document is {encoding}, and JSON is UTF-8");
        let found = Diagnostic::new(&BYTE_ORDER_MARK, "", message)
            .help("save it as UTF-8, without a byte-order mark");
        return Err(vec![Diagnostic { severity: Severity::Error, ..found }]);
    }
    let at = |range: Range<usize>| LineIndex::new(body).span(range);
    let text = std::str::from_utf8(body).map_err(|error| {
        let start = error.valid_up_to();
        let end = start + error.error_len().unwrap_or(body.len() - start);
        let byte = body[start];
        let message = format!("the byte 0x{byte:02X} is not UTF-8");
        let help = "save the document as UTF-8";
        vec![Diagnostic::new(&SYNTAX, "", message).help(help).at(at(start..end))]
    })?;

    let seen = Seen::default();
    let mut json = serde_json::Deserializer::from_str(text);
    json.disable_recursion_limit();
    let seed = Seed { seen: &seen, depth: 0 };
    let value = seed
        .deserialize(&mut json)
        .and_then(|value| json.end().map(|()| value))
        .map_err(|error| vec![syntax::explain(text, &error, seen.too_deep.get())])?;

    let mut faults = Vec::new();
    if seen.duplicate.get() {
        faults.extend(duplicate_keys(text));
    }
    if seen.number.get() {
        faults.extend(lossy_numbers(text));
    }
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.bytes.start));
        return Err(faults);
    }
    let mut warnings = Vec::new();
    if body.len() < bytes.len() {
        let message = "the document begins with a byte-order mark";
        let help = "save it as UTF-8 without one: other readers of JSON refuse it";
        warnings.push(Diagnostic::new(&BYTE_ORDER_MARK, "", message).help(help).at(at(0..0)));
    }
    Ok(Reading { value, text, warnings })
}

/// Names the encoding of a document that is UTF-16 or UTF-32, by its mark or its zero bytes.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(&[0xFF, 0xFE, 0, 0]) || bytes.starts_with(&[0, 0, 0xFE, 0xFF]) {
        return Some("UTF-32");
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Some("UTF-16");
    }
    // JSON begins with an ASCII character, whose other bytes are zero in a wider encoding.
    match bytes.first_chunk::<4>().map(|first| first.map(|byte| byte == 0)) {
        Some([true, true, true, false] | [false, true, true, true]) => Some("UTF-32"),
        Some([true, false, ..] | [false, true, ..]) => Some("UTF-16"),
        _ => None,
    }
}

fn duplicate_keys(text: &str) -> Vec<Diagnostic> {
    let lines = LineIndex::new(text.as_bytes());
    places::duplicate_keys(text)
        .into_iter()
        .map(|duplicate| {
            let key = &text[duplicate.again.clone()];
            let message = format!("the key {key} stands twice in one object");
            let mut found = Diagnostic::new(&DUPLICATE_KEY, duplicate.pointer.as_str(), message)
                .at_key()
                .help("keep one of the two, with the value that is meant")
                .related(duplicate.pointer, "it stands here first")
                .at(lines.span(duplicate.again));
            found.related[0].span = Some(lines.span(duplicate.first));
            found
        })
        .collect()
}

fn lossy_numbers(text: &str) -> Vec<Diagnostic> {
    let mut lines = None;
    places::numbers(text)
        .filter(|range| is_lossy(&text[range.clone()]))
        .map(|range| {
            let number = &text[range.clone()];
            let shown = if number.len() > 40 { &number[..40] } else { number };
            let message = format!("the number {shown} does not survive as written");
            let help = if number.contains(['.', 'e', 'E']) {
                "write it with at most 15 significant digits"
            } else {
                "integers are exact up to 9007199254740992 (2^53) only"
            };
            let lines = lines.get_or_insert_with(|| LineIndex::new(text.as_bytes()));
            Diagnostic::new(&LOSSY_NUMBER, "", message).help(help).at(lines.span(range))
        })
        .collect()
}

/// Would a reader that keeps numbers as `f64`, as most do, show other digits than these?
fn is_lossy(number: &str) -> bool {
    let Ok(value) = number.parse::<f64>() else { return true };
    if !number.contains(['.', 'e', 'E']) {
        return value.abs() > MAX_EXACT_INTEGER as f64
            || number.trim_start_matches('-').parse::<u64>().is_ok_and(|n| n > MAX_EXACT_INTEGER);
    }
    // Fifteen digits always survive.
    let short = number.len() <= 16 && !number.contains(['e', 'E']);
    !short && digits(number) != digits(&format!("{value:e}"))
}

/// The significant digits of a number and the power of ten of the last one.
fn digits(number: &str) -> (String, i64) {
    let unsigned = number.trim_start_matches('-');
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_end_matches('0');
    let dropped = all.len() - significant.len();
    let significant = significant.trim_start_matches('0').to_owned();
    if significant.is_empty() {
        return (significant, 0);
    }
    let exponent: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
    (significant, exponent - fraction.len() as i64 + dropped as i64)
}

/// What the reader came across that needs a second look at the text.
#[derive(Default)]
struct Seen {
    duplicate: Cell<bool>,
    number: Cell<bool>,
    too_deep: Cell<bool>,
}

#[derive(Clone, Copy)]
struct Seed<'s> {
    seen: &'s Seen,
    depth: usize,
}

impl Seed<'_> {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            self.seen.too_deep.set(true);
            return Err(E::custom("nesting"));
        }
        Ok(Seed { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        if value > MAX_EXACT_INTEGER {
            self.seen.number.set(true);
        }
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        if value.unsigned_abs() > MAX_EXACT_INTEGER {
            self.seen.number.set(true);
        }
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        self.seen.number.set(true);
        serde_json::Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let seed = self.inner()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(seed)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let seed = self.inner()?;
        // Most objects of the formats have about as many members: fewer moves while it grows.
        let mut object = Map::with_capacity(7);
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(seed)?;
            if object.insert(key, value).is_some() {
                self.seen.duplicate.set(true);
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(bytes: impl AsRef<[u8]>) -> Vec<&'static str> {
        match read(bytes.as_ref()) {
            Ok(reading) => reading.warnings.iter().map(|w| w.code.id).collect(),
            Err(faults) => faults.iter().map(|f| f.code.id).collect(),
        }
    }

    #[test]
    fn nesting_of_128_is_read_and_of_129_is_not() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(codes(nested(128)), [""; 0]);
        assert_eq!(codes(nested(129)), ["JS004"]);
        assert_eq!(codes("[".repeat(1_000_000)), ["JS004"]);
    }

    #[test]
    fn numbers_that_lose_digits_are_refused() {
        for kept in
            ["9007199254740992", "-9007199254740992", "0.1", "2.7975000000000003", "1e20", "1E-7"]
        {
            assert_eq!(codes(kept), [""; 0], "{kept}");
        }
        for lost in [
            "9007199254740993",
            "-9007199254740993",
            "123456789012345678901234567890",
            "0.1000000000000000055511151231257827",
            "1e-400",
            "1e400",
            "9007199254740993.5",
        ] {
            assert_eq!(codes(lost), ["JS005"], "{lost}");
        }
    }

    #[test]
    fn every_duplicate_key_and_lossy_number_is_reported_in_order() {
        let text = r#"{"a": 9007199254740993, "b": {"c": 1, "c": 2}, "a": 3}"#;
        assert_eq!(codes(text), ["JS005", "JS003", "JS003"]);
    }

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(codes(b"\xEF\xBB\xBF{}"), ["JS002"]);
        let utf16: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(codes(&utf16), ["JS002"]);
        assert_eq!(codes([b"\xFF\xFE".as_slice(), &utf16].concat()), ["JS002"]);
        assert_eq!(codes(b"{\"a\": \"\xFF\"}"), ["JS001"]);
        assert_eq!(codes(r#"{"a": "\ud800"}"#), ["JS006"]);
        assert_eq!(codes(r#"{"a": "\ud800x"}"#), ["JS006"]);
        assert_eq!(codes(r#"{"a": "\udc00"}"#), ["JS006"]);
    }
}
