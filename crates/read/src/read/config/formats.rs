//! `formats:`, at the top level of `toolc.yaml` or in a registry entry: whether `format` is enforced.

use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_schema::schema::formats::Formats;

const OFF: &str = "write `annotate` to turn format checks off";

/// `formats: annotate`
pub(super) fn read_formats(diagnostics: &mut Diagnostics, owner: &Map) -> Option<Formats> {
    let node = owner.get("formats")?;
    let Some(word) = node.as_str() else {
        let message = format!(
            "`formats` must be `assert` or `annotate`, found {}",
            node.kind()
        );
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(OFF));
        return None;
    };
    let names = || Formats::ALL.iter().map(|(name, _)| *name);
    let known = Formats::ALL.iter().find(|(name, _)| *name == word);
    if known.is_none() {
        let help = match did_you_mean(word, names()) {
            Some(help) => help,
            None => OFF.into(),
        };
        let message = format!("`formats` must be `assert` or `annotate`, found `{word}`");
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
    }
    known.map(|(_, formats)| *formats)
}
