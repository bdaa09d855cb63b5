//! What is told about models, wherever they are asked or could not be.

use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_model::model::enrichment::Enrichment;

/// The warning about an answer that is of no use.
pub(super) fn describe_unusable(entry: &Enrichment, tool: &str, reason: &str) -> Diagnostic {
    let message = format!("what the model proposes for `{tool}` is of no use: {reason}");
    Diagnostic::new(Code::UNUSABLE_PROPOSAL, entry.name.span, message).help(
        "write `output_parameters` of the tool yourself, or run `toolc enrich` again to ask again",
    )
}

/// The finding on a model that cannot be asked at all.
pub(super) fn describe_unasked(entry: &Enrichment, why: &str) -> Diagnostic {
    let message = format!("`{}` cannot ask its model: {why}", entry.name.value);
    Diagnostic::new(Code::UNASKED_MODEL, entry.name.span, message)
}
