//! The phases of the run against the one that it has come to.

use super::state::State;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static UNKNOWN_PHASE: Rule = Rule {
    code: Code { id: "AS005", name: "unknown-phase", severity: Severity::Error },
    what: "The keys of phases are the numbers \"0\" to \"7\".",
    why: "There are no other phases, so nobody reads what stands under another key: the work \
          recorded there would be lost.",
    broken: Example { sample: "local", edits: &[("/phases/8", r#"{"status": "done"}"#)] },
    mended: Example { sample: "local", edits: &[] },
};

pub(super) fn unknown_phase(state: &State<'_>, found: &mut Findings<'_>) {
    for (key, phase) in state.at("/phases").members() {
        if !matches!(key.as_bytes(), [b'0'..=b'7']) {
            let meant = key.chars().filter(char::is_ascii_digit).collect::<String>();
            let meant = meant.parse::<u64>().ok().filter(|number| *number <= 7);
            let help = match meant {
                Some(number) => format!("write the number alone: \"{number}\""),
                None => "phases are \"0\" to \"7\": move its contents there, or remove it".into(),
            };
            found.add(&phase, format!("there is no phase {}", quoted(key)), help).at_key();
        }
    }
}

pub(super) static PHASE_AHEAD: Rule = Rule {
    code: Code { id: "AS006", name: "phase-ahead", severity: Severity::Warning },
    what: "Every phase after currentPhase is pending or absent, and currentPhase itself is not \
           pending.",
    why: "currentPhase is the last phase that was entered. One that comes later and has begun \
          all the same would be done again when the run is resumed.",
    broken: Example {
        sample: "interactive",
        edits: &[("/phases/7", r#"{"status": "in_progress"}"#)],
    },
    mended: Example { sample: "interactive", edits: &[("/phases/7", r#"{"status": "pending"}"#)] },
};

pub(super) fn phase_ahead(state: &State<'_>, found: &mut Findings<'_>) {
    let place = state.at("/currentPhase");
    let current = state.current_phase();
    for (number, phase) in state.phases() {
        let status = phase.get("status");
        let Some(said) = status.text() else { continue };
        if number > current && said != "pending" {
            let message = format!("phase {number} is `{said}`, but currentPhase is `{current}`");
            let help = format!(
                "write currentPhase `{number}`, if that phase was entered; or status `pending`"
            );
            found.add(&status, message, help).related(&place, "the run has come this far");
        } else if number == current && said == "pending" {
            let message = format!("currentPhase is `{current}`, but that phase is `pending`");
            let help = "write status `in_progress` for the phase, or the number of the last \
                        phase that was entered";
            found.add(&status, message, help).related(&place, "the phase was entered");
        }
    }
}

pub(super) static PHASE_LEFT_BEHIND: Rule = Rule {
    code: Code { id: "AS007", name: "phase-left-behind", severity: Severity::Warning },
    what: "Every phase before currentPhase is done, skipped or failed.",
    why: "A resumed run goes on after currentPhase. What is pending or in progress before it \
          would never be finished.",
    broken: Example { sample: "interactive", edits: &[("/phases/4/status", r#""in_progress""#)] },
    mended: Example { sample: "interactive", edits: &[("/phases/4/status", r#""done""#)] },
};

pub(super) fn phase_left_behind(state: &State<'_>, found: &mut Findings<'_>) {
    let current = state.current_phase();
    for (number, phase) in state.phases().take_while(|(number, _)| *number < current) {
        let status = phase.get("status");
        if let Some(said @ ("pending" | "in_progress")) = status.text() {
            let message = format!("phase {number} is `{said}`, but currentPhase is `{current}`");
            let help = "write how the phase ended: `done`, `skipped` or `failed`; or set \
                        currentPhase back";
            found
                .add(&status, message, help)
                .related(&state.at("/currentPhase"), "the run has gone on to this phase");
        }
    }
}

/// The longest word that a sub-step may be.
const LONGEST_SUB_STEP: usize = 40;

pub(super) static PHASE_RECORD: Rule = Rule {
    code: Code { id: "AS109", name: "phase-record", severity: Severity::Warning },
    what: "Only phases 3 and 7 have a subStep, which is one short word. A phase that is done or \
           failed has finishedAt, and one that was skipped has no files.",
    why: "A resumed run goes by these marks: it starts after the sub-step it knows, takes a phase \
          without end for one that was cut off, and reverts the files a phase says it wrote.",
    broken: Example { sample: "interactive", edits: &[("/phases/4/finishedAt", "")] },
    mended: Example {
        sample: "interactive",
        edits: &[("/phases/4/finishedAt", r#""2026-03-02T12:05:30+01:00""#)],
    },
};

pub(super) fn phase_record(state: &State<'_>, found: &mut Findings<'_>) {
    for (number, phase) in state.phases() {
        let (status, step, files) = (phase.get("status"), phase.get("subStep"), phase.get("files"));
        if let Some(said) = step.text() {
            if !matches!(number, 3 | 7) {
                let message = format!("phase {number} has a subStep, as only phases 3 and 7 have");
                let help = "remove it, or say it in notes";
                found.add(&step, message, help).at_key();
            } else if said.is_empty()
                || said.contains(char::is_whitespace)
                || said.chars().count() > LONGEST_SUB_STEP
            {
                let message = format!("subStep is {}, which is no short word", step.shown());
                let help = "write one word such as `red`, `green`, `build` or `pr-opened`, and \
                            the rest in notes";
                found.add(&step, message, help);
            }
        }
        match status.text() {
            Some(said @ ("done" | "failed")) if !phase.get("finishedAt").is_set() => {
                let message = format!("phase {number} is `{said}`, but has no finishedAt");
                let help = "write when it ended; or status `in_progress`, if it has not";
                found.add(&status, message, help);
            }
            Some("skipped") if files.has_content() => {
                let message = format!("phase {number} is `skipped`, but has written files");
                let help = "write status `done`, if it ran; or no files";
                found.add(&files, message, help).related(&status, "it was skipped");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn keys_are_numbers_of_phases_and_nothing_else() {
        for key in ["8", "03", "phase-3", "", "٣"] {
            let pointer = format!("/phases/{key}");
            let found = findings("local", &[(pointer.as_str(), "{}")]);
            assert_eq!(found, [("AS005", pointer.clone())]);
        }
    }

    #[test]
    fn the_phases_have_to_agree_with_the_one_the_run_has_come_to() {
        let edits = [("/phases/6/status", r#""pending""#)];
        let expected = [("AS006", "/phases/6/status".to_owned())];
        assert_eq!(findings("interactive", &edits), expected);
        assert_eq!(findings("interactive", &[("/phases/4", "{}"), ("/phases/7", "")]), []);
        for status in [r#""failed""#, r#""skipped""#] {
            assert_eq!(findings("interactive", &[("/phases/4/status", status)]), [], "{status}");
        }
    }

    #[test]
    fn sub_steps_are_words_of_phases_3_and_7() {
        let at = |phase: u8| vec![("AS109", format!("/phases/{phase}/subStep"))];
        for (phase, step, expected) in [
            (3, r#""tests are red""#, at(3)),
            (3, r#""""#, at(3)),
            (3, r#""red""#, vec![]),
            (4, r#""red""#, at(4)),
        ] {
            let edits = [(&*format!("/phases/{phase}/subStep"), step)];
            assert_eq!(findings("interactive", &edits), expected, "{step}");
        }
        let edits = [("/phases/5/files", r#"["a.rs"]"#)];
        assert_eq!(findings("local", &edits), [("AS109", "/phases/5/files".to_owned())]);
        assert_eq!(findings("local", &[("/phases/5/files", "[]")]), []);
    }
}
