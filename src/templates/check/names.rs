//! The names that the templates of a kind can use: those of its schema, those that its view adds,
//! and those of sections that link to others.
//!
//! What a view adds stands in no list. It is taken from the views of the samples, so that a name is
//! known here as soon as a view adds it.

use std::collections::BTreeSet;

use super::examples::{self, Example};
use super::shape::{Lack, Shape, Sight, Why};
use crate::facts::Facts;
use crate::kinds::Kind;
use crate::options::Options;
use crate::render::Renderer;
use crate::schema::{Member, Outline};
use crate::view::View;

/// The names of a kind.
#[derive(Debug)]
pub(super) struct Names {
    kind: &'static Kind,
    outline: Outline<'static>,
    /// What its view adds.
    added: Sight,
    /// What sections see that link to others.
    links: Sight,
}

impl Names {
    /// The names of the kind that `examples` are of.
    pub(super) fn of(kind: &'static Kind, examples: &[Example]) -> Names {
        let (mut added, mut links) = (Sight::default(), Sight::default());
        let renderer = Renderer::new();
        for Example { document, .. } in examples {
            let mut see = |options: &Options, facts: &Facts<'_>| {
                let mut view = View::default();
                (kind.view)(document.value(), options, &mut view);
                facts.extend(&mut view);
                view.added().for_each(|(name, value)| added.name(name).see(value));
            };
            let found = document.check(&Options::default());
            see(&Options::default(), &Facts::of(document, &found));
            examples::with_every_fact(document, |facts| see(&examples::quorum(), facts));
            let rendered = renderer.each_section(document, &Facts::of(document, &found), |_| false);
            rendered.links.iter().for_each(|value| links.see(value));
        }
        // A section of one's own may have a heading where the built-in one has none.
        let headings: BTreeSet<&str> = kind.sections.iter().map(|section| section.name).collect();
        headings.into_iter().for_each(|name| links.name("anchors").name(name).see(&"".into()));
        Names { kind, outline: kind.schema.outline(), added, links }
    }

    /// What a name is at the top of a template; `linking` for a section that links to others.
    pub(super) fn get(&self, name: &str, linking: bool) -> Result<Shape, Lack> {
        let links = linking.then(|| self.links.get(name)).flatten();
        if let Some(added) = self.added.get(name).or(links) {
            return Ok(Shape::like(added.clone()));
        }
        let pointer = format!("/{name}");
        match self.outline.member(name) {
            _ if self.kind.hidden.contains(&name) => {}
            Member::Named(outline) | Member::Open(Some(outline)) => {
                return Ok(Shape::part(outline, pointer));
            }
            Member::Open(None) => return Ok(Shape::Anything),
            Member::Unknown => {}
        }
        let own = self.outline.names().into_iter().filter(|name| !self.kind.hidden.contains(name));
        let links = self.links.names().filter(|_| linking);
        let names = own.chain(self.added.names()).chain(links).map(str::to_owned).collect();
        Err(Lack { why: Why::OtherNames, names, pointer })
    }

    /// Is it a part of the document that templates do not see?
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.kind.hidden.contains(&name)
    }

    /// What documents of the kind are called.
    pub(super) fn kind(&self) -> &'static str {
        self.kind.name
    }
}
