//! Reading and writing documents and reports; every error names its file.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use final_report::lifecycle::atomic;
use final_report::{visible, without_mark};

use super::Failure;

/// The name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// What a folder is searched for. The last two are matched by the end of the name.
const DOCUMENT_NAMES: [&str; 2] = ["agent-state.json", "triage-output.json"];
const DOCUMENT_ENDINGS: [&str; 2] = [".data.json", "findings.json"];

/// A document to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    StandardInput,
    File(PathBuf),
}

impl Input {
    /// How messages call it.
    pub(super) fn name(&self) -> String {
        match self {
            Input::StandardInput => "<stdin>".to_owned(),
            Input::File(path) => shown(path),
        }
    }

    pub(super) fn read(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Input::StandardInput => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map_err(|error| {
                    Failure::new(format!("cannot read standard input: {error}"))
                })?;
                Ok(bytes)
            }
            Input::File(path) => fs::read(path).map_err(|error| {
                let message = format!("cannot read {}: {}", shown(path), said(&error));
                let failure = Failure::new(message);
                match error.kind() {
                    io::ErrorKind::NotFound => {
                        failure.help("check the path, or give - for standard input")
                    }
                    _ => failure,
                }
            }),
        }
    }

    /// Where the report stands that is written beside this document: `X.data.json` and `X.json`
    /// have theirs at `X.md`.
    pub(super) fn report_path(&self, extension: &str) -> Result<PathBuf, Failure> {
        let Input::File(path) = self else {
            let failure = Failure::new("--write needs a file, and this is standard input");
            return Err(failure.help("name the output with -o FILE"));
        };
        let without = |path: &Path, extension: &str| {
            let stem =
                path.file_stem().filter(|_| path.extension().is_some_and(|e| e == extension));
            stem.map(PathBuf::from)
        };
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        let stem = without(&name, "json").map(|stem| without(&stem, "data").unwrap_or(stem));
        let mut report = stem.unwrap_or(name).into_os_string();
        report.push(format!(".{extension}"));
        Ok(path.with_file_name(report))
    }
}

/// A document that was found.
pub(super) struct Found<'a> {
    pub(super) input: Input,
    /// The argument that it was found through, where that is a folder.
    pub(super) folder: Option<&'a Path>,
}

/// The file that an argument names, or standard input.
pub(super) fn input(argument: &Path) -> Input {
    if argument.as_os_str() == STANDARD_INPUT {
        Input::StandardInput
    } else {
        Input::File(argument.to_path_buf())
    }
}

/// `text` with a byte-order mark where the bytes it was made from have one.
pub(super) fn with_mark_of(bytes: &[u8], text: &str) -> Vec<u8> {
    let mark = &bytes[..bytes.len() - without_mark(bytes).len()];
    [mark, text.as_bytes()].concat()
}

/// The documents that the arguments name, folders searched in the order of their names.
pub(super) fn inputs(arguments: &[PathBuf]) -> Result<Vec<Found<'_>>, Failure> {
    let mut found: Vec<Found<'_>> = Vec::new();
    for argument in arguments {
        let input = input(argument);
        if input == Input::StandardInput && found.iter().any(|found| found.input == input) {
            let failure = Failure::new("standard input can be read once only");
            return Err(failure.help("give - once"));
        }
        if input != Input::StandardInput && argument.is_dir() {
            let folder = Some(argument.as_path());
            found.extend(search(argument)?.into_iter().map(|input| Found { input, folder }));
        } else {
            found.push(Found { input, folder: None });
        }
    }
    if arguments.len() > 1 {
        // What is named itself and found in a folder is one document.
        let mut seen = HashSet::new();
        found.retain(|found| match &found.input {
            Input::StandardInput => true,
            Input::File(path) => seen.insert(fs::canonicalize(path).unwrap_or(path.clone())),
        });
    }
    Ok(found)
}

fn search(folder: &Path) -> Result<Vec<Input>, Failure> {
    let mut found = Vec::new();
    let walk =
        ignore::WalkBuilder::new(folder).require_git(false).sort_by_file_name(Ord::cmp).build();
    for entry in walk {
        let entry = entry
            .map_err(|error| Failure::new(format!("cannot search {}: {error}", shown(folder))))?;
        let name = entry.file_name().to_string_lossy();
        let is_document = DOCUMENT_NAMES.contains(&name.as_ref())
            || DOCUMENT_ENDINGS.iter().any(|ending| name.ends_with(ending));
        if is_document && entry.path().is_file() {
            let path = entry.into_path();
            let short = path.strip_prefix(".").map(Path::to_path_buf);
            found.push(Input::File(short.unwrap_or(path)));
        }
    }
    if found.is_empty() {
        let failure = Failure::new(format!("no documents in the folder {}", shown(folder)));
        let names = "*.data.json, agent-state.json, triage-output.json and *findings.json";
        return Err(
            failure.help(format!("a folder is searched for {names}; name other files themselves"))
        );
    }
    Ok(found)
}

/// The report that is there already. What cannot be replaced, such as a FIFO, is none.
pub(super) fn existing(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() && !atomic::is_descriptor(path) => {
            Input::File(path.to_path_buf()).read().map(Some)
        }
        _ => Ok(None),
    }
}

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    atomic::write(path, bytes).map_err(|error| unwritten(path, &error))
}

/// Writes files whole: all of them, or none. Their folders are flushed by [`atomic::settle`].
pub(super) fn replace<T: AsRef<[u8]>>(files: &[(PathBuf, T)]) -> Result<(), Failure> {
    let given: Vec<(&Path, &[u8])> =
        files.iter().map(|(path, bytes)| (path.as_path(), bytes.as_ref())).collect();
    atomic::replace(&given).map_err(|(index, error)| unwritten(&files[index].0, &error))
}

/// Keeps what stands in a file beside it, under a name that is free, and gives that name.
pub(super) fn back_up(path: &Path, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let mut number = 1_u32;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".bak{number}") });
        let backup = PathBuf::from(name);
        match atomic::create(&backup, bytes) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(unwritten(&backup, &error)),
        }
    }
}

/// Why a file could not be written, and what to do about it.
fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::new(format!("cannot write {}: {}", shown(path), said(error)));
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            let folder = path.parent().unwrap_or(path);
            failure.help(format!("make the folder {} first", shown(folder)))
        }
        io::ErrorKind::IsADirectory => {
            failure.help("name a file in it, or use --write to put reports beside their documents")
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            failure.help("make room first; the file is as it was")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            failure.help("choose a folder that can be written to")
        }
        _ => failure,
    }
}

/// Do these words name standard output? It has its own descriptor, which a path would replace.
pub(super) fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path.as_os_str() == *name)
}

/// Do two paths name one file?
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// A path for a message.
pub(super) fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// What the file system answered, without the number.
fn said(error: &io::Error) -> String {
    let text = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        _ => {
            let text = error.to_string();
            let end = text.find(" (os error").unwrap_or(text.len());
            return text[..end].to_lowercase();
        }
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_stands_beside_its_document() {
        let beside = |path: &str| Input::File(path.into()).report_path("md").unwrap();
        assert_eq!(beside("runs/X.data.json"), Path::new("runs/X.md"));
        assert_eq!(beside("X.json"), Path::new("X.md"));
        assert_eq!(beside("a.b/X"), Path::new("a.b/X.md"));
    }
}
