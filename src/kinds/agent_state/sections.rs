//! The sections of a run report, in order, each with its RENDER_IF rule. They stand nowhere else.

use crate::section::Section;

pub(super) static SECTIONS: &[Section] = &[];
