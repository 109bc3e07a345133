//! What editors and formatters change about a report without changing what it says: line breaks,
//! trailing blanks, the padding and alignment of tables, the final newline.

use std::borrow::Cow;

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line<'r> {
    /// In canonical layout.
    pub(crate) text: Cow<'r, str>,
    /// As it stands in the report.
    pub(crate) source: &'r str,
    pub(crate) kind: LineKind,
}

/// What a line is, as far as the layout has a say in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// A `#` heading.
    Heading,
    /// A row of a table, its heading and the row of dashes below included.
    Row,
    /// Inside a fence, or the fence itself: every blank counts.
    Code,
    Other,
}

/// The lines of a report as canonical layout has them: an untouched report comes back to the byte,
/// whatever an editor or formatter did to its layout.
pub(crate) fn lines(report: &str) -> Vec<Line<'_>> {
    let report = report.strip_prefix('\u{FEFF}').unwrap_or(report);
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(report.len() / 40);
    let mut fence = None;
    let mut rows = 0;
    for line in report.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mark = fence_mark(line);
        let (text, kind) = match fence {
            Some(open) => {
                if mark.is_some_and(|(len, bare)| bare && len >= open) {
                    fence = None;
                }
                (Cow::Borrowed(line), LineKind::Code)
            }
            None => {
                fence = mark.map(|(len, _)| len);
                let line = line.trim_end_matches([' ', '\t']);
                if line.trim_start_matches(' ').starts_with('|') {
                    (Cow::Owned(row(line, rows == 1)), LineKind::Row)
                } else {
                    let kind = match line.as_bytes().first() {
                        _ if fence.is_some() => LineKind::Code,
                        Some(b'#') => LineKind::Heading,
                        _ => LineKind::Other,
                    };
                    (Cow::Borrowed(line), kind)
                }
            }
        };
        rows = if kind == LineKind::Row { rows + 1 } else { 0 };
        lines.push(Line { text, source: line, kind });
    }
    while lines.last().is_some_and(|line| line.text.is_empty()) {
        lines.pop();
    }
    lines
}

/// The text that the lines make.
pub(crate) fn join<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The cells of a row, without their padding.
pub(crate) fn cells(row: &str) -> impl Iterator<Item = &str> {
    let mut rest = inside(row);
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let (cell, after) = match bar(rest) {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        match after {
            Some(after) => rest = after,
            None => done = true,
        }
        Some(cell.trim_matches(BLANKS))
    })
}

/// The first `count` cells of a row, and everything after them: the last cell, bars of its text
/// included.
pub(crate) fn cells_and_rest(row: &str, count: usize) -> Option<(Vec<&str>, &str)> {
    let mut rest = inside(row);
    let mut cells = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bar(rest)?;
        cells.push(rest[..at].trim_matches(BLANKS));
        rest = &rest[at + 1..];
    }
    Some((cells, rest.trim_matches(BLANKS)))
}

const BLANKS: [char; 2] = [' ', '\t'];

/// A row without its outer bars.
fn inside(row: &str) -> &str {
    let row = row.trim_matches(BLANKS);
    let row = row.strip_prefix('|').unwrap_or(row);
    let closes = row.ends_with('|') && !ends_escaped(&row[..row.len() - 1]);
    if closes { &row[..row.len() - 1] } else { row }
}

/// Does what follows `text` stand behind a backslash that is not escaped itself?
fn ends_escaped(text: &str) -> bool {
    (text.len() - text.trim_end_matches('\\').len()) % 2 == 1
}

/// Where the first bar of `text` stands that divides cells.
fn bar(text: &str) -> Option<usize> {
    text.match_indices('|').map(|(at, _)| at).find(|at| !ends_escaped(&text[..*at]))
}

fn row(line: &str, delimiter: bool) -> String {
    let mut out = String::with_capacity(line.len());
    out.push('|');
    for cell in cells(line) {
        out.push(' ');
        let dashes = cell.trim_matches(':');
        if delimiter && !dashes.is_empty() && dashes.bytes().all(|b| b == b'-') {
            out.push_str(if cell.starts_with(':') { ":" } else { "" });
            out.push_str("---");
            out.push_str(if cell.ends_with(':') { ":" } else { "" });
        } else {
            out.push_str(cell);
        }
        out.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    out
}

/// The length of the run of backticks or tildes that opens or closes a fence, and whether nothing
/// follows it.
fn fence_mark(line: &str) -> Option<(usize, bool)> {
    let line = line.trim_start_matches(BLANKS);
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = line.trim_start_matches(mark);
    let len = line.len() - info.len();
    // A run of backticks with another one behind it on the line is a code span.
    (len >= 3 && !(mark == '`' && info.contains('`'))).then(|| (len, info.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(report: &str) -> String {
        join(lines(report).iter().map(|line| line.text.as_ref()))
    }

    #[test]
    fn what_formatters_do_is_undone() {
        let report = "# A\n\n| a | b |\n| --- | ---: |\n| x \\| y | |\n\n```\ncode  \n```\n";
        assert_eq!(canonical(report), report);
        assert_eq!(canonical(&report.replace('\n', "\r\n")), report);
        let padded =
            "\u{FEFF}# A  \n\n|a     |  b |\n|:-----|---:|\n| x \\| y |    |\n\n```\ncode  \n```";
        assert_eq!(canonical(padded).replace(":---", "---"), report);
        let bare = "# A\n\n a | b";
        assert_eq!(canonical(bare), format!("{bare}\n"));
    }

    #[test]
    fn dashes_are_a_delimiter_in_the_second_row_only() {
        let report = "| a |\n| --- |\n| ----- |\n";
        assert_eq!(canonical(report), report);
    }

    #[test]
    fn bars_of_the_last_cell_are_its_text() {
        let split = |row| cells_and_rest(row, 2).map(|(cells, rest)| (cells.concat(), rest));
        assert_eq!(split("| a | b | x|y |"), Some(("ab".to_owned(), "x|y")));
        assert_eq!(split(r"|a|b\|b|x \| y"), Some((r"ab\|b".to_owned(), r"x \| y")));
        assert_eq!(split(r"| a | b | x \| |"), Some(("ab".to_owned(), r"x \|")));
        assert_eq!(split(r"| a | b | x \|"), Some(("ab".to_owned(), r"x \|")));
        assert_eq!(split("| a | b |"), None);
        assert_eq!(split("| a | b | |"), Some(("ab".to_owned(), "")));
    }
}
