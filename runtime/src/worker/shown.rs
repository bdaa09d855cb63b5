//! The last step before observers: what models and clients are shown of a result.

use super::Row;
use crate::entry::ToolEntry;
use crate::json::Json;
use crate::result::Metadata;
use crate::results::Results;
use crate::shorten::show_result;
use crate::shown_result::ShownResult;
use crate::walk;
use std::sync::Arc;

/// How a row shows its results. Rows without settings have none, so that the code below is only in programs that
/// use it.
pub(super) type ShowResult = fn(&Results, &'static ToolEntry, &Json) -> Option<Shown>;

/// What is shown of a result, and whether it is what the schema says that clients are shown.
pub(super) struct Shown {
    part: Arc<ShownResult>,
    fits: bool,
}

impl<H> Row<H> {
    /// Sets what models and clients are shown of the results.
    #[must_use]
    pub const fn results(mut self, results: &'static Results) -> Self {
        self.results = Some((results, show_projected));
        self
    }

    /// Sets the limit for results of APIs and MCP servers, for which nobody sets anything. Clients are shown the schema of
    /// whole results.
    #[must_use]
    pub const fn limited(mut self) -> Self {
        self.results = Some((Results::USUAL, show_limited));
        self
    }

    /// Sets the entry with the schema of what is shown of the results, in place of the one with the schema of the whole
    /// results. Both are entries of the same tool.
    #[must_use]
    pub const fn shown_as(mut self, entry: &'static ToolEntry) -> Self {
        self.entry = entry;
        self
    }

    /// Decides what models and clients are shown of a result.
    #[inline]
    pub(super) fn set_shown(&self, output: &Json, facts: &mut Metadata) {
        let Some((results, show)) = self.results else {
            return;
        };
        let Some(shown) = show(results, self.entry, output) else {
            return;
        };
        if !shown.fits {
            facts.differs = self.entry.output_text.is_some();
        }
        facts.shown = Some(shown.part);
    }
}

/// The schema that clients are shown allows whatever is cut, but not a text that stands for the result.
fn show_projected(results: &Results, _: &'static ToolEntry, output: &Json) -> Option<Shown> {
    let part = show_result(results, output)?;
    let fits = !part.is_text;
    Some(Shown { part, fits })
}

/// The schema that clients are shown is that of whole results, which shorter lists and texts may break.
fn show_limited(results: &Results, entry: &'static ToolEntry, output: &Json) -> Option<Shown> {
    let part = show_result(results, output)?;
    let holds = |schema| walk::validate(schema, &part.text).is_ok();
    let fits = !part.is_text && entry.output.is_some_and(holds);
    Some(Shown { part, fits })
}
