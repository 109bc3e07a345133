//! Where things stand in a JSON text: pointers to byte ranges.
//!
//! Used on the error path only, on text that `serde_json` has accepted: this module finds places
//! and judges nothing. One pass over the text, whatever the number of places asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::escape;

/// Where a value stands, and the key it stands under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The key with its quotes; `None` for array items and the root.
    pub(crate) key: Option<Range<usize>>,
    pub(crate) value: Range<usize>,
}

/// A key that an object has twice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DuplicateKey {
    pub(crate) pointer: String,
    pub(crate) first: Range<usize>,
    pub(crate) again: Range<usize>,
}

/// The places of `pointers` in `text`; a pointer to nothing has none.
pub(crate) fn locate<'p>(
    text: &str,
    pointers: impl Iterator<Item = &'p str>,
) -> HashMap<String, Place> {
    let mut wanted: Vec<Wanted<'p>> = pointers
        .map(|pointer| Wanted {
            pointer,
            steps: pointer.split('/').skip(1).map(unescape).collect(),
        })
        .collect();
    wanted.sort_by(|a, b| a.steps.cmp(&b.steps));
    let mut found = HashMap::new();
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    cursor.locate(&wanted, 0, None, &mut found);
    found
}

/// Every key that stands twice in one object of `text`.
pub(crate) fn duplicate_keys(text: &str) -> Vec<DuplicateKey> {
    let mut found = Vec::new();
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    cursor.duplicates(&mut String::new(), &mut found);
    found
}

/// The numbers of `text`, in order.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut cursor = Cursor { bytes, at: 0 };
    std::iter::from_fn(move || {
        loop {
            match *cursor.bytes.get(cursor.at)? {
                b'"' => cursor.skip_string(),
                b'-' | b'0'..=b'9' => {
                    let start = cursor.at;
                    cursor.skip_scalar();
                    return Some(start..cursor.at);
                }
                _ => cursor.at += 1,
            }
        }
    })
}

/// A step of a JSON pointer as a key (RFC 6901).
fn unescape(step: &str) -> Cow<'_, str> {
    if step.contains('~') {
        Cow::Owned(step.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(step)
    }
}

struct Wanted<'p> {
    pointer: &'p str,
    steps: Vec<Cow<'p, str>>,
}

struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Skips white space and the given punctuation.
    fn skip(&mut self, punctuation: &[u8]) {
        while let Some(byte) = self.bytes.get(self.at)
            && (byte.is_ascii_whitespace() || punctuation.contains(byte))
        {
            self.at += 1;
        }
    }

    fn skip_string(&mut self) {
        self.at += 1;
        let ends = |byte: &u8| matches!(byte, b'"' | b'\\');
        while let Some(found) = self.bytes[self.at..].iter().position(ends) {
            self.at += found + 1;
            if self.bytes[self.at - 1] == b'"' {
                return;
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
    }

    fn skip_scalar(&mut self) {
        while let Some(byte) = self.bytes.get(self.at)
            && !matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r')
        {
            self.at += 1;
        }
    }

    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                _ => self.skip_scalar(),
            }
            if depth == 0 || self.at >= self.bytes.len() {
                return;
            }
        }
    }

    fn key(&mut self) -> Range<usize> {
        let start = self.at;
        self.skip_string();
        let key = start..self.at;
        self.skip(b":");
        key
    }

    /// The key without quotes and escapes.
    fn decode(&self, range: &Range<usize>) -> Cow<'t, str> {
        serde_json::from_slice(&self.bytes[range.clone()]).map_or(Cow::Borrowed(""), Cow::Owned)
    }

    fn locate(
        &mut self,
        wanted: &[Wanted<'_>],
        depth: usize,
        key: Option<&Range<usize>>,
        found: &mut HashMap<String, Place>,
    ) {
        self.skip(b"");
        let start = self.at;
        // Sorted: those that end here come first.
        let here = wanted.partition_point(|w| w.steps.len() <= depth);
        let (here, below) = wanted.split_at(here);
        let mut groups: HashMap<&str, &[Wanted<'_>]> = below
            .chunk_by(|a, b| a.steps[depth] == b.steps[depth])
            .map(|group| (group[0].steps[depth].as_ref(), group))
            .collect();
        match self.peek() {
            b'{' if !groups.is_empty() => {
                self.at += 1;
                self.skip(b"");
                while self.peek() == b'"' {
                    let key = self.key();
                    match groups.remove(self.decode(&key).as_ref()) {
                        Some(group) => self.locate(group, depth + 1, Some(&key), found),
                        None => self.skip_value(),
                    }
                    self.skip(b",");
                }
                self.at += 1;
            }
            b'[' if !groups.is_empty() => {
                let mut items: Vec<(usize, &[Wanted<'_>])> = groups
                    .into_iter()
                    .filter_map(|(step, group)| Some((step.parse().ok()?, group)))
                    .collect();
                items.sort_unstable_by_key(|(index, _)| *index);
                let mut items = items.into_iter().peekable();
                self.at += 1;
                self.skip(b"");
                let mut index = 0;
                while self.at < self.bytes.len() && self.peek() != b']' {
                    match items.next_if(|(wanted, _)| *wanted == index) {
                        Some((_, group)) => self.locate(group, depth + 1, None, found),
                        None => self.skip_value(),
                    }
                    index += 1;
                    self.skip(b",");
                }
                self.at += 1;
            }
            _ => self.skip_value(),
        }
        for w in here {
            let place = Place { key: key.cloned(), value: start..self.at };
            found.insert(w.pointer.to_owned(), place);
        }
    }

    fn duplicates(&mut self, pointer: &mut String, found: &mut Vec<DuplicateKey>) {
        self.skip(b"");
        let len = pointer.len();
        match self.peek() {
            b'{' => {
                let mut keys: HashMap<Cow<'_, str>, Range<usize>> = HashMap::new();
                self.at += 1;
                self.skip(b"");
                while self.peek() == b'"' {
                    let range = self.key();
                    let key = self.decode(&range);
                    pointer.push('/');
                    pointer.push_str(&escape(&key));
                    if let Some(first) = keys.get(&key) {
                        let (first, again) = (first.clone(), range);
                        found.push(DuplicateKey { pointer: pointer.clone(), first, again });
                    } else {
                        keys.insert(key, range);
                    }
                    self.duplicates(pointer, found);
                    pointer.truncate(len);
                    self.skip(b",");
                }
                self.at += 1;
            }
            b'[' => {
                self.at += 1;
                self.skip(b"");
                let mut index = 0_usize;
                while self.at < self.bytes.len() && self.peek() != b']' {
                    pointer.push_str(&format!("/{index}"));
                    self.duplicates(pointer, found);
                    pointer.truncate(len);
                    index += 1;
                    self.skip(b",");
                }
                self.at += 1;
            }
            _ => self.skip_value(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_values_and_keys_through_escapes_and_nesting() {
        let text = r#"{ "a/b": [1, {"c\"": [ ] }, "x\\"], "d": {"e": -1.5e3 } }"#;
        let pointers = ["", "/a~1b/1/c\"", "/a~1b/2", "/d/e", "/d/none", "/a~1b/7"];
        let found = locate(text, pointers.into_iter());
        let value = |pointer: &str| found.get(pointer).map(|place| &text[place.value.clone()]);
        assert_eq!(value(""), Some(text));
        assert_eq!(value("/a~1b/1/c\""), Some("[ ]"));
        assert_eq!(value("/a~1b/2"), Some(r#""x\\""#));
        assert_eq!(value("/d/e"), Some("-1.5e3"));
        assert_eq!(value("/d/none"), None);
        assert_eq!(value("/a~1b/7"), None);
        let key = found["/d/e"].key.clone().unwrap();
        assert_eq!(&text[key], "\"e\"");
    }

    #[test]
    fn finds_a_key_that_is_spelt_differently_but_equal() {
        let text = r#"[{"a":1,"b":{"x":1,"x":2},"\u0061":3}]"#;
        let found = duplicate_keys(text);
        let pointers: Vec<_> = found.iter().map(|d| d.pointer.as_str()).collect();
        assert_eq!(pointers, ["/0/b/x", "/0/a"]);
        assert_eq!(&text[found[1].again.clone()], r#""\u0061""#);
    }

    #[test]
    fn numbers_inside_strings_do_not_count() {
        let text = r#"{"a 1": "2", "b": [3, -4.5e-6], "c": "\"7"}"#;
        let found: Vec<_> = numbers(text).map(|range| &text[range]).collect();
        assert_eq!(found, ["3", "-4.5e-6"]);
    }
}
