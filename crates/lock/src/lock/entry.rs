//! The entries of a lock: what a line of a difference can name.

use super::{Lock, LockedEngine, LockedTool, LockedWorker};
use toolc_base::node::Node;
use toolc_base::source::Span;

/// One entry.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry<'l> {
    /// A tool.
    Tool(&'l LockedTool),
    /// A shared schema, and its key.
    Definition(&'l str, &'l Node),
    /// An engine that makes requests.
    Engine(&'l LockedEngine),
    /// A worker.
    Worker(&'l LockedWorker),
}

impl Lock {
    /// All entries, in the order of a reader's interest.
    pub(crate) fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries: Vec<Entry<'_>> = self.tools.iter().map(Entry::Tool).collect();
        entries.extend(self.workers.iter().map(Entry::Worker));
        entries.extend(self.engines.iter().map(Entry::Engine));
        let definitions = self.definitions.iter();
        entries.extend(definitions.map(|(key, node)| Entry::Definition(key, node)));
        entries
    }
}

impl Entry<'_> {
    /// What it is and its key: `` worker `support` ``. No two entries of a lock have this in common.
    pub(crate) fn describe(&self) -> String {
        match self {
            Entry::Tool(tool) => format!("tool `{}`", tool.key()),
            Entry::Definition(key, _) => format!("definition `{key}`"),
            Entry::Engine(engine) => format!("engine `{}`", engine.name),
            Entry::Worker(worker) => format!("worker `{}`", worker.name),
        }
    }

    /// Its place; of a shared schema only in a lock that was read.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Entry::Tool(tool) => tool.span,
            Entry::Definition(_, node) => Some(node.span).filter(|span| *span != super::NOWHERE),
            Entry::Engine(engine) => engine.span,
            Entry::Worker(worker) => worker.span,
        }
    }
}
