//! Tools of a worker that are found by what people say.

use super::Worker;
use crate::search::{FoundTool, SearchIndex};

impl<H: 'static> Worker<H> {
    /// Adds the index of all tools. Called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn with_index(mut self, index: &'static SearchIndex) -> Self {
        self.index = Some(index);
        self
    }

    /// The tools that fit a text best, at most `k`, the best first: those among the tools that a model can call here. It is
    /// what the tool search of a provider asks for. `None` if `toolc.yaml` lists no enrichment of type `index`.
    pub fn search(&self, text: &str, k: usize) -> Option<Vec<FoundTool>> {
        let is_shown = |name: &str| self.tools().any(|entry| entry.wire_name == name);
        let index = self.index?;
        Some(index.search_among(text, k, |tool| is_shown(tool.wire_name)))
    }
}
