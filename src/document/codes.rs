//! The checks of JSON itself.

use crate::diagnostic::{Code, Severity};

pub(crate) static SYNTAX: Code =
    Code { id: "JS001", name: "json-syntax", severity: Severity::Error };
pub(crate) static BYTE_ORDER_MARK: Code =
    Code { id: "JS002", name: "byte-order-mark", severity: Severity::Warning };
pub(crate) static DUPLICATE_KEY: Code =
    Code { id: "JS003", name: "duplicate-key", severity: Severity::Error };
pub(crate) static NESTING: Code =
    Code { id: "JS004", name: "nesting-too-deep", severity: Severity::Error };
pub(crate) static LOSSY_NUMBER: Code =
    Code { id: "JS005", name: "lossy-number", severity: Severity::Error };
pub(crate) static LONE_SURROGATE: Code =
    Code { id: "JS006", name: "lone-surrogate", severity: Severity::Error };
