//! The life of a report after it is made: the digest mark, and writing it whole or not at all.

pub mod atomic;
pub(crate) mod digest;
