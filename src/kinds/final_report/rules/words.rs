//! Numbers and lists as the messages of the rules write them.

use crate::schema::quoted;

/// How many names a message lists.
const LISTED: usize = 5;

/// `1 row`, `2 rows`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn all_of(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names of the document in backticks, the first few when there are many.
pub(super) fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let total = names.len();
    let mut shown: Vec<String> = names.take(LISTED).map(quoted).collect();
    if total > shown.len() {
        shown.push(format!("{} more", total - shown.len()));
    }
    all_of(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short_and_say_what_they_leave_out() {
        assert_eq!(listed(["a"].into_iter()), "`a`");
        assert_eq!(listed(["a", "b", "c"].into_iter()), "`a`, `b` and `c`");
        assert_eq!(listed(["a"; 9].into_iter()), "`a`, `a`, `a`, `a`, `a` and 4 more");
        assert_eq!([1, 2].map(|n| counted(n, "row")), ["1 row", "2 rows"]);
    }
}
