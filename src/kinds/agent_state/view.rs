//! What the templates of a run report see beside the document.

use serde_json::Value;

use crate::options::Options;
use crate::view::View;

pub(super) fn extend(_: &Value, _: &Options, _: &mut View) {}
