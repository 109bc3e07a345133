//! A value read by itself as inline markdown.
//!
//! Complete code spans, emphasis, strikethrough and links of a value stay markup. A mark that finds
//! no partner *inside the value* is escaped, so that it can never pair with a mark of the template
//! or of the next value. Backslashes, character references and HTML of a value are plain text.
//!
//! The pairing is that of CommonMark (delimiter runs, brackets before emphasis, code spans before
//! brackets), told the characters that will really stand around each mark in the report.

use super::chars::{is_hidden, is_line_break, is_reference};
pub(super) use super::emphasis::Class;
use super::emphasis::{Flanks, Run, pair};

/// What [`read`] found at a place of the value; everything between is plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: TokenKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Characters that need a backslash each.
    Escape,
    /// Marks that stay as they are and that the reader does not see: `**`, `[`.
    Mark,
    /// A complete code span, its backticks included.
    Code { ticks: usize },
    /// A bare URL, to be written as `<url>`: its extent is then no matter of opinion.
    Url,
    /// The end of a link: `](destination "title")`.
    LinkEnd,
}

/// How deep parentheses may nest in the destination of a link, as in CommonMark's own parsers.
const MAX_PARENTHESES: usize = 32;

const SCHEMES: [&str; 3] = ["https://", "http://", "ftp://"];

/// What stands around a value in the report.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges {
    pub(super) before: Class,
    pub(super) after: Class,
    /// The character of the template that follows at once, if that is known.
    pub(super) next: Option<char>,
    /// What a line break of the value becomes: to a mark beside it, that stands there.
    pub(super) line_break: &'static str,
    /// The value opens its line, so that a bracket could begin a task box or a link definition.
    pub(super) opens_line: bool,
    /// The value stands between the brackets of a link of the template.
    pub(super) in_link: bool,
}

/// The tokens of `value`, in order and without overlap.
pub(super) fn read(value: &str, edges: Edges) -> Vec<Token> {
    let mut reader = Reader {
        value,
        edges,
        tokens: Vec::new(),
        runs: Vec::new(),
        open_runs: Vec::new(),
        brackets: Vec::new(),
        holding_link: 0,
        links: Vec::new(),
        last_ticks: Vec::new(),
        line_end: 0,
    };
    reader.scan();
    reader.finish()
}

struct Bracket {
    at: usize,
    /// How many runs were open when the bracket came.
    runs: usize,
}

struct Reader<'a> {
    value: &'a str,
    edges: Edges,
    tokens: Vec<Token>,
    runs: Vec<Run>,
    open_runs: Vec<usize>,
    brackets: Vec<Bracket>,
    /// How many of the open brackets hold a complete link already: links do not nest.
    holding_link: usize,
    links: Vec<(usize, usize)>,
    /// Where the last backtick run of each length begins on the line that ends at `line_end`.
    last_ticks: Vec<(usize, usize)>,
    line_end: usize,
}

impl Reader<'_> {
    fn scan(&mut self) {
        let bytes = self.value.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at = match bytes[at] {
                b'`' => self.backticks(at),
                mark @ (b'*' | b'_' | b'~') => self.run(at, mark),
                b'[' => {
                    let runs = self.open_runs.len();
                    self.brackets.push(Bracket { at, runs });
                    at + 1
                }
                b']' => self.close_bracket(at),
                b'h' | b'H' | b'f' | b'F' | b'w' | b'W' => self.url(at),
                _ => at + 1,
            };
        }
    }

    fn token(&mut self, start: usize, end: usize, kind: TokenKind) {
        self.tokens.push(Token { start, end, kind });
    }

    /// A backtick run: a code span when a run of the same length follows on the same line.
    fn backticks(&mut self, start: usize) -> usize {
        let bytes = self.value.as_bytes();
        let run_end = |from: usize| from + bytes[from..].iter().take_while(|b| **b == b'`').count();
        let end = run_end(start);
        let ticks = end - start;
        if end > self.line_end {
            self.index_ticks(start);
        }
        if self.last_ticks.iter().any(|(len, last)| *len == ticks && *last >= end) {
            let mut at = end;
            while let Some(found) = bytes[at..self.line_end].iter().position(|b| *b == b'`') {
                let close = at + found;
                at = run_end(close);
                if at - close == ticks {
                    self.token(start, at, TokenKind::Code { ticks });
                    return at;
                }
            }
        }
        self.token(start, end, TokenKind::Escape);
        end
    }

    /// Notes the backtick runs of the line from `start` on: a look-up then tells whether one has a
    /// partner.
    fn index_ticks(&mut self, start: usize) {
        let rest = &self.value[start..];
        self.line_end = start + rest.find(is_line_break).unwrap_or(rest.len());
        self.last_ticks.clear();
        let line = &self.value.as_bytes()[..self.line_end];
        let mut at = start;
        while let Some(found) = line[at..].iter().position(|b| *b == b'`') {
            let run = at + found;
            at = run + line[run..].iter().take_while(|b| **b == b'`').count();
            // Lengths are few: a line of n characters has room for the square root of 2n.
            match self.last_ticks.iter_mut().find(|(len, _)| *len == at - run) {
                Some((_, last)) => *last = run,
                None => self.last_ticks.push((at - run, run)),
            }
        }
    }

    fn run(&mut self, start: usize, mark: u8) -> usize {
        let bytes = self.value.as_bytes();
        let len = bytes[start..].iter().take_while(|b| **b == mark).count();
        let end = start + len;
        let flanks = Flanks::of(self.class_before(start), self.class_after(end), mark);
        // Strikethrough takes one or two tildes.
        let inert = mark == b'~' && len > 2;
        let escaped = !inert && flanks.doubtful;
        if (flanks.opens || flanks.closes || escaped) && !inert {
            if !escaped {
                self.open_runs.push(self.runs.len());
            }
            let Flanks { opens, closes, .. } = flanks;
            self.runs.push(Run { start, len, mark, opens, closes, left: len, escaped });
        }
        end
    }

    fn class_before(&self, at: usize) -> Class {
        if at == 0 {
            return self.edges.before;
        }
        let after_atom = self.tokens.last().is_some_and(|token| token.end == at);
        if after_atom || is_blank_edge(self.value, at - 1) {
            return Class::Punctuation;
        }
        self.value[..at].chars().next_back().map_or(self.edges.before, |c| self.class(c))
    }

    fn class_after(&self, at: usize) -> Class {
        if at == self.value.len() {
            return self.edges.after;
        }
        if is_blank_edge(self.value, at) || self.url_end(at).is_some() {
            return Class::Punctuation;
        }
        self.value[at..].chars().next().map_or(self.edges.after, |c| self.class(c))
    }

    /// The class of what `c` is written as.
    fn class(&self, c: char) -> Class {
        match self.edges.line_break.chars().next() {
            // A tag is punctuation at both of its ends.
            Some(end) if is_line_break(c) => Class::of(end),
            _ => Class::of(c),
        }
    }

    fn close_bracket(&mut self, at: usize) -> usize {
        let Some(bracket) = self.brackets.pop() else {
            self.token(at, at + 1, TokenKind::Escape);
            return at + 1;
        };
        let inner_start = bracket.at + 1;
        let holds_link = self.brackets.len() < self.holding_link;
        self.holding_link = self.holding_link.min(self.brackets.len());
        let can_link = !holds_link && !self.edges.in_link && at > inner_start;
        if can_link && let Some(end) = link_end(self.value, at + 1) {
            let inner = self.open_runs.split_off(bracket.runs);
            pair(&mut self.runs, &inner);
            self.holding_link = self.brackets.len();
            self.token(bracket.at, inner_start, TokenKind::Mark);
            if self.value[..bracket.at].ends_with('!') {
                self.token(bracket.at - 1, bracket.at, TokenKind::Escape);
            }
            self.links.push((inner_start, at));
            self.token(at, end, TokenKind::LinkEnd);
            return end;
        }
        // A pair that is no link stays as it is where nothing around it can make one of it.
        let next = self.value[at + 1..].chars().next().or(self.edges.next);
        let begins_line = self.edges.opens_line && self.value[..bracket.at].trim_start().is_empty();
        let before = &self.value[..bracket.at];
        let at_edge = at + 1 == self.value.len() && self.edges.next.is_none();
        let risky = self.edges.in_link
            || begins_line
            || at_edge
            || matches!(next, Some('(' | '[' | ':'))
            || self.value[inner_start..].starts_with('^')
            || before.ends_with(['!', ']']);
        if risky {
            self.token(bracket.at, inner_start, TokenKind::Escape);
            self.token(at, at + 1, TokenKind::Escape);
        }
        at + 1
    }

    /// A bare `http`, `https` or `ftp` URL, or the `www.` that some renderers link.
    fn url(&mut self, at: usize) -> usize {
        if let Some(end) = self.url_end(at) {
            self.token(at, end, TokenKind::Url);
            return end;
        }
        // What is no URL here could be one to a renderer, escapes and all.
        if let Some(scheme) = self.scheme(at) {
            let colon = at + scheme.len() - "://".len();
            self.token(colon, colon + 1, TokenKind::Escape);
            return colon + 1;
        }
        let bytes = self.value.as_bytes();
        let starts_word = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        if starts_word && bytes[at..].get(..4).is_some_and(|b| b.eq_ignore_ascii_case(b"www.")) {
            self.token(at + 3, at + 4, TokenKind::Escape);
            return at + 4;
        }
        at + 1
    }

    /// The scheme that begins at `at`, with its slashes.
    fn scheme(&self, at: usize) -> Option<&'static str> {
        let rest = &self.value.as_bytes()[at..];
        let begins = |scheme: &&str| {
            rest.get(..scheme.len()).is_some_and(|b| b.eq_ignore_ascii_case(scheme.as_bytes()))
        };
        SCHEMES.into_iter().find(begins)
    }

    fn url_end(&self, at: usize) -> Option<usize> {
        let bytes = self.value.as_bytes();
        // A letter before it would be one of the scheme; a digit would not.
        if at > 0 && bytes[at - 1].is_ascii_alphabetic() {
            return None;
        }
        let scheme = self.scheme(at)?;
        let body = at + scheme.len();
        let stop = |c: char| {
            c.is_whitespace()
                || is_hidden(c)
                || matches!(c, '<' | '>' | '`' | '\\' | '|' | '"' | '[' | ']')
        };
        let mut end = self.value[body..].find(stop).map_or(bytes.len(), |found| body + found);
        // Renderers differ on what a character reference is inside a URL.
        let reference =
            (body..end).find(|at| bytes[*at] == b'&' && is_reference(&self.value[*at..]));
        end = reference.unwrap_or(end);
        // What a sentence puts behind a URL is no part of it.
        let opened = self.value[body..end].matches('(').count();
        let mut closed = self.value[body..end].matches(')').count();
        while end > body {
            match bytes[end - 1] {
                b')' if closed > opened => closed -= 1,
                b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' | b'_' | b'~' | b'\'' => {}
                _ => break,
            }
            end -= 1;
        }
        let host = self.value[body..end].chars().next()?;
        host.is_alphanumeric().then_some(end)
    }

    fn finish(mut self) -> Vec<Token> {
        let outside = std::mem::take(&mut self.open_runs);
        pair(&mut self.runs, &outside);
        for bracket in &self.brackets {
            self.tokens.push(Token {
                start: bracket.at,
                end: bracket.at + 1,
                kind: TokenKind::Escape,
            });
        }
        for run in &self.runs {
            let kind = if run.escaped { TokenKind::Escape } else { TokenKind::Mark };
            self.tokens.push(Token { start: run.start, end: run.start + run.len, kind });
        }
        // A link holds no link: inside one, a URL is plain text, its colon escaped.
        for token in &mut self.tokens {
            if token.kind != TokenKind::Url {
                continue;
            }
            let link = self.links.partition_point(|(_, end)| *end < token.end);
            let in_link =
                self.edges.in_link || self.links.get(link).is_some_and(|(s, _)| *s <= token.start);
            if in_link {
                let colon = self.value[token.start..].find(':').unwrap_or(0);
                token.start += colon;
                token.end = token.start + 1;
                token.kind = TokenKind::Escape;
            }
        }
        self.tokens.sort_unstable_by_key(|token| token.start);
        self.tokens
    }
}

/// Is the byte at `at` a blank that is written as a character reference, being the first or the
/// last of its value?
pub(super) fn is_blank_edge(value: &str, at: usize) -> bool {
    (at == 0 || at + 1 == value.len()) && matches!(value.as_bytes()[at], b' ' | b'\t')
}

/// Where the link that `](` begins ends, when `open` is the place of a `(`.
fn link_end(value: &str, open: usize) -> Option<usize> {
    let rest = value[open..].strip_prefix('(')?;
    let mut depth = 0_usize;
    let destination = rest
        .char_indices()
        .find(|(_, c)| match c {
            '(' => {
                depth += 1;
                depth > MAX_PARENTHESES
            }
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            ')' => true,
            c => c.is_whitespace(),
        })
        .map(|(at, _)| &rest[..at])?;
    let odd = |c: char| is_hidden(c) || is_line_break(c) || matches!(c, '<' | '>' | '\\' | '`');
    if destination.is_empty() || depth > 0 || destination.contains(odd) {
        return None;
    }
    let mut tail = &rest[destination.len()..];
    let blanks = tail.len() - tail.trim_start_matches(' ').len();
    tail = &tail[blanks..];
    if let Some(quote @ ('"' | '\'')) = tail.chars().next().filter(|_| blanks > 0) {
        let title = tail[1..].split(quote).next()?;
        if title.len() + 2 > tail.len() || title.contains(odd) {
            return None;
        }
        tail = tail[title.len() + 2..].trim_start_matches(' ');
    }
    tail.starts_with(')').then(|| value.len() - tail.len() + 1)
}

/// The text of `value` as its reader sees it: without the marks that stay markup.
pub(super) fn plain(value: &str, tokens: &[Token]) -> String {
    let mut out = String::with_capacity(value.len());
    let mut at = 0;
    for token in tokens {
        out.push_str(&value[at..token.start]);
        match token.kind {
            TokenKind::Escape | TokenKind::Url => out.push_str(&value[token.start..token.end]),
            TokenKind::Mark | TokenKind::LinkEnd => {}
            TokenKind::Code { ticks } => {
                out.push_str(&value[token.start + ticks..token.end - ticks]);
            }
        }
        at = token.end;
    }
    out.push_str(&value[at..]);
    out
}
