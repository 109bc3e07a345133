//! The sections of a council transcript, in order, each with its RENDER_IF rule. They stand nowhere
//! else.

use crate::section::RenderIf::{Always, Inconsistent};
use crate::section::{Section, sections};

pub(super) static SECTIONS: &[Section] = sections! { "council":
    // template                            data         RENDER_IF
    "verdict",                             "",          Always;
    "index" from "shared",                 "",          Always, links under "index";
    "consistency-findings" from "shared",  "",          Inconsistent;
    "tally",                               "/findings", Always;
    "quorum",                              "",          Always;
    "voters",                              "/findings", Always;
};
