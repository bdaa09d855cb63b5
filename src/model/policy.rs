//! Noun: who may call what, and who must be asked.

use super::ToolId;
use super::approval::Approval;
use super::configured::Mount;
use super::flow::FlowPolicy;
use super::limit::{Limited, Limits};
use super::rule::Ruled;
use super::toolset::Settings;
use crate::source::{Span, Spanned};
use std::sync::Arc;

/// What a worker does about a result that breaks its tool's output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputPolicy {
    /// Nothing.
    #[default]
    Off,
    /// Tells the observers.
    Warn,
    /// Fails the call.
    Enforce,
}

impl OutputPolicy {
    /// Every value with the word that stands for it in a file.
    pub const ALL: &'static [(&'static str, OutputPolicy)] = &[
        ("off", OutputPolicy::Off),
        ("warn", OutputPolicy::Warn),
        ("enforce", OutputPolicy::Enforce),
    ];

    /// How much it holds results to their schemas: more for a stricter one.
    pub fn strictness(self) -> usize {
        let mut all = Self::ALL.iter();
        all.position(|(_, policy)| *policy == self).unwrap_or(0)
    }

    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, policy)| *policy == self)
            .map_or("", |(name, _)| name)
    }
}

/// A closed world: the tools that exist for one worker.
#[derive(Debug, Clone)]
pub struct Worker {
    /// Its name as written.
    pub name: String,
    /// Its place; `None` for the worker `all` of a build without workers.
    pub span: Option<Span>,
    /// What it says for the program that runs it.
    pub prompt: Prompt,
    /// The tools that it may call, in the order of [`super::Catalog::tools`].
    pub grants: Vec<Grant>,
    /// The tools that are blocked: nothing but the names and the reason is kept of them. Overloads
    /// share the qualified name, also with those that are granted, and differ in the wire name.
    pub blocked: Vec<Blocked>,
    /// What is done about results that break their output schemas.
    pub output: OutputPolicy,
    /// What says so; `None` where nothing does.
    pub output_span: Option<Span>,
    /// What it says of the toolsets that toolc brings along.
    pub toolsets: Vec<Settings>,
    /// The toolsets whose handlers the program makes when it starts, in the order of the file.
    pub mounts: Vec<Mount>,
    /// What limits the calls of each of its tools.
    pub limits: Limits,
    /// What it says about the limits of namespaces and tools.
    pub limited: Vec<Limited>,
    /// What it says about what may flow through it.
    pub flow: FlowPolicy,
}

impl Worker {
    /// Whether somebody may be asked about a call, as far as files say so.
    pub fn may_ask(&self) -> bool {
        let asks = |grant: &Grant| {
            let ruled = grant.rules.as_ref();
            grant.approval == Approval::Ask || ruled.is_some_and(|it| it.may_say(Approval::Ask))
        };
        self.grants.iter().any(asks) || self.toolsets.iter().any(Settings::may_ask)
    }
}

/// What a worker says for the program that runs it: data, which decides nothing about its tools.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// What the model is told to be and to do.
    pub instructions: Option<Spanned<String>>,
    /// The model, by the name that the program knows.
    pub model: Option<Spanned<String>>,
}

/// A tool that a worker may call.
#[derive(Debug, Clone)]
pub struct Grant {
    /// The tool.
    pub tool: ToolId,
    /// Whether someone is asked; where there are rules, about the calls that none of them decides about.
    /// [`Approval::Blocked`] only there.
    pub approval: Approval,
    /// What depends on the arguments, where something does.
    pub rules: Option<Arc<Ruled>>,
    /// What says so; `None` where nothing does.
    pub span: Option<Span>,
    /// Whose word that is.
    pub origin: Origin,
    /// What limits its calls, all in all.
    pub limits: Limits,
    /// What grants the tool: its name in a whitelist, or the toolset.
    pub listed: Option<Span>,
}

/// Whose word an approval is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Origin {
    /// Nobody says anything, so somebody is asked.
    #[default]
    Unsaid,
    /// The definition of the tool.
    Tool,
    /// What the worker says of this tool.
    Entry,
    /// The `default` of the toolset.
    Default,
    /// A worker that this one extends.
    Parent(String),
}

impl Origin {
    /// The same for people.
    pub fn words(&self) -> String {
        match self {
            Origin::Unsaid => "nobody says otherwise".to_owned(),
            Origin::Tool => "its definition".to_owned(),
            Origin::Entry => "the worker's entry".to_owned(),
            Origin::Default => "the worker's default".to_owned(),
            Origin::Parent(name) => format!("worker `{name}`, which it extends"),
        }
    }
}

/// A tool that a worker names but can never call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    /// `namespace::name`
    pub name: String,
    /// The name on the wire.
    pub wire_name: String,
    /// What says that it is blocked.
    pub span: Option<Span>,
    /// Whose word that is.
    pub origin: Origin,
    /// What a caller is told.
    pub reason: String,
    /// Where the reason stands; `None` where none is given.
    pub reason_span: Option<Span>,
}
