//! Values as trees see them.

use std::borrow::Cow;

use minijinja::value::ValueKind;
use serde_json::Value;

use super::Expr;
use crate::document::member;
use crate::figures;
use crate::markdown::ABSENT;
use crate::view::Seen;

/// A tree cannot go on. The engine can, or it tells why not.
#[derive(Debug)]
pub(in crate::render) struct Stop;

/// A value: of the document where it lies, made by the view of its kind, or of the template.
#[derive(Debug, Clone)]
pub(super) enum Datum<'d> {
    Undefined,
    Own(&'d Value),
    Made(Seen),
    Integer(i64),
    Text(&'d str),
    List(&'static [Expr]),
    Map(&'static [(Expr, Expr)]),
}

static NULL: Value = Value::Null;
static TRUE: Value = Value::Bool(true);
static FALSE: Value = Value::Bool(false);

impl From<bool> for Datum<'_> {
    fn from(is: bool) -> Self {
        Datum::Own(if is { &TRUE } else { &FALSE })
    }
}

impl From<Seen> for Datum<'_> {
    fn from(value: Seen) -> Self {
        if value.is_undefined() { Datum::Undefined } else { Datum::Made(value) }
    }
}

impl<'d> Datum<'d> {
    pub(super) const NULL: Datum<'static> = Datum::Own(&NULL);

    pub(super) fn of_count(count: usize) -> Result<Datum<'d>, Stop> {
        i64::try_from(count).map(Datum::Integer).map_err(|_| Stop)
    }

    /// The member of that name.
    pub(super) fn member(&self, name: &str) -> Result<Datum<'d>, Stop> {
        match self {
            Datum::Own(Value::Object(members)) => {
                Ok(member(members, name).map_or(Datum::Undefined, Datum::Own))
            }
            Datum::Made(value) => value.get_attr(name).map(Datum::from).map_err(|_| Stop),
            Datum::Own(_) | Datum::Integer(_) | Datum::Text(_) => Ok(Datum::Undefined),
            Datum::Undefined | Datum::List(_) | Datum::Map(_) => Err(Stop),
        }
    }

    /// The value that a view makes for the engine, where it has no parts of its own.
    pub(super) fn seen(&self) -> Result<Seen, Stop> {
        Ok(match self {
            Datum::Made(value) => value.clone(),
            other => match other.scalar() {
                Scalar::Undefined => Seen::UNDEFINED,
                Scalar::Null => Seen::from(()),
                Scalar::Bool(is) => Seen::from(is),
                Scalar::Integer(number) => Seen::from(number),
                Scalar::Float(number) => Seen::from(number),
                Scalar::Text(text) => Seen::from(text),
                Scalar::Parts { .. } => return Err(Stop),
            },
        })
    }

    pub(super) fn scalar(&self) -> Scalar<'_> {
        match self {
            Datum::Undefined => Scalar::Undefined,
            Datum::Own(Value::String(text)) => Scalar::Text(text),
            Datum::Own(Value::Null) => Scalar::Null,
            Datum::Own(Value::Bool(is)) => Scalar::Bool(*is),
            Datum::Own(Value::Number(number)) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => Scalar::Integer(number.into()),
                (None, Some(number)) => Scalar::Integer(number.into()),
                _ => Scalar::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Datum::Own(Value::Array(items)) => Scalar::Parts { is_empty: items.is_empty() },
            Datum::Own(Value::Object(members)) => Scalar::Parts { is_empty: members.is_empty() },
            Datum::Made(value) => Scalar::of(value),
            Datum::Integer(number) => Scalar::Integer((*number).into()),
            Datum::Text(text) => Scalar::Text(text),
            Datum::List(items) => Scalar::Parts { is_empty: items.is_empty() },
            Datum::Map(members) => Scalar::Parts { is_empty: members.is_empty() },
        }
    }

    pub(super) fn is_true(&self) -> Result<bool, Stop> {
        Ok(match self.scalar() {
            Scalar::Undefined => return Err(Stop),
            Scalar::Null => false,
            Scalar::Bool(is) => is,
            Scalar::Integer(number) => number != 0,
            Scalar::Float(number) => number != 0.0,
            Scalar::Text(text) => !text.is_empty(),
            Scalar::Parts { is_empty } => !is_empty,
        })
    }
}

/// A value as it is compared and printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::render) enum Scalar<'v> {
    Undefined,
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(&'v str),
    /// A list or a map.
    Parts {
        is_empty: bool,
    },
}

impl<'v> Scalar<'v> {
    pub(in crate::render) fn of(value: &'v Seen) -> Scalar<'v> {
        if let Some(text) = value.as_str() {
            return Scalar::Text(text);
        }
        match value.kind() {
            ValueKind::Undefined => Scalar::Undefined,
            ValueKind::None => Scalar::Null,
            ValueKind::Bool => Scalar::Bool(value.is_true()),
            ValueKind::Number => match i128::try_from(value.clone()) {
                Ok(integer) if value.is_integer() => Scalar::Integer(integer),
                _ => Scalar::Float(f64::try_from(value.clone()).unwrap_or(f64::NAN)),
            },
            _ => Scalar::Parts { is_empty: !value.is_true() },
        }
    }

    /// In the words of a report: integers grouped, `yes` and `no`, `—` for `null`. What has parts is
    /// not text.
    pub(in crate::render) fn printed(self) -> Option<Cow<'v, str>> {
        Some(match self {
            Scalar::Undefined => Cow::Borrowed(""),
            Scalar::Null => Cow::Borrowed(ABSENT),
            Scalar::Bool(is) => Cow::Borrowed(if is { "yes" } else { "no" }),
            Scalar::Integer(number) => Cow::Owned(figures::integer(number)),
            Scalar::Float(number) => Cow::Owned(figures::number(number)),
            Scalar::Text(text) => Cow::Borrowed(text),
            Scalar::Parts { .. } => return None,
        })
    }

    /// Is it the same as `other`? Stops where kinds of numbers and parts would have to be compared.
    pub(super) fn equals(&self, other: &Scalar<'_>) -> Result<bool, Stop> {
        use Scalar::{Bool, Float, Integer, Null, Parts, Text, Undefined};
        match (self, other) {
            (Text(one), Text(other)) => Ok(one == other),
            (Integer(one), Integer(other)) => Ok(one == other),
            (Null, Null) => Ok(true),
            (Text(_) | Null, _) | (_, Text(_) | Null) => Ok(false),
            (Undefined | Bool(_) | Integer(_) | Float(_) | Parts { .. }, _) => Err(Stop),
        }
    }
}
