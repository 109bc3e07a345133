//! What can stand in a place of a template, as far as that is known before there is a document.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::ValueKind;

use crate::document::escape;
use crate::schema::{Member, Outline};
use crate::view::Seen;

/// How many forms of a value are told apart: a template can name it anew on every line.
const MOST_FORMS: usize = 32;

/// What an expression can be.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// Nothing is known: it may have any member.
    Anything,
    /// One of these. `none` is of no form, and an empty object or list of none that is known.
    OneOf(Vec<Form>),
}

/// One form of a value.
#[derive(Debug, Clone)]
pub(super) enum Form {
    /// A part of the document, of which the schema speaks; with its place, `*` for any step.
    Part(Outline<'static>, String),
    /// Like the values that were seen there.
    Like(Arc<Sight>),
}

/// Why a value cannot have a member.
#[derive(Debug)]
pub(super) struct Lack {
    pub(super) why: Why,
    /// The members that there are.
    pub(super) names: Vec<String>,
    /// Where in the document it would stand; empty when it is not of the document.
    pub(super) pointer: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It has others.
    OtherNames,
    /// It is a list.
    List,
    /// It is a single value.
    Leaf,
}

impl Shape {
    /// What `none` is.
    pub(super) fn nothing() -> Shape {
        Shape::OneOf(Vec::new())
    }

    /// A part of the document.
    pub(super) fn part(outline: Outline<'static>, pointer: String) -> Shape {
        Shape::OneOf(vec![Form::Part(outline, pointer)])
    }

    /// Like a value that was seen.
    pub(super) fn like(sight: Arc<Sight>) -> Shape {
        if sight.is_blank() { Shape::Anything } else { Shape::OneOf(vec![Form::Like(sight)]) }
    }

    /// This value, which the template says itself. An empty one, as it is given for what is missing,
    /// tells nothing.
    pub(super) fn of(value: &Seen) -> Shape {
        let mut sight = Sight::default();
        sight.see(value);
        if sight.is_blank() { Shape::nothing() } else { Shape::like(Arc::new(sight)) }
    }

    /// A single value, such as the outcome of a comparison.
    pub(super) fn leaf() -> Shape {
        Shape::of(&Seen::from(true))
    }

    /// This or that.
    pub(super) fn or(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::OneOf(mut forms), Shape::OneOf(more)) => {
                for form in more {
                    if !forms.iter().any(|known| known.is(&form)) {
                        forms.push(form);
                    }
                }
                if forms.len() > MOST_FORMS { Shape::Anything } else { Shape::OneOf(forms) }
            }
            _ => Shape::Anything,
        }
    }

    /// Its member of that name, which one of its forms has to have.
    pub(super) fn member(&self, name: &str) -> Result<Shape, Lack> {
        let Shape::OneOf(forms) = self else { return Ok(Shape::Anything) };
        let mut found = forms.is_empty().then_some(Shape::Anything);
        let mut lack: Option<Lack> = None;
        for form in forms {
            match (form.member(name), &mut lack) {
                (Ok(shape), _) => {
                    found = Some(found.map_or(shape.clone(), |known| known.or(shape)))
                }
                (Err(also), Some(lack)) => lack.names.extend(also.names),
                (Err(first), None) => lack = Some(first),
            }
        }
        match (found, lack) {
            (None, Some(lack)) => Err(lack),
            (found, _) => Ok(found.unwrap_or(Shape::Anything)),
        }
    }

    /// One of its items.
    pub(super) fn item(&self) -> Shape {
        self.each(Form::item)
    }

    /// One of its items or members.
    pub(super) fn any(&self) -> Shape {
        self.each(Form::any)
    }

    fn each(&self, step: fn(&Form) -> Shape) -> Shape {
        match self {
            Shape::OneOf(forms) if !forms.is_empty() => {
                forms.iter().map(step).fold(Shape::nothing(), Shape::or)
            }
            _ => Shape::Anything,
        }
    }
}

impl Form {
    /// Is this the same form? There is one for each place of a document.
    fn is(&self, other: &Form) -> bool {
        match (self, other) {
            (Form::Part(_, pointer), Form::Part(_, other)) => pointer == other,
            (Form::Like(sight), Form::Like(other)) => Arc::ptr_eq(sight, other),
            _ => false,
        }
    }

    fn member(&self, name: &str) -> Result<Shape, Lack> {
        match self {
            Form::Part(outline, pointer) => {
                let below = format!("{pointer}/{}", escape(name));
                let why = match outline.member(name) {
                    Member::Named(inner) | Member::Open(Some(inner)) => {
                        return Ok(Shape::part(inner, below));
                    }
                    Member::Open(None) if outline.is_leaf() => Why::Leaf,
                    Member::Open(None) if outline.is_list() => Why::List,
                    Member::Open(None) => return Ok(Shape::Anything),
                    Member::Unknown => Why::OtherNames,
                };
                let names = outline.names().into_iter().map(str::to_owned).collect();
                Err(Lack { why, names, pointer: below })
            }
            Form::Like(sight) => match sight.members.get(name) {
                Some(member) => Ok(Shape::like(member.clone())),
                None => Err(Lack {
                    why: match sight.items {
                        _ if !sight.members.is_empty() => Why::OtherNames,
                        Some(_) => Why::List,
                        None => Why::Leaf,
                    },
                    names: sight.members.keys().cloned().collect(),
                    pointer: String::new(),
                }),
            },
        }
    }

    fn item(&self) -> Shape {
        match self {
            Form::Part(outline, pointer) => match outline.item() {
                Some(item) => Shape::part(item, format!("{pointer}/*")),
                None => Shape::Anything,
            },
            Form::Like(sight) => sight.items.clone().map_or(Shape::Anything, Shape::like),
        }
    }

    fn any(&self) -> Shape {
        match self {
            Form::Like(sight) => {
                let inner = sight.members.values().chain(&sight.items).cloned();
                inner.map(Shape::like).fold(Shape::nothing(), Shape::or)
            }
            Form::Part(..) => self.item(),
        }
    }
}

/// What was seen of values that stand in one place.
#[derive(Debug, Clone, Default)]
pub(super) struct Sight {
    members: BTreeMap<String, Arc<Sight>>,
    items: Option<Arc<Sight>>,
    is_leaf: bool,
}

impl Sight {
    /// Adds what is seen of a value.
    pub(super) fn see(&mut self, value: &Seen) {
        match value.kind() {
            ValueKind::Undefined | ValueKind::None => {}
            ValueKind::Map => {
                for key in value.try_iter().into_iter().flatten() {
                    let member = value.get_item(&key).unwrap_or_default();
                    self.name(key.to_string()).see(&member);
                }
            }
            ValueKind::Seq | ValueKind::Iterable => {
                let items = Arc::make_mut(self.items.get_or_insert_default());
                value.try_iter().into_iter().flatten().for_each(|item| items.see(&item));
            }
            _ => self.is_leaf = true,
        }
    }

    /// Adds a member of that name.
    pub(super) fn name(&mut self, name: impl Into<String>) -> &mut Sight {
        Arc::make_mut(self.members.entry(name.into()).or_default())
    }

    /// What was seen of a member.
    pub(super) fn get(&self, name: &str) -> Option<&Arc<Sight>> {
        self.members.get(name)
    }

    /// The names of its members.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// Was there nothing to be seen, or a list of nothing?
    fn is_blank(&self) -> bool {
        let has_items = self.items.as_ref().is_some_and(|items| !items.is_blank());
        self.members.is_empty() && !has_items && !self.is_leaf
    }
}
