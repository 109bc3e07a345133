//! JSON pointers (RFC 6901).

use std::borrow::Cow;

use serde_json::{Map, Value};

/// A step from a value to one inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<K> {
    /// To a member of an object.
    Key(K),
    /// To an item of an array.
    Item(usize),
}

/// The pointer that goes on from `start` by `steps`.
pub(crate) fn pointer<K: AsRef<str>>(start: &str, steps: &[Step<K>]) -> String {
    let mut pointer = start.to_owned();
    for step in steps {
        pointer.push('/');
        match step {
            Step::Key(key) => pointer.push_str(&escape(key.as_ref())),
            Step::Item(index) => pointer.push_str(&index.to_string()),
        }
    }
    pointer
}

/// A key as a step of a JSON pointer.
pub(crate) fn escape(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// How many members an object may have that is searched from its beginning, which for few of them
/// is faster than hashing the name that is looked for.
pub(crate) const FEW: usize = 64;

/// The member of that name.
pub(crate) fn member<'v>(members: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
    if members.len() > FEW {
        return members.get(name);
    }
    members.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The part of `value` at a JSON pointer: `Value::pointer`, which makes two texts of every step,
/// for those that are looked up in every document.
pub(crate) fn part<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    if pointer.is_empty() {
        return Some(value);
    }
    if pointer.as_bytes().contains(&b'~') {
        return value.pointer(pointer);
    }
    // By bytes: `split` begins a search made for long texts at every step.
    let mut rest = Some(pointer.strip_prefix('/')?);
    let mut steps = std::iter::from_fn(|| {
        let text = rest?;
        let end = text.bytes().position(|b| b == b'/');
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    });
    steps.try_fold(value, |value, step| match value {
        Value::Object(members) => member(members, step),
        Value::Array(items) => {
            let is_index = step == "0" || !step.starts_with(['0', '+']);
            items.get(step.parse::<usize>().ok().filter(|_| is_index)?)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pointers_are_put_together_from_steps() {
        assert_eq!(pointer::<&str>("", &[]), "");
        assert_eq!(pointer("/a", &[Step::Key("b/~"), Step::Item(7)]), "/a/b~1~0/7");
    }

    #[test]
    fn parts_are_those_of_the_json_crate() {
        let value = json!({"a": [1, {"b/c": 2, "": 3, "~": 4}], "0": 5});
        let pointers = [
            "",
            "/",
            "a",
            "/a",
            "/a/0",
            "/a/1",
            "/a/01",
            "/a/+1",
            "/a/-",
            "/a/2",
            "/a/1/b~1c",
            "/a/1/",
            "/a/1/~0",
            "/0",
            "/0/x",
            "/a/0/x",
            "/b",
            "/a/1/b/c",
            "//",
        ];
        for pointer in pointers {
            assert_eq!(part(&value, pointer), value.pointer(pointer), "{pointer}");
        }
    }
}
