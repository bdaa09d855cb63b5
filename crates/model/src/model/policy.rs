//! Noun: who may call what, and when a person must be asked.

mod data;
mod row;

use super::ToolId;
use super::approval::Approval;
use super::configured::Mount;
use super::flow::FlowPolicy;
use super::limit::{Limited, Limits};
use super::repair::{RepairKind, Repairs};
use super::results::{GrantedResults, ResultEntry};
use super::rule::Ruled;
use super::toolset::Settings;
pub use row::RowData;
use std::sync::Arc;
use toolc_base::source::{Span, Spanned};

/// What a worker does about results that violate their tool's output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputPolicy {
    /// Nothing.
    #[default]
    Off,
    /// Reports it to the observers.
    Warn,
    /// Fails the call.
    Enforce,
}

impl OutputPolicy {
    /// Every value, with its name in files.
    pub const ALL: &'static [(&'static str, OutputPolicy)] = &[
        ("off", OutputPolicy::Off),
        ("warn", OutputPolicy::Warn),
        ("enforce", OutputPolicy::Enforce),
    ];

    /// A rank: higher is stricter.
    pub fn strictness(self) -> usize {
        let mut all = Self::ALL.iter();
        all.position(|(_, policy)| *policy == self).unwrap_or(0)
    }

    /// Its name in files.
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
    /// Its place; `None` for the worker `all` in a build without workers.
    pub span: Option<Span>,
    /// Prompt settings for the program that runs it.
    pub prompt: Prompt,
    /// The tools that it may call, in the order of [`super::Catalog::tools`].
    pub grants: Vec<Grant>,
    /// The blocked tools, of which only names and reasons are kept. Overloads share the qualified
    /// name, also with granted overloads, and differ in the wire name.
    pub blocked: Vec<Blocked>,
    /// How results that violate their output schemas are treated.
    pub output: OutputPolicy,
    /// The place that sets this; `None` if nothing does.
    pub output_span: Option<Span>,
    /// How calls that are refused are repaired where they can mean one thing only, in the order of the words; empty if they
    /// are not.
    pub repair: Vec<RepairKind>,
    /// The place that sets this; `None` if nothing does.
    pub repair_span: Option<Span>,
    /// Its settings for the built-in toolsets.
    pub toolsets: Vec<Settings>,
    /// The toolsets whose handlers are made by the program at startup, in the order of the file.
    pub mounts: Vec<Mount>,
    /// The limits on the calls of each of its tools.
    pub limits: Limits,
    /// Its limits for namespaces and single tools.
    pub limited: Vec<Limited>,
    /// Its flow policy.
    pub flow: FlowPolicy,
    /// What it says about results; then what each worker says that it extends.
    pub results: Vec<Vec<ResultEntry>>,
}

impl Worker {
    /// What it may do with a tool, if it may call it.
    pub fn find_grant(&self, tool: ToolId) -> Option<&Grant> {
        let place = self.grants.binary_search_by_key(&tool, |grant| grant.tool);
        place.ok().map(|place| &self.grants[place])
    }

    /// Whether a person may be asked about a call, as far as the files tell.
    pub fn may_ask(&self) -> bool {
        let asks = |grant: &Grant| {
            let ruled = grant.rules.as_ref();
            grant.approval == Approval::Ask || ruled.is_some_and(|it| it.may_say(Approval::Ask))
        };
        self.grants.iter().any(asks) || self.toolsets.iter().any(Settings::may_ask)
    }
}

/// Settings of a worker for the program that runs it. They are plain data, and have no influence on
/// its tools.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// The instructions for the model.
    pub instructions: Option<Spanned<String>>,
    /// The model, by a name that the program knows.
    pub model: Option<Spanned<String>>,
}

/// A tool that a worker may call.
#[derive(Debug, Clone)]
pub struct Grant {
    /// The tool.
    pub tool: ToolId,
    /// Whether a person is asked. If there are rules, this applies to calls that none of them
    /// decides; only then can it be [`Approval::Blocked`].
    pub approval: Approval,
    /// The rules, if the approval depends on the arguments.
    pub rules: Option<Arc<Ruled>>,
    /// The place that sets the approval; `None` if nothing does.
    pub span: Option<Span>,
    /// Who sets it.
    pub origin: Origin,
    /// The effective limits on its calls.
    pub limits: Limits,
    /// What applies to its results, if anything is said about them.
    pub results: Option<Arc<GrantedResults>>,
    /// What grants the tool: its name in a whitelist, or the toolset.
    pub listed: Option<Span>,
    /// Where its calls may be repaired, if its worker wants that and there is such a place.
    pub repairs: Option<Arc<Repairs>>,
}

/// Who sets an approval.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Origin {
    /// Nobody, so a person is asked.
    #[default]
    Unsaid,
    /// The definition of the tool.
    Tool,
    /// The worker, for this tool.
    Entry,
    /// The `default` of the toolset.
    Default,
    /// A worker that this one extends.
    Parent(String),
}

impl Origin {
    /// Text for people.
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
    /// The wire name.
    pub wire_name: String,
    /// The place that blocks it.
    pub span: Option<Span>,
    /// Who blocks it.
    pub origin: Origin,
    /// What callers are told.
    pub reason: String,
    /// The place of the reason; `None` if none is given.
    pub reason_span: Option<Span>,
}
