//! The report itself as HTML: comrak's, with the frame, the tones and the fields of the page.

mod table;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use comrak::html::{
    ChildRendering, Context, format_document_with_formatter, format_node_default, render_sourcepos,
};
use comrak::nodes::{Node, NodeValue};
use comrak::options::Plugins;
use comrak::{Arena, Options, parse_document};

use self::table::{Addition, Table};
use super::answers::Answers;
use super::charts::Charts;
use super::outline::Landmark;
use super::pieces::{Pieces, without_marks};
use super::{Form, clean, escaped, outline};
use crate::labels::Labels;
use crate::lifecycle::digest::Signed;
use crate::render::Report;

/// The section that becomes the navigation of the page.
const INDEX: &str = "index";

/// The parts of a report on a page, clean.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) front_matter: Option<String>,
    /// The text of the first heading.
    pub(super) title: String,
    /// Title and facts.
    pub(super) header: String,
    pub(super) index: String,
    pub(super) main: String,
}

pub(super) fn write(
    report: &Report,
    charts: &Charts,
    answers: &Answers<'_>,
    labels: Labels,
    form: Form,
) -> Body {
    // The digest mark speaks for the markdown, not for the page.
    let signed = Signed::read(&report.markdown);
    let markdown = without_marks(signed.map_or(&*report.markdown, |signed| signed.body));
    let options = gfm(form);
    let arena = Arena::new();
    let root = parse_document(&arena, &markdown, &options);
    let outline = outline::of(report, root);
    let front_matter = root.first_child().and_then(|first| match &first.data().value {
        NodeValue::FrontMatter(yaml) => Some(yaml.clone()),
        _ => None,
    });
    let title = outline.first().map(|first| first.text.clone()).unwrap_or_default();
    let body = Body { front_matter, title, ..Body::default() };

    let mut pieces = Pieces::default();
    let marks = Marks { main: pieces.keep(""), index: pieces.keep("") };
    let writer = Writer {
        pieces,
        marks: marks.clone(),
        outline: outline.iter(),
        here: None,
        place: Place::Header,
        table: Table::default(),
        charts,
        answers,
        labels,
    };
    let mut html = String::with_capacity(markdown.len() * 2);
    let plugins = Plugins::default();
    let written =
        format_document_with_formatter(root, &options, &mut html, &plugins, format_node, writer);
    // Writing to a string cannot fail.
    let Ok(mut writer) = written else { return body };
    html.push_str(&writer.enter(None));

    let cleaned = clean::clean(&html, form);
    let (rest, index) = cut_out(&cleaned, &marks.index);
    let (header, main) = rest.split_once(&marks.main).unwrap_or((&rest, ""));
    let [header, index, main] = [header, index, main].map(|part| writer.pieces.put_into(part));
    Body { header, index, main, ..body }
}

/// A text without what stands between two marks, and that.
fn cut_out<'t>(text: &'t str, mark: &str) -> (Cow<'t, str>, &'t str) {
    let cut = text.split_once(mark).and_then(|(before, after)| {
        let (inside, after) = after.split_once(mark)?;
        Some((Cow::Owned([before, after].concat()), inside))
    });
    cut.unwrap_or((Cow::Borrowed(text), ""))
}

/// The markdown of code hosts. Front matter is shown as the page's own list.
fn gfm(form: Form) -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.autolink = true;
    extension.front_matter_delimiter = Some("---".to_owned());
    // `<br>` and `<code>` are the report's own; what else there might be does not pass the cleaning.
    options.render.r#unsafe = true;
    options.render.sourcepos = form == Form::Traced;
    options
}

/// Marks that say which part of a page begins.
#[derive(Debug, Clone)]
struct Marks {
    /// Stands before the first heading that is not in the header.
    main: String,
    /// Stands around the index, wherever the report has it.
    index: String,
}

/// Where the writer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Header,
    /// In the index, with or without a part of the report before it.
    Index {
        in_main: bool,
    },
    /// In a section.
    Section,
}

/// What the page adds while comrak writes.
struct Writer<'r> {
    pieces: Pieces,
    marks: Marks,
    outline: std::slice::Iter<'r, Landmark>,
    here: Option<&'r Landmark>,
    place: Place,
    table: Table,
    charts: &'r Charts,
    answers: &'r Answers<'r>,
    labels: Labels,
}

fn format_node<'a>(
    context: &mut Context<'_, '_, Writer<'_>>,
    node: Node<'a>,
    entering: bool,
) -> Result<ChildRendering, fmt::Error> {
    match &node.data().value {
        NodeValue::Heading(heading) => {
            format_heading(context, node, heading.level, entering)?;
            Ok(ChildRendering::HTML)
        }
        NodeValue::Table(_) => {
            let mark = context.user.table(entering);
            if entering {
                context.write_str(&mark)?;
            }
            let children = format_node_default(context, node, entering)?;
            if !entering {
                context.write_str(&mark)?;
            }
            Ok(children)
        }
        NodeValue::TableRow(heading) => {
            let table = &mut context.user.table;
            table.column = 0;
            if !entering && !heading {
                table.rows += 1;
            }
            format_node_default(context, node, entering)
        }
        NodeValue::TableCell if entering => {
            format_node_default(context, node, true)?;
            let Addition { mark, instead } = context.user.cell(node);
            context.write_str(&mark)?;
            Ok(if instead { ChildRendering::Skip } else { ChildRendering::HTML })
        }
        NodeValue::TableCell => {
            let mark = context.user.end_cell(node);
            context.write_str(&mark)?;
            format_node_default(context, node, false)
        }
        NodeValue::Code(code) if entering => {
            write!(context, "<code>{}</code>", breakable(&code.literal))?;
            Ok(ChildRendering::HTML)
        }
        NodeValue::Code(_) => Ok(ChildRendering::HTML),
        NodeValue::TaskItem(task) => {
            if entering {
                let mark = context.user.task(task.symbol.is_some());
                context.write_str("<li")?;
                render_sourcepos(context, node)?;
                write!(context, ">{mark}")?;
            } else {
                let mark = context.user.pieces.keep("</label>");
                context.write_str(&mark)?;
                context.write_str("</li>\n")?;
            }
            Ok(ChildRendering::HTML)
        }
        _ => format_node_default(context, node, entering),
    }
}

fn format_heading(
    context: &mut Context<'_, '_, Writer<'_>>,
    node: Node<'_>,
    level: u8,
    entering: bool,
) -> fmt::Result {
    if entering {
        let here = context.user.outline.next();
        context.user.here = here;
        let frame = context.user.enter(here);
        context.write_str(&frame)?;
        let anchor = here.map_or("", |here| here.anchor.as_str());
        write!(context, "<h{level} id=\"{}\"", escaped(anchor))?;
        render_sourcepos(context, node)?;
        return context.write_str(">");
    }
    writeln!(context, "</h{level}>")?;
    let charts = context.user.here.and_then(|here| context.user.charts.after(here));
    if let Some(charts) = charts {
        let mark = context.user.pieces.keep(charts);
        context.write_str(&mark)?;
    }
    Ok(())
}

/// Code as HTML, in which a line may end where a path or a name has a joint.
fn breakable(code: &str) -> String {
    let joints = code.split_inclusive(['/', '_']).map(escaped);
    joints.collect::<Vec<_>>().join("<wbr>")
}

impl Writer<'_> {
    /// The marks between what was before and a heading, or the end.
    fn enter(&mut self, heading: Option<&Landmark>) -> String {
        let mut marks = String::new();
        let in_header = self.place == Place::Header;
        match heading {
            Some(Landmark { level: 3.., .. }) if !in_header => return marks,
            Some(Landmark { level: 1, .. }) if in_header => return marks,
            _ => {}
        }
        let in_main = match self.place {
            Place::Header => false,
            Place::Index { in_main } => {
                marks.push_str(&self.marks.index);
                in_main
            }
            Place::Section => {
                marks.push_str(&self.pieces.keep("</section>\n"));
                true
            }
        };
        match heading {
            Some(here) if here.section == INDEX => {
                marks.push_str(&self.marks.index);
                self.place = Place::Index { in_main };
                return marks;
            }
            _ if !in_main => marks.push_str(&self.marks.main),
            _ => {}
        }
        if let Some(here) = heading {
            marks.push_str(&self.pieces.keep(format!("<section class=\"{}\">\n", here.section)));
            self.place = Place::Section;
        }
        marks
    }

    /// Does this stand among the questions?
    fn is_in_questions(&self) -> bool {
        self.here.is_some_and(|here| self.answers.is_questions(here.section))
    }

    fn task(&mut self, checked: bool) -> String {
        let is_approval = self.here.is_some_and(|here| self.answers.is_approval(here.section));
        let approval = is_approval.then(|| self.answers.approval_box(checked));
        let html = approval.flatten().unwrap_or_else(|| {
            let checked = if checked { " checked" } else { "" };
            format!("<input type=\"checkbox\" disabled{checked}>")
        });
        self.pieces.keep(format!("<label class=\"task\">{html} "))
    }
}
