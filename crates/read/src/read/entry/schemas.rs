//! The schemas of a tool: which keys hold them, and what happens if one is missing.

use super::bare::find_slip;
use super::hosts::confine_hosts;
use super::keys;
use super::null_texts::report_null_texts;
use super::old_arguments::{report_foreign, take_arguments};
use super::{INPUT_KEYS, OUTPUT_KEYS};
use crate::read::fingerprint::fingerprint_schema;
use crate::read::flow_text::{write_flow, write_text};
use crate::read::mirrored::check_mirrored;
use crate::read::{Reading, fields};
use toolc_base::diagnostic::suggest::ask_whether;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::DraftSchema;
use toolc_model::model::evolution::OldArgument;
use toolc_model::reading::Surroundings;
use toolc_model::reading::dialect::{self, Dialect};
use toolc_schema::schema::written::ObjectSchema;

/// The schemas of a tool.
pub(super) struct Schemas {
    pub input: DraftSchema,
    pub output: Option<DraftSchema>,
    /// The raw fingerprint of the input schema.
    pub raw_fingerprint: String,
    /// Old and deprecated names of arguments.
    pub arguments: Vec<OldArgument>,
}

/// Takes the schemas; `None` if an error was reported because of which the tool is left out.
pub(super) fn take_schemas(
    reading: &mut Reading<'_>,
    map: &mut Map,
    name: &Spanned<String>,
    around: &Surroundings,
    dialect: Dialect,
) -> Option<Schemas> {
    let mut input = take_input(reading, map, name, around)?;
    match check_mirrored(&name.value, &input) {
        Ok(secrets) => secrets
            .into_iter()
            .for_each(|found| reading.diagnostics.push(found)),
        Err(finding) => {
            reading.skip_tool(&name.value, around, *finding);
            return None;
        }
    }
    let arguments = match around.foreign {
        None => take_arguments(reading, &mut input),
        Some(_) => {
            report_foreign(reading, &input);
            Vec::new()
        }
    };
    let raw_fingerprint = fingerprint_schema(&input);
    let dialect = match around.foreign {
        None => dialect.in_own_file(),
        Some(_) => dialect,
    };
    let mut input = dialect::normalise_schema(reading, input, dialect);
    if around.foreign.is_none() {
        confine_hosts(reading, &mut input);
    }
    let output = take_output(reading, map, name, around, dialect);
    Some(Schemas {
        input: DraftSchema::standalone(input),
        output,
        raw_fingerprint,
        arguments,
    })
}

/// The input schema as written; if there is none, an object without properties.
fn take_input(
    reading: &mut Reading<'_>,
    map: &mut Map,
    name: &Spanned<String>,
    around: &Surroundings,
) -> Option<Node> {
    let tool = &name.value;
    let finding = match find_input(map, tool) {
        Ok(Some(node)) => match node.value {
            Value::Map(_) | Value::Bool(_) if around.foreign.is_none() => {
                match find_slip(&format!("the input of `{tool}`"), &node) {
                    None => {
                        report_null_texts(reading.diagnostics, tool, &node);
                        return Some(node);
                    }
                    Some(finding) => Err(finding),
                }
            }
            Value::Map(_) | Value::Bool(_) => return Some(node),
            Value::Null => Ok(no_input(around, tool, node.kind(), node.span)),
            _ => Err(unfit_input(around, tool, &node)),
        },
        Ok(None) => Ok(no_input(around, tool, "no schema", name.span)),
        Err(finding) => Err(finding),
    };
    match finding {
        Ok((finding, place)) => {
            reading.diagnostics.push(finding);
            Some(any_arguments(place))
        }
        Err(finding) => {
            reading.skip_tool(tool, around, finding);
            None
        }
    }
}

/// The value of the key that holds the input schema; `None` if the tool has no such key.
fn find_input(map: &mut Map, tool: &str) -> Result<Option<Node>, Diagnostic> {
    let found = INPUT_KEYS.iter().filter_map(|key| map.remove(key));
    let mut found: Vec<Entry> = found.collect();
    if let [first, second, ..] = found.as_slice() {
        return Err(two_inputs(tool, first, second));
    }
    match (found.pop(), misspelt_input(map)) {
        (Some(entry), _) => Ok(Some(entry.value)),
        (None, Some((key, meant))) => Err(misspelt(tool, &key, meant)),
        (None, None) => Ok(None),
    }
}

fn two_inputs(tool: &str, first: &Entry, second: &Entry) -> Diagnostic {
    let message = format!(
        "the tool `{tool}` has both `{}` and `{}`",
        first.key, second.key
    );
    Diagnostic::new(Code::MALFORMED_TOOL, second.key_span, message)
        .also(first.key_span, "the first schema")
        .help("keep one of them")
}

fn misspelt(tool: &str, key: &Spanned<String>, meant: &str) -> Diagnostic {
    let message = format!(
        "the tool `{tool}` has no input schema, but it has a key `{}`",
        key.value
    );
    Diagnostic::new(Code::MALFORMED_TOOL, key.span, message).help(ask_whether(&key.value, meant))
}

/// The finding, and the place for further findings about the schema.
fn no_input(around: &Surroundings, tool: &str, written: &str, place: Span) -> (Diagnostic, Span) {
    let (message, help) = match around.is_answer {
        true => (
            format!("the answer `{tool}` has {written} as its schema, so any object is accepted"),
            "write `schema: {type: object, properties: …}`",
        ),
        false => (
            format!("the tool `{tool}` has {written} as its input, so any arguments are accepted"),
            "write `parameters: {type: object, additionalProperties: false}` to accept none",
        ),
    };
    let finding = Diagnostic::new(Code::NO_SCHEMA, place, message).help(help);
    (finding, place)
}

fn unfit_input(around: &Surroundings, tool: &str, node: &Node) -> Diagnostic {
    let schema = if around.is_answer {
        "schema"
    } else {
        "input schema"
    };
    let message = format!(
        "the {schema} of `{tool}` must be a mapping, found {}",
        node.kind()
    );
    let help = write_listed(node).or_else(|| write_named(node));
    let help = help.unwrap_or_else(|| {
        "write a JSON Schema, such as `{type: object, properties: {}}`".to_owned()
    });
    Diagnostic::new(Code::MALFORMED_TOOL, node.span, message).help(help)
}

/// The schema of arguments of which there are only names: `[isbn, cents]`, or `isbn`.
fn write_named(node: &Node) -> Option<String> {
    let names = node.as_list().unwrap_or(std::slice::from_ref(node));
    let mut properties = Vec::new();
    for name in names {
        let name = name.as_str()?;
        let is_letter =
            |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        if name.is_empty() || !name.chars().all(is_letter) {
            return None;
        }
        properties.push(format!("{}: {{ type: string }}", write_text(name)));
    }
    (!properties.is_empty()).then(|| {
        let properties = properties.join(", ");
        format!("write what each of them is: `{{ type: object, properties: {{ {properties} }} }}`")
    })
}

/// The schema of arguments that are listed, `[{ name: query, type: string, required: true }]`, as OpenAPI and many libraries do.
fn write_listed(node: &Node) -> Option<String> {
    let mut properties = Vec::new();
    let mut required = Vec::new();
    for argument in node.as_list()? {
        let map = argument.as_map()?;
        let name = write_text(map.get("name")?.as_str()?);
        if argument.is_true("required") {
            required.push(name.clone());
        }
        let mut keywords = Vec::new();
        for entry in map
            .iter()
            .filter(|entry| entry.key != "name" && entry.key != "required")
        {
            keywords.push(format!(
                "{}: {}",
                write_text(&entry.key),
                write_flow(&entry.value)
            ));
        }
        properties.push(format!("{name}: {{ {} }}", keywords.join(", ")));
    }
    let help = format!(
        "write `{{ type: object, properties: {{ {} }}, required: [{}] }}`",
        properties.join(", "),
        required.join(", ")
    );
    (help.len() <= MAX_HELP).then_some(help)
}

/// Longer schemas are not written out in a help.
const MAX_HELP: usize = 500;

/// A key that is close to an input schema key, with the key that was meant.
fn misspelt_input(map: &Map) -> Option<(Spanned<String>, &'static str)> {
    map.iter().find_map(|entry| {
        let meant = keys::meant_input(entry)?;
        Some((Spanned::new(entry.key.clone(), entry.key_span), meant))
    })
}

/// The schema of an arbitrary object, which accepts any keys.
fn any_arguments(span: Span) -> Node {
    Node::map(ObjectSchema::default().into_map(span), span)
}

fn take_output(
    reading: &mut Reading<'_>,
    map: &mut Map,
    name: &Spanned<String>,
    around: &Surroundings,
    dialect: Dialect,
) -> Option<DraftSchema> {
    let present: Vec<&str> = OUTPUT_KEYS
        .iter()
        .copied()
        .filter(|key| map.contains(key))
        .collect();
    let entry = map.remove(present.first()?)?;
    if let Some(second) = present.get(1).and_then(|key| map.entry(key)) {
        let message = format!(
            "the tool `{}` has both `{}` and `{}`",
            name.value, entry.key, second.key
        );
        let finding = Diagnostic::new(Code::WRONG_SHAPE, second.key_span, message)
            .also(entry.key_span, "the first schema")
            .help("keep one of them");
        reading.diagnostics.push(finding);
    }
    if around.foreign.is_none()
        && let Some(finding) = find_slip(&format!("the output of `{}`", name.value), &entry.value)
    {
        reading.diagnostics.push(finding);
        return None;
    }
    match &entry.value.value {
        Value::Map(schema) if schema.is_empty() => None,
        Value::Map(_) | Value::Bool(_) => Some(DraftSchema::standalone(dialect::normalise_schema(
            reading,
            entry.value,
            dialect,
        ))),
        Value::Null => None,
        _ => {
            fields::wrong_kind(
                reading.diagnostics,
                &entry.value,
                &format!("`{}`", entry.key),
                "a JSON Schema",
            );
            None
        }
    }
}
