//! Tools of a worker that are found by what people say.

use super::Worker;
#[cfg(feature = "providers")]
use crate::definition::{DEFER_LOADING, Shown, Target, list_definitions};
#[cfg(feature = "providers")]
use crate::provider::{FoundTools, ToolSearch};
use crate::search::{FoundTool, SearchIndex};
#[cfg(feature = "providers")]
use serde_json::Value;

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

#[cfg(feature = "providers")]
impl<H: 'static> Worker<H> {
    /// The value of `tools` in a request whose model searches for the tools that are held back (`defer` in `toolc.yaml`), and
    /// whose searches this program answers with [`Worker::find_tools`]. Responses is not shown what is held back;
    /// Anthropic keeps it from the model itself. `None` if the target has no such search, or `toolc.yaml` lists no
    /// enrichment of type `index`.
    pub fn list_with_search(&self, target: Target) -> Option<Value> {
        let search = target.search_tool().filter(|_| self.index.is_some())?;
        let is_listed = |shown: &Shown<'_>| target == Target::Anthropic || !is_deferred(shown);
        let mut list = list_definitions(self.shown().filter(is_listed), target).value();
        if let Value::Array(tools) = &mut list {
            tools.push(search);
        }
        Some(list)
    }

    /// Answers searches with tools that are held back and that a model can call here, for
    /// [`Target::messages_with_tools`]. Without an index, nothing is found.
    pub fn find_tools(&self, target: Target, searches: &[ToolSearch]) -> Vec<FoundTools> {
        let mut answers = Vec::with_capacity(searches.len());
        for search in searches {
            let deferred: Vec<Shown<'_>> = self.shown().filter(is_deferred).collect();
            let is_held_back = |name: &str| deferred.iter().any(|shown| shown.name == name);
            let found = self.index.map_or_else(Vec::new, |index| {
                index.search_among(&search.query, search.limit, |tool| {
                    is_held_back(tool.wire_name)
                })
            });
            let names: Vec<&'static str> = found.iter().map(|tool| tool.wire_name).collect();
            let shown = names
                .iter()
                .filter_map(|name| deferred.iter().find(|shown| shown.name == *name));
            let definitions = list_definitions(shown.cloned(), target).value();
            answers.push(FoundTools {
                id: search.id.clone(),
                names,
                definitions,
            });
        }
        answers
    }
}

/// Whether a tool is held back until a model searches for it.
#[cfg(feature = "providers")]
fn is_deferred(shown: &Shown<'_>) -> bool {
    let mut extras = shown.extras.iter();
    extras.any(|(name, value)| *name == DEFER_LOADING && *value == "true")
}
