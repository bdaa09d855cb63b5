//! Noun: the catalog, what the specs mean once every name and reference is resolved.

pub mod approval;
pub mod configured;
pub mod declared;
pub mod effect;
pub mod engine;
pub mod execution;
pub mod exports;
pub mod failure;
pub mod flow;
pub mod http;
mod http_call;
pub mod labels;
pub mod leak;
pub mod limit;
pub mod native;
pub mod policy;
pub mod rule;
pub mod ruling;
pub mod runner;
pub mod rust_options;
#[cfg(test)]
pub(crate) mod sample;
pub mod scope;
pub mod shell;
pub mod target;
pub mod token;
mod tool;
pub mod toolset;
pub mod wire;
pub mod words;

use crate::diagnostic::Code;
use crate::node::Node;
use crate::schema::shape::{ShapeId, Shapes};
use crate::source::{Span, Spanned};
use declared::{Declaration, Declared};
use engine::{Engine, EngineKind, McpCall};
pub use http_call::HttpCall;
use policy::Worker;
use std::collections::HashSet;
pub use target::{Form, Target};
pub use tool::{Injected, Refusal, Tool, ToolId};

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
    pub targets: Vec<&'static Target>,
    /// Which tools are strict for targets that take strict ones; all that can be, where nothing says it.
    pub exports: Vec<exports::Export>,
    /// What `toolc.yaml` says about what may flow through workers.
    pub flow: flow::FlowPolicy,
    /// How many tokens the definitions of workers may have.
    pub budgets: Vec<exports::Budget>,
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
    /// Where there are schemas that no value satisfies, which was reported.
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

/// JSON Schema text whose references point at shared definitions: `#/$defs/NAME`, where NAME is
/// the name of one of `uses`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaText {
    /// The schema without its `$defs`, keys in the order of the source, no white space.
    pub text: String,
    /// The definitions that it refers to itself: indices into [`Catalog::definitions`].
    pub uses: Vec<usize>,
}

impl SchemaText {
    /// All definitions that it reaches, each once, in the order in which they are met.
    pub fn reached_definitions(&self, definitions: &[Definition]) -> Vec<usize> {
        let mut reached: Vec<usize> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let mut waiting: Vec<usize> = self.uses.iter().rev().copied().collect();
        while let Some(index) = waiting.pop() {
            if known.insert(index) {
                reached.push(index);
                waiting.extend(definitions[index].schema.uses.iter().rev());
            }
        }
        reached
    }
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
            EngineKind::Mcp(_) => None,
        }
    }

    /// The engine whose server runs a tool.
    pub fn mcp_engine<'c>(&'c self, tool: &'c Tool) -> Option<McpCall<'c>> {
        let remote = tool.remote.as_deref()?;
        let name = tool.engine.as_deref()?;
        let engine = self.engines.iter().find(|engine| engine.name == name)?;
        match &engine.kind {
            EngineKind::Mcp(settings) => Some(McpCall {
                engine,
                settings,
                remote,
            }),
            EngineKind::Http(_) => None,
        }
    }

    /// Whether an engine runs a tool.
    pub fn has_engine(&self, tool: &Tool) -> bool {
        self.http_engine(tool).is_some() || self.mcp_engine(tool).is_some()
    }

    /// All definitions that a schema reaches, each once, in the order in which they are met.
    pub fn reached_definitions(&self, schema: &SchemaText) -> Vec<usize> {
        schema.reached_definitions(&self.definitions)
    }

    /// The whole text of a schema: its own keywords and the definitions that it reaches.
    pub fn compose_text(&self, schema: &SchemaText) -> String {
        let reached = self.reached_definitions(schema);
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
