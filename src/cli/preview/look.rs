//! What the page shows of the files as they are now.

use std::path::PathBuf;
use std::sync::Arc;

use final_report::{
    Diagnostic, Document, Error, KINDS, Kind, Options, Renderer, TemplateError, TemplateFolder,
    Traced, visible,
};

use crate::cli::args::Lang;
use crate::cli::files::{Input, shown};
use crate::cli::{Failure, job, print, sections};
use crate::preview::{Choice, Choices, Fault, Finding, Good, SampleKind, Shown};

/// How many findings are shown.
const MOST_FINDINGS: usize = 100;

/// What is shown.
#[derive(Debug, Clone)]
pub(super) enum Subject {
    /// A document, and the kind it is taken for.
    Document(PathBuf, Option<&'static Kind>),
    /// The samples, and the one that is picked.
    Samples(Choice),
}

/// Looks at the files, and keeps the last good report.
pub(super) struct Look {
    subject: Subject,
    lang: Lang,
    templates: Option<PathBuf>,
    /// The files as they were when they were last looked at.
    files: Option<Files>,
    renderer: Renderer,
    generation: u64,
    good: Option<Arc<Good>>,
    sections: Vec<crate::preview::SectionRow>,
}

/// Everything that a page is made from.
#[derive(Debug, PartialEq, Eq)]
struct Files {
    choice: Option<Choice>,
    document: Result<Vec<u8>, Fault>,
    folder: Result<Option<TemplateFolder>, Fault>,
}

/// Why there is no report, and what was found.
struct Obstacle {
    title: String,
    help: Option<String>,
    findings: Vec<Finding>,
}

impl Look {
    pub(super) fn new(subject: Subject, lang: Lang, templates: Option<PathBuf>) -> Look {
        Look {
            subject,
            lang,
            templates,
            files: None,
            renderer: job::renderer(Options::default(), lang),
            generation: 0,
            good: None,
            sections: Vec::new(),
        }
    }

    /// What is shown first.
    pub(super) fn first(&mut self) -> Shown {
        self.again(None).unwrap_or_default()
    }

    /// What is shown from now on; `None` when nothing has changed.
    pub(super) fn again(&mut self, choice: Option<Choice>) -> Option<Shown> {
        if let (Some(choice), Subject::Samples(chosen)) = (choice, &mut self.subject)
            && sample(&choice).is_some()
        {
            *chosen = choice;
        }
        let files = self.read();
        if self.files.as_ref() == Some(&files) {
            return None;
        }
        let folder_changed = self.files.as_ref().is_none_or(|old| old.folder != files.folder);
        if let (true, Ok(folder)) = (folder_changed, &files.folder) {
            // Templates are compiled once for each renderer.
            let renderer = job::renderer(Options::default(), self.lang);
            self.renderer = match folder {
                Some(folder) => renderer.templates(folder.clone()),
                None => renderer,
            };
        }
        if self.files.as_ref().is_some_and(|old| old.choice != files.choice) {
            // The report of another sample is none that this one had.
            self.good = None;
            self.sections.clear();
        }
        self.generation += 1;
        let shown = self.show(&files);
        self.files = Some(files);
        Some(shown)
    }

    fn read(&self) -> Files {
        let document = match &self.subject {
            Subject::Document(path, _) => Input::File(path.clone()).read(),
            Subject::Samples(choice) => {
                Ok(sample(choice).map_or_else(Vec::new, |(_, text)| text.as_bytes().to_vec()))
            }
        };
        let folder = self.templates.as_deref().map(TemplateFolder::read).transpose();
        let choice = match &self.subject {
            Subject::Document(..) => None,
            Subject::Samples(choice) => Some(choice.clone()),
        };
        Files {
            choice,
            document: document.map_err(|failure| fault(&failure)),
            folder: folder.map_err(|error| fault(&Failure::from(error))),
        }
    }

    fn show(&mut self, files: &Files) -> Shown {
        let (name, kind) = self.subject.named();
        let mut shown = Shown {
            generation: self.generation,
            name: name.clone(),
            kind: kind.map_or("", |kind| kind.name),
            choices: self.subject.choices(),
            ..Shown::default()
        };
        match self.report(files, &name, kind, &mut shown) {
            Ok(good) => self.good = Some(Arc::new(good)),
            Err(Obstacle { title, help, findings }) => {
                shown.fault = Some(Fault { title, help });
                shown.findings = findings;
            }
        }
        shown.good.clone_from(&self.good);
        shown.sections.clone_from(&self.sections);
        shown
    }

    /// The report, and on the way everything else that can be shown.
    fn report(
        &mut self,
        files: &Files,
        name: &str,
        kind: Option<&'static Kind>,
        shown: &mut Shown,
    ) -> Result<Good, Obstacle> {
        let folder = files.folder.as_ref().map_err(Obstacle::from)?;
        shown.notices = folder.as_ref().map(job::strays).unwrap_or_default();
        let bytes = files.document.as_ref().map_err(Obstacle::from)?;
        let invalid = |found: Vec<Diagnostic>| Obstacle::invalid(name, bytes, &found);
        let document = print::parse(bytes, kind).map_err(invalid)?;
        shown.kind = document.kind().name;
        self.sections = sections::rows(&document, folder.as_ref());
        let traced = self.renderer.traced(&document).map_err(|error| match error {
            Error::Template(error) => Obstacle::of_template(&error),
            Error::Invalid(found) => invalid(found),
            error => Obstacle::new(&error),
        })?;
        shown.findings = findings(name, bytes, &traced.report.findings);
        let page = self.page(&document, &traced)?;
        let (name, folder) = (name.to_owned(), folder.clone());
        Ok(Good { generation: self.generation, page, traced, name, document, folder })
    }

    fn page(&self, document: &Document, traced: &Traced) -> Result<String, Obstacle> {
        let page = self.renderer.traced_page(document, &traced.report);
        page.map_err(|error| Obstacle::new(&error))
    }
}

impl Subject {
    /// What messages call it, and the kind it is taken for.
    fn named(&self) -> (String, Option<&'static Kind>) {
        match self {
            Subject::Document(path, kind) => (shown(path), *kind),
            Subject::Samples(choice) => {
                (format!("sample {}", choice.sample), sample(choice).map(|(kind, _)| kind))
            }
        }
    }

    fn choices(&self) -> Option<Choices> {
        let Subject::Samples(chosen) = self else { return None };
        let kinds = KINDS.iter().map(|kind| SampleKind {
            name: kind.name,
            samples: kind.samples.iter().map(|sample| sample.name).collect(),
        });
        Some(Choices { kinds: kinds.collect(), chosen: chosen.clone() })
    }
}

/// The sample of that name.
fn sample(choice: &Choice) -> Option<(&'static Kind, &'static str)> {
    let kind = Kind::named(&choice.kind)?;
    kind.sample(Some(&choice.sample)).map(|sample| (kind, sample.text))
}

fn fault(failure: &Failure) -> Fault {
    Fault { title: visible(&failure.message), help: failure.help.clone() }
}

fn findings(name: &str, bytes: &[u8], found: &[Diagnostic]) -> Vec<Finding> {
    let shown = found.iter().take(MOST_FINDINGS);
    shown
        .map(|one| Finding {
            severity: one.severity.as_str(),
            text: print::plain(name, bytes, one),
        })
        .collect()
}

impl Obstacle {
    fn new(error: &Error) -> Obstacle {
        Obstacle { title: visible(&error.to_string()), help: None, findings: Vec::new() }
    }

    fn invalid(name: &str, bytes: &[u8], found: &[Diagnostic]) -> Obstacle {
        let errors = found.iter().filter(|one| one.is_error()).count();
        let title = match errors {
            1 => format!("{name} has an error"),
            errors => format!("{name} has {errors} errors"),
        };
        let help = (found.len() > MOST_FINDINGS)
            .then(|| format!("the first {MOST_FINDINGS} of {} findings are shown", found.len()));
        Obstacle { title, help, findings: findings(name, bytes, found) }
    }

    fn of_template(error: &TemplateError) -> Obstacle {
        let name = visible(&error.name());
        let found = std::slice::from_ref(&*error.diagnostic);
        let findings = findings(&name, error.text.as_bytes(), found);
        Obstacle { title: format!("the template {name} has an error"), help: None, findings }
    }
}

impl From<&Fault> for Obstacle {
    fn from(fault: &Fault) -> Obstacle {
        let Fault { title, help } = fault.clone();
        Obstacle { title, help, findings: Vec::new() }
    }
}
