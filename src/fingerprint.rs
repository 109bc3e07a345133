//! A digest of everything that decides something.

use sha2::{Digest as _, Sha256};

/// A digest over parts, which are added one after another. The length of each part goes before it:
/// no part can be taken for a piece of another one.
///
/// [`Renderer::fingerprint`](crate::Renderer::fingerprint) gives one to begin with.
#[derive(Debug, Clone, Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.add_count(part.len());
        self.0.update(part);
    }

    /// Adds how many parts follow, where that is not the same always.
    pub fn add_count(&mut self, count: usize) {
        self.0.update((count as u64).to_le_bytes());
    }

    /// The SHA-256 digest of what was added.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: &[&str]) -> [u8; 32] {
        let mut fingerprint = Fingerprint::default();
        parts.iter().for_each(|part| fingerprint.add(part));
        fingerprint.finish()
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        let others: [&[&str]; 5] = [&["a", "bc"], &["abc"], &["ab", "c", ""], &["c", "ab"], &[]];
        for other in others {
            assert_ne!(of(&["ab", "c"]), of(other), "{other:?}");
        }
    }
}
