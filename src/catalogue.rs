//! Every check there is, documented: those of JSON and schema here, those of a kind beside it.

use std::fmt::Write as _;

use crate::diagnostic::Code;
use crate::document::codes as json;
use crate::kinds::final_report::fill;
use crate::kinds::{KINDS, Kind, TOKEN_USAGE};
use crate::rule::{Example, Rule};
use crate::schema;
use crate::templates::codes as template;

/// A check, as a person asks about it.
#[derive(Debug)]
pub struct Entry {
    /// Its identity and default severity.
    pub code: &'static Code,
    /// What holds in a document that satisfies it.
    pub what: &'static str,
    /// Why that is asked for.
    pub why: &'static str,
    /// The kind of document it is for; `None` for every kind.
    pub kind: Option<&'static Kind>,
    example: Shown,
}

#[derive(Debug)]
enum Shown {
    /// Two JSON texts.
    Texts { broken: &'static str, mended: &'static str },
    /// Two changes of a sample.
    Edits(&'static Rule),
    /// Two changes of a sample, each beside another sample.
    Beside(&'static str, &'static Rule),
}

impl Entry {
    /// What breaks the check: a text, or the changed parts of a sample.
    pub fn broken(&self) -> String {
        match self.example {
            Shown::Texts { broken, .. } => broken.to_owned(),
            Shown::Edits(rule) => edits(&rule.broken),
            Shown::Beside(other, rule) => beside(other, &rule.broken),
        }
    }

    /// The same, mended.
    pub fn mended(&self) -> String {
        match self.example {
            Shown::Texts { mended, .. } => mended.to_owned(),
            Shown::Edits(rule) => edits(&rule.mended),
            Shown::Beside(other, rule) => beside(other, &rule.mended),
        }
    }
}

/// The changes of a sample, one a line: JSON pointer and JSON.
fn edits(example: &Example) -> String {
    let mut out = format!("the sample `{}`", example.sample);
    out.push_str(if example.edits.is_empty() { " as it is" } else { " with" });
    for (pointer, text) in example.edits {
        let text = if text.is_empty() { "(removed)" } else { text };
        // Writing to a string cannot fail.
        let _ = write!(out, "\n{pointer}: {text}");
    }
    out
}

fn beside(other: &str, example: &Example) -> String {
    format!("the sample `{other}`, and {}", edits(example))
}

/// Every check: JSON first, then the schema, then the rules of each kind, by code; what figures
/// have to satisfy that are filled into a report; and what templates have to.
pub fn catalogue() -> impl Iterator<Item = Entry> {
    let kinds = KINDS.iter().flat_map(|&kind| {
        let own = kind.rules.iter().map(|&rule| (rule, Shown::Edits(rule)));
        let between = kind.distinct.iter().map(|distinct| distinct.rule);
        let between = between.map(|rule| (rule, Shown::Beside(kind.samples[0].name, rule)));
        let mut rules: Vec<(&'static Rule, Shown)> = own.chain(between).collect();
        rules.sort_by_key(|(rule, _)| rule.code.id);
        rules.into_iter().map(move |(rule, example)| {
            let Rule { code, what, why, .. } = rule;
            Entry { code, what, why, kind: Some(kind), example }
        })
    });
    texts(SHARED, None)
        .chain(kinds)
        .chain(texts(USAGE, Some(&TOKEN_USAGE)))
        .chain(texts(TEMPLATES, None))
}

/// The entries of a table of checks that two texts explain.
fn texts(table: &'static [Shared], kind: Option<&'static Kind>) -> impl Iterator<Item = Entry> {
    table.iter().map(move |&(code, what, why, broken, mended)| {
        let example = Shown::Texts { broken, mended };
        Entry { code, what, why, kind, example }
    })
}

type Shared = (&'static Code, &'static str, &'static str, &'static str, &'static str);

/// Code, what, why, a text that breaks it, the same text mended.
static SHARED: &[Shared] = &[
    (
        &json::SYNTAX,
        "A document is one JSON value in UTF-8.",
        "Half a document has no report.",
        r#"{"title": "Queue loses a batch",}"#,
        r#"{"title": "Queue loses a batch"}"#,
    ),
    (
        &json::BYTE_ORDER_MARK,
        "A document is UTF-8 without a byte-order mark.",
        "The mark is read over here, but other readers of JSON refuse it. UTF-16 and UTF-32 are no JSON.",
        "\\u{FEFF}{\"title\": \"Queue loses a batch\"}",
        r#"{"title": "Queue loses a batch"}"#,
    ),
    (
        &json::DUPLICATE_KEY,
        "No object has a key twice.",
        "Readers of JSON differ on which of the two counts, so the report could be about the other one.",
        r#"{"taskType": "quick", "taskType": "implementation"}"#,
        r#"{"taskType": "implementation"}"#,
    ),
    (
        &json::NESTING,
        "Arrays and objects nest at most 128 deep.",
        "No kind of document needs more; a deeper one has lost a bracket, or wants to exhaust its reader.",
        "[[[[[… 129 times",
        r#"{"rows": []}"#,
    ),
    (
        &json::LOSSY_NUMBER,
        "Every number survives as written when it is read as a 64-bit float.",
        "That is how most readers of JSON keep numbers. Others would come out as different figures.",
        r#"{"totalTokens": 9007199254740993}"#,
        r#"{"totalTokens": 9007199254740992}"#,
    ),
    (
        &json::LONE_SURROGATE,
        "The escape of a surrogate stands in a pair.",
        "Half a pair is no character, and cannot be written to a report.",
        r#"{"title": "\ud83d rocket"}"#,
        r#"{"title": "\ud83d\ude80 rocket"}"#,
    ),
    (
        &schema::VIOLATION,
        "A document satisfies the JSON Schema of its kind.",
        "The schema fixes names, types and forms; sections are rendered from nothing else.",
        r#"{"status": "compleated"}"#,
        r#"{"status": "completed"}"#,
    ),
    (
        &schema::UNKNOWN_KIND,
        "The keys at the top of a document tell its kind.",
        "Each kind has a schema and a report of its own.",
        r#"{"report": {}}"#,
        r#"{"frontmatter": {}, "header": {}}"#,
    ),
    (
        &schema::UNKNOWN_VERSION,
        "schemaVersion is a known version.",
        "What another version means is not known, and guessing would make a wrong report.",
        r#"{"schemaVersion": "9.0"}"#,
        r#"{"schemaVersion": "1.0"}"#,
    ),
    (
        &schema::FORMAT,
        "A text has the format that its schema names, such as date-time, email or uri.",
        "JSON Schema takes a format for a remark; here it is checked, since reports and links depend on it.",
        r#"{"startedAt": "yesterday"}"#,
        r#"{"startedAt": "2026-05-19T10:22:31Z"}"#,
    ),
];

/// The same for the figures of a run.
static USAGE: &[Shared] = &[
    (
        &fill::SUM_DIFFERS,
        "A sum that is given is the sum of its figures, to the last digit.",
        "One of the figures is wrong, and the report would show a bill that nobody can check.",
        r#"{"grand": {"costUsd": 0.31}} where lead and workers cost 0.10 and 0.20"#,
        r#"{"grand": {"costUsd": 0.30}}, or no grand at all: it is computed then"#,
    ),
    (
        &fill::NO_ROW,
        "The lead and every worker have a row in executionStatus.",
        "Figures of nobody in the report would count in its totals and be seen nowhere.",
        r#"{"workers": [{"agent": "Codex", "role": "Codex wroker", …}]}"#,
        r#"{"workers": [{"agent": "Codex", "role": "Codex worker", …}]}"#,
    ),
    (
        &fill::SEVERAL_ROWS,
        "Agent and role tell one row of executionStatus.",
        "Which of several rows the figures are of would be a guess.",
        r#"{"workers": [{"agent": "Codex", "role": "worker", …}]} for two such rows"#,
        r#"{"workers": [{"agent": "Codex", "role": "worker 1", …}, {"agent": "Codex", "role": "worker 2", …}]}"#,
    ),
    (
        &fill::CONTRADICTS,
        "A figure that the document has already is the same.",
        "One of the two is wrong. What is in the document may have been read by somebody.",
        r#"{"lead": {"totalTokens": 1200, …}} where the row of the lead says 1000"#,
        r#"{"lead": {"totalTokens": 1000, …}}, or --force"#,
    ),
    (
        &fill::ROW_TAKEN,
        "The figures of a row are given once.",
        "They would be added up once and shown once, and one of them is lost.",
        r#"{"workers": [{"agent": "Codex", "role": "worker", …}, {"agent": "Codex", "role": "worker", …}]}"#,
        r#"{"workers": [{"agent": "Codex", "role": "worker", …}]}"#,
    ),
    (
        &fill::ROW_WITHOUT,
        "Every worker that was run has figures, in the usage or in the document.",
        "A sum without one of its figures would be too low, and look complete.",
        r#"{"workers": []} where a worker has completed"#,
        r#"{"workers": [{"agent": "Codex", "role": "worker", …}]}, with 0 where it used nothing"#,
    ),
];

/// The same for templates.
static TEMPLATES: &[Shared] = &[
    (
        &template::SYNTAX,
        "A template can be read: every tag is closed, every block has its end.",
        "Nothing can be rendered from a template that ends in the middle of a tag.",
        "{% for row in summary %}| {{ row.id }} |",
        "{% for row in summary %}| {{ row.id }} |{% endfor %}",
    ),
    (
        &template::UNKNOWN_FUNCTION,
        "Filters, tests and functions of a template exist.",
        "A misspelt filter would leave a value as it is, or leave it out.",
        "{{ tokenUsage.grand.costUsd | udd }}",
        "{{ tokenUsage.grand.costUsd | usd }}",
    ),
    (
        &template::MISSING_VALUE,
        "What a template prints has a value in the document.",
        "A gap in a report looks as if there were nothing to say.",
        "- Task Key: {{ header.taskKye }}",
        "- Task Key: {{ header.taskKey }}",
    ),
    (
        &template::MISPLACED_VALUE,
        "A value stands where it has a safe form: in text, a cell, a code span, a fence, a link.",
        "Inside an HTML tag or comment, any value could end it.",
        "<!-- {{ header.taskKey }} -->",
        "- Task Key: {{ header.taskKey }}",
    ),
    (
        &template::RUNAWAY,
        "A template comes to an end, and its section has a size that a report can have.",
        "A loop over a large range, or a template that includes itself, would keep its user waiting.",
        "{% for i in range(9999) %}{% for j in range(9999) %}x{% endfor %}{% endfor %}",
        "{% for row in summary %}- {{ row.summary }}\n{% endfor %}",
    ),
    (
        &template::UNKNOWN_TEMPLATE,
        "A template that is included exists, by a name and not by a path.",
        "Templates are of one folder; nothing outside it is read.",
        "{% include \"../secrets\" %}",
        "{% include \"triage/ref\" %}",
    ),
    (
        &template::OPERATION,
        "What a template does with a value can be done with it.",
        "A list cannot be printed as a text, nor a text counted with.",
        "{{ summary }}",
        "{% for row in summary %}{{ row.summary }}{% endfor %}",
    ),
];
