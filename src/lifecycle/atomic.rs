//! Writes that are complete or absent.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

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
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    // A descriptor of this process can be a regular file; what is behind it must not be replaced.
    let descriptor = path.starts_with("/dev") || path.starts_with("/proc");
    if descriptor || existing.as_ref().is_some_and(|meta| !meta.is_file()) {
        return File::options().append(true).open(path)?.write_all(bytes);
    }
    let target = resolve(path)?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".final-report-").suffix(".tmp");
    // A temporary file is private to its owner; a report has the mode that a new file would.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(meta) = existing {
        file.as_file().set_permissions(meta.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    // The rename itself reaches the disk with the folder. Not every file system has folders that
    // can be flushed, and the file is whole either way.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
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
    fn a_missing_folder_is_an_error_and_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/a.md");
        assert_eq!(write(&path, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(!path.parent().unwrap().exists());
    }
}
