//! The task: where it came from, and what lies beside it.

use super::state::{Part, State, repeated};
use crate::batch::Distinct;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

const TASK: &str = "/taskId";
const JIRA: &str = "/jiraId";
const GITHUB: &str = "/githubIssue";

pub(super) static JIRA_ID: Rule = Rule {
    code: Code { id: "AS042", name: "jira-id", severity: Severity::Warning },
    what: "jiraId is a Jira key and equals taskId, and githubIssue is not set beside it.",
    why: "A task comes from one place, and goes by the name it has there. With two origins, \
          comments and attachments end up at the wrong issue.",
    broken: Example { sample: "circuit-breaker", edits: &[("/jiraId", r#""PAY-89""#)] },
    mended: Example { sample: "circuit-breaker", edits: &[("/jiraId", r#""PAY-88""#)] },
};

pub(super) fn jira_id(state: &State<'_>, found: &mut Findings<'_>) {
    let (jira, task, github) = (state.at(JIRA), state.at(TASK), state.at(GITHUB));
    let Some(key) = jira.text() else { return };
    if !is_jira_key(key) {
        let message = format!("jiraId is {}, which is no Jira key", jira.shown());
        let help = "write the key, such as `PROJ-12345`; or null, if the task is not from Jira";
        found.add(&jira, message, help);
    } else if github.is_set() {
        let message = "both jiraId and githubIssue are set";
        let help = "write null for the one that the task did not come from";
        found.add(&github, message, help).at_key().related(&jira, "the other origin");
    } else if task.text() != Some(key) {
        let message = format!("jiraId is {}, but taskId is {}", jira.shown(), task.shown());
        let help = "write the same key in both; or null, if the task is not from Jira";
        found.add(&jira, message, help).related(&task, "the task goes by this");
    }
}

/// `PROJ-12345`.
fn is_jira_key(text: &str) -> bool {
    text.split_once('-').is_some_and(|(project, number)| {
        let is_project = project.starts_with(|c: char| c.is_ascii_uppercase())
            && project.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        is_project && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
    })
}

pub(super) static GITHUB_TASK: Rule = Rule {
    code: Code { id: "AS043", name: "github-task", severity: Severity::Warning },
    what: "The taskId of a task with githubIssue is `#` and the number of the issue.",
    why: "Logs and reports are found by taskId. By another number they are found under an issue \
          that they do not speak of.",
    broken: Example { sample: "interactive", edits: &[("/githubIssue/number", "317")] },
    mended: Example { sample: "interactive", edits: &[("/githubIssue/number", "316")] },
};

pub(super) fn github_task(state: &State<'_>, found: &mut Findings<'_>) {
    let (number, task) = (state.at("/githubIssue/number"), state.at(TASK));
    // With a Jira key as well, that there are two origins is the fault.
    if let Some(issue) = number.count().filter(|_| !state.at(JIRA).is_set())
        && task.text() != Some(&format!("#{issue}"))
    {
        let message = format!("taskId is {}, but the issue is number `{issue}`", task.shown());
        let help = format!("write taskId `#{issue}`; or the number of the issue that is meant");
        found.add(&task, message, help).related(&number, "the issue");
    }
}

pub(super) static RELATED_ISSUES: Rule = Rule {
    code: Code { id: "AS044", name: "related-issues", severity: Severity::Warning },
    what: "The keys of relatedIssues are all different, and none is jiraId.",
    why: "They are the other sub-tasks of the parent. The task itself among them would be checked \
          against itself.",
    broken: Example { sample: "full", edits: &[("/relatedIssues/1/key", r#""WAL-2207""#)] },
    mended: Example { sample: "full", edits: &[("/relatedIssues/1/key", r#""WAL-2209""#)] },
};

pub(super) fn related_issues(state: &State<'_>, found: &mut Findings<'_>) {
    let jira = state.at(JIRA);
    let help = "remove the entry, or write the key of the issue that is meant";
    let keys = || {
        let issues = state.at("/relatedIssues").items().map(|issue| issue.get("key"));
        issues.filter_map(|key| Some((key.text()?, key)))
    };
    for (key, place) in keys().filter(|(key, _)| jira.text() == Some(key)) {
        let message = format!("{} is the task itself, not a related issue", quoted(key));
        found.add(&place, message, help).related(&jira, "the task");
    }
    for (key, again, first) in repeated(keys()) {
        let message = format!("{} is listed twice among the related issues", quoted(key));
        found.add(&again, message, help).related(&first, "the first time");
    }
}

pub(super) static STACK_WITHOUT_CHECKOUT: Rule = Rule {
    code: Code { id: "AS045", name: "stack-without-checkout", severity: Severity::Error },
    what: "The stack of a sibling whose root is null is `unknown`.",
    why: "The stack is read from files in the checkout, and never guessed from a name. Without a \
          checkout nobody can know it.",
    broken: Example { sample: "full", edits: &[("/siblings/1/stack", r#""node""#)] },
    mended: Example { sample: "full", edits: &[("/siblings/1/stack", r#""unknown""#)] },
};

pub(super) fn stack_without_checkout(state: &State<'_>, found: &mut Findings<'_>) {
    for sibling in state.at("/siblings").items() {
        let (root, stack) = (sibling.get("root"), sibling.get("stack"));
        if let Some(said) = stack.text()
            && root.is_null()
            && said != "unknown"
        {
            let name = sibling.get("name").shown();
            let message = format!("the stack of {name} is `{said}`, but it is not checked out");
            let help = "write `unknown`; or the root, if there is a checkout";
            found.add(&stack, message, help).related(&root, "there is no checkout");
        }
    }
}

pub(super) static SIBLINGS: Rule = Rule {
    code: Code { id: "AS046", name: "siblings", severity: Severity::Error },
    what: "The names of siblings are all different, and no sibling is a project of this run, by \
           name or by root.",
    why: "Siblings are the repositories that the run does not change. One that it does change \
          would be compared with itself.",
    broken: Example { sample: "full", edits: &[("/siblings/0/name", r#""wallet-tokens""#)] },
    mended: Example { sample: "full", edits: &[("/siblings/0/name", r#""wallet-android""#)] },
};

pub(super) fn siblings(state: &State<'_>, found: &mut Findings<'_>) {
    let own = |at_top: &'static str, key: &'static str| -> Vec<Part<'_>> {
        let projects = state.at("/projects").items().map(move |project| project.get(key));
        std::iter::once(state.at(at_top)).chain(projects).collect()
    };
    let names = own("/project", "project");
    let roots = own("/projectRoot", "projectRoot");
    let help = "remove it from siblings: the run changes this repository";
    for sibling in state.at("/siblings").items() {
        let (name, root) = (sibling.get("name"), sibling.get("root"));
        for (place, own) in [(&name, &names), (&root, &roots)] {
            let same = |part: &&Part<'_>| part.text().is_some() && part.text() == place.text();
            if let Some(project) = own.iter().find(same) {
                let message = format!("{} is a project of this run, no sibling", place.shown());
                found.add(place, message, help).related(project, "the project");
            }
        }
    }
    let listed = state.at("/siblings").items().map(|sibling| sibling.get("name"));
    for (name, again, first) in repeated(listed.filter_map(|name| Some((name.text()?, name)))) {
        let message = format!("two siblings have the name {}", quoted(name));
        let help = "remove one of them, or write its own name";
        found.add(&again, message, help).related(&first, "the other one");
    }
}

static SHORT_ID_TAKEN: Rule = Rule {
    code: Code { id: "AS110", name: "short-id-taken", severity: Severity::Warning },
    what: "No two tasks among the states that are checked together have the same shortId.",
    why: "A machine counts its tasks up, whatever the project, and people name them by that \
          number. With one number for two tasks, :resume and :status take the wrong one.",
    broken: Example { sample: "interactive", edits: &[("/shortId", "58")] },
    mended: Example { sample: "interactive", edits: &[("/shortId", "7")] },
};

pub(in super::super) const SHORT_ID: Distinct = Distinct {
    rule: &SHORT_ID_TAKEN,
    value: "/shortId",
    of: &["/project", "/taskId"],
    help: "give one of the tasks the next number of .worktrees/.multi-agent-counter; states of \
           several machines are best checked apart",
};

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::is_jira_key;

    #[test]
    fn jira_keys_have_a_project_and_a_number() {
        for key in ["PROJ-1", "A2_B-90210"] {
            assert!(is_jira_key(key), "{key}");
        }
        for key in ["", "PROJ", "PROJ-", "-1", "proj-1", "PROJ-1a", "#316", "2A-1", "PROJ-1-2"] {
            assert!(!is_jira_key(key), "{key}");
        }
    }

    #[test]
    fn two_origins_are_one_fault() {
        let issue = ("/githubIssue", r#"{"owner": "o", "repo": "r", "number": 7}"#);
        let expected = [("AS042", "/githubIssue".to_owned())];
        assert_eq!(findings("circuit-breaker", &[issue]), expected);
        let expected = [("AS042", "/jiraId".to_owned())];
        assert_eq!(findings("circuit-breaker", &[("/jiraId", r#""pay 88""#)]), expected);
    }

    #[test]
    fn siblings_and_issues_are_listed_once() {
        let edits = [("/siblings/1/name", r#""wallet-android""#)];
        assert_eq!(findings("full", &edits), [("AS046", "/siblings/1/name".to_owned())]);
        let edits = [("/siblings/0/root", r#""/Users/build/src/wallet-ios""#)];
        assert_eq!(findings("full", &edits), [("AS046", "/siblings/0/root".to_owned())]);
        let edits = [("/relatedIssues/1/key", r#""WAL-2208""#)];
        assert_eq!(findings("full", &edits), [("AS044", "/relatedIssues/1/key".to_owned())]);
    }
}
