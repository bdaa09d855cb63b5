//! The last step before observers: what models and clients are shown of a result.

use super::Row;
use crate::entry::ToolEntry;
use crate::json::Json;
use crate::result::Metadata;
use crate::results::Results;
use crate::shorten::show_result;

impl<H> Row<H> {
    /// Sets what models and clients are shown of the results.
    #[must_use]
    pub const fn results(mut self, results: &'static Results) -> Self {
        self.results = Some((results, show_result));
        self
    }

    /// Sets the entry with the schema of what is shown of the results, in place of the one with the schema of the whole
    /// results. Both are entries of the same tool.
    #[must_use]
    pub const fn shown_as(mut self, entry: &'static ToolEntry) -> Self {
        self.entry = entry;
        self
    }

    /// Decides what models and clients are shown of a result. A text that stands for it is not what the schema says.
    #[inline]
    pub(super) fn set_shown(&self, output: &Json, facts: &mut Metadata) {
        let Some((results, show)) = self.results else {
            return;
        };
        facts.shown = show(results, output);
        if facts.shown.as_ref().is_some_and(|shown| shown.is_text) {
            facts.differs = self.entry.output_text.is_some();
        }
    }
}
