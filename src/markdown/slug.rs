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
        let mut anchor = slug(heading);
        if let Some(count) = self.taken.get(&anchor) {
            // Counted at the base, so that many equal headings do not search from one each time.
            let mut next = *count;
            let base = anchor;
            anchor = loop {
                next += 1;
                let anchor = format!("{base}-{next}");
                if !self.taken.contains_key(&anchor) {
                    break anchor;
                }
            };
            self.taken.insert(base, next);
        }
        self.taken.insert(anchor.clone(), 0);
        anchor
    }
}

fn slug(heading: &str) -> String {
    let mut slug = String::with_capacity(heading.len());
    // Lower case can be several letters, and depends on what stands around a letter.
    if heading.is_ascii() {
        slug.extend(heading.chars().filter_map(|c| in_slug(c.to_ascii_lowercase())));
    } else {
        slug.extend(heading.to_lowercase().chars().filter_map(in_slug));
    }
    slug
}

fn in_slug(c: char) -> Option<char> {
    match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c => c.is_alphanumeric().then_some(c),
    }
}
