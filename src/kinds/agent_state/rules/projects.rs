//! Tasks over several repositories.

use super::state::{State, repeated};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static PROJECTS_OF_OLD_VERSION: Rule = Rule {
    code: Code { id: "AS001", name: "projects-of-old-version", severity: Severity::Error },
    what: "projects is present only in a state of schemaVersion 2.1.0.",
    why: "Version 2.0.0 knows one repository. Who reads the state by that version looks at the \
          fields at the top only, and misses the other repositories.",
    broken: Example { sample: "multi-repo", edits: &[("/schemaVersion", r#""2.0.0""#)] },
    mended: Example { sample: "multi-repo", edits: &[("/schemaVersion", r#""2.1.0""#)] },
};

pub(super) fn projects_of_old_version(state: &State<'_>, found: &mut Findings<'_>) {
    let (projects, version) = (state.at("/projects"), state.at("/schemaVersion"));
    if projects.is_set() && version.text() == Some("2.0.0") {
        let message = "projects is present, but schemaVersion `2.0.0` knows one repository only";
        let help = "write schemaVersion `2.1.0`; or remove projects, if this is a task over one \
                    repository";
        found.add(&projects, message, help).at_key().related(&version, "the version is this");
    }
}

pub(super) static PRIMARY_MISMATCH: Rule = Rule {
    code: Code { id: "AS002", name: "primary-project-mismatch", severity: Severity::Error },
    what: "With more than one entry in projects, project, projectRoot and worktreePath at the top \
           are those of the first entry.",
    why: "The fields at the top speak of the primary repository, which is the first entry. \
          Readers of either form have to find the same one.",
    broken: Example { sample: "multi-repo", edits: &[("/projectRoot", r#""/srv/client""#)] },
    mended: Example { sample: "multi-repo", edits: &[("/projectRoot", r#""/srv/api""#)] },
};

pub(super) fn primary_mismatch(state: &State<'_>, found: &mut Findings<'_>) {
    if state.at("/projects").len().is_some_and(|len| len > 1) {
        mismatches(
            state,
            &[
                ("/project", "/projects/0/project"),
                ("/projectRoot", "/projects/0/projectRoot"),
                ("/worktreePath", "/projects/0/worktreePath"),
            ],
            found,
        );
    }
}

pub(super) static MIRROR_MISMATCH: Rule = Rule {
    code: Code { id: "AS003", name: "primary-branch-mismatch", severity: Severity::Warning },
    what: "branch, baseBranch and identity at the top are those of the first entry of projects.",
    why: "Each entry has the fields that a single repository has at the top, and the first one is \
          the repository that those speak of. If they differ, one of them has not been kept up.",
    broken: Example { sample: "multi-repo", edits: &[("/projects/0/branch", r#""main""#)] },
    mended: Example {
        sample: "multi-repo",
        edits: &[("/projects/0/branch", r#""feature/API-51""#)],
    },
};

pub(super) fn mirror_mismatch(state: &State<'_>, found: &mut Findings<'_>) {
    mismatches(
        state,
        &[
            ("/branch", "/projects/0/branch"),
            ("/baseBranch", "/projects/0/baseBranch"),
            ("/identity/name", "/projects/0/identity/name"),
            ("/identity/email", "/projects/0/identity/email"),
            ("/identity/username", "/projects/0/identity/username"),
        ],
        found,
    );
}

/// Reports fields of the first entry that differ from those at the top, where both are written.
fn mismatches(
    state: &State<'_>,
    fields: &[(&'static str, &'static str)],
    found: &mut Findings<'_>,
) {
    for (top, first) in fields {
        let name = top[1..].replace('/', ".");
        let (top, first) = (state.at(top), state.at(first));
        if top.is_written() && first.is_written() && top.value() != first.value() {
            let message = format!(
                "{name} of the first project is {}, at the top it is {}",
                first.shown(),
                top.shown()
            );
            let help =
                format!("write the same {name} in both: the top speaks of the first project");
            found.add(&first, message, help).related(&top, "the top says this");
        }
    }
}

pub(super) static PROJECT_TWICE: Rule = Rule {
    code: Code { id: "AS004", name: "project-twice", severity: Severity::Error },
    what: "No two entries of projects have the same project or the same projectRoot.",
    why: "Each entry is the state of one repository. Two of them would contradict each other, or \
          hide one that was meant to be there.",
    broken: Example { sample: "multi-repo", edits: &[("/projects/2/project", r#""client""#)] },
    mended: Example { sample: "multi-repo", edits: &[("/projects/2/project", r#""docs""#)] },
};

pub(super) fn project_twice(state: &State<'_>, found: &mut Findings<'_>) {
    for key in ["project", "projectRoot"] {
        let named = state.at("/projects").items().map(|entry| entry.get(key));
        for (name, again, first) in repeated(named.filter_map(|part| Some((part.text()?, part)))) {
            let message = format!("two projects have the {key} {}", quoted(name));
            let help = format!("remove one of them, or give it the {key} of its own repository");
            found.add(&again, message, help).related(&first, "the other one");
        }
    }
}

pub(super) static PLATFORM_MISMATCH: Rule = Rule {
    code: Code { id: "AS079", name: "platform-mismatch", severity: Severity::Warning },
    what: "platform and remoteType of a project are the same, where it has both.",
    why: "Both are taken from the URL of the same remote. If they differ, the pull request goes \
          through the wrong API.",
    broken: Example { sample: "multi-repo", edits: &[("/projects/1/platform", r#""gitlab""#)] },
    mended: Example {
        sample: "multi-repo",
        edits: &[("/projects/1/platform", r#""generic-git""#)],
    },
};

pub(super) fn platform_mismatch(state: &State<'_>, found: &mut Findings<'_>) {
    for project in state.at("/projects").items() {
        let (platform, remote) = (project.get("platform"), project.get("remoteType"));
        if let (Some(a), Some(b)) = (platform.text(), remote.text())
            && a != b
        {
            let message = format!("platform is `{a}`, but remoteType is `{b}`");
            let help = "write in both what the URL of the origin says";
            found.add(&platform, message, help).related(&remote, "remoteType is this");
        }
    }
}

pub(super) static BUILD_AGAINST_ERROR: Rule = Rule {
    code: Code { id: "AS080", name: "build-against-error", severity: Severity::Warning },
    what: "A buildStatus with ok true has no lastError. One with ok false has a lastError and at \
           least one attempt.",
    why: "The report and the metrics show the build as green or red. An error that is left from \
          before the last attempt makes a green build look red, and a red one without an error \
          gives nobody anything to mend.",
    broken: Example {
        sample: "multi-repo",
        edits: &[("/projects/0/buildStatus/lastError", "null")],
    },
    mended: Example {
        sample: "multi-repo",
        edits: &[("/projects/0/buildStatus/lastError", r#""error[E0308]: mismatched types""#)],
    },
};

pub(super) fn build_against_error(state: &State<'_>, found: &mut Findings<'_>) {
    for build in state.at("/projects").items().map(|project| project.get("buildStatus")) {
        let (ok, error, attempts) =
            (build.get("ok"), build.get("lastError"), build.get("attempts"));
        match ok.flag() {
            Some(true) if error.is_filled() => {
                let message = format!("the build is ok, but its lastError is {}", error.shown());
                let help = "write null; or ok `false`, if this is what the last attempt ended with";
                found.add(&error, message, help).related(&ok, "the build is ok");
            }
            Some(false) => {
                if !error.is_filled() {
                    let help = "write what the build ended with; or ok `true`, if it went through";
                    found
                        .add(error.or(&build), "the build is not ok, but it has no lastError", help)
                        .related(&ok, "the build is not ok");
                }
                if attempts.count() == Some(0) {
                    let help = "write how often it was tried; or, before the first attempt, null \
                                for the whole buildStatus";
                    found
                        .add(&attempts, "the build is not ok, but was never tried", help)
                        .related(&ok, "the build is not ok");
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_field_that_one_of_both_does_not_have_is_no_contradiction() {
        for edits in [
            [("/projectRoot", ""), ("/projects/0/worktreePath", "")],
            [("/identity/username", r#""yuki""#), ("/worktreePath", "")],
        ] {
            assert_eq!(findings("multi-repo", &edits), [], "{edits:?}");
        }
        let edits = [("/projects/0/worktreePath", "null")];
        let expected = [("AS002", "/projects/0/worktreePath".to_owned())];
        assert_eq!(findings("multi-repo", &edits), expected);
    }

    #[test]
    fn a_single_entry_need_not_be_the_checkout_at_the_top() {
        let edits = [("/projects/2", ""), ("/projects/1", ""), ("/project", r#""other""#)];
        assert_eq!(findings("multi-repo", &edits), []);
    }

    #[test]
    fn each_part_of_an_identity_is_compared() {
        let edits = [("/projects/0/identity/email", r#""y@api.example""#)];
        let expected = [("AS003", "/projects/0/identity/email".to_owned())];
        assert_eq!(findings("multi-repo", &edits), expected);
    }

    #[test]
    fn words_for_a_build_say_nothing_of_errors() {
        for status in [r#""failed""#, r#""green""#, "null", r#"{"ok": true}"#, "{}"] {
            assert_eq!(findings("multi-repo", &[("/projects/0/buildStatus", status)]), []);
        }
        let at = |part: &str| ("AS080", format!("/projects/0/buildStatus{part}"));
        for (status, expected) in [
            (r#"{"ok": false}"#, vec![at("")]),
            (r#"{"ok": false, "attempts": 0, "lastError": "x"}"#, vec![at("/attempts")]),
            (r#"{"ok": true, "attempts": 2, "lastError": "x"}"#, vec![at("/lastError")]),
        ] {
            assert_eq!(findings("multi-repo", &[("/projects/0/buildStatus", status)]), expected);
        }
    }
}
