//! What could be shown of the change, and the UI test that showed it.

use super::state::{State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::Names;
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const CAPABILITY: &str = "/evidenceCapability";
const TARGETS: &str = "/evidenceCapability/uiTestTargets";

pub(super) static ABSENT_WITHOUT_REASON: Rule = Rule {
    code: Code { id: "AS101", name: "absent-without-reason", severity: Severity::Warning },
    what: "Where uiTestTarget, matchingTests, device, recorder or mcp of evidenceCapability is null \
           or empty, the reason beside it says why.",
    why: "Null means that nobody knows, and empty that there is none. An option that is closed has \
          to say why, so that the user can open it.",
    broken: Example { sample: "local", edits: &[("/evidenceCapability/deviceReason", r#""""#)] },
    mended: Example {
        sample: "local",
        edits: &[("/evidenceCapability/deviceReason", r#""no browser installed""#)],
    },
};

pub(super) fn absent_without_reason(state: &State<'_>, found: &mut Findings<'_>) {
    let capability = state.at(CAPABILITY);
    for (key, reason_key) in [
        ("uiTestTarget", "uiTestTargetReason"),
        ("matchingTests", "matchingTestsReason"),
        ("device", "deviceReason"),
        ("recorder", "recorderReason"),
        ("mcp", "mcpReason"),
    ] {
        let (value, reason) = (capability.get(key), capability.get(reason_key));
        let is_blank = value.text().is_some_and(|text| text.trim().is_empty());
        let is_empty = value.is_null() || is_blank || value.len() == Some(0);
        if is_empty && !reason.is_filled() {
            let what = if value.is_null() { "null" } else { "empty" };
            let message = format!("{key} is {what}, and {reason_key} does not say why");
            let help = format!("write in {reason_key} why there is none, or why it is not known");
            against(found.add(&value, message, help), &reason, "the reason");
        }
    }
}

pub(super) static TARGET_NOT_OFFERED: Rule = Rule {
    code: Code { id: "AS102", name: "target-not-offered", severity: Severity::Error },
    what: "uiTestTarget is one of uiTestTargets.",
    why: "The list has every candidate. A target that is none of them cannot be run.",
    broken: Example {
        sample: "full",
        edits: &[("/evidenceCapability/uiTestTarget", r#""WalletUITest""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/evidenceCapability/uiTestTarget", r#""WalletUITests""#)],
    },
};

pub(super) fn target_not_offered(state: &State<'_>, found: &mut Findings<'_>) {
    let (target, offered) = (state.at("/evidenceCapability/uiTestTarget"), state.at(TARGETS));
    let names = Names::of(offered.texts().map(|(name, _)| name));
    if let Some(name) = target.text().filter(|name| !name.is_empty() && !names.has(name))
        && offered.is_set()
    {
        let message = format!("{} is none of uiTestTargets", quoted(name));
        let help = match names.nearest(name) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => "write one of them, or add it there".to_owned(),
        };
        found.add(&target, message, help).related(&offered, "the candidates");
    }
}

pub(super) static RAN_AND_STATUS: Rule = Rule {
    code: Code { id: "AS104", name: "ran-and-status", severity: Severity::Error },
    what: "A UI test that was not run has status `not-run` and a notRunReason. One that was run \
           has status `passed` or `failed`.",
    why: "A test that was not run has neither passed nor failed. Shown as one of these it would \
          be taken for evidence.",
    broken: Example { sample: "interactive", edits: &[("/uiTest/status", r#""failed""#)] },
    mended: Example { sample: "interactive", edits: &[("/uiTest/status", r#""not-run""#)] },
};

pub(super) fn ran_and_status(state: &State<'_>, found: &mut Findings<'_>) {
    let (ran, status) = (state.at("/uiTest/ran"), state.at("/uiTest/status"));
    let reason = state.at("/uiTest/notRunReason");
    let Some(was_run) = ran.flag() else { return };
    let is_known = match was_run {
        true => matches!(status.text(), Some("passed" | "failed")),
        false => status.text() == Some("not-run"),
    };
    if status.is_written() && !is_known {
        let (was, help) = match was_run {
            true => ("was run", "write `passed` or `failed`; or ran `false`, if it was not run"),
            false => ("was not run", "write `not-run`; or ran `true`, if it was run"),
        };
        let message = format!("the UI test {was}, but its status is {}", status.shown());
        found.add(&status, message, help).related(&ran, "this says whether it was run");
    }
    if !was_run && !reason.is_filled() {
        let message = "the UI test was not run, and notRunReason does not say why";
        let help = "write what was missing: a target, a matching test, a device";
        found.add(reason.or(&ran), message, help).related(&ran, "it was not run");
    }
}

pub(super) static PASSED_WITHOUT_LOG: Rule = Rule {
    code: Code { id: "AS105", name: "passed-without-log", severity: Severity::Error },
    what: "A UI test that has passed has a logPath.",
    why: "An exit code of zero is no pass. The log is the evidence, and without it the test counts \
          as failed.",
    broken: Example {
        sample: "full",
        edits: &[("/uiTest/logPath", "null"), ("/visualEvidence/videoTier", "2")],
    },
    mended: Example { sample: "full", edits: &[("/visualEvidence/videoTier", "2")] },
};

pub(super) fn passed_without_log(state: &State<'_>, found: &mut Findings<'_>) {
    let (status, log) = (state.at("/uiTest/status"), state.at("/uiTest/logPath"));
    if status.text() == Some("passed") && !log.is_filled() {
        let help = "write the path of the log; or status `failed`, if there is none";
        found.add(&status, "the UI test has passed, but there is no logPath", help);
    }
}

pub(super) static TEST_NOT_OFFERED: Rule = Rule {
    code: Code { id: "AS113", name: "test-not-offered", severity: Severity::Warning },
    what: "target of the UI test is one of uiTestTargets, and the tests that were selected are \
           among matchingTests.",
    why: "What can be run was measured before. Another target or test was found in another way, \
          or has been renamed.",
    broken: Example {
        sample: "full",
        edits: &[("/uiTest/selected/0", r#""WalletUITests/ReceiptTests""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/uiTest/selected/0", r#""WalletUITests/ReceiptUITests""#)],
    },
};

pub(super) fn test_not_offered(state: &State<'_>, found: &mut Findings<'_>) {
    let target = state.at("/uiTest/target");
    let target = target.text().filter(|name| !name.is_empty()).map(|name| (name, target.clone()));
    let selected: Vec<_> = state.at("/uiTest/selected").texts().collect();
    let pairs = [
        (target.into_iter().collect(), TARGETS, "uiTestTargets"),
        (selected, "/evidenceCapability/matchingTests", "matchingTests"),
    ];
    for (used, place, list) in pairs {
        let offered = state.at(place);
        let names = Names::of(offered.texts().map(|(name, _)| name));
        for (name, place) in used.iter().filter(|(name, _)| !names.has(name)) {
            if !offered.is_set() {
                continue;
            }
            let message = format!("{} is none of {list}", quoted(name));
            let help = match names.nearest(name) {
                Some(meant) => format!("did you mean {}?", quoted(meant)),
                None => format!("write one of them, or add it to {list}"),
            };
            found.add(place, message, help).related(&offered, "the candidates");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn what_is_null_or_empty_says_why() {
        for (key, value) in [("uiTestTarget", r#""""#), ("matchingTests", "[]"), ("mcp", "null")] {
            let value_at = format!("/evidenceCapability/{key}");
            let reason_at = format!("{value_at}Reason");
            let edits = [(value_at.as_str(), value), (reason_at.as_str(), r#"" ""#)];
            let found = findings("local", &edits);
            assert_eq!(found, [("AS101", value_at.clone())], "{key}");
            let edits = [(value_at.as_str(), ""), (reason_at.as_str(), "")];
            assert_eq!(findings("local", &edits), [], "{key}");
        }
        assert_eq!(
            findings(
                "local",
                &[
                    ("/evidenceCapability/recorder", "false"),
                    ("/evidenceCapability/recorderReason", "")
                ]
            ),
            []
        );
    }

    #[test]
    fn a_test_has_run_or_not() {
        let at = |part: &str| vec![("AS104", format!("/uiTest/{part}"))];
        for (test, expected) in [
            (r#"{"ran": true, "status": "not-run"}"#, at("status")),
            (r#"{"ran": true, "status": null}"#, at("status")),
            (r#"{"ran": true, "status": "failed"}"#, vec![]),
            (r#"{"ran": true}"#, vec![]),
            (r#"{"ran": false, "status": null, "notRunReason": "no device"}"#, at("status")),
            (r#"{"ran": false, "status": "not-run", "notRunReason": null}"#, at("notRunReason")),
            (r#"{"ran": false}"#, at("ran")),
            (r#"{"status": "not-run"}"#, vec![]),
        ] {
            assert_eq!(findings("local", &[("/uiTest", test)]), expected, "{test}");
        }
    }

    #[test]
    fn the_target_is_one_that_was_offered() {
        let edits = [("/uiTest/target", r#""OtherUITests""#)];
        assert_eq!(findings("full", &edits), [("AS113", "/uiTest/target".to_owned())]);
        let edits = [("/evidenceCapability/uiTestTargets", ""), edits[0]];
        assert_eq!(findings("full", &edits), []);
    }
}
