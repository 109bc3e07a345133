//! What HTML of a report may hold. Everything else is taken out, its text kept.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::Form;

const TAGS: [&str; 28] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
    "wbr",
];

const ATTRIBUTES: [(&str, &[&str]); 10] = [
    ("a", &["href", "title"]),
    ("h1", &["id"]),
    ("h2", &["id"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("h5", &["id"]),
    ("h6", &["id"]),
    ("ol", &["start"]),
    ("td", &["align"]),
    ("th", &["align"]),
];

static PLAIN: LazyLock<Builder<'static>> = LazyLock::new(builder);

static TRACED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = builder();
    builder.generic_attributes(HashSet::from(["data-sourcepos"]));
    builder
});

fn builder() -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .tag_attributes(
            ATTRIBUTES.map(|(tag, names)| (tag, names.iter().copied().collect())).into(),
        )
        // What a browser would take for a program or a style is no text that a reader sees.
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::PassThrough)
        // No window opens for a link, and the page sends no referrer.
        .link_rel(None)
        .allowed_classes(HashMap::new())
        .strip_comments(true);
    builder
}

/// The HTML of a report without anything that acts.
pub(super) fn clean(html: &str, form: Form) -> String {
    let builder = match form {
        Form::Plain => &PLAIN,
        Form::Traced => &TRACED,
    };
    builder.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_is_left_and_no_text_is_lost() {
        let cleaned = |html: &str| clean(html, Form::Plain);
        assert_eq!(cleaned("<p onclick=\"x()\">a</p>"), "<p>a</p>");
        assert_eq!(cleaned("<script>x()</script>a"), "a");
        assert_eq!(cleaned("<iframe src=x></iframe><form>a<input></form>"), "a");
        assert_eq!(cleaned("<svg onload=x()><style>*{}</style>a</svg>"), "a");
        assert_eq!(cleaned("<img src=x onerror=x()><td style=\"x:y\">a</td>"), "a");
        let link = |href: &str| cleaned(&format!("<a href=\"{href}\">a</a>"));
        let kept = |href| format!("<a href=\"{href}\">a</a>");
        for href in ["https://x.y/z", "#a", "mailto:a@b.c", "docs/a.md"] {
            assert_eq!(link(href), kept(href));
        }
        let none = "<a>a</a>";
        for href in ["javascript:x()", "data:text/html,x", "vbscript:x", " java\nscript:x()"] {
            assert_eq!(link(href), none, "{href}");
        }
    }
}
