//! The digest mark at the end of a report: it tells an edited report from an untouched one.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

const OPENING: &str = "<!-- final-report:sha256=";
const CLOSING: &str = " -->\n";

/// The length of a mark, with the blank line before it.
pub(crate) const MARK_LEN: usize = 1 + OPENING.len() + 64 + CLOSING.len();

/// Appends the mark to a report: its last line, over all bytes before it.
pub(crate) fn sign(report: &mut String) {
    report.push('\n');
    let digest = Sha256::digest(report.as_bytes());
    report.push_str(OPENING);
    for byte in digest {
        // Writing to a string cannot fail.
        let _ = write!(report, "{byte:02x}");
    }
    report.push_str(CLOSING);
}
