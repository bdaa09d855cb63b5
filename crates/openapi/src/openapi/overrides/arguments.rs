//! Arguments hidden from the model, and values given to arguments.

use crate::openapi::route;
use std::sync::Arc;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::{DraftInjected, DraftSchema, DraftTool, Given};
use toolc_model::model::constant::Constant;
use toolc_model::model::http::{Body, Content, Encoding, Operation, Origin, Within};
use toolc_schema::schema::written;

/// Keywords that count what the arguments have.
const COUNTS: &[&str] = &["minProperties", "maxProperties"];

/// Why an argument cannot be changed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Refusal {
    /// It is required.
    Required,
    /// It is a whole body, but only an object can be assembled from constants.
    Body,
    /// It is within a parameter, whose text is sent as written by the model.
    Within,
    /// It is within a schema that is combined from several.
    Joined,
    /// The program can only provide a whole argument.
    Place,
    /// The schema counts the arguments, of which the model writes fewer.
    Counted,
    /// Another override sets something else for it.
    Reported,
    /// The constant of what is around it sets it, too.
    Doubled,
}

impl Refusal {
    pub(super) fn message(self, argument: &str, operation: &str) -> String {
        match self {
            Refusal::Required => {
                format!("`{argument}` cannot be hidden: `{operation}` requires it")
            }
            Refusal::Body => {
                format!(
                    "`{argument}` cannot be fixed: it is the body of `{operation}`, which is not an object"
                )
            }
            Refusal::Within => {
                format!(
                    "`{argument}` cannot be fixed: it is within a parameter of `{operation}`, which \
                     is sent as the model writes it"
                )
            }
            Refusal::Place => {
                format!(
                    "`{argument}` cannot be injected: it is a place within an argument of `{operation}`"
                )
            }
            Refusal::Reported => {
                format!(
                    "`{argument}` of `{operation}` is injected, but the override says something else about it too"
                )
            }
            Refusal::Doubled => {
                format!(
                    "`{argument}` of `{operation}` has two constants: the one for what is around it sets it, too"
                )
            }
            Refusal::Counted => {
                format!(
                    "`{argument}` cannot be fixed: the schema of `{operation}` counts the arguments, of which \
                     the model writes one fewer"
                )
            }
            Refusal::Joined => {
                format!(
                    "`{argument}` of `{operation}` cannot be changed: its schema is a combination of several"
                )
            }
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            Refusal::Required => "give it a value under `constants`, or let the model see it",
            Refusal::Body => "fix properties of the body, or write your own tool",
            Refusal::Within => {
                "fix the whole argument, or give the schema of the place a `const` by an overlay"
            }
            Refusal::Place => {
                "inject the whole argument: a place within one is there only if the model writes what is around it"
            }
            Refusal::Reported => {
                "take it out of `hidden`, `constants` and `defaults`, or out of `inject`"
            }
            Refusal::Doubled => "write its value once: here, or in the constant around it",
            Refusal::Counted => {
                "remove `minProperties` and `maxProperties` from the schema, or let the model see the argument"
            }
            Refusal::Joined => {
                "let the model see it, or change the schema; of an API, with an overlay"
            }
        }
    }
}

/// The arguments of a tool.
pub(super) fn argument_names(tool: &DraftTool) -> impl Iterator<Item = &str> {
    let entries = written::list_properties(&tool.input.node);
    entries.map(|entry| entry.key.as_str())
}

/// Removes an argument; if it is required, it must have a value.
pub(super) fn hide_argument(tool: &mut DraftTool, name: &str) -> Result<(), Refusal> {
    if is_required(tool, name) {
        return Err(Refusal::Required);
    }
    remove(tool, name);
    let http = request(tool);
    if let Some(http) = http {
        let of_name = Origin::Argument(name.to_owned());
        let parameters = http.parameters.iter_mut();
        parameters
            .filter(|parameter| parameter.value == of_name)
            .for_each(|parameter| parameter.value = Origin::Hidden);
        http.body.take_if(|body| is_argument(body, name));
    }
    Ok(())
}

/// Gives an argument a value that the model can neither see nor set.
pub(super) fn fix_argument(
    tool: &mut DraftTool,
    name: &Spanned<String>,
    value: &Node,
) -> Result<(), Refusal> {
    let text = value.to_json();
    let Some(http) = request(tool) else {
        return fix_of_tool(tool, name, value);
    };
    let of_name = Origin::Argument(name.value.clone());
    let parameter = http
        .parameters
        .iter_mut()
        .find(|parameter| parameter.value == of_name);
    if let Some(parameter) = parameter {
        parameter.value = Origin::Constant(text);
    } else if let Some(body) = &mut http.body {
        fix_in(body, &name.value, value, text)?;
    }
    record_value(tool, name, value);
    remove(tool, &name.value);
    Ok(())
}

/// Likewise, other than in the request of an operation: the value is added to every call.
fn fix_of_tool(tool: &mut DraftTool, name: &Spanned<String>, value: &Node) -> Result<(), Refusal> {
    let schema = tool.input.node.as_map();
    if schema.is_some_and(|schema| COUNTS.iter().any(|key| schema.contains(key))) {
        return Err(Refusal::Counted);
    }
    if schema.is_some_and(|schema| written::is_said_elsewhere(schema, &name.value)) {
        return Err(Refusal::Joined);
    }
    record_value(tool, name, value);
    remove(tool, &name.value);
    add_constant(tool, name, vec![name.value.clone()], value);
    Ok(())
}

/// Adds a value to every call of a tool. A whole argument is set before the places within it.
pub(super) fn add_constant(
    tool: &mut DraftTool,
    name: &Spanned<String>,
    path: Vec<String>,
    value: &Node,
) {
    let constants = &mut tool.constants;
    let place = constants.partition_point(|other| other.within.path.len() <= path.len());
    let constant = Constant {
        argument: name.clone(),
        within: Within {
            path,
            value: value.to_json(),
        },
    };
    constants.insert(place, constant);
}

/// Lets the program provide an argument: the model can neither see nor set it, and the request
/// contains its value in place of the argument.
pub(super) fn inject_argument(tool: &mut DraftTool, name: &Spanned<String>) {
    let Some(schema) = find_schema(tool, &name.value).cloned() else {
        return;
    };
    tool.injected.push(DraftInjected {
        name: name.value.clone(),
        schema: DraftSchema::within(&tool.input.root, schema),
    });
    tool.inject.push(name.clone());
    remove(tool, &name.value);
}

fn fix_in(body: &mut Body, name: &str, value: &Node, text: String) -> Result<(), Refusal> {
    if let Content::Rest(constants) = &mut body.content {
        constants.push((name.to_owned(), text));
    } else if is_argument(body, name) {
        let has_fields = !matches!(body.encoding, Encoding::Text | Encoding::Bytes);
        let object = value.as_map().filter(|_| has_fields).ok_or(Refusal::Body)?;
        let constants = object
            .iter()
            .map(|entry| (entry.key.clone(), entry.value.to_json()));
        body.content = Content::Rest(constants.collect());
    }
    // constants are always sent
    body.required = true;
    Ok(())
}

/// Shows the model the default of an argument.
pub(super) fn show_default(tool: &mut DraftTool, name: &Spanned<String>, value: &Node) {
    record_value(tool, name, value);
    let schema = Arc::make_mut(&mut tool.input.node);
    let map = schema.as_map_mut();
    let property = map.and_then(|map| written::find_property_mut(map, &name.value));
    if let Some(property) = property {
        set_default(property, name.span, value);
    }
}

/// Keeps the value of an argument from approvers and logs.
pub(super) fn mark_secret(tool: &mut DraftTool, name: &Spanned<String>) {
    let schema = Arc::make_mut(&mut tool.input.node);
    let map = schema.as_map_mut();
    let property = map.and_then(|map| written::find_property_mut(map, &name.value));
    if let Some(property) = property {
        set_secret(property, name.span);
    }
}

pub(super) fn set_secret(schema: &mut Node, span: Span) {
    if let Value::Bool(true) = schema.value {
        schema.value = Value::Map(Map::default());
    }
    if let Some(map) = schema.as_map_mut() {
        map.insert("x-secret", span, Node::bool(true, span));
    }
}

pub(super) fn set_default(schema: &mut Node, span: Span, value: &Node) {
    if let Value::Bool(true) = schema.value {
        schema.value = Value::Map(Map::default());
    }
    if let Some(map) = schema.as_map_mut() {
        map.insert("default", span, value.clone());
    }
}

/// Updates the metadata to the request that the tool now makes.
pub(super) fn refresh_tool(tool: &mut DraftTool) {
    let Some(http) = &tool.http else { return };
    for (key, node) in &mut tool.metadata {
        if key == "http" {
            *node = route::summarise_operation(http, &tool.input.node);
        }
    }
}

fn request(tool: &mut DraftTool) -> Option<&mut Operation> {
    tool.http.as_mut().map(Arc::make_mut)
}

fn is_argument(body: &Body, name: &str) -> bool {
    matches!(&body.content, Content::Argument(argument) if argument == name)
}

fn is_required(tool: &DraftTool, name: &str) -> bool {
    let schema = tool.input.node.as_map();
    schema.is_some_and(|schema| written::is_required(schema, name))
}

/// The schema of an argument as shown to the model.
fn find_schema<'t>(tool: &'t DraftTool, name: &str) -> Option<&'t Node> {
    written::find_property(tool.input.node.as_map()?, name)
}

/// Records a value with the schema that it must satisfy.
fn record_value(tool: &mut DraftTool, name: &Spanned<String>, value: &Node) {
    if let Some(schema) = find_schema(tool, &name.value).cloned() {
        tool.given.push(Given {
            argument: name.clone(),
            value: Spanned::new(value.to_json(), value.span),
            schema: DraftSchema::within(&tool.input.root, schema),
        });
    }
}

/// Removes an argument from the schema.
fn remove(tool: &mut DraftTool, name: &str) {
    let node = Arc::make_mut(&mut tool.input.node);
    if let Some(map) = node.as_map_mut() {
        written::remove_property(map, name);
    }
}
