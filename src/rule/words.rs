//! Numbers and lists as the messages of the rules write them.

/// `1 row`, `2 rows`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn all_of(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_as_people_write_them() {
        assert_eq!([1, 2].map(|n| counted(n, "row")), ["1 row", "2 rows"]);
        let all =
            |names: &[&str]| all_of(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!([all(&["a"]), all(&["a", "b", "c"])], ["a", "a, b and c"]);
    }
}
