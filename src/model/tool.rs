//! Noun: a tool as it is in the catalog.

use super::SchemaText;
use super::approval::Approval;
use super::effect::ToolEffect;
use super::engine::Remote;
use super::execution::Execution;
use super::failure::DeclaredError;
use super::http::{Operation, Statuses};
use super::native::Native;
use super::rule::Rules;
use super::rust_options::RustOptions;
use crate::node::{Node, unescape_pointer};
use crate::schema::formats::Formats;
use crate::schema::shape::ShapeId;
use crate::source::{EntryId, Span, Spanned};
use crate::toolsets::Toolset;
use std::sync::Arc;
use toolc_runtime::definition::Structured;

/// The number of a tool in [`Catalog::tools`](super::Catalog::tools).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId(pub u32);

/// One tool, or one overload of a tool.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The namespace.
    pub namespace: String,
    /// Where the namespace comes from: `tool`, `registry entry`, `file`, `file name` or `default`.
    pub namespace_from: &'static str,
    /// The name within the namespace.
    pub name: String,
    /// 0 for the first tool of this name in its namespace, then counting up.
    pub overload: u32,
    /// What the model is told.
    pub description: String,
    /// Where that is.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The arguments.
    pub input: ShapeId,
    /// The result, where the spec describes one.
    pub output: Option<ShapeId>,
    /// The text of the input schema.
    pub input_text: SchemaText,
    /// The input schema as it was read, which knows its places.
    pub written: Arc<Node>,
    /// The text of the output schema.
    pub output_text: Option<SchemaText>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// How long a call may take, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// Its own rules on arguments; where none of them matches, the approval above holds.
    pub rules: Rules,
    /// Who may call it.
    pub execution: Execution,
    /// Annotations and metadata, kept as they are.
    pub metadata: Vec<(String, Node)>,
    /// What a call does.
    pub effect: ToolEffect,
    /// Whether results come from outside: a model reads them as data alone.
    pub untrusted: bool,
    /// What says so, where it is not what is usual.
    pub trust_stated: bool,
    /// The names of what the program gives to its handler.
    pub inject: Vec<Spanned<String>>,
    /// The failures that its spec declares.
    pub errors: Vec<DeclaredError>,
    /// The fields of [`toolc_runtime::definition::EXTRAS`] that its definition has, as JSON.
    pub extras: Vec<(&'static str, String)>,
    /// Where secrets are in its arguments: pointers as the runtime reads them.
    pub secrets: Vec<String>,
    /// What its results are in the structured content of MCP.
    pub structured: Structured,
    /// The wire name on every target: letters, digits, `_` and `-`, at most 64.
    pub wire_name: String,
    /// SHA-256 of the input schema as written: keys sorted, no white space.
    pub raw_fingerprint: String,
    /// SHA-256 of what the input schema accepts: annotations removed, references resolved.
    pub structural_fingerprint: String,
    /// SHA-256 of all that a model is shown of it, and of all that it is held to.
    pub digest: String,
    /// The request that it makes, where it is an operation of an API.
    pub http: Option<Arc<Operation>>,
    /// What the answers are that the model may read though they are not a success, the most specific
    /// statuses first.
    pub refusals: Vec<Refusal>,
    /// The arguments of its request that the program gives.
    pub injected: Vec<Injected>,
    /// What it is, where it is written in Rust.
    pub native: Option<Arc<Native>>,
    /// What its MCP server knows it by, where it is of a snapshot.
    pub remote: Option<Arc<Remote>>,
    /// The engine that runs the tools of its namespace; `None` where handlers do.
    pub engine: Option<String>,
    /// The toolset of toolc's own that it belongs to: the runtime runs it.
    pub shipped: Option<&'static Toolset>,
    /// What becomes of `format` in its schemas.
    pub formats: Formats,
    /// What its Rust looks like; the tools of a namespace agree.
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

    /// Where a pointer leads in its input schema, as far as that is written at the tool: to a key, or an element.
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

    /// Whether a handler of the program runs it.
    pub fn is_handled(&self) -> bool {
        self.engine.is_none() && self.shipped.is_none() && self.native.is_none()
    }

    /// What MCP calls annotations.
    pub fn annotations(&self) -> Option<&Node> {
        let found = self.metadata.iter().find(|(key, _)| key == "annotations");
        found.map(|(_, node)| node)
    }
}

/// What the answers of a service with some statuses are.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The statuses.
    pub statuses: Statuses,
    /// The schema; `None` where the description has none that can be compiled.
    pub shape: Option<ShapeId>,
    /// SHA-256 of what the schema accepts; empty where there is none.
    pub fingerprint: String,
    /// Where secrets are in it: pointers as the runtime reads them.
    pub secrets: Vec<String>,
}

/// An argument of a request that the program gives.
#[derive(Debug, Clone)]
pub struct Injected {
    /// The argument, and the name of the value.
    pub name: String,
    /// What the value must be.
    pub shape: ShapeId,
    /// Whether it is a secret.
    pub is_secret: bool,
}
