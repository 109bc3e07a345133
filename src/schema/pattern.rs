//! The `pattern` keyword, in the validators that the build script writes.

// A function for each pattern, by its number.
include!(concat!(env!("OUT_DIR"), "/patterns.rs"));

/// A part of what a pattern matches.
enum Part {
    /// This text.
    Text(&'static str),
    /// Characters in these ranges, as many as there are.
    Run { of: &'static [(char, char)], least: usize, most: usize },
}

use Part::{Run, Text};

/// Is the whole of `text` one of these?
fn is_any_of(text: &str, ways: &[&[Part]]) -> bool {
    ways.iter().any(|parts| {
        let rest = parts.iter().try_fold(text, |rest, part| match part {
            Text(own) => rest.strip_prefix(own),
            Run { of, least, most } => {
                let is_in = |c: char| of.iter().any(|(first, last)| (*first..=*last).contains(&c));
                let taken = rest.chars().take(*most).take_while(|c| is_in(*c));
                let (count, len) =
                    taken.fold((0, 0), |(count, len), c| (count + 1, len + c.len_utf8()));
                (count >= *least).then(|| &rest[len..])
            }
        });
        rest == Some("")
    })
}

#[cfg(test)]
type Matcher = fn(&str) -> bool;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_pattern_means_what_the_validator_crate_takes_it_for() {
        assert!(PATTERNS.len() > 15, "{}", PATTERNS.len());
        for (pattern, is_match) in PATTERNS {
            let theirs = jsonschema::validator_for(&json!({ "pattern": pattern })).unwrap();
            let texts = ["", "C-001", "c-001", "gap", "gaps", "x:", "linear:ABC-1", "a-b:c d"];
            let texts = texts.map(str::to_owned).into_iter().chain(variants(pattern));
            let mut found = [0, 0];
            for text in texts {
                let ours = is_match(&text);
                assert_eq!(ours, theirs.is_valid(&json!(text)), "{pattern} {text:?}");
                found[usize::from(ours)] += 1;
            }
            assert!(found.iter().all(|count| *count > 0), "{pattern} {found:?}");
        }
    }

    /// Texts near those that match: the pattern with something in the place of what varies.
    fn variants(pattern: &str) -> impl Iterator<Item = String> {
        let plain = pattern.trim_matches(['^', '$']).to_owned();
        let plain = plain.replace("[0-9a-f]{64}", &"0f".repeat(32));
        let digits = ["", "1", "12", "123", "1234", "a", "12a", "٣٣٣", "123\n", " 123"];
        digits.into_iter().flat_map(move |digits| {
            let text = plain.replace("\\d{3,}", digits).replace("\\d+", digits);
            let (before, group, after) = match (text.find('('), text.find(')')) {
                (Some(open), Some(close)) => (
                    text[..open].to_owned(),
                    text[open + 1..close].to_owned(),
                    text[close + 1..].to_owned(),
                ),
                _ => (String::new(), text.clone(), String::new()),
            };
            let branches: Vec<String> =
                group.split('|').map(|branch| format!("{before}{branch}{after}")).collect();
            branches.into_iter().flat_map(|text| [format!("x{text}"), format!("{text}x"), text])
        })
    }
}
