//! `output:` of a registry entry: whether models and clients of MCP are shown the output schemas of its tools.

use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;

/// The values, and whether output schemas are then shown.
const VALUES: &[(&str, bool)] = &[("show", true), ("hide", false)];

/// `output: show`
pub(super) fn read_output(diagnostics: &mut Diagnostics, entry: &Map) -> Option<bool> {
    let node = entry.get("output")?;
    let word = node.as_str();
    let known = VALUES.iter().find(|(name, _)| word == Some(name));
    if known.is_none() {
        let shown = word.map_or_else(|| node.kind().to_owned(), |word| format!("`{word}`"));
        let near = word.and_then(|word| did_you_mean(word, VALUES.iter().map(|(name, _)| *name)));
        let help = near.unwrap_or_else(|| {
            "write `output: show` to show models and clients of MCP what these tools return".into()
        });
        let message = format!("`output` must be `show` or `hide`, found {shown}");
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
    }
    known.map(|(_, shows)| *shows)
}
