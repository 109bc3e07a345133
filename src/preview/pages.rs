//! The files of the page.

pub(super) const PAGE: &str = include_str!("../../templates/html/preview.html");
pub(super) const STYLE: &str = include_str!("../../templates/html/preview.css");
pub(super) const SCRIPT: &str = include_str!("../../templates/html/preview.js");
pub(super) const ICON: &str = include_str!("../../templates/html/preview.svg");
