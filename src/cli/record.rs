//! What was rendered in a folder when it was last worked on, so that what has not changed since need
//! not be rendered again.
//!
//! The record of a folder is a file in the user's cache directory, made of digests alone. An entry
//! says of the bytes of a document which bytes its reports have, and that there was nothing to say
//! about it. It counts for nothing without both: whatever a record holds, only reports that are
//! there to the byte are left alone. A record that cannot be had, or not be kept, is none.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs, io};

use etcetera::BaseStrategy as _;
use final_report::lifecycle::atomic;
use final_report::{Fingerprint, Renderer};

use super::args::Render;
use super::files;
use super::regenerate::{Output, Work};

/// What a record begins with. Its entries follow in the order of their keys: each a key, and the
/// digest of the reports.
const HEADER: &[u8] = b"final-report record 1\n";

type Digest = [u8; 32];

const ENTRY_LEN: usize = 2 * size_of::<Digest>();

/// The records of all folders that a run works on.
pub(super) struct Record<'a> {
    /// What decides the reports, beside their documents.
    job: Fingerprint,
    files: Vec<RecordFile<'a>>,
    /// The reports by the key of their document. What is known of one folder holds in any other.
    known: HashMap<Digest, Digest>,
}

/// The file that the record of a folder is kept in.
struct RecordFile<'a> {
    folder: &'a Path,
    path: PathBuf,
    /// What is in it; nothing where there is none.
    bytes: Vec<u8>,
}

/// By what a document is known again.
pub(super) struct Key<'a> {
    folder: &'a Path,
    digest: Digest,
    /// The reports that were made from it.
    known: Option<Digest>,
}

/// A document that there is nothing to say about, and its reports.
pub(super) struct Entry<'a> {
    folder: &'a Path,
    key: Digest,
    reports: Digest,
}

impl<'a> Record<'a> {
    /// What is known of the folders that `work` was found in; `None` where it was found in none, or
    /// no record can be had.
    pub(super) fn open(
        args: &Render,
        renderer: &Renderer,
        work: &[Work<'a>],
    ) -> Option<Record<'a>> {
        let mut folders: Vec<&Path> = work.iter().filter_map(|work| work.folder).collect();
        folders.dedup();
        if folders.is_empty() || args.no_cache {
            return None;
        }
        let job = job(args, renderer)?;
        let cache = etcetera::choose_base_strategy().ok()?.cache_dir().join("final-report");
        let open = |folder| {
            let path = cache.join(file_name(folder)?);
            let bytes = read(&path).unwrap_or_default();
            Some(RecordFile { folder, path, bytes })
        };
        let files: Vec<RecordFile<'a>> = folders.into_iter().filter_map(open).collect();
        let known = files.iter().flat_map(|file| entries(&file.bytes)).collect();
        Some(Record { job, files, known })
    }

    /// The key of a document of these bytes; `None` where it was found in no folder.
    pub(super) fn key(&self, work: &Work<'a>, document: &[u8]) -> Option<Key<'a>> {
        let folder = work.folder?;
        let mut fingerprint = self.job.clone();
        fingerprint.add(document);
        let digest = fingerprint.finish();
        Some(Key { folder, digest, known: self.known.get(&digest).copied() })
    }

    /// Keeps these entries, and no others.
    pub(super) fn replace(&self, entries: Vec<Entry<'a>>) {
        let mut by_folder: BTreeMap<&Path, BTreeMap<Digest, Digest>> = BTreeMap::new();
        for Entry { folder, key, reports } in entries {
            by_folder.entry(folder).or_default().insert(key, reports);
        }
        for file in &self.files {
            let entries = by_folder.remove(file.folder).unwrap_or_default();
            let entries = entries.iter().flat_map(|(key, reports)| [key, reports]);
            let bytes = entries.fold(HEADER.to_vec(), |mut bytes, digest| {
                bytes.extend_from_slice(digest);
                bytes
            });
            if bytes != file.bytes {
                // It would have saved time, no more.
                let _ = write(&file.path, &bytes);
            }
        }
    }
}

impl<'a> Key<'a> {
    /// The entry of the document, where its reports are there as they were made.
    pub(super) fn find(&self, outputs: &[Output]) -> Option<Entry<'a>> {
        let known = self.known?;
        let there = outputs.iter().map(|output| files::existing(&output.path).ok().flatten());
        let entry = self.entry(there.collect::<Option<Vec<_>>>()?);
        (entry.reports == known).then_some(entry)
    }

    /// The entry of the document with these reports.
    pub(super) fn entry(&self, reports: impl IntoIterator<Item: AsRef<[u8]>>) -> Entry<'a> {
        let mut fingerprint = Fingerprint::default();
        reports.into_iter().for_each(|report| fingerprint.add(report));
        Entry { folder: self.folder, key: self.digest, reports: fingerprint.finish() }
    }
}

/// All that decides the reports of a run: the program, the renderer, and what is asked for.
fn job(args: &Render, renderer: &Renderer) -> Option<Fingerprint> {
    let program = fs::metadata(env::current_exe().ok()?).ok()?;
    let modified = program.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let mut job = renderer.fingerprint();
    job.add(program.len().to_le_bytes());
    job.add(modified.as_nanos().to_le_bytes());
    job.add(args.kind.kind.map_or("", |kind| kind.name));
    job.add_count(args.formats.len());
    args.formats.iter().for_each(|format| job.add(format.extension()));
    Some(job)
}

/// The name of the record of a folder, which tells nothing of the folder.
fn file_name(folder: &Path) -> Option<String> {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(fs::canonicalize(folder).ok()?.as_os_str().as_encoded_bytes());
    Some(fingerprint.finish().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The entries of a record; none of one that is damaged or of another form.
fn entries(record: &[u8]) -> impl Iterator<Item = (Digest, Digest)> {
    let (entries, rest) = record.strip_prefix(HEADER).unwrap_or_default().as_chunks::<ENTRY_LEN>();
    let whole = if rest.is_empty() { entries } else { &[] };
    whole.iter().filter_map(|entry| {
        let (key, reports) = entry.split_first_chunk()?;
        Some((*key, reports.try_into().ok()?))
    })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    // What is no regular file may keep its reader waiting.
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    fs::read(path)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists));
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    atomic::sweep(path);
    atomic::replace(&[(path, bytes)]).map_err(|(_, error)| error)
}
