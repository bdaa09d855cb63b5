//! Workers built at run time from tools that engines run, without handlers or generated code.

use crate::backends::{self, Backends};
use crate::call::Opened;
use crate::entry::ToolEntry;
use crate::error::Fault;
use crate::incoming::Incoming;
use crate::observe::Watch;
use crate::operation::Operation;
use crate::remote::RemoteCall;
use crate::simulated::{Model, Simulator};
use crate::toolset::Runner;
use std::collections::HashMap;

/// The engine of each tool of a worker, by wire name.
#[derive(Debug, Clone, Default)]
pub struct Engines(HashMap<&'static str, Engine>);

/// The engine that runs one tool.
#[derive(Debug, Clone, Copy)]
pub enum Engine {
    /// An HTTP request to an API.
    Request(&'static Operation),
    /// A call to an MCP server.
    Remote(&'static RemoteCall),
    /// Simulated results.
    Simulated(&'static Simulator),
    /// Results that a model makes up.
    Asked(&'static Model),
    /// The toolset `filesystem`.
    Files(Runner),
    /// The toolset `shell`.
    Command,
    /// The toolset `results`.
    Pages,
    /// The handler of a program, which is not here: its calls are only looked at
    /// ([`Worker::dry_run`](crate::Worker::dry_run)), and fail if they are made.
    Program,
}

impl FromIterator<(&'static str, Engine)> for Engines {
    fn from_iter<I: IntoIterator<Item = (&'static str, Engine)>>(engines: I) -> Self {
        Engines(engines.into_iter().collect())
    }
}

impl Engines {
    /// The engine of the tool with this wire name.
    pub fn get(&self, wire_name: &str) -> Option<Engine> {
        self.0.get(wire_name).copied()
    }
}

/// Checks the arguments of a call and prepares the work of its engine.
pub(crate) fn open_by_table<'c>(
    backends: &'c Backends<Engines>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    match backends.handlers.get(entry.wire_name) {
        Some(Engine::Request(operation)) => {
            backends::open_operation(backends, call, watch, entry, operation)
        }
        Some(Engine::Remote(remote)) => {
            backends::open_remote_call(backends, call, watch, entry, remote)
        }
        Some(Engine::Simulated(simulator)) => {
            backends::open_simulation(backends, call, watch, entry, simulator)
        }
        Some(Engine::Asked(model)) => backends::open_question(backends, call, watch, entry, model),
        Some(Engine::Files(runner)) => backends::open_runner(backends, call, watch, entry, runner),
        #[cfg(unix)]
        Some(Engine::Command) => backends::open_command(backends, call, watch, entry),
        #[cfg(not(unix))]
        Some(Engine::Command) => Err(without_engine(entry)),
        Some(Engine::Pages) => backends::open_page(backends, call, watch, entry),
        Some(Engine::Program) => backends::open_absent(call, entry),
        None => Err(without_engine(entry)),
    }
}

fn without_engine(entry: &ToolEntry) -> Box<Fault> {
    let what = format!("no engine runs `{}`", entry.name);
    Box::new(Fault::scrubbed(entry.wire_name, what))
}
