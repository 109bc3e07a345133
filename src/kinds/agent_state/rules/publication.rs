//! What the run published: pull request, commits, pages.

use super::state::{Part, State, repeated};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const REMOTE: &str = "/remoteType";

pub(super) static SIGNAL_TWICE: Rule = Rule {
    code: Code { id: "AS073", name: "signal-twice", severity: Severity::Warning },
    what: "The signals of diffRisk are all different.",
    why: "They are the names of what was seen in any file, each once. A repeated one makes a \
          change look riskier than it is.",
    broken: Example { sample: "full", edits: &[("/diffRisk/signals/1", r#""public_api""#)] },
    mended: Example {
        sample: "full",
        edits: &[("/diffRisk/signals/1", r#""test_lines_removed""#)],
    },
};

pub(super) fn signal_twice(state: &State<'_>, found: &mut Findings<'_>) {
    for (name, again, first) in repeated(state.at("/diffRisk/signals").texts()) {
        let message = format!("{} is listed twice among the signals", quoted(name));
        found.add(&again, message, "name each signal once").related(&first, "the first time");
    }
}

pub(super) static PR_VERSION: Rule = Rule {
    code: Code { id: "AS074", name: "pr-version", severity: Severity::Warning },
    what: "version of the pull request is present only with remoteType bitbucket.",
    why: "Bitbucket alone counts versions of a pull request, and wants the next one with every \
          change. Elsewhere the field says that the request was taken for another.",
    broken: Example { sample: "local", edits: &[("/pr/version", "2")] },
    mended: Example { sample: "local", edits: &[("/pr/version", "")] },
};

pub(super) fn pr_version(state: &State<'_>, found: &mut Findings<'_>) {
    let (version, remote) = (state.at("/pr/version"), state.at(REMOTE));
    if let Some(said) = remote.text().filter(|said| *said != "bitbucket")
        && version.is_set()
    {
        let message = format!("the pull request has a version, but remoteType is `{said}`");
        let help = "remove it; or write remoteType `bitbucket`";
        found.add(&version, message, help).at_key().related(&remote, "the remote is this");
    }
}

pub(super) static REVIEWS_OWN: Rule = Rule {
    code: Code { id: "AS075", name: "reviews-own-pr", severity: Severity::Error },
    what: "username of identity is not among the reviewers of the pull request.",
    why: "The user name is there to keep the author out of that list. An author cannot approve \
          the own pull request, so the review that it waits for never comes.",
    broken: Example { sample: "full", edits: &[("/pr/reviewers/0", r#""mfield""#)] },
    mended: Example { sample: "full", edits: &[("/pr/reviewers/0", r#""jlund""#)] },
};

pub(super) fn reviews_own(state: &State<'_>, found: &mut Findings<'_>) {
    let author = state.at("/identity/username");
    let Some(name) = author.text().filter(|name| !name.is_empty()) else { return };
    for (reviewer, place) in state.at("/pr/reviewers").texts() {
        // Hosts do not tell user names by their case.
        if reviewer.trim_start_matches('@').eq_ignore_ascii_case(name) {
            let message = format!("{} reviews a pull request of their own", quoted(reviewer));
            let help = "remove it, and ask somebody else";
            found.add(&place, message, help).related(&author, "the author");
        }
    }
}

pub(super) static PUBLISHED_TOO_EARLY: Rule = Rule {
    code: Code { id: "AS076", name: "published-too-early", severity: Severity::Warning },
    what: "Where there is a pull request or a commit, currentPhase is 6 or 7.",
    why: "Phase 6 commits and opens the pull request. On record earlier, it comes from another \
          run, or the phase was not counted.",
    broken: Example {
        sample: "circuit-breaker",
        edits: &[("/commit", r#"{"sha": "0a1b2c3d", "message": "fix: round half to even"}"#)],
    },
    mended: Example { sample: "circuit-breaker", edits: &[("/commit", "null")] },
};

pub(super) fn published_too_early(state: &State<'_>, found: &mut Findings<'_>) {
    let phase = state.current_phase();
    let published = [("pull request", "/pr"), ("commit", "/commit")];
    for (name, part) in published.map(|(name, place)| (name, state.at(place))) {
        if part.is_set() && phase < 6 {
            let message = format!("there is a {name}, but currentPhase is `{phase}`");
            let help = "write the phase that the run has come to; or null, if there is none yet";
            found.add(&part, message, help).related(&state.at("/currentPhase"), "the phase");
        }
    }
}

pub(super) static PR_URL: Rule = Rule {
    code: Code { id: "AS077", name: "pr-url", severity: Severity::Warning },
    what: "The URL of the pull request is of the remote's kind and ends with its number.",
    why: "The link is what everybody follows from the report. It leads to another pull request, \
          or to another host.",
    broken: Example {
        sample: "full",
        edits: &[("/pr/url", r#""https://bitbucket.org/acme/wallet-ios/pull-requests/521""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/pr/url", r#""https://bitbucket.org/acme/wallet-ios/pull-requests/512""#)],
    },
};

pub(super) fn pr_url(state: &State<'_>, found: &mut Findings<'_>) {
    let (url, number, remote) = (state.at("/pr/url"), state.at("/pr/number"), state.at(REMOTE));
    let Some(text) = url.text() else { return };
    if let (Some(host), Some(kind)) = (kind_of_host(text), remote.text())
        && host != kind
    {
        let message = format!("url of the pull request is on {host}, but remoteType is `{kind}`");
        let help = "write the address of the pull request that was opened, or the kind of remote";
        found.add(&url, message, help).related(&remote, "the remote is this");
    }
    if let (Some(in_url), Some(said)) = (number_in(text), number.count())
        && in_url != said.to_string()
    {
        let message = format!("url of the pull request has number `{in_url}`, not `{said}`");
        let help = "write the address and the number of the pull request that was opened";
        found.add(&url, message, help).related(&number, "the number is this");
    }
}

/// The kind of remote that a URL names by its host. One on a host of its own says nothing.
fn kind_of_host(url: &str) -> Option<&'static str> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?.to_lowercase();
    ["github", "bitbucket", "gitlab"].into_iter().find(|kind| host.contains(kind))
}

/// The last step of the path that is a number: `/pull/77`, `/pull-requests/77/overview`.
fn number_in(url: &str) -> Option<&str> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://")?.1;
    let is_number = |step: &&str| !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    path.split('/').skip(1).filter(is_number).last()
}

pub(super) static MALFORMED_SHA: Rule = Rule {
    code: Code { id: "AS078", name: "malformed-commit-sha", severity: Severity::Warning },
    what: "The sha of each commit is 7 to 64 hexadecimal digits.",
    why: "The commit is found by it. Anything else is the hash of no commit.",
    broken: Example { sample: "local", edits: &[("/commit/sha", r#""HEAD~1-dirty""#)] },
    mended: Example { sample: "local", edits: &[("/commit/sha", r#""5d1f00a""#)] },
};

pub(super) fn malformed_sha(state: &State<'_>, found: &mut Findings<'_>) {
    let projects = state.at("/projects").items().map(|project| project.get("commit"));
    for commit in std::iter::once(state.at("/commit")).chain(projects) {
        let sha: Part<'_> = commit.get("sha");
        let is_hash = |text: &str| {
            (7..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit())
        };
        if sha.text().is_some_and(|text| !is_hash(text)) {
            let message = format!("sha is {}, which is the hash of no commit", sha.shown());
            found.add(&sha, message, "write what `git rev-parse HEAD` says");
        }
    }
}

pub(super) static PAGE_WITHOUT_SPACE: Rule = Rule {
    code: Code { id: "AS108", name: "page-without-space", severity: Severity::Warning },
    what: "Where confluenceParentId is set, confluenceSpace is.",
    why: "The page is looked for in the space. Without it the next run has to ask again, which \
          the record is there to spare.",
    broken: Example { sample: "full", edits: &[("/confluenceSpace", "null")] },
    mended: Example { sample: "full", edits: &[("/confluenceSpace", r#""WAL""#)] },
};

pub(super) fn page_without_space(state: &State<'_>, found: &mut Findings<'_>) {
    let page = state.at("/confluenceParentId");
    if page.is_set() && !state.at("/confluenceSpace").is_filled() {
        let help = "write the key of the space that the page is in";
        found.add(&page, "confluenceParentId is set, but confluenceSpace is not", help);
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::{kind_of_host, number_in};

    #[test]
    fn a_url_names_its_host_and_its_number() {
        for (url, kind, number) in [
            ("https://github.com/a/b/pull/77", Some("github"), Some("77")),
            ("https://github.com/a/b/pull/77/files?w=1#diff-2", Some("github"), Some("77")),
            (
                "https://bitbucket.acme.example/p/1/r/x/pull-requests/5/overview/",
                Some("bitbucket"),
                Some("5"),
            ),
            ("https://gitlab.com/a/b/-/merge_requests/9", Some("gitlab"), Some("9")),
            ("https://git.acme.example/github/pull/3", None, Some("3")),
            ("https://git.acme.example:8443/x", None, None),
            ("urn:x", None, None),
        ] {
            assert_eq!(kind_of_host(url), kind, "{url}");
            assert_eq!(number_in(url), number, "{url}");
        }
    }

    #[test]
    fn a_pull_request_is_where_the_remote_is() {
        let edits = [("/pr/url", r#""https://gitlab.com/a/b/-/merge_requests/77""#)];
        assert_eq!(findings("local", &edits), [("AS077", "/pr/url".to_owned())]);
        let edits = [("/pr/url", r#""https://git.acme.example/a/b/pull/77""#)];
        assert_eq!(findings("local", &edits), [], "a host of one's own can be either");
    }

    #[test]
    fn authors_are_known_whatever_the_case() {
        for name in [r#""MField""#, r#""@mfield""#] {
            let expected = [("AS075", "/pr/reviewers/1".to_owned())];
            assert_eq!(findings("full", &[("/pr/reviewers/1", name)]), expected);
        }
        assert_eq!(findings("full", &[("/pr/reviewers/1", r#""mfields""#)]), []);
    }

    #[test]
    fn commits_of_projects_are_looked_at_as_well() {
        let edits = [("/projects/1/commit/sha", r#""77ab3e1z""#)];
        assert_eq!(findings("full", &edits), [("AS078", "/projects/1/commit/sha".to_owned())]);
    }
}
