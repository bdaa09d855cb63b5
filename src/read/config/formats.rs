//! `formats:`, at the top level of `toolc.yaml` or in a registry entry: whether `format` is enforced.

use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::Map;
use crate::read::fields;
use crate::schema::formats::Formats;

/// `formats: annotate`
pub(super) fn read_formats(diagnostics: &mut Diagnostics, owner: &Map) -> Option<Formats> {
    let word = fields::string_at(diagnostics, owner, "formats")?;
    let names = || Formats::ALL.iter().map(|(name, _)| *name);
    let known = Formats::ALL.iter().find(|(name, _)| *name == word.value);
    if known.is_none() {
        let help = match did_you_mean(&word.value, names()) {
            Some(help) => help,
            None => "write `annotate` if formats must not be checked".to_owned(),
        };
        let message = format!(
            "`formats` must be `assert` or `annotate`, found `{}`",
            word.value
        );
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    known.map(|(_, formats)| *formats)
}
