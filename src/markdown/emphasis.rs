//! Which runs of `*`, `_` and `~` are the two ends of an emphasis or strikethrough (CommonMark).

use super::chars::is_hidden;

/// What a character is to the flanking rules of CommonMark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    Punctuation,
    Word,
    /// Outside ASCII, neither space nor letter nor digit. Versions of CommonMark differ on which
    /// of these are punctuation, so a mark whose meaning hangs on it is escaped.
    Doubtful,
    /// U+FEFF, which some renderers take for white space as well.
    Invisible,
}

/// Letters in circles and squares: alphabetic to Unicode, but symbols, so that CommonMark counts
/// them as punctuation or not, depending on its version.
fn is_enclosed_letter(c: char) -> bool {
    matches!(c, '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F149}'
        | '\u{1F150}'..='\u{1F169}' | '\u{1F170}'..='\u{1F189}')
}

impl Class {
    pub(super) fn of(c: char) -> Class {
        if is_hidden(c) {
            // Written as `&#91;U+202E&#93;`.
            Class::Punctuation
        } else if c.is_whitespace() {
            Class::Space
        } else if c.is_ascii_punctuation() {
            Class::Punctuation
        } else if c == '\u{FEFF}' {
            Class::Invisible
        } else if c.is_alphanumeric() && !is_enclosed_letter(c) {
            Class::Word
        } else {
            Class::Doubtful
        }
    }

    fn readings(self) -> &'static [Class] {
        match self {
            Class::Space => &[Class::Space],
            Class::Punctuation => &[Class::Punctuation],
            Class::Word => &[Class::Word],
            Class::Doubtful => &[Class::Punctuation, Class::Word],
            Class::Invisible => &[Class::Punctuation, Class::Word, Class::Space],
        }
    }
}

/// A run of `*`, `_` or `~`.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) mark: u8,
    pub(super) opens: bool,
    pub(super) closes: bool,
    /// Characters of the run that have no partner yet.
    pub(super) left: usize,
    /// To be escaped: a part of it has no partner, or renderers could disagree about it.
    pub(super) escaped: bool,
}

pub(super) struct Flanks {
    pub(super) opens: bool,
    pub(super) closes: bool,
    pub(super) doubtful: bool,
}

impl Flanks {
    pub(super) fn of(before: Class, after: Class, mark: u8) -> Flanks {
        let mut seen: Option<(bool, bool)> = None;
        let mut doubtful = false;
        for before in before.readings() {
            for after in after.readings() {
                let this = Flanks::certain(*before, *after, mark);
                doubtful |= seen.is_some_and(|first| first != this);
                seen = Some(this);
            }
        }
        let (opens, closes) = seen.unwrap_or((false, false));
        Flanks { opens, closes, doubtful }
    }

    fn certain(before: Class, after: Class, mark: u8) -> (bool, bool) {
        let flanks = |near: Class, far: Class| {
            near != Class::Space && (near != Class::Punctuation || far != Class::Word)
        };
        let (left, right) = (flanks(after, before), flanks(before, after));
        if mark == b'_' {
            let opens = left && (!right || before == Class::Punctuation);
            let closes = right && (!left || after == Class::Punctuation);
            (opens, closes)
        } else {
            (left, right)
        }
    }
}

/// Pairs the runs of one stretch of text and marks those without a partner as escaped.
pub(super) fn pair(runs: &mut [Run], stretch: &[usize]) {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    // Openers that may still find a closer, and per kind of closer how deep a search can end.
    let mut open: Vec<usize> = Vec::new();
    let mut floors: Vec<(u8, bool, usize, usize)> = Vec::new();
    for &closer in stretch {
        while runs[closer].closes && runs[closer].left > 0 {
            let kind = (runs[closer].mark, runs[closer].opens, runs[closer].len % 3);
            let floor =
                floors.iter().find(|f| (f.0, f.1, f.2) == kind).map_or(0, |f| f.3.min(open.len()));
            let found = open[floor..].iter().rposition(|&o| fits(&runs[o], &runs[closer]));
            let Some(found) = found.map(|at| at + floor) else {
                floors.retain(|f| (f.0, f.1, f.2) != kind);
                floors.push((kind.0, kind.1, kind.2, open.len()));
                break;
            };
            let opener = open[found];
            let used = match runs[closer].mark {
                b'~' => runs[closer].len,
                _ if runs[opener].left >= 2 && runs[closer].left >= 2 => 2,
                _ => 1,
            };
            runs[opener].left -= used;
            runs[closer].left -= used;
            pairs.push((opener, closer));
            open.truncate(if runs[opener].left == 0 { found } else { found + 1 });
        }
        if runs[closer].opens && runs[closer].left > 0 {
            open.push(closer);
        }
    }
    // What has no partner is escaped as a whole run, and with it whoever leaned on it. What stays
    // keeps its partners: fewer runs in between never take one away.
    let mut escaped: Vec<usize> = stretch.iter().copied().filter(|&r| runs[r].left > 0).collect();
    let mut partners: Vec<(usize, usize)> =
        pairs.iter().flat_map(|&(o, c)| [(o, c), (c, o)]).collect();
    partners.sort_unstable();
    while let Some(run) = escaped.pop() {
        if std::mem::replace(&mut runs[run].escaped, true) {
            continue;
        }
        let first = partners.partition_point(|p| p.0 < run);
        escaped.extend(partners[first..].iter().take_while(|p| p.0 == run).map(|p| p.1));
    }
}

/// May these two be the ends of one emphasis (CommonMark, rules 9 and 10) or strikethrough?
fn fits(opener: &Run, closer: &Run) -> bool {
    if opener.mark != closer.mark || !opener.opens {
        return false;
    }
    if opener.mark == b'~' {
        return opener.len == closer.len;
    }
    let either_way = opener.closes || closer.opens;
    !either_way
        || !(opener.len + closer.len).is_multiple_of(3)
        || (opener.len.is_multiple_of(3) && closer.len.is_multiple_of(3))
}
