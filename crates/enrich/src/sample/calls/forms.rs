//! A sample as one line of JSON: in toolc's own form, that of fms-dgt, or that of a provider.

use super::{SampledCall, write_reference};
use crate::sample::Pattern;
use serde_json::{Map, Value, json};
use toolc_model::model::{Catalog, Form, SchemaText, Target, Tool, ToolId};

/// The form of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleForm {
    /// Names of tools, and calls with what they hand on.
    Toolc,
    /// Tools and calls of fms-dgt.
    Reference {
        /// Whether what is handed on is written as a value, in place of `$id.field`.
        as_values: bool,
    },
    /// Definitions and calls of a provider, which know no references.
    Provider(&'static Target),
}

/// One line of JSON, without its end.
pub fn write_sample(
    catalog: &Catalog,
    form: SampleForm,
    pattern: Pattern,
    calls: &[SampledCall],
) -> String {
    let pattern = Pattern::ALL.iter().find(|(.., known)| *known == pattern);
    let pattern = pattern.map_or("", |(name, ..)| name);
    let tool = |call: &SampledCall| &catalog.tools[call.tool];
    let (tools, calls) = match form {
        SampleForm::Toolc => {
            let tools = calls.iter().map(|call| name_tool(tool(call)));
            let all = calls.iter().enumerate();
            let calls = all.map(|(at, call)| write_own(tool(call), at, call));
            (tools.collect(), calls.collect::<Vec<Value>>())
        }
        SampleForm::Reference { as_values } => {
            let tools = calls.iter().map(|call| write_tool(catalog, tool(call)));
            let all = calls.iter().enumerate();
            let calls = all.map(|(at, call)| write_call(tool(call), at, call, as_values));
            (tools.collect(), calls.collect())
        }
        SampleForm::Provider(target) => {
            let ids = calls.iter().map(|call| ToolId(call.tool as u32));
            let ids = catalog.order_overloads(ids);
            let definitions = catalog.definitions(&ids, target);
            let tools = serde_json::from_str(definitions.as_text()).unwrap_or_default();
            let all = calls.iter().enumerate();
            let calls = all.map(|(at, call)| write_provider(target.form, tool(call), at, call));
            (tools, calls.collect())
        }
    };
    let tools: Value = tools;
    json!({ "pattern": pattern, "tools": tools, "calls": calls }).to_string()
}

fn id_of(at: usize) -> String {
    format!("${}", at + 1)
}

fn name_tool(tool: &Tool) -> Value {
    json!({
        "qualified": tool.qualified(),
        "fingerprint": tool.raw_fingerprint,
        "wire_name": tool.wire_name,
    })
}

fn write_own(tool: &Tool, at: usize, call: &SampledCall) -> Value {
    let references = call.references.iter().map(|known| {
        let from = json!({ "call": id_of(known.call), "pointer": known.pointer });
        (known.argument.clone(), from)
    });
    let mut out = json!({
        "id": id_of(at),
        "tool": tool.qualified(),
        "wire_name": tool.wire_name,
        "arguments": call.arguments,
        "references": Value::Object(references.collect()),
    });
    if let Some(result) = &call.result {
        out["result"] = result.clone();
    }
    out
}

/// A tool, serialized as fms-dgt does.
fn write_tool(catalog: &Catalog, tool: &Tool) -> Value {
    let mut out = json!({
        "name": tool.name,
        "namespace": tool.namespace,
        "description": tool.description,
        "parameters": whole_schema(catalog, &tool.input_text),
    });
    if let Some(output) = &tool.output_text {
        out["output_parameters"] = whole_schema(catalog, output);
    }
    out
}

/// A schema with the definitions that it refers to.
fn whole_schema(catalog: &Catalog, schema: &SchemaText) -> Value {
    let mut out: Value = serde_json::from_str(&schema.text).unwrap_or_default();
    let reached = schema.reached_definitions(&catalog.definitions);
    let definitions: Map<String, Value> = reached
        .iter()
        .map(|at| {
            let definition = &catalog.definitions[*at];
            let schema = serde_json::from_str(&definition.schema.text).unwrap_or_default();
            (definition.name.clone(), schema)
        })
        .collect();
    if !definitions.is_empty() && out.is_object() {
        out["$defs"] = Value::Object(definitions);
    }
    out
}

fn write_call(tool: &Tool, at: usize, call: &SampledCall, as_values: bool) -> Value {
    let mut arguments = call.arguments.clone();
    for known in call.references.iter().filter(|_| !as_values) {
        let text = write_reference(&id_of(known.call), &known.pointer);
        if let (Some(text), Some(argument)) = (text, arguments.get_mut(&known.argument)) {
            *argument = Value::String(text);
        }
    }
    json!({
        "name": tool.name,
        "namespace": tool.namespace,
        "arguments": arguments,
        "id": id_of(at),
    })
}

/// A call as the answer of a provider has it, or a request to an MCP server.
fn write_provider(form: Form, tool: &Tool, at: usize, call: &SampledCall) -> Value {
    let (name, number) = (&tool.wire_name, at + 1);
    let (arguments, text) = (&call.arguments, call.arguments.to_string());
    match form {
        Form::OpenAi | Form::Mistral => json!({
            "id": format!("call_{number}"),
            "type": "function",
            "function": { "name": name, "arguments": text },
        }),
        Form::OpenAiResponses => json!({
            "type": "function_call",
            "call_id": format!("call_{number}"),
            "name": name,
            "arguments": text,
        }),
        Form::OpenAiNamespaces => json!({
            "type": "function_call",
            "call_id": format!("call_{number}"),
            "namespace": tool.namespace,
            "name": tool.name,
            "arguments": text,
        }),
        Form::Anthropic => json!({
            "type": "tool_use",
            "id": format!("toolu_{number}"),
            "name": name,
            "input": arguments,
        }),
        Form::Bedrock => json!({
            "toolUse": { "toolUseId": format!("tooluse_{number}"), "name": name, "input": arguments },
        }),
        Form::Gemini => json!({ "functionCall": { "name": name, "args": arguments } }),
        Form::GeminiInteractions => json!({
            "type": "function_call",
            "id": format!("call_{number}"),
            "name": name,
            "arguments": arguments,
        }),
        Form::Mcp => json!({
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": { "name": name, "arguments": arguments },
        }),
    }
}
