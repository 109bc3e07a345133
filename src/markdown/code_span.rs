//! Code: a path, a command, a branch, a token, between backticks of the template.

use std::iter::repeat_n;

use super::cell;
use super::chars::{lines, longest_run, push_visible};

/// Appends a code span that holds `code`, its fence longer than any run of backticks inside.
///
/// Nothing is written for an empty `code`, which has no code span. Several lines become several
/// spans, a `<br>` between them; in a heading, where `line_break` is a space, one line. Nothing but
/// list markers stands before a span that `opens_block`.
pub(super) fn push(
    out: &mut String,
    code: &str,
    line_break: &str,
    in_cell: bool,
    opens_block: bool,
) {
    let start = out.len();
    for (index, line) in lines(code).enumerate() {
        if index > 0 {
            // A tag that opens its line could be the whole of it, and then a block of HTML.
            let opens = index == 1 && opens_block && out.len() == start;
            out.push_str(if opens { "&#10;" } else { line_break });
        }
        if line.is_empty() {
            continue;
        }
        if in_cell && line.contains(r"\|") {
            cell::push_code_element(out, line);
            continue;
        }
        push_fenced(out, line, if in_cell { cell::push_escaping_bars } else { push_visible });
    }
}

/// Appends the fences around one line of code, and between them what `push` makes of it.
pub(super) fn push_fenced(out: &mut String, line: &str, push: impl FnOnce(&mut String, &str)) {
    let fence = longest_run(line, b'`') + 1;
    let blank = line.bytes().all(|b| b == b' ');
    let pads = line.starts_with('`')
        || line.ends_with('`')
        || (line.starts_with(' ') && line.ends_with(' ') && !blank);
    let pad = if pads { " " } else { "" };
    out.extend(repeat_n('`', fence));
    out.push_str(pad);
    push(out, line);
    out.push_str(pad);
    out.extend(repeat_n('`', fence));
}

#[cfg(test)]
mod tests {
    fn span(code: &str, in_cell: bool) -> String {
        let mut out = String::new();
        super::push(&mut out, code, "<br>", in_cell, false);
        out
    }

    #[test]
    fn the_fence_is_longer_than_any_run_inside() {
        assert_eq!(span("a ``b`` c", false), "```a ``b`` c```");
        assert_eq!(span("`tick`", false), "`` `tick` ``");
        assert_eq!(span("", false), "");
    }

    #[test]
    fn blanks_at_both_ends_survive() {
        assert_eq!(span(" a ", false), "`  a  `");
        assert_eq!(span(" a", false), "` a`");
        assert_eq!(span("  ", false), "`  `");
    }

    #[test]
    fn no_tag_opens_a_block() {
        let mut out = String::new();
        super::push(&mut out, "\n\nx", "<br>", false, true);
        assert_eq!(out, "&#10;<br>`x`");
    }

    #[test]
    fn lines_become_spans_and_bars_stay_in_their_cell() {
        assert_eq!(span("a\n\nb", true), "`a`<br><br>`b`");
        assert_eq!(span("x | y", true), r"`x \| y`");
        assert_eq!(span(r"x \| y", true), "<code>x &#92;&#124; y</code>");
    }
}
