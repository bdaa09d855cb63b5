//! Tools for unit tests.

use super::approval::Approval;
use super::effect::{Effect, Stated, ToolEffect};
use super::rust_options::RustOptions;
use super::wire::wire_name;
use super::{Catalog, SchemaText, Tool};
use std::sync::Arc;
use toolc_base::node::{Node, Value};
use toolc_base::sha256::sha256_hex;
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};

/// A span distinct from all others.
pub fn sample_span(at: u32) -> Span {
    Span {
        source: SourceId(0),
        start: at,
        end: at + 1,
    }
}

/// A tool with this input schema.
pub fn sample_tool(namespace: &str, name: &str, input: &str) -> Tool {
    let fingerprint = sha256_hex(input);
    Tool {
        namespace: namespace.to_owned(),
        namespace_from: "file",
        name: name.to_owned(),
        is_answer: false,
        overload: 0,
        description: "Does something.".to_owned(),
        described: None,
        title: None,
        input: ShapeId(0),
        output: None,
        input_text: SchemaText {
            text: input.to_owned(),
            uses: Vec::new(),
        },
        written: Arc::new(Node::new(Value::Null, sample_span(0))),
        output_text: None,
        shows_output: true,
        output_fingerprint: String::new(),
        approval: None,
        timeout: None,
        rules: Vec::new(),
        execution: super::execution::Execution::default(),
        metadata: Vec::new(),
        effect: ToolEffect {
            stated: Stated::default(),
            class: Effect::Unknown,
            open_world: true,
        },
        untrusted: false,
        trust_stated: false,
        inject: Vec::new(),
        errors: Vec::new(),
        extras: Vec::new(),
        evolution: Default::default(),
        filling: None,
        secrets: Vec::new(),
        own_secrets: Vec::new(),
        foreign: false,
        structured: toolc_runtime::definition::Structured::Unknown,
        wire_name: wire_name(namespace, name, None),
        raw_fingerprint: fingerprint.clone(),
        structural_fingerprint: fingerprint,
        digest: String::new(),
        http: None,
        refusals: Vec::new(),
        injected: Vec::new(),
        constants: Vec::new(),
        native: None,
        remote: None,
        engine: None,
        shipped: None,
        formats: Formats::default(),
        rust: RustOptions::default(),
        entry: None,
        span: sample_span(0),
    }
}

/// The tool with its own approval.
pub fn with_approval(mut tool: Tool, approval: Approval) -> Tool {
    tool.approval = Some(Spanned::new(approval, sample_span(7)));
    tool
}

/// A catalog of just these tools.
pub fn sample_catalog(tools: Vec<Tool>) -> Catalog {
    let mut shapes = Shapes::default();
    shapes.add_unnamed(Shape::Any, sample_span(0));
    Catalog {
        tools,
        shapes,
        ..Catalog::default()
    }
}
