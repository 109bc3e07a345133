//! The names that a template has given to values, and what those can be.

use std::collections::HashMap;

use super::shape::Shape;

/// Names in the order of their frames, the innermost last.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    frames: Vec<HashMap<String, Shape>>,
}

impl Default for Scope {
    fn default() -> Self {
        Scope { frames: vec![HashMap::new()] }
    }
}

impl Scope {
    /// Begins a frame: what is named in it is forgotten with it.
    pub(super) fn push(&mut self) {
        self.frames.push(HashMap::new());
    }

    /// Ends the innermost frame.
    pub(super) fn pop(&mut self) {
        self.frames.pop();
    }

    /// Names a value.
    pub(super) fn set(&mut self, name: &str, shape: Shape) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(name.to_owned(), shape);
        }
    }

    /// What a name stands for.
    pub(super) fn get(&self, name: &str) -> Option<&Shape> {
        self.frames.iter().rev().find_map(|frame| frame.get(name))
    }

    /// All names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.frames.iter().flat_map(|frame| frame.keys()).map(String::as_str)
    }

    /// Goes on with what holds after either of two branches, which began with the same frames.
    pub(super) fn join(&mut self, other: Scope) {
        for (frame, other) in self.frames.iter_mut().zip(other.frames) {
            for (name, shape) in other {
                let joined = match frame.remove(&name) {
                    Some(known) => known.or(shape),
                    None => shape,
                };
                frame.insert(name, joined);
            }
        }
    }
}
