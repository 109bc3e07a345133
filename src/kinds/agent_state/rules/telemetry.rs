//! What the run recorded of the tools and skills it used.

use super::state::{Part, State};
use crate::diagnostic::{Code, Severity};
use crate::rule::lookup::Names;
use crate::rule::{Example, Findings, Rule, iso_8601};
use crate::schema::quoted;

const TOOLS: &str = "/telemetry/mcpCalls";
const SKILLS: &str = "/telemetry/skillCalls";

pub(super) static TOOL_AFTER_ANALYSIS: Rule = Rule {
    code: Code { id: "AS013", name: "tool-after-analysis", severity: Severity::Error },
    what: "Every entry of mcpCalls is of phase 0 or 1.",
    why: "MCP tools are for init and analysis only. From phase 2 on, code must rest on what was \
          written down, and the gate fails on any later call.",
    broken: Example { sample: "full", edits: &[("/telemetry/mcpCalls/0/phase", "3")] },
    mended: Example { sample: "full", edits: &[("/telemetry/mcpCalls/0/phase", "0")] },
};

pub(super) fn tool_after_analysis(state: &State<'_>, found: &mut Findings<'_>) {
    for call in state.at(TOOLS).items() {
        let (phase, tool) = (call.get("phase"), call.get("tool"));
        if let Some(number) = phase.count().filter(|number| *number >= 2) {
            let message =
                format!("{} was called in phase {number}, after the analysis", tool.shown());
            let help = "call tools in phases 0 and 1 only, and keep what they say in the \
                        analysis; if the number is wrong, write the phase that the call ran in";
            found.add(&phase, message, help);
        }
    }
}

pub(super) static TOOL_NAME: Rule = Rule {
    code: Code { id: "AS014", name: "tool-name", severity: Severity::Warning },
    what: "Every tool in mcpCalls has a name that starts with `mcp__`.",
    why: "mcpCalls lists calls of MCP tools, which are named so. Another name is no such call, or \
          one that cannot be traced to its server.",
    broken: Example {
        sample: "full",
        edits: &[("/telemetry/mcpCalls/0/tool", r#""issue_tracker.get_issue""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/telemetry/mcpCalls/0/tool", r#""mcp__issue_tracker__get_issue""#)],
    },
};

pub(super) fn tool_name(state: &State<'_>, found: &mut Findings<'_>) {
    for tool in state.at(TOOLS).items().map(|call| call.get("tool")) {
        if tool.text().is_some_and(|name| !name.starts_with("mcp__")) {
            let message = format!("{} is no name of an MCP tool", tool.shown());
            let help = "write the name it was called by, `mcp__<server>__<tool>`; or remove the \
                        entry, if it was no MCP tool";
            found.add(&tool, message, help);
        }
    }
}

pub(super) static CALL_TIME: Rule = Rule {
    code: Code { id: "AS015", name: "call-time-not-iso", severity: Severity::Warning },
    what: "The timestamp of every entry of mcpCalls and skillCalls is ISO 8601.",
    why: "Calls are put in order by it, and matched with the phase in whose time they lie.",
    broken: Example {
        sample: "full",
        edits: &[("/telemetry/skillCalls/0/timestamp", r#""half past ten""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/telemetry/skillCalls/0/timestamp", r#""2026-04-14T22:33:40Z""#)],
    },
};

pub(super) fn call_time(state: &State<'_>, found: &mut Findings<'_>) {
    let calls = state.at(TOOLS).items().chain(state.at(SKILLS).items());
    for time in calls.map(|call| call.get("timestamp")) {
        if time.text().is_some_and(|text| !iso_8601::is_date(text)) {
            let message = format!("timestamp is {}, which is no ISO 8601 time", time.shown());
            found.add(&time, message, "write it in the form `2026-04-14T22:33:40Z`");
        }
    }
}

pub(super) static SKILL_FILES: Rule = Rule {
    code: Code { id: "AS016", name: "skill-files", severity: Severity::Warning },
    what: "Every entry of skillCalls has targetFiles, all of which are files of phase 3.",
    why: "Coverage is attributed by file. A skill without files covers nothing, and one applied \
          to a file that the run did not write says nothing about this run.",
    broken: Example {
        sample: "full",
        edits: &[("/telemetry/skillCalls/1/targetFiles", r#"["Sources/Receipt/Header.swift"]"#)],
    },
    mended: Example {
        sample: "full",
        edits: &[(
            "/telemetry/skillCalls/1/targetFiles",
            r#"["Sources/Receipt/ReceiptHeader.swift"]"#,
        )],
    },
};

pub(super) fn skill_files(state: &State<'_>, found: &mut Findings<'_>) {
    let written = state.at("/phases/3/files");
    let names = Names::of(written.texts().map(|(name, _)| name));
    for call in state.at(SKILLS).items() {
        let (skill, files) = (call.get("skill"), call.get("targetFiles"));
        if files.len() == Some(0) {
            let message = format!("{} was applied to no file", skill.shown());
            let help = "write the files that it was applied to; or remove the entry, if it was \
                        not applied";
            found.add(&files, message, help).related(&skill, "this was consulted");
        }
        for (name, file) in files.texts().filter(|(name, _)| written.is_set() && !names.has(name)) {
            let message = format!("{} is no file of phase 3", quoted(name));
            let help = match names.nearest(name) {
                Some(meant) => format!("did you mean {}?", quoted(meant)),
                None => "write a path as the files of phase 3 have it, or add it there".to_owned(),
            };
            found.add(&file, message, help).related(&written, "these were written");
        }
    }
}

pub(super) static SKILL_PHASE: Rule = Rule {
    code: Code { id: "AS017", name: "skill-phase", severity: Severity::Warning },
    what: "Every entry of skillCalls is of phase 3.",
    why: "Skills are consulted while code is written. One from another phase was consulted for \
          something else, or recorded afterwards.",
    broken: Example { sample: "full", edits: &[("/telemetry/skillCalls/0/phase", "4")] },
    mended: Example { sample: "full", edits: &[("/telemetry/skillCalls/0/phase", "3")] },
};

pub(super) fn skill_phase(state: &State<'_>, found: &mut Findings<'_>) {
    for call in state.at(SKILLS).items() {
        let (phase, skill) = (call.get("phase"), call.get("skill"));
        if let Some(number) = phase.count().filter(|number| *number != 3) {
            let message = format!("{} was consulted in phase {number}, not 3", skill.shown());
            let help = "write the phase in which code was written with it, normally 3; if it was \
                        consulted for something else, leave it out";
            found.add(&phase, message, help);
        }
    }
}

pub(super) static ROUTED_BY: Rule = Rule {
    code: Code { id: "AS018", name: "routed-by-form", severity: Severity::Warning },
    what: "routedBy has the form `<toolkit>:index@<version>`.",
    why: "A finding is traced by it to the version of the index that chose the skill; versions \
          differ in the skills they have.",
    broken: Example {
        sample: "full",
        edits: &[("/telemetry/skillCalls/1/routedBy", r#""ai-ios-toolkit:index""#)],
    },
    mended: Example {
        sample: "full",
        edits: &[("/telemetry/skillCalls/1/routedBy", r#""ai-ios-toolkit:index@3.2.0""#)],
    },
};

pub(super) fn routed_by(state: &State<'_>, found: &mut Findings<'_>) {
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    for call in state.at(SKILLS).items() {
        let routed: Part<'_> = call.get("routedBy");
        let has_form = |text: &str| {
            text.split_once(":index@")
                .is_some_and(|(toolkit, version)| is_word(toolkit) && is_word(version))
        };
        if routed.text().is_some_and(|text| !has_form(text)) {
            let message =
                format!("routedBy is {}, not `<toolkit>:index@<version>`", routed.shown());
            let help = "write the toolkit and the version of its index, such as \
                        `ai-ios-toolkit:index@3.2.0`; or leave it out, if no index chose the skill";
            found.add(&routed, message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_misspelt_file_is_told_and_files_are_needed() {
        let edits = [("/telemetry/skillCalls/1/targetFiles", "[]")];
        let expected = [("AS016", "/telemetry/skillCalls/1/targetFiles".to_owned())];
        assert_eq!(findings("full", &edits), expected);
        let diagnostics = crate::rule::diagnostics(
            &super::super::super::KIND,
            "full",
            super::SKILL_FILES.broken.edits,
        );
        let help = diagnostics[0].help.as_deref().unwrap();
        assert_eq!(help, "did you mean `Sources/Receipt/ReceiptHeader.swift`?");
    }

    #[test]
    fn without_files_of_phase_3_nothing_is_said_about_them() {
        assert_eq!(findings("full", &[("/phases/3/files", "")]), []);
    }

    #[test]
    fn every_later_call_is_an_error_of_its_own() {
        let edits = [("/telemetry/mcpCalls/0/phase", "2"), ("/telemetry/mcpCalls/1/phase", "7")];
        let expected = ["/telemetry/mcpCalls/0/phase", "/telemetry/mcpCalls/1/phase"];
        assert_eq!(findings("full", &edits), expected.map(|at| ("AS013", at.to_owned())));
    }

    #[test]
    fn an_index_has_a_toolkit_and_a_version() {
        for (routed, holds) in [
            (r#""t:index@1""#, true),
            (r#"":index@1""#, false),
            (r#""t:index@""#, false),
            (r#""a b:index@1""#, false),
            (r#""t@1""#, false),
        ] {
            let found = findings("full", &[("/telemetry/skillCalls/1/routedBy", routed)]);
            assert_eq!(found.is_empty(), holds, "{routed}: {found:?}");
        }
    }
}
