//! The last step before observers: a row decides what models and clients are shown of a result.

use super::Row;
#[cfg(feature = "pages")]
use super::WorkerTable;
use crate::approve::Approval;
use crate::entry::ToolEntry;
use crate::json::Json;
use crate::result::Metadata;
use crate::results::Results;
use crate::tool::Tool;
use crate::worker::shown::{show_limited, show_projected};

impl<H> Row<H> {
    /// The row of the tool that reads on in results.
    #[cfg(feature = "pages")]
    pub const fn page<T: Tool>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_page::<H>,
        )
    }

    /// The row of the tool that reads on in results. Unreachable without the feature `pages`: `require_pages!` has already
    /// failed.
    #[cfg(not(feature = "pages"))]
    pub const fn page<T: Tool>(_: Approval, _: T::Key) -> Row<H> {
        panic!("results that are read page by page take the feature `pages` of toolc-runtime")
    }

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
    pub(in crate::worker) fn set_shown(&self, output: &Json, facts: &mut Metadata) {
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

#[cfg(feature = "pages")]
impl<H> WorkerTable<H> {
    /// What is shown of the results of each tool, by its wire name.
    pub(in crate::worker) fn list_results(
        &'static self,
    ) -> impl Iterator<Item = (&'static str, &'static Results)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row.entry.wire_name, row.results?.0)))
    }
}
