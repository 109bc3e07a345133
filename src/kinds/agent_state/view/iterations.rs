//! The rounds of review: what each changed, who reviewed, and the triage inside.

use std::collections::HashSet;

use serde_json::Value;

use super::findings;
use super::items;
use super::open::{Facts, Open};
use super::{seen, whole};
use crate::view::{Seen, object};

pub(super) fn iterations(state: &Value) -> Seen {
    let all = items(&state["reviewIterations"]);
    let numbers: Vec<Option<u64>> = all.iter().map(|it| whole(&it["iteration"])).collect();
    let names = all.iter().enumerate().map(|(index, _)| name(index, &numbers));
    all.iter().zip(names).map(|(it, name)| iteration(it, &name)).collect()
}

/// What headings call an iteration: its number, or its place where that number is not its own.
fn name(index: usize, numbers: &[Option<u64>]) -> String {
    match numbers[index] {
        Some(number) if numbers.iter().filter(|other| **other == Some(number)).count() == 1 => {
            number.to_string()
        }
        _ => format!("{}/{}", index + 1, numbers.len()),
    }
}

fn iteration(it: &Value, name: &str) -> Seen {
    let count = |part: &str| Seen::from(it["delta"][part].as_array().map(Vec::len));
    let mut more = Facts::default();
    let triage = it.get("triage").map(|triage| Triage::of(triage, &mut more));
    let mut tables = Vec::new();
    let mut table = |what: &'static str, rows: Vec<Seen>| {
        if !rows.is_empty() {
            tables.push(object([("what", Seen::from(what)), ("rows", Seen::from(rows))]));
        }
    };
    if let Some(triage) = &triage {
        table("triage", triage.rows());
    }
    let accepted = items(&it["accepted"]).iter();
    table("accepted", accepted.map(|it| findings::triaged("accepted", it)).collect());
    if let Some(result) = it.get("validatorResult") {
        more.add("validatorResult", result);
    }
    object([
        ("name", Seen::from(name)),
        ("number", seen(&it["iteration"])),
        ("decision", seen(&it["decision"])),
        ("blocking", seen(&it["blocking"])),
        ("important", seen(&it["important"])),
        ("suggestion", seen(&it["suggestion"])),
        ("new", count("new")),
        ("stillPresent", count("stillPresent")),
        ("resolved", count("resolved")),
        ("downgraded", count("downgraded")),
        ("delta", it.get("delta").map_or(Seen::from(()), delta)),
        ("reviewers", it.get("reviewers").map_or(Seen::from(()), reviewers)),
        ("attribution", it.get("anonymizationMap").map_or(Seen::from(()), attribution)),
        ("triage", triage.map_or(Seen::from(()), Triage::seen)),
        ("tables", Seen::from(tables)),
        ("raw", Seen::from(raw_findings(it))),
        ("more", more.seen()),
    ])
}

/// How the findings of a round relate to those of the round before.
fn delta(delta: &Value) -> Seen {
    let blocking: HashSet<String> =
        items(&delta["stillPresentBlocking"]).iter().map(Value::to_string).collect();
    let mut still = HashSet::new();
    let mut survivors = HashSet::new();
    let mut rows = Vec::new();
    for part in ["new", "stillPresent", "stillPresentBlocking", "downgraded", "resolved"] {
        for row in items(&delta[part]) {
            let mut change = part;
            let mut cycles = &Value::Null;
            if let Some(fingerprint) = row["fingerprint"].as_str()
                && part.starts_with("stillPresent")
            {
                survivors.insert(fingerprint);
                cycles = &delta["recurrence"][fingerprint];
            }
            // What is still there and blocks stands in two lists, and in one row here.
            match part {
                "stillPresent" => {
                    let text = row.to_string();
                    if blocking.contains(&text) {
                        change = "stillPresentBlocking";
                    }
                    still.insert(text);
                }
                "stillPresentBlocking" if still.contains(&row.to_string()) => continue,
                _ => {}
            }
            rows.push(object([
                ("change", Seen::from(change)),
                ("cycles", seen(cycles)),
                ("severity", seen(&row["severity"])),
                ("file", seen(&row["file"])),
                ("fingerprint", seen(&row["fingerprint"])),
                ("issue", seen(&row["issue"])),
            ]));
        }
    }
    let recurrence = delta["recurrence"].as_object().into_iter().flatten();
    let elsewhere = recurrence.filter(|(fingerprint, _)| !survivors.contains(fingerprint.as_str()));
    let elsewhere = elsewhere.map(|(fingerprint, cycles)| {
        object([("fingerprint", Seen::from(fingerprint.as_str())), ("cycles", seen(cycles))])
    });
    object([
        ("previousIteration", seen(&delta["previousIteration"])),
        ("plateau", seen(&delta["plateau"])),
        ("tripped", seen(&delta["tripped"])),
        ("computedAt", seen(&delta["computedAt"])),
        ("recurrence", elsewhere.collect()),
        ("rows", Seen::from(rows)),
    ])
}

/// One row for each reviewer that answered. Those without a model are not one and the same.
fn reviewers(reviewers: &Value) -> Seen {
    let row = |reviewer: &Value| {
        object([
            ("model", Seen::from(model(reviewer))),
            ("roundCount", seen(&reviewer["roundCount"])),
            ("findings", Seen::from(reviewer["findings"].as_array().map(Vec::len))),
        ])
    };
    items(reviewers).iter().map(row).collect()
}

fn raw_findings(it: &Value) -> Vec<Seen> {
    let of_reviewer = |reviewer: &'_ Value| {
        let rows = items(&reviewer["findings"]).iter();
        rows.map(|finding| findings::raw(model(reviewer), finding)).collect::<Vec<_>>()
    };
    items(&it["reviewers"]).iter().flat_map(of_reviewer).collect()
}

/// The model of a reviewer, or what the format calls one that did not say.
fn model(reviewer: &Value) -> &str {
    reviewer["model"].as_str().unwrap_or("unknown")
}

fn attribution(map: &Value) -> Seen {
    let labels = map["labelToModel"].as_object().into_iter().flatten();
    let labels = labels.map(|(label, model)| {
        object([("label", Seen::from(label.as_str())), ("model", seen(model))])
    });
    object([("seed", seen(&map["seed"])), ("labels", labels.collect())])
}

/// The triage inside an iteration, which the schema leaves open.
struct Triage<'v> {
    approved: Option<bool>,
    reviewer_count: Option<&'v Value>,
    verdict: Option<&'v Value>,
    disagreements: &'v [Value],
    accepted: Vec<&'v Value>,
    deferred: &'v [Value],
    rejected: &'v [Value],
}

impl<'v> Triage<'v> {
    /// Takes from `triage` what triage output consists of; the rest becomes facts in `more`.
    fn of(triage: &'v Value, more: &mut Facts) -> Triage<'v> {
        let mut open = Open::of(triage);
        let (mut reviewer_count, mut verdict, mut disagreements) = (None, None, None);
        if let Some(consensus) = open.take("consensus", Value::is_object) {
            let mut open = Open::of(consensus);
            reviewer_count = open.take("reviewerCount", |value| whole(value).is_some());
            verdict = open.text("verdict");
            disagreements = open.array("disagreements");
            open.rest("consensus", more);
        }
        let mut accepted: Vec<&Value> = open.array("accepted").unwrap_or_default().iter().collect();
        accepted.sort_by_key(|finding| {
            let severity = finding["severity"].as_str();
            SEVERITIES.iter().position(|known| Some(*known) == severity).unwrap_or(SEVERITIES.len())
        });
        let this = Triage {
            approved: open.take("approved", Value::is_boolean).and_then(Value::as_bool),
            reviewer_count,
            verdict,
            disagreements: disagreements.unwrap_or_default(),
            accepted,
            deferred: open.array("deferred").unwrap_or_default(),
            rejected: open.array("rejected").unwrap_or_default(),
        };
        open.rest("triage", more);
        this
    }

    fn rows(&self) -> Vec<Seen> {
        let accepted = self.accepted.iter().map(|it| findings::triaged("accepted", it));
        let bucket = |name: &'static str, entries: &'v [Value]| {
            entries.iter().map(move |it| findings::reasoned(name, it))
        };
        let deferred = bucket("deferred", self.deferred);
        accepted.chain(deferred).chain(bucket("rejected", self.rejected)).collect()
    }

    fn seen(self) -> Seen {
        let reworked = |finding: &&Value| finding["severity"] != "suggestion";
        let approval = match self.approved {
            Some(true) if self.accepted.iter().any(reworked) => "rework-pending",
            Some(true) => "approved",
            Some(false) => "rework",
            None => "unknown",
        };
        let disagreements = self.disagreements.iter().map(findings::disagreement);
        object([
            ("approval", Seen::from(approval)),
            ("reviewerCount", self.reviewer_count.map_or(Seen::from(()), seen)),
            ("verdict", self.verdict.map_or(Seen::from(()), seen)),
            ("disagreements", disagreements.collect()),
        ])
    }
}

/// The most severe first.
const SEVERITIES: [&str; 3] = ["blocking", "important", "suggestion"];
