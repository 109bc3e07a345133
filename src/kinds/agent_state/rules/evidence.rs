//! Pictures and video of a change: what is required is there, or its absence has a reason.

use super::state::{Part, State, against, repeated};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

pub(super) const EVIDENCE: &str = "/visualEvidence";

/// The gap that says with a reason why an artefact is missing.
pub(super) fn gap<'s>(evidence: &Part<'s>, what: &str) -> Option<Part<'s>> {
    evidence.get("gaps").items().find(|gap| gap.get("what").text() == Some(what))
}

fn is_explained(evidence: &Part<'_>, what: &str) -> bool {
    gap(evidence, what).is_some_and(|gap| gap.get("reason").is_filled())
}

pub(super) static EVIDENCE_MISSING: Rule = Rule {
    code: Code { id: "AS091", name: "evidence-missing", severity: Severity::Error },
    what: "Where visual evidence is required, before and after are each present, or listed in gaps \
           with a reason. For video the same is a warning.",
    why: "A reason on record satisfies phase 6, silence does not: nobody could tell evidence that \
          cannot be had from evidence that was forgotten.",
    broken: Example { sample: "local", edits: &[("/visualEvidence/gaps/0", "")] },
    mended: Example { sample: "local", edits: &[] },
};

pub(super) fn evidence_missing(state: &State<'_>, found: &mut Findings<'_>) {
    let evidence = state.at(EVIDENCE);
    let required = evidence.get("required");
    if required.flag() != Some(true) {
        return;
    }
    for what in ["before", "after", "video"] {
        let artefact = evidence.get(what);
        // That tier 3 has no reason for its missing video is an error of its own.
        let is_judged_by_tier = what == "video" && evidence.get("videoTier").count() == Some(3);
        if artefact.has_content() || is_explained(&evidence, what) || is_judged_by_tier {
            continue;
        }
        let message = format!("{what} is required, but neither present nor in gaps with a reason");
        let help = format!("add it; or list `{what}` in gaps, with the reason why there is none");
        let finding = found.add(artefact.or(&evidence), message, help);
        let finding = if what == "video" { finding.warning() } else { finding };
        finding.related(&required, "evidence is required");
    }
}

pub(super) static FALSE_GAP: Rule = Rule {
    code: Code { id: "AS092", name: "false-gap", severity: Severity::Warning },
    what: "gaps lists no artefact that is present, lists none twice, and every reason says \
           something.",
    why: "A gap is read as: this is missing, and here is why. For something that is there it is \
          false, and without a reason it is silence.",
    broken: Example {
        sample: "full",
        edits: &[("/visualEvidence/gaps", r#"[{"what": "after", "reason": "no device"}]"#)],
    },
    mended: Example { sample: "full", edits: &[("/visualEvidence/gaps", "[]")] },
};

pub(super) fn false_gap(state: &State<'_>, found: &mut Findings<'_>) {
    let evidence = state.at(EVIDENCE);
    let named = || {
        let gaps = evidence.get("gaps").items().map(|gap| gap.get("what"));
        gaps.filter_map(|what| Some((what.text()?, what)))
    };
    for (what, place) in named() {
        let artefact = evidence.get(what);
        if artefact.has_content() {
            let message = format!("`{what}` is listed as a gap, but it is present");
            let help = "remove the gap; or the artefact, if it is not what was required";
            found.add(&place, message, help).related(&artefact, "here it is");
        }
    }
    for (what, again, first) in repeated(named()) {
        let message = format!("`{what}` is listed twice among the gaps");
        found.add(&again, message, "list it once, with all reasons").related(&first, "the other");
    }
    for reason in evidence.get("gaps").items().map(|gap| gap.get("reason")) {
        if !reason.is_filled() {
            let help = "write why it is missing";
            found.add(&reason, "a gap has a reason that says nothing", help);
        }
    }
}

pub(super) static BEFORE_CAPTURED: Rule = Rule {
    code: Code { id: "AS095", name: "before-captured", severity: Severity::Error },
    what: "The source of every image in before is `ticket`.",
    why: "The state before the change is never built again to take a picture of it. An image that \
          was captured shows something else.",
    broken: Example {
        sample: "full",
        edits: &[("/visualEvidence/before/0/source", r#""capture""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/visualEvidence/before/0/source", r#""ticket""#)],
    },
};

pub(super) fn before_captured(state: &State<'_>, found: &mut Findings<'_>) {
    for source in state.at("/visualEvidence/before").items().map(|image| image.get("source")) {
        if source.text() == Some("capture") {
            let message = "an image from before the change was captured by the run";
            let help = "take images of before from the ticket only; if it has none, list `before` \
                        in gaps";
            found.add(&source, message, help);
        }
    }
}

pub(super) static AFTER_FROM_TICKET: Rule = Rule {
    code: Code { id: "AS096", name: "after-from-ticket", severity: Severity::Warning },
    what: "The source of every image in after is `capture`.",
    why: "What the change looks like is captured in phase 3. An image from the ticket was there \
          before the change.",
    broken: Example { sample: "full", edits: &[("/visualEvidence/after/1/source", r#""ticket""#)] },
    mended: Example {
        sample: "full",
        edits: &[("/visualEvidence/after/1/source", r#""capture""#)],
    },
};

pub(super) fn after_from_ticket(state: &State<'_>, found: &mut Findings<'_>) {
    for source in state.at("/visualEvidence/after").items().map(|image| image.get("source")) {
        if source.text() == Some("ticket") {
            let message = "an image from after the change was taken from the ticket";
            let help = "capture it once the change is built; or move it to before";
            found.add(&source, message, help);
        }
    }
}

/// The longest recording, in seconds.
const LONGEST: f64 = 60.0;

pub(super) static LONG_VIDEO: Rule = Rule {
    code: Code { id: "AS097", name: "long-video", severity: Severity::Error },
    what: "A video is at most 60 seconds long.",
    why: "Recording stops at 60 seconds. A longer video was not made by the run, or was not \
          measured.",
    broken: Example { sample: "full", edits: &[("/visualEvidence/video/seconds", "60.5")] },
    mended: Example { sample: "full", edits: &[("/visualEvidence/video/seconds", "60")] },
};

pub(super) fn long_video(state: &State<'_>, found: &mut Findings<'_>) {
    let seconds = state.at("/visualEvidence/video/seconds");
    if let Some(said) = seconds.number().filter(|said| *said > LONGEST) {
        let message = format!("the video is `{said}` seconds long, but recording stops at 60");
        found.add(&seconds, message, "record at most 60 seconds, and write how long it is");
    }
}

pub(super) static VIDEO_NOT_RECORDED: Rule = Rule {
    code: Code { id: "AS098", name: "video-not-recorded", severity: Severity::Error },
    what: "With videoTier 3 there is no video, and where evidence is required gaps lists `video`.",
    why: "Tier 3 means that nothing was recorded. That is allowed, with a reason.",
    broken: Example { sample: "full", edits: &[("/visualEvidence/videoTier", "3")] },
    mended: Example { sample: "full", edits: &[("/visualEvidence/videoTier", "1")] },
};

pub(super) fn video_not_recorded(state: &State<'_>, found: &mut Findings<'_>) {
    let evidence = state.at(EVIDENCE);
    let (tier, video, required) =
        (evidence.get("videoTier"), evidence.get("video"), evidence.get("required"));
    if tier.count() != Some(3) {
        return;
    }
    if video.is_set() {
        let help = "remove it; or write the tier that it was recorded with, 1 or 2";
        found
            .add(&video, "videoTier is `3`, which records nothing, but there is a video", help)
            .related(&tier, "the tier");
    } else if required.flag() == Some(true) && !is_explained(&evidence, "video") {
        let help = "list `video` in gaps, with the reason why nothing was recorded";
        found
            .add(&tier, "videoTier is `3`, but gaps does not say why there is no video", help)
            .related(&required, "evidence is required");
    }
}

pub(super) static RECORDING_WITHOUT_TEST: Rule = Rule {
    code: Code { id: "AS099", name: "recording-without-test", severity: Severity::Warning },
    what: "With videoTier 1, the UI test has run and has a logPath.",
    why: "Tier 1 is the recording of that test. Without a run and its log nobody knows what the \
          video shows.",
    broken: Example { sample: "full", edits: &[("/uiTest", "null")] },
    mended: Example { sample: "full", edits: &[] },
};

pub(super) fn recording_without_test(state: &State<'_>, found: &mut Findings<'_>) {
    let (tier, test) = (state.at("/visualEvidence/videoTier"), state.at("/uiTest"));
    if tier.count() != Some(1) {
        return;
    }
    let lack = match (test.get("ran").flag(), test.get("logPath").is_filled()) {
        (Some(true), true) => None,
        (Some(true), false) => Some("the UI test has no logPath"),
        (Some(false), _) => Some("the UI test was not run"),
        (None, _) => Some("no run of the UI test is on record"),
    };
    if let Some(lack) = lack {
        let message = format!("videoTier is `1`, but {lack}");
        let help = "write the run of the UI test and its log; or the tier of the recording, 2 or 3";
        against(found.add(&tier, message, help), &test, "the UI test");
    }
}

pub(super) static PLATFORMS: Rule = Rule {
    code: Code { id: "AS112", name: "evidence-platform", severity: Severity::Warning },
    what: "platform is the same in visualEvidence and in evidenceCapability.",
    why: "The evidence is of the app whose means were measured.",
    broken: Example { sample: "local", edits: &[("/evidenceCapability/platform", r#""ios""#)] },
    mended: Example { sample: "local", edits: &[("/evidenceCapability/platform", r#""web""#)] },
};

pub(super) fn platforms(state: &State<'_>, found: &mut Findings<'_>) {
    let measured = state.at("/evidenceCapability/platform");
    let shown = state.at("/visualEvidence/platform");
    if let (Some(a), Some(b)) = (shown.text(), measured.text())
        && a != b
    {
        let message = format!("the evidence is of `{a}`, but `{b}` was measured");
        let help = "write the platform of the app in both";
        found.add(&shown, message, help).related(&measured, "this was measured");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn what_is_required_is_there_or_has_a_reason() {
        let at = |code, place: &str| (code, format!("/visualEvidence{place}"));
        let without = [("/visualEvidence/gaps", "[]"), ("/visualEvidence/host", "null")];
        let expected = [at("AS091", ""), at("AS098", "/videoTier")];
        assert_eq!(findings("local", &without), expected);
        let untiered = [without[0], without[1], ("/visualEvidence/videoTier", "2")];
        assert_eq!(findings("local", &untiered), [at("AS091", ""), at("AS091", "")]);
        let not_required = [without[0], without[1], ("/visualEvidence/required", "false")];
        assert_eq!(findings("local", &not_required), []);
        let blank = [("/visualEvidence/gaps/0/reason", r#"" ""#)];
        let expected = [at("AS091", ""), at("AS092", "/gaps/0/reason")];
        assert_eq!(findings("local", &blank), expected);
    }

    #[test]
    fn a_missing_video_weighs_less() {
        let edits = [("/visualEvidence/video", ""), ("/visualEvidence/gaps", "[]")];
        let found = crate::rule::diagnostics(&super::super::super::KIND, "full", &edits);
        let severities: Vec<_> = found.iter().map(|d| (d.code.id, d.is_error())).collect();
        assert_eq!(severities, [("AS091", false)]);
    }

    #[test]
    fn gaps_are_of_what_is_missing_and_listed_once() {
        let edits = [
            ("/visualEvidence/gaps/1", r#"{"what": "before", "reason": "also"}"#),
            ("/visualEvidence/videoTier", "null"),
        ];
        let found = findings("local", &edits);
        assert!(found.contains(&("AS092", "/visualEvidence/gaps/1/what".to_owned())), "{found:?}");
    }

    #[test]
    fn a_recording_of_the_test_needs_the_test() {
        let at = [("AS099", "/visualEvidence/videoTier".to_owned())];
        assert_eq!(findings("full", &[("/uiTest", "{}")]), at);
        assert_eq!(
            findings("full", &[("/uiTest", "null"), ("/visualEvidence/videoTier", "2")]),
            []
        );
    }
}
