//! The closures of run-time tools.

use super::tool::Check;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::json::Json;
use std::fmt;
use std::pin::Pin;

pub(super) type Running = Pin<Box<dyn Future<Output = Result<Json, ToolFailure>> + Send>>;

pub(super) type Run = Box<dyn Fn(&str, &Context) -> Running + Send + Sync>;

/// The handlers of a worker that has run-time tools alone: there are none, since each tool has its closure.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Closures;

/// A tool, and the closure that runs it.
pub(crate) struct Closure {
    pub(super) entry: &'static ToolEntry,
    pub(super) check: Check,
    pub(super) run: Run,
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)
    }
}
