//! What is at a place: a tool, as models see it and workers may call it; or a key, in the words of the schemas.

use super::{Asked, Checked};
use crate::analysis::Analysis;
use crate::keys::{find_description, find_schema, list_values};
use crate::message::Failure;
use crate::names::{find_defined, find_tools, read_name};
use crate::tree::{contains, find_way};
use serde_json::{Value, json};
use std::fmt::Write;
use toolc_base::diagnostic::render::Places;
use toolc_base::source::{Role, Span};
use toolc_model::model::{Catalog, Tool, ToolId};

/// The words on what is at a place; `null` if there are none.
pub fn describe_place(asked: Asked<'_>) -> Result<Value, Failure> {
    let position = asked.params.position("/position")?;
    let Some(checked) = asked.checked()? else {
        return Ok(Value::Null);
    };
    let document = checked.document;
    let byte = document
        .lines
        .byte(&document.text, position, asked.encoding);
    let role = &checked.analysis.loaded.sources.get(checked.source).role;
    let words = match role {
        Role::Module(_) => describe_function(asked, checked, byte),
        _ => describe_tool_at(asked, checked, byte).or_else(|| describe_key(checked, byte)),
    };
    Ok(words.map_or(Value::Null, |(words, span)| {
        json!({
            "contents": { "kind": "markdown", "value": words },
            "range": checked.analysis.range(span, asked.encoding),
        })
    }))
}

/// What the schemas for editors say of the key at a byte.
fn describe_key(checked: Checked<'_>, byte: usize) -> Option<(String, Span)> {
    let root = checked.analysis.tree(checked.source)?;
    let way = find_way(root, byte);
    let schema = find_schema(checked.analysis, checked.source, root)?;
    let last = way.steps.last().filter(|_| way.on_key)?;
    let parts = schema.find_parts(&way.keys());
    let mut words = find_description(&parts)?.to_owned();
    let values: Vec<String> = list_values(&parts).into_iter().map(show_value).collect();
    if !values.is_empty() {
        let _ = write!(words, "\n\nOne of {}.", values.join(", "));
    }
    Some((words, last.span))
}

/// What is known of the tool whose function is at a byte of a Rust module: its name, or what it says to models.
fn describe_function(
    asked: Asked<'_>,
    checked: Checked<'_>,
    byte: usize,
) -> Option<(String, Span)> {
    let analysis = checked.analysis;
    let catalog = analysis.catalog()?;
    let is_here = |span: Span| span.source == checked.source && contains(span, byte);
    catalog.numbered().find_map(|(id, tool)| {
        let mut places = [Some(tool.span), tool.described].into_iter().flatten();
        let span = places.find(|span| is_here(*span))?;
        Some((describe_tool(asked, analysis, catalog, id, tool), span))
    })
}

fn show_value(value: &Value) -> String {
    format!(
        "`{}`",
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    )
}

/// What is known of the tools that are named or defined at a byte.
fn describe_tool_at(asked: Asked<'_>, checked: Checked<'_>, byte: usize) -> Option<(String, Span)> {
    let analysis = checked.analysis;
    let catalog = analysis.catalog()?;
    let way = find_way(analysis.tree(checked.source)?, byte);
    let named = read_name(&way);
    let (tools, span) = match named {
        Some(named) => (
            find_tools(catalog, &named.namespace, &named.name),
            named.span,
        ),
        None => {
            let (id, tool) = find_defined(catalog, &way)?;
            (vec![(id, tool)], way.text()?.1)
        }
    };
    let described = tools.into_iter();
    let described = described.map(|(id, tool)| describe_tool(asked, analysis, catalog, id, tool));
    let described: Vec<String> = described.collect();
    (!described.is_empty()).then(|| (described.join("\n\n---\n\n"), span))
}

fn describe_tool(
    asked: Asked<'_>,
    analysis: &Analysis,
    catalog: &Catalog,
    id: ToolId,
    tool: &Tool,
) -> String {
    let mut out = format!("**`{}`**", tool.qualified());
    if tool.wire_name != tool.name {
        let _ = write!(out, ", which models call `{}`", tool.wire_name);
    }
    if tool.description.is_empty() {
        out.push_str("\n\nModels are told nothing of what it does.");
    } else {
        let _ = write!(out, "\n\n{}", fence(&tool.description));
    }
    let arguments = list_arguments(tool);
    match arguments.is_empty() {
        true => out.push_str("\n\nIt takes no arguments."),
        false => {
            let _ = write!(out, "\n\nArguments:\n\n{}", fence(&arguments.join("\n")));
        }
    }
    let places = Places::new(&analysis.loaded.sources);
    let callers = asked.commands.list_callers(catalog, &places, id);
    match callers.is_empty() {
        true => out.push_str("\n\nNo worker may call it."),
        false => {
            let _ = write!(out, "\n\nWorkers:\n\n{}", fence(&callers.join("\n")));
        }
    }
    out
}

/// A text as it is: others may have written it, so that it must not become a link or an image.
fn fence(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for letter in text.chars() {
        run = if letter == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}

/// A line for each argument that models see: `days: integer, optional. How far ahead.`
fn list_arguments(tool: &Tool) -> Vec<String> {
    let schema: Value = serde_json::from_str(&tool.input_text.text).unwrap_or_default();
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
    let arguments = schema["properties"].as_object().into_iter().flatten();
    let line = |(name, schema): (&String, &Value)| {
        let mut line = format!("{name}: {}", kind_of(schema));
        if !is_required(name) {
            line.push_str(", optional");
        }
        if let Some(words) = schema["description"].as_str() {
            let words: Vec<&str> = words.split_whitespace().collect();
            let _ = write!(line, ". {}", words.join(" "));
        }
        line
    };
    arguments.map(line).collect()
}

fn kind_of(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" or ");
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.join(" or ")
        }
        _ => match schema["$ref"].as_str() {
            Some(reference) => reference.rsplit('/').next().unwrap_or("any").to_owned(),
            None => "any".to_owned(),
        },
    }
}
