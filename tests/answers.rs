//! Whatever is answered in a report comes back into its document, to the letter.

use final_report::lifecycle::{Standing, pull, standing};
use final_report::{Document, Options, Renderer, Report};
use proptest::prelude::*;
use serde_json::Value;

const DOCUMENTS: [&str; 3] = [
    include_str!("cases/final-report/answers.json"),
    include_str!("cases/final-report/implementation-planning.json"),
    include_str!("cases/final-report/error-analysis.json"),
];

thread_local!(static RENDERER: Renderer = Renderer::new());

fn report(text: &str) -> (Document, Report) {
    let document = Document::parse(text.as_bytes()).unwrap();
    let report = RENDERER.with(|renderer| renderer.markdown(&document)).unwrap();
    (document, report)
}

fn pulled(markdown: &str, text: &str) -> String {
    let (document, fresh) = report(text);
    let pulled = pull(markdown, &fresh, &document, &Options::default()).unwrap();
    assert_eq!(pulled.left, [], "nothing but answers was edited");
    pulled.text
}

fn items(text: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(text).unwrap();
    document["clarificationItems"].as_array().unwrap().clone()
}

/// Types `answers` into the rows of the report that have no answer, in their order.
fn typed(markdown: &str, answers: &[String]) -> String {
    let mut answers = answers.iter().cycle();
    let mut lines: Vec<String> = markdown.lines().map(str::to_owned).collect();
    for line in lines.iter_mut().filter(|line| line.ends_with(" | open | |")) {
        line.truncate(line.len() - 1);
        line.push_str(&format!("{} |", answers.next().unwrap()));
    }
    lines.join("\n") + "\n"
}

/// Text out of what people type and what means something in a table cell, on one line.
fn typing() -> impl Strategy<Value = String> {
    let pieces = [
        "yes",
        "no ",
        "|",
        " | ",
        r"\|",
        r"\",
        r"\\",
        "`",
        "``",
        "`a|b`",
        "*",
        "**bold**",
        "_",
        "~",
        "[",
        "]",
        "(x)",
        "<",
        ">",
        "<br>",
        "<b>",
        "&",
        "&amp;",
        "&lt;",
        "&#124;",
        "<!-- -->",
        "🦆",
        "é",
        "答",
        "http://a.b/c",
        "www.a.b",
        "C:\\dir\\file",
        "- [x] Approved",
        "#",
        "1.",
        ":",
        ".",
        "  ",
        "'",
        "\"",
        "\t",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 1..10).prop_map(|p| p.concat())
}

/// What is meant by an answer that holds nothing that escaping writes: the text itself.
fn literal(answer: &str) -> bool {
    !answer.contains(['\\', '&', '<'])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn render_edit_pull_render_reaches_a_fixed_point(
        which in 0..DOCUMENTS.len(),
        answers in prop::collection::vec(typing(), 1..5),
    ) {
        let text = DOCUMENTS[which];
        let (_, first) = report(text);
        let edited = typed(&first.markdown, &answers);
        let after = pulled(&edited, text);
        let mut expected = answers.iter().cycle();
        for (before, after) in items(text).iter().zip(items(&after)) {
            let answer = before["userInput"].as_str().unwrap_or_default();
            let open = before["status"] == "open" && answer.is_empty();
            if !open {
                prop_assert_eq!(before, &after);
                continue;
            }
            let answer = expected.next().unwrap();
            if literal(answer) {
                let text = after["userInput"].as_str().unwrap_or_default();
                prop_assert_eq!(text, answer.trim_matches([' ', '\t']));
            }
            let empty = after["userInput"].as_str().unwrap_or_default().is_empty();
            prop_assert_eq!(&after["status"], if empty { "open" } else { "answered" });
        }
        // Nothing would be lost now, and pulling again changes nothing.
        let (document, second) = report(&after);
        let standing = standing(edited.as_bytes(), &second, &document);
        prop_assert!(matches!(standing, Standing::Stale | Standing::Current), "{:?}", standing);
        prop_assert_eq!(&pulled(&edited, &after), &after);
        prop_assert_eq!(&pulled(&second.markdown, &after), &after);
        // Typing what the report shows now changes nothing either.
        prop_assert_eq!(report(&pulled(&second.markdown, &after)).1.markdown, second.markdown);
    }

    /// Any answer survives: what a report shows of it, typed into a report without it, is read as
    /// the same answer.
    #[test]
    fn an_answer_copied_from_one_report_means_the_same_in_another(
        answer in typing().prop_flat_map(|one| {
            prop_oneof![Just(one.clone()), typing().prop_map(move |two| format!("{one}\n{two}"))]
        }),
    ) {
        let answer = answer.trim_matches([' ', '\t', '\n']);
        // A code span with an escaped bar is shown as an element, which forgets its fence.
        prop_assume!(!answer.is_empty() && !answer.contains(r"\|"));
        let text = DOCUMENTS[0];
        let mut answered: Value = serde_json::from_str(text).unwrap();
        answered["clarificationItems"][0]["userInput"] = answer.into();
        answered["clarificationItems"][0]["status"] = "answered".into();
        let source = report(&answered.to_string()).1.markdown;
        let row = source.lines().find(|line| line.starts_with("| C-101 |")).unwrap();
        let (_, cell) = row.rsplit_once("| answered |").unwrap();
        let empty = report(text).1.markdown;
        let open = empty.lines().find(|line| line.starts_with("| C-101 |")).unwrap();
        let edited = empty.replace(open, &format!("{}{cell}", open.strip_suffix(" |").unwrap()));
        let after = items(&pulled(&edited, text));
        prop_assert_eq!(after[0]["userInput"].as_str(), Some(answer));
        prop_assert_eq!(report(&pulled(&edited, text)).1.markdown, source);
    }
}
