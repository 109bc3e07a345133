//! Documents to reports: the template environment, the sections, the finished markdown.

use std::ops::Range;
use std::sync::Arc;

use minijinja::context;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{
    AutoEscape, Environment, ErrorKind, Output, OutputSpanKind, State, UndefinedBehavior,
};

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::error::{Error, TemplateError};
use crate::facts::Facts;
use crate::figures;
use crate::kinds::KINDS;
use crate::labels::{Labels, Language};
use crate::lifecycle::digest;
use crate::markdown::{ABSENT, Heading, Lines, Page, Slugs};
use crate::options::Options;
use crate::section::{Decision, Links, Section};
use crate::view::{Seen, View};

/// How deep templates may include and call each other.
const RECURSION_LIMIT: usize = 64;

/// Turns documents into reports. Make one and use it for many documents: templates are compiled
/// once, when the first document needs them, and a renderer can be shared between threads.
#[derive(Debug)]
pub struct Renderer {
    env: Environment<'static>,
    labels: Arc<Labels>,
    options: Options,
}

/// A finished report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Canonical markdown: the same document always gives the same bytes.
    pub markdown: String,
    /// Where each of its sections stands, in order.
    pub passages: Vec<Passage>,
    /// What was found in the document, in its order: warnings, and the errors that the report of a
    /// record shows.
    pub findings: Vec<Diagnostic>,
}

/// A section of a report: a stretch of its markdown, from the beginning of a line to the end of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The name of the section.
    pub section: &'static str,
    /// Its bytes in the markdown.
    pub bytes: Range<usize>,
}

impl Report {
    /// The markdown of a section; `None` when it did not render.
    pub(crate) fn passage(&self, section: &str) -> Option<&str> {
        let passage = self.passages.iter().find(|p| p.section == section)?;
        self.markdown.get(passage.bytes.clone())
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// A renderer with the built-in templates and English labels.
    pub fn new() -> Renderer {
        Self::in_language(Language::default())
    }

    fn in_language(language: Language) -> Renderer {
        let labels = Arc::new(Labels::of(language));
        Renderer { env: environment(labels.clone()), labels, options: Options::default() }
    }

    /// Writes the fixed texts of reports in another language.
    #[must_use]
    pub fn language(self, language: Language) -> Renderer {
        Renderer { options: self.options, ..Self::in_language(language) }
    }

    /// Says which checks count, and how much, and what the documents do not tell: errors keep a
    /// document from being rendered, unless it is a record.
    #[must_use]
    pub fn options(mut self, options: Options) -> Renderer {
        self.options = options;
        self
    }

    /// The report of a document.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when the document has errors that its report cannot show, with everything
    /// found in it, and [`Error::Template`] when a template is at fault.
    pub fn markdown(&self, document: &Document) -> Result<Report, Error> {
        let found = document.check(&self.options);
        if found.iter().any(|one| document.kind().is_stopped_by(one)) {
            return Err(Error::Invalid(found));
        }
        let (mut markdown, passages) = self.sections(document, &Facts::of(document, &found))?;
        digest::sign(&mut markdown);
        Ok(Report { markdown, passages, findings: found })
    }

    pub(crate) fn labels(&self) -> &Labels {
        &self.labels
    }

    fn sections(
        &self,
        document: &Document,
        facts: &Facts<'_>,
    ) -> Result<(String, Vec<Passage>), Error> {
        let kind = document.kind();
        let mut view = View::default();
        (kind.view)(document.value(), &self.options, &mut view);
        facts.extend(&mut view);
        let context = view.over(document.shared_value(), kind.hidden);
        let applying: Vec<&'static Section> = kind
            .sections
            .iter()
            .filter(|section| section.render_if.decide(facts).renders)
            .collect();

        let mut pages: Vec<Option<Page>> = Vec::with_capacity(applying.len());
        for section in &applying {
            pages.push(match section.links {
                Links::None => Some(self.section(section, context.clone())?),
                Links::ToHeadings { .. } => None,
            });
        }
        let anchors = Anchors::of(&applying, &pages, &self.labels);
        for (index, page) in pages.iter_mut().enumerate() {
            if page.is_none() {
                let context = context! {
                    index => anchors.after(index),
                    anchors => anchors.by_section(),
                    ..context.clone()
                };
                *page = Some(self.section(applying[index], context)?);
            }
        }

        let pages: Vec<Page> = pages.into_iter().flatten().collect();
        let len: usize = pages.iter().map(|page| page.text().len() + 1).sum();
        let mut markdown = String::with_capacity(len + digest::MARK_LEN);
        let mut passages = Vec::with_capacity(pages.len());
        for (section, page) in applying.iter().zip(&pages) {
            let text = page.text().trim_matches('\n');
            if !text.is_empty() {
                if !markdown.is_empty() {
                    markdown.push('\n');
                }
                let start = markdown.len();
                markdown.push_str(text);
                markdown.push('\n');
                passages.push(Passage { section: section.name, bytes: start..markdown.len() });
            }
        }
        Ok((markdown, passages))
    }

    fn section(&self, section: &Section, context: Seen) -> Result<Page, Error> {
        let name = format!("{}/{}", section.folder, section.name);
        let template = self.env.get_template(&name).map_err(|e| TemplateError::of(&name, &e))?;
        let (output, spans) =
            template.render_with_spans(context).map_err(|e| TemplateError::of(&name, &e))?;
        let ranges = spans
            .iter()
            .map(|span| (span.output_range(), span.kind() == OutputSpanKind::Expression));
        let mut page = Page::with_capacity(output.len() + output.len() / 8);
        page.write(Lines::new(&output, ranges)).map_err(|misplaced| {
            let span = spans.get(misplaced.value);
            TemplateError {
                template: span.map_or(name.as_str(), |span| span.name()).to_owned(),
                line: span.map(|span| span.line()),
                message: misplaced.why.to_owned(),
            }
        })?;
        Ok(page)
    }
}

/// The headings of a report in order, with the anchors they get.
struct Anchors<'s> {
    /// Index of the section, heading, anchor.
    headings: Vec<(usize, Heading, String)>,
    sections: &'s [&'s Section],
}

impl<'s> Anchors<'s> {
    fn of(sections: &'s [&'s Section], pages: &[Option<Page>], labels: &Labels) -> Anchors<'s> {
        let mut slugs = Slugs::default();
        let mut headings = Vec::new();
        for (index, (section, page)) in sections.iter().zip(pages).enumerate() {
            let own = match (page, section.links) {
                (Some(page), _) => page.headings().to_vec(),
                (None, Links::ToHeadings { heading }) => {
                    let text = labels.get(heading).unwrap_or_default().to_owned();
                    vec![Heading { level: 2, text }]
                }
                (None, Links::None) => Vec::new(),
            };
            for heading in own {
                let anchor = slugs.next(&heading.text);
                headings.push((index, heading, anchor));
            }
        }
        Anchors { headings, sections }
    }

    /// The headings of the sections after the one at `index`.
    fn after(&self, index: usize) -> Seen {
        self.headings
            .iter()
            .filter(|(section, ..)| *section > index)
            .map(|(section, heading, anchor)| {
                Seen::from_pairs([
                    ("level", Seen::from(heading.level)),
                    ("text", Seen::from(heading.text.as_str())),
                    ("anchor", Seen::from(anchor.as_str())),
                    ("section", Seen::from(self.sections[*section].name)),
                ])
            })
            .collect()
    }

    /// The anchor of the first heading of every section, by the section's name.
    fn by_section(&self) -> Seen {
        let mut first: Vec<(&str, &str)> = Vec::new();
        for (section, _, anchor) in &self.headings {
            let name = self.sections[*section].name;
            if first.last().is_none_or(|(last, _)| *last != name) {
                first.push((name, anchor));
            }
        }
        Seen::from_pairs(first)
    }
}

fn environment(labels: Arc<Labels>) -> Environment<'static> {
    let mut env = Environment::new();
    env.set_loader(move |name| Ok(template(name).map(|text| labels.put_into(text))));
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    env.set_syntax(syntax.expect("the default delimiters are valid"));
    // Values are escaped by the place they stand in, once the whole line is known.
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_recursion_limit(RECURSION_LIMIT);
    env.set_formatter(print);
    // Is it there, and not `null`? Where the two mean different things, templates ask for each.
    env.add_test("given", |value: &Seen| !value.is_undefined() && !value.is_none());
    env.add_filter("json", json);
    env.add_filter("at_line", at_line);
    env.add_filter("plain", plain);
    env.add_filter("usd", |value: &Seen| figure(value, |v| Some(figures::usd(v))));
    env.add_filter("duration", |value: &Seen| {
        figure(value, |v| (v >= 0.0 && v.fract() == 0.0).then(|| figures::duration(v as u64)))
    });
    env
}

/// The built-in template of that name: its folder and its own name.
fn template(name: &str) -> Option<&'static str> {
    let (folder, own) = name.split_once('/')?;
    let mut sections = KINDS.iter().flat_map(|kind| kind.sections);
    let section = sections.find(|s| s.folder == folder && s.name == own);
    section.map(|section| section.template).or_else(|| {
        let mut partials = KINDS.iter().flat_map(|kind| kind.partials);
        partials.find(|partial| partial.name == name).map(|partial| partial.template)
    })
}

/// Prints a value in the words of a report: integers grouped, `yes` and `no`, `—` for `null`.
fn print(
    out: &mut Output<'_>,
    _: &mut State<'_, '_>,
    value: &Seen,
) -> Result<(), minijinja::Error> {
    let text = match value.kind() {
        ValueKind::Undefined => return Ok(()),
        ValueKind::None => ABSENT.to_owned(),
        ValueKind::Bool => if value.is_true() { "yes" } else { "no" }.to_owned(),
        ValueKind::Number => match i128::try_from(value.clone()) {
            Ok(integer) if value.is_integer() => figures::integer(integer),
            _ => figures::number(f64::try_from(value.clone())?),
        },
        ValueKind::String => {
            return Ok(out.write_str(value.as_str().unwrap_or_default())?);
        }
        kind => {
            let detail = format!("cannot print a {kind} as text: loop over it, or name a member");
            return Err(minijinja::Error::new(ErrorKind::InvalidOperation, detail));
        }
    };
    Ok(out.write_str(&text)?)
}

/// Applies a number format; `null` stays `null`.
fn figure(value: &Seen, format: impl Fn(f64) -> Option<String>) -> Result<Seen, minijinja::Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let number = f64::try_from(value.clone())?;
    format(number).map(Seen::from).ok_or_else(|| {
        minijinja::Error::new(ErrorKind::InvalidOperation, "the number does not fit this format")
    })
}

/// A value as indented JSON, for a fence.
fn json(value: &Seen) -> Result<String, minijinja::Error> {
    serde_json::to_string_pretty(value)
        .map_err(|error| minijinja::Error::new(ErrorKind::BadSerialization, error.to_string()))
}

/// A number that names something, such as an issue: without commas.
fn plain(value: &Seen) -> String {
    i128::try_from(value.clone()).map_or_else(|_| value.to_string(), |number| number.to_string())
}

/// A file with the number of a line as editors write it. Line 0 means the whole file, as no line
/// does.
fn at_line(file: &str, line: &Seen) -> Result<String, minijinja::Error> {
    if line.is_undefined() || line.is_none() {
        return Ok(file.to_owned());
    }
    match f64::try_from(line.clone())? {
        0.0 => Ok(file.to_owned()),
        line => Ok(format!("{file}:{line}")),
    }
}

/// What a document looks like to the RENDER_IF rules of its kind: every section, with the decision.
/// The checks count as `options` say.
pub fn decisions(document: &Document, options: &Options) -> Vec<(&'static Section, Decision)> {
    let found = document.check(options);
    let facts = Facts::of(document, &found);
    document.kind().sections.iter().map(|s| (s, s.render_if.decide(&facts))).collect()
}
