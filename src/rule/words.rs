//! Numbers and lists as the messages of the rules write them.

/// `1 row`, `2 rows`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn all_of<S: AsRef<str>>(items: &[S]) -> String {
    let mut all = String::new();
    for (at, item) in items.iter().enumerate() {
        let before = match at {
            0 => "",
            _ if at + 1 == items.len() => " and ",
            _ => ", ",
        };
        all.push_str(before);
        all.push_str(item.as_ref());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_as_people_write_them() {
        assert_eq!([1, 2].map(|n| counted(n, "row")), ["1 row", "2 rows"]);
        let lists: [&[&str]; 4] = [&[], &["a"], &["a", "b"], &["a", "b", "c"]];
        assert_eq!(lists.map(all_of), ["", "a", "a and b", "a, b and c"]);
    }
}
