//! Templates: the built-in ones, and a folder of one's own that takes their place one by one.

mod check;
pub(crate) mod codes;
mod folder;
mod list;
mod syntax;
pub(crate) mod words;

pub use check::{TemplateCheck, check};
pub use folder::{FolderError, OwnTemplate, TemplateFolder};
pub use list::{ListedTemplate, Origin, list};
pub(crate) use syntax::syntax;

use std::collections::HashSet;

use crate::kinds::KINDS;

/// How the name of a template file ends.
pub(crate) const ENDING: &str = ".md.j2";

/// A built-in template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltInTemplate {
    /// The name that it is included and overridden by, such as `final-report/summary`.
    pub name: String,
    /// What it says.
    pub text: &'static str,
}

impl BuiltInTemplate {
    /// Every built-in template: kind by kind, in the order of the report, then what those include.
    pub fn all() -> Vec<BuiltInTemplate> {
        let mut all = Vec::new();
        for kind in KINDS {
            all.extend(kind.sections.iter().map(|section| BuiltInTemplate {
                name: section.template_name(),
                text: section.template,
            }));
            all.extend(kind.partials.iter().map(|partial| BuiltInTemplate {
                name: partial.name.to_owned(),
                text: partial.template,
            }));
        }
        let mut seen = HashSet::new();
        all.retain(|template| seen.insert(template.name.clone()));
        all
    }

    /// The built-in template of that name.
    pub fn named(name: &str) -> Option<BuiltInTemplate> {
        let text = built_in(name)?;
        Some(BuiltInTemplate { name: name.to_owned(), text })
    }

    /// Where its file lies in a folder of templates.
    pub fn file_name(&self) -> String {
        format!("{}{ENDING}", self.name)
    }
}

/// The text of the built-in template of that name.
pub(crate) fn built_in(name: &str) -> Option<&'static str> {
    let (folder, own) = name.split_once('/')?;
    let mut sections = KINDS.iter().flat_map(|kind| kind.sections);
    let section = sections.find(|s| s.folder == folder && s.name == own);
    section.map(|section| section.template).or_else(|| {
        let mut partials = KINDS.iter().flat_map(|kind| kind.partials);
        partials.find(|partial| partial.name == name).map(|partial| partial.template)
    })
}
