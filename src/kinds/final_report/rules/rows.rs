//! The rows of a report that have an id or a ticket, wherever they stand.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use super::FinalReport;
use super::lookup::Names;

/// A table of a report.
pub(super) struct Table<'a> {
    /// Where it stands.
    pub(super) pointer: Cow<'static, str>,
    pub(super) rows: Vec<Row<'a>>,
}

/// A row, with what can be referred to.
pub(super) struct Row<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) ticket_id: Option<&'a str>,
}

impl<'a> Table<'a> {
    /// The pointer of a part of a row.
    pub(super) fn place(&self, row: usize, part: &str) -> String {
        format!("{}/{row}/{part}", self.pointer)
    }

    /// The name that a message uses: the pointer without its slash at the front, in dots.
    pub(super) fn name(&self) -> String {
        self.pointer.trim_start_matches('/').replace('/', ".")
    }

    /// The rows that have an id, by their index.
    pub(super) fn ids(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.rows.iter().enumerate().filter_map(|(index, row)| Some((index, row.id?)))
    }
}

macro_rules! table {
    ($pointer:expr, $rows:expr, id, ticket_id) => {
        table!($pointer, $rows, |row| Row { id: Some(row.id), ticket_id: Some(row.ticket_id) })
    };
    ($pointer:expr, $rows:expr, id) => {
        table!($pointer, $rows, |row| Row { id: Some(row.id), ticket_id: None })
    };
    ($pointer:expr, $rows:expr, ticket_id) => {
        table!($pointer, $rows, |row| Row { id: None, ticket_id: Some(row.ticket_id) })
    };
    ($pointer:expr, $rows:expr, $row:expr) => {
        Table { pointer: Cow::from($pointer), rows: $rows.iter().map($row).collect() }
    };
}

pub(super) const CONSENSUS: &str = "/crossVerification/consensus";
pub(super) const CLARIFICATION: &str = "/clarificationItems";

/// Every table whose rows have an id, a ticket, or both.
pub(super) fn tables<'a>(report: &FinalReport<'a>) -> Vec<Table<'a>> {
    let cross = &report.cross_verification;
    let mut tables = vec![
        table!("/summary", report.summary, id, ticket_id),
        table!(CONSENSUS, cross.consensus, id, ticket_id),
        table!("/crossVerification/differences", cross.differences, id, ticket_id),
        table!("/evidence/primary", report.evidence.primary, id, ticket_id),
        table!("/missingInformation", report.missing_information, id, ticket_id),
        table!(CLARIFICATION, report.clarification_items, id, ticket_id),
        table!("/followUpTasks", report.follow_up_tasks, id, ticket_id),
    ];
    if let Some(rows) = &report.evidence.secondary {
        tables.push(table!("/evidence/secondary", rows, id, ticket_id));
    }
    if let Some(plan) = &report.implementation_planning {
        let at = |part: &str| format!("/implementationPlanning/{part}");
        for (index, option) in plan.option_candidates.iter().enumerate() {
            let pointer = at(&format!("optionCandidates/{index}/fileStructure"));
            tables.push(table!(pointer, option.file_structure, id, ticket_id));
        }
        let verdicts = &plan.plan_body_verification.verdict_summary;
        tables.extend([
            table!(at("stepwiseExecution"), plan.stepwise_execution, ticket_id),
            table!(at("dependencyMigrationRisk"), plan.dependency_migration_risk, id),
            table!(at("validationChecklist"), plan.validation_checklist, ticket_id),
            table!(at("rollbackStrategy"), plan.rollback_strategy, id),
            table!(at("planBodyVerification/verdictSummary"), verdicts, ticket_id),
        ]);
    }
    if let Some(implementation) = &report.implementation {
        let rows = &implementation.out_of_plan_edits;
        tables.push(table!("/implementation/outOfPlanEdits", rows, id));
    }
    if let Some(verification) = &report.final_verification {
        let at = |part: &str| format!("/finalVerification/{part}");
        tables.extend([
            table!(at("acceptanceBlockers"), verification.acceptance_blockers, id),
            table!(at("residualRisk"), verification.residual_risk, id),
            table!(at("validationEvidence"), verification.validation_evidence, id),
        ]);
    }
    tables
}

/// What can be referred to by its id: every row, and every plan item that was voted on.
pub(super) struct Ids<'a> {
    ids: Names<'a>,
    /// By how they are written; for what is misspelt only.
    spellings: OnceCell<HashMap<String, &'a str>>,
}

impl<'a> Ids<'a> {
    pub(super) fn of(report: &FinalReport<'a>, tables: &[Table<'a>]) -> Ids<'a> {
        let mut ids: Vec<_> = tables.iter().flat_map(Table::ids).map(|(_, id)| id).collect();
        let plan = report.implementation_planning.as_ref();
        let votes = plan.into_iter().flat_map(|plan| &plan.plan_body_verification.verdict_summary);
        ids.extend(votes.map(|verdict| verdict.plan_item));
        Ids { ids: Names::of(ids), spellings: OnceCell::new() }
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.ids.has(id)
    }

    /// The id that a misspelt one was meant to be.
    pub(super) fn meant(&self, id: &str) -> Option<&'a str> {
        let spellings = self
            .spellings
            .get_or_init(|| self.ids.iter().filter_map(|id| Some((spelt_out(id)?, id))).collect());
        let respelt = spelt_out(id).and_then(|id| spellings.get(&id).copied());
        respelt.or_else(|| self.ids.nearest(id))
    }
}

/// `c1`, `C-1` and `C_01` as ids are written: `C-001`.
fn spelt_out(id: &str) -> Option<String> {
    let id = id.trim();
    let digits = id.find(|c: char| c.is_ascii_digit())?;
    let prefix = id[..digits].trim_end_matches(['-', '_', ' ']).to_uppercase();
    let number: u64 = id[digits..].parse().ok()?;
    Some(format!("{prefix}-{number:03}"))
}

#[cfg(test)]
mod tests {
    use super::spelt_out;

    #[test]
    fn ids_are_recognised_however_they_are_spelt() {
        for id in ["C-001", "c-001", "C-1", "c1", "C_01", " C 1"] {
            assert_eq!(spelt_out(id).as_deref(), Some("C-001"), "{id}");
        }
        assert_eq!(spelt_out("P-Opt"), None);
        assert_eq!(spelt_out("C-1x"), None);
    }
}
