//! Keywords with a form of their own: their values are neither one number, one flag nor schemas alone.

use super::{COUNTED, doubtful, whole};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::node::{Entry, Map, Node, Value};
use crate::restriction::find_extension;
use crate::schema::bound::is_counted;
use crate::schema::keywords::{Contains, Schema, SchemaId, Types};
use crate::schema::pattern::Pattern;
use crate::schema::read::{Root, SchemaReader};
use crate::schema::rust_path::RustPath;
use crate::schema::value::canonical_json;
use std::collections::HashSet;
use toolc_runtime::compare_numbers;

pub(super) fn read_types(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    let nodes = match &entry.value.value {
        Value::String(_) => std::slice::from_ref(&entry.value),
        Value::List(list) => list.as_slice(),
        _ => return reader.malformed(id, entry, "a type or a list of types"),
    };
    let mut types = Types::NONE;
    for node in nodes {
        match node.as_str().and_then(Types::from_name) {
            Some(one) => types = types.or(one),
            None => return unknown_type(reader, id, node),
        }
    }
    reader.schemas.get_mut(id).types = types;
}

fn unknown_type(reader: &mut SchemaReader<'_, '_>, id: SchemaId, node: &Node) {
    let text = node.as_str();
    let shown = text.map_or_else(|| node.kind().to_owned(), |text| format!("`{text}`"));
    let near = text.and_then(|text| nearest(text, TYPES.iter().copied()));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of `{}`", TYPES.join("`, `")),
    };
    let message = format!("{shown} is not a type of JSON Schema");
    reader.fault(
        id,
        Diagnostic::new(Code::MALFORMED_SCHEMA, node.span, message)
            .label("tools with this schema are left out")
            .help(help),
    );
}

const TYPES: &[&str] = &[
    "null", "boolean", "integer", "number", "string", "array", "object",
];

pub(super) fn read_enum(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    let Some(nodes) = entry.value.as_list() else {
        return reader.malformed(id, entry, "a list");
    };
    let mut values: Vec<String> = Vec::with_capacity(nodes.len());
    let mut known = HashSet::new();
    let mut repeated = Vec::new();
    for node in nodes {
        match canonical_json(node) {
            Some(value) if known.insert(value.clone()) => values.push(value),
            Some(_) => repeated.push(node),
            None => return reader.malformed(id, entry, "a list of JSON values"),
        }
    }
    narrow(reader.schemas.get_mut(id), values);
    if let [first, ..] = repeated[..] {
        let finding = repeated_value(nodes, first, repeated.len());
        reader.diagnostics.push(finding);
    }
}

fn repeated_value(nodes: &[Node], repeated: &Node, count: usize) -> Diagnostic {
    let shown = doubtful::show_value(repeated);
    let message = match count {
        1 => format!("`enum` has {shown} twice"),
        _ => format!("`enum` has {count} values twice, the first of them {shown}"),
    };
    let value = canonical_json(repeated);
    let before = nodes.iter().find(|node| canonical_json(node) == value);
    let finding = Diagnostic::new(Code::REPEATED_VALUE, repeated.span, message)
        .label("it says nothing new")
        .help("remove it, or correct it if another value was meant");
    match before {
        Some(before) => finding.also(before.span, "the first"),
        None => finding,
    }
}

pub(super) fn read_const(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    match canonical_json(&entry.value) {
        Some(value) => narrow(reader.schemas.get_mut(id), vec![value]),
        None => reader.malformed(id, entry, "a JSON value"),
    }
}

/// `enum` and `const` both hold.
fn narrow(schema: &mut Schema, values: Vec<String>) {
    schema.values = Some(match schema.values.take() {
        Some(before) => {
            let values: HashSet<String> = values.into_iter().collect();
            let both = before.into_iter().filter(|value| values.contains(value));
            both.collect()
        }
        None => values,
    });
}

/// `multipleOf`
pub(super) fn read_divisor(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
) -> Option<String> {
    match &entry.value.value {
        Value::Number(text) if !is_counted(text) => reader.malformed(id, entry, COUNTED),
        Value::Number(text) if compare_numbers(text, "0").is_gt() => {
            return Some(text.to_string());
        }
        _ => reader.malformed(id, entry, "a number above 0"),
    }
    None
}

pub(super) fn read_required(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    let names = entry
        .value
        .as_list()
        .map(|list| list.iter().map(Node::as_str).collect::<Option<Vec<_>>>());
    let Some(Some(names)) = names else {
        return reader.malformed(id, entry, "a list of names");
    };
    let mut known = HashSet::new();
    let new = names.into_iter().filter(|name| known.insert(*name));
    reader.schemas.get_mut(id).object.required = new.map(str::to_owned).collect();
}

fn compile(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    source: &str,
    node: &Node,
) -> Option<Pattern> {
    match reader.patterns.compile(source) {
        Ok(compiled) => {
            note_readings(reader, compiled.readings(), node);
            let source = source.to_owned();
            Some(Pattern { source, compiled })
        }
        Err(fault) => {
            let message = format!("the pattern cannot be compiled: {}", fault.reason);
            reader.fault(
                id,
                Diagnostic::new(Code::UNSUPPORTED_PATTERN, node.span, message)
                    .label(format!("at character {} of the pattern", fault.offset))
                    .help(fault.help),
            );
            None
        }
    }
}

/// Says what of another dialect a pattern has.
fn note_readings(reader: &mut SchemaReader<'_, '_>, readings: &[String], node: &Node) {
    if readings.is_empty() {
        return;
    }
    let message = format!(
        "the pattern is not ECMA-262: it is read with {}",
        readings.join(", ")
    );
    reader.diagnostics.push(
        Diagnostic::new(Code::NORMALIZED_TYPE, node.span, message)
            .help("write it so that every reader of the schema understands it"),
    );
}

/// `pattern`
pub(super) fn read_pattern(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
) -> Option<Pattern> {
    match entry.value.as_str() {
        Some(source) => compile(reader, id, source, &entry.value),
        None => {
            reader.malformed(id, entry, "a string");
            None
        }
    }
}

pub(super) fn pattern_properties<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    _: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
) {
    let Some(map) = entry.value.as_map() else {
        return reader.malformed(id, entry, "a mapping of schemas");
    };
    for entry in map.iter() {
        let child = reader.schema(&entry.value, root);
        if let Some(pattern) = compile(reader, id, &entry.key, &entry.value) {
            reader
                .schemas
                .get_mut(id)
                .object
                .patterns
                .push((pattern, child));
        }
    }
}

/// The user's own type. Whoever else writes a spec does not choose what is compiled into a program.
pub(super) fn rust_type(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    if !reader.names_types {
        let message = "`x-rust-type` does not count in what others wrote";
        let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message)
            .label("the value has the type that its schema gives it")
            .help("write `rust: { own_types: true }` in `toolc.yaml` to let it count");
        return reader.diagnostics.push(Diagnostic {
            severity: Severity::Note,
            ..finding
        });
    }
    match entry.value.as_str().and_then(RustPath::parse) {
        Some(path) => reader.schemas.get_mut(id).rust_type = Some(path),
        None => reader.malformed(id, entry, RustPath::EXPECTED),
    }
}

/// What only goes out, such as a password: it comes back in no response, and into no log.
pub(super) fn write_only(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    let schema = reader.schemas.get_mut(id);
    schema.secret.meant |= entry.value.as_bool().unwrap_or(false);
}

/// A key that looks as if it confined or hid a value.
pub(super) fn unread_extension(reader: &mut SchemaReader<'_, '_>, entry: &Entry) {
    let Some(row) = find_extension(&[], &entry.key).filter(|row| !row.is_idle(&entry.value)) else {
        return;
    };
    let message = format!(
        "`{}` looks like a restriction, and toolc does not read it",
        entry.key
    );
    let finding = Diagnostic::new(Code::UNREAD_EXTENSION, entry.key_span, message)
        .label("not enforced")
        .help(row.help);
    let severity = match reader.names_types {
        true => finding.severity,
        false => Severity::Note,
    };
    reader.diagnostics.push(Diagnostic {
        severity,
        ..finding
    });
}

pub(super) fn read_contains<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    map: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
) {
    let schema = reader.schema(&entry.value, root);
    let number = |key: &str| match map.get(key).map(|node| &node.value) {
        Some(Value::Number(text)) => text.parse().ok().or_else(|| whole(text)),
        _ => None,
    };
    let contains = Contains {
        schema,
        min: number("minContains").unwrap_or(1),
        max: number("maxContains"),
    };
    reader.schemas.get_mut(id).list.contains = Some(contains);
}

pub(super) fn read_condition<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    map: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
) {
    let condition = reader.schema(&entry.value, root);
    let then = map.get("then").map(|node| reader.schema(node, root));
    let otherwise = map.get("else").map(|node| reader.schema(node, root));
    reader.schemas.get_mut(id).condition = Some((condition, then, otherwise));
}

pub(super) fn dependent_required(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    let names = |node: &Node| -> Option<Vec<String>> {
        node.as_list()?
            .iter()
            .map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let rules = entry.value.as_map().map(|map| {
        map.iter()
            .map(|entry| Some((entry.key.clone(), names(&entry.value)?)))
            .collect::<Option<Vec<_>>>()
    });
    match rules {
        Some(Some(rules)) => reader.schemas.get_mut(id).object.dependent_required = rules,
        _ => reader.malformed(id, entry, "a mapping of lists of names"),
    }
}

/// What is left of `dependencies` once it was divided into the two keywords of today: what is no
/// mapping, or is where no schema was looked for.
pub(super) fn read_dependencies(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    _: &Map,
    entry: &Entry,
    _: Root<'_>,
) {
    if entry.value.as_map().is_none() {
        return reader.malformed(id, entry, "a mapping");
    }
    let message = "`dependencies` of an older draft is in a place where no schema is expected";
    let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, entry.key_span, message)
        .label("tools with this schema are left out")
        .help("move the schema under `$defs`, or write `dependentRequired` or `dependentSchemas`");
    reader.fault(id, finding);
}
