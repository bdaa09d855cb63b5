//! One tool definition, in any format: names, schemas, and the keys around them.

mod bare;
pub(in crate::read) mod evolution;
pub(in crate::read) mod execution;
pub(in crate::read) mod hints;
mod hosts;
pub(in crate::read) mod keys;
mod null_texts;
pub(in crate::read) mod old_arguments;
mod schemas;

use super::quantity::read_duration;
use super::{Reading, effects, errors, fields, inject, rule};
use schemas::take_schemas;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::DraftTool;
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::Stated;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::execution::Execution;
use toolc_model::model::failure::{self, DeclaredError};
use toolc_model::model::rule::Rules;
use toolc_model::model::wire::is_legal_wire_name;
use toolc_model::reading::Surroundings;
use toolc_model::reading::dialect::Dialect;
use toolc_model::reading::foreign::{self, Foreign};

/// Keys that hold the input schema.
pub(super) const INPUT_KEYS: &[&str] = &[
    "parameters",
    "input_schema",
    "inputSchema",
    "parametersJsonSchema",
    "parameters_json_schema",
];

/// Keys that hold the output schema.
pub(super) const OUTPUT_KEYS: &[&str] = &[
    "output_parameters",
    "outputSchema",
    "output_schema",
    "response",
    "responseJsonSchema",
];

/// Whether a node is a mapping with a schema under one of the known keys.
pub(super) fn has_schema(node: &Node) -> bool {
    INPUT_KEYS.iter().any(|key| {
        matches!(
            node.get(key).map(|schema| &schema.value),
            Some(Value::Map(_) | Value::Bool(_))
        )
    })
}

/// Whether a node would be a tool were it not for a misspelt schema key.
pub(super) fn has_misspelt_schema(node: &Node) -> bool {
    let text = |key| node.get(key).is_some_and(|node| node.as_str().is_some());
    let is_slip = |entry: &Entry| {
        keys::find_slip(&entry.key).is_some_and(|meant| INPUT_KEYS.contains(&meant))
    };
    let slip = node
        .as_map()
        .and_then(|map| map.iter().find(|entry| is_slip(entry)));
    text("description") && slip.is_some_and(|entry| entry.value.as_map().is_some())
}

/// Reads a definition into the draft, or reports why it is left out.
pub(super) fn read_entry(
    reading: &mut Reading<'_>,
    node: Node,
    mut around: Surroundings,
    dialect: Dialect,
) {
    let (span, kind) = (node.span, node.kind());
    let Value::Map(mut map) = node.value else {
        return skip_malformed(reading, &around, span, kind);
    };
    around.foreign = around.foreign.or_else(|| foreign::by_shape(reading));
    around.own = foreign::foreign_namespace(reading, &map, around.foreign);
    let Some(name) = read_name(reading, &map, &around, span) else {
        return;
    };
    let Some(schemas) = take_schemas(reading, &mut map, &name, &around, dialect) else {
        return;
    };
    let own = match around.foreign {
        None => read_own_words(reading, &map),
        Some(_) => OwnWords::default(),
    };
    let shared = read_shared_words(reading, &map, around.foreign, &name.value);
    let has_output = schemas.output.is_some();
    let mut rest = keys::take_rest(reading, map, around.foreign, &name.value, has_output);
    let declared = failure::to_node(&own.errors);
    rest.kept
        .extend(declared.map(|node| ("errors".to_owned(), node)));
    let tool = DraftTool {
        own_namespace: around.own,
        file_namespace: around.namespace,
        description: shared.description,
        described: shared.described.or(rest.described),
        title: shared.title,
        timeout: own.timeout,
        approval: keys::stricter_approval(shared.approval, rest.requested),
        effect: shared.effect,
        untrusted: shared.untrusted,
        served: matches!(around.foreign, Some(Foreign::Server)),
        engine: own.engine,
        inject: own.inject,
        errors: own.errors,
        metadata: rest.kept,
        rules: own.rules,
        execution: own.execution,
        name,
        input: schemas.input,
        output: schemas.output,
        http: None,
        native: None,
        remote: None,
        refusals: Vec::new(),
        given: Vec::new(),
        constants: Vec::new(),
        injected: Vec::new(),
        raw_fingerprint: Some(schemas.raw_fingerprint),
        overload: own.overload,
        wire_name: own.wire_name,
        evolution: Evolution {
            arguments: schemas.arguments,
            ..own.evolution
        },
        foreign: around.foreign.is_some(),
        entry: reading.entry.map(|entry| entry.id),
        span,
    };
    reading.draft.tools.push(tool);
}

fn skip_malformed(reading: &mut Reading<'_>, around: &Surroundings, span: Span, kind: &str) {
    let message = format!("{} must be a mapping, found {kind}", around.one());
    let schema = if around.is_answer {
        "schema"
    } else {
        "parameters"
    };
    let help = format!("write a mapping with `name`, `description` and `{schema}`");
    let finding = Diagnostic::new(Code::MALFORMED_TOOL, span, message).help(help);
    let name = around.key.as_ref().map_or("", |key| &key.value);
    reading.skip_tool(name, around, finding);
}

/// The keys that have a meaning in every file.
struct SharedWords {
    approval: Option<Spanned<Approval>>,
    effect: Stated,
    untrusted: Option<Spanned<bool>>,
    description: String,
    described: Option<Span>,
    title: Option<String>,
}

fn read_shared_words(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
    tool: &str,
) -> SharedWords {
    let approval = foreign::foreign_approval(reading, map, foreign, tool);
    let effect = map.get("effect");
    let effect = effect.map(|node| effects::read_effect(reading.diagnostics, node));
    SharedWords {
        approval,
        effect: effect.unwrap_or_default(),
        untrusted: foreign::foreign_untrusted(reading, map, foreign),
        description: text_at(reading, map, "description").unwrap_or_default(),
        described: map.get("description").map(|node| node.span),
        title: text_at(reading, map, "title").or_else(|| annotated_title(map)),
    }
}

/// The keys that only have a meaning in the user's own files. In a definition written by others,
/// `keys::take_rest` reports them with the rest.
#[derive(Default)]
struct OwnWords {
    timeout: Option<Spanned<u64>>,
    engine: Option<Spanned<String>>,
    inject: Vec<Spanned<String>>,
    errors: Vec<DeclaredError>,
    rules: Rules,
    execution: Execution,
    overload: bool,
    wire_name: Option<Spanned<String>>,
    evolution: Evolution,
}

fn read_own_words(reading: &mut Reading<'_>, map: &Map) -> OwnWords {
    let approval = map.get("approval").and_then(Node::as_map);
    OwnWords {
        timeout: read_duration(reading.diagnostics, map, "timeout"),
        engine: fields::string_at(reading.diagnostics, map, "engine"),
        inject: inject::of_tool(reading, map),
        errors: errors::of_tool(reading, map),
        rules: approval.map_or_else(Rules::new, |approval| {
            rule::read_own(reading.diagnostics, approval)
        }),
        execution: execution::read_execution(reading.diagnostics, map),
        overload: fields::flag_at(reading.diagnostics, map, "overload").unwrap_or_default(),
        wire_name: read_wire_name(reading.diagnostics, map),
        evolution: evolution::read_evolution(reading.diagnostics, map),
    }
}

/// The name of a tool on the wire; reports one that some provider refuses.
pub(in crate::read) fn read_wire_name(
    diagnostics: &mut Diagnostics,
    map: &Map,
) -> Option<Spanned<String>> {
    let name = fields::string_at(diagnostics, map, "wire_name")?;
    if is_legal_wire_name(&name.value) {
        return Some(name);
    }
    let message = format!(
        "`{}` is not a name that every provider accepts",
        shorten_text(&name.value, 60)
    );
    let finding = Diagnostic::new(Code::ILLEGAL_WIRE_NAME, name.span, message).help(
        "write at most 64 letters of a to z, digits, `_` and `-`, of which the first is a letter or `_`",
    );
    diagnostics.push(finding);
    None
}

fn read_name(
    reading: &mut Reading<'_>,
    map: &Map,
    around: &Surroundings,
    span: Span,
) -> Option<Spanned<String>> {
    let key = around.key.clone();
    let known = key.as_ref().map_or(String::new(), |key| key.value.clone());
    let own = match map.get("name") {
        Some(Node {
            value: Value::String(text),
            span,
        }) if !text.is_empty() => Some(Spanned::new(text.clone(), *span)),
        Some(node) if node.as_str().is_none() && !matches!(node.value, Value::Null) => {
            let message = format!(
                "the `name` of {} must be a string, found {}",
                around.one(),
                node.kind()
            );
            let finding = Diagnostic::new(Code::MALFORMED_TOOL, node.span, message)
                .help("put the name in quotes");
            reading.skip_tool(&known, around, finding);
            return None;
        }
        _ => None,
    };
    match (own, key) {
        (Some(own), Some(key)) if own.value != key.value => {
            let noun = around.noun();
            let message = format!(
                "the {noun} `{}` is under the key `{}`",
                own.value, key.value
            );
            let finding = Diagnostic::new(Code::NAME_MISMATCH, own.span, message)
                .label("the name")
                .also(key.span, "the key")
                .help("make both the same, or leave `name` out");
            reading.skip_tool(&own.value, around, finding);
            None
        }
        (Some(name), _) | (None, Some(name)) => Some(name),
        (None, None) => {
            let message = format!("{} has no name", around.one());
            let finding = Diagnostic::new(Code::MISSING_NAME, span, message).help("add `name: …`");
            reading.skip_tool("", around, finding);
            None
        }
    }
}

/// A string that may also be null.
fn text_at(reading: &mut Reading<'_>, map: &Map, key: &str) -> Option<String> {
    let node = map.get(key)?;
    if matches!(node.value, Value::Null) {
        return None;
    }
    fields::read_string(reading.diagnostics, node, &format!("`{key}`")).map(|text| text.value)
}

fn annotated_title(map: &Map) -> Option<String> {
    map.get("annotations")?
        .get("title")?
        .as_str()
        .map(str::to_owned)
}
