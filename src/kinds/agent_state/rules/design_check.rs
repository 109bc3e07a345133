//! The audit of a design: its targets, its scope, and what was captured of it.

use super::state::{Part, State, repeated};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::Names;
use crate::rule::words::counted;
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const CHECK: &str = "/designCheck";
const SCOPE: &str = "/designCheck/scope/targetIds";

pub(super) static MODE_AND_CHECK: Rule = Rule {
    code: Code { id: "AS083", name: "mode-and-design-check", severity: Severity::Warning },
    what: "mode is `design-check` exactly where designCheck is set.",
    why: "designCheck is the state of such a run. Without the mode nobody resumes it as one, and \
          without the state there is nothing to resume.",
    broken: Example { sample: "design-check", edits: &[("/mode", r#""dev""#)] },
    mended: Example { sample: "design-check", edits: &[("/mode", r#""design-check""#)] },
};

pub(super) fn mode_and_check(state: &State<'_>, found: &mut Findings<'_>) {
    let (mode, check) = (state.at("/mode"), state.at(CHECK));
    match (mode.text() == Some("design-check"), check.is_set()) {
        (true, false) => {
            let help = "write designCheck, or the mode that the run has";
            found.add(&mode, "mode is `design-check`, but there is no designCheck", help);
        }
        (false, true) => {
            let message = format!("there is a designCheck, but mode is {}", mode.shown());
            let help = "write mode `design-check`; or remove it, if it comes from another run";
            found.add(mode.or(&check), message, help);
        }
        _ => {}
    }
}

/// The targets of the inventory by their ids; `None` where not all of them are known.
fn targets<'s>(state: &State<'s>) -> Option<Vec<(&'s str, Part<'s>)>> {
    let inventory = state.at("/designCheck/inventory");
    let ids = inventory.get("targets").items().map(|target| target.get("id"));
    let known: Vec<_> = ids.filter_map(|id| Some((id.text()?, id))).collect();
    let is_whole = inventory.get("truncated").flag() != Some(true);
    (is_whole && inventory.get("targets").len()? == known.len()).then_some(known)
}

pub(super) static TARGETS_MISCOUNTED: Rule = Rule {
    code: Code { id: "AS084", name: "targets-miscounted", severity: Severity::Error },
    what: "targetCount is the number of targets, unless the inventory is truncated, and no two \
           targets have the same id.",
    why: "The inventory is what the audit goes through and what its gate counts. A target that is \
          missing or doubled makes every figure of the coverage wrong.",
    broken: Example {
        sample: "design-check",
        edits: &[("/designCheck/inventory/targetCount", "4")],
    },
    mended: Example {
        sample: "design-check",
        edits: &[("/designCheck/inventory/targetCount", "5")],
    },
};

pub(super) fn targets_miscounted(state: &State<'_>, found: &mut Findings<'_>) {
    let inventory = state.at("/designCheck/inventory");
    let (count, targets) = (inventory.get("targetCount"), inventory.get("targets"));
    if let (Some(said), Some(len)) = (count.number(), targets.len())
        && said != len as f64
        && inventory.get("truncated").flag() != Some(true)
    {
        let listed = counted(len, "target");
        let message = format!("targetCount is `{said}`, but the inventory has {listed}");
        let help = format!("write `{len}`; or truncated `true`, if targets are left out");
        found.add(&count, message, help).related(&targets, "the targets");
    }
    let ids = targets.items().map(|target| target.get("id"));
    for (id, again, first) in repeated(ids.filter_map(|id| Some((id.text()?, id)))) {
        let message = format!("two targets have the id {}", quoted(id));
        let help = "give each target an id of its own";
        found.add(&again, message, help).related(&first, "the other one");
    }
}

pub(super) static UNKNOWN_TARGET: Rule = Rule {
    code: Code { id: "AS085", name: "unknown-target", severity: Severity::Error },
    what: "Every id of targetIds in the scope is the id of a target of the inventory.",
    why: "The scope is a part of the inventory. A target outside it cannot be audited, and the \
          gate never passes.",
    broken: Example {
        sample: "design-check",
        edits: &[("/designCheck/scope/targetIds/1", r#""cart-ful""#)],
    },
    mended: Example {
        sample: "design-check",
        edits: &[("/designCheck/scope/targetIds/1", r#""cart-full""#)],
    },
};

pub(super) fn unknown_target(state: &State<'_>, found: &mut Findings<'_>) {
    let Some(targets) = targets(state) else { return };
    let names = Names::of(targets.iter().map(|(id, _)| *id));
    for (id, place) in state.at(SCOPE).texts().filter(|(id, _)| !names.has(id)) {
        let message = format!("{} is no target of the inventory", quoted(id));
        let help = match names.nearest(id) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => "remove it, or take the inventory again".to_owned(),
        };
        let inventory = state.at("/designCheck/inventory/targets");
        found.add(&place, message, help).related(&inventory, "the targets");
    }
}

pub(super) static VAGUE_SKIP: Rule = Rule {
    code: Code { id: "AS088", name: "vague-skip", severity: Severity::Warning },
    what: "The reason of each skip is concrete, and not that a scenario, a prefix or a launch \
           argument is required.",
    why: "To provide those is what phase 3 is for. A skip with such a reason is work that was \
          not done.",
    broken: Example {
        sample: "design-check",
        edits: &[("/designCheck/skipped/0/reason", r#""Requires a scenario""#)],
    },
    mended: Example { sample: "design-check", edits: &[] },
};

pub(super) fn vague_skip(state: &State<'_>, found: &mut Findings<'_>) {
    for skip in state.at("/designCheck/skipped").items() {
        let (id, reason) = (skip.get("id"), skip.get("reason"));
        if reason.text().is_some_and(is_vague) {
            let message = format!(
                "{} was skipped because of {}, which is no concrete reason",
                id.shown(),
                reason.shown()
            );
            let help = "write what stood in the way when it was tried; or try it: scenarios, \
                        prefixes and launch arguments are to be provided";
            found.add(&reason, message, help);
        }
    }
}

/// Is this blank, or does it ask for what the phase has to provide?
fn is_vague(reason: &str) -> bool {
    let folded = reason.to_lowercase().replace(['-', '_', '/', '.', ','], " ");
    let mut words = folded.split_whitespace().peekable();
    if words.peek().is_none() {
        return true;
    }
    let asks = ["require", "requires", "required", "need", "needs", "needed"];
    while let Some(word) = words.next() {
        if !asks.contains(&word) {
            continue;
        }
        while words
            .next_if(|word| ["a", "an", "the", "its", "own", "specific"].contains(word))
            .is_some()
        {}
        match words.next() {
            Some("scenario" | "scenarios" | "prefix" | "prefixes") => return true,
            Some("launch") => {
                return words.next().is_some_and(|word| word.starts_with("arg"));
            }
            _ => {}
        }
    }
    false
}

pub(super) static CAPTURE_OUT_OF_SCOPE: Rule = Rule {
    code: Code { id: "AS089", name: "capture-out-of-scope", severity: Severity::Warning },
    what: "Every capture names a target in scope, as `<targetId>` or `<targetId>#<sub-label>`.",
    why: "Coverage is counted by target. A capture that belongs to none is a picture of nothing, \
          and its target counts as not audited.",
    broken: Example {
        sample: "full",
        edits: &[("/designCheck/captured/1/targetId", r#""receipt-payed#details""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/designCheck/captured/1/targetId", r#""receipt-paid#details""#)],
    },
};

pub(super) fn capture_out_of_scope(state: &State<'_>, found: &mut Findings<'_>) {
    /// The format leaves open what the key is called.
    const KEYS: [&str; 4] = ["targetId", "target", "id", "key"];
    let scope = state.at(SCOPE);
    let names = Names::of(scope.texts().map(|(id, _)| id));
    if !scope.is_set() {
        return;
    }
    for capture in state.at("/designCheck/captured").items() {
        let keys = KEYS.map(|key| capture.get(key));
        let Some(key) = keys.into_iter().find(|key| key.text().is_some()) else { continue };
        let named = key.text().unwrap_or_default();
        let (id, sub) = match named.split_once('#') {
            Some((id, sub)) => (id, Some(sub)),
            None => (named, None),
        };
        if !names.has(id) {
            let message = format!("a capture is of {}, which is not in scope", quoted(id));
            let help = match names.nearest(id) {
                Some(meant) => format!("did you mean {}?", quoted(meant)),
                None => "write the target that it shows; or add that to the scope".to_owned(),
            };
            found.add(&key, message, help).related(&scope, "the scope");
        } else if sub == Some("") {
            let message = format!("a capture is of {}, with no label after `#`", quoted(named));
            found.add(&key, message, "write the state that it shows after `#`, or leave `#` out");
        }
    }
}

pub(super) static MOCK_SUPPORTED: Rule = Rule {
    code: Code { id: "AS090", name: "mock-supported", severity: Severity::Warning },
    what: "supported of the mock is true, false or `debug-only`.",
    why: "The audit asks by it whether a screen can be shown with made-up data. It understands no \
          other answer.",
    broken: Example {
        sample: "design-check",
        edits: &[("/designCheck/mock/supported", r#""partly""#)],
    },
    mended: Example { sample: "design-check", edits: &[("/designCheck/mock/supported", "false")] },
};

pub(super) fn mock_supported(state: &State<'_>, found: &mut Findings<'_>) {
    let supported = state.at("/designCheck/mock/supported");
    let is_known = supported.flag().is_some() || supported.text() == Some("debug-only");
    if supported.is_written() && !is_known {
        let message = format!("supported of the mock is {}, which is no answer", supported.shown());
        found.add(&supported, message, "write `true`, `false` or \"debug-only\"");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::is_vague;

    #[test]
    fn what_the_phase_has_to_provide_is_no_reason() {
        for reason in [
            " ",
            "requires a scenario",
            "Requires a launch-arg.",
            "needs the launch argument",
            "it would require prefix",
        ] {
            assert!(is_vague(reason), "{reason}");
        }
        for reason in [
            "the scenario crashes the app",
            "requires a paid account, and the test account has none",
            "launch takes longer than the cap",
        ] {
            assert!(!is_vague(reason), "{reason}");
        }
    }

    #[test]
    fn a_truncated_inventory_knows_not_all_of_its_targets() {
        let truncated = ("/designCheck/inventory/truncated", "true");
        let edits = [truncated, ("/designCheck/inventory/targetCount", "90")];
        assert_eq!(findings("design-check", &edits), []);
        let edits = [truncated, ("/designCheck/scope/targetIds/1", r#""other""#)];
        assert_eq!(findings("design-check", &edits), []);
    }

    #[test]
    fn ids_of_targets_are_unique() {
        let edits = [("/designCheck/inventory/targets/4/id", r#""pay-card""#)];
        let expected = [("AS084", "/designCheck/inventory/targets/4/id".to_owned())];
        assert_eq!(findings("design-check", &edits), expected);
    }

    #[test]
    fn captures_are_known_by_any_of_the_names_for_their_key() {
        for key in ["targetId", "target", "id", "key"] {
            let capture = format!(r##"[{{"{key}": "cart-empty#"}}]"##);
            let found = findings("design-check", &[("/designCheck/captured", &capture)]);
            assert_eq!(found, [("AS089", format!("/designCheck/captured/0/{key}"))]);
        }
        let edits = [("/designCheck/captured", r#"[{"picture": "x"}, {}]"#)];
        assert_eq!(findings("design-check", &edits), []);
    }

    #[test]
    fn mode_and_state_come_together() {
        assert_eq!(
            findings("design-check", &[("/mode", "")]),
            [("AS083", "/designCheck".to_owned())]
        );
        assert_eq!(
            findings("interactive", &[("/mode", r#""design-check""#)]),
            [("AS083", "/mode".to_owned())]
        );
    }
}
