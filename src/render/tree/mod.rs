//! The built-in templates without the template engine: trees that the build script has made of them.
//!
//! The engine reads a template when a process first needs it, which takes longer than everything
//! else that one report takes; and it copies the document into values of its own. A tree is part of
//! the command and needs neither: names are slots already, labels are numbers, what a template
//! includes stands in its place, and the document is read where it lies.
//!
//! The engine stays the measure. A tree does what the engine does, or it stops; then the engine
//! renders, and says what is wrong. Tests render every example both ways.

mod datum;
mod walk;

use std::ops::Range;

pub(super) use datum::Scalar;
pub(super) use walk::{Top, walk};

/// The tree of a section.
#[derive(Debug)]
pub(super) struct Tree {
    /// What it looks up at the top, each with its slot.
    tops: &'static [(&'static str, usize)],
    /// How many values it keeps.
    slots: usize,
    body: &'static [Node],
}

#[derive(Debug)]
enum Node {
    /// The template's own text.
    Text(&'static [Part]),
    /// `{{ ... }}`
    Print(Expr),
    /// `{% if %}`, what is between it and its `{% else %}`, and what is after that.
    If(Expr, &'static [Node], &'static [Node]),
    For(&'static For),
    /// `{% set %}`
    Set(usize, Expr),
    /// `{% include %}`
    Group(&'static [Node]),
}

/// A stretch of a template's own text.
#[derive(Debug)]
enum Part {
    Own(&'static str),
    Label(usize),
}

/// `{% for ... in over if only %}body{% else %}otherwise{% endfor %}`
#[derive(Debug)]
struct For {
    over: Expr,
    slot: usize,
    only: Option<Expr>,
    body: &'static [Node],
    otherwise: &'static [Node],
}

#[derive(Debug)]
enum Expr {
    Slot(usize),
    Member(&'static Expr, &'static str),
    Item(&'static Expr, &'static Expr),
    Null,
    Bool(bool),
    Integer(i64),
    Text(&'static str),
    Label(usize),
    List(&'static [Expr]),
    Map(&'static [(Expr, Expr)]),
    IsFirst,
    IsLast,
    Index,
    Not(&'static Expr),
    And(&'static Expr, &'static Expr),
    Or(&'static Expr, &'static Expr),
    Eq(&'static Expr, &'static Expr),
    Ne(&'static Expr, &'static Expr),
    Lt(&'static Expr, &'static Expr),
    Gt(&'static Expr, &'static Expr),
    In(&'static Expr, &'static Expr),
    Is(Test, &'static Expr),
    Default(&'static Expr, &'static Expr),
    Length(&'static Expr),
    Plain(&'static Expr),
    Usd(&'static Expr),
    Duration(&'static Expr),
    Json(&'static Expr),
    AtLine(&'static Expr, &'static Expr),
}

/// What stands behind `is`.
#[derive(Debug, Clone, Copy)]
enum Test {
    Given,
    Defined,
    None,
    String,
}

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The tree of the section whose template has that name.
pub(super) fn tree(template: &str) -> Option<&'static Tree> {
    let at = TREES.binary_search_by_key(&template, |(name, _)| name).ok()?;
    Some(&TREES[at].1)
}

/// What a template has written: text of its own and values, as the engine would tell them apart.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) text: String,
    /// Each with whether it is a value.
    pub(super) pieces: Vec<(Range<usize>, bool)>,
}

impl Output {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.pieces.clear();
    }

    fn end_piece(&mut self, start: usize, is_value: bool) {
        if self.text.len() > start {
            self.pieces.push((start..self.text.len(), is_value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::facts::Facts;
    use crate::kinds::KINDS;
    use crate::options::Options;
    use crate::render::Renderer;
    use crate::section::Links;

    #[test]
    fn every_section_has_a_tree_and_no_example_stops_it() {
        let renderer = Renderer::new();
        for kind in KINDS {
            assert!(kind.sections.iter().all(|section| tree(&section.template_name()).is_some()));
            for sample in kind.samples.iter().chain(kind.minimal) {
                let document = Document::parse(sample.text.as_bytes()).unwrap();
                let found = document.check(&Options::default());
                let facts = Facts::of(&document, &found);
                let run = renderer.run(&document, &facts);
                for section in kind.sections {
                    let renders = section.render_if.renders(&facts);
                    if renders && section.links == Links::None {
                        let page = run.by_tree(&section.template_name(), None);
                        assert!(page.is_some(), "{} of {}", section.name, sample.name);
                    }
                }
                renderer.markdown(&document).unwrap();
            }
        }
        assert!(renderer.env.get().is_none(), "no section needed the engine");
    }
}
