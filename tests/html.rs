//! Reports as pages: what is in them, what can never be, and that they read well.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use comrak::nodes::{AstNode, NodeValue};
use final_report::{Document, KINDS, Language, Renderer};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::hostile::{bases, config, hostile_document, replaced};
use support::page::{Element, Seen, page, see, try_page, try_page_without_findings};
use support::{bare, gfm, shown};

/// Every case of every kind, by its name.
fn cases() -> Vec<(String, Value)> {
    let mut cases = Vec::new();
    for kind in KINDS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(kind.name);
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
        paths.sort();
        for path in paths {
            let document = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            cases.push((path.file_stem().unwrap().to_string_lossy().into_owned(), document));
        }
    }
    cases
}

fn sample(name: &str) -> Value {
    let sample = KINDS[0].sample(Some(name)).unwrap();
    serde_json::from_str(sample.text).unwrap()
}

/// The texts of a report that stand together on a page, without destinations of links, and without
/// the answers that have a field.
fn texts(markdown: &str) -> Vec<String> {
    fn is_answer<'a>(cell: &'a AstNode<'a>) -> bool {
        let Some(status) = cell.previous_sibling().filter(|_| cell.next_sibling().is_none()) else {
            return false;
        };
        let of_eight = cell.parent().is_some_and(|row| row.children().count() == 8);
        of_eight && ["open", "answered"].contains(&&*status.collect_text())
    }
    fn walk<'a>(node: &'a AstNode<'a>, texts: &mut Vec<String>) {
        let value = node.data.borrow().value.clone();
        let holds_text =
            matches!(value, NodeValue::Paragraph | NodeValue::Heading(_) | NodeValue::TableCell);
        match value {
            NodeValue::CodeBlock(code) => texts.push(code.literal),
            NodeValue::TableCell if is_answer(node) => {}
            _ if holds_text => {
                let mut text = String::new();
                for inner in node.descendants() {
                    match &inner.data.borrow().value {
                        NodeValue::Text(part) => text.push_str(part),
                        NodeValue::Code(code) => text.push_str(&code.literal),
                        _ => {}
                    }
                }
                texts.push(text);
            }
            _ => node.children().for_each(|child| walk(child, texts)),
        }
    }
    let arena = comrak::Arena::new();
    let mut texts = Vec::new();
    walk(comrak::parse_document(&arena, markdown, &gfm()), &mut texts);
    texts
}

/// A fragment as a browser looks for it.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = fragment;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).unwrap());
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).unwrap()
}

/// Where the links within a page lead: to elements of it, or nowhere.
struct Links {
    live: Vec<String>,
    dead: Vec<String>,
}

/// The links within a page, in which no two elements share an id and names and descriptions of
/// elements are there.
fn links(seen: &Seen) -> Links {
    let ids: Vec<&str> = seen.elements.iter().filter_map(|element| element.get("id")).collect();
    let unique: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
    for name in ["aria-labelledby", "aria-describedby"] {
        let named = seen.elements.iter().filter_map(|element| element.get(name));
        for id in named.flat_map(str::split_whitespace) {
            assert!(unique.contains(id), "{name} {id} is nowhere: {ids:#?}");
        }
    }
    let fragments = seen.all("a").filter_map(|a| a.get("href")?.strip_prefix('#'));
    let (live, dead) = fragments.map(decoded).partition(|id| unique.contains(id.as_str()));
    Links { live, dead }
}

/// Every link within the page leads to an element.
fn assert_links(seen: &Seen) {
    assert_eq!(links(seen).dead, [""; 0]);
}

#[test]
fn every_sample_is_the_page_of_its_snapshot() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/html");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for kind in KINDS {
            for sample in kind.samples {
                let html = page(&serde_json::from_str(sample.text).unwrap()).html;
                let body = &html[html.find("<body>").unwrap()..];
                // Style and script have tests of their own, and the digest speaks for them too.
                let body = body.split("<script>").next().unwrap();
                let body = body.split("<!-- final-report:").next().unwrap();
                insta::assert_snapshot!(format!("{}__{}", kind.name, sample.name), body);
            }
        }
    });
}

#[test]
fn every_page_has_the_parts_that_readers_and_screen_readers_look_for() {
    for (name, document) in cases() {
        let html = page(&document).html;
        let seen = see(&html);
        assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"), "{name}");
        for part in ["title", "main", "header", "nav", "h1", "style"] {
            assert!(seen.all(part).next().is_some(), "{name}: {part}");
        }
        let front_matter = document.get("frontmatter").is_some();
        assert_eq!(seen.all("footer").next().is_some(), front_matter, "{name}");
        for part in ["main", "nav", "h1", "body"] {
            assert_eq!(seen.all(part).count(), 1, "{name}: {part}");
        }
        let skip = seen.all("a").next().unwrap();
        assert_eq!(skip.get("href"), Some("#page.report"), "{name}");
        let marks = html.matches("final-report:sha256").count();
        assert!(marks == 1 && html.ends_with(" -->\n"), "{name}: the digest mark is its own");
        assert!(!html.contains("<p>---"), "{name}: front matter");
        // No heading is more than one level below the one before it.
        let levels: Vec<u32> =
            seen.elements.iter().filter_map(|e| e.name.strip_prefix('h')?.parse().ok()).collect();
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{name}: {levels:?}");
        for frame in seen.all("div").filter(|div| div.get("class") == Some("table")) {
            assert_eq!((frame.get("role"), frame.get("tabindex")), (Some("region"), Some("0")));
            assert!(frame.get("aria-label").unwrap().starts_with("Table: "), "{name}");
        }
        for picture in seen.all("svg") {
            assert_eq!(picture.get("role"), Some("img"), "{name}");
            assert!(picture.get("aria-labelledby").is_some(), "{name}");
        }
        assert_links(&seen);
    }
}

#[test]
fn nothing_is_loaded_and_only_the_pages_own_script_may_run() {
    for (name, document) in cases() {
        let html = page(&document).html;
        let seen = see(&html);
        let policy = seen.all("meta").find(|meta| meta.get("http-equiv").is_some()).unwrap();
        let policy = policy.get("content").unwrap();
        let rules = [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "style-src 'sha256-",
            if seen.scripts.is_empty() { "script-src 'none'" } else { "script-src 'sha256-" },
        ];
        for rule in rules {
            assert!(policy.contains(rule), "{name}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{name}");
        for element in &seen.elements {
            for attribute in ["src", "srcset", "style", "action", "data", "poster"] {
                assert_eq!(element.get(attribute), None, "{name}");
            }
        }
        assert!(!html.contains("url(") && !html.contains("@import"), "{name}");
    }
}

#[test]
fn every_text_of_the_markdown_is_in_the_page() {
    for (name, document) in cases() {
        let made = page(&document);
        let text = bare(&see(&made.html).text);
        for wanted in texts(&made.report.markdown) {
            assert!(text.contains(&bare(&wanted)), "{name}: {wanted:?}");
        }
    }
}

#[test]
fn open_and_answered_questions_have_a_field_and_others_do_not() {
    let (_, document) = cases().into_iter().find(|(name, _)| name == "answers").unwrap();
    let html = page(&document).html;
    let seen = see(&html);
    let fields: Vec<&str> =
        seen.all("textarea").filter_map(|field| field.get("data-answer")).collect();
    let items = document["clarificationItems"].as_array().unwrap();
    let open: Vec<&str> = items
        .iter()
        .filter(|item| item["status"] == "open" || item["status"] == "answered")
        .map(|item| item["id"].as_str().unwrap())
        .collect();
    assert_eq!(fields, open);
    // The answer itself, not its markdown, stands in the field.
    assert!(
        html.contains("readonly>\nboth | dozens first\n\nas `n × 12 | m`, and never ``a`b``</")
    );
    assert_eq!(seen.scripts.len(), 1);
}

#[test]
fn a_plan_has_its_box_and_other_reports_have_none() {
    let of = |document: &Value| {
        let seen = see(&page(document).html);
        let box_of_plan = seen.all("input").find(|input| input.get("data-approval").is_some());
        (box_of_plan.map(|input| input.get("checked").is_some()), seen.scripts.len())
    };
    assert_eq!(of(&sample("implementation-planning")), (Some(false), 1));
    let (_, approved) = cases().into_iter().find(|(name, _)| name == "approved").unwrap();
    assert_eq!(of(&approved), (Some(true), 1));
    // Nothing to answer: nothing that runs.
    assert_eq!(of(&sample("implementation")), (None, 0));
}

#[test]
fn a_response_names_the_report_that_it_answers() {
    let document = sample("implementation-planning");
    let made = page(&document);
    let seen = see(&made.html);
    let about = seen.all("aside").next().unwrap();
    let digest = made.report.markdown.trim_end().strip_suffix(" -->").unwrap();
    assert!(digest.ends_with(about.get("data-report-sha256").unwrap()));
    assert_eq!(about.get("data-task-key"), document["header"]["taskKey"].as_str());
    assert_eq!(about.get("data-kind"), Some("final-report-response"));
    let file = "cartwheel-orders-shop-2147-implementation-planning.response.json";
    assert_eq!(about.get("data-file"), Some(file));
}

#[test]
fn charts_stand_only_where_there_are_data() {
    let charts = |name: &str| {
        let (_, document) = cases().into_iter().find(|(case, _)| case == name).unwrap();
        see(&page(&document).html).all("svg").count()
    };
    assert_eq!(charts("implementation"), 3);
    assert_eq!(charts("tokens-null"), charts("tokens-absent"));
    assert_eq!(charts("round-history-disabled"), 0);
    assert_eq!(charts("tokens-filled"), charts("tokens-null") + 2);
}

#[test]
fn names_in_charts_are_text() {
    let mut document = sample("implementation");
    document["executionStatus"][0]["role"] =
        json!("</text></svg><script>x()</script>\u{202E}\u{0}<img src=x onerror=x()> and so on");
    let html = page(&document).html;
    let seen = see(&html);
    assert_eq!((seen.scripts.len(), seen.all("img").count()), (0, 0));
    assert_eq!(seen.all("svg").count(), 3);
    assert!(html.contains("x()&lt;/script&gt;[U+202E][U+0000]"));
}

#[test]
fn a_page_speaks_the_language_of_its_report() {
    let text = KINDS[0].sample(None).unwrap().text;
    let document = Document::parse(text.as_bytes()).unwrap();
    let html = Renderer::new().language(Language::Ko).html(&document).unwrap().html;
    assert!(html.contains("<html lang=\"ko\">"));
    let seen = see(&html);
    assert_links(&seen);
    assert_eq!(seen.all("textarea").count(), 1);
    assert!(seen.all("input").any(|input| input.get("data-approval").is_some()));
}

/// What a value may add where inline markdown stays markdown.
const INLINE: [&str; 8] = ["a", "br", "code", "del", "em", "p", "strong", "wbr"];

proptest! {
    #![proptest_config(config())]

    /// No value adds an element, an attribute that acts, or a link that does.
    #[test]
    fn nothing_of_a_value_acts((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let hostile = replaced(base, &texts, str::to_owned);
        let plain = replaced(base, &texts, |text| if text.is_empty() { "" } else { "word" }.to_owned());
        let made = try_page_without_findings;
        let (Ok(hostile), Ok(plain)) = (made(&hostile), made(&plain)) else { return Ok(()) };
        let (seen, wanted) = (see(&hostile.html), see(&plain.html));
        prop_assert_eq!(&seen.scripts, &wanted.scripts);
        prop_assert_eq!(&seen.styles, &wanted.styles);
        let names = |seen: &Seen| -> Vec<String> {
            // Whether a word has a tone is up to the word.
            let toned = |element: &Element| {
                element.get("class").is_some_and(|class| class.starts_with("word "))
            };
            let elements = seen.elements.iter().filter(|element| !toned(element));
            let names = elements.map(|element| element.name.clone());
            names.filter(|name| !INLINE.contains(&name.as_str())).collect()
        };
        prop_assert_eq!(names(&seen), names(&wanted), "{}", hostile.html);
        for element in &seen.elements {
            for (name, value) in &element.attributes {
                prop_assert!(!name.starts_with("on"), "{name}={value}");
            }
            if let Some(scheme) = element.get("href").and_then(scheme) {
                prop_assert!(["http", "https", "mailto"].contains(&scheme), "{scheme}");
            }
        }
        // A link that a value wrote, such as `[x](#)`, leads where its author pointed it, which may
        // be nowhere; those of the report lead where they did.
        let (all, own) = (links(&seen), links(&wanted));
        prop_assert!(all.live.len() >= own.live.len(), "{:?}, {:?}", all.live, own.live);
        let writes_links = texts.iter().any(|(_, text)| text.contains("]("));
        prop_assert!(writes_links || all.dead.is_empty(), "{:?}", all.dead);
    }

    /// What a reader of the document's values looks for is there.
    #[test]
    fn nothing_is_lost_in_a_page((base, texts) in hostile_document()) {
        let base = &bases()[base];
        let document = replaced(base, &texts, str::to_owned);
        let Ok(made) = try_page(&document) else { return Ok(()) };
        let text = bare(&see(&made.html).text);
        for wanted in self::texts(&made.report.markdown) {
            let wanted = bare(&shown(&wanted));
            prop_assert!(text.contains(&wanted), "{wanted:?}\n{}", made.html);
        }
        // An answer stands in its field as it was given, not as markdown shows it.
        for item in document["clarificationItems"].as_array().into_iter().flatten() {
            let has_field = item["status"] == "open" || item["status"] == "answered";
            if let Some(answer) = item["userInput"].as_str().filter(|_| has_field) {
                // HTML has no NUL.
                let wanted = bare(&shown(&answer.replace('\0', "\u{FFFD}")));
                prop_assert!(text.contains(&wanted), "{answer:?}\n{}", made.html);
            }
        }
        prop_assert_eq!(made, try_page(&document).unwrap());
    }
}

/// The scheme of an address, as a browser would find it.
fn scheme(href: &str) -> Option<&str> {
    let (scheme, _) = href.split_once(':')?;
    let plain = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    (plain && scheme.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(scheme)
}

/// The colours of the style sheet in one scheme.
fn colours(style: &str, dark: bool) -> Vec<(String, [f64; 3])> {
    let (light, dark_block) = style.split_once("prefers-color-scheme: dark").unwrap();
    let block = if dark { dark_block } else { light };
    let block = &block[block.find(":root").unwrap()..];
    let block = &block[..block.find('}').unwrap()];
    let hex = |text: &str| {
        let channel = |at| f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0;
        [channel(1), channel(3), channel(5)]
    };
    let lines = block.lines().filter_map(|line| line.trim().strip_prefix("--")?.split_once(": "));
    lines.map(|(name, value)| (name.to_owned(), hex(value.trim_end_matches(';')))).collect()
}

/// The contrast ratio of WCAG 2.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let luminance =
        |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Text on its ground: 4.5 to 1. Shapes that mean something: 3 to 1.
#[test]
fn every_colour_is_told_from_its_ground() {
    let style = ["palette", "style"]
        .map(|name| fs::read_to_string(format!("templates/html/{name}.css")).unwrap())
        .concat();
    const TEXT: [(&str, &[&str]); 9] = [
        ("ink", &["ground", "raised", "code"]),
        ("soft", &["ground", "raised", "code"]),
        ("link", &["ground", "raised"]),
        ("ground", &["link"]),
        ("good", &["good-ground"]),
        ("warn", &["warn-ground"]),
        ("bad", &["bad-ground"]),
        ("info", &["info-ground"]),
        ("muted", &["muted-ground"]),
    ];
    for dark in [false, true] {
        let colours = colours(&style, dark);
        let of = |name: &str| colours.iter().find(|(own, _)| own == name).unwrap().1;
        for (text, grounds) in TEXT {
            for ground in grounds {
                let ratio = contrast(of(text), of(ground));
                assert!(ratio >= 4.5, "{text} on {ground}, dark: {dark}: {ratio:.2}");
            }
        }
        for (shape, colour) in colours.iter().filter(|(name, _)| name.ends_with("-shape")) {
            let ratio = contrast(*colour, of("ground"));
            assert!(ratio >= 3.0, "{shape}, dark: {dark}: {ratio:.2}");
        }
        // Colours stand in one place, so that both schemes have every one of them.
        assert_eq!(colours.len(), self::colours(&style, !dark).len());
    }
    assert_eq!(contrast([0.0; 3], [1.0; 3]).round(), 21.0);
    let outside = style.split_once("*::before").unwrap().1;
    assert!(!outside.contains('#'), "a colour that is no token");
}

#[test]
fn links_lead_to_headings_whatever_their_text_holds() {
    let kind = KINDS.iter().find(|kind| kind.name == "council").unwrap();
    let sample: Value = serde_json::from_str(kind.samples[0].text).unwrap();
    let names = [
        "    ",
        "</code>&amp ",
        " x ",
        "a\tb\t",
        "# x",
        "\u{202E}",
        "a\0b",
        "a\nb",
        "a\r\n\r\nb\u{2028}",
        "*a*\u{202E}",
        "`a\nb`",
        "[a](b)",
        "1",
        "index",
        "é 日本",
        "-",
        "_a_",
        // Emphasis where a line break is a tag, none where it is a space.
        "**\n**",
        "__\n__",
        "(_\nb_",
        "_b\n_)",
    ];
    for name in names {
        let mut document = sample.clone();
        document["findings"][0]["role"] = name.into();
        document["findings"][1]["role"] = name.into();
        assert_links(&see(&page(&document).html));
    }
}
