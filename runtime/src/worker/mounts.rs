//! Workers with mounted toolsets: what is unavailable, and what runs after the last call.

use super::Worker;
use crate::entry::ToolEntry;
use crate::mount::{Cleanup, MountError, MountTable, Mounting, Mounts, clean_up};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a worker keeps of its mounts.
pub(crate) struct Held {
    tables: Vec<&'static MountTable>,
    absent: Vec<(&'static MountTable, String)>,
    is_closed: AtomicBool,
    cleanups: Mutex<Vec<Cleanup>>,
}

impl Held {
    /// Refuses all further calls, and returns the cleanups to the first caller.
    fn close(&self) -> Vec<Cleanup> {
        self.is_closed.store(true, Ordering::Release);
        let mut cleanups = self.cleanups.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *cleanups)
    }

    /// Why a tool is unavailable.
    fn reason(&self, entry: &ToolEntry) -> Option<&str> {
        let absent = self.absent.iter();
        let mut absent = absent.filter(|(table, _)| has(table, entry));
        if let Some((_, reason)) = absent.next() {
            return Some(reason);
        }
        let mut tables = self.tables.iter();
        let is_closed = self.is_closed.load(Ordering::Acquire);
        (is_closed && tables.any(|table| has(table, entry))).then_some("the worker is closed")
    }
}

fn has(table: &MountTable, entry: &ToolEntry) -> bool {
    let mut tools = table.tools.iter();
    tools.any(|tool| tool.wire_name == entry.wire_name)
}

impl Mounting<'_> {
    /// Completes the worker with what was mounted.
    ///
    /// # Errors
    /// Fails if a toolset that the worker requires could not be mounted. Those mounted before it are cleaned
    /// up then.
    pub async fn finish<H>(self, mut worker: Worker<H>) -> Result<Worker<H>, MountError> {
        worker.set_mounts(self.into_mounts().await?);
        Ok(worker)
    }
}

impl<H: 'static> Worker<H> {
    fn set_mounts(&mut self, mounts: Mounts) {
        self.held = Some(Box::new(Held {
            tables: mounts.tables,
            absent: mounts.absent,
            is_closed: AtomicBool::new(false),
            cleanups: Mutex::new(mounts.cleanups),
        }));
    }

    /// The optional toolsets that are unavailable, and why.
    pub(super) fn absent_toolsets(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let held = self.held.iter();
        let absent = held.flat_map(|held| &held.absent);
        absent.map(|(table, reason)| (table.toolset, reason.as_str()))
    }

    /// Their tools, by wire name.
    pub(super) fn tools_of_absent_toolsets(&self) -> impl Iterator<Item = &'static str> {
        let held = self.held.iter();
        let absent = held.flat_map(|held| &held.absent);
        let tools = absent.flat_map(|(table, _)| table.tools);
        tools.map(|tool| tool.wire_name)
    }

    /// Cleans up the mounted toolsets, once, in reverse order; closing a worker again does nothing. From then
    /// on, calls of mounted toolsets fail with [`crate::ErrorKind::Unavailable`]; calls in progress are not
    /// waited for. A worker that is dropped without being closed is not cleaned up.
    pub async fn close(&self) {
        let Some(held) = &self.held else {
            return;
        };
        clean_up(held.close()).await;
    }

    /// Why a tool of a mounted toolset is unavailable.
    #[inline]
    pub(super) fn find_absent_toolset(&self, entry: &ToolEntry) -> Option<&str> {
        self.held.as_ref()?.reason(entry)
    }
}
