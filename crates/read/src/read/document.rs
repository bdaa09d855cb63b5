//! Documents that schemas refer to: files with a JSON Schema, files whose paths other schemas name,
//! and the meta-schemas of JSON Schema itself.

use super::dialect::{Dialect, Dialects, Edition, normalise_in_place, normalise_schema};
use super::entry::{INPUT_KEYS, OUTPUT_KEYS};
use super::{Reading, fields};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Role, SchemaListing, Source, SourceId, Sources, Span};
use toolc_model::config::EntryKind;
use toolc_model::draft::{DocumentKind, Draft, DraftDocument};
use toolc_openapi::openapi;
use toolc_schema::schema::position::Position;
use toolc_schema::schema::uri;

/// Whether an unlisted document is a JSON Schema.
pub(super) fn recognise_document(node: &Node, _: Option<EntryKind>) -> bool {
    let text = |key| node.get(key).is_some_and(|node| node.as_str().is_some());
    let map = |key| node.get(key).is_some_and(|node| node.as_map().is_some());
    text("$schema") || text("$id") || map("$defs") || map("properties")
}

/// Reads a document that is a JSON Schema.
pub(super) fn read_document(reading: &mut Reading<'_>, node: Node) {
    if !matches!(node.value, Value::Map(_) | Value::Bool(_)) {
        return fields::wrong_kind(reading.diagnostics, &node, "a schema", "a mapping");
    }
    let dialect = match reading.role {
        Role::Schema(SchemaListing {
            dialect: Some(name),
            ..
        }) => Edition::short(name).map(|edition| Dialect::MCP.in_edition(edition)),
        _ => None,
    };
    let node = normalise_schema(reading, node, dialect.unwrap_or(Dialect::TOOL));
    reading.offer_document(&Arc::new(node), DocumentKind::Schema);
}

/// Parses a source without reporting findings.
type Parse<'p> = &'p dyn Fn(&Sources, SourceId) -> Option<Node>;

/// The documents that are only read if a reference in the draft leads into them: tool files and the
/// meta-schemas.
pub fn read_referred(
    sources: &Sources,
    dialects: &Dialects,
    draft: &Draft,
    parse: Parse<'_>,
) -> Draft {
    let mut found = Draft::default();
    if draft.outward.is_empty() {
        return found;
    }
    let mut files = files(sources, draft);
    let mut families: HashSet<&str> = HashSet::new();
    let mut waiting = draft.outward.clone();
    while let Some(reference) = waiting.pop() {
        let (address, _) = uri::split_fragment(&reference.value);
        for id in files.remove(file_name(address)).into_iter().flatten() {
            if let Some(node) = parse(sources, id) {
                let Source { role, path, .. } = sources.get(id);
                let document = tool_file(role, path, dialects, node);
                waiting.extend(document.outward.iter().cloned());
                found.append(document);
            }
        }
        for (family, text) in METASCHEMAS {
            if address.contains(family) && families.insert(family) {
                found.append(metaschemas(text, reference.span, dialects, parse));
            }
        }
    }
    found
}

/// The files that are not documents yet, by name.
fn files(sources: &Sources, draft: &Draft) -> HashMap<String, Vec<SourceId>> {
    let documents = draft.documents.iter();
    let known: HashSet<&str> = documents
        .flat_map(|document| document.addresses.iter().map(String::as_str))
        .collect();
    let mut files: HashMap<String, Vec<SourceId>> = HashMap::new();
    for (id, source) in sources.iter() {
        let address = uri::of_path(&source.path);
        if !known.contains(address.as_str()) {
            let name = file_name(&address).to_owned();
            files.entry(name).or_default().push(id);
        }
    }
    files
}

fn file_name(address: &str) -> &str {
    let (path, _) = address.split_once('?').unwrap_or((address, ""));
    path.rsplit('/').next().unwrap_or(path)
}

/// A tool file as a document: its schemas are under the keys of tools, or under definitions. For an
/// API description, this includes what its own operations did not need. Problems are reported where
/// the file is read for its tools.
fn tool_file(role: &Role, path: &str, dialects: &Dialects, mut node: Node) -> Draft {
    let mut diagnostics = Diagnostics::silent();
    let mut reading = Reading::new(&mut diagnostics, role, path, dialects);
    if openapi::recognise_openapi(&node, None) {
        openapi::offer_openapi(&mut reading, node);
    } else {
        schemas_within(&mut reading, &mut node);
        reading.offer_document(&Arc::new(node), DocumentKind::Description);
    }
    reading.draft
}

fn schemas_within(reading: &mut Reading<'_>, node: &mut Node) {
    match &mut node.value {
        Value::List(list) => list
            .iter_mut()
            .for_each(|node| schemas_within(reading, node)),
        Value::Map(map) => {
            for (key, value) in map.values_mut() {
                let is_schema = INPUT_KEYS.contains(&key) || OUTPUT_KEYS.contains(&key);
                match (is_schema, Position::of(key), &mut value.value) {
                    (true, ..) => {
                        normalise_in_place(reading, value, Dialect::TOOL);
                        separate(value);
                    }
                    (_, Position::Map, Value::Map(schemas)) => schemas
                        .values_mut()
                        .for_each(|(_, schema)| normalise_in_place(reading, schema, Dialect::TOOL)),
                    _ => schemas_within(reading, value),
                }
            }
        }
        _ => {}
    }
}

/// Makes `#` in a tool's schema refer to that schema, wherever it is referred to from.
fn separate(schema: &mut Node) {
    let span = schema.span;
    if let Some(map) = schema.as_map_mut().filter(|map| !map.contains("$id")) {
        let address = Value::String("?tool".to_owned());
        map.insert("$id", span, Node::new(address, span));
    }
}

/// The meta-schemas, by a part of their addresses.
const METASCHEMAS: &[(&str, &str)] = &[
    (
        "json-schema.org/draft-04/",
        include_str!("metaschemas/draft-04.json"),
    ),
    (
        "json-schema.org/draft-06/",
        include_str!("metaschemas/draft-06.json"),
    ),
    (
        "json-schema.org/draft-07/",
        include_str!("metaschemas/draft-07.json"),
    ),
    (
        "json-schema.org/draft/2019-09/",
        include_str!("metaschemas/2019-09.json"),
    ),
    (
        "json-schema.org/draft/2020-12/",
        include_str!("metaschemas/2020-12.json"),
    ),
];

/// The meta-schemas in one text. Findings about them point to the reference that leads there.
fn metaschemas(text: &str, span: Span, dialects: &Dialects, parse: Parse<'_>) -> Draft {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "metaschema.json".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    let mut draft = Draft::default();
    let Some(Node {
        value: Value::List(nodes),
        ..
    }) = parse(&sources, id)
    else {
        return draft;
    };
    for node in nodes {
        let id = node.get("$id").or_else(|| node.get("id"));
        let address = id.and_then(Node::as_str).unwrap_or("").to_owned();
        let mut diagnostics = Diagnostics::silent();
        let mut reading = Reading::new(&mut diagnostics, &Role::Found, "", dialects);
        let node = Arc::new(normalise_schema(
            &mut reading,
            placed(node, span),
            Dialect::MCP,
        ));
        let addresses = vec![uri::split_fragment(&address).0.to_owned()];
        reading.draft.documents.push(DraftDocument {
            node,
            kind: DocumentKind::Schema,
            addresses,
        });
        draft.append(reading.draft);
    }
    draft
}

/// The node with the same place for all its parts.
fn placed(node: Node, span: Span) -> Node {
    let value = match node.value {
        Value::List(list) => Value::List(list.into_iter().map(|node| placed(node, span)).collect()),
        Value::Map(map) => {
            let entries = map.into_entries().into_iter().map(|entry| Entry {
                key: entry.key,
                key_span: span,
                value: placed(entry.value, span),
            });
            Value::Map(Map::new(entries.collect()))
        }
        value => value,
    };
    Node::new(value, span)
}
