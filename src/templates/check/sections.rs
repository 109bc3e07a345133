//! Which sections of a kind a folder of templates has to do with.

use std::collections::HashSet;

use crate::kinds::Kind;
use crate::section::{Links, Section};
use crate::templates::TemplateFolder;

/// Sections, by the names of their templates.
pub(super) type Sections = HashSet<String>;

/// The templates of a kind, those of sections first, that `folder` has in the place of the built-in
/// ones.
pub(super) fn overridden(kind: &Kind, folder: &TemplateFolder) -> Vec<String> {
    let partials = kind.partials.iter().map(|partial| partial.name.to_owned());
    let names = kind.sections.iter().map(Section::template_name).chain(partials);
    names.filter(|name| folder.get(name).is_some()).collect()
}

/// The sections of a kind that write what they do without `folder`, whatever the document is.
pub(super) fn unaffected(kind: &'static Kind, folder: &TemplateFolder) -> Sections {
    let own = overridden(kind, folder);
    let is_own = |section: &&Section| own.contains(&section.template_name());
    let (own_sections, others): (Vec<_>, Vec<_>) = kind.sections.iter().partition(is_own);
    // Any section may include a partial, and one that links to others needs them.
    let has_partial = own.len() > own_sections.len();
    if has_partial || own_sections.iter().any(|section| section.links != Links::None) {
        return Sections::new();
    }
    others.into_iter().map(Section::template_name).collect()
}
