//! A tree walked for a document.

use minijinja::Error;
use serde_json::{Map, Value};

use super::datum::{Datum, Scalar, Stop};
use super::{Expr, For, Node, Output, Part, Test, Tree};
use crate::document::member;
use crate::labels::Labels;
use crate::render::anchors::SectionLinks;
use crate::render::filters;
use crate::view::{Seen, View};

/// What stands at the top of a template.
#[derive(Debug, Clone, Copy)]
pub(in crate::render) struct Top<'d> {
    pub(in crate::render) document: &'d Map<String, Value>,
    /// The parts of the document that the templates do not see.
    pub(in crate::render) hidden: &'static [&'static str],
    pub(in crate::render) view: &'d View,
    /// What only sections see that link to others.
    pub(in crate::render) links: Option<SectionLinks<'d>>,
}

impl<'d> Top<'d> {
    fn get(&self, name: &str) -> Datum<'d> {
        if let Some(link) = self.links.and_then(|links| links.get(name)) {
            return Datum::Made(link);
        }
        if let Some(made) = self.view.get(name) {
            return Datum::from(made.clone());
        }
        match member(self.document, name) {
            Some(own) if !self.hidden.contains(&name) => Datum::Own(own),
            _ => Datum::Undefined,
        }
    }
}

/// Writes what the template says of a document into `out`.
pub(in crate::render) fn walk(
    tree: &'static Tree,
    top: Top<'_>,
    labels: Labels,
    out: &mut Output,
) -> Result<(), Stop> {
    let mut slots = vec![Datum::Undefined; tree.slots];
    for (name, slot) in tree.tops {
        slots[*slot] = top.get(name);
    }
    Walk { slots, labels, turn: Turn { index: 0, len: 0 }, out }.nodes(tree.body)
}

struct Walk<'d, 'o> {
    slots: Vec<Datum<'d>>,
    labels: Labels,
    /// Of the innermost loop.
    turn: Turn,
    out: &'o mut Output,
}

#[derive(Debug, Clone, Copy)]
struct Turn {
    /// From 0.
    index: usize,
    len: usize,
}

impl<'d> Walk<'d, '_> {
    fn nodes(&mut self, nodes: &'static [Node]) -> Result<(), Stop> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &'static Node) -> Result<(), Stop> {
        match node {
            Node::Text(parts) => {
                let start = self.out.text.len();
                for part in *parts {
                    self.out.text.push_str(match part {
                        Part::Own(text) => text,
                        Part::Label(label) => self.labels.at(*label),
                    });
                }
                self.out.end_piece(start, false);
            }
            Node::Print(expr) => {
                let start = self.out.text.len();
                let value = self.eval(expr)?;
                let text = match value.scalar() {
                    Scalar::Undefined => return Err(Stop),
                    scalar => scalar.printed().ok_or(Stop)?,
                };
                self.out.text.push_str(&text);
                self.out.end_piece(start, true);
            }
            Node::If(condition, then, otherwise) => {
                let is = self.eval(condition)?.is_true()?;
                self.nodes(if is { then } else { otherwise })?;
            }
            Node::For(each) => self.each(each)?,
            Node::Set(slot, expr) => self.slots[*slot] = self.eval(expr)?,
            Node::Group(nodes) => self.nodes(nodes)?,
        }
        Ok(())
    }

    fn each(&mut self, each: &'static For) -> Result<(), Stop> {
        let over = self.eval(&each.over)?;
        let mut items = self.items(&over)?;
        if let Some(only) = &each.only {
            let mut kept = Vec::with_capacity(items.len());
            for item in items {
                self.slots[each.slot] = item.clone();
                if self.eval(only)?.is_true()? {
                    kept.push(item);
                }
            }
            items = kept;
        }
        if items.is_empty() {
            return self.nodes(each.otherwise);
        }
        let (outer, len) = (self.turn, items.len());
        for (index, item) in items.into_iter().enumerate() {
            self.turn = Turn { index, len };
            self.slots[each.slot] = item;
            self.nodes(each.body)?;
        }
        self.turn = outer;
        Ok(())
    }

    fn items(&self, of: &Datum<'d>) -> Result<Vec<Datum<'d>>, Stop> {
        match of {
            Datum::Own(Value::Array(items)) => Ok(items.iter().map(Datum::Own).collect()),
            Datum::Own(Value::Object(members)) => {
                Ok(members.keys().map(|key| Datum::Text(key)).collect())
            }
            Datum::Own(Value::Null) => Ok(Vec::new()),
            Datum::List(items) => items.iter().map(|item| self.eval(item)).collect(),
            Datum::Map(members) => members.iter().map(|(key, _)| self.eval(key)).collect(),
            Datum::Made(value) if value.as_str().is_none() => {
                Ok(value.try_iter()?.map(Datum::from).collect())
            }
            _ => Err(Stop),
        }
    }

    fn eval(&self, expr: &'static Expr) -> Result<Datum<'d>, Stop> {
        Ok(match expr {
            Expr::Slot(slot) => self.slots[*slot].clone(),
            Expr::Member(Expr::Slot(slot), name) => self.slots[*slot].member(name)?,
            Expr::Member(of, name) => self.eval(of)?.member(name)?,
            Expr::Item(of, key) => self.item(&self.eval(of)?, &self.eval(key)?)?,
            Expr::Null => Datum::NULL,
            Expr::Bool(is) => (*is).into(),
            Expr::Integer(number) => Datum::Integer(*number),
            Expr::Text(text) => Datum::Text(text),
            Expr::Label(label) => Datum::Text(self.labels.at(*label)),
            Expr::List(items) => Datum::List(items),
            Expr::Map(members) => Datum::Map(members),
            Expr::IsFirst => (self.turn.index == 0).into(),
            Expr::IsLast => (self.turn.index + 1 == self.turn.len).into(),
            Expr::Index => Datum::of_count(self.turn.index + 1)?,
            Expr::Not(of) => (!self.eval(of)?.is_true()?).into(),
            Expr::And(one, other) => {
                let one = self.eval(one)?;
                if one.is_true()? { self.eval(other)? } else { one }
            }
            Expr::Or(one, other) => {
                let one = self.eval(one)?;
                if one.is_true()? { one } else { self.eval(other)? }
            }
            Expr::Eq(one, other) => self.equals(one, other)?.into(),
            Expr::Ne(one, other) => (!self.equals(one, other)?).into(),
            Expr::Lt(one, other) => self.is_less(one, other)?.into(),
            Expr::Gt(one, other) => self.is_less(other, one)?.into(),
            Expr::In(item, of) => self.is_in(&self.eval(item)?, &self.eval(of)?)?.into(),
            Expr::Is(test, of) => self.is(*test, of)?.into(),
            Expr::Default(of, other) => match self.eval(of)? {
                Datum::Undefined => self.eval(other)?,
                value => value,
            },
            Expr::Length(of) => match self.eval(of)? {
                Datum::Own(Value::Array(items)) => Datum::of_count(items.len())?,
                Datum::Made(value) => Datum::of_count(value.len().ok_or(Stop)?)?,
                _ => return Err(Stop),
            },
            Expr::Plain(of) => Datum::Made(Seen::from(filters::plain(&self.eval(of)?.seen()?))),
            Expr::Usd(of) => Datum::Made(filters::usd(&self.eval(of)?.seen()?)?),
            Expr::Duration(of) => Datum::Made(filters::duration(&self.eval(of)?.seen()?)?),
            Expr::Json(of) => Datum::Made(Seen::from(filters::json(&self.eval(of)?.seen()?)?)),
            Expr::AtLine(file, line) => {
                let (file, line) = (self.eval(file)?, self.eval(line)?.seen()?);
                let Scalar::Text(file) = file.scalar() else { return Err(Stop) };
                Datum::Made(Seen::from(filters::at_line(file, &line)?))
            }
        })
    }

    fn is(&self, test: Test, of: &'static Expr) -> Result<bool, Stop> {
        let value = self.eval(of)?;
        let scalar = value.scalar();
        Ok(match test {
            Test::Given => !matches!(scalar, Scalar::Undefined | Scalar::Null),
            Test::Defined => scalar != Scalar::Undefined,
            Test::None => scalar == Scalar::Null,
            Test::String => matches!(scalar, Scalar::Text(_)),
        })
    }

    fn item(&self, of: &Datum<'d>, key: &Datum<'d>) -> Result<Datum<'d>, Stop> {
        match (of, key.scalar()) {
            (_, Scalar::Undefined) | (Datum::Undefined, _) => Err(Stop),
            (Datum::Map(members), key) => {
                for (known, value) in *members {
                    if self.eval(known)?.scalar().equals(&key)? {
                        return self.eval(value);
                    }
                }
                Ok(Datum::Undefined)
            }
            (Datum::List(items), Scalar::Integer(index)) => {
                let item = usize::try_from(index).ok().and_then(|index| items.get(index));
                item.map_or(Err(Stop), |item| self.eval(item))
            }
            (Datum::Own(Value::Object(_)), Scalar::Text(key)) => of.member(key),
            (Datum::Made(value), _) => {
                let item = value.get_item(&key.seen()?);
                item.map(Datum::from).map_err(|_| Stop)
            }
            _ => Err(Stop),
        }
    }

    fn equals(&self, one: &'static Expr, other: &'static Expr) -> Result<bool, Stop> {
        self.eval(one)?.scalar().equals(&self.eval(other)?.scalar())
    }

    fn is_less(&self, one: &'static Expr, other: &'static Expr) -> Result<bool, Stop> {
        match (self.eval(one)?.scalar(), self.eval(other)?.scalar()) {
            (Scalar::Integer(one), Scalar::Integer(other)) => Ok(one < other),
            _ => Err(Stop),
        }
    }

    fn is_in(&self, item: &Datum<'d>, of: &Datum<'d>) -> Result<bool, Stop> {
        let item = item.scalar();
        let is_it = |known: &'static Expr| self.eval(known)?.scalar().equals(&item);
        match of {
            _ if item == Scalar::Undefined => Err(Stop),
            Datum::List(items) => any(items.iter(), is_it),
            Datum::Map(members) => any(members.iter().map(|(key, _)| key), is_it),
            _ => Err(Stop),
        }
    }
}

fn any(
    known: impl Iterator<Item = &'static Expr>,
    is_it: impl Fn(&'static Expr) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    for known in known {
        if is_it(known)? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl From<Error> for Stop {
    fn from(_: Error) -> Stop {
        Stop
    }
}
