//! A folder of templates, `<kind>/<section>.md.j2`, read once and whole.
//!
//! Nothing outside the folder is ever opened: what a template includes is looked up among the files
//! that were read here, and a symbolic link that leads out of the folder is refused.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::ENDING;

/// How large a template may be. The largest built-in one has five kilobytes.
const LARGEST: u64 = 1024 * 1024;

/// A folder of templates as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateFolder {
    path: PathBuf,
    /// By name.
    templates: BTreeMap<String, OwnTemplate>,
    strays: Vec<PathBuf>,
}

/// A template that stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTemplate {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// Why a folder of templates cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderError {
    /// The folder, or the file in it that is at fault.
    pub path: PathBuf,
    /// What is wrong with it.
    pub message: String,
    /// What to do about it.
    pub help: Option<&'static str>,
}

impl TemplateFolder {
    /// Reads the templates in `path`: the files `<folder>/<name>.md.j2` in it.
    ///
    /// # Errors
    ///
    /// When the folder or a template cannot be read, is no UTF-8, is larger than a template can be,
    /// or is a symbolic link that leads out of the folder.
    pub fn read(path: &Path) -> Result<TemplateFolder, FolderError> {
        let root = fs::canonicalize(path).map_err(|error| FolderError::io(path, &error))?;
        if !root.is_dir() {
            let help = "give the folder that holds final-report/, shared/ and the others";
            return Err(FolderError::new(path, "it is no folder", Some(help)));
        }
        let mut folder = TemplateFolder {
            path: path.to_path_buf(),
            templates: BTreeMap::new(),
            strays: Vec::new(),
        };
        for entry in entries(path)? {
            if entry.is_dir() {
                inside(&root, &entry)?;
                for file in entries(&entry)?.into_iter().filter(|file| !file.is_dir()) {
                    folder.add(&root, &entry, file)?;
                }
            } else if looks_like_a_template(&entry) {
                folder.strays.push(entry);
            }
        }
        Ok(folder)
    }

    fn add(&mut self, root: &Path, parent: &Path, file: PathBuf) -> Result<(), FolderError> {
        let own = file.file_name().and_then(|name| name.to_str());
        let parent = parent.file_name().and_then(|name| name.to_str());
        let name = own.and_then(|own| own.strip_suffix(ENDING)).zip(parent);
        match name {
            Some((own, parent)) => {
                let text = text(&inside(root, &file)?, &file)?;
                let name = format!("{parent}/{own}");
                self.templates.insert(name, OwnTemplate { path: file, text });
            }
            None if looks_like_a_template(&file) => self.strays.push(file),
            None => {}
        }
        Ok(())
    }

    /// The folder, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The template of that name, such as `final-report/summary`, where the folder has one.
    pub fn get(&self, name: &str) -> Option<&OwnTemplate> {
        self.templates.get(name)
    }

    /// The same folder with another text for one of its templates.
    pub(crate) fn replace(&mut self, name: &str, text: String) {
        if let Some(own) = self.templates.get_mut(name) {
            own.text = text;
        }
    }

    /// Every template in it with its name, in the order of the names.
    pub fn templates(&self) -> impl Iterator<Item = (&str, &OwnTemplate)> + Clone {
        self.templates.iter().map(|(name, template)| (name.as_str(), template))
    }

    /// The files that look like templates and are in no place where one would be used.
    pub fn strays(&self) -> &[PathBuf] {
        &self.strays
    }
}

fn looks_like_a_template(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "j2" || extension == "md")
}

/// What is in a folder, without what is hidden, in the order of the names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let listed = fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()
    });
    let mut listed = listed.map_err(|error| FolderError::io(folder, &error))?;
    listed.retain(|path| {
        path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    });
    listed.sort();
    Ok(listed)
}

/// Where `path` really is, which has to be in `root`.
fn inside(root: &Path, path: &Path) -> Result<PathBuf, FolderError> {
    let real = fs::canonicalize(path).map_err(|error| FolderError::io(path, &error))?;
    if real.starts_with(root) {
        return Ok(real);
    }
    let help = "put a copy of the file into the folder";
    Err(FolderError::new(
        path,
        "it is a link that leads out of the folder of templates",
        Some(help),
    ))
}

/// The text of the template at `real`, which messages call `path`.
fn text(real: &Path, path: &Path) -> Result<String, FolderError> {
    let failed = |error: &io::Error| FolderError::io(path, error);
    let file = fs::File::open(real).map_err(|error| failed(&error))?;
    // A FIFO would keep its reader waiting.
    if !file.metadata().map_err(|error| failed(&error))?.is_file() {
        return Err(FolderError::new(path, "it is no regular file", None));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(FolderError::new(path, "a template has at most one megabyte", None));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        FolderError::new(path, format!("it is not UTF-8: see byte {}", at + 1), None)
    })?;
    // Markdown knows no other line ends.
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(&text).replace("\r\n", "\n"))
}

impl FolderError {
    fn new(path: &Path, message: impl Into<String>, help: Option<&'static str>) -> FolderError {
        FolderError { path: path.to_path_buf(), message: message.into(), help }
    }

    fn io(path: &Path, error: &io::Error) -> FolderError {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        FolderError::new(path, message, None)
    }
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use {} as templates: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for FolderError {}
