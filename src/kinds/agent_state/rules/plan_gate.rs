//! The gate of phase 2: what the user was asked, and which plan was approved.

use super::state::{State, against};
use crate::diagnostic::{Code, Severity};
use crate::rule::words::{all_of, counted};
use crate::rule::{Example, Findings, Rule};

const ROUNDS: &str = "/phases/2/clarificationRounds";
const QUESTIONS: &str = "/phases/2/clarificationQuestions";
const ANSWERS: &str = "/phases/2/clarificationAnswers";
const APPROVED_AT: &str = "/phases/2/planApprovedAt";

/// What keeps a run from having the gate, with the place that says so.
fn without_gate(state: &State<'_>) -> Option<(&'static str, &'static str)> {
    if state.autopilot() {
        Some(("an autopilot run, which asks nobody", "/autopilot"))
    } else if state.is_short() {
        Some(("a Short run, which has no plan", "/onlyDevelop"))
    } else {
        None
    }
}

pub(super) static QUESTIONS_AND_ANSWERS: Rule = Rule {
    code: Code { id: "AS020", name: "questions-and-answers", severity: Severity::Error },
    what: "clarificationAnswers has as many answers as clarificationQuestions has questions.",
    why: "They belong together by their place in the list. If one is missing, answers stand \
          beside questions that they do not answer.",
    broken: Example { sample: "interactive", edits: &[("/phases/2/clarificationAnswers/1", "")] },
    mended: Example { sample: "interactive", edits: &[] },
};

pub(super) fn questions_and_answers(state: &State<'_>, found: &mut Findings<'_>) {
    let (questions, answers) = (state.at(QUESTIONS), state.at(ANSWERS));
    let (asked, answered) = (questions.len().unwrap_or(0), answers.len().unwrap_or(0));
    if asked != answered {
        let (asked, answered) = (counted(asked, "question"), counted(answered, "answer"));
        let message =
            format!("clarificationQuestions has {asked}, clarificationAnswers {answered}");
        let help = "write one answer for each question, in the same order; an empty text where \
                    none was given";
        let finding = found.add(answers.or(&questions), message, help);
        if answers.is_written() {
            against(finding, &questions, "the questions");
        }
    }
}

pub(super) static ROUNDS_AND_QUESTIONS: Rule = Rule {
    code: Code { id: "AS021", name: "rounds-and-questions", severity: Severity::Error },
    what: "clarificationRounds is above 0 exactly when there are questions, and not above their \
           number.",
    why: "In each round at least one question was asked. Rounds without questions mean that the \
          log of what was asked is lost.",
    broken: Example { sample: "interactive", edits: &[("/phases/2/clarificationRounds", "0")] },
    mended: Example { sample: "interactive", edits: &[("/phases/2/clarificationRounds", "2")] },
};

pub(super) fn rounds_and_questions(state: &State<'_>, found: &mut Findings<'_>) {
    let (rounds, questions) = (state.at(ROUNDS), state.at(QUESTIONS));
    let Some(number) = rounds.count() else { return };
    let asked = questions.len().unwrap_or(0) as u64;
    if number > asked || (number == 0 && asked > 0) {
        let message = format!(
            "clarificationRounds is `{number}`, but clarificationQuestions has {}",
            counted(asked as usize, "question")
        );
        let help = if number == 0 {
            "write in how many rounds the questions were asked, 1 or 2"
        } else {
            "write every question that was asked; or the number of rounds in which there was one"
        };
        against(found.add(&rounds, message, help), &questions, "the questions");
    }
}

pub(super) static GATE_IN_OTHER_PHASE: Rule = Rule {
    code: Code { id: "AS023", name: "gate-in-other-phase", severity: Severity::Warning },
    what: "clarificationRounds, clarificationQuestions, clarificationAnswers, planIterations, \
           planApprovedAt and planEditRequests stand in phase 2 only.",
    why: "The gate is a part of phase 2, and readers look for it there. In another phase nobody \
          finds that the plan was approved.",
    broken: Example { sample: "interactive", edits: &[("/phases/3/planIterations", "3")] },
    mended: Example { sample: "interactive", edits: &[("/phases/3/planIterations", "")] },
};

pub(super) fn gate_in_other_phase(state: &State<'_>, found: &mut Findings<'_>) {
    const OF_GATE: [&str; 6] = [
        "clarificationRounds",
        "clarificationQuestions",
        "clarificationAnswers",
        "planIterations",
        "planApprovedAt",
        "planEditRequests",
    ];
    for (number, phase) in state.phases().filter(|(number, _)| *number != 2) {
        let strays = OF_GATE.into_iter().filter(|key| phase.get(key).is_set());
        let strays: Vec<&str> = strays.collect();
        if let Some(first) = strays.first() {
            let stand = if strays.len() == 1 { "stands" } else { "stand" };
            let message = format!("{} {stand} in phase {number}", all_of(&strays));
            let help = "write it in phase 2, whose gate it speaks of";
            found.add(&phase.get(first), message, help).at_key();
        }
    }
}

pub(super) static ROUNDS_WITHOUT_USER: Rule = Rule {
    code: Code { id: "AS024", name: "rounds-without-user", severity: Severity::Error },
    what: "clarificationRounds is absent in an autopilot run and in a Short run.",
    why: "It is written in a full interactive run only: autopilot must not ask, and a Short run \
          has no plan to ask about. Either somebody was asked who must not be, or the mode is \
          wrong.",
    broken: Example { sample: "local", edits: &[("/phases/2/clarificationRounds", "0")] },
    mended: Example { sample: "local", edits: &[] },
};

pub(super) fn rounds_without_user(state: &State<'_>, found: &mut Findings<'_>) {
    let rounds = state.at(ROUNDS);
    if let Some((run, place)) = without_gate(state).filter(|_| rounds.is_set()) {
        let message = format!("clarificationRounds is {} in {run}", rounds.shown());
        let help = "remove it; or mend the mode, if a user was there to answer";
        found.add(&rounds, message, help).related(&state.at(place), "the mode is this");
    }
}

pub(super) static PLAN_ITERATIONS: Rule = Rule {
    code: Code { id: "AS025", name: "plan-iterations", severity: Severity::Error },
    what: "planIterations is one more than the number of planEditRequests.",
    why: "The plan is shown once, and again after each request. Another number means that a \
          request is missing from the record, or a plan was never shown.",
    broken: Example { sample: "interactive", edits: &[("/phases/2/planIterations", "2")] },
    mended: Example { sample: "interactive", edits: &[("/phases/2/planIterations", "3")] },
};

pub(super) fn plan_iterations(state: &State<'_>, found: &mut Findings<'_>) {
    let requests = state.at("/phases/2/planEditRequests");
    let iterations = state.at("/phases/2/planIterations");
    if let (Some(shown), Some(asked)) = (iterations.count(), requests.len())
        && shown != asked as u64 + 1
    {
        let asked_for = counted(asked, "request");
        let message = format!("planIterations is `{shown}`, but planEditRequests has {asked_for}");
        let help = format!("write `{}`, or the requests that are missing", asked + 1);
        found.add(&iterations, message, help).related(&requests, "the requests");
    }
}

pub(super) static APPROVED_WITHOUT_USER: Rule = Rule {
    code: Code { id: "AS026", name: "approved-without-user", severity: Severity::Error },
    what: "planApprovedAt is null or absent in an autopilot run and in a Short run.",
    why: "Nobody approves a plan there. A time of approval would claim that a person has seen \
          what nobody saw.",
    broken: Example {
        sample: "full",
        edits: &[("/phases/2/planApprovedAt", r#""2026-04-14T22:30:00Z""#)],
    },
    mended: Example { sample: "full", edits: &[("/phases/2/planApprovedAt", "null")] },
};

pub(super) fn approved_without_user(state: &State<'_>, found: &mut Findings<'_>) {
    let approved = state.at(APPROVED_AT);
    if let Some((run, place)) = without_gate(state).filter(|_| approved.is_set()) {
        let message = format!("planApprovedAt is {} in {run}", approved.shown());
        let help = "write null; or mend the mode, if a user approved the plan";
        found.add(&approved, message, help).related(&state.at(place), "the mode is this");
    }
}

pub(super) static PLAN_NOT_APPROVED: Rule = Rule {
    code: Code { id: "AS027", name: "plan-not-approved", severity: Severity::Warning },
    what: "In a full interactive run, phase 2 is not done while planApprovedAt is null.",
    why: "The phase ends with the approval. Without it, code was written by a plan that nobody \
          approved, or the task was given up at the gate.",
    broken: Example { sample: "interactive", edits: &[("/phases/2/planApprovedAt", "null")] },
    mended: Example {
        sample: "interactive",
        edits: &[("/phases/2/planApprovedAt", r#""2026-03-02T10:02:40+01:00""#)],
    },
};

pub(super) fn plan_not_approved(state: &State<'_>, found: &mut Findings<'_>) {
    let (status, approved) = (state.at("/phases/2/status"), state.at(APPROVED_AT));
    let is_done = status.text() == Some("done");
    if is_done && approved.is_null() && without_gate(state).is_none() {
        let help = "write when the user approved the plan; or status `failed`, if the task was \
                    given up at the gate";
        found
            .add(&approved, "phase 2 is done, but planApprovedAt is `null`", help)
            .related(&status, "the phase is done");
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    const NONE: (&str, &str) = ("/phases/2/clarificationQuestions", "[]");

    #[test]
    fn rounds_questions_and_answers_have_to_fit() {
        let at = |code, part: &str| (code, format!("/phases/2/{part}"));
        let unanswered = at("AS020", "clarificationAnswers");
        let too_many = at("AS021", "clarificationRounds");
        assert_eq!(findings("interactive", &[NONE]), [too_many.clone(), unanswered.clone()]);
        let none_at_all = [NONE, ("/phases/2/clarificationAnswers", "")];
        assert_eq!(findings("interactive", &none_at_all), [too_many]);
        let rounds = ("/phases/2/clarificationRounds", "");
        assert_eq!(findings("interactive", &[rounds]), []);
        let found = findings("interactive", &[("/phases/2/clarificationAnswers", "")]);
        assert_eq!(found, [at("AS020", "clarificationQuestions")]);
    }

    #[test]
    fn a_plan_that_waits_or_was_never_recorded_is_no_fault() {
        let gate = ("/phases/2/planApprovedAt", "null");
        let found = findings("interactive", &[gate, ("/phases/2/status", r#""failed""#)]);
        assert_eq!(found, []);
        assert_eq!(findings("interactive", &[("/phases/2/planApprovedAt", "")]), []);
    }

    #[test]
    fn nulls_outside_phase_2_claim_nothing() {
        assert_eq!(findings("interactive", &[("/phases/4/planApprovedAt", "null")]), []);
    }
}
