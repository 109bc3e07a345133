//! The files of the page.

pub(super) const PAGE: &str = include_str!("../../templates/html/preview.html");
/// In the colours of reports.
pub(super) const STYLE: &str = concat!(
    include_str!("../../templates/html/palette.css"),
    include_str!("../../templates/html/preview.css")
);
pub(super) const SCRIPT: &str = include_str!("../../templates/html/preview.js");
pub(super) const ICON: &str = include_str!("../../templates/html/preview.svg");
