//! What tool files declare for all of their tools: their configuration, and the events that their handlers
//! emit.

use crate::args::Args;
use crate::output::Output;
use crate::schema::{Object, Schema};
use crate::slot::{Part, Slot};
use crate::tool::Tool;

/// Names of events, or pointers to secrets.
pub type Names = &'static [&'static str];

/// The tools of a namespace. Generated code has one marker type for each namespace that declares such things.
pub trait Toolset: 'static {
    /// The name of the namespace.
    const NAME: &'static str;
    /// The names of all events that its tools may emit.
    const EVENTS: Names;
    /// The configuration of its tools. `'a` is the lifetime of the values that are read.
    type Config<'a>: Args<'a> + Send;
}

/// A tool whose toolset declares events.
#[diagnostic::on_unimplemented(
    message = "the tool file of `{Self}` declares no events",
    note = "declare it under `events` of the tool file"
)]
pub trait Member: Tool {
    /// The toolset that it belongs to.
    type Toolset: Toolset;
}

/// An event that a tool file declares. Generated code has one type for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an event that a tool file declares",
    note = "declare it under `events` of the tool file"
)]
pub trait ToolEvent: Output {
    /// The toolset whose tools may emit it.
    type Toolset: Toolset;
    /// The qualified name: `namespace::event`.
    const NAME: &'static str;
    /// The schema that the event must match.
    const SCHEMA: &'static Schema;
    /// JSON pointers to the secrets in it, which observers do not see.
    const SECRETS: Names;
}

/// The configuration of a toolset that declares none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoConfig;

impl<'a> Part<'a> for NoConfig {
    fn empty() -> Self {
        NoConfig
    }

    fn slot(&mut self, _: usize) -> &mut dyn Slot<'a> {
        self
    }
}

impl Args<'_> for NoConfig {
    const SCHEMA: &'static Schema = &Schema::Object(&Object {
        rest: &Schema::Never,
        ..Object::ANY
    });
}
