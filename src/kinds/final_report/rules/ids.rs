//! Rows are referred to by their ids, which therefore have to name one row each.

use std::cell::LazyCell;
use std::collections::HashMap;

use super::FinalReport;
use super::rows::{CLARIFICATION, CONSENSUS, Ids, Table, tables};
use crate::diagnostic::{Code, Severity};
use crate::rule::{Example, Findings, Rule};
use crate::schema::quoted;

pub(super) static DUPLICATE_ID: Rule = Rule {
    code: Code { id: "FR010", name: "duplicate-id", severity: Severity::Error },
    what: "No two rows of a table have the same id. That the files of two options share one is a \
           warning.",
    why: "Verdict, coverage and follow-up tasks refer to rows by their ids. With two rows of one \
          id, the reader cannot tell which is meant.",
    broken: Example { sample: "quick", edits: &[("/evidence/primary/1/id", r#""E-001""#)] },
    mended: Example { sample: "quick", edits: &[("/evidence/primary/1/id", r#""E-002""#)] },
};

pub(super) fn duplicate_id(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let tables = tables(report);
    let mut free = LazyCell::new(|| FreeNumbers::of(&tables));
    // The files of all options, whose tables stand apart: a reference does not say which it means.
    let mut files: HashMap<&str, (usize, usize)> = HashMap::new();
    for (number, table) in tables.iter().enumerate() {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (row, id) in table.ids() {
            if let Some(first) = seen.get(id) {
                let message = format!("two rows of {} have the id {}", table.name(), quoted(id));
                found
                    .add(table.place(row, "id"), message, free.help(id))
                    .related(table.place(*first, "id"), "the first row with this id");
                continue;
            }
            seen.insert(id, row);
            if !id.starts_with("OF-") {
                continue;
            }
            if let Some((other, first)) = files.get(id) {
                let message = format!("files of two options have the id {}", quoted(id));
                found
                    .add(table.place(row, "id"), message, free.help(id))
                    .related(tables[*other].place(*first, "id"), "the first file with this id")
                    .warning();
            } else {
                files.insert(id, (number, row));
            }
        }
    }
}

/// The numbers that no row has yet, for each prefix.
struct FreeNumbers<'a> {
    next: HashMap<&'a str, u64>,
}

impl<'a> FreeNumbers<'a> {
    fn of(tables: &[Table<'a>]) -> FreeNumbers<'a> {
        let mut next = HashMap::new();
        for (_, id) in tables.iter().flat_map(Table::ids) {
            if let Some((prefix, number)) = parts(id) {
                let free = next.entry(prefix).or_insert(1);
                *free = number.saturating_add(1).max(*free);
            }
        }
        FreeNumbers { next }
    }

    /// What to write in place of `id`.
    fn help(&mut self, id: &'a str) -> String {
        let free = parts(id).and_then(|(prefix, _)| Some((prefix, self.next.get_mut(prefix)?)));
        let own = match free {
            Some((prefix, number)) => {
                let own = format!(", such as `{prefix}-{number:03}`");
                *number = number.saturating_add(1);
                own
            }
            None => String::new(),
        };
        format!("give this row an id of its own{own}, and mend the references that mean it")
    }
}

/// Prefix and number of an id; a number that no one counts to has none.
fn parts(id: &str) -> Option<(&str, u64)> {
    let (prefix, number) = id.split_once('-')?;
    Some((prefix, number.parse().ok()?))
}

pub(super) static SHARED_NUMBER: Rule = Rule {
    code: Code { id: "FR011", name: "shared-number", severity: Severity::Warning },
    what: "No clarification item has the number of a consensus row.",
    why: "Both tables have ids with the prefix `C-`. A reference to a number that is in both \
          could mean the agreement or the question.",
    broken: Example {
        sample: "error-analysis",
        edits: &[("/clarificationItems/1/id", r#""C-003""#)],
    },
    mended: Example {
        sample: "error-analysis",
        edits: &[("/clarificationItems/1/id", r#""C-102""#)],
    },
};

pub(super) fn shared_number(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    // Numbers may be longer than any integer, and `C-0001` is read as `C-001`.
    let number = |id| str::trim_start_matches(str::trim_start_matches(id, "C-"), '0');
    let consensus = report.cross_verification.consensus.iter().enumerate();
    let mut by_number: HashMap<&str, (usize, &str)> =
        consensus.rev().map(|(row, one)| (number(one.id), (row, one.id))).collect();
    let tables = tables(report);
    let mut free = LazyCell::new(|| FreeNumbers::of(&tables));
    for (row, item) in report.clarification_items.iter().enumerate() {
        // Taken out, since a number that is twice in one table is another fault.
        if let Some((other, consensus)) = by_number.remove(number(item.id)) {
            let message = format!(
                "clarification item {} has the number of consensus row {}",
                quoted(item.id),
                quoted(consensus)
            );
            found
                .add(format!("{CLARIFICATION}/{row}/id"), message, free.help(item.id))
                .related(format!("{CONSENSUS}/{other}/id"), "the consensus row");
        }
    }
}

pub(super) static RATIONALE_ROWS: Rule = Rule {
    code: Code { id: "FR012", name: "rationale-rows", severity: Severity::Warning },
    what: "Each of rationaleRowIds is the id of a row of this document, and is named once.",
    why: "They are what the verdict rests on. An id that no row has is a reason that nobody can \
          look up.",
    broken: Example {
        sample: "quick",
        edits: &[("/finalVerdict/rationaleRowIds/2", r#""E-010""#)],
    },
    mended: Example {
        sample: "quick",
        edits: &[("/finalVerdict/rationaleRowIds/2", r#""E-001""#)],
    },
};

pub(super) fn rationale_rows(report: &FinalReport<'_>, found: &mut Findings<'_>) {
    let tables = tables(report);
    let ids = Ids::of(report, &tables);
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (index, id) in report.final_verdict.rationale_row_ids.iter().enumerate() {
        let pointer = format!("/finalVerdict/rationaleRowIds/{index}");
        if let Some(first) = seen.get(id) {
            let message = format!("rationaleRowIds names {} twice", quoted(id));
            found
                .add(pointer, message, "remove one of the two")
                .related(format!("/finalVerdict/rationaleRowIds/{first}"), "the first of the two");
            continue;
        }
        seen.insert(id, index);
        if !ids.contains(id) {
            let message = format!("no row of this document has the id {}", quoted(id));
            let help = match ids.meant(id) {
                Some(meant) => format!("write the id of a row; the nearest is {}", quoted(meant)),
                None => "write the id of a row of this document, or remove it".to_owned(),
            };
            found.add(pointer, message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{diagnostics, findings};

    #[test]
    fn each_further_row_of_an_id_is_told_a_free_one() {
        let edits = [("/summary/1/id", r#""P-001""#), ("/summary/2/id", r#""P-001""#)];
        let found = diagnostics("quick", &edits);
        let said: Vec<_> = found.iter().map(|d| (d.code.id, d.pointer.as_str())).collect();
        assert_eq!(said, [("FR010", "/summary/1/id"), ("FR010", "/summary/2/id")]);
        assert!(found[0].help.as_ref().unwrap().contains("`P-002`"), "{found:?}");
        assert!(found[1].help.as_ref().unwrap().contains("`P-003`"), "{found:?}");
        assert!(found.iter().all(|d| d.related[0].pointer == "/summary/0/id"));
    }

    #[test]
    fn files_of_two_options_that_share_an_id_are_a_warning_only() {
        let file = "/implementationPlanning/optionCandidates/1/fileStructure/0/id";
        // The coverage names the id that is gone, too.
        let coverage = ("/ticketCoverage/rows/0/relatedIds", r#""P-001""#);
        let found = diagnostics("implementation-planning", &[(file, r#""OF-002""#), coverage]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].code.id, found[0].pointer.as_str()), ("FR010", file));
        assert!(!found[0].is_error());
    }

    #[test]
    fn a_number_is_shared_however_many_zeros_it_has() {
        let expected = [("FR011", "/clarificationItems/0/id".to_owned())];
        for id in [r#""C-002""#, r#""C-0002""#] {
            assert_eq!(findings("quick", &[("/clarificationItems/0/id", id)]), expected, "{id}");
        }
    }

    #[test]
    fn a_rationale_may_rest_on_any_row_with_an_id() {
        let ids = r#"["P-001", "D-001", "R-001", "C-101", "FU-001", "OF-001", "DM-001", "RB-001", "P-Step-4"]"#;
        let edits = [("/finalVerdict/rationaleRowIds", ids)];
        assert_eq!(findings("implementation-planning", &edits), []);
        let ids = r#"["AB-001", "RR-001", "VE-001", "S-001", "E-001"]"#;
        let edits = [("/finalVerdict/rationaleRowIds", ids)];
        assert_eq!(findings("final-verification", &edits), []);
    }

    #[test]
    fn an_id_in_another_spelling_is_told_the_right_one() {
        let edits = [("/finalVerdict/rationaleRowIds", r#"["c-1", "C-002", "C-002", "x"]"#)];
        let found = diagnostics("quick", &edits);
        let said: Vec<_> = found.iter().map(|d| d.help.as_deref().unwrap()).collect();
        assert_eq!(
            said,
            [
                "write the id of a row; the nearest is `C-001`",
                "remove one of the two",
                "write the id of a row of this document, or remove it",
            ]
        );
    }
}
