//! Where the schema of agent states leaves the shape of a value open, any value has its place in the
//! report: no shape is an error, and nothing of it is lost.

mod support;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use support::{assert_form, parse, try_render};

/// Places in the first sample that the schema leaves open, or in which it leaves members open.
const OPEN: &[&str] = &[
    "/analysis/frontMatter/review",
    "/run/host",
    "/telemetry/sampler",
    "/designCheck/mock/supported",
    "/designCheck/mock/activation/argument",
    "/designCheck/inventory/targets/1/id",
    "/designCheck/inventory/targets/1/kind",
    "/designCheck/inventory/groups/0/name",
    "/designCheck/inventory/byKind/fixture",
    "/designCheck/variants/0/findings",
    "/designCheck/captured/2/targetId",
    "/reviewIterations/0/reviewers/1/findings/0",
    "/reviewIterations/0/triage/approved",
    "/reviewIterations/0/triage/accepted",
    "/reviewIterations/0/triage/accepted/0",
    "/reviewIterations/0/triage/accepted/0/file",
    "/reviewIterations/0/triage/accepted/0/line",
    "/reviewIterations/0/triage/accepted/0/verification",
    "/reviewIterations/0/triage/deferred/0",
    "/reviewIterations/0/triage/deferred/0/finding",
    "/reviewIterations/0/triage/rejected/0/reason",
    "/reviewIterations/0/triage/consensus",
    "/reviewIterations/0/triage/consensus/verdict",
    "/reviewIterations/0/triage/consensus/disagreements/0",
    "/reviewIterations/0/validatorResult",
    "/reviewIterations/1/accepted/1",
    "/reviewIterations/2/delta/window",
    "/uiTest/shards",
    "/visualEvidence/video/codec",
];

/// Keys that mean something in one of those places, and one that never does.
const KEYS: &[&str] = &[
    "accepted",
    "approved",
    "consensus",
    "deferred",
    "disagreements",
    "evidencePath",
    "file",
    "finding",
    "fix",
    "id",
    "issue",
    "kind",
    "label",
    "line",
    "name",
    "note",
    "reason",
    "result",
    "reviewer",
    "reviewerCount",
    "ruleId",
    "severity",
    "targetId",
    "verdict",
    "verification",
    "stranger",
];

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => "text[a-z]{6}".prop_map(Value::from),
        1 => Just(json!("")),
        1 => (0_u32..900).prop_map(|n| json!(n)),
        1 => Just(json!(2.5)),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let members = prop::collection::vec((prop::sample::select(KEYS), inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| {
                let members = members.into_iter().map(|(key, value)| (key.to_owned(), value));
                Value::Object(members.collect::<Map<_, _>>())
            }),
        ]
    })
}

/// Puts `value` at `pointer`; the object or list around it is there, or was replaced before.
fn put(document: &mut Value, pointer: &str, value: Value) {
    let (outer, key) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(outer) {
        Some(Value::Object(members)) => drop(members.insert(key.to_owned(), value)),
        Some(Value::Array(items)) => {
            if let Some(item) = key.parse::<usize>().ok().and_then(|index| items.get_mut(index)) {
                *item = value;
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn every_shape_has_its_place_and_nothing_is_lost(
        changes in prop::collection::vec((prop::sample::select(OPEN), any_json()), 1..6),
    ) {
        let sample = final_report::Kind::named("agent-state").unwrap().sample(None).unwrap();
        let mut document: Value = serde_json::from_str(sample.text).unwrap();
        for (pointer, value) in changes {
            put(&mut document, pointer, value);
        }
        let report = try_render(&document);
        prop_assert!(report.is_ok(), "{:?}", report);
        let report = report.unwrap();
        assert_form(&report);
        let seen = parse(&report).text.replace('\n', " ");
        support::leaves(&document, "", &mut |pointer, leaf| {
            let shown = match leaf {
                Value::String(text) => text.replace('\n', " "),
                Value::Number(number) => number.to_string(),
                _ => return,
            };
            assert!(seen.contains(&shown) || is_line_0(pointer, leaf), "{pointer}: {leaf}\n{report}");
        });
    }
}

/// Line 0 stands for the whole file, and is not written.
fn is_line_0(pointer: &str, leaf: &Value) -> bool {
    pointer.ends_with("/line") && *leaf == json!(0)
}
