//! Parameters of a path and an operation to arguments.

use super::document::Document;
use super::operation::{Argument, string};
use super::{Place, Skip};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Map, Node, Value};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// Headers that OpenAPI takes from elsewhere.
const OWNED_HEADERS: &[&str] = &["accept", "content-type", "authorization"];

/// A parameter after its reference was followed.
struct Parameter<'d> {
    name: &'d str,
    location: &'d str,
    map: &'d Map,
    span: Span,
}

/// Reads the parameters of an operation; those of its path come first and may be overridden.
pub(super) fn read(
    diagnostics: &mut Diagnostics,
    document: &Document,
    place: &Place<'_>,
    operation: &Map,
    item: &Map,
) -> Result<Vec<Argument>, Skip> {
    let mut arguments: Vec<Argument> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for parameter in collect(diagnostics, document, operation, item)? {
        let ignored = parameter.location == "header"
            && OWNED_HEADERS.contains(&parameter.name.to_ascii_lowercase().as_str());
        if ignored {
            let message = format!(
                "the header parameter `{}` is ignored, as OpenAPI demands",
                parameter.name
            );
            diagnostics.push(
                Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message)
                    .help("remove it"),
            );
            continue;
        }
        arguments.push(argument(diagnostics, document, &parameter, &mut taken)?);
    }
    add_path_parameters(diagnostics, place, &mut arguments);
    Ok(arguments)
}

/// The parameters of the path that the operation does not override, then its own.
fn collect<'d>(
    diagnostics: &mut Diagnostics,
    document: &'d Document,
    operation: &'d Map,
    item: &'d Map,
) -> Result<Vec<Parameter<'d>>, Skip> {
    let mut found: Vec<Parameter<'_>> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
    for (depth, owner) in [item, operation].into_iter().enumerate() {
        let before = found.len();
        for node in owner
            .get("parameters")
            .and_then(Node::as_list)
            .unwrap_or(&[])
        {
            let parameter = resolve(document, node)?;
            let Some(&known) = positions.get(&(parameter.name, parameter.location)) else {
                positions.insert((parameter.name, parameter.location), found.len());
                found.push(parameter);
                continue;
            };
            if depth == 0 || known >= before {
                let message = format!(
                    "the {} parameter `{}` stands twice; the last one counts",
                    parameter.location, parameter.name
                );
                let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message);
                diagnostics.push(
                    finding
                        .also(found[known].span, "the first one")
                        .help("remove one of the two"),
                );
            }
            found[known] = parameter;
        }
    }
    Ok(found)
}

fn resolve<'d>(document: &'d Document, node: &'d Node) -> Result<Parameter<'d>, Skip> {
    let node = document.resolve(node)?;
    let text = |key| node.get(key).and_then(Node::as_str);
    match (node.as_map(), text("name"), text("in")) {
        (Some(map), Some(name), Some(location)) => Ok(Parameter {
            name,
            location,
            map,
            span: node.span,
        }),
        _ => Err(Skip {
            reason: "one of its parameters has no `name` or no `in`".to_owned(),
            remedy: "add both to the parameter".to_owned(),
            span: Some(node.span),
        }),
    }
}

fn argument(
    diagnostics: &mut Diagnostics,
    document: &Document,
    parameter: &Parameter<'_>,
    taken: &mut HashSet<String>,
) -> Result<Argument, Skip> {
    let mut name = parameter.name.to_owned();
    if taken.contains(&name) {
        name = format!("{}_in_{}", parameter.name, parameter.location);
        while taken.contains(&name) {
            name.push('_');
        }
        let message = format!(
            "two parameters are called `{}`; the one in the {} is the argument `{name}`",
            parameter.name, parameter.location
        );
        diagnostics.push(Diagnostic::new(
            Code::NORMALIZED_OPERATION,
            parameter.span,
            message,
        ));
    }
    taken.insert(name.clone());
    let required = parameter.location == "path"
        || parameter.map.get("required").and_then(Node::as_bool) == Some(true);
    let schema = schema(document, parameter)?;
    let route = route(&name, parameter);
    Ok(Argument {
        name,
        schema,
        required,
        span: parameter.span,
        route,
    })
}

/// The schema of a parameter, with what the parameter itself says beside it.
fn schema(document: &Document, parameter: &Parameter<'_>) -> Result<Node, Skip> {
    let content = parameter
        .map
        .get("content")
        .map(|content| document.resolve(content))
        .transpose()?;
    let media = content
        .and_then(Node::as_map)
        .and_then(|map| map.iter().next());
    let schema = parameter
        .map
        .get("schema")
        .or_else(|| media?.value.get("schema"));
    let mut schema = match schema {
        Some(schema) => schema.clone(),
        None => Node::new(Value::Map(Map::default()), parameter.span),
    };
    if let Value::Bool(true) = schema.value {
        schema.value = Value::Map(Map::default());
    }
    let Some(map) = schema.as_map_mut() else {
        return Ok(schema);
    };
    for key in ["description", "deprecated"] {
        if let Some(entry) = parameter.map.entry(key).filter(|_| !map.contains(key)) {
            map.insert(key, entry.key_span, entry.value.clone());
        }
    }
    Ok(schema)
}

/// How a request carries the argument.
fn route(argument: &str, parameter: &Parameter<'_>) -> Node {
    let mut map = Map::default();
    map.insert("argument", parameter.span, string(argument, parameter.span));
    map.insert(
        "name",
        parameter.span,
        string(parameter.name, parameter.span),
    );
    map.insert(
        "in",
        parameter.span,
        string(parameter.location, parameter.span),
    );
    for key in ["style", "explode", "allowReserved"] {
        if let Some(entry) = parameter.map.entry(key) {
            map.insert(key, entry.key_span, entry.value.clone());
        }
    }
    let content = parameter
        .map
        .get("content")
        .and_then(Node::as_map)
        .and_then(|map| map.iter().next());
    if let Some(media) = content {
        map.insert(
            "contentType",
            media.key_span,
            string(&media.key, media.key_span),
        );
    }
    Node::new(Value::Map(map), parameter.span)
}

/// Parts of the path that no parameter describes.
fn add_path_parameters(
    diagnostics: &mut Diagnostics,
    place: &Place<'_>,
    arguments: &mut Vec<Argument>,
) {
    for name in templates(place.path) {
        let described = arguments.iter().any(|argument| {
            let route = |key| argument.route.get(key).and_then(Node::as_str);
            route("name") == Some(name) && route("in") == Some("path")
        });
        if described {
            continue;
        }
        let mut schema = Map::default();
        schema.insert("type", place.span, string("string", place.span));
        let map = Map::default();
        let parameter = Parameter {
            name,
            location: "path",
            map: &map,
            span: place.span,
        };
        let taken = arguments.iter().any(|argument| argument.name == name);
        let argument = if taken {
            format!("{name}_in_path")
        } else {
            name.to_owned()
        };
        let message = format!(
            "the path has `{{{name}}}` and no parameter describes it; it is read as a required string"
        );
        let help = "describe it under `parameters` with `in: path`";
        diagnostics
            .push(Diagnostic::new(Code::NORMALIZED_OPERATION, place.span, message).help(help));
        let route = route(&argument, &parameter);
        let schema = Node::new(Value::Map(schema), place.span);
        arguments.push(Argument {
            name: argument,
            schema,
            required: true,
            span: place.span,
            route,
        });
    }
}

/// The names in braces, each once.
fn templates(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for part in path.split('{').skip(1) {
        if let Some((name, _)) = part.split_once('}')
            && !name.is_empty()
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}
