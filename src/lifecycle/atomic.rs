//! Writes that are complete or absent.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What the name of a temporary file begins and ends with.
const PREFIX: &str = ".final-report-";
const SUFFIX: &str = ".tmp";

/// Puts `bytes` into the file at `path`: whole, or not at all.
///
/// They go to a temporary file in the same folder first, which is flushed to disk and then renamed.
/// A symbolic link keeps pointing where it did, and an existing file keeps its mode. What is no
/// regular file, such as a FIFO or `/dev/stdout`, cannot be replaced and is written to.
///
/// # Errors
///
/// What the file system answers; the file at `path` is then as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(&[(path, bytes)]).map_err(|(_, error)| error)?;
    settle(path);
    Ok(())
}

/// Puts bytes into several files: into all of them, or into none. Of those that are no regular
/// files, see [`write`], nothing can be taken back.
///
/// The renames themselves may still be on their way to the disk; [`settle`] waits for them.
///
/// # Errors
///
/// Which of the files could not be written, and what the file system answers.
pub fn replace(files: &[(&Path, &[u8])]) -> Result<(), (usize, io::Error)> {
    let mut staged = Vec::with_capacity(files.len());
    for (index, (path, bytes)) in files.iter().enumerate() {
        staged.push(Staged::new(path, bytes).map_err(|error| (index, error))?);
    }
    let mut undo: Vec<Undo> = Vec::new();
    let last = staged.len().saturating_sub(1);
    for (index, staged) in staged.into_iter().enumerate() {
        // What comes last needs no way back.
        let way_back = (index < last).then(|| staged.undo()).transpose();
        let done = way_back.and_then(|way_back| {
            staged.commit()?;
            undo.extend(way_back.flatten());
            Ok(())
        });
        if let Err(error) = done {
            for undo in undo.into_iter().rev() {
                undo.run();
            }
            return Err((index, error));
        }
    }
    Ok(())
}

/// Puts `bytes` into a new file: whole, or not at all.
///
/// # Errors
///
/// What the file system answers, [`io::ErrorKind::AlreadyExists`] when there is such a file.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = temporary(folder(path))?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist_noclobber(path).map_err(|error| error.error)?;
    settle(path);
    Ok(())
}

/// Waits until the folder of `path` is on the disk, and with it the renames in it. Not every file
/// system has folders that can be flushed, and files are whole either way.
pub fn settle(path: &Path) {
    if let Ok(target) = resolve(path) {
        let _ = File::open(folder(&target)).and_then(|folder| folder.sync_all());
    }
}

/// Removes the temporary files that a killed process has left beside `path`. Those of a process
/// that lives are locked, and stay.
pub fn sweep(path: &Path) {
    let Ok(target) = resolve(path) else { return };
    for entry in fs::read_dir(folder(&target)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours =
            name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // Removed while it is locked: its owner cannot take it for alive at the same time.
            let file = File::options().read(true).write(true).open(entry.path());
            if let Ok(file) = file
                && file.try_lock().is_ok()
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Does `path` lead to what is no file of its own? A descriptor of this process can be a regular
/// file; what is behind it must not be replaced.
pub fn is_descriptor(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Bytes that are ready to take the place of a file.
enum Staged {
    File {
        temporary: NamedTempFile,
        target: PathBuf,
    },
    /// The way of what cannot be replaced: it was written to already.
    Written,
}

impl Staged {
    fn new(path: &Path, bytes: &[u8]) -> io::Result<Staged> {
        let existing = fs::metadata(path).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if is_descriptor(path) || existing.as_ref().is_some_and(|meta| !meta.is_file()) {
            File::options().append(true).open(path)?.write_all(bytes)?;
            return Ok(Staged::Written);
        }
        let target = resolve(path)?;
        let mut temporary = temporary(folder(&target))?;
        temporary.write_all(bytes)?;
        if let Some(meta) = existing {
            temporary.as_file().set_permissions(meta.permissions())?;
        }
        temporary.as_file().sync_all()?;
        Ok(Staged::File { temporary, target })
    }

    /// How to put things back as they are now.
    fn undo(&self) -> io::Result<Option<Undo>> {
        let Staged::File { target, .. } = self else { return Ok(None) };
        if !target.exists() {
            return Ok(Some(Undo::Remove(target.clone())));
        }
        let mut old = temporary(folder(target))?;
        io::copy(&mut File::open(target)?, &mut old)?;
        old.as_file().set_permissions(fs::metadata(target)?.permissions())?;
        Ok(Some(Undo::Restore(old, target.clone())))
    }

    fn commit(self) -> io::Result<()> {
        if let Staged::File { temporary, target } = self {
            temporary.persist(target).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

/// The way back from a file that was replaced.
enum Undo {
    Remove(PathBuf),
    Restore(NamedTempFile, PathBuf),
}

impl Undo {
    /// The reason for it is told already; there is nothing to say about a failure of its own.
    fn run(self) {
        match self {
            Undo::Remove(path) => drop(fs::remove_file(path)),
            Undo::Restore(old, path) => drop(old.persist(path)),
        }
    }
}

/// A temporary file in `folder`, locked for as long as it is open: so [`sweep`] knows that its
/// owner lives.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // A temporary file is private to its owner; a report has the mode that a new file would.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        match file.as_file().lock() {
            // It may have been swept between its creation and the lock.
            Ok(()) if !file.path().exists() => {}
            // Without locks there is no sweeping either.
            Ok(()) | Err(_) => return Ok(file),
        }
    }
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Follows symbolic links, to a file that need not exist yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(target) => {
                path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target));
            }
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn keeps_the_mode_and_the_symbolic_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.md"), folder.path().join("link.md"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.md", &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_new_file_is_readable_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write(&ours, b"x").unwrap();
        fs::write(&plain, "x").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
        let count = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(count, 2, "no temporary file is left");
    }

    #[test]
    fn several_files_are_replaced_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new, bad] = ["old", "new", "bad"].map(|name| folder.path().join(name));
        fs::write(&old, "before").unwrap();
        fs::create_dir(&bad).unwrap();
        let files: [(&Path, &[u8]); 3] = [(&old, b"x"), (&new, b"x"), (&bad, b"x")];
        assert_eq!(replace(&files).unwrap_err().0, 2);
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");
        assert!(!new.exists());
        // The same when the rename fails, not the writing.
        let staged = Staged::new(&old, b"after").unwrap();
        let undo = staged.undo().unwrap().unwrap();
        staged.commit().unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "after");
        undo.run();
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");
        replace(&files[..2]).unwrap();
        assert_eq!(fs::read_to_string(&new).unwrap(), "x");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no temporary file is left");
    }

    #[test]
    fn litter_of_the_dead_is_swept_and_files_of_the_living_stay() {
        let folder = tempfile::tempdir().unwrap();
        let litter = folder.path().join(".final-report-dead.tmp");
        fs::write(&litter, "half").unwrap();
        let other = folder.path().join(".other.tmp");
        fs::write(&other, "x").unwrap();
        let living = temporary(folder.path()).unwrap();
        sweep(&folder.path().join("a.md"));
        assert!(!litter.exists());
        assert!(living.path().exists() && other.exists());
    }

    #[test]
    fn a_missing_folder_is_an_error_and_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/a.md");
        assert_eq!(write(&path, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(!path.parent().unwrap().exists());
    }
}
