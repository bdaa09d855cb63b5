//! What models and clients are shown of a result, by the two kinds of rows that limit it.

use crate::entry::ToolEntry;
use crate::json::Json;
use crate::results::Results;
use crate::shorten::show_result;
use crate::shown_result::ShownResult;
use crate::walk;
use std::sync::Arc;

/// How a row shows its results. Rows without settings have none, so that the code below is only in programs that
/// use it.
pub(super) type ShowResult = fn(&Results, &'static ToolEntry, &Json) -> Option<Shown>;

/// What is shown of a result, and whether the schema that clients are shown says so.
pub(super) struct Shown {
    /// What is shown.
    pub part: Arc<ShownResult>,
    /// Whether it is what the schema says.
    pub fits: bool,
}

/// The schema that clients are shown allows whatever is cut, but not a text that stands for the result.
pub(super) fn show_projected(
    results: &Results,
    _: &'static ToolEntry,
    output: &Json,
) -> Option<Shown> {
    let part = show_result(results, output)?;
    let fits = !part.is_text;
    Some(Shown { part, fits })
}

/// The schema that clients are shown is that of whole results, which shorter lists and texts may break.
pub(super) fn show_limited(
    results: &Results,
    entry: &'static ToolEntry,
    output: &Json,
) -> Option<Shown> {
    let part = show_result(results, output)?;
    let holds = |schema| walk::validate(schema, &part.text).is_ok();
    let fits = !part.is_text && entry.output.is_some_and(holds);
    Some(Shown { part, fits })
}
