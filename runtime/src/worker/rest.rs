//! Results whose rest can be read on.

use super::{Row, Worker};
use crate::context::Context;
use crate::result::Metadata;
use std::sync::Arc;

/// The tool of a result of which something is missing that can be read on.
#[inline]
pub(super) fn find_paged<H>(rows: &'static [Row<H>], facts: &Metadata) -> Option<&'static str> {
    facts.shown.as_ref().filter(|shown| shown.is_cut())?;
    let is_it = |row: &&Row<H>| {
        facts
            .overload
            .is_none_or(|name| row.entry.wire_name == name)
    };
    let row = rows.iter().find(is_it)?;
    let (results, _) = row.results?;
    results.pages.then_some(row.entry.wire_name)
}

impl<H> Worker<H> {
    /// Keeps a result, and notes its handle, with which a model reads on.
    pub(super) async fn keep_rest(
        &self,
        tool: &'static str,
        output: &str,
        context: &Context,
        facts: &mut Metadata,
    ) {
        let kept = &self.backends.kept;
        let handle = kept.keep_result(context, tool, output).await;
        if let Some(shown) = &mut facts.shown {
            Arc::make_mut(shown).handle = handle;
        }
    }
}
