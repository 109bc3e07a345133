//! The digest mark at the end of a report: it tells an edited report from an untouched one.

use sha2::{Digest as _, Sha256};

const OPENING: &str = "<!-- final-report:sha256=";
const CLOSING: &str = " -->\n";

/// The length of a mark, with the blank line before it.
pub(crate) const MARK_LEN: usize = 1 + OPENING.len() + HEX_LEN + CLOSING.len();

const HEX_LEN: usize = 64;

/// Appends the mark to a report: its last line, over all bytes before it.
pub(crate) fn sign(report: &mut String) {
    report.push('\n');
    let hex = hex(report);
    report.push_str(OPENING);
    report.push_str(&hex);
    report.push_str(CLOSING);
}

fn hex(bytes: &str) -> String {
    let mut hex = String::with_capacity(HEX_LEN);
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    for byte in Sha256::digest(bytes.as_bytes()) {
        hex.push(digit(byte >> 4));
        hex.push(digit(byte & 15));
    }
    hex
}

/// A report cut into the bytes that its mark speaks for, and what the mark says of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed<'r> {
    pub(crate) body: &'r str,
    /// The digest in the mark.
    pub(crate) hex: &'r str,
}

impl<'r> Signed<'r> {
    /// The report's own mark, its last line; `None` when it has none.
    pub(crate) fn read(report: &'r str) -> Option<Signed<'r>> {
        let at = report.strip_suffix(CLOSING)?.rfind(OPENING)?;
        let hex = report[at..].strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
        let whole = hex.len() == HEX_LEN && hex.bytes().all(|b| b.is_ascii_hexdigit());
        let body = &report[..at];
        (whole && body.ends_with('\n')).then_some(Signed { body, hex })
    }

    /// Is this what the mark was made over?
    pub(crate) fn is_over(&self, body: &str) -> bool {
        hex(body) == self.hex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_speaks_for_every_byte_before_it() {
        let mut report = "# A\n".to_owned();
        sign(&mut report);
        let signed = Signed::read(&report).unwrap();
        assert!(signed.is_over("# A\n\n") && signed.is_over(signed.body));
        assert!(!signed.is_over("# B\n\n"));
        assert!(Signed::read(&report[..report.len() - 1]).is_none());
        assert!(Signed::read("# A\n").is_none());
        assert!(Signed::read("<!-- final-report:sha256=00 -->\n").is_none());
    }
}
