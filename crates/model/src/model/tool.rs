//! Noun: a tool in the catalog.

use super::SchemaText;
use super::ToolName;
use super::approval::Approval;
use super::callers::{ALLOWED_CALLERS, Caller};
use super::constant::Constant;
use super::effect::ToolEffect;
use super::engine::Remote;
use super::evolution::Evolution;
use super::execution::Execution;
use super::failure::DeclaredError;
use super::filling::Filling;
use super::http::{Injected, Operation, Refusal};
use super::native::Native;
use super::rule::{Rule, Rules};
use super::rust_options::RustOptions;
use std::sync::Arc;
use toolc_base::node::{Node, unescape_pointer};
use toolc_base::source::{EntryId, Span, Spanned};
use toolc_base::toolsets::Toolset;
use toolc_runtime::definition::Structured;
use toolc_schema::data::Data;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::shape::ShapeId;

/// The key of a tool under which it has anything that programs may want to know, and no model.
pub const METADATA: &str = "metadata";

/// What final answers have in place of a namespace: their module in Rust, and the beginning of their names elsewhere.
pub const ANSWERS: &str = "answers";

/// The index of a tool in [`Catalog::tools`](super::Catalog::tools).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId(pub u32);

/// One tool, or one overload of a tool.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The namespace.
    pub namespace: String,
    /// What determines the namespace: `tool`, `registry entry`, `file`, `file name` or `default`.
    pub namespace_from: &'static str,
    /// The name within the namespace.
    pub name: String,
    /// Whether it is a final answer, which nobody calls.
    pub is_answer: bool,
    /// 0 for the first tool of this name in its namespace, then counting up.
    pub overload: u32,
    /// The description shown to the model.
    pub description: String,
    /// The place of the description.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The shape of the arguments.
    pub input: ShapeId,
    /// The shape of the result, if the spec describes one.
    pub output: Option<ShapeId>,
    /// The text of the input schema.
    pub input_text: SchemaText,
    /// The input schema as it was read, with the places of its parts.
    pub written: Arc<Node>,
    /// The text of the output schema.
    pub output_text: Option<SchemaText>,
    /// Whether models and clients of MCP are shown the output schema.
    pub shows_output: bool,
    /// SHA-256 of what the output schema accepts, if it is not shown; empty otherwise.
    pub output_fingerprint: String,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// The time limit for a call, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// Its own rules on arguments; if none of them matches, the approval above applies.
    pub rules: Rules,
    /// Who may call it.
    pub execution: Execution,
    /// Annotations and metadata, kept verbatim.
    pub metadata: Vec<(String, Node)>,
    /// The effect of a call.
    pub effect: ToolEffect,
    /// Whether results come from outside, so that a model must treat them purely as data.
    pub untrusted: bool,
    /// Whether `untrusted` is stated explicitly rather than the default.
    pub trust_stated: bool,
    /// The names of the values that the program provides to its handler.
    pub inject: Vec<Spanned<String>>,
    /// The arguments that have one value, which models do not see.
    pub constants: Vec<Constant>,
    /// The failures that its spec declares.
    pub errors: Vec<DeclaredError>,
    /// The fields of [`toolc_runtime::definition::EXTRAS`] in its definition, as JSON; and its `metadata`.
    pub extras: Vec<(&'static str, String)>,
    /// Where its arguments contain secrets, as pointers in the runtime's syntax.
    pub secrets: Vec<String>,
    /// Those that approvers are not shown: what the user's own files mark. The others are kept out of logs.
    pub own_secrets: Vec<String>,
    /// Whether others wrote it: an MCP server, a provider, or the authors of an API.
    pub foreign: bool,
    /// Its old names, those of its arguments, and until when it is there.
    pub evolution: Evolution,
    /// The defaults that its calls are filled with.
    pub filling: Option<Filling>,
    /// How its results appear in the structured content of MCP.
    pub structured: Structured,
    /// Its wire name on every target: letters, digits, `_` and `-`, at most 64 characters.
    pub wire_name: String,
    /// SHA-256 of the input schema as written, with keys sorted and without white space.
    pub raw_fingerprint: String,
    /// SHA-256 of what the input schema accepts, without annotations and with references resolved.
    pub structural_fingerprint: String,
    /// SHA-256 of everything that models are shown of it and that calls are checked against.
    pub digest: String,
    /// The request that it makes, if it is an operation of an API.
    pub http: Option<Arc<Operation>>,
    /// The error responses that the model may read, most specific statuses first.
    pub refusals: Vec<Refusal>,
    /// The arguments of its request that the program provides.
    pub injected: Vec<Injected>,
    /// What it is in Rust, if it is defined there.
    pub native: Option<Arc<Native>>,
    /// What its MCP server knows it by, if it comes from a snapshot.
    pub remote: Option<Arc<Remote>>,
    /// The engine that runs the tools of its namespace; `None` if handlers do.
    pub engine: Option<String>,
    /// The built-in toolset that it belongs to, which the runtime runs.
    pub shipped: Option<&'static Toolset>,
    /// How `format` is treated in its schemas.
    pub formats: Formats,
    /// Its Rust options; all tools of a namespace have the same.
    pub rust: RustOptions,
    /// The registry entry that lists it.
    pub entry: Option<EntryId>,
    /// The place of the definition.
    pub span: Span,
}

impl Tool {
    /// `namespace::name`
    pub fn qualified(&self) -> String {
        format!("{}::{}", self.namespace, self.name)
    }

    /// Whether its list of callers, if it has one, lets them call it.
    pub fn may_be_called_by(&self, caller: Caller) -> bool {
        let mut extras = self.extras.iter();
        let listed = extras.find(|(key, _)| *key == ALLOWED_CALLERS);
        listed.is_none_or(|(_, callers)| caller.build().is_listed(callers))
    }

    /// Whether a place is within its definition. Equal schemas are one shape, whose place may be in another tool.
    pub fn contains_place(&self, place: Span) -> bool {
        let own = self.span;
        place.source == own.source && own.start <= place.start && place.end <= own.end
    }

    /// Its name in a rule that names other tools too, which may need the rule.
    pub fn name_among_others<'r>(&self, rule: &'r Rule) -> Option<&'r ToolName> {
        let is_own = |key: &&ToolName| key.value == self.name || key.value == self.qualified();
        rule.tools
            .iter()
            .find(is_own)
            .filter(|_| rule.tools.len() > 1)
    }

    /// The place that a pointer into its input schema leads to, if it is written in the tool
    /// itself: that of a key or an element.
    pub fn place_of(&self, pointer: &str) -> Option<Span> {
        let (around, last) = pointer.rsplit_once('/')?;
        let around = self.written.pointer(around)?;
        let last = unescape_pointer(last);
        match around.as_map() {
            Some(map) => {
                let entry = map.iter().find(|entry| entry.key == last);
                entry.map(|entry| entry.key_span)
            }
            None => {
                let item = around.as_list()?.get(last.parse::<usize>().ok()?);
                item.map(|item| item.span)
            }
        }
    }

    /// Whether a handler in the program runs it.
    pub fn is_handled(&self) -> bool {
        self.engine.is_none() && self.shipped.is_none() && self.native.is_none()
    }

    /// What its file says under `metadata`, as JSON, if anything.
    pub fn stated_metadata(&self) -> Option<&str> {
        let mut extras = self.extras.iter();
        let found = extras.find(|(name, _)| *name == METADATA);
        found.map(|(_, value)| value.as_str())
    }

    /// Its MCP annotations, if any.
    pub fn annotations(&self) -> Option<&Node> {
        let found = self.metadata.iter().find(|(key, _)| key == "annotations");
        found.map(|(_, node)| node)
    }
}
