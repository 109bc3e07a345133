//! Who votes: each voter once, by a name that can name a file.

use std::collections::HashMap;

use super::super::model::DEVILS_ADVOCATE;
use super::super::verdict::{advocate, role};
use super::Sitting;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static ROLE_TWICE: Rule = Rule {
    code: Code { id: "CF003", name: "role-twice", severity: Severity::Error },
    what: "Every voter has one entry.",
    why: "Votes are counted by entry. A voter with two would make up for one who did not answer, and \
          the file of its verdict would be written over.",
    broken: Example { sample: "full", edits: &[("/findings/2/role", r#""Test-Auditor""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn role_twice(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        let earlier = *first.entry(role(finding)).or_insert(index);
        if earlier != index {
            let message = format!("{} has an entry already", quoted(finding.role));
            let help = "keep the entry that counts, or write the role of the voter it is from";
            found
                .add(format!("/findings/{index}/role"), message, help)
                .related(format!("/findings/{earlier}/role"), "the first one");
        }
    }
}

pub(super) static UNPROMPTED_ADVOCATE: Rule = Rule {
    code: Code { id: "CF005", name: "unprompted-advocate", severity: Severity::Warning },
    what: "The devil's advocate answers alone, or beside voters that all approve.",
    why: "It is dispatched by itself, to argue against a council that is of one mind. Among votes that \
          differ it is an extra that nobody asked for.",
    broken: Example {
        sample: "full",
        edits: &[(
            "/findings/-",
            r#"{ "role": "devils-advocate", "vote": "APPROVE", "reason": "I found no case against it.", "confidence": 0.4 }"#,
        )],
    },
    mended: Example {
        sample: "approved",
        edits: &[(
            "/findings/-",
            r#"{ "role": "devils-advocate", "vote": "APPROVE", "reason": "I found no case against it.", "confidence": 0.4 }"#,
        )],
    },
};

pub(super) fn unprompted_advocate(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let all = &sitting.council.findings;
    let expected = sitting.options.expected_voters();
    let Some(index) = all.iter().position(|finding| role(finding) == DEVILS_ADVOCATE) else {
        return;
    };
    // A second one is a role that stands twice.
    let once = all.iter().filter(|finding| role(finding) == DEVILS_ADVOCATE).count() == 1;
    let is_voter = expected.iter().any(|name| name == DEVILS_ADVOCATE);
    if once && !is_voter && advocate(&sitting.council, expected).is_none() {
        let message = "the devil's advocate answers beside voters that do not all approve";
        let help = "leave it out, or name it in --voters where it was dispatched as a voter";
        found.add(format!("/findings/{index}/role"), message, help);
    }
}

pub(super) static ROLE_NOT_A_SLUG: Rule = Rule {
    code: Code { id: "CF006", name: "role-not-a-slug", severity: Severity::Error },
    what: "A role is a slug: ASCII letters and digits, joined by single characters of `-`, `_` and `.`.",
    why: "The verdict of each voter is written to a file that is named after its role. A role with a \
          slash or dots in front leads to another folder.",
    broken: Example { sample: "full", edits: &[("/findings/1/role", r#""../test-auditor""#)] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn role_not_a_slug(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    for (index, finding) in sitting.council.findings.iter().enumerate() {
        if !is_slug(finding.role) {
            let message = format!("the role {} is no slug", quoted(finding.role));
            let meant = slug(finding.role);
            let help = match meant.is_empty() {
                true => "write a slug such as `test-auditor`".to_owned(),
                false => format!("write {}", quoted(&meant)),
            };
            found.add(format!("/findings/{index}/role"), message, help);
        }
    }
}

fn is_slug(role: &str) -> bool {
    let words = role.split(['-', '_', '.']);
    words
        .into_iter()
        .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// What a role would be as a slug.
fn slug(role: &str) -> String {
    let words = role.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_ascii_lowercase).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::{is_slug, slug};

    #[test]
    fn slugs_name_files_in_their_folder() {
        for role in ["a", "test-auditor", "Voter_2", "v1.2"] {
            assert!(is_slug(role), "{role}");
        }
        for role in
            ["", " ", ".a", "a.", "a..b", "a/b", "a\\b", "a b", "a\n", "\u{0}", "é", "-a", "a--b"]
        {
            assert!(!is_slug(role), "{role:?}");
        }
        assert_eq!(slug("../Test Auditor"), "test-auditor");
    }

    #[test]
    fn the_devils_advocate_can_be_a_voter() {
        let edits = [
            ("/findings/2/role", r#""devils-advocate""#),
            ("--voters", "requirements-verifier,test-auditor,devils-advocate"),
        ];
        assert_eq!(findings("full", &edits), []);
        assert_eq!(findings("full", &edits[..1]), [("CF005", "/findings/2/role".to_owned())]);
    }
}
