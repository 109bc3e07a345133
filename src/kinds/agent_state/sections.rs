//! The sections of a run report, in order, each with its RENDER_IF rule. They stand nowhere else.

use crate::kinds::{Partial, partials};
use crate::schema::Claim;
use crate::section::RenderIf::{Always, AnyPresent, Inconsistent, OtherData, Present};
use crate::section::{RenderIf, Section, sections};

/// A phase asked the user something, or had a plan approved.
const GATED: RenderIf = AnyPresent(&[
    "/phases/*/clarificationRounds",
    "/phases/*/clarificationQuestions",
    "/phases/*/clarificationAnswers",
    "/phases/*/planIterations",
    "/phases/*/planApprovedAt",
    "/phases/*/planEditRequests",
]);

const TEST_EVIDENCE: RenderIf =
    AnyPresent(&["/evidenceCapability", "/testDepth", "/testDepthSource"]);

const ARTEFACTS: RenderIf = AnyPresent(&[
    "/artifactsPath",
    "/worktreeRemovedAt",
    "/confluenceSpace",
    "/confluenceParentId",
]);

pub(super) static SECTIONS: &[Section] = sections! {
    "agent-state":
    // template              data                     RENDER_IF
    "header",                "",                      Always;
    "run-card",              "",                      Always;
    "attention",             "",                      Always, links under "attention";
    "consistency-findings" from "shared", "",         Inconsistent;
    "index" from "shared",   "",                      Always, links under "index";
    "phases",                "/phases",               Always;
    "plan-gate",             "",                      GATED;
    "task",                  "",                      Always;
    "projects",              "/projects",             Present("/projects");
    "related-issues",        "/relatedIssues",        Present("/relatedIssues");
    "siblings",              "/siblings",             Present("/siblings");
    "analysis",              "",                      AnyPresent(&["/analysis", "/run"]);
    "baseline",              "/baseline",             Present("/baseline");
    "review-iterations",     "/reviewIterations",     Present("/reviewIterations");
    "circuit-breaker",       "/circuitBreaker",       Present("/circuitBreaker");
    "diff-risk",             "/diffRisk",             Present("/diffRisk");
    "telemetry",             "/telemetry",            Present("/telemetry");
    "figma-access",          "/figmaAccess",          Present("/figmaAccess");
    "design-check",          "/designCheck",          Present("/designCheck");
    "test-evidence",         "",                      TEST_EVIDENCE;
    "ui-test",               "/uiTest",               Present("/uiTest");
    "visual-evidence",       "/visualEvidence",       Present("/visualEvidence");
    "evidence-gaps",         "/visualEvidence/gaps",  Present("/visualEvidence/gaps");
    "pending-steer",         "/pendingSteer",         Present("/pendingSteer");
    "delivery",              "",                      AnyPresent(&["/pr", "/commit"]);
    "artefacts",             "",                      ARTEFACTS;
    "other-data" from "shared", "",                   OtherData;
};

/// What several sections write in the same way: the number of a phase with its name, what a
/// value of open shape says, a table of findings.
pub(super) static PARTIALS: &[Partial] = partials![
    "agent-state/phase",
    "agent-state/facts",
    "agent-state/values",
    "agent-state/findings",
];

/// Places that the schema leaves open and the sections show.
pub(super) static CLAIMS: &[Claim] = &[
    &["analysis", "frontMatter"],
    &["designCheck", "mock", "supported"],
    &["designCheck", "mock", "activation"],
    &["designCheck", "inventory", "targets", "*"],
    &["designCheck", "inventory", "groups", "*"],
    &["designCheck", "inventory", "byKind"],
    &["designCheck", "variants", "*"],
    &["designCheck", "captured", "*"],
    &["reviewIterations", "*", "reviewers", "*", "findings"],
    &["reviewIterations", "*", "triage"],
    &["reviewIterations", "*", "accepted"],
    &["reviewIterations", "*", "validatorResult"],
];
