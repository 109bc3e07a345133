//! The gate over the coverage of a design check.

use super::state::State;
use crate::diagnostic::{Code, Severity};
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};

const COVERAGE: &str = "/designCheck/coverage";

pub(super) static COVERAGE_SUMS: Rule = Rule {
    code: Code { id: "AS086", name: "coverage-sums", severity: Severity::Error },
    what: "audited, skippedWithReason and unaccounted add up to target, which is the number of \
           targets in scope; unaccountedIds has as many ids as unaccounted says; the gate fails \
           exactly when something is unaccounted for; pct is 100 times audited by target.",
    why: "The coverage is what the run is judged by. Figures that do not add up let a target \
          disappear without a word.",
    broken: Example {
        sample: "full",
        edits: &[("/designCheck/coverage/audited", "4"), ("/designCheck/coverage/pct", "100")],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn coverage_sums(state: &State<'_>, found: &mut Findings<'_>) {
    let coverage = state.at(COVERAGE);
    let (target, audited) = (coverage.get("target"), coverage.get("audited"));
    let unaccounted = coverage.get("unaccounted");
    let parts = [&audited, &coverage.get("skippedWithReason"), &unaccounted].map(|p| p.number());
    let help = "count the targets in scope again: each was audited, skipped with a reason, or is \
                unaccounted for";
    if let (Some(whole), [Some(a), Some(b), Some(c)]) = (target.number(), parts)
        && a + b + c != whole
    {
        let sum = a + b + c;
        let message = format!(
            "{a} audited, {b} skipped and {c} unaccounted for are `{sum}`, but target is `{whole}`"
        );
        found.add(&target, message, help);
    }
    let scope = state.at("/designCheck/scope/targetIds");
    if let (Some(whole), Some(size)) = (target.number(), scope.len())
        && whole != size as f64
    {
        let message = format!("target is `{whole}`, but {} in scope", are(size, "target"));
        found.add(&target, message, help).related(&scope, "the scope");
    }
    let ids = coverage.get("unaccountedIds");
    if let (Some(number), Some(listed)) = (unaccounted.number(), ids.len())
        && number != listed as f64
    {
        let message =
            format!("unaccounted is `{number}`, but {} in unaccountedIds", are(listed, "id"));
        let help = "write every id that is unaccounted for, and their number";
        found.add(&unaccounted, message, help).related(&ids, "the ids");
    }
    let gate = coverage.get("gate");
    if let (Some(said), Some(number)) = (gate.text(), unaccounted.number())
        && (said == "fail") != (number > 0.0)
    {
        let message = format!("gate is `{said}` with `{number}` unaccounted for");
        let help = "write `fail` when something is unaccounted for, and `pass` when nothing is";
        found.add(&gate, message, help).related(&unaccounted, "unaccounted for");
    }
    let pct = coverage.get("pct");
    if let (Some(said), Some(a), Some(whole)) = (pct.number(), audited.number(), target.number())
        && whole > 0.0
        // However it was rounded.
        && (said - 100.0 * a / whole).abs() >= 1.0
    {
        let real = (1000.0 * a / whole).round() / 10.0;
        let message = format!("pct is `{said}`, but {a} of {whole} targets are `{real}`");
        let help = format!("write `{real}`: audited targets per hundred of those in scope");
        found.add(&pct, message, help).related(&audited, "audited");
    }
}

/// `1 target is`, `2 targets are`.
fn are(number: usize, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "is" } else { "are" })
}

pub(super) static COMPLETE_WITHOUT_COVERAGE: Rule = Rule {
    code: Code { id: "AS087", name: "complete-without-coverage", severity: Severity::Error },
    what: "A run whose coverage gate is `fail` is not complete.",
    why: "Targets are unaccounted for, so the audit is incomplete: it has to be resumed, and must \
          not be read as done.",
    broken: Example {
        sample: "full",
        edits: &[
            ("/designCheck/coverage/gate", r#""fail""#),
            ("/designCheck/coverage/unaccounted", "1"),
            ("/designCheck/coverage/unaccountedIds", r#"["receipt-declined"]"#),
            ("/designCheck/coverage/audited", "2"),
            ("/designCheck/coverage/pct", "50"),
        ],
    },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn complete_without_coverage(state: &State<'_>, found: &mut Findings<'_>) {
    let gate = state.at("/designCheck/coverage/gate");
    if gate.text() == Some("fail") && state.is_complete() {
        let help = "write status `paused` or `failed`, and resume the audit with `--resume`";
        found
            .add(&gate, "the coverage gate failed, but the run is complete", help)
            .related(&state.at("/status"), "the status is this");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn every_figure_of_the_coverage_is_checked() {
        let at = |part: &str| ("AS086", format!("/designCheck/coverage/{part}"));
        for (edit, expected) in [
            (("/designCheck/coverage/skippedWithReason", "2"), at("target")),
            (("/designCheck/scope/targetIds/0", ""), at("target")),
            (("/designCheck/coverage/unaccountedIds/0", ""), at("unaccounted")),
            (("/designCheck/coverage/gate", r#""pass""#), at("gate")),
            (("/designCheck/coverage/pct", "26"), at("pct")),
        ] {
            let found = findings("design-check", &[edit, ("/designCheck/captured", "[]")]);
            assert_eq!(found, [expected], "{edit:?}");
        }
    }

    #[test]
    fn a_share_may_be_rounded_and_figures_may_be_missing() {
        let thirds = r#"{"audited": 2, "target": 3, "pct": 66}"#;
        for coverage in [thirds, "{}", r#"{"target": 0, "audited": 0, "pct": 100}"#] {
            let edits = [("/designCheck/coverage", coverage), ("/designCheck/scope", "null")];
            assert_eq!(findings("design-check", &edits), [], "{coverage}");
        }
    }
}
