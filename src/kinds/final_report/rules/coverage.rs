//! Where the report accounts for the tickets it touches.

use std::collections::{HashMap, HashSet};

use super::super::model::TicketCoverage;
use super::FinalReport;
use super::lookup::list;
use super::rows::{Ids, tables};
use super::tickets::tickets;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static COVERAGE_LEFT_OUT: Rule = Rule {
    code: Code { id: "FR018", name: "coverage-left-out", severity: Severity::Warning },
    what: "ticketCoverage has the form `omit` only in a release-handoff or final-verification \
           report.",
    why: "Those two are about one finished piece of work. In any other report the table is what \
          leads from a ticket to what was found about it.",
    broken: Example { sample: "quick", edits: &[("/ticketCoverage", r#"{"omit": true}"#)] },
    mended: Example {
        sample: "quick",
        edits: &[("/ticketCoverage", r#"{"singleTicket": "ci-pipefail"}"#)],
    },
};

pub(super) fn coverage_left_out(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let task_type = report.header.task_type;
    let may_omit = matches!(task_type, "release-handoff" | "final-verification");
    if !matches!(report.ticket_coverage, Some(TicketCoverage::Omit(true))) || may_omit {
        return;
    }
    let tickets = tickets(&tables(report));
    let known: Vec<&str> = tickets.iter().filter(|t| t.is_known()).map(|t| t.name).collect();
    let help = match known.as_slice() {
        [] => "name the ticket in singleTicket, or the tickets in rows".to_owned(),
        [one] => format!("write singleTicket {} in place of omit", quoted(one)),
        several => format!(
            "write rows in place of omit, one for each of the tickets {}",
            list(several.iter().copied())
        ),
    };
    let message = format!("ticketCoverage is left out of a report of `{task_type}`");
    found.add("/ticketCoverage/omit", message, help).related(
        "/header/taskType",
        "only release-handoff and final-verification may leave it out",
    );
}

pub(super) static COVERAGE_INDEX: Rule = Rule {
    code: Code { id: "FR020", name: "coverage-index", severity: Severity::Warning },
    what: "The rows of ticketCoverage name every ticket that a row of the document is about, and \
           relatedIds names rows that exist.",
    why: "The table is the index of the report by ticket. What it leaves out is not found, and \
          what it names in vain is searched for.",
    broken: Example {
        sample: "requirements-discovery",
        edits: &[("/missingInformation/1/ticketId", r#""PORT-231""#)],
    },
    mended: Example {
        sample: "requirements-discovery",
        edits: &[
            ("/missingInformation/1/ticketId", r#""PORT-231""#),
            (
                "/ticketCoverage/rows/-",
                r#"{"ticketId": "PORT-231", "sections": "4", "relatedIds": "R-002"}"#,
            ),
        ],
    },
};

pub(super) fn coverage_index(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let Some(TicketCoverage::Rows(rows)) = &report.ticket_coverage else {
        return;
    };
    let tables = tables(report);
    let tickets = tickets(&tables);
    let covered: HashSet<&str> = rows.iter().map(|row| row.ticket_id).collect();
    let folded: HashMap<String, &str> = covered.iter().map(|&name| (fold(name), name)).collect();
    for ticket in tickets.iter().filter(|ticket| ticket.is_known()) {
        if covered.contains(ticket.name) {
            continue;
        }
        let ids: Vec<&str> =
            ticket.rows.iter().filter_map(|(table, row)| tables[*table].rows[*row].id).collect();
        let message = format!("ticketCoverage has no row for {}", quoted(ticket.name));
        let help = match folded.get(&fold(ticket.name)) {
            Some(meant) => format!("write the ticket in one way, as {} is", quoted(meant)),
            None if ids.is_empty() => "add a row for it".to_owned(),
            None => format!("add a row for it, with relatedIds {}", list(ids.iter().copied())),
        };
        found
            .add("/ticketCoverage/rows", message, help)
            .related(ticket.place(&tables), "the first row that is about it");
    }
    let mut names = covered;
    names.extend(tickets.iter().map(|ticket| ticket.name));
    let ids = Ids::of(report, &tables);
    for (index, row) in rows.iter().enumerate() {
        let mut seen = HashSet::new();
        for id in ids_in(row.related_ids, &names) {
            if ids.contains(id) || !seen.insert(id) {
                continue;
            }
            let message = format!(
                "relatedIds of {} names {}, which no row has as its id",
                quoted(row.ticket_id),
                quoted(id)
            );
            let help = match ids.meant(id) {
                Some(meant) => format!("name a row that exists; the nearest is {}", quoted(meant)),
                None => "name rows of this document only, or remove it".to_owned(),
            };
            found.add(format!("/ticketCoverage/rows/{index}/relatedIds"), message, help);
        }
    }
}

/// A ticket however it is spelt.
fn fold(ticket: &str) -> String {
    ticket.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The ids in a text that lists some, in any words: `P-001, C-002 and P-Step-1`. A name counts as
/// one if it has the form of an id and is none of `other_names`.
fn ids_in<'t>(text: &'t str, other_names: &HashSet<&str>) -> impl Iterator<Item = &'t str> {
    let ends = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '.' | ':' | '/' | '#');
    let words = text.split("..").flat_map(move |part| part.split(ends));
    words.map(|word| word.trim_matches(['.', ':', '/'])).filter(|word| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
        let prefix = &word[..word.len() - digits.len()];
        prefix.starts_with(|c: char| c.is_ascii_alphabetic())
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !other_names.contains(word)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{diagnostics, findings};
    use super::*;

    #[test]
    fn the_index_may_speak_of_rows_in_any_words_but_of_none_that_is_not_there() {
        let ids = "/ticketCoverage/rows/1/relatedIds";
        let edits =
            [(ids, r#""P-003 and `C-002`; see PORT-230, codex:1.4 (4.5.1), E-001..E-003""#)];
        assert_eq!(findings("requirements-discovery", &edits), []);
        let found =
            diagnostics("requirements-discovery", &[(ids, r#""P-003, c-2, E-901, E-901""#)]);
        let said: Vec<_> = found.iter().map(|d| (d.code.id, d.message.as_str())).collect();
        let names =
            |id| format!("relatedIds of `PORT-230` names `{id}`, which no row has as its id");
        assert_eq!(said, [("FR020", names("c-2").as_str()), ("FR020", names("E-901").as_str())]);
        assert!(found[0].help.as_ref().unwrap().ends_with("`C-002`"), "{found:?}");
    }

    #[test]
    fn a_ticket_in_another_spelling_is_told_the_right_one() {
        let edits = [("/missingInformation/1/ticketId", r#""port 230""#)];
        let found = diagnostics("requirements-discovery", &edits);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].help.as_deref(), Some("write the ticket in one way, as `PORT-230` is"));
    }

    #[test]
    fn ids_are_found_in_words_and_other_names_are_none() {
        let ids = |text| ids_in(text, &HashSet::from(["SHOP-12"])).collect::<Vec<_>>();
        assert_eq!(ids("P-001, C-002; P-Step-1"), ["P-001", "C-002", "P-Step-1"]);
        assert_eq!(ids("`P-001` and [E-002](#e-002)."), ["P-001", "E-002"]);
        assert_eq!(ids("P-001..P-003, P-005–P-007"), ["P-001", "P-003", "P-005", "P-007"]);
        assert_eq!(ids("p1/SHOP-12, codex:1.1, lead:mcp-1, 4.5.1, none, —"), [""; 0]);
        assert_eq!(ids("p1, SHOP-12"), ["p1"]);
    }
}
