//! Which checks count, and how much.

use std::fmt;

use crate::catalogue::catalogue;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fingerprint::Fingerprint;
use crate::schema::nearest;

/// How much a check counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Its findings are left out.
    Allow,
    /// Its findings are warnings.
    Warn,
    /// Its findings are errors.
    Deny,
}

/// What a person decides or knows: which checks count, and how much (by default each as its own
/// severity says), and what a document does not tell about its run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    levels: Vec<(String, Level)>,
    deny_warnings: bool,
    council_size: Option<usize>,
    voters: Vec<String>,
}

/// Why a check's level cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelError {
    /// No check has this code, name or prefix. Holds the nearest one, if any is near.
    Unknown(Option<&'static str>),
    /// Without this check there is no document to speak of: it always is an error.
    Fixed(&'static str),
}

impl Options {
    /// Sets the level of a check, named by its code (`FR012`), its name, or a prefix of codes (`FR`).
    /// What is set later wins.
    ///
    /// # Errors
    ///
    /// When no check is named so, or the named ones are always errors.
    pub fn set(&mut self, selector: &str, level: Level) -> Result<(), LevelError> {
        let mut fixed = None;
        let mut free = false;
        for code in catalogue().map(|entry| entry.code).filter(|code| selects(selector, code)) {
            if is_fixed(code) {
                fixed = Some(code.id);
            } else {
                free = true;
            }
        }
        match fixed {
            _ if free => {}
            Some(code) if level != Level::Deny => return Err(LevelError::Fixed(code)),
            Some(_) => {}
            None => {
                let names = catalogue().flat_map(|entry| [entry.code.id, entry.code.name]);
                return Err(LevelError::Unknown(nearest(selector, names)));
            }
        }
        self.levels.push((selector.to_owned(), level));
        Ok(())
    }

    /// Counts every warning that is left as an error.
    pub fn deny_warnings(&mut self) {
        self.deny_warnings = true;
    }

    /// How many voters a council was to have. Without a size and without [`Options::voters`], whether
    /// enough of them answered is not judged.
    pub fn council_size(&mut self, size: usize) {
        self.council_size = Some(size);
    }

    /// Who was to vote in a council. Where no size is given, it is their number.
    pub fn voters(&mut self, names: impl IntoIterator<Item = impl Into<String>>) {
        self.voters = names.into_iter().map(Into::into).collect();
    }

    /// The number of voters a council was to have, where that is known.
    pub(crate) fn expected_size(&self) -> Option<usize> {
        self.council_size.or_else(|| (!self.voters.is_empty()).then_some(self.voters.len()))
    }

    /// The names of those who were to vote; none where they are not known.
    pub(crate) fn expected_voters(&self) -> &[String] {
        &self.voters
    }

    /// Adds all of it.
    pub(crate) fn add_to(&self, fingerprint: &mut Fingerprint) {
        let Options { levels, deny_warnings, council_size, voters } = self;
        fingerprint.add_count(levels.len());
        for (selector, level) in levels {
            fingerprint.add(selector);
            fingerprint.add([*level as u8]);
        }
        fingerprint.add([u8::from(*deny_warnings)]);
        match council_size {
            Some(size) => fingerprint.add((*size as u64).to_le_bytes()),
            None => fingerprint.add([]),
        }
        fingerprint.add_count(voters.len());
        voters.iter().for_each(|name| fingerprint.add(name));
    }

    pub(crate) fn apply(&self, found: &mut Vec<Diagnostic>) {
        if self.levels.is_empty() && !self.deny_warnings {
            return;
        }
        found.retain_mut(|diagnostic| {
            if is_fixed(diagnostic.code) {
                return true;
            }
            let set = self.levels.iter().rev().find(|(s, _)| selects(s, diagnostic.code));
            match set.map(|(_, level)| level) {
                Some(Level::Allow) => return false,
                Some(Level::Warn) => diagnostic.severity = Severity::Warning,
                Some(Level::Deny) => diagnostic.severity = Severity::Error,
                None => {}
            }
            let denied = self.deny_warnings && set.is_none_or(|(_, level)| *level != Level::Warn);
            if denied {
                diagnostic.severity = Severity::Error;
            }
            true
        });
    }
}

fn selects(selector: &str, code: &crate::diagnostic::Code) -> bool {
    !selector.is_empty() && (code.id.starts_with(selector) || code.name == selector)
}

/// Errors of JSON and schema: without them there is nothing that a report could be made of.
fn is_fixed(code: &crate::diagnostic::Code) -> bool {
    code.severity == Severity::Error && !code.is_rule()
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelError::Unknown(Some(near)) => {
                write!(f, "there is no such check; did you mean {near}?")
            }
            LevelError::Unknown(None) => {
                f.write_str("there is no such check; `final-report rules` lists them")
            }
            LevelError::Fixed(code) => {
                write!(f, "{code} is always an error: without it there is no document to render")
            }
        }
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    static ERROR: Code =
        Code { id: "FR001", name: "verdict-card-mismatch", severity: Severity::Error };

    fn severity(set: &[(&str, Level)], deny_warnings: bool) -> Option<Severity> {
        let mut options = Options { deny_warnings, ..Options::default() };
        for (selector, level) in set {
            options.set(selector, *level).unwrap();
        }
        let mut found = vec![Diagnostic::new(&ERROR, "", "")];
        options.apply(&mut found);
        found.first().map(|diagnostic| diagnostic.severity)
    }

    #[test]
    fn the_last_setting_wins() {
        assert_eq!(severity(&[], false), Some(Severity::Error));
        assert_eq!(severity(&[("FR", Level::Allow)], false), None);
        let warn = [("FR", Level::Allow), ("verdict-card-mismatch", Level::Warn)];
        assert_eq!(severity(&warn, false), Some(Severity::Warning));
        assert_eq!(severity(&[("FR001", Level::Warn), ("FR", Level::Allow)], false), None);
        assert_eq!(severity(&[("FR001", Level::Warn)], true), Some(Severity::Warning));
    }

    #[test]
    fn what_cannot_be_set_is_told() {
        let set = |selector, level| Options::default().set(selector, level);
        assert_eq!(set("FR0O1", Level::Deny), Err(LevelError::Unknown(Some("FR001"))));
        assert_eq!(set("", Level::Deny), Err(LevelError::Unknown(None)));
        assert_eq!(set("SC001", Level::Allow), Err(LevelError::Fixed("SC001")));
        assert_eq!(set("JS", Level::Allow), Ok(()), "a byte-order mark may be allowed");
    }
}
