//! Noun: the catalog, that is, the meaning of the specs once every name and reference is resolved.

pub mod approval;
pub mod callers;
pub mod configured;
pub mod constant;
pub mod declared;
pub mod effect;
pub mod engine;
pub mod enrichment;
pub mod entry;
pub mod evolution;
pub mod execution;
pub mod exports;
pub mod failure;
pub mod field;
pub mod filling;
pub mod flow;
pub mod http;
mod http_call;
pub mod labels;
pub mod limit;
pub mod locked;
pub mod names;
pub mod native;
pub mod policy;
pub mod provider;
pub mod repair;
pub mod results;
pub mod rule;
pub mod ruling;
pub mod runner;
pub mod rust_options;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
pub mod scope;
mod simulated_call;
pub mod token;
mod tool;
mod tool_name;
pub mod toolset;
pub mod wire;
pub mod words;

use declared::{Declaration, Declared};
use engine::{Engine, EngineKind, McpCall};
pub use http::{Injected, Refusal};
pub use http_call::HttpCall;
use policy::Worker;
pub use provider::{Form, Target};
pub use simulated_call::{SimulatedCall, Simulator};
use std::collections::HashSet;
pub use tool::{ANSWERS, METADATA, Tool, ToolId};
pub use tool_name::ToolName;
use toolc_base::diagnostic::Code;
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_schema::schema::shape::{ShapeId, Shapes};

/// Everything that is compiled.
#[derive(Debug, Default)]
pub struct Catalog {
    /// Tools in source order; overloads keep their order.
    pub tools: Vec<Tool>,
    /// What models may be asked to say last: as tools that nobody calls, whose arguments are what is said.
    pub answers: Vec<Tool>,
    /// The schemas of all tools, as shapes that refer to each other.
    pub shapes: Shapes,
    /// Schema texts that are referred to from more than one place.
    pub definitions: Vec<Definition>,
    /// Who may call what; at least one.
    pub workers: Vec<Worker>,
    /// The engines, which run tools without handlers.
    pub engines: Vec<Engine>,
    /// What is made of the tools, in the order in which it is made.
    pub enrichments: Vec<enrichment::Enrichment>,
    /// The targets for which every definition must be legal.
    pub targets: Vec<&'static Target>,
    /// Which tools are strict for targets that support strict tools; by default, all that can be.
    pub exports: Vec<exports::Export>,
    /// The flow policy in `toolc.yaml`.
    pub flow: flow::FlowPolicy,
    /// How many tokens the definitions of workers may take.
    pub budgets: Vec<exports::Budget>,
    /// The tools and operations that were left out.
    pub skipped: Vec<Skipped>,
    /// Tools that are compiled without their output schemas, because these cannot be compiled.
    pub unchecked: Vec<Skipped>,
    /// Declarations in tool files that apply to all of their tools.
    pub declared: Vec<Declared>,
    /// Argument values given in `toolc.yaml`.
    pub given: Vec<Given>,
    /// Defaults and examples in the schemas.
    pub samples: Vec<Sampled>,
    /// The places of schemas that no value satisfies; these have been reported.
    pub unsatisfiable: HashSet<Span>,
    /// The types in Rust of which schemars says what they are in JSON.
    pub kept: Vec<native::KeptType>,
}

/// A tool or operation that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name; empty if it is not known.
    pub name: String,
    /// Its namespace; `None` until it is resolved if its file does not set one.
    pub namespace: Option<String>,
    /// Whether others wrote it: an MCP server, a provider, or the authors of an API.
    pub foreign: bool,
    /// The code of the diagnostic that explains why.
    pub code: Code,
    /// The primary place of that diagnostic.
    pub cause: Span,
    /// The place of the tool or operation.
    pub span: Span,
}

/// A default or an example in a schema.
#[derive(Debug)]
pub struct Sampled {
    /// The keyword that contains it.
    pub keyword: &'static str,
    /// The value.
    pub value: Node,
    /// The shape of its schema.
    pub shape: ShapeId,
}

/// An argument value given in `toolc.yaml`.
#[derive(Debug)]
pub struct Given {
    /// `namespace::name` of the tool.
    pub tool: String,
    /// The argument.
    pub argument: String,
    /// The value, as JSON text.
    pub value: Spanned<String>,
    /// The shape of the argument.
    pub shape: ShapeId,
    /// The place of the tool.
    pub span: Span,
}

/// JSON Schema text whose references point at shared definitions: `#/$defs/NAME`, where NAME is
/// the name of one of `uses`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaText {
    /// The schema without its `$defs`; keys in source order, no white space.
    pub text: String,
    /// The definitions that it refers to directly, as indices into [`Catalog::definitions`].
    pub uses: Vec<usize>,
}

impl SchemaText {
    /// All definitions that it reaches, without duplicates, in the order they are encountered.
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

/// A schema text that others refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its key under `$defs`, unique among the definitions that any one tool reaches.
    pub name: String,
    /// The schema.
    pub schema: SchemaText,
}

impl Catalog {
    /// The tool with this ID.
    ///
    /// # Panics
    ///
    /// If the ID comes from another catalog.
    pub fn tool(&self, id: ToolId) -> &Tool {
        &self.tools[id.0 as usize]
    }

    /// The answers in place of the tools, with their schemas and nothing else.
    pub fn answers_alone(&self) -> Catalog {
        Catalog {
            tools: self.answers.clone(),
            shapes: self.shapes.clone(),
            definitions: self.definitions.clone(),
            ..Catalog::default()
        }
    }

    /// Whether no file says which worker may call what. The default worker may then call every
    /// tool, after asking.
    pub fn is_open(&self) -> bool {
        self.workers.iter().any(|worker| worker.span.is_none())
    }

    /// The declared configuration of a namespace's tools.
    pub fn config(&self, namespace: &str) -> Option<&Declared> {
        let mut declared = self.declarations(namespace);
        declared.find(|declared| declared.what == Declaration::Config)
    }

    /// The declarations that apply to a namespace's tools.
    pub fn declarations<'c>(&'c self, namespace: &str) -> impl Iterator<Item = &'c Declared> {
        let declared = self.declared.iter();
        declared.filter(move |declared| declared.namespace == namespace)
    }

    /// Tools in order, with their IDs.
    pub fn numbered(&self) -> impl Iterator<Item = (ToolId, &Tool)> {
        (0u32..).map(ToolId).zip(&self.tools)
    }

    /// The engine that makes a tool's HTTP requests; `None` if something else runs the tool.
    pub fn http_engine<'c>(&'c self, tool: &'c Tool) -> Option<HttpCall<'c>> {
        let operation = tool.http.as_deref()?;
        let engine = self.engine_of(tool)?;
        match &engine.kind {
            EngineKind::Http(settings) => Some(HttpCall {
                engine,
                settings,
                operation,
            }),
            EngineKind::Mcp(_) | EngineKind::Mock(_) | EngineKind::Lm(_) => None,
        }
    }

    /// The engine whose MCP server runs a tool.
    pub fn mcp_engine<'c>(&'c self, tool: &'c Tool) -> Option<McpCall<'c>> {
        let remote = tool.remote.as_deref()?;
        let engine = self.engine_of(tool)?;
        match &engine.kind {
            EngineKind::Mcp(settings) => Some(McpCall {
                engine,
                settings,
                remote,
            }),
            EngineKind::Http(_) | EngineKind::Mock(_) | EngineKind::Lm(_) => None,
        }
    }

    /// The engine that makes a tool's results up.
    pub fn simulating_engine<'c>(&'c self, tool: &'c Tool) -> Option<SimulatedCall<'c>> {
        let engine = self.engine_of(tool)?;
        match &engine.kind {
            EngineKind::Mock(settings) => Some(SimulatedCall {
                engine,
                settings,
                asks: None,
            }),
            EngineKind::Lm(settings) => Some(SimulatedCall {
                engine,
                settings: &settings.simulation,
                asks: Some(settings),
            }),
            EngineKind::Http(_) | EngineKind::Mcp(_) => None,
        }
    }

    /// The engine that a tool names.
    fn engine_of(&self, tool: &Tool) -> Option<&Engine> {
        let name = tool.engine.as_deref()?;
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// Whether an engine runs a tool.
    pub fn has_engine(&self, tool: &Tool) -> bool {
        let (is_operation, is_remote) = (tool.http.is_some(), tool.remote.is_some());
        let engine = self.engine_of(tool);
        engine.is_some_and(|engine| engine.kind.can_run(is_operation, is_remote))
    }

    /// All definitions that a schema reaches, without duplicates, in the order they are
    /// encountered.
    pub fn reached_definitions(&self, schema: &SchemaText) -> Vec<usize> {
        schema.reached_definitions(&self.definitions)
    }

    /// The complete text of a schema, including the definitions that it reaches.
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
