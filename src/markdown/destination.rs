//! The destination of a link of the template, `[text](#{{ anchor }})`.

/// Appends `value` with every byte percent-encoded that could end the destination or be read as
/// markup there. Letters of every script stay, as anchors have them.
pub(super) fn push(out: &mut String, value: &str) {
    for c in value.chars() {
        if c.is_alphanumeric() || "-._/#?=+:@%,".contains(c) {
            out.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
}
