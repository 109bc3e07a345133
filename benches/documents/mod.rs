//! Documents to measure with, as long as it takes.

use std::fmt;

use final_report::{Document, Options};
use serde_json::Value;

/// A document that grows by repeating the first row of one of its lists.
#[derive(Clone, Copy)]
pub struct Growing {
    name: &'static str,
    text: &'static str,
    /// JSON pointer to the list.
    list: &'static str,
    /// JSON pointer, within a row, to what tells it from the others, and its value in that row.
    number: (&'static str, fn(usize) -> Value),
}

pub const KINDS: [Growing; 4] = [
    Growing {
        name: "final-report",
        text: include_str!("../../tests/cases/final-report/quick.json"),
        list: "/crossVerification/consensus",
        number: ("/id", |row| format!("C-{}", 1000 + row).into()),
    },
    Growing {
        name: "agent-state",
        text: include_str!("../../tests/cases/agent-state/interactive.json"),
        list: "/reviewIterations/0/triage/rejected",
        number: ("/finding/line", |row| (1000 + row).into()),
    },
    Growing {
        name: "triage",
        text: include_str!("../../tests/cases/triage/full.json"),
        list: "/rejected",
        number: ("/finding/line", |row| (1000 + row).into()),
    },
    Growing {
        name: "council",
        text: include_str!("../../tests/cases/council/full.json"),
        list: "/findings",
        number: ("/role", |row| format!("voter-{row}").into()),
    },
];

impl fmt::Display for Growing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Growing {
    /// A document of at least `bytes`, by no more than a row.
    pub fn document(&self, bytes: usize) -> Vec<u8> {
        let mut document: Value = serde_json::from_str(self.text).unwrap();
        let len = |document: &Value| serde_json::to_vec_pretty(document).unwrap().len();
        let before = len(&document);
        self.grow(&mut document, 1);
        let now = len(&document);
        self.grow(&mut document, bytes.saturating_sub(now).div_ceil(now - before));
        let document = serde_json::to_vec_pretty(&document).unwrap();
        // One with errors would take another way.
        let found = Document::parse(&document).unwrap().check(&Options::default());
        assert!(found.iter().all(|one| !one.is_error()), "{self}: {found:?}");
        document
    }

    fn grow(&self, document: &mut Value, rows: usize) {
        let list = document.pointer_mut(self.list).and_then(Value::as_array_mut).unwrap();
        for _ in 0..rows {
            let mut row = list[0].clone();
            let (place, number) = self.number;
            *row.pointer_mut(place).unwrap() = number(list.len());
            list.push(row);
        }
    }
}
