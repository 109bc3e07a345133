//! The verdict that the votes of a council come to.
//!
//! It fails closed: COMPLETE needs exactly the voters that were expected, two thirds of their number
//! in approvals (rounded up), no issue that is CRITICAL or HIGH, and, where a council of two or more
//! is of one mind, nobody who was asked to argue against it and was not convinced. Everything else
//! is CONTINUE.

use std::collections::HashSet;

use super::model::{Council, DEVILS_ADVOCATE, Finding, Vote};
use crate::options::Options;

/// What the votes come to, with all that it rests on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The voters that were expected.
    pub(super) size: usize,
    /// Those who answered, each counted once.
    pub(super) answered: usize,
    pub(super) quorum: Quorum,
    /// Approvals of those who answered, without the devil's advocate.
    pub(super) approvals: usize,
    /// The approvals that COMPLETE needs.
    pub(super) needed: usize,
    /// The findings (by index) with an issue that vetoes.
    pub(super) vetoes: Vec<usize>,
    pub(super) advocate: Advocate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quorum {
    Met,
    /// Fewer than were expected.
    Short,
    /// More than were expected.
    Exceeded,
    /// One voter stands in the place of two.
    Repeated,
    /// Somebody else stands in the place of an expected voter.
    Misplaced,
    /// The devil's advocate alone: the votes that it argues against stand elsewhere.
    AdvocateAlone,
}

/// What became of the argument against a council that is of one mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advocate {
    /// Not asked for: the votes differ, or there is one voter only.
    NotDue,
    /// Asked for, and not in this document.
    Awaited,
    Upheld,
    Overturned,
}

impl Verdict {
    /// The verdict of a council, where its size is known.
    pub(super) fn of(council: &Council<'_>, options: &Options) -> Option<Verdict> {
        let size = options.expected_size()?;
        let voters = options.expected_voters();
        Some(Self::with_size(council, size, voters))
    }

    /// The verdict if nobody else was expected.
    pub(super) fn of_those_who_answered(council: &Council<'_>) -> Verdict {
        let advocates = usize::from(advocate(council, &[]).is_some());
        Self::with_size(council, council.findings.len() - advocates, &[])
    }

    /// The verdict of a council of that size.
    fn with_size(council: &Council<'_>, size: usize, voters: &[String]) -> Verdict {
        let advocate = advocate(council, voters);
        let base: Vec<&Finding<'_>> = council
            .findings
            .iter()
            .filter(|f| !advocate.is_some_and(|a| std::ptr::eq(a, *f)))
            .collect();
        let mut roles = HashSet::new();
        let voting: Vec<&&Finding<'_>> = base.iter().filter(|f| roles.insert(role(f))).collect();
        let approvals = voting.iter().filter(|f| f.vote == Vote::Approve).count();
        let expected = |finding: &&&Finding<'_>| voters.iter().any(|name| name == finding.role);
        let quorum = if voting.is_empty() {
            Quorum::AdvocateAlone
        } else if voting.len() < base.len() {
            Quorum::Repeated
        } else if voting.len() < size {
            Quorum::Short
        } else if voting.len() > size {
            Quorum::Exceeded
        } else if !voters.is_empty() && !voting.iter().all(expected) {
            Quorum::Misplaced
        } else {
            Quorum::Met
        };
        let unanimous = size >= 2 && quorum == Quorum::Met && approvals == size;
        let vetoes = council.findings.iter().enumerate();
        Verdict {
            size,
            answered: voting.len(),
            quorum,
            approvals,
            needed: (2 * size).div_ceil(3),
            vetoes: vetoes.filter(|(_, f)| f.vetoes().next().is_some()).map(|(at, _)| at).collect(),
            advocate: match advocate.map(|finding| finding.vote) {
                _ if !unanimous => Advocate::NotDue,
                None => Advocate::Awaited,
                Some(Vote::Approve) => Advocate::Upheld,
                Some(Vote::Reject | Vote::CannotValidate) => Advocate::Overturned,
            },
        }
    }

    /// Is it COMPLETE by the votes alone?
    pub(super) fn is_complete_without_veto(&self) -> bool {
        self.quorum == Quorum::Met
            && self.approvals >= self.needed
            && self.advocate != Advocate::Overturned
    }

    /// Is it COMPLETE?
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete_without_veto() && self.vetoes.is_empty()
    }

    /// The first of the conditions that decides.
    pub(super) fn reason(&self) -> &'static str {
        match (self.quorum, self.advocate) {
            (Quorum::Short, _) => "short",
            (Quorum::Exceeded, _) => "exceeded",
            (Quorum::Repeated, _) => "repeated",
            (Quorum::Misplaced, _) => "misplaced",
            (Quorum::AdvocateAlone, _) => "advocateAlone",
            (Quorum::Met, _) if self.approvals < self.needed => "threshold",
            (Quorum::Met, _) if !self.vetoes.is_empty() => "veto",
            (Quorum::Met, Advocate::Overturned) => "overturned",
            (Quorum::Met, Advocate::Awaited) => "provisional",
            (Quorum::Met, Advocate::Upheld) => "upheld",
            (Quorum::Met, Advocate::NotDue) => "enough",
        }
    }
}

/// A role as it is compared: it names a file, and file names may not tell capitals apart.
pub(super) fn role(finding: &Finding<'_>) -> String {
    finding.role.trim().to_lowercase()
}

/// The expected voters who did not answer.
pub(super) fn missing<'o>(
    council: &Council<'_>,
    expected: &'o [String],
) -> impl Iterator<Item = &'o str> {
    let answered = |name: &str| council.findings.iter().any(|finding| finding.role == name);
    expected.iter().map(String::as_str).filter(move |name| !answered(name))
}

/// The devil's advocate, where it speaks after the council: alone, or beside voters that all approve.
/// Elsewhere it is a voter like any other.
pub(super) fn advocate<'c, 'a>(
    council: &'c Council<'a>,
    voters: &[String],
) -> Option<&'c Finding<'a>> {
    if voters.iter().any(|name| name == DEVILS_ADVOCATE) {
        return None;
    }
    let mut advocates = council.findings.iter().filter(|f| role(f) == DEVILS_ADVOCATE);
    let (advocate, None) = (advocates.next()?, advocates.next()) else { return None };
    let mut others = council.findings.iter().filter(|finding| role(finding) != DEVILS_ADVOCATE);
    others.all(|finding| finding.vote == Vote::Approve).then_some(advocate)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Vote = Vote::Approve;
    const R: Vote = Vote::Reject;
    const C: Vote = Vote::CannotValidate;

    fn verdict(size: usize, votes: &[(&str, Vote)]) -> Verdict {
        let findings = votes.iter().map(|&(role, vote)| Finding {
            role,
            vote,
            reason: "Because.",
            severity: None,
            suggested_action: None,
            issues: Vec::new(),
        });
        Verdict::with_size(&Council { findings: findings.collect() }, size, &[])
    }

    #[test]
    fn two_thirds_of_the_expected_voters_are_needed() {
        let needed: Vec<_> = (1..=9).map(|size| verdict(size, &[]).needed).collect();
        assert_eq!(needed, [1, 2, 2, 3, 4, 4, 5, 6, 6]);
    }

    #[test]
    fn it_fails_closed() {
        let reasons = [
            (3, vec![("a", A), ("b", A)], "short"),
            (1, vec![("a", A), ("b", A)], "exceeded"),
            (3, vec![("a", A), ("b", A), ("B", A)], "repeated"),
            (3, vec![("a", A), ("b", C), ("c", R)], "threshold"),
            (2, vec![("a", A), ("b", A), (DEVILS_ADVOCATE, R)], "overturned"),
            (2, vec![("a", A), ("b", A), (DEVILS_ADVOCATE, C)], "overturned"),
            (1, vec![(DEVILS_ADVOCATE, A)], "advocateAlone"),
            (2, vec![("a", A), ("b", R), (DEVILS_ADVOCATE, A)], "exceeded"),
        ];
        for (size, votes, reason) in reasons {
            let verdict = verdict(size, &votes);
            assert_eq!((verdict.reason(), verdict.is_complete()), (reason, false), "{votes:?}");
        }
    }

    #[test]
    fn enough_approvals_complete_it() {
        let reasons = [
            (1, vec![("a", A)], "enough"),
            (3, vec![("a", A), ("b", A), ("c", C)], "enough"),
            (2, vec![("a", A), ("b", A)], "provisional"),
            (2, vec![("a", A), ("b", A), (DEVILS_ADVOCATE, A)], "upheld"),
            (3, vec![("a", A), ("b", A), (DEVILS_ADVOCATE, R)], "enough"),
        ];
        for (size, votes, reason) in &reasons[..4] {
            let verdict = verdict(*size, votes);
            assert_eq!((verdict.reason(), verdict.is_complete()), (*reason, true), "{votes:?}");
        }
        // Two that approve are no council of three, whatever the devil's advocate says.
        assert_eq!(verdict(reasons[4].0, &reasons[4].1).reason(), "short");
    }
}
