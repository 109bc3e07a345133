//! The life of a report after it is made: written whole or not at all, known again by its digest
//! mark, ticked and answered by a person, made anew without losing what was written into it.

mod answers;
pub mod atomic;
mod compare;
pub(crate) mod digest;
mod layout;
mod pull;
mod standing;

pub use crate::kinds::final_report::fill::{Filled, Misfit, fill};
pub(crate) use answers::{ANSWERED, OPEN, Places};
pub use compare::Edit;
pub use pull::{Answer, Damage, Pulled, Refusal, pull, pull_response};
pub use standing::{Edits, Standing, page_standing, standing};
