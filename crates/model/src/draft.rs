//! Noun: what a reader found in one file, before names and schemas are resolved.

use crate::config::Entry;
pub use crate::model::Skipped;
use crate::model::ToolName;
use crate::model::approval::Approval;
use crate::model::constant::Constant;
use crate::model::declared::Declaration;
use crate::model::effect::Stated;
use crate::model::engine::Remote;
use crate::model::evolution::Evolution;
use crate::model::execution::Execution;
use crate::model::failure::DeclaredError;
use crate::model::flow::FlowPolicy;
use crate::model::http::{Operation, Statuses};
use crate::model::limit::Limits;
use crate::model::native::{KeptType, Native};
use crate::model::policy::{OutputPolicy, Prompt};
use crate::model::repair::RepairKind;
use crate::model::results::ResultEntry;
use crate::model::rule::Rules;
use crate::model::toolset::Settings;
use std::sync::Arc;
use toolc_base::node::Node;
use toolc_base::source::{EntryId, Role, SourceId, Span, Spanned};
pub use toolc_schema::schema::document::{DocumentKind, DraftDocument, DraftSchema};

/// The contents of a file.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The tools, in the order of the file.
    pub tools: Vec<DraftTool>,
    /// The final answers, in the order of the file.
    pub answers: Vec<DraftTool>,
    /// The workers, in the order of the file.
    pub workers: Vec<DraftWorker>,
    /// Tools and operations that were left out; each has a diagnostic with this code.
    pub skipped: Vec<Skipped>,
    /// Files next to those that `toolc.yaml` lists, each with the place of the list.
    pub unlisted: Vec<Unlisted>,
    /// What could not be read, so that its tools are unknown; each has an error.
    pub lost: Vec<Lost>,
    /// Operations that are replaced by other tools.
    pub replaced: Vec<Replaced>,
    /// Declarations that apply to all tools of their file.
    pub declared: Vec<DraftDeclared>,
    /// Documents that schemas may refer to.
    pub documents: Vec<DraftDocument>,
    /// The references that lead outside their documents.
    pub outward: Vec<Spanned<String>>,
    /// Whether a reference depends on the dynamic scope.
    pub is_dynamic: bool,
    /// The types in Rust of which schemars says what they are in JSON.
    pub kept: Vec<KeptType>,
}

impl Draft {
    /// Adds the contents of another file.
    pub fn append(&mut self, other: Draft) {
        self.tools.extend(other.tools);
        self.answers.extend(other.answers);
        self.workers.extend(other.workers);
        self.skipped.extend(other.skipped);
        self.lost.extend(other.lost);
        self.unlisted.extend(other.unlisted);
        self.replaced.extend(other.replaced);
        self.declared.extend(other.declared);
        self.documents.extend(other.documents);
        self.outward.extend(other.outward);
        self.is_dynamic |= other.is_dynamic;
        self.kept.extend(other.kept);
    }
}

/// A declaration that applies to all tools of its file.
#[derive(Debug, Clone)]
pub struct DraftDeclared {
    /// Its namespace, from the registry entry or else from the file.
    pub namespace: Option<Spanned<String>>,
    /// What is declared.
    pub what: Declaration,
    /// The schema of the values.
    pub schema: DraftSchema,
    /// Its place.
    pub span: Span,
}

/// A file that is not used, because `toolc.yaml` lists the files to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlisted {
    /// The file.
    pub source: SourceId,
    /// The key of the list.
    pub list: Span,
    /// The key under which the file would be listed: `tools` or `workers`.
    pub under: &'static str,
}

/// Tools that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Their namespace; `None` if it could be any.
    pub namespace: Option<String>,
}

impl Lost {
    /// What is lost with a file of this role, listed by this entry; `None` if such a file holds no
    /// tools.
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
            | Role::ModuleSchemas(_)
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

/// An operation that is replaced by another tool.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// `GET /pets`
    pub operation: String,
    /// The place of the operation.
    pub span: Span,
    /// The namespace of the operation, if its registry entry sets it.
    pub namespace: Option<String>,
    /// The replacement: `namespace::name`, or a name in the operation's namespace.
    pub by: Spanned<String>,
}

/// One tool as defined in a file.
#[derive(Debug, Clone)]
pub struct DraftTool {
    /// The unqualified name.
    pub name: Spanned<String>,
    /// The tool's own `namespace` key.
    pub own_namespace: Option<Spanned<String>>,
    /// The namespace that the file sets for it (the key above the list, or `{namespace, tools}`).
    pub file_namespace: Option<Spanned<String>>,
    /// The description shown to the model; empty if there is none.
    pub description: String,
    /// The place of the description.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The input schema, in JSON Schema 2020-12.
    pub input: DraftSchema,
    /// The output schema, if there is one.
    pub output: Option<DraftSchema>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// `timeout`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `effect`
    pub effect: Stated,
    /// `untrusted`: whether results come from outside.
    pub untrusted: Option<Spanned<bool>>,
    /// Whether the results come from someone else's server.
    pub served: bool,
    /// `engine`: what runs it in place of the engine of its namespace.
    pub engine: Option<Spanned<String>>,
    /// `inject`: the names of the values that the program provides to its handler.
    pub inject: Vec<Spanned<String>>,
    /// `errors`
    pub errors: Vec<DeclaredError>,
    /// Its own rules on arguments, which take precedence over its approval.
    pub rules: Rules,
    /// Who may call it.
    pub execution: Execution,
    /// MCP annotations, `metadata` and the like, kept verbatim.
    pub metadata: Vec<(String, Node)>,
    /// The request that it makes, if it is an operation of an API.
    pub http: Option<Arc<Operation>>,
    /// The error responses of the service, most specific statuses first.
    pub refusals: Vec<DraftRefusal>,
    /// What it is in Rust, if it is defined there.
    pub native: Option<Arc<Native>>,
    /// What its MCP server knows it by, if it comes from a snapshot.
    pub remote: Option<Arc<Remote>>,
    /// Argument values given in `toolc.yaml`.
    pub given: Vec<Given>,
    /// Arguments that have one value, which models do not see, unless it is the constant of a request.
    pub constants: Vec<Constant>,
    /// Arguments of its request that the program provides.
    pub injected: Vec<DraftInjected>,
    /// SHA-256, in hex, of the input schema as in the file, with keys sorted and without white
    /// space. `None` if the schema is assembled from parts (OpenAPI).
    pub raw_fingerprint: Option<String>,
    /// `overload`: whether it is meant to share its name with another tool.
    pub overload: bool,
    /// `wire_name`: its name on the wire.
    pub wire_name: Option<Spanned<String>>,
    /// Its old names, those of its arguments, and until when it is there.
    pub evolution: Evolution,
    /// Whether others wrote it: an MCP server, a provider, or the authors of an API.
    pub foreign: bool,
    /// The registry entry that lists it.
    pub entry: Option<EntryId>,
    /// The place of the definition.
    pub span: Span,
}

impl DraftTool {
    /// Its MCP annotations, if any.
    pub fn annotations(&self) -> Option<&Node> {
        let found = self.metadata.iter().find(|(key, _)| key == "annotations");
        found.map(|(_, node)| node)
    }
}

/// The response of a service for some statuses.
#[derive(Debug, Clone)]
pub struct DraftRefusal {
    /// The statuses.
    pub statuses: Statuses,
    /// The schema, if the response is JSON and described.
    pub schema: Option<DraftSchema>,
}

/// An argument of a request that the program provides.
#[derive(Debug, Clone)]
pub struct DraftInjected {
    /// The name of the argument, which is also that of the value.
    pub name: String,
    /// The schema from the description.
    pub schema: DraftSchema,
}

/// An argument value given in `toolc.yaml`.
#[derive(Debug, Clone)]
pub struct Given {
    /// The argument.
    pub argument: Spanned<String>,
    /// The value, as JSON text.
    pub value: Spanned<String>,
    /// The schema of the argument in the description.
    pub schema: DraftSchema,
}

/// One worker file.
#[derive(Debug, Clone)]
pub struct DraftWorker {
    /// Its name.
    pub name: Spanned<String>,
    /// `extends`: the workers that it narrows.
    pub extends: Vec<Spanned<String>>,
    /// The description shown to workers that may call it.
    pub description: Option<Spanned<String>>,
    /// Prompt settings for the program that runs it.
    pub prompt: Prompt,
    /// What it may use, in the order of the file.
    pub toolsets: Vec<DraftToolset>,
    /// Whether it lists its toolsets; otherwise it has those of its parent.
    pub has_toolsets: bool,
    /// `deny`
    pub denied: Vec<DraftDenial>,
    /// `output_policy`
    pub output: Option<Spanned<OutputPolicy>>,
    /// `repair`, in the order of the words.
    pub repair: Option<Spanned<Vec<RepairKind>>>,
    /// Where `read_only: true` is.
    pub read_only: Option<Span>,
    /// Where `read_only: false` is.
    pub writes: Option<Span>,
    /// `timeout`, for each of its tools.
    pub limits: Limits,
    /// `flow`: which labels it may combine.
    pub flow: FlowPolicy,
    /// `results`, also those of its toolsets; then those of each worker that it extends, each list as that worker has it.
    pub results: Vec<Vec<ResultEntry>>,
}

/// One entry under `toolsets:`.
#[derive(Debug, Clone)]
pub struct DraftToolset {
    /// The namespace whose tools are granted.
    pub name: Spanned<String>,
    /// `tools`
    pub tools: Whitelist,
    /// Whether `allow_empty: true` accompanies an empty whitelist.
    pub allow_empty: bool,
    /// `approval.default`
    pub default: Option<Spanned<Approval>>,
    /// `approval.tools`
    pub approvals: Vec<(ToolName, Spanned<Approval>)>,
    /// Where `read_only: true` is.
    pub read_only: Option<Span>,
    /// Where `read_only: false` is.
    pub writes: Option<Span>,
    /// The same toolset in each worker that this one extends, directly or not, with the name of
    /// that worker. As the list is flat, the toolsets in it have no parents themselves.
    pub parents: Vec<(String, DraftToolset)>,
    /// `timeout`, for each of its tools.
    pub limits: Limits,
    /// `limits`: the limits of single tools.
    pub single_limits: Vec<(ToolName, Limits)>,
    /// `approval.rules`
    pub rules: Rules,
    /// `deny`
    pub denied: Vec<DraftDenial>,
    /// `blockReason`: what callers of a blocked tool are told.
    pub block_reason: Option<Spanned<String>>,
    /// `blockReason` for single tools.
    pub block_reasons: Vec<(ToolName, Spanned<String>)>,
    /// Keys that only built-in toolsets understand (`root`, `rules`, `module` …).
    pub options: Vec<Spanned<String>>,
    /// The configuration of its tools, and how they are mounted.
    pub mounting: Mounting,
    /// The parsed options, if the toolset is built in.
    pub settings: Option<Settings>,
    /// `module`: the Rust file that defines its tools.
    pub module: Option<DraftModule>,
}

/// A Rust file whose functions are tools.
#[derive(Debug, Clone)]
pub struct DraftModule {
    /// `module`, as written.
    pub path: Spanned<String>,
    /// `rust_path`; `None` if it could not be read, which has been reported.
    pub rust_path: Option<Spanned<Vec<String>>>,
    /// `functions`: settings that the Rust code does not express.
    pub functions: Vec<DraftFunction>,
}

/// Settings that a toolset makes for a function of its module.
#[derive(Debug, Clone)]
pub struct DraftFunction {
    /// Its name.
    pub name: ToolName,
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

/// How a worker has the handlers of a toolset made.
#[derive(Debug, Clone, Default)]
pub struct Mounting {
    /// The values under `config`, with the place of the key.
    pub config: Option<Spanned<Node>>,
    /// Where `mount: true` is.
    pub mount: Option<Span>,
    /// Where `optional: true` is.
    pub optional: Option<Span>,
}

/// A tool that is denied, whatever else grants it.
#[derive(Debug, Clone)]
pub struct DraftDenial {
    /// Its name.
    pub name: ToolName,
    /// What callers are told.
    pub reason: Option<Spanned<String>>,
}

/// Which tools of its namespace a toolset grants.
#[derive(Debug, Clone)]
pub enum Whitelist {
    /// The key is absent.
    Missing,
    /// The key, or the whole toolset, has no value. Nothing is granted, not even what is otherwise
    /// inherited.
    Null,
    /// The value could not be read, which has been reported.
    Unreadable,
    /// `all`, at this place: every tool.
    All(Span),
    /// The listed tools.
    Names(Spanned<Vec<ToolName>>),
}
