//! The syntax of templates, which the build script reads the built-in ones by too.

use minijinja::syntax::SyntaxConfig;

/// The syntax of templates.
pub(crate) fn syntax() -> SyntaxConfig {
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    syntax.expect("the default delimiters are valid")
}
