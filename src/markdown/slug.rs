//! Anchors of headings, as GitHub makes them.

use std::collections::HashMap;

/// Gives every heading of one document its anchor; a repeated one gets `-1`, `-2`, ...
#[derive(Debug, Default)]
pub(crate) struct Slugs {
    taken: HashMap<String, usize>,
}

impl Slugs {
    /// The anchor of the next heading, given the text that a reader sees.
    pub(crate) fn next(&mut self, heading: &str) -> String {
        let base = slug(heading);
        let mut anchor = base.clone();
        while self.taken.contains_key(&anchor) {
            // Counted at the base, so that many equal headings do not search from one each time.
            let count = self.taken.entry(base.clone()).or_default();
            *count += 1;
            anchor = format!("{base}-{count}");
        }
        self.taken.insert(anchor.clone(), 0);
        anchor
    }
}

fn slug(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c => c.is_alphanumeric().then_some(c),
        })
        .collect()
}
