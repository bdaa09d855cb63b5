//! The tools of one worker, prepared for clients.

use super::erased::AnyWorker;
use super::pages::Pages;
use crate::entry::ToolEntry;
use crate::worker::Worker;
use rmcp::model::Tool;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The tools of a worker, rendered once for all callers that list them. Clones share them.
#[derive(Clone)]
pub struct Tools(Arc<Prepared>);

pub(super) struct Prepared {
    pub worker: Arc<dyn AnyWorker>,
    pub pages: Pages,
    /// By wire name.
    pub called: HashMap<&'static str, Called>,
    /// Tools with arguments that are repeated in HTTP headers, to compare the two.
    pub mirrored: HashMap<&'static str, Tool>,
}

/// What results are written by.
pub(super) struct Called {
    pub entry: &'static ToolEntry,
    /// Whether a list of content blocks that it returns is sent as such.
    pub returns_blocks: bool,
}

impl Tools {
    /// Prepares the tools of a worker.
    pub fn of<H: Send + Sync + 'static>(worker: impl Into<Arc<Worker<H>>>) -> Self {
        let worker: Arc<dyn AnyWorker> = worker.into();
        let listed = worker.listed();
        let called = listed.iter().map(|listed| {
            let called = Called {
                entry: listed.entry,
                returns_blocks: listed.returns_blocks,
            };
            (listed.entry.wire_name, called)
        });
        let called: HashMap<_, _> = called.collect();
        let mirrored = listed.iter().filter_map(|listed| mirror(listed.entry));
        let mirrored = mirrored.collect();
        let pages = Pages::write(listed.into_iter());
        Tools(Arc::new(Prepared {
            worker,
            pages,
            called,
            mirrored,
        }))
    }

    /// The SHA-256 of the list, in hex, which every page has under `_meta.digest`. The same list has the same
    /// digest in every build, so it shows whether a cached list is still current.
    pub fn digest(&self) -> &str {
        self.0.pages.digest()
    }

    /// The number of tools.
    pub fn len(&self) -> usize {
        self.0.called.len()
    }

    /// Whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.0.called.is_empty()
    }

    pub(super) fn prepared(&self) -> &Prepared {
        &self.0
    }
}

/// A tool with an argument that is repeated in a header, in the form in which the SDK compares the two.
fn mirror(entry: &'static ToolEntry) -> Option<(&'static str, Tool)> {
    let schema = entry.schema();
    if !schema.contains("x-mcp-header") {
        return None;
    }
    let schema = serde_json::from_str(&schema).ok()?;
    Some((
        entry.wire_name,
        Tool::new(entry.wire_name, "", Arc::new(schema)),
    ))
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools")
            .field("worker", &self.0.worker.name())
            .field("digest", &self.digest())
            .finish_non_exhaustive()
    }
}
