//! What a word of a report's fixed vocabularies tells a reader: good, bad, or something between.

/// The colour of a word or of a part of a chart. Each is a class of the style sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Warn,
    Bad,
    Info,
    Muted,
}

/// By the first blank-separated part of the word, in lower case: `blocker AB-001` is bad.
const WORDS: &[(Tone, &[&str])] = &[
    (
        Tone::Good,
        &[
            "accepted",
            "agree",
            "answered",
            "approve",
            "approved",
            "complete",
            "completed",
            "confirmed",
            "covered",
            "done",
            "full-consensus",
            "green",
            "ok",
            "pass",
            "passed",
            "resolved",
            "unanimous-pass",
        ],
    ),
    (
        Tone::Warn,
        &[
            "cannot_validate",
            "concerns",
            "conditional-accept",
            "deferred",
            "gap",
            "hold",
            "important",
            "inconclusive",
            "major",
            "medium",
            "open",
            "partial-consensus",
            "passed-with-dissent",
            "paused",
            "rework",
            "split",
            "supplement",
            "timeout",
            "unverified",
            "worker-unique",
        ],
    ),
    (
        Tone::Bad,
        &[
            "aborted-non-result",
            "blocked",
            "blocked-by-disagreement",
            "blocker",
            "blocking",
            "critical",
            "disagree",
            "error",
            "fail",
            "failed",
            "halted",
            "high",
            "red",
            "reject",
            "unable",
            "unanimous-block",
            "verification-error",
        ],
    ),
    (Tone::Info, &["begin-implementation", "continue-investigation", "in-progress", "in_progress"]),
    (
        Tone::Muted,
        &[
            "draft",
            "low",
            "minor",
            "not-applicable",
            "not-run",
            "obsolete",
            "pending",
            "rejected",
            "skipped",
            "suggestion",
            "synthesis-only",
        ],
    ),
];

impl Tone {
    /// The tone of a word, if it is one of the vocabularies.
    pub(super) fn of(word: &str) -> Option<Tone> {
        let first = word.split_whitespace().next()?.to_lowercase();
        let found = WORDS.iter().find(|(_, words)| words.contains(&first.as_str()));
        found.map(|(tone, _)| *tone)
    }

    /// The class of the style sheet.
    pub(super) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Warn => "warn",
            Tone::Bad => "bad",
            Tone::Info => "info",
            Tone::Muted => "muted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_one_tone() {
        let mut words: Vec<&str> =
            WORDS.iter().flat_map(|(_, words)| words.iter().copied()).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    #[test]
    fn the_first_part_of_a_word_decides() {
        assert_eq!(Tone::of("blocker AB-001"), Some(Tone::Bad));
        assert_eq!(Tone::of("AGREE"), Some(Tone::Good));
        assert_eq!(Tone::of(" "), None);
        assert_eq!(Tone::of("accepted,"), None);
    }
}
