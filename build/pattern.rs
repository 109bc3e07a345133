//! Patterns of the schemas as code: what they use of regular expressions is little, and none of it
//! needs a step back.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

/// A part of a text: so many characters, each in one of these ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    of: Vec<(char, char)>,
    least: usize,
    most: usize,
}

impl Run {
    fn is_one(&self, c: char) -> bool {
        self.of == [(c, c)] && (self.least, self.most) == (1, 1)
    }

    fn meets(&self, other: &Run) -> bool {
        let meet = |a: &(char, char), b: &(char, char)| a.0 <= b.1 && b.0 <= a.1;
        self.of.iter().any(|a| other.of.iter().any(|b| meet(a, b)))
    }
}

/// The source of a function `_0`, `_1`, ... for each of `patterns`, and for the tests a list of them.
pub(super) fn source(patterns: &[String]) -> String {
    let mut source = String::new();
    for (index, pattern) in patterns.iter().enumerate() {
        let ways: Vec<String> = ways(pattern).iter().map(|way| parts(pattern, way)).collect();
        let _ = writeln!(
            source,
            "pub(crate) fn _{index}(text: &str) -> bool {{ is_any_of(text, &[{}]) }}",
            ways.join(", ")
        );
    }
    let all = patterns.iter().enumerate().map(|(index, name)| format!("({name:?}, _{index}), "));
    let all: String = all.collect();
    source + "#[cfg(test)]\nconst PATTERNS: &[(&str, Matcher)] = &[" + &all + "];\n"
}

/// The characters that a pattern of one character matches.
pub(super) fn one_of(pattern: &str) -> Vec<char> {
    match &ways(pattern)[..] {
        [way] if way.len() == 1 && (way[0].least, way[0].most) == (1, 1) => {
            way[0].of.iter().flat_map(|(first, last)| *first..=*last).collect()
        }
        _ => panic!("{pattern}: only a pattern of one character stands for properties"),
    }
}

/// What a pattern matches: any of these, from the beginning to the end of a text.
fn ways(pattern: &str) -> Vec<Vec<Run>> {
    let whole = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$'));
    let whole = whole.unwrap_or_else(|| panic!("{pattern}: a pattern is of the whole text"));
    let Some((before, group)) = whole.split_once('(') else { return vec![runs(pattern, whole)] };
    let (group, after) = group.split_once(')').unwrap_or_else(|| panic!("{pattern}: no `)`"));
    let way = |branch: &str| runs(pattern, &format!("{before}{branch}{after}"));
    group.split('|').map(way).collect()
}

fn runs(pattern: &str, text: &str) -> Vec<Run> {
    let mut chars = text.chars().peekable();
    let mut runs: Vec<Run> = Vec::new();
    while let Some(c) = chars.next() {
        let of = match c {
            '[' => class(pattern, &mut chars),
            '\\' if chars.peek() == Some(&'d') => {
                chars.next();
                vec![('0', '9')]
            }
            '\\' | '.' | '*' | '+' | '?' | '{' | '}' | '(' | ')' | '|' | '^' | '$' | ']' => {
                panic!("{pattern}: `{c}` is not understood here")
            }
            c => vec![(c, c)],
        };
        let (least, most) = times(pattern, &mut chars);
        let run = Run { of, least, most };
        if let Some(last) = runs.last().filter(|last| last.least < last.most) {
            assert!(!last.meets(&run), "{pattern}: where a part ends must be plain");
        }
        runs.push(run);
    }
    runs
}

/// `[a-z_]`, after its bracket.
fn class(pattern: &str, chars: &mut Peekable<Chars<'_>>) -> Vec<(char, char)> {
    let inside: Vec<char> = chars.by_ref().take_while(|c| *c != ']').collect();
    assert!(!inside.contains(&'\\') && inside.first() != Some(&'^'), "{pattern}: a plain class");
    let mut of = Vec::new();
    let mut rest = &inside[..];
    while let [first, more @ ..] = rest {
        rest = match more {
            ['-', last, more @ ..] => {
                of.push((*first, *last));
                more
            }
            _ => {
                of.push((*first, *first));
                more
            }
        };
    }
    of
}

/// `+`, `*`, `{3}`, `{3,}`, or once.
fn times(pattern: &str, chars: &mut Peekable<Chars<'_>>) -> (usize, usize) {
    match chars.peek() {
        Some('+') => (chars.next(), (1, usize::MAX)).1,
        Some('*') => (chars.next(), (0, usize::MAX)).1,
        Some('{') => {
            let text: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
            let number = |text: &str| -> usize {
                text.parse().unwrap_or_else(|_| panic!("{pattern}: `{{{text}}}`"))
            };
            match text.split_once(',') {
                None => (number(&text), number(&text)),
                Some((least, "")) => (number(least), usize::MAX),
                Some((least, most)) => (number(least), number(most)),
            }
        }
        _ => (1, 1),
    }
}

/// The source of the parts of one way: single characters are put together to texts.
fn parts(pattern: &str, way: &[Run]) -> String {
    let mut parts = Vec::new();
    let mut text = String::new();
    for run in way {
        match run.of[..] {
            [(c, _)] if run.is_one(c) => text.push(c),
            _ => {
                if !text.is_empty() {
                    parts.push(format!("Text({:?})", std::mem::take(&mut text)));
                }
                let Run { of, least, most } = run;
                parts.push(format!("Run {{ of: &{of:?}, least: {least}, most: {most} }}"));
            }
        }
    }
    if !text.is_empty() {
        parts.push(format!("Text({text:?})"));
    }
    assert!(!parts.is_empty(), "{pattern}: it matches nothing");
    format!("&[{}]", parts.join(", "))
}
