//! Noun: the catalog, what the specs mean once every name and reference is resolved.

pub mod approval;
pub mod configured;
pub mod declared;
pub mod effect;
pub mod engine;
pub mod exports;
pub mod failure;
pub mod http;
pub mod limit;
pub mod native;
pub mod policy;
pub mod rule;
pub mod rust_options;
#[cfg(test)]
pub(crate) mod sample;
pub mod shell;
pub mod target;
pub mod toolset;
pub mod wire;
pub mod words;

use crate::diagnostic::Code;
use crate::node::Node;
use crate::schema::formats::Formats;
use crate::schema::shape::{ShapeId, Shapes};
use crate::source::{EntryId, Span, Spanned};
use crate::toolsets::Toolset;
use declared::{Declaration, Declared};
use effect::ToolEffect;
use engine::{Engine, EngineKind, HttpEngine};
use http::Requirement;
use native::Native;
use policy::Worker;
use rust_options::RustOptions;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;
pub use target::Target;
use toolc_runtime::definition::Structured;

/// Everything that is compiled.
#[derive(Debug, Default)]
pub struct Catalog {
    /// Tools in the order of the sources; overloads keep their order.
    pub tools: Vec<Tool>,
    /// The schemas of all tools, as shapes that point at each other.
    pub shapes: Shapes,
    /// Schema texts that more than one place refers to.
    pub definitions: Vec<Definition>,
    /// Who may call what; at least one.
    pub workers: Vec<Worker>,
    /// What runs tools without handlers.
    pub engines: Vec<Engine>,
    /// The providers where every definition must be legal.
    pub targets: Vec<Target>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// Tools that are compiled without their output schemas, which cannot be.
    pub unchecked: Vec<Skipped>,
    /// What tool files declare for all of their tools.
    pub declared: Vec<Declared>,
    /// Values that `toolc.yaml` gives to arguments.
    pub given: Vec<Given>,
    /// Defaults and examples in the schemas.
    pub samples: Vec<Sampled>,
    /// Where schemas stand that no value satisfies, which was reported.
    pub unsatisfiable: HashSet<Span>,
}

/// A tool or operation that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name as far as one is known, else empty.
    pub name: String,
    /// Its namespace; `None` until it is resolved, where nothing in its file says it.
    pub namespace: Option<String>,
    /// Whether others wrote it: an MCP server, a provider, the authors of an API.
    pub foreign: bool,
    /// The code of the diagnostic that says why.
    pub code: Code,
    /// The primary place of that diagnostic.
    pub cause: Span,
    /// The place of the tool or operation.
    pub span: Span,
}

/// A value that a schema gives as its default, or as an example.
#[derive(Debug)]
pub struct Sampled {
    /// The keyword that it is under.
    pub keyword: &'static str,
    /// The value.
    pub value: Node,
    /// What its schema says.
    pub shape: ShapeId,
}

/// A value that `toolc.yaml` gives to an argument.
#[derive(Debug)]
pub struct Given {
    /// `namespace::name` of the tool.
    pub tool: String,
    /// The argument.
    pub argument: String,
    /// The value, as JSON text.
    pub value: Spanned<String>,
    /// What the argument may be.
    pub shape: ShapeId,
    /// The place of the tool.
    pub span: Span,
}

/// The number of a tool in [`Catalog::tools`].
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
    /// Where that stands.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The arguments.
    pub input: ShapeId,
    /// The result, where the spec describes one.
    pub output: Option<ShapeId>,
    /// The text of the input schema.
    pub input_text: SchemaText,
    /// The text of the output schema.
    pub output_text: Option<SchemaText>,
    /// The tool's own approval.
    pub approval: Option<Spanned<approval::Approval>>,
    /// How long a call may take, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// Its own rules on arguments; where none of them matches, the approval above holds.
    pub rules: rule::Rules,
    /// Who may call it.
    pub execution: policy::Execution,
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
    pub errors: Vec<failure::DeclaredError>,
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
    pub http: Option<Arc<http::Operation>>,
    /// What the answers are that the model may read though they are not a success, the most specific
    /// statuses first.
    pub refusals: Vec<Refusal>,
    /// The arguments of its request that the program gives.
    pub injected: Vec<Injected>,
    /// What it is, where it is written in Rust.
    pub native: Option<Arc<Native>>,
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
    pub statuses: http::Statuses,
    /// The schema; `None` where the description has none that can be compiled.
    pub shape: Option<ShapeId>,
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

/// JSON Schema text whose references point at shared definitions: `#/$defs/NAME`, where NAME is
/// the name of one of `uses`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaText {
    /// The schema without its `$defs`, keys in the order of the source, no white space.
    pub text: String,
    /// The definitions that it refers to itself: indices into [`Catalog::definitions`].
    pub uses: Vec<usize>,
}

/// A schema text that is referred to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its key under `$defs`; unique among the definitions that any one tool reaches.
    pub name: String,
    /// The schema.
    pub schema: SchemaText,
}

impl Catalog {
    /// The tool with this number.
    ///
    /// # Panics
    /// With a number of another catalog.
    pub fn tool(&self, id: ToolId) -> &Tool {
        &self.tools[id.0 as usize]
    }

    /// Whether no file says which worker may call what: one worker may then call every tool, and asks.
    pub fn is_open(&self) -> bool {
        self.workers.iter().any(|worker| worker.span.is_none())
    }

    /// What the tools of a namespace are configured with.
    pub fn config(&self, namespace: &str) -> Option<&Declared> {
        let mut declared = self.declarations(namespace);
        declared.find(|declared| declared.what == Declaration::Config)
    }

    /// What is declared for the tools of a namespace.
    pub fn declarations<'c>(&'c self, namespace: &str) -> impl Iterator<Item = &'c Declared> {
        let declared = self.declared.iter();
        declared.filter(move |declared| declared.namespace == namespace)
    }

    /// Numbers and tools in order.
    pub fn numbered(&self) -> impl Iterator<Item = (ToolId, &Tool)> {
        (0u32..).map(ToolId).zip(&self.tools)
    }

    /// The engine that makes the requests of a tool; none where a handler runs it.
    pub fn http_engine<'c>(&'c self, tool: &'c Tool) -> Option<HttpCall<'c>> {
        let operation = tool.http.as_deref()?;
        let name = tool.engine.as_deref()?;
        let engine = self.engines.iter().find(|engine| engine.name == name)?;
        match &engine.kind {
            EngineKind::Http(settings) => Some(HttpCall {
                engine,
                settings,
                operation,
            }),
            EngineKind::Mcp => None,
        }
    }

    /// All definitions that a schema reaches, each once, in the order in which they are met.
    pub fn reached(&self, schema: &SchemaText) -> Vec<usize> {
        let mut reached: Vec<usize> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let mut waiting: Vec<usize> = schema.uses.iter().rev().copied().collect();
        while let Some(index) = waiting.pop() {
            if known.insert(index) {
                reached.push(index);
                waiting.extend(self.definitions[index].schema.uses.iter().rev());
            }
        }
        reached
    }

    /// The whole text of a schema: its own keywords and the definitions that it reaches.
    pub fn compose(&self, schema: &SchemaText) -> String {
        let reached = self.reached(schema);
        if reached.is_empty() {
            return schema.text.clone();
        }
        let mut out = schema
            .text
            .strip_suffix('}')
            .unwrap_or(&schema.text)
            .to_owned();
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str("\"$defs\":{");
        for (position, index) in reached.into_iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            let definition = &self.definitions[index];
            toolc_runtime::json::write_string(&definition.name, &mut out);
            out.push(':');
            out.push_str(&definition.schema.text);
        }
        out.push_str("}}");
        out
    }
}

/// What makes the request of a tool, and which one.
#[derive(Debug, Clone, Copy)]
pub struct HttpCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// What the configuration says of it.
    pub settings: &'c HttpEngine,
    /// The operation.
    pub operation: &'c http::Operation,
}

impl HttpCall<'_> {
    /// The alternatives of credentials of which one is sent, as the description says, or the engine
    /// where it says nothing.
    pub fn security(&self) -> Cow<'_, [Vec<Requirement>]> {
        match (&self.operation.security, &self.settings.scheme) {
            (Some(alternatives), _) => Cow::Borrowed(alternatives),
            (None, Some(scheme)) => Cow::Owned(vec![vec![Requirement {
                name: String::new(),
                scheme: scheme.clone(),
                scopes: Vec::new(),
            }]]),
            (None, None) => Cow::Borrowed(&[]),
        }
    }

    /// Where its requests go: to the address of the engine, else to the first server that has one,
    /// those before others that have a variable which the engine sets. `None` where nothing says it.
    pub fn address(&self) -> Option<Spanned<String>> {
        if let Some(url) = &self.settings.base_url {
            return Some(url.clone());
        }
        let variables = &self.settings.variables;
        let set = |name: &str| {
            let mut variables = variables.iter();
            variables.find(|(set, _)| set.value == name)
        };
        let is_set = |server: &&http::Server| {
            let mut variables = server.variables.iter();
            variables.any(|variable| set(&variable.name).is_some())
        };
        let servers = || self.operation.servers.iter();
        let servers = servers()
            .filter(is_set)
            .chain(servers().filter(|server| !is_set(server)));
        let mut addresses = servers.map(|server| {
            let variables = server.variables.iter();
            let url = variables.fold(server.url.clone(), |url, variable| {
                let value = set(&variable.name).map_or(&variable.default, |(_, value)| value);
                url.replace(&format!("{{{}}}", variable.name), value)
            });
            Spanned::new(url, server.span)
        });
        addresses.find(|url| {
            let scheme = url
                .value
                .split_once("://")
                .map(|(scheme, _)| scheme.to_ascii_lowercase());
            matches!(scheme.as_deref(), Some("http" | "https"))
        })
    }
}
