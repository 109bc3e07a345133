//! Who worked in the run, and what rules of every kind look up.

use super::FinalReport;
pub(super) use crate::rule::lookup::*;

/// The short names of the workers of the run, as before the colon of a source item: the first word
/// of each role (`Claude worker` is `claude`), the lead, and whoever holds a position. A role of
/// several words goes by all of them as well (`Report writer worker` is `report-writer`).
pub(super) fn workers(report: &FinalReport<'_>) -> Vec<String> {
    let mut workers = Vec::new();
    for row in &report.execution_status {
        let role = row.role.to_lowercase();
        let words: Vec<&str> = role.split_whitespace().collect();
        if let [name @ .., _] = &words[..]
            && name.len() > 1
        {
            workers.push(name.join("-"));
        }
        workers.extend(words.first().map(|first| (*first).to_owned()));
    }
    workers.push("lead".to_owned());
    let positions = report.cross_verification.differences.iter();
    workers.extend(positions.flat_map(|row| &row.workers_position).map(|p| worker(p.worker)));
    workers
}

/// A worker's name as rules compare it.
pub(super) fn worker(name: &str) -> String {
    name.trim().to_lowercase()
}
