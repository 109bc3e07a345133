//! Those who were expected answered, all of them and nobody else. Judged only where it is known who
//! or how many they are.

use super::super::model::DEVILS_ADVOCATE;
use super::super::verdict::{self, Quorum, Verdict, role};
use super::Sitting;
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::list;
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};

const FINDINGS: &str = "/findings";

pub(super) static TOO_FEW_VOTERS: Rule = Rule {
    code: Code { id: "CF001", name: "too-few-voters", severity: Severity::Warning },
    what: "Where the size of the council is given, as many voters have answered.",
    why: "A council that is short of voters has no quorum. Whatever the others say, its verdict is \
          CONTINUE: it fails closed.",
    broken: Example { sample: "approved", edits: &[("/findings/2", ""), ("--council-size", "3")] },
    mended: Example { sample: "approved", edits: &[("--council-size", "3")] },
};

pub(super) fn too_few_voters(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let Some(verdict) = Verdict::of(&sitting.council, sitting.options) else { return };
    if verdict.quorum == Quorum::Short {
        let (answered, size) = (counted(verdict.answered, "voter"), verdict.size);
        let message = format!("{answered} of {size} answered, so the verdict is CONTINUE");
        let help =
            "dispatch the voters that are missing again, or give the size that the council had";
        found.add(FINDINGS, message, help);
    }
}

pub(super) static TOO_MANY_VOTERS: Rule = Rule {
    code: Code { id: "CF002", name: "too-many-voters", severity: Severity::Warning },
    what: "Where the size of the council is given, no more voters have answered.",
    why: "A quorum is the council that was dispatched, to the number. With somebody else's vote among \
          them the verdict is CONTINUE: it fails closed.",
    broken: Example { sample: "approved", edits: &[("--council-size", "2")] },
    mended: Example { sample: "approved", edits: &[("--council-size", "3")] },
};

pub(super) fn too_many_voters(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let Some(verdict) = Verdict::of(&sitting.council, sitting.options) else { return };
    if verdict.quorum == Quorum::Exceeded {
        let (answered, size) = (counted(verdict.answered, "voter"), verdict.size);
        let message =
            format!("{answered} answered in a council of {size}, so the verdict is CONTINUE");
        let help = "leave out who was not dispatched, or give the size that the council had";
        found.add(FINDINGS, message, help);
    }
}

pub(super) static VOTER_MISSING: Rule = Rule {
    code: Code { id: "CF004", name: "voter-missing", severity: Severity::Warning },
    what: "Where the voters are given, each of them has answered.",
    why: "Each voter looks at something that the others do not. Somebody else in the place of one \
          makes up the number, not the council.",
    broken: Example {
        sample: "approved",
        edits: &[
            ("/findings/2/role", r#""style-reviewer""#),
            ("--voters", "requirements-verifier,test-auditor,convergence-voter"),
        ],
    },
    mended: Example {
        sample: "approved",
        edits: &[("--voters", "requirements-verifier,test-auditor,convergence-voter")],
    },
};

pub(super) fn voter_missing(sitting: &Sitting<'_>, found: &mut Findings<'_>) {
    let expected = sitting.options.expected_voters();
    let all = &sitting.council.findings;
    let missing: Vec<&str> = verdict::missing(&sitting.council, expected).collect();
    if missing.is_empty() {
        return;
    }
    let others = all.iter().enumerate().filter(|(_, finding)| {
        role(finding) != DEVILS_ADVOCATE && !expected.iter().any(|name| name == finding.role)
    });
    let others: Vec<String> = others.map(|(at, _)| format!("{FINDINGS}/{at}/role")).collect();
    let message = format!("no answer of {}", list(missing));
    let help = "dispatch them again; write the role of a voter as it was dispatched";
    found.add(FINDINGS, message, help).also(others, "was not expected");
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const THREE: (&str, &str) = ("--council-size", "3");

    #[test]
    fn without_a_size_nothing_is_judged() {
        assert_eq!(findings("approved", &[("/findings/2", "")]), []);
    }

    #[test]
    fn a_round_of_the_devils_advocate_belongs_to_no_council() {
        let upheld = r#"{ "role": "devils-advocate", "vote": "APPROVE", "reason": "It holds.",
            "confidence": 0.5 }"#;
        assert_eq!(findings("approved", &[("/findings/-", upheld), THREE]), []);
        let alone = format!("[{upheld}]");
        assert_eq!(findings("approved", &[("/findings", &alone), THREE]), []);
    }

    #[test]
    fn the_voters_give_the_size() {
        let voters = ("--voters", "requirements-verifier,test-auditor");
        let found = [("CF002", "/findings".to_owned())];
        assert_eq!(findings("approved", &[voters]), found);
    }
}
