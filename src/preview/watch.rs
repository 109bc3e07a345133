//! What changes on disk, told once it is quiet again.
//!
//! Editors replace a file by another one as often as they write into it, so that not the files are
//! watched but the folders they stand in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::Choice;

/// How long nothing may happen until a change is over, and how long it can take at most: one save is
/// several events, and a page is to be new within a fifth of a second.
const QUIET: Duration = Duration::from_millis(40);
const LONGEST: Duration = Duration::from_millis(120);

/// The files that the page is made from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watched {
    pub(crate) document: Option<PathBuf>,
    pub(crate) templates: Option<PathBuf>,
}

/// Something that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A file may have changed.
    Change {
        /// A place that is watched came or went.
        places_moved: bool,
    },
    /// Another sample was picked.
    Choice(Choice),
}

/// What happened until it was quiet again.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) places_moved: bool,
    /// The last choice that was made.
    pub(super) choice: Option<Choice>,
}

/// Waits for the next change; `None` when there can be no more.
pub(super) fn next(events: &Receiver<Event>) -> Option<Change> {
    let mut change = Change::default();
    let mut event = events.recv().ok()?;
    let latest = Instant::now() + LONGEST;
    loop {
        let wait = match event {
            Event::Change { places_moved } => {
                change.places_moved |= places_moved;
                QUIET
            }
            // Who picks something waits for it.
            Event::Choice(choice) => {
                change.choice = Some(choice);
                Duration::ZERO
            }
        };
        let left = latest.saturating_duration_since(Instant::now());
        // What comes without end is shown all the same: the rest of it is the next change.
        if left.is_zero() {
            return Some(change);
        }
        event = match events.recv_timeout(wait.min(left)) {
            Ok(event) => event,
            Err(_) => return Some(change),
        };
    }
}

/// The folders that are watched.
pub(super) struct Watcher {
    inner: RecommendedWatcher,
    watched: Watched,
}

impl Watcher {
    /// Begins to watch; `events` are told.
    ///
    /// # Errors
    ///
    /// When the system cannot watch, or no more than it does.
    pub(super) fn start(watched: Watched, events: Sender<Event>) -> notify::Result<Watcher> {
        let (documents, templates) = (documents(&watched), templates(&watched));
        let inner = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            // What is read here is read by the preview itself.
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            let is_document = |path: &PathBuf| documents.contains(path);
            let in_templates = |path: &PathBuf| {
                templates.as_ref().is_some_and(|templates| path.starts_with(templates))
            };
            let places_moved = event.paths.iter().any(|path| Some(path) == templates.as_ref());
            let matters = event.need_rescan()
                || event.paths.iter().any(|path| is_document(path) || in_templates(path));
            if matters {
                // When nobody listens any more, the preview has ended.
                let _ = events.send(Event::Change { places_moved });
            }
        });
        let mut watcher = Watcher { inner: inner?, watched };
        watcher.watch()?;
        Ok(watcher)
    }

    /// Watches the folders that are there now: one that was made anew is another one.
    pub(super) fn renew(&mut self) {
        // What is not there is seen by its parent when it comes.
        let _ = self.watch();
    }

    fn watch(&mut self) -> notify::Result<()> {
        let mut folders: Vec<(PathBuf, RecursiveMode)> = Vec::new();
        let parents = documents(&self.watched).into_iter().chain(templates(&self.watched));
        for parent in parents.filter_map(|path| path.parent().map(Path::to_path_buf)) {
            folders.push((parent, RecursiveMode::NonRecursive));
        }
        folders.extend(templates(&self.watched).map(|folder| (folder, RecursiveMode::Recursive)));
        // The one that may be gone comes last.
        folders.into_iter().try_for_each(|(folder, mode)| self.inner.watch(&folder, mode))
    }
}

/// The places of the document: its own, and the one that a link leads to.
fn documents(watched: &Watched) -> Vec<PathBuf> {
    let Some(path) = &watched.document else { return Vec::new() };
    let mut places = vec![resolved(path)];
    places.extend(fs::canonicalize(path).ok().filter(|real| *real != places[0]));
    places
}

fn templates(watched: &Watched) -> Option<PathBuf> {
    watched.templates.as_deref().map(resolved)
}

/// A path as events name it, the last part not followed.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (parent, path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn many_events_are_one_change_and_a_choice_does_not_wait() {
        let (send, events) = channel();
        for places_moved in [false, true, false] {
            send.send(Event::Change { places_moved }).unwrap();
        }
        assert_eq!(next(&events), Some(Change { places_moved: true, choice: None }));
        let choice = Choice { kind: "triage".to_owned(), sample: "full".to_owned() };
        let before = Instant::now();
        send.send(Event::Choice(choice.clone())).unwrap();
        assert_eq!(next(&events), Some(Change { places_moved: false, choice: Some(choice) }));
        assert!(before.elapsed() < QUIET);
        drop(send);
        assert_eq!(next(&events), None);
    }

    #[test]
    fn what_never_gets_quiet_is_shown_all_the_same() {
        let (send, events) = channel();
        let busy = std::thread::spawn(move || {
            let end = Instant::now() + Duration::from_secs(5);
            while Instant::now() < end && send.send(Event::Change { places_moved: false }).is_ok() {
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let before = Instant::now();
        assert!(next(&events).is_some());
        assert!(before.elapsed() < Duration::from_secs(2));
        drop(events);
        busy.join().unwrap();
    }
}
