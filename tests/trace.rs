//! Where the parts of a report come from: the line of the template, and the place in the document.

#[path = "support/command.rs"]
mod command;
mod support;

use std::ops::Range;

use command::folder;
use comrak::nodes::{NodeValue, Sourcepos};
use comrak::{Arena, parse_document};
use final_report::{
    BuiltInTemplate, Document, KINDS, Provenance, Renderer, TemplateFolder, Traced,
};
use support::{bare, gfm};

/// The samples of every kind.
fn documents() -> impl Iterator<Item = Document> {
    let samples = KINDS.iter().flat_map(|kind| kind.samples.iter().chain(kind.minimal));
    samples.map(|sample| Document::parse(sample.text.as_bytes()).unwrap())
}

/// The bytes of a markdown that a parser names by lines and columns.
fn bytes(markdown: &str, at: Sourcepos) -> Range<usize> {
    let start = |line: usize| -> usize {
        markdown.split_inclusive('\n').take(line - 1).map(str::len).sum()
    };
    start(at.start.line) + at.start.column - 1..start(at.end.line) + at.end.column
}

/// The values in a stretch of the report that says `text`.
fn values(traced: &Traced, text: &str) -> Vec<Provenance> {
    let at = traced.report.markdown.find(text).unwrap_or_else(|| panic!("no {text}"));
    traced.at(at..at + text.len()).into_iter().filter(|found| found.is_value).collect()
}

#[test]
fn a_traced_report_is_the_report() {
    let renderer = Renderer::new();
    for document in documents() {
        let traced = renderer.traced(&document).unwrap();
        assert_eq!(traced.report, renderer.markdown(&document).unwrap());
        for passage in &traced.report.passages {
            let pieces = traced.at(passage.bytes.clone());
            assert!(pieces.iter().all(|piece| piece.section == passage.section));
            assert_eq!(pieces.first().map(|piece| piece.bytes.start), Some(passage.bytes.start));
            assert_eq!(pieces.last().map(|piece| piece.bytes.end), Some(passage.bytes.end));
        }
    }
}

#[test]
fn every_cell_tells_the_template_line_and_the_place_of_its_values() {
    let (mut cells, mut exact) = (0, 0);
    for document in documents() {
        let traced = Renderer::new().traced(&document).unwrap();
        let markdown = &traced.report.markdown;
        let arena = Arena::new();
        for node in parse_document(&arena, markdown, &gfm()).descendants() {
            if !matches!(node.data().value, NodeValue::TableCell) {
                continue;
            }
            let text = bare(&node.collect_text());
            let pieces = traced.at(bytes(markdown, node.data().sourcepos));
            let first = pieces.first().expect("every cell was written by a template");
            let template = BuiltInTemplate::named(&first.template).unwrap().text;
            let line = template.lines().nth(first.span.line - 1).unwrap();
            let is_included = !first.template.ends_with(first.section);
            assert!(line.contains('|') || is_included, "{text}: {line}");
            for piece in pieces.iter().filter(|piece| piece.is_exact) {
                let value = document.value().pointer(&piece.pointer);
                // Of a link, a reader sees the text only.
                let text_of = |value: &serde_json::Value| value.as_str().map(str::to_owned);
                let Some(value) = value.and_then(text_of).filter(|value| !value.contains("]("))
                else {
                    continue;
                };
                assert!(text.contains(&bare(&value)), "{text}: {piece:?}");
                let place = document.span(&piece.pointer).unwrap().bytes;
                assert!(document.text()[place].starts_with('"'));
                exact += 1;
            }
            cells += 1;
        }
    }
    assert!(cells > 1000 && exact * 2 > cells, "{exact} of {cells}");
}

#[test]
fn templates_of_ones_own_tell_their_lines_through_includes_loops_and_blocks() {
    let header = "# {{ frontmatter.title }}\n\n{% for row in executionStatus %}\n\
        {% include \"own/row\" %}\n{% endfor %}\n\n{% set made %}made of {{ header.taskKey }}{% endset %}\n\
        - made {{ made }}\n- upper {{ header.taskType | upper }}\n\
        {% for tag in frontmatter.tags %}{% if header.taskType == \"quick\" %}\n- tag {{ tag }} {{ tag }}\n\
        {% endif %}{% endfor %}\n- {{ label.taskKey }} {{ header.nonesuch | default(\"\") }}\n";
    let own = folder(&[
        ("own/final-report/header.md.j2", header.as_bytes()),
        ("own/own/row.md.j2", b"{# A row. #}\n- row {{ row.agent }}, {{ row.summary }}\n"),
    ]);
    let own = TemplateFolder::read(&own.path().join("own")).unwrap();
    let sample = KINDS[0].sample(Some("quick")).unwrap();
    let document = Document::parse(sample.text.as_bytes()).unwrap();
    let traced = Renderer::new().templates(own).traced(&document).unwrap();

    let places = |text: &str| -> Vec<(String, usize, String)> {
        let values = values(&traced, text).into_iter();
        values.map(|one| (one.template, one.span.line, one.pointer)).collect()
    };
    let place =
        |template: &str, line, pointer: &str| (template.to_owned(), line, pointer.to_owned());
    let agent = document.value().pointer("/executionStatus/0/agent").unwrap().as_str().unwrap();
    let row = places(&format!("- row {agent}, "));
    assert_eq!(row[0], place("own/row", 2, "/executionStatus/0/agent"));
    let made = places("- made made of ");
    assert_eq!(made, [place("final-report/header", 8, "/header")], "made of several places");
    assert_eq!(places("- upper QUICK"), [place("final-report/header", 9, "/header/taskType")]);
    let tag = document.value().pointer("/frontmatter/tags/1").unwrap().as_str().unwrap();
    let twice = places(&format!("- tag {tag} {tag}"));
    assert_eq!(twice, vec![place("final-report/header", 11, "/frontmatter/tags/1"); 2]);

    let at = traced.report.markdown.find("- Task Key").unwrap();
    let [own] = &traced.at(at..at + 4)[..] else { panic!("one piece") };
    assert!(!own.is_value && !own.is_exact);
    assert_eq!((own.span.line, own.pointer.as_str()), (13, "/header"));
}

#[test]
fn a_page_says_which_lines_of_the_report_its_parts_show() {
    for document in documents() {
        let renderer = Renderer::new();
        let page = renderer.html(&document).unwrap();
        let traced = renderer.traced_page(&document, &page.report).unwrap();
        assert!(!page.html.contains("data-sourcepos"));
        let seen = support::page::see(&traced);
        assert!(seen.scripts.is_empty());
        let of = |name: &str| {
            seen.all(name)
                .map(|element| element.get("data-sourcepos").is_some())
                .collect::<Vec<_>>()
        };
        for name in ["h1", "h2", "h3", "td", "th", "pre"] {
            assert!(
                of(name).iter().filter(|has| !**has).count() <= usize::from(name == "h2"),
                "{name}"
            );
        }
        // Nothing but those marks sets the two apart.
        let marks = |html: &str| {
            let mut parts = html.split(" data-sourcepos=\"");
            let first = parts.next().unwrap().to_owned();
            parts.fold(first, |out, part| out + part.split_once('"').unwrap().1)
        };
        let main = |html: &str| {
            let start = html.find("<header>").unwrap();
            html[start..html.find("</main>").unwrap()].to_owned()
        };
        assert_eq!(main(&marks(&traced)), main(&page.html));
    }
}
