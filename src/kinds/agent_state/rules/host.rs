//! Where the visual evidence is published.

use super::evidence::EVIDENCE;
use super::state::{State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};

const HOST: &str = "/visualEvidence/host";

pub(super) static HOST_NONE: Rule = Rule {
    code: Code { id: "AS093", name: "host-none", severity: Severity::Error },
    what: "With host `none` there is a hostReason, and gaps is not empty.",
    why: "Nothing is published then. That has to have a reason, and what readers do not get to see \
          has to be on record.",
    broken: Example { sample: "local", edits: &[("/visualEvidence/hostReason", "null")] },
    mended: Example { sample: "local", edits: &[] },
};

pub(super) fn host_none(state: &State<'_>, found: &mut Findings<'_>) {
    let (evidence, host) = (state.at(EVIDENCE), state.at(HOST));
    if host.text() != Some("none") {
        return;
    }
    let (reason, gaps) = (evidence.get("hostReason"), evidence.get("gaps"));
    if !reason.is_filled() {
        let help = "write why neither Jira nor GitHub could be used";
        found
            .add(reason.or(&host), "host is `none`, but there is no hostReason", help)
            .related(&host, "the host");
    }
    if !gaps.has_content() {
        let help = "list in gaps what is not published, with the reason";
        let finding = found.add(gaps.or(&host), "host is `none`, but no gap is on record", help);
        against(finding, &host, "the host");
    }
}

pub(super) static JIRA_ONLY: Rule = Rule {
    code: Code { id: "AS094", name: "jira-only", severity: Severity::Error },
    what: "There is a video only with host `jira`, and host `jira` only with a jiraId.",
    why: "Recordings are published as attachments, which Jira alone has; and an attachment needs \
          an issue.",
    broken: Example { sample: "interactive", edits: &[("/visualEvidence/host", r#""jira""#)] },
    mended: Example {
        sample: "interactive",
        edits: &[("/visualEvidence/host", r#""github-private""#)],
    },
};

pub(super) fn jira_only(state: &State<'_>, found: &mut Findings<'_>) {
    let (host, video) = (state.at(HOST), state.at("/visualEvidence/video"));
    let jira = state.at("/jiraId");
    match host.text() {
        Some("jira") if !jira.is_set() => {
            let help = "write where the evidence is published without Jira; or the jiraId";
            let finding = found.add(&host, "host is `jira`, but there is no jiraId", help);
            against(finding, &jira, "no Jira issue");
        }
        Some(said) if said != "jira" && video.is_set() => {
            let message = format!("there is a video, but host is `{said}`");
            let help = "remove it and list `video` in gaps: only Jira takes recordings";
            found.add(&video, message, help).related(&host, "the host");
        }
        _ => {}
    }
}

pub(super) static HOST_AGAINST_REMOTE: Rule = Rule {
    code: Code { id: "AS100", name: "host-against-remote", severity: Severity::Warning },
    what: "With host `github-public` or `github-private`, remoteType is github.",
    why: "The stills are pushed to a branch of the repository, and the pull request links to them. \
          On another remote the links lead nowhere.",
    broken: Example { sample: "interactive", edits: &[("/remoteType", r#""bitbucket""#)] },
    mended: Example { sample: "interactive", edits: &[("/remoteType", r#""github""#)] },
};

pub(super) fn host_against_remote(state: &State<'_>, found: &mut Findings<'_>) {
    let (host, remote) = (state.at(HOST), state.at("/remoteType"));
    if let (Some(said), Some(kind)) = (host.text(), remote.text())
        && said.starts_with("github-")
        && kind != "github"
    {
        let message = format!("host is `{said}`, but remoteType is `{kind}`");
        let help = "write the host that the stills were published on, or remoteType `github`";
        found.add(&host, message, help).related(&remote, "the remote is this");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_video_goes_to_jira_once_a_host_is_known() {
        let at = [("AS094", "/visualEvidence/video".to_owned())];
        for host in [r#""none""#, r#""github-public""#] {
            let found = findings("full", &[("/visualEvidence/host", host)]);
            assert!(found.contains(&at[0]), "{host}: {found:?}");
        }
        assert_eq!(findings("full", &[("/visualEvidence/host", "null")]), []);
    }

    #[test]
    fn publishing_nowhere_is_put_on_record() {
        let edits = [("/visualEvidence/required", "false"), ("/visualEvidence/gaps", "")];
        assert_eq!(findings("local", &edits), [("AS093", "/visualEvidence/host".to_owned())]);
    }
}
