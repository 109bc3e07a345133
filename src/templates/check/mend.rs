//! Templates without what is wrong in them, to find what else is.

use std::ops::Range;

use crate::error::TemplateError;
use crate::markdown::{IN_ENDLESS_BLOCK, IN_ENDLESS_CODE};
use crate::templates::TemplateFolder;

/// Takes the tag at fault out of the template in `folder`, where its section can do without: a value
/// that is printed, or an include. Every other byte stays in its place.
pub(super) fn mend(folder: &mut TemplateFolder, fault: &TemplateError) {
    // What never ends does not end without the value either.
    if [IN_ENDLESS_BLOCK, IN_ENDLESS_CODE].contains(&fault.diagnostic.message.as_str()) {
        return;
    }
    let own = folder.get(&fault.template).zip(fault.diagnostic.span.as_ref());
    let mended = own.and_then(|(own, span)| commented_out(&own.text, span.bytes.clone()));
    if let Some(text) = mended {
        folder.replace(&fault.template, text);
    }
}

/// `text` with the tag around these bytes as a comment of the same length.
fn commented_out(text: &str, at: Range<usize>) -> Option<String> {
    // A fault may be that of the whole tag.
    let before = text.get(..text.len().min(at.start + 2))?;
    let open = before.rfind("{{").max(before.rfind("{%"))?;
    let close = match &text[open..open + 2] {
        "{{" => "}}",
        _ => "%}",
    };
    let after = at.end.saturating_sub(2).max(open + 2);
    let close = after + text.get(after..)?.find(close)?;
    let inner = &text[open + 2..close];
    let is_print = text[open..].starts_with("{{");
    if !is_print && !inner.trim_start_matches(['-', '+']).trim_start().starts_with("include ") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..open]);
    out.push_str("{#");
    let last = inner.len().saturating_sub(1);
    for (at, c) in inner.char_indices() {
        match c {
            '-' | '+' if at == 0 || at == last => out.push(c),
            '\n' => out.push(c),
            c => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
        }
    }
    out.push_str("#}");
    out.push_str(&text[close + 2..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tag_at_fault_goes_and_nothing_moves() {
        let text = "a {{ b }} {{- c.d | é -}}\n{% include \"x\" %}{% if y %}";
        let out = |what: &str| {
            let start = text.find(what).unwrap();
            commented_out(text, start..start + what.len())
        };
        let mended = out("c.d").unwrap();
        assert_eq!(mended, "a {{ b }} {#-          -#}\n{% include \"x\" %}{% if y %}");
        assert_eq!(out("{{ b }}").unwrap().len(), text.len());
        assert!(out("{{ b }}").unwrap().starts_with("a {#   #} {{- c.d"));
        assert!(out("\"x\"").unwrap().contains("\n{#             #}{% if"));
        assert_eq!(out("y %}"), None);
    }
}
