//! `config` and `events` in a tool file: the configuration of its tools, and the events they emit.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::{DraftDeclared, DraftSchema};
use toolc_model::model::declared::Declaration;
use toolc_model::reading::dialect::{self, Dialect};
use toolc_model::reading::{Reading, fields};

/// The longest name of an event.
const MAX_NAME: usize = 64;

/// Keywords that keep a schema as open as it is written.
const OPENING: &[&str] = &[
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "propertyNames",
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "dependentSchemas",
];

/// Reads the declarations in a file.
pub(super) fn read_declared(
    reading: &mut Reading<'_>,
    map: &Map,
    namespace: Option<&Spanned<String>>,
) {
    if let Some(entry) = map.entry("config") {
        declare(reading, entry, namespace, Declaration::Config);
    }
    let Some(node) = map.get("events") else {
        return;
    };
    let Some(events) = node.as_map() else {
        let wanted = "a mapping of names, such as `{ note_saved: { properties: { … } } }`";
        return fields::wrong_kind(reading.diagnostics, node, "`events`", wanted);
    };
    for entry in events.iter() {
        if is_event_name(reading.diagnostics, entry) {
            let name = entry.key.clone();
            declare(reading, entry, namespace, Declaration::Event { name });
        }
    }
}

/// Checks the name of an event, which becomes the name of a type and appears in logs.
fn is_event_name(diagnostics: &mut Diagnostics, entry: &Entry) -> bool {
    let name = entry.key.as_str();
    let is_letter =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    if begins && name.len() <= MAX_NAME && name.chars().all(is_letter) {
        return true;
    }
    let message = "an event name must be a lower-case word";
    diagnostics.push(
        Diagnostic::new(Code::ILLEGAL_EVENT, entry.key_span, message)
            .label("cannot be emitted under this name")
            .help("write at most 64 lower-case letters, digits and `_`, such as `note_saved`"),
    );
    false
}

fn declare(
    reading: &mut Reading<'_>,
    entry: &Entry,
    namespace: Option<&Spanned<String>>,
    what: Declaration,
) {
    let Some(schema) = object_schema(reading.diagnostics, entry, &what) else {
        return;
    };
    let node = dialect::normalise_schema(reading, schema, Dialect::TOOL.in_own_file());
    let listed = reading.entry.and_then(|listed| listed.namespace.as_ref());
    reading.draft.declared.push(DraftDeclared {
        namespace: listed.or(namespace).cloned(),
        what,
        schema: DraftSchema::standalone(node),
        span: entry.key_span,
    });
}

/// Reads the schema, which always describes an object, even if it does not say so.
fn object_schema(diagnostics: &mut Diagnostics, entry: &Entry, what: &Declaration) -> Option<Node> {
    let words = what.words();
    let mut schema = match &entry.value.value {
        Value::Map(_) => entry.value.clone(),
        Value::Null => Node::new(Value::Map(Map::default()), entry.key_span),
        _ => {
            let wanted = "the JSON Schema of an object, such as `{ properties: { … } }`";
            fields::wrong_kind(diagnostics, &entry.value, &words, wanted);
            return None;
        }
    };
    let kind = schema.get("type");
    if let Some(kind) = kind.filter(|kind| kind.as_str() != Some("object")) {
        let message = format!("{words} must be the schema of an object");
        diagnostics.push(
            Diagnostic::new(Code::UNFIT_DECLARATION, kind.span, message)
                .label("of another type")
                .help("write `type: object`, and what it holds under `properties`"),
        );
        return None;
    }
    close(&mut schema, entry.key_span);
    Some(schema)
}

/// Closes a schema and the objects below it to unknown keys: a misspelt key would otherwise be a
/// setting without effect.
fn close(schema: &mut Node, span: Span) {
    let Some(map) = schema.as_map_mut() else {
        return;
    };
    let text = |word: &str| Node::new(Value::String(word.to_owned()), span);
    if !map.contains("type") && !map.contains("$ref") {
        map.insert("type", span, text("object"));
    }
    if OPENING.iter().all(|key| !map.contains(key)) {
        map.insert(
            "additionalProperties",
            span,
            Node::new(Value::Bool(false), span),
        );
    }
    let Some(Value::Map(properties)) = map.get_mut("properties").map(|node| &mut node.value) else {
        return;
    };
    for (_, property) in properties.values_mut() {
        if property.get("properties").is_some() {
            let span = property.span;
            close(property, span);
        }
    }
}
