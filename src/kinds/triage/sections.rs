//! The sections of a triage report, in order, each with its RENDER_IF rule. They stand nowhere else.

use crate::section::RenderIf::{Always, Inconsistent, Present};
use crate::section::{Section, sections};

pub(super) static SECTIONS: &[Section] = sections! { "triage":
    // template                            data                        RENDER_IF
    "decision",                            "/approved",                Always;
    "index" from "shared",                 "",                         Always, links under "index";
    "consistency-findings" from "shared",  "",                         Inconsistent;
    "counts",                              "",                         Always;
    "accepted",                            "/accepted",                Always;
    "deferred",                            "/deferred",                Always;
    "rejected",                            "/rejected",                Always;
    "consensus",                           "/consensus",               Always;
    "disagreements",                       "/consensus/disagreements", Present("/consensus/disagreements");
};
