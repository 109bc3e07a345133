//! Which templates there are, and where each comes from.

use std::path::PathBuf;

use super::{BuiltInTemplate, ENDING, TemplateFolder};
use crate::schema::nearest;

/// A template, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTemplate {
    /// Its name; of a file that cannot be used, its path in the folder.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a template comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It is built in.
    BuiltIn,
    /// It is built in, and this file takes its place.
    Overridden(PathBuf),
    /// It is a file that other templates of its folder include.
    Included(PathBuf),
    /// It is a file that nothing uses, and perhaps the misspelt name of this one.
    Unused(PathBuf, Option<String>),
}

/// Every template: the built-in ones, then the files in `folder` that take the place of none.
pub fn list(folder: Option<&TemplateFolder>) -> Vec<ListedTemplate> {
    let built_in = BuiltInTemplate::all();
    let mut listed: Vec<ListedTemplate> = built_in
        .iter()
        .map(|template| ListedTemplate {
            name: template.name.clone(),
            origin: match folder.and_then(|folder| folder.get(&template.name)) {
                Some(own) => Origin::Overridden(own.path.clone()),
                None => Origin::BuiltIn,
            },
        })
        .collect();
    let Some(folder) = folder else { return listed };
    let known: Vec<&str> = built_in.iter().map(|template| template.name.as_str()).collect();
    for (name, own) in folder.templates().filter(|(name, _)| !known.contains(name)) {
        let path = own.path.clone();
        let origin = if is_included(name, folder) {
            Origin::Included(path)
        } else {
            Origin::Unused(path, meant(name, &known))
        };
        listed.push(ListedTemplate { name: name.to_owned(), origin });
    }
    for path in folder.strays() {
        let name = path.strip_prefix(folder.path()).unwrap_or(path).to_string_lossy().into_owned();
        let stem = name.split('.').next().unwrap_or_default();
        let near = meant(stem, &known).map(|near| format!("{near}{ENDING}"));
        listed.push(ListedTemplate { name, origin: Origin::Unused(path.clone(), near) });
    }
    listed
}

/// Does a template of the folder name it between quotes?
fn is_included(name: &str, folder: &TemplateFolder) -> bool {
    let mut others = folder.templates().filter(|(other, _)| *other != name);
    others.any(|(_, own)| {
        ['"', '\''].iter().any(|quote| own.text.contains(&format!("{quote}{name}{quote}")))
    })
}

/// The template that was meant: one of the same folder is nearer than any other.
fn meant(name: &str, known: &[&str]) -> Option<String> {
    let (folder, own) = name.split_once('/').unwrap_or(("", name));
    let own_of = |known: &&str| known.split_once('/').is_some_and(|(other, _)| other == folder);
    let same = known.iter().copied().filter(own_of);
    let in_folder = nearest(name, same);
    let by_own = || {
        let names = known.iter().filter_map(|known| Some(known.split_once('/')?.1));
        let near = nearest(own, names)?;
        known.iter().copied().find(|known| known.ends_with(&format!("/{near}")))
    };
    in_folder.or_else(|| nearest(name, known.iter().copied())).or_else(by_own).map(str::to_owned)
}
