//! How the run got at its design.

use super::state::{State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

const TIER: &str = "/figmaAccess/tier";

pub(super) static TIER_MISMATCH: Rule = Rule {
    code: Code { id: "AS081", name: "figma-tier-mismatch", severity: Severity::Error },
    what: "reviewBlocking is true exactly with tier 3, and tier1Unavailable is null exactly with \
           tier 1.",
    why: "A screenshot (tier 3) is no specification, so a person has to sign off. That tier 1 \
          was not used has a reason, and the reason tells whether somebody has to act.",
    broken: Example { sample: "design-check", edits: &[("/figmaAccess/reviewBlocking", "false")] },
    mended: Example { sample: "design-check", edits: &[("/figmaAccess/reviewBlocking", "true")] },
};

pub(super) fn tier_mismatch(state: &State<'_>, found: &mut Findings<'_>) {
    let (access, tier) = (state.at("/figmaAccess"), state.at(TIER));
    let Some(number) = tier.count() else { return };
    let (blocking, reason) = (access.get("reviewBlocking"), access.get("tier1Unavailable"));
    // Absent, it is false: so the schema has it.
    let blocks = blocking.flag().unwrap_or(false);
    if blocks != (number == 3) {
        let message = format!("reviewBlocking is `{blocks}` with tier `{number}`");
        let help = if number == 3 {
            "write `true`: with a screenshot alone a person has to sign off on the components"
        } else {
            "write `false`; or tier 3, if a screenshot is all there was"
        };
        found.add(blocking.or(&tier), message, help).related(&tier, "the tier");
    }
    if reason.is_set() && number == 1 {
        let message = format!("tier1Unavailable is {}, but tier 1 was used", reason.shown());
        let help = "write null; or the tier that was used instead";
        found.add(&reason, message, help).related(&tier, "the tier");
    } else if reason.is_null() && number != 1 {
        let message = format!("tier `{number}` was used, but tier1Unavailable is `null`");
        let help = "write why tier 1 was not: `host` or `auth`";
        found.add(&reason, message, help).related(&tier, "the tier");
    }
}

pub(super) static FIGMA_CALLS: Rule = Rule {
    code: Code { id: "AS082", name: "figma-calls", severity: Severity::Warning },
    what: "Where a Figma tool was called, the tier of figmaAccess is 1.",
    why: "Tier 1 means that those tools were used. With another tier the run either had them \
          after all, or the call failed and is no evidence.",
    broken: Example { sample: "full", edits: &[("/figmaAccess", "null")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn figma_calls(state: &State<'_>, found: &mut Findings<'_>) {
    let (access, tier) = (state.at("/figmaAccess"), state.at(TIER));
    let said = match tier.count() {
        Some(1) => return,
        Some(number) => format!("tier is `{number}`"),
        None if access.is_set() => return,
        None => "there is no figmaAccess".to_owned(),
    };
    let tools = state.at("/telemetry/mcpCalls").items().map(|call| call.get("tool"));
    let is_figma = |name: &str| name.to_lowercase().contains("figma");
    for tool in tools.filter(|tool| tool.text().is_some_and(is_figma)) {
        let message = format!("{} was called, but {said}", tool.shown());
        let help = "write figmaAccess with tier 1, if the call gave the design";
        against(found.add(&tool, message, help), tier.or(&access), "the access");
    }
}

pub(super) static NOT_SIGNED_OFF: Rule = Rule {
    code: Code { id: "AS111", name: "not-signed-off", severity: Severity::Warning },
    what: "With reviewBlocking true, phase 4 is done only with a note that says who signed off.",
    why: "The review is held until a person has agreed to the choice of components. Nothing else \
          on record shows that somebody has.",
    broken: Example {
        sample: "design-check",
        edits: &[
            ("/phases/4/status", r#""done""#),
            ("/phases/4/finishedAt", r#""2026-05-06T15:00:00Z""#),
        ],
    },
    mended: Example {
        sample: "design-check",
        edits: &[
            ("/phases/4/status", r#""done""#),
            ("/phases/4/finishedAt", r#""2026-05-06T15:00:00Z""#),
            ("/phases/4/notes", r#""Components signed off by Noor Haddad.""#),
        ],
    },
};

pub(super) fn not_signed_off(state: &State<'_>, found: &mut Findings<'_>) {
    let (blocking, status) =
        (state.at("/figmaAccess/reviewBlocking"), state.at("/phases/4/status"));
    let notes = state.at("/phases/4/notes");
    let speaks_of_it = |notes: &str| {
        let notes = notes.to_lowercase();
        notes.contains("sign") || notes.contains("approv")
    };
    let is_signed = notes.text().is_some_and(speaks_of_it);
    if blocking.flag() == Some(true) && status.text() == Some("done") && !is_signed {
        let message = "phase 4 is done, but no note says that a person signed off";
        let help = "write in notes of phase 4 who signed off, as `signed off by ...`; or status \
                    `in_progress`, if it waits";
        found.add(&status, message, help).related(&blocking, "the review is blocked");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn each_tier_has_its_reason_and_its_block() {
        let at = |part: &str| vec![("AS081", format!("/figmaAccess/{part}"))];
        for (access, expected) in [
            (r#"{"tier": 1}"#, vec![]),
            (r#"{"tier": 2, "tier1Unavailable": "host"}"#, vec![]),
            (r#"{"tier": 2, "tier1Unavailable": null}"#, at("tier1Unavailable")),
            (r#"{"tier": 1, "tier1Unavailable": "auth"}"#, at("tier1Unavailable")),
            (r#"{"tier": 2, "reviewBlocking": true}"#, at("reviewBlocking")),
            (r#"{"tier": 3}"#, at("tier")),
            (r#"{"reviewBlocking": true}"#, vec![]),
        ] {
            assert_eq!(
                findings(
                    "local",
                    &[("/figmaAccess", access), ("/phases/4/notes", r#""signed off""#)]
                ),
                expected,
                "{access}"
            );
        }
    }

    #[test]
    fn figma_tools_need_tier_1() {
        let at = [("AS082", "/telemetry/mcpCalls/1/tool".to_owned())];
        let tier = r#"{"tier": 2, "tier1Unavailable": "auth"}"#;
        assert_eq!(findings("full", &[("/figmaAccess", tier)]), at);
        assert_eq!(findings("full", &[("/figmaAccess", "{}")]), []);
    }
}
