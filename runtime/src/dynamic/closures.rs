//! The closures of a worker, and how a call of one is prepared.

use super::tool::Check;
use crate::backends::Backends;
use crate::call::Opened;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{Fault, ToolFailure};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::observe::Watch;
use std::fmt;
use std::pin::Pin;

pub(super) type Running = Pin<Box<dyn Future<Output = Result<Json, ToolFailure>> + Send>>;

pub(super) type Run = Box<dyn Fn(&str, &Context) -> Running + Send + Sync>;

/// The handlers of a worker made by a [`Registry`](super::Registry). Only the wrapper can call them.
#[derive(Debug)]
pub struct Closures(Vec<Closure>);

/// A tool, and the closure that runs it.
pub(super) struct Closure {
    pub entry: &'static ToolEntry,
    pub check: Check,
    pub run: Run,
}

impl Closures {
    pub(super) fn new(closures: Vec<Closure>) -> Self {
        Closures(closures)
    }
}

/// Checks the arguments of a call and prepares the work of its closure.
pub(crate) fn open_closure<'c>(
    backends: &'c Backends<Closures>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    let context = watch.context;
    let is_called = |known: &&Closure| known.entry.wire_name == entry.wire_name;
    let Some(closure) = backends.handlers.0.iter().find(is_called) else {
        let what = format!("no closure is called `{}`", call.name);
        return Err(Box::new(Fault::scrubbed(&call.name, what)));
    };
    call.validate(closure.entry)?;
    if let Check::By(check) = &closure.check {
        let broken = check(&call.value());
        if !broken.is_empty() {
            return Err(broken.into());
        }
    }
    // The closure is called by the first poll, after approval.
    let work = async move { (closure.run)(call.text(), context).await };
    Ok(Opened::ready(Box::pin(work)))
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)
    }
}
