//! The known name that a misspelt one was meant to be.

/// The nearest of `known` to `name`, when it is near enough to be meant.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let fold = |text: &str| -> Vec<char> {
        let kept = text.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).take(80);
        kept.flat_map(char::to_lowercase).collect()
    };
    let wanted = fold(name);
    known
        .into_iter()
        .map(|candidate| (distance(&wanted, &fold(candidate)), candidate))
        .filter(|(distance, candidate)| {
            let longest = wanted.len().max(candidate.chars().count());
            *distance <= longest / 3
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits between two words, a swap of neighbours counting as one (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_far_fetched() {
        let known = ["ticketId", "statement", "sourceItems", "phase-continuation"];
        assert_eq!(nearest("ticketID", known), Some("ticketId"));
        assert_eq!(nearest("ticket_id", known), Some("ticketId"));
        assert_eq!(nearest("statment", known), Some("statement"));
        assert_eq!(nearest("phase_continuation", known), Some("phase-continuation"));
        assert_eq!(nearest("colour", known), None);
    }
}
