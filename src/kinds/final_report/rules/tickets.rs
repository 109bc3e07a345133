//! Which ticket a row is about.

use std::collections::{HashMap, HashSet};

use super::super::model::TicketCoverage;
use super::FinalReport;
use super::lookup::list;
use super::rows::{Table, tables};
use super::words::counted;
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

/// What stands for a ticket that cannot be told.
const UNKNOWN: &str = "unknown";

/// A ticket, and the rows about it by table and index.
pub(super) struct Ticket<'a> {
    pub(super) name: &'a str,
    pub(super) rows: Vec<(usize, usize)>,
}

impl Ticket<'_> {
    pub(super) fn is_known(&self) -> bool {
        self.name != UNKNOWN
    }

    /// Where the ticket of its first row stands.
    pub(super) fn place(&self, tables: &[Table<'_>]) -> String {
        let (table, row) = self.rows[0];
        tables[table].place(row, "ticketId")
    }
}

/// The tickets of all rows, in the order of their first rows.
pub(super) fn tickets<'a>(tables: &[Table<'a>]) -> Vec<Ticket<'a>> {
    let mut tickets: Vec<Ticket<'a>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (table, rows) in tables.iter().enumerate() {
        for (index, row) in rows.rows.iter().enumerate() {
            let Some(name) = row.ticket_id else { continue };
            let at = *known.entry(name).or_insert_with(|| {
                tickets.push(Ticket { name, rows: Vec::new() });
                tickets.len() - 1
            });
            tickets[at].rows.push((table, index));
        }
    }
    tickets
}

pub(super) static NOT_THE_SINGLE_TICKET: Rule = Rule {
    code: Code { id: "FR019", name: "not-the-single-ticket", severity: Severity::Warning },
    what: "Where ticketCoverage names a singleTicket, every ticketId is that one or `unknown`.",
    why: "The report says in one line that the whole run served one ticket. A row about another \
          one makes that line false.",
    broken: Example {
        sample: "quick",
        edits: &[("/missingInformation/0/ticketId", r#""ci-sisters""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/missingInformation/0/ticketId", r#""ci-pipefail""#)],
    },
};

pub(super) fn not_the_single_ticket(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    const SINGLE: &str = "/ticketCoverage/singleTicket";
    let Some(TicketCoverage::SingleTicket(single)) = report.ticket_coverage else {
        return;
    };
    // That the one ticket is `unknown` although rows know better is another rule.
    if single == UNKNOWN {
        return;
    }
    let tables = tables(report);
    let mut tickets = tickets(&tables);
    tickets.retain(Ticket::is_known);
    if let [ticket] = tickets.as_slice()
        && ticket.name != single
    {
        let message = format!(
            "singleTicket is {}, but every row is about {}",
            quoted(single),
            quoted(ticket.name)
        );
        let help = format!("write {}", quoted(ticket.name));
        found.add(SINGLE, message, help).related(ticket.place(&tables), "the first of the rows");
        return;
    }
    for ticket in tickets.iter().filter(|ticket| ticket.name != single) {
        let others = match ticket.rows.len() - 1 {
            0 => String::new(),
            others => format!(", and so have {}", counted(others, "more row")),
        };
        let message = format!(
            "this row has the ticket {}, not the singleTicket {}{others}",
            quoted(ticket.name),
            quoted(single)
        );
        let help = format!(
            "write {}; or, if the run served several tickets, give ticketCoverage rows in place \
             of singleTicket",
            quoted(single)
        );
        found
            .add(ticket.place(&tables), message, help)
            .related(SINGLE, "the coverage names one ticket");
    }
}

pub(super) static UNKNOWN_TICKET: Rule = Rule {
    code: Code { id: "FR021", name: "unknown-ticket", severity: Severity::Warning },
    what: "No ticket is `unknown` in a report that knows one.",
    why: "`unknown` is for work that belongs to no ticket anyone can name. Beside a known ticket \
          it hides a row from whoever looks for that ticket.",
    broken: Example {
        sample: "quick",
        edits: &[("/missingInformation/0/ticketId", r#""unknown""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/missingInformation/0/ticketId", r#""ci-pipefail""#)],
    },
};

pub(super) fn unknown_ticket(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let tables = tables(report);
    let tickets = tickets(&tables);
    let covered: Vec<(String, &str)> = match &report.ticket_coverage {
        Some(TicketCoverage::SingleTicket(single)) => {
            vec![("/ticketCoverage/singleTicket".to_owned(), single)]
        }
        Some(TicketCoverage::Rows(rows)) => {
            let place = |index| format!("/ticketCoverage/rows/{index}/ticketId");
            rows.iter().enumerate().map(|(index, row)| (place(index), row.ticket_id)).collect()
        }
        _ => Vec::new(),
    };
    let mut known: Vec<&str> = covered.iter().map(|(_, name)| *name).collect();
    known.extend(tickets.iter().map(|ticket| ticket.name));
    known.retain(|name| *name != UNKNOWN);
    let mut seen = HashSet::new();
    known.retain(|name| seen.insert(*name));
    let rows = tickets.iter().filter(|ticket| !ticket.is_known()).flat_map(|ticket| &ticket.rows);
    let mut unknown: Vec<String> =
        rows.map(|(table, row)| tables[*table].place(*row, "ticketId")).collect();
    unknown.extend(covered.into_iter().filter(|(_, name)| *name == UNKNOWN).map(|(at, _)| at));
    let (Some((first, others)), Some(_)) = (unknown.split_first(), known.first()) else {
        return;
    };
    let number = match others.len() {
        0 => String::new(),
        others => format!(" here and in {}", counted(others, "more place")),
    };
    let names = list(known.iter().copied());
    let message = format!("ticket is `unknown`{number}, but the report knows {names}");
    let help = match known.as_slice() {
        [one] => format!("write {}", quoted(one)),
        _ => "write the ticket that the row is about".to_owned(),
    };
    found.add(first, message, help).also(others.iter().cloned(), "and this one");
}

#[cfg(test)]
mod tests {
    use super::super::findings;

    #[test]
    fn a_single_ticket_that_no_row_has_is_the_fault_itself() {
        let edits = [("/ticketCoverage/singleTicket", r#""ci-pipe""#)];
        let expected = [("FR019", "/ticketCoverage/singleTicket".to_owned())];
        assert_eq!(findings("quick", &edits), expected);
    }

    #[test]
    fn a_second_ticket_is_reported_once_however_many_rows_have_it() {
        let edits = [("/summary/1/ticketId", r#""X-1""#), ("/summary/2/ticketId", r#""X-1""#)];
        assert_eq!(findings("quick", &edits), [("FR019", "/summary/1/ticketId".to_owned())]);
    }

    #[test]
    fn unknown_is_fine_as_long_as_nothing_is_known() {
        let unknown = r#""unknown""#;
        let edits = [("/ticketCoverage/singleTicket", unknown)];
        let expected = [("FR021", "/ticketCoverage/singleTicket".to_owned())];
        assert_eq!(findings("quick", &edits), expected);
        let edits = [("/summary/0/ticketId", unknown), ("/summary/2/ticketId", unknown)];
        assert_eq!(findings("quick", &edits), [("FR021", "/summary/0/ticketId".to_owned())]);
        let edits = [
            ("/ticketCoverage/singleTicket", unknown),
            ("/summary/0/ticketId", unknown),
            ("/summary/1/ticketId", unknown),
            ("/summary/2/ticketId", unknown),
            ("/crossVerification/consensus", "[]"),
            ("/crossVerification/differences", "[]"),
            ("/finalVerdict/rationaleRowIds", r#"["P-001"]"#),
            ("/evidence", r#"{"primary": []}"#),
            ("/missingInformation", "[]"),
            ("/clarificationItems", "[]"),
            ("/followUpTasks", "[]"),
        ];
        assert_eq!(findings("quick", &edits), []);
    }
}
