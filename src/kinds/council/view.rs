//! What the templates of a council transcript see beside the document.

use serde_json::Value;

use super::model::{Council, DEVILS_ADVOCATE, Vote};
use super::verdict::{self, Advocate, Quorum, Verdict};
use crate::options::Options;
use crate::view::{Seen, View, object};

pub(super) fn extend(document: &Value, options: &Options, view: &mut View) {
    let council = Council::of(document);
    view.set("tally", Vote::ALL.iter().map(|vote| tally(&council, *vote)).collect::<Seen>());
    let all = &council.findings;
    let unanimous = all.len() > 1
        && all
            .iter()
            .all(|finding| finding.vote == Vote::Approve && finding.role != DEVILS_ADVOCATE);
    view.set("unanimous", unanimous);
    if let Some(verdict) = Verdict::of(&council, options) {
        let missing = verdict::missing(&council, options.expected_voters());
        view.set("verdict", seen(&council, &verdict, missing.collect()));
    }
}

fn tally(council: &Council<'_>, vote: Vote) -> Seen {
    let voters: Seen = council.voting(vote).map(|finding| Seen::from(finding.role)).collect();
    object([
        ("vote", Seen::from(vote.name())),
        ("count", Seen::from(council.voting(vote).count())),
        ("voters", voters),
    ])
}

fn seen(council: &Council<'_>, verdict: &Verdict, missing: Seen) -> Seen {
    let word = |complete| Seen::from(if complete { "COMPLETE" } else { "CONTINUE" });
    let vetoes = verdict.vetoes.iter().map(|at| Seen::from(council.findings[*at].role));
    object([
        ("word", word(verdict.is_complete())),
        ("withoutVeto", word(verdict.is_complete_without_veto())),
        ("reason", Seen::from(verdict.reason())),
        ("size", Seen::from(verdict.size)),
        ("answered", Seen::from(verdict.answered)),
        ("missing", missing),
        ("quorumMet", Seen::from(verdict.quorum == Quorum::Met)),
        ("approvals", Seen::from(verdict.approvals)),
        ("needed", Seen::from(verdict.needed)),
        ("enough", Seen::from(verdict.approvals >= verdict.needed)),
        ("vetoes", vetoes.collect()),
        (
            "advocate",
            Seen::from(match verdict.advocate {
                Advocate::NotDue => "notDue",
                Advocate::Awaited => "awaited",
                Advocate::Upheld => "upheld",
                Advocate::Overturned => "overturned",
            }),
        ),
    ])
}
