//! What several rules need in order to say exactly what is wrong: which names there are and which
//! one was meant, where a row of numbers leaves its order.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use crate::schema::{nearest, quoted};

/// Names that other parts of a report refer to.
pub(crate) struct Names<'a> {
    /// Each once, in the order of the document.
    all: Vec<&'a str>,
    set: HashSet<&'a str>,
    comparisons_left: Cell<usize>,
}

impl<'a> Names<'a> {
    pub(crate) fn of(names: impl IntoIterator<Item = &'a str>) -> Names<'a> {
        /// Enough for every document that people write; keeps a large broken one linear.
        const COMPARISONS: usize = 20_000;
        let mut set = HashSet::new();
        let all = names.into_iter().filter(|name| set.insert(*name)).collect();
        Names { all, set, comparisons_left: Cell::new(COMPARISONS) }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.set.contains(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.all.iter().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The one that a misspelt name was meant to be.
    pub(crate) fn nearest(&self, name: &str) -> Option<&'a str> {
        let left = self.comparisons_left.get().checked_sub(self.all.len())?;
        self.comparisons_left.set(left);
        nearest(name, self.iter())
    }

    /// The names for a sentence, each in backticks.
    pub(crate) fn list(&self) -> String {
        list(self.iter())
    }
}

/// `a`, `b` and `c`, each in backticks; only the first ones when there are many.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 6;
    let mut names = names.into_iter();
    let mut shown: Vec<String> = names.by_ref().take(SHOWN).map(quoted).collect();
    let more = names.count();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    match shown.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// Places grouped by the wrong name that stands there: a name that is wrong in a hundred places is
/// one fault.
#[derive(Default)]
pub(crate) struct Places<'a> {
    index: HashMap<&'a str, usize>,
    places: Vec<(&'a str, Vec<String>)>,
}

impl<'a> Places<'a> {
    pub(crate) fn add(&mut self, name: &'a str, pointer: String) {
        let index = *self.index.entry(name).or_insert(self.places.len());
        match self.places.get_mut(index) {
            Some((_, pointers)) => pointers.push(pointer),
            None => self.places.push((name, vec![pointer])),
        }
    }

    /// Every name with its first place and its other ones.
    pub(crate) fn each(self) -> impl Iterator<Item = (&'a str, String, Vec<String>)> {
        self.places.into_iter().filter_map(|(name, pointers)| {
            let mut pointers = pointers.into_iter();
            Some((name, pointers.next()?, pointers.collect()))
        })
    }
}

/// ` and in 3 more places`, or nothing.
pub(crate) fn more_places(others: &[String]) -> String {
    match others.len() {
        0 => String::new(),
        1 => ", here and in one more place".to_owned(),
        more => format!(", here and in {more} more places"),
    }
}

/// Where numbers that should count 1, 2, 3 first do not: the index of the row. The rows after it
/// are wrong because of it.
pub(crate) fn miscounted(numbers: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut expected = 0.0;
    numbers.into_iter().position(|number| {
        expected += 1.0;
        number != expected
    })
}

/// A number of the document for a message.
pub(crate) fn figure(number: f64) -> String {
    quoted(&number.to_string())
}

/// Is a text that may be absent filled in?
pub(crate) fn filled(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_the_first_ones_and_counts_the_rest() {
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(list(["x"; 9]), "`x`, `x`, `x`, `x`, `x`, `x` and 3 more");
    }

    #[test]
    fn numbers_are_miscounted_where_they_leave_one_two_three() {
        assert_eq!(miscounted([]), None);
        assert_eq!(miscounted([1.0, 2.0, 3.0]), None);
        assert_eq!(miscounted([1.0, 3.0, 2.0]), Some(1));
        assert_eq!(miscounted([0.0, 1.0]), Some(0));
    }

    #[test]
    fn a_name_wrong_in_many_places_is_one_fault() {
        let mut places = Places::default();
        for (name, pointer) in [("a", "/0"), ("b", "/1"), ("a", "/2")] {
            places.add(name, pointer.to_owned());
        }
        let found: Vec<_> = places.each().collect();
        assert_eq!(found[0], ("a", "/0".to_owned(), vec!["/2".to_owned()]));
        assert_eq!(found[1], ("b", "/1".to_owned(), vec![]));
    }
}
