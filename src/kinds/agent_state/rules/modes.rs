//! Autopilot, Short and interactive runs, and who chose what in them.

use super::state::{State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

const AUTOPILOT: &str = "/autopilot";
const SHORT: &str = "/onlyDevelop";

pub(super) static SHORT_AUTOPILOT: Rule = Rule {
    code: Code { id: "AS028", name: "short-autopilot", severity: Severity::Error },
    what: "onlyDevelop is false in an autopilot run.",
    why: "The depth of a run is asked for, and autopilot asks nobody: it always goes the whole \
          way.",
    broken: Example { sample: "local", edits: &[("/autopilot", "true")] },
    mended: Example { sample: "local", edits: &[("/autopilot", "false")] },
};

pub(super) fn short_autopilot(state: &State<'_>, found: &mut Findings<'_>) {
    if state.is_short() && state.autopilot() {
        let help = "write onlyDevelop `false`; or autopilot `false`, if a user chose the Short run";
        found
            .add(&state.at(SHORT), "onlyDevelop is `true` in an autopilot run", help)
            .related(&state.at(AUTOPILOT), "it runs on autopilot");
    }
}

pub(super) static SHORT_WITH_PLAN: Rule = Rule {
    code: Code { id: "AS029", name: "short-with-plan", severity: Severity::Error },
    what: "In a Short run, phases 1 and 2 are skipped or absent.",
    why: "That is what makes it short. If one of them ran, the run was a full one and its report \
          has to show analysis and plan.",
    broken: Example {
        sample: "local",
        edits: &[(
            "/phases/1",
            r#"{"status": "done", "startedAt": "2026-01-20T16:01:00Z", "finishedAt": "2026-01-20T16:02:00Z"}"#,
        )],
    },
    mended: Example { sample: "local", edits: &[] },
};

pub(super) fn short_with_plan(state: &State<'_>, found: &mut Findings<'_>) {
    for (number, phase) in state.phases().filter(|(number, _)| matches!(number, 1 | 2)) {
        let status = phase.get("status");
        if let Some(said) = status.text()
            && said != "skipped"
            && state.is_short()
        {
            let message = format!("phase {number} is `{said}` in a Short run, which skips it");
            let help = "write status `skipped`; or onlyDevelop `false`, if the phase belongs to \
                        this run";
            found.add(&status, message, help).related(&state.at(SHORT), "it is a Short run");
        }
    }
}

pub(super) static SHORT_WITHOUT_REVIEW: Rule = Rule {
    code: Code { id: "AS030", name: "short-without-review", severity: Severity::Warning },
    what: "In a Short run, phase 4 is not skipped.",
    why: "A Short run leaves out analysis and plan, never the review.",
    broken: Example { sample: "local", edits: &[("/phases/4/status", r#""skipped""#)] },
    mended: Example { sample: "local", edits: &[("/phases/4/status", r#""done""#)] },
};

pub(super) fn short_without_review(state: &State<'_>, found: &mut Findings<'_>) {
    let review = state.at("/phases/4/status");
    if state.is_short() && review.text() == Some("skipped") {
        let help = "have the work reviewed: a Short run skips phases 1 and 2 only";
        found
            .add(&review, "phase 4 is `skipped`, though a Short run is reviewed as well", help)
            .related(&state.at(SHORT), "it is a Short run");
    }
}

pub(super) static SHORT_WITH_ANALYSIS: Rule = Rule {
    code: Code { id: "AS031", name: "short-with-analysis", severity: Severity::Warning },
    what: "A Short run has no analysis.",
    why: "It writes no document, by design. What stands there comes from another run.",
    broken: Example {
        sample: "local",
        edits: &[("/analysis", r#"{"docStatus": "not-applicable"}"#)],
    },
    mended: Example { sample: "local", edits: &[("/analysis", "")] },
};

pub(super) fn short_with_analysis(state: &State<'_>, found: &mut Findings<'_>) {
    let analysis = state.at("/analysis");
    if state.is_short() && analysis.is_set() {
        let help = "remove it; or write onlyDevelop `false`, if this run has an analysis";
        found
            .add(&analysis, "a Short run has an analysis", help)
            .at_key()
            .related(&state.at(SHORT), "it is a Short run");
    }
}

pub(super) static ASKED_IN_AUTOPILOT: Rule = Rule {
    code: Code { id: "AS032", name: "asked-in-autopilot", severity: Severity::Error },
    what: "baseBranchSource is not `asked` in an autopilot run.",
    why: "Autopilot cannot ask. The record is there to tell afterwards which rule chose the \
          branch, and this one did not.",
    broken: Example { sample: "full", edits: &[("/baseBranchSource", r#""asked""#)] },
    mended: Example { sample: "full", edits: &[("/baseBranchSource", r#""remembered""#)] },
};

pub(super) fn asked_in_autopilot(state: &State<'_>, found: &mut Findings<'_>) {
    let source = state.at("/baseBranchSource");
    if source.text() == Some("asked") && state.autopilot() {
        let help = "write what chose the branch: `input`, `remembered` or `default`";
        found
            .add(&source, "baseBranchSource is `asked` in an autopilot run", help)
            .related(&state.at(AUTOPILOT), "it asks nobody");
    }
}

pub(super) static BRANCH_NOT_ASKED: Rule = Rule {
    code: Code { id: "AS033", name: "branch-not-asked", severity: Severity::Warning },
    what: "baseBranchSource is `remembered` or `default` in an autopilot run only.",
    why: "These are the ways in which autopilot finds a branch. In another run the user is asked, \
          or has named it with the task.",
    broken: Example { sample: "interactive", edits: &[("/baseBranchSource", r#""default""#)] },
    mended: Example { sample: "interactive", edits: &[("/baseBranchSource", r#""asked""#)] },
};

pub(super) fn branch_not_asked(state: &State<'_>, found: &mut Findings<'_>) {
    let source = state.at("/baseBranchSource");
    if let Some(said @ ("remembered" | "default")) = source.text()
        && !state.autopilot()
    {
        let message = format!("baseBranchSource is `{said}`, as only autopilot chooses");
        let help = "write `asked` or `input`; or autopilot `true`, if nobody was asked";
        against(found.add(&source, message, help), &state.at(AUTOPILOT), "not on autopilot");
    }
}

pub(super) static WHO_CHOSE_DEPTH: Rule = Rule {
    code: Code { id: "AS034", name: "who-chose-depth", severity: Severity::Warning },
    what: "testDepthSource is not `user` in an autopilot run, and `autopilot` in no other.",
    why: "It says who answers for how far the run tested. Autopilot asks no user, and does not \
          choose where there is one.",
    broken: Example { sample: "full", edits: &[("/testDepthSource", r#""user""#)] },
    mended: Example { sample: "full", edits: &[("/testDepthSource", r#""autopilot""#)] },
};

pub(super) fn who_chose_depth(state: &State<'_>, found: &mut Findings<'_>) {
    let source = state.at("/testDepthSource");
    let (message, help) = match (source.text(), state.autopilot()) {
        (Some("user"), true) => (
            "testDepthSource is `user` in an autopilot run",
            "write `autopilot`, `default` or `forced`: no user was asked",
        ),
        (Some("autopilot"), false) => (
            "testDepthSource is `autopilot` in a run that is not on autopilot",
            "write `user`, `default` or `forced`; or autopilot `true`",
        ),
        _ => return,
    };
    against(found.add(&source, message, help), &state.at(AUTOPILOT), "the mode is this");
}

pub(super) static DEPTH_AND_SOURCE: Rule = Rule {
    code: Code { id: "AS035", name: "depth-and-source", severity: Severity::Warning },
    what: "testDepth and testDepthSource are both set, or neither is.",
    why: "A depth that nobody chose cannot be told from one that was asked for, and a choice \
          without depth says nothing.",
    broken: Example { sample: "interactive", edits: &[("/testDepthSource", "null")] },
    mended: Example { sample: "interactive", edits: &[("/testDepthSource", r#""user""#)] },
};

pub(super) fn depth_and_source(state: &State<'_>, found: &mut Findings<'_>) {
    let (depth, source) = (state.at("/testDepth"), state.at("/testDepthSource"));
    let (has, lacks, help) = match (depth.is_set(), source.is_set()) {
        (true, false) => ("testDepth", "testDepthSource", "write who chose it in testDepthSource"),
        (false, true) => ("testDepthSource", "testDepth", "write the depth that was chosen"),
        _ => return,
    };
    let set = if depth.is_set() { &depth } else { &source };
    found.add(set, format!("{has} is {}, but {lacks} is not set", set.shown()), help);
}

pub(super) static DEPTH_NOT_OPEN: Rule = Rule {
    code: Code { id: "AS036", name: "depth-not-open", severity: Severity::Warning },
    what: "testDepth is `unit+ui` only where tier1 of evidenceCapability is open, and `unit+mcp` \
           only where tier2 is.",
    why: "The menu offers what was measured to be possible. A depth beyond that was not offered, \
          and the run cannot have tested so far.",
    broken: Example { sample: "interactive", edits: &[("/testDepth", r#""unit+ui""#)] },
    mended: Example { sample: "interactive", edits: &[("/testDepth", r#""unit+mcp""#)] },
};

pub(super) fn depth_not_open(state: &State<'_>, found: &mut Findings<'_>) {
    let depth = state.at("/testDepth");
    let (said, tier) = match depth.text() {
        Some(said @ "unit+ui") => (said, "tier1"),
        Some(said @ "unit+mcp") => (said, "tier2"),
        _ => return,
    };
    let capability = state.at("/evidenceCapability").get(tier);
    if let Some(measured @ ("closed" | "unknown")) = capability.text() {
        let message = format!("testDepth is `{said}`, but {tier} is `{measured}`");
        let help = "write the depth that was offered and chosen; or measure the tier again";
        found.add(&depth, message, help).related(&capability, "this was measured");
    }
}

pub(super) static FORCED_WITH_CHOICE: Rule = Rule {
    code: Code { id: "AS037", name: "forced-with-choice", severity: Severity::Warning },
    what: "testDepthSource is `forced` only where neither tier1 nor tier2 is open.",
    why: "`forced` says that unit tests were all there was to choose from. With a tier open there \
          was a choice, and somebody made it.",
    broken: Example { sample: "interactive", edits: &[("/testDepthSource", r#""forced""#)] },
    mended: Example {
        sample: "interactive",
        edits: &[
            ("/testDepth", r#""unit""#),
            ("/testDepthSource", r#""forced""#),
            ("/evidenceCapability/tier2", r#""closed""#),
        ],
    },
};

pub(super) fn forced_with_choice(state: &State<'_>, found: &mut Findings<'_>) {
    let source = state.at("/testDepthSource");
    let open = [("tier1", "/evidenceCapability/tier1"), ("tier2", "/evidenceCapability/tier2")]
        .map(|(name, place)| (name, state.at(place)));
    if source.text() == Some("forced")
        && let Some((tier, place)) = open.iter().find(|(_, tier)| tier.text() == Some("open"))
    {
        let message = format!("testDepthSource is `forced`, but {tier} was open as well");
        let help = "write who chose: `user`, `autopilot` or `default`";
        found.add(&source, message, help).related(place, "this could be chosen");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_tier_that_was_not_measured_forbids_no_depth() {
        for edit in [("/evidenceCapability/tier2", ""), ("/evidenceCapability", "null")] {
            assert_eq!(findings("interactive", &[edit]), [], "{edit:?}");
        }
    }

    #[test]
    fn a_source_without_depth_is_as_wrong_as_a_depth_without_source() {
        let at = |place: &str| [("AS035", place.to_owned())];
        assert_eq!(findings("interactive", &[("/testDepth", "null")]), at("/testDepthSource"));
        assert_eq!(findings("interactive", &[("/testDepthSource", "")]), at("/testDepth"));
    }

    #[test]
    fn a_run_that_does_not_say_so_is_not_on_autopilot() {
        let edits = [("/autopilot", ""), ("/testDepthSource", r#""autopilot""#)];
        assert_eq!(findings("interactive", &edits), [("AS034", "/testDepthSource".to_owned())]);
    }
}
