//! Documents to reports: the template environment, the sections, the finished markdown.

mod anchors;
mod each;
mod environment;
mod fault;
mod filters;
mod trace;
mod tree;

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use minijinja::{Environment, OutputSpan, OutputSpanKind, context};

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::error::{Error, TemplateError};
use crate::facts::Facts;
use crate::fingerprint::Fingerprint;
use crate::labels::{Labels, Language};
use crate::lifecycle::digest;
use crate::markdown::{Lines, Page};
use crate::options::Options;
use crate::section::{Decision, Links, Section};
use crate::templates::TemplateFolder;
use crate::view::{Lookups, Seen, View};
use anchors::{Anchors, SectionLinks};

use trace::Tracer;
use tree::Top;

pub(crate) use each::EachSection;
pub(crate) use environment::path_fault;
pub(crate) use fault::{Source, explain, fault_of_page, unknown_template};
pub use trace::{Provenance, Traced};

/// Turns documents into reports. Make one and use it for many documents: templates are compiled
/// once, when the first document needs them, and a renderer can be shared between threads.
#[derive(Debug, Default)]
pub struct Renderer {
    language: Language,
    folder: Option<Arc<TemplateFolder>>,
    options: Options,
    /// Made for the first document.
    env: OnceLock<Environment<'static>>,
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

impl Renderer {
    /// A renderer with the built-in templates and English labels.
    pub fn new() -> Renderer {
        Self::default()
    }

    /// Writes the fixed texts of reports in another language.
    #[must_use]
    pub fn language(self, language: Language) -> Renderer {
        Renderer { language, env: OnceLock::new(), ..self }
    }

    /// Takes the templates of a folder in the place of the built-in ones of the same name.
    #[must_use]
    pub fn templates(self, folder: TemplateFolder) -> Renderer {
        Renderer { folder: Some(Arc::new(folder)), env: OnceLock::new(), ..self }
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
        let facts = Facts::of(document, &found);
        let (mut markdown, passages) = self.sections(&self.run(document, &facts))?;
        digest::sign(&mut markdown);
        Ok(Report { markdown, passages, findings: found })
    }

    /// What decides a report beside its document: this version of the library, the language, the
    /// options and the templates. Where that is the same, the same document has the same findings and
    /// the same report, as markdown and as a page.
    pub fn fingerprint(&self) -> Fingerprint {
        let Renderer { language, folder, options, env: _ } = self;
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(env!("CARGO_PKG_VERSION"));
        fingerprint.add([*language as u8]);
        options.add_to(&mut fingerprint);
        // An empty folder is not the same as none: what it renders is limited.
        fingerprint.add([u8::from(folder.is_some())]);
        let templates = folder.iter().flat_map(|folder| folder.templates());
        fingerprint.add_count(templates.clone().count());
        for (name, template) in templates {
            fingerprint.add(name);
            fingerprint.add(&template.text);
        }
        fingerprint
    }

    pub(crate) fn labels(&self) -> Labels {
        Labels::of(self.language)
    }

    pub(crate) fn folder(&self) -> Option<&TemplateFolder> {
        self.folder.as_deref()
    }

    fn run<'r>(&'r self, document: &'r Document, facts: &'r Facts<'r>) -> Run<'r> {
        Run {
            renderer: self,
            document,
            facts,
            view: self.view(document, facts),
            output: RefCell::default(),
            engine: OnceCell::new(),
            tracer: None,
        }
    }

    /// The markdown of a document, whatever was found in it, and where its sections stand.
    fn sections(&self, run: &Run<'_>) -> Result<(String, Vec<Passage>), Error> {
        let applying: Vec<&'static Section> = run
            .document
            .kind()
            .sections
            .iter()
            .filter(|section| section.render_if.renders(run.facts))
            .collect();

        let mut pages: Vec<Option<Page>> = Vec::with_capacity(applying.len());
        for section in &applying {
            pages.push(match section.links {
                Links::None => Some(run.section(section, None)?),
                Links::ToHeadings { .. } => None,
            });
        }
        let anchors = Anchors::of(&applying, &mut pages, self.labels());
        for (index, page) in pages.iter_mut().enumerate() {
            if page.is_none() {
                *page = Some(run.section(applying[index], Some(anchors.links(index)))?);
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

    /// What templates see beside the document.
    fn view(&self, document: &Document, facts: &Facts<'_>) -> View {
        let mut view = View::default();
        (document.kind().view)(document.value(), &self.options, &mut view);
        facts.extend(&mut view);
        view
    }

    fn env(&self) -> &Environment<'static> {
        let make = || environment::environment(self.labels(), self.folder.clone());
        self.env.get_or_init(make)
    }

    /// The environment, with as much fuel as a document of that size needs.
    fn environment_for(&self, document: &Document) -> Cow<'_, Environment<'static>> {
        match environment::fuel_for(document.text().len()) {
            Some(fuel) if self.folder.is_some() => {
                let mut env = self.env().clone();
                env.set_fuel(Some(fuel));
                Cow::Owned(env)
            }
            _ => Cow::Borrowed(self.env()),
        }
    }
}

/// A document being rendered.
struct Run<'r> {
    renderer: &'r Renderer,
    document: &'r Document,
    facts: &'r Facts<'r>,
    /// What templates see beside the document.
    view: View,
    /// What the tree of a section writes: one memory for all of them.
    output: RefCell<tree::Output>,
    /// Made for the first section that needs it.
    engine: OnceCell<Engine<'r>>,
    /// Takes down where everything comes from, where that is asked.
    tracer: Option<&'r Tracer>,
}

/// The template engine with what templates see of a document.
struct Engine<'r> {
    env: Cow<'r, Environment<'static>>,
    context: Seen,
}

impl<'r> Run<'r> {
    /// Renders a section, `links` being what only sections see that link to others.
    fn section(
        &self,
        section: &'static Section,
        links: Option<SectionLinks<'_>>,
    ) -> Result<Page, TemplateError> {
        let name = section.template_name();
        match self.by_tree(&name, links) {
            Some(page) => Ok(page),
            None => self.by_engine(section, &name, links),
        }
    }

    /// Renders a built-in template; `None` where that is for the engine to do.
    fn by_tree(&self, name: &str, links: Option<SectionLinks<'_>>) -> Option<Page> {
        if self.renderer.folder.is_some() || self.tracer.is_some() {
            return None;
        }
        let top = Top {
            document: self.document.value().as_object()?,
            hidden: self.document.kind().hidden,
            view: &self.view,
            links,
        };
        let mut output = self.output.borrow_mut();
        output.clear();
        tree::walk(tree::tree(name)?, top, self.renderer.labels(), &mut output).ok()?;
        let mut page = Page::with_capacity(output.text.len() + output.text.len() / 8);
        page.write(Lines::new(&output.text, output.pieces.iter().cloned())).ok()?;
        Some(page)
    }

    fn engine(&self) -> &Engine<'r> {
        let hidden = self.document.kind().hidden;
        self.engine.get_or_init(|| Engine {
            env: self.renderer.environment_for(self.document),
            context: self.view.over(self.document.shared_value(), hidden),
        })
    }

    fn by_engine(
        &self,
        section: &'static Section,
        name: &str,
        links: Option<SectionLinks<'_>>,
    ) -> Result<Page, TemplateError> {
        let engine = self.engine();
        let context = with_links(engine.context.clone(), links);
        if let Some(tracer) = self.tracer {
            tracer.begin();
        }
        let template = engine.env.get_template(name).map_err(|error| self.fault(name, &error))?;
        let rendered = template.render_with_spans(context);
        let (output, spans) =
            rendered.map_err(|error| self.fault_at_run_time(name, links, error))?;
        self.limit(name, &output, &spans)?;
        let ranges = spans
            .iter()
            .map(|span| (span.output_range(), span.kind() == OutputSpanKind::Expression));
        let mut page = match self.tracer {
            Some(_) => Page::traced(&output),
            None => Page::with_capacity(output.len() + output.len() / 8),
        };
        page.write(Lines::new(&output, ranges)).map_err(|misplaced| {
            let span = spans.get(misplaced.value);
            let (name, at) =
                span.map_or((name, None), |span| (span.name(), Some(span.source_range())));
            self.source(name).misplaced(at, misplaced.why)
        })?;
        if let Some(tracer) = self.tracer {
            tracer.end(section, (&output, spans), &page, self.document.value());
        }
        Ok(page)
    }

    /// A template of one's own may write much, but not without end.
    fn limit(&self, name: &str, output: &str, spans: &[OutputSpan]) -> Result<(), TemplateError> {
        let most = environment::largest_section(self.document.text().len());
        if self.renderer.folder.is_none() || output.len() <= most {
            return Ok(());
        }
        let over = spans.iter().find(|span| span.output_range().end > most);
        let (name, at) = over.map_or((name, None), |span| (span.name(), Some(span.source_range())));
        Err(self.source(name).too_much(at, most))
    }

    fn source<'n>(&'n self, name: &'n str) -> Source<'n> {
        Source::new(name, self.renderer.folder(), self.renderer.labels())
    }

    fn fault(&self, name: &str, error: &minijinja::Error) -> TemplateError {
        fault::explain(error, name, self.renderer, Some(self.document), &[])
    }

    /// Renders once more, writing down what is looked up: that tells where a missing value is missed.
    fn fault_at_run_time(
        &self,
        name: &str,
        links: Option<SectionLinks<'_>>,
        error: minijinja::Error,
    ) -> TemplateError {
        let lookups = Arc::new(Lookups::default());
        let view = self.renderer.view(self.document, self.facts);
        let hidden = self.document.kind().hidden;
        let context = view.over_traced(self.document.shared_value(), hidden, lookups.clone());
        let mut env = self.engine().env.clone().into_owned();
        env.set_debug(true);
        let again = env
            .get_template(name)
            .and_then(|template| template.render_with_spans(with_links(context, links)));
        let error = again.err().unwrap_or(error);
        fault::explain(&error, name, self.renderer, Some(self.document), &lookups.take())
    }
}

fn with_links(context: Seen, links: Option<SectionLinks<'_>>) -> Seen {
    match links {
        Some(links) => context! { ..links.seen(), ..context },
        None => context,
    }
}

/// What a document looks like to the RENDER_IF rules of its kind: every section, with the decision.
/// The checks count as `options` say.
pub fn decisions(document: &Document, options: &Options) -> Vec<(&'static Section, Decision)> {
    let found = document.check(options);
    let facts = Facts::of(document, &found);
    document.kind().sections.iter().map(|s| (s, s.render_if.decide(&facts))).collect()
}
