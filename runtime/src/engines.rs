//! Workers that are made while a program runs, of tools that engines run: no handler and no generated code.

use crate::call::Opened;
use crate::entry::ToolEntry;
use crate::error::Fault;
use crate::incoming::Incoming;
use crate::means::{self, Means};
use crate::observe::Watch;
use crate::operation::Operation;
use crate::remote::RemoteCall;
use crate::toolset::Runner;
use std::collections::HashMap;

/// What runs each tool of a worker, by the name on the wire.
#[derive(Debug, Clone, Default)]
pub struct Engines(HashMap<&'static str, Engine>);

/// What runs one tool.
#[derive(Debug, Clone, Copy)]
pub enum Engine {
    /// A request of an API.
    Request(&'static Operation),
    /// A call of an MCP server.
    Remote(&'static RemoteCall),
    /// The toolset `filesystem`.
    Files(Runner),
    /// The toolset `shell`.
    Command,
}

impl FromIterator<(&'static str, Engine)> for Engines {
    fn from_iter<I: IntoIterator<Item = (&'static str, Engine)>>(engines: I) -> Self {
        Engines(engines.into_iter().collect())
    }
}

impl Engines {
    /// What runs the tool of this name on the wire.
    pub fn get(&self, wire_name: &str) -> Option<Engine> {
        self.0.get(wire_name).copied()
    }
}

/// Checks the arguments of a call and prepares the work of its engine.
pub(crate) fn open<'c>(
    means: &'c Means<Engines>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    match means.handlers.get(entry.wire_name) {
        Some(Engine::Request(operation)) => {
            means::open_operation(means, call, watch, entry, operation)
        }
        Some(Engine::Remote(remote)) => means::open_remote_call(means, call, watch, entry, remote),
        Some(Engine::Files(runner)) => means::open_runner(means, call, watch, entry, runner),
        #[cfg(unix)]
        Some(Engine::Command) => means::open_command(means, call, watch, entry),
        #[cfg(not(unix))]
        Some(Engine::Command) => Err(without_engine(entry)),
        None => Err(without_engine(entry)),
    }
}

fn without_engine(entry: &ToolEntry) -> Box<Fault> {
    let what = format!("no engine runs `{}`", entry.name);
    Box::new(Fault::scrubbed(entry.wire_name, what))
}
