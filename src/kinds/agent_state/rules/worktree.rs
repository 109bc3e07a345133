//! Where the run worked, and what is left there.

use super::state::{State, lacking};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::all_of;
use crate::rule::{Example, Findings, Rule};

const WORKTREE: &str = "/worktreePath";

pub(super) static LOCAL_WITH_WORKTREE: Rule = Rule {
    code: Code { id: "AS038", name: "local-with-worktree", severity: Severity::Error },
    what: "In local mode worktreePath is null, and mode is absent or `local`.",
    why: "A run with --local works on its branch in the main checkout. With a worktree on record, \
          :resume would look for the work in the wrong place.",
    broken: Example {
        sample: "local",
        edits: &[("/worktreePath", r#""/home/dev/forms/.worktrees/3""#)],
    },
    mended: Example { sample: "local", edits: &[("/worktreePath", "null")] },
};

pub(super) fn local_with_worktree(state: &State<'_>, found: &mut Findings<'_>) {
    let local = state.at("/localMode");
    if local.flag() != Some(true) {
        return;
    }
    let (worktree, mode) = (state.at(WORKTREE), state.at("/mode"));
    if worktree.is_set() {
        let message = format!("worktreePath is {} in local mode", worktree.shown());
        let help = "write null; or localMode `false`, if the run has a worktree";
        found.add(&worktree, message, help).related(&local, "the run is local");
    }
    if let Some(said) = mode.text().filter(|said| *said != "local") {
        let message = format!("mode is {} in local mode", crate::schema::quoted(said));
        let help = "write mode `local`, or leave it out; or localMode `false`";
        found.add(&mode, message, help).related(&local, "the run is local");
    }
}

pub(super) static WORKTREE_GONE: Rule = Rule {
    code: Code { id: "AS039", name: "worktree-gone", severity: Severity::Warning },
    what: "Where worktreePath is null and the run is not local, worktreeRemovedAt is set.",
    why: "Only that tells a run that was finished and tidied up from one that was killed.",
    broken: Example { sample: "full", edits: &[("/worktreeRemovedAt", "null")] },
    mended: Example {
        sample: "full",
        edits: &[("/worktreeRemovedAt", r#""2026-04-15T02:19:58Z""#)],
    },
};

pub(super) fn worktree_gone(state: &State<'_>, found: &mut Findings<'_>) {
    let worktree = state.at(WORKTREE);
    let is_local = state.at("/localMode").flag() == Some(true);
    if worktree.is_null() && !is_local && !state.at("/worktreeRemovedAt").is_set() {
        let message = "worktreePath is `null`, and nothing says that the worktree was removed: \
                       the run looks killed";
        let help = "write when phase 6 removed it in worktreeRemovedAt; or localMode `true`; or \
                    the path, if it is still there";
        found.add(&worktree, message, help);
    }
}

pub(super) static REMOVED_TOO_EARLY: Rule = Rule {
    code: Code { id: "AS040", name: "removed-too-early", severity: Severity::Warning },
    what: "Where worktreeRemovedAt is set, there is a pull request, currentPhase is 6 or 7, and \
           artifactsPath is set.",
    why: "Phase 6 removes the worktree after it has opened the pull request and brought the \
          artefacts to safety. If one of these is missing, work may be lost.",
    broken: Example { sample: "full", edits: &[("/artifactsPath", "null")] },
    mended: Example {
        sample: "full",
        edits: &[("/artifactsPath", r#""/Users/build/.artifacts/wallet-ios/58""#)],
    },
};

pub(super) fn removed_too_early(state: &State<'_>, found: &mut Findings<'_>) {
    let removed = state.at("/worktreeRemovedAt");
    if !removed.is_set() {
        return;
    }
    let of_projects = state.at("/projects").items().any(|project| project.get("pr").is_set());
    let mut lacks = Vec::new();
    if !state.at("/pr").is_set() && !of_projects {
        lacks.push("there is no pr".to_owned());
    }
    let phase = state.current_phase();
    if phase < 6 {
        lacks.push(format!("currentPhase is `{phase}`"));
    }
    if !lacking(&state.at(""), &["artifactsPath"]).is_empty() {
        lacks.push("artifactsPath is not set".to_owned());
    }
    if !lacks.is_empty() {
        let message = format!("the worktree was removed, but {}", all_of(&lacks));
        let help = "write what phase 6 left behind before it removed the worktree; or null, if \
                    the worktree is still there";
        found.add(&removed, message, help);
    }
}

pub(super) static RELATIVE_ROOT: Rule = Rule {
    code: Code { id: "AS041", name: "relative-root", severity: Severity::Warning },
    what: "projectRoot, worktreePath and the roots of siblings are absolute paths.",
    why: "The state is read from other folders than the one the run was started in. A relative \
          path leads elsewhere from there.",
    broken: Example { sample: "interactive", edits: &[("/worktreePath", r#"".worktrees/7""#)] },
    mended: Example {
        sample: "interactive",
        edits: &[("/worktreePath", r#""/home/dev/portal/.worktrees/7""#)],
    },
};

pub(super) fn relative_root(state: &State<'_>, found: &mut Findings<'_>) {
    let at_top = [("projectRoot", "/projectRoot"), ("worktreePath", WORKTREE)];
    let at_top = at_top.map(|(name, place)| (name, state.at(place)));
    let siblings = state.at("/siblings").items().map(|sibling| ("root", sibling.get("root")));
    for (name, path) in at_top.into_iter().chain(siblings) {
        if path.text().is_some_and(|path| !is_absolute(path)) {
            let message = format!("{name} is {}, which is no absolute path", path.shown());
            found.add(&path, message, "write the path from the root of the file system");
        }
    }
}

/// Absolute on the machine that wrote it, which may be another than this.
fn is_absolute(path: &str) -> bool {
    let of_drive =
        matches!(path.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    path.starts_with('/') || path.starts_with("\\\\") || of_drive
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::is_absolute;

    #[test]
    fn paths_of_every_system_can_be_absolute() {
        for path in ["/a", "C:\\a", "d:/a", "\\\\host\\share"] {
            assert!(is_absolute(path), "{path}");
        }
        for path in ["", "a", "./a", "~/a", "C:a", "$HOME/a"] {
            assert!(!is_absolute(path), "{path}");
        }
    }

    #[test]
    fn a_worktree_is_removed_after_all_else_is_done() {
        let message = |edits: &[(&str, &str)]| {
            let found = crate::rule::diagnostics(&super::super::super::KIND, "interactive", edits);
            found.iter().find(|d| d.code.id == "AS040").map(|d| d.message.clone())
        };
        let removed = ("/worktreeRemovedAt", r#""2026-03-02T12:20:00+01:00""#);
        assert_eq!(
            message(&[removed, ("/currentPhase", "5")]).unwrap(),
            "the worktree was removed, but there is no pr, currentPhase is `5` and artifactsPath \
             is not set"
        );
        let kept = [removed, ("/pr", r#"{"number": 1}"#), ("/artifactsPath", r#""/a""#)];
        assert_eq!(message(&kept), None);
    }

    #[test]
    fn a_pull_request_of_a_project_is_one() {
        let edits = [("/pr", "null")];
        assert_eq!(findings("full", &edits), []);
    }

    #[test]
    fn a_local_run_has_no_other_mode() {
        assert_eq!(findings("local", &[("/mode", r#""dev""#)]), [("AS038", "/mode".to_owned())]);
        assert_eq!(findings("local", &[("/mode", "null")]), []);
    }
}
