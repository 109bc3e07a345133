//! What the tests of rendered reports share: a GFM parser's view of a report.
#![allow(dead_code, reason = "every test uses its part")]

pub mod browser;
pub mod hostile;
pub mod page;

use comrak::nodes::{AstNode, ListType, NodeValue};
use comrak::{Arena, parse_document};
use final_report::{Document, Error, KINDS, Level, Options, Renderer};
use serde_json::Value;

/// The report of a document, which has to be valid.
pub fn render(document: &Value) -> String {
    try_render(document).unwrap_or_else(|error| match error {
        Error::Invalid(found) => panic!("invalid: {found:#?}"),
        error => panic!("{error}"),
    })
}

pub fn try_render(document: &Value) -> Result<String, Error> {
    thread_local!(static RENDERER: Renderer = Renderer::new());
    RENDERER.with(|renderer| render_with(renderer, document))
}

/// The report of a document without what its rules found, where those do not stop it.
pub fn try_render_without_findings(document: &Value) -> Result<String, Error> {
    thread_local!(static RENDERER: Renderer = Renderer::new().options(without_findings()));
    RENDERER.with(|renderer| render_with(renderer, document))
}

/// Options that leave out what the rules of records find.
fn without_findings() -> Options {
    let mut options = Options::default();
    let records = KINDS.iter().filter(|kind| kind.is_record);
    for rule in records.flat_map(|kind| kind.rules) {
        options.set(rule.code.id, Level::Allow).unwrap();
    }
    options
}

fn render_with(renderer: &Renderer, document: &Value) -> Result<String, Error> {
    let bytes = serde_json::to_vec(document).unwrap();
    let document = Document::parse(&bytes).map_err(Error::Invalid)?;
    renderer.markdown(&document).map(|report| report.markdown)
}

pub fn gfm() -> comrak::Options<'static> {
    let mut options = comrak::Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.autolink = true;
    extension.footnotes = true;
    extension.alerts = true;
    extension.front_matter_delimiter = Some("---".to_owned());
    options
}

/// A report as a GFM parser sees it.
pub struct Parsed {
    /// The tree of blocks, one a line, indented.
    pub blocks: String,
    /// Inline HTML, in order.
    pub html: Vec<String>,
    /// The text a reader sees, with destinations of links; a line break where one is shown.
    pub text: String,
    /// The YAML between the dashes.
    pub front_matter: String,
    /// The anchors of the headings, as GitHub makes them, with level.
    pub headings: Vec<(u8, String)>,
    /// Destinations of links within the page.
    pub anchors: Vec<String>,
}

pub fn parse(markdown: &str) -> Parsed {
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &gfm());
    let mut parsed = Parsed {
        blocks: String::new(),
        html: Vec::new(),
        text: String::new(),
        front_matter: String::new(),
        headings: Vec::new(),
        anchors: Vec::new(),
    };
    walk(root, 0, &mut parsed);
    parsed
}

fn walk<'a>(node: &'a AstNode<'a>, depth: usize, parsed: &mut Parsed) {
    let value = node.data.borrow().value.clone();
    let block = match &value {
        NodeValue::Document => Some("document".to_owned()),
        NodeValue::FrontMatter(yaml) => {
            let inner = yaml.trim_start_matches("---\n");
            parsed.front_matter = inner[..inner.rfind("---").unwrap()].to_owned();
            Some("front matter".to_owned())
        }
        NodeValue::Heading(heading) => Some(format!("heading {}", heading.level)),
        NodeValue::Paragraph => Some("paragraph".to_owned()),
        NodeValue::List(list) => Some(match list.list_type {
            ListType::Bullet => format!("bullets tight={}", list.tight),
            ListType::Ordered => format!("numbers from {} tight={}", list.start, list.tight),
        }),
        NodeValue::Item(_) => Some("item".to_owned()),
        NodeValue::TaskItem(task) => Some(format!("task {:?}", task.symbol)),
        NodeValue::CodeBlock(code) => Some(format!("code {:?}", code.info)),
        NodeValue::Table(table) => Some(format!("table {:?}", table.alignments)),
        NodeValue::TableRow(header) => Some(format!("row header={header}")),
        NodeValue::TableCell => Some("cell".to_owned()),
        NodeValue::HtmlBlock(html) => Some(format!("html {:?}", html.literal)),
        _ if value.block() => Some(format!("unexpected {value:?}")),
        _ => None,
    };
    if let Some(block) = &block {
        // A value may hold several paragraphs where one stands alone.
        let line = format!("{}{block}\n", "  ".repeat(depth));
        let repeated = block == "paragraph" && parsed.blocks.ends_with(&line);
        if !repeated {
            // The digest differs from report to report.
            let line = if line.contains("final-report:sha256=") { "digest mark\n" } else { &line };
            parsed.blocks.push_str(line);
        }
        parsed.text.push('\n');
    }
    match &value {
        NodeValue::Text(text) => parsed.text.push_str(text),
        NodeValue::Code(code) => parsed.text.push_str(&code.literal),
        NodeValue::CodeBlock(code) => parsed.text.push_str(&code.literal),
        NodeValue::SoftBreak | NodeValue::LineBreak => parsed.text.push('\n'),
        NodeValue::HtmlInline(html) => {
            if html == "<br>" {
                parsed.text.push('\n');
            }
            parsed.html.push(html.clone());
        }
        NodeValue::Image(_) | NodeValue::FootnoteReference(_) => {
            parsed.blocks.push_str("unexpected image or footnote\n");
        }
        _ => {}
    }
    let before = parsed.text.len();
    for child in node.children() {
        walk(child, depth + usize::from(block.is_some()), parsed);
    }
    let inside = parsed.text[before..].to_owned();
    match value {
        NodeValue::Heading(heading) => parsed.headings.push((heading.level, inside)),
        NodeValue::Link(link) => {
            if let Some(anchor) = link.url.strip_prefix('#') {
                parsed.anchors.push(anchor.to_owned());
            }
            if link.url != inside && link.url != format!("mailto:{inside}") {
                parsed.text.push_str(&link.url);
                parsed.text.push_str(&link.title);
            }
        }
        _ => {}
    }
}

/// What a reader must find of a value that holds no inline markup: hidden characters named, every
/// form of line break alike.
pub fn shown(value: &str) -> String {
    let mut out = String::new();
    for c in value.replace("\r\n", "\n").chars() {
        match c {
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            '\u{61C}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}' => {
                out.push_str(&format!("[U+{:04X}]", c as u32));
            }
            c if c.is_control() => out.push_str(&format!("[U+{:04X}]", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// Without blanks, and without the characters that inline markup is made of: what must be left of
/// any value, whatever of it is markup.
pub fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"*_~`[]()!\"'".contains(*c)).collect()
}

/// The rules of form that hold for every report.
pub fn assert_form(report: &str) {
    assert!(report.ends_with(" -->\n"), "ends with the digest mark and one line break");
    let mut fence: Option<String> = None;
    let mut blank = false;
    for line in report.lines() {
        let bare = line.trim_start();
        if let Some(open) = &fence {
            if bare == open {
                fence = None;
            }
            continue;
        }
        if bare.starts_with("```") && !bare.trim_start_matches('`').contains('`') {
            fence = Some(bare[..bare.len() - bare.trim_start_matches('`').len()].to_owned());
        }
        assert!(!line.ends_with([' ', '\t']), "trailing blank: {line:?}");
        assert!(!(blank && line.is_empty()), "two blank lines");
        blank = line.is_empty();
    }
    assert!(fence.is_none(), "a fence is open");
    let hidden = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!report.contains(hidden), "a control or bidirectional character");
}

/// Calls `visit` with the JSON pointer of every value that is no array or object.
/// Keys are escaped as pointers ask.
pub fn leaves(value: &Value, pointer: &str, visit: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                leaves(value, &format!("{pointer}/{key}"), visit);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                leaves(value, &format!("{pointer}/{index}"), visit);
            }
        }
        leaf => visit(pointer, leaf),
    }
}
