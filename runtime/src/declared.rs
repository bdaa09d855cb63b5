//! What tool files declare for all of their tools: what they are configured with, and the events that
//! their handlers emit.

use crate::args::Args;
use crate::output::Output;
use crate::schema::{Object, Schema};
use crate::slot::{Part, Slot};
use crate::tool::Tool;

/// Names of events, or pointers to secrets.
pub type Names = &'static [&'static str];

/// The tools of a namespace. Generated code has one marker type where something is declared for them.
pub trait Toolset: 'static {
    /// The namespace.
    const NAME: &'static str;
    /// The names of all events that its tools may emit.
    const EVENTS: Names;
    /// What its tools are configured with. `'a` is the life of the values that are read.
    type Config<'a>: Args<'a> + Send;
}

/// A tool whose toolset declares events.
#[diagnostic::on_unimplemented(
    message = "the tool file of `{Self}` declares no events",
    note = "declare it under `events` of the tool file"
)]
pub trait Member: Tool {
    /// Its toolset.
    type Toolset: Toolset;
}

/// An event that a tool file declares. Generated code has one type for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an event that a tool file declares",
    note = "declare it under `events` of the tool file"
)]
pub trait ToolEvent: Output {
    /// Whose tools may emit it.
    type Toolset: Toolset;
    /// `namespace::event`
    const NAME: &'static str;
    /// What it must be.
    const SCHEMA: &'static Schema;
    /// Where secrets are in it, of which observers are shown nothing.
    const SECRETS: Names;
}

/// What a toolset is configured with that declares nothing.
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
