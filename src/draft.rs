//! Noun: what one reader found in one file; names and schemas are not resolved yet.

use crate::config::Entry;
pub use crate::model::Skipped;
use crate::model::approval::Approval;
use crate::model::declared::Declaration;
use crate::model::effect::Stated;
use crate::model::engine::Remote;
use crate::model::execution::Execution;
use crate::model::failure::DeclaredError;
use crate::model::flow::FlowPolicy;
use crate::model::http::{Operation, Statuses};
use crate::model::limit::Limits;
use crate::model::native::Native;
use crate::model::policy::{OutputPolicy, Prompt};
use crate::model::rule::Rules;
use crate::model::toolset::Settings;
use crate::node::Node;
pub use crate::schema::document::{DocumentKind, DraftDocument, DraftSchema};
use crate::source::{EntryId, Role, SourceId, Span, Spanned};
use std::sync::Arc;

/// What a file says.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Tools, in the order of the file.
    pub tools: Vec<DraftTool>,
    /// Workers, in the order of the file.
    pub workers: Vec<DraftWorker>,
    /// Tools and operations that were left out; each has a diagnostic of this code.
    pub skipped: Vec<Skipped>,
    /// Files that lie beside what `toolc.yaml` lists, each with the place of the list.
    pub unlisted: Vec<Unlisted>,
    /// What could not be read, so that nobody knows which tools it has; each has an error.
    pub lost: Vec<Lost>,
    /// Operations in whose place other tools stand.
    pub replaced: Vec<Replaced>,
    /// What files declare for all of their tools.
    pub declared: Vec<DraftDeclared>,
    /// Documents that schemas may refer to.
    pub documents: Vec<DraftDocument>,
    /// The references that lead out of their documents.
    pub outward: Vec<Spanned<String>>,
    /// Whether a reference asks for the dynamic scope.
    pub is_dynamic: bool,
}

impl Draft {
    /// Adds what another file says.
    pub fn append(&mut self, other: Draft) {
        self.tools.extend(other.tools);
        self.workers.extend(other.workers);
        self.skipped.extend(other.skipped);
        self.lost.extend(other.lost);
        self.unlisted.extend(other.unlisted);
        self.replaced.extend(other.replaced);
        self.declared.extend(other.declared);
        self.documents.extend(other.documents);
        self.outward.extend(other.outward);
        self.is_dynamic |= other.is_dynamic;
    }
}

/// What a file declares for all of its tools.
#[derive(Debug, Clone)]
pub struct DraftDeclared {
    /// The namespace that the registry entry, else the file gives to it.
    pub namespace: Option<Spanned<String>>,
    /// What it is.
    pub what: Declaration,
    /// What values must be.
    pub schema: DraftSchema,
    /// Its place.
    pub span: Span,
}

/// A file that gives nothing, because `toolc.yaml` lists what does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlisted {
    /// The file.
    pub source: SourceId,
    /// The key of the list.
    pub list: Span,
    /// The key under which the file would be listed: `tools` or `workers`.
    pub under: &'static str,
}

/// Tools that nobody could read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Their namespace; `None` where it may be any.
    pub namespace: Option<String>,
}

impl Lost {
    /// What is lost with a file that this entry lists; `None` where it holds no tools.
    pub fn of(role: &Role, entry: Option<&Entry>) -> Option<Self> {
        match role {
            Role::Listed(_) => Some(entry.map_or(Lost { namespace: None }, Lost::of_entry)),
            Role::Found | Role::Config => Some(Lost { namespace: None }),
            Role::Beside(_)
            | Role::Worker
            | Role::Schema(_)
            | Role::Overlay(_)
            | Role::Part
            | Role::Module(_)
            | Role::Shipped(_) => None,
        }
    }

    fn of_entry(entry: &Entry) -> Self {
        let namespace = entry.namespace.as_ref();
        let namespace = namespace.filter(|_| entry.kind.is_foreign());
        Lost {
            namespace: namespace.map(|namespace| namespace.value.clone()),
        }
    }
}

/// An operation in whose place another tool stands.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// `GET /pets`
    pub operation: String,
    /// The place of the operation.
    pub span: Span,
    /// The namespace of the operation, where its registry entry says it.
    pub namespace: Option<String>,
    /// The tool: `namespace::name`, or a name in the namespace of the operation.
    pub by: Spanned<String>,
}

/// One tool as a file defines it.
#[derive(Debug, Clone)]
pub struct DraftTool {
    /// The unqualified name.
    pub name: Spanned<String>,
    /// The `namespace` key of the tool itself.
    pub own_namespace: Option<Spanned<String>>,
    /// The namespace that the file gives to it (the key above the list, or `{namespace, tools}`).
    pub file_namespace: Option<Spanned<String>>,
    /// What the model is told; empty where nothing is said.
    pub description: String,
    /// Where that is.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The input schema, in JSON Schema 2020-12.
    pub input: DraftSchema,
    /// The output schema, where there is one.
    pub output: Option<DraftSchema>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// `timeout`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `effect`
    pub effect: Stated,
    /// `untrusted`: whether results come from outside.
    pub untrusted: Option<Spanned<bool>>,
    /// Whether a server of others gives the results.
    pub served: bool,
    /// `inject`: the names of what the program gives to its handler.
    pub inject: Vec<Spanned<String>>,
    /// `errors`
    pub errors: Vec<DeclaredError>,
    /// Its own rules on arguments, before that.
    pub rules: Rules,
    /// Who may call it.
    pub execution: Execution,
    /// MCP annotations, `metadata` and the like, kept as they are.
    pub metadata: Vec<(String, Node)>,
    /// The request that it makes, where it is an operation of an API.
    pub http: Option<Arc<Operation>>,
    /// What a service answers that is not a success, the most specific statuses first.
    pub refusals: Vec<DraftRefusal>,
    /// What it is, where it is written in Rust.
    pub native: Option<Arc<Native>>,
    /// What its MCP server knows it by, where it is of a snapshot.
    pub remote: Option<Arc<Remote>>,
    /// Values that `toolc.yaml` gives to arguments.
    pub given: Vec<Given>,
    /// Arguments of its request that the program gives: what the values must be.
    pub injected: Vec<DraftInjected>,
    /// SHA-256 in hex of the input schema as the file has it: keys sorted, no white space.
    /// `None` where the schema is put together from parts (OpenAPI).
    pub raw_fingerprint: Option<String>,
    /// Whether others wrote it: an MCP server, a provider, the authors of an API.
    pub foreign: bool,
    /// The registry entry that lists it.
    pub entry: Option<EntryId>,
    /// The place of the definition.
    pub span: Span,
}

impl DraftTool {
    /// What MCP calls annotations.
    pub fn annotations(&self) -> Option<&Node> {
        let found = self.metadata.iter().find(|(key, _)| key == "annotations");
        found.map(|(_, node)| node)
    }
}

/// What a service answers with some statuses.
#[derive(Debug, Clone)]
pub struct DraftRefusal {
    /// The statuses.
    pub statuses: Statuses,
    /// The schema, where the answer is JSON and the description says what it holds.
    pub schema: Option<DraftSchema>,
}

/// An argument of a request that the program gives.
#[derive(Debug, Clone)]
pub struct DraftInjected {
    /// The argument, and the name of the value.
    pub name: String,
    /// What the description says of it.
    pub schema: DraftSchema,
}

/// A value that `toolc.yaml` gives to an argument.
#[derive(Debug, Clone)]
pub struct Given {
    /// The argument.
    pub argument: Spanned<String>,
    /// The value, as JSON text.
    pub value: Spanned<String>,
    /// What the description says of the argument.
    pub schema: DraftSchema,
}

/// One worker file.
#[derive(Debug, Clone)]
pub struct DraftWorker {
    /// Its name.
    pub name: Spanned<String>,
    /// `extends`: the workers that it narrows.
    pub extends: Vec<Spanned<String>>,
    /// What another worker is told of it that may call it.
    pub description: Option<Spanned<String>>,
    /// What it says for the program that runs it.
    pub prompt: Prompt,
    /// What it may use, in the order of the file.
    pub toolsets: Vec<DraftToolset>,
    /// Whether it says which toolsets it has; else they are those of its parent.
    pub has_toolsets: bool,
    /// `deny`
    pub denied: Vec<DraftDenial>,
    /// `output_policy`
    pub output: Option<Spanned<OutputPolicy>>,
    /// Where `read_only: true` is.
    pub read_only: Option<Span>,
    /// Where `read_only: false` is.
    pub writes: Option<Span>,
    /// `timeout`, for each of its tools.
    pub limits: Limits,
    /// `flow`: what may flow through it.
    pub flow: FlowPolicy,
}

/// One entry under `toolsets:`.
#[derive(Debug, Clone)]
pub struct DraftToolset {
    /// The namespace whose tools are granted.
    pub name: Spanned<String>,
    /// `tools`
    pub tools: Whitelist,
    /// `allow_empty: true` beside an empty whitelist.
    pub allow_empty: bool,
    /// `approval.default`
    pub default: Option<Spanned<Approval>>,
    /// `approval.tools`
    pub approvals: Vec<(Spanned<String>, Spanned<Approval>)>,
    /// Where `read_only: true` is.
    pub read_only: Option<Span>,
    /// Where `read_only: false` is.
    pub writes: Option<Span>,
    /// The same toolset of each worker that this one extends, with the name of that worker; theirs are among them, so
    /// none has any of its own.
    pub parents: Vec<(String, DraftToolset)>,
    /// `timeout`, for each of its tools.
    pub limits: Limits,
    /// `limits`: those of single tools.
    pub single_limits: Vec<(Spanned<String>, Limits)>,
    /// `approval.rules`
    pub rules: Rules,
    /// `deny`
    pub denied: Vec<DraftDenial>,
    /// `blockReason`: what a caller of a blocked tool is told.
    pub block_reason: Option<Spanned<String>>,
    /// The same for single tools.
    pub block_reasons: Vec<(Spanned<String>, Spanned<String>)>,
    /// Keys that only built-in toolsets understand (`root`, `rules`, `module` …).
    pub options: Vec<Spanned<String>>,
    /// What its tools are configured with, and how they are mounted.
    pub mounting: Mounting,
    /// What these keys say, where toolc brings along a toolset of this name.
    pub settings: Option<Settings>,
    /// `module`: the file of Rust that has its tools.
    pub module: Option<DraftModule>,
}

/// A file of Rust whose functions are tools.
#[derive(Debug, Clone)]
pub struct DraftModule {
    /// `module`, as it is written.
    pub path: Spanned<String>,
    /// `rust_path`; `None` where it cannot be read, which is reported.
    pub rust_path: Option<Spanned<Vec<String>>>,
    /// `functions`: what its text does not say of them.
    pub functions: Vec<DraftFunction>,
}

/// What a toolset says of a function of its module.
#[derive(Debug, Clone)]
pub struct DraftFunction {
    /// Its name, also with the namespace before it.
    pub name: Spanned<String>,
    /// `effect`
    pub effect: Stated,
    /// `untrusted`
    pub untrusted: Option<Spanned<bool>>,
    /// `timeout`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `execution`
    pub execution: Execution,
    /// `inject`
    pub inject: Vec<Spanned<String>>,
    /// `errors`, and the place of the key.
    pub errors: Spanned<Vec<DeclaredError>>,
}

/// What a worker says of how the handlers of a toolset are made.
#[derive(Debug, Clone, Default)]
pub struct Mounting {
    /// `config`: the key, and its values.
    pub config: Option<Spanned<Node>>,
    /// Where `mount: true` is.
    pub mount: Option<Span>,
    /// Where `optional: true` is.
    pub optional: Option<Span>,
}

/// A tool that is denied, whatever else grants it.
#[derive(Debug, Clone)]
pub struct DraftDenial {
    /// Its name, in a toolset also without the namespace.
    pub name: Spanned<String>,
    /// What a caller is told.
    pub reason: Option<Spanned<String>>,
}

/// Which tools of its namespace a toolset grants.
#[derive(Debug, Clone)]
pub enum Whitelist {
    /// Nothing is said.
    Missing,
    /// What is said cannot be read, which is reported.
    Unreadable,
    /// `all`, at this place: every tool.
    All(Span),
    /// The tools of a list.
    Names(Spanned<Vec<Spanned<String>>>),
}
