//! Findings that cite a rule: the rule is named so that it can be found, and is not a matter of taste.

use std::collections::HashMap;

use super::{Bucket, Triage};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// Words of a reason that calls a finding a matter of taste.
const TASTE: [&str; 13] = [
    "taste",
    "style",
    "stylistic",
    "nitpick",
    "nitpicking",
    "nit",
    "preference",
    "preferential",
    "cosmetic",
    "subjective",
    "opinion",
    "aesthetic",
    "bikeshedding",
];

/// What a reason says that rests on more than taste.
const GROUNDS: [&str; 6] =
    ["duplicate", "false positive", "out of scope", "already", "does not apply", "not applicable"];

pub(super) static RULE_REJECTED_AS_TASTE: Rule = Rule {
    code: Code { id: "TR018", name: "rule-rejected-as-taste", severity: Severity::Warning },
    what: "A finding that cites a rule is not rejected as a matter of taste.",
    why: "Somebody has agreed on the rule, so the finding is more than an opinion. It can be wrong, \
          a duplicate, or out of scope for the task.",
    broken: Example {
        sample: "full",
        edits: &[
            ("/rejected/1/finding/ruleId", r#""NAME-03""#),
            ("/rejected/1/finding/criteriaSource", r#""docs/guides/naming.md""#),
            ("/rejected/1/reason", r#""A nitpick: the name is a matter of style.""#),
        ],
    },
    mended: Example {
        sample: "full",
        edits: &[
            ("/rejected/1/finding/ruleId", r#""NAME-03""#),
            ("/rejected/1/finding/criteriaSource", r#""docs/guides/naming.md""#),
            ("/rejected/1/reason", r#""Out of scope: this task renames nothing.""#),
        ],
    },
};

pub(super) fn rule_rejected_as_taste(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.declined().filter(|placed| placed.bucket == Bucket::Rejected) {
        let (Some(rule), Some(reason)) = (placed.finding.rule_id, placed.reason) else { continue };
        let reason = reason.to_lowercase();
        let mut words = reason.split(|c: char| !c.is_alphanumeric());
        if GROUNDS.iter().any(|grounds| reason.contains(grounds)) {
            continue;
        }
        if let Some(word) = words.find(|word| TASTE.contains(word)) {
            let rule = quoted(rule);
            let message = format!("a finding that cites {rule} is rejected as `{word}`");
            let help = "give a reason that holds against the rule, or accept or defer the finding";
            found
                .add(placed.reason_pointer(), message, help)
                .related(placed.part("ruleId"), "it cites this rule");
        }
    }
}

pub(super) static RULE_WITHOUT_SOURCE: Rule = Rule {
    code: Code { id: "TR019", name: "rule-without-source", severity: Severity::Warning },
    what: "ruleId and criteriaSource are both there, or neither is.",
    why: "A rule is looked up in its source. One without the other cites nothing that can be found.",
    broken: Example { sample: "full", edits: &[("/accepted/0/criteriaSource", "")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn rule_without_source(triage: &Triage<'_>, found: &mut Findings<'_>) {
    for placed in triage.findings() {
        let (there, missing, help) = match (placed.finding.rule_id, placed.finding.criteria_source)
        {
            (Some(_), None) => {
                ("ruleId", "criteriaSource", "add where the rule comes from, such as a registry")
            }
            (None, Some(_)) => {
                ("criteriaSource", "ruleId", "add the id of the rule, such as `SEC-01`")
            }
            _ => continue,
        };
        let message = format!("this finding has {there}, and no {missing}");
        found.add(placed.part(there), message, format!("{help}, or remove {there}")).at_key();
    }
}

pub(super) static UNSTABLE_RULE_ID: Rule = Rule {
    code: Code { id: "TR020", name: "unstable-rule-id", severity: Severity::Warning },
    what: "A ruleId is one word such as `SEC-01`, and always comes from the same source.",
    why: "Later phases count findings by that id. One with blanks is a title, and one with two sources \
          is two rules.",
    broken: Example { sample: "full", edits: &[("/accepted/0/ruleId", r#""Expired tokens""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn unstable_rule_id(triage: &Triage<'_>, found: &mut Findings<'_>) {
    let mut sources: HashMap<&str, (&str, String)> = HashMap::new();
    for placed in triage.findings() {
        let Some(rule) = placed.finding.rule_id else { continue };
        if !is_stable(rule) {
            let message = format!("ruleId {} is no id", quoted(rule));
            let help = "write the id by which its source lists the rule, such as `SEC-01`";
            found.add(placed.part("ruleId"), message, help);
            continue;
        }
        let Some(source) = placed.finding.criteria_source else { continue };
        let place = placed.part("criteriaSource");
        let (first, at) = sources.entry(rule).or_insert_with(|| (source, place.clone()));
        if *first != source {
            let [rule, first, source] = [rule, *first, source].map(quoted);
            let message = format!("rule {rule} comes from {source} here, and from {first} before");
            let help = "write the same source wherever the rule is cited";
            found.add(place, message, help).related(at.clone(), "the source before");
        }
    }
}

/// Letters and digits, joined by what ids are joined by.
fn is_stable(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
        && id.ends_with(|c: char| c.is_ascii_alphanumeric())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:/@#".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::is_stable;

    #[test]
    fn ids_are_single_words() {
        for id in ["SEC-01", "no-unused-vars", "clippy::todo", "@ts/no-any", "S1192", "A.1"] {
            assert!(is_stable(id), "{id}");
        }
        for id in ["", " ", "SEC 01", "SEC-01\n", "-", "see registry", "é"] {
            assert!(!is_stable(id), "{id}");
        }
    }

    #[test]
    fn a_rule_has_one_source() {
        let edits = [("/deferred/1/finding/ruleId", r#""SEC-01""#)];
        assert_eq!(findings("full", &edits), []);
        let at = "/deferred/1/finding/criteriaSource";
        let edits = [edits[0], (at, r#""payments-registry""#)];
        assert_eq!(findings("full", &edits), [("TR020", at.to_owned())]);
    }

    #[test]
    fn a_duplicate_in_style_is_still_a_duplicate() {
        let edits = [
            ("/rejected/1/finding/ruleId", r#""NAME-03""#),
            ("/rejected/1/finding/criteriaSource", r#""docs/guides/naming.md""#),
            ("/rejected/1/reason", r#""Duplicate of the style finding in token.go.""#),
        ];
        assert_eq!(findings("full", &edits), []);
    }
}
