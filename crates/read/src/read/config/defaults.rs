//! `defaults:` of a registry entry: whether calls of its tools are filled with the defaults that they leave out.

use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::source::Span;

/// The values, and whether calls are then filled.
const VALUES: &[(&str, bool)] = &[("fill", true), ("show", false)];

/// The place of `defaults: fill`.
pub(super) fn read_defaults(diagnostics: &mut Diagnostics, entry: &Map) -> Option<Span> {
    let node = entry.get("defaults")?;
    let word = node.as_str();
    let known = VALUES.iter().find(|(name, _)| word == Some(name));
    if known.is_none() {
        let shown = word.map_or_else(|| node.kind().to_owned(), |word| format!("`{word}`"));
        let near = word.and_then(|word| did_you_mean(word, VALUES.iter().map(|(name, _)| *name)));
        let help = match node.as_map() {
            Some(_) => {
                "the defaults of a single tool are in its schema, or under `overrides`; write `defaults: fill` to have \
                 them filled in where a call leaves an argument out"
                    .into()
            }
            None => near.unwrap_or_else(|| {
                "write `defaults: fill` to have defaults filled in where a call leaves an argument out".into()
            }),
        };
        let message = format!("`defaults` must be `fill` or `show`, found {shown}");
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
    }
    known.filter(|(_, fills)| *fills).map(|_| node.span)
}
