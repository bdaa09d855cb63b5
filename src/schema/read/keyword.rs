//! One keyword of JSON Schema 2020-12 at a time, from its node into a schema.

mod doubtful;
mod format;
mod meant;
mod own;
mod path;

pub use doubtful::check_own;

use super::{Root, SchemaReader};
use crate::node::{Entry, Map, Node, Value};
use crate::schema::keywords::{Schema, SchemaId};
use crate::schema::shape::{Bound, Doc};

/// How the value of a keyword is read, and where it goes.
enum Keyword {
    /// A whole number that is not negative.
    Count(fn(&mut Schema, u64)),
    /// A number.
    Limit(fn(&mut Schema, Bound)),
    /// `true` or `false`.
    Flag(fn(&mut Schema, bool)),
    /// A schema.
    One(fn(&mut Schema, SchemaId)),
    /// A list of schemas.
    Several(fn(&mut Schema, Vec<SchemaId>)),
    /// A mapping of schemas.
    Named(fn(&mut Schema, Vec<(String, SchemaId)>)),
    /// An annotation that becomes documentation.
    Words(fn(&mut Doc, &Node)),
    /// A keyword with a form of its own.
    Own(Read),
}

/// Reads a keyword: the reader, the schema to write to, the mapping that it stands in, the keyword.
type Read = for<'n> fn(&mut SchemaReader<'_, 'n>, SchemaId, &'n Map, &'n Entry, Root<'n>);

use Keyword::{Count, Flag, Limit, Named, One, Own, Several, Words};

/// Every keyword that means something. A keyword that is not here is an annotation.
const KEYWORDS: &[(&str, Keyword)] = &[
    ("type", Own(own::types)),
    ("enum", Own(own::enumeration)),
    ("const", Own(own::constant)),
    (
        "minLength",
        Count(|schema, count| schema.text.min_length = count),
    ),
    (
        "maxLength",
        Count(|schema, count| schema.text.max_length = Some(count)),
    ),
    ("pattern", Own(own::text_pattern)),
    ("format", Own(format::format)),
    (
        "minimum",
        Limit(|schema, limit| schema.number.minimum = Some(limit)),
    ),
    (
        "maximum",
        Limit(|schema, limit| schema.number.maximum = Some(limit)),
    ),
    (
        "exclusiveMinimum",
        Limit(|schema, limit| schema.number.exclusive_minimum = Some(limit)),
    ),
    (
        "exclusiveMaximum",
        Limit(|schema, limit| schema.number.exclusive_maximum = Some(limit)),
    ),
    ("multipleOf", Own(own::multiple_of)),
    ("items", One(|schema, id| schema.list.items = Some(id))),
    (
        "prefixItems",
        Several(|schema, ids| schema.list.prefix = ids),
    ),
    (
        "minItems",
        Count(|schema, count| schema.list.min_items = count),
    ),
    (
        "maxItems",
        Count(|schema, count| schema.list.max_items = Some(count)),
    ),
    (
        "uniqueItems",
        Flag(|schema, flag| schema.list.unique = flag),
    ),
    ("contains", Own(own::contains)),
    (
        "properties",
        Named(|schema, map| schema.object.properties = map),
    ),
    ("required", Own(own::required)),
    ("patternProperties", Own(own::pattern_properties)),
    (
        "additionalProperties",
        One(|schema, id| schema.object.additional = Some(id)),
    ),
    (
        "propertyNames",
        One(|schema, id| schema.object.names = Some(id)),
    ),
    (
        "minProperties",
        Count(|schema, count| schema.object.min_properties = count),
    ),
    (
        "maxProperties",
        Count(|schema, count| schema.object.max_properties = Some(count)),
    ),
    ("dependentRequired", Own(own::dependent_required)),
    (
        "dependentSchemas",
        Named(|schema, map| schema.object.dependent_schemas = map),
    ),
    ("dependencies", Own(own::dependencies)),
    (
        "$ref",
        Own(|reader, id, _, entry, root| reader.reference(id, entry, root)),
    ),
    (
        "$dynamicRef",
        Own(|reader, id, _, entry, root| reader.reference(id, entry, root)),
    ),
    (
        "$recursiveRef",
        Own(|reader, id, _, entry, root| reader.reference(id, entry, root)),
    ),
    (
        "$schema",
        Own(|reader, id, _, entry, _| reader.unknown_vocabulary(id, entry)),
    ),
    ("allOf", Several(|schema, ids| schema.all_of.extend(ids))),
    ("anyOf", Several(|schema, ids| schema.any_of = ids)),
    ("oneOf", Several(|schema, ids| schema.one_of = ids)),
    ("not", One(|schema, id| schema.not = Some(id))),
    ("if", Own(own::condition)),
    (
        "title",
        Words(|doc, node| doc.title = node.as_str().map(str::to_owned)),
    ),
    (
        "description",
        Words(|doc, node| doc.description = node.as_str().map(str::to_owned)),
    ),
    (
        "default",
        Words(|doc, node| doc.default = Some(node.to_json())),
    ),
    (
        "deprecated",
        Words(|doc, node| doc.deprecated = node.as_bool().unwrap_or(false)),
    ),
    (
        "unevaluatedProperties",
        One(|schema, id| schema.unevaluated.properties = Some(id)),
    ),
    (
        "unevaluatedItems",
        One(|schema, id| schema.unevaluated.items = Some(id)),
    ),
    ("x-path", Own(path::path)),
    ("x-rust-type", Own(own::rust_type)),
    (
        "x-secret",
        Flag(|schema, flag| schema.secret.said = Some(flag)),
    ),
    ("writeOnly", Own(own::write_only)),
];

/// Keywords that only annotate, or that other keywords read: none of them is a slip of the pen.
const ANNOTATIONS: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$recursiveAnchor",
    "$vocabulary",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "definitions",
    "discriminator",
    "else",
    "enumNames",
    "example",
    "examples",
    "externalDocs",
    "maxContains",
    "minContains",
    "nullable",
    "optional",
    "readOnly",
    "then",
    "types",
    "value",
    "values",
    "xml",
];

/// Whether a key means something to JSON Schema or to those who annotate schemas.
fn is_known(key: &str) -> bool {
    key.starts_with("x-")
        || ANNOTATIONS.contains(&key)
        || KEYWORDS.iter().any(|(name, _)| *name == key)
}

/// Reads one keyword into a schema.
pub fn read_keyword<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    map: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
) {
    let known = KEYWORDS.iter().find(|(name, _)| *name == entry.key);
    let Some((_, keyword)) = known else {
        return meant::report_unknown(reader, entry);
    };
    match keyword {
        Count(set) => count(reader, id, entry, *set),
        Limit(set) => limit(reader, id, entry, *set),
        Flag(set) => flag(reader, id, entry, *set),
        One(set) => one(reader, id, entry, root, *set),
        Several(set) => several(reader, id, entry, root, *set),
        Named(set) => named(reader, id, map, entry, root, *set),
        Words(set) => set(&mut reader.schemas.get_mut(id).doc, &entry.value),
        Own(read) => read(reader, id, map, entry, root),
    }
}

fn count(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
    set: fn(&mut Schema, u64),
) {
    let value = match &entry.value.value {
        Value::Number(text) => text.parse().ok().or_else(|| whole(text)),
        _ => None,
    };
    match value {
        Some(value) => set(reader.schemas.get_mut(id), value),
        None => reader.malformed(id, entry, "a whole number that is not negative"),
    }
}

/// The value of `2.0` and `1e3`; what is beyond any length counts as the largest.
fn whole(text: &str) -> Option<u64> {
    let value = text
        .parse::<f64>()
        .ok()
        .filter(|value| value.fract() == 0.0 && *value >= 0.0)?;
    Some(value as u64)
}

/// What a limit or a divisor must be.
const COUNTED: &str = "a number of at most 400 digits whose exponent fits into 32 bits";

fn limit(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
    set: fn(&mut Schema, Bound),
) {
    let bound = match &entry.value.value {
        Value::Number(text) => Bound::parse(text),
        _ => return reader.malformed(id, entry, "a number"),
    };
    match bound {
        Some(bound) => set(reader.schemas.get_mut(id), bound),
        None => reader.malformed(id, entry, COUNTED),
    }
}

fn flag(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
    set: fn(&mut Schema, bool),
) {
    match entry.value.as_bool() {
        Some(value) => set(reader.schemas.get_mut(id), value),
        None => reader.malformed(id, entry, "`true` or `false`"),
    }
}

fn one<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    entry: &'n Entry,
    root: Root<'n>,
    set: fn(&mut Schema, SchemaId),
) {
    let child = reader.schema(&entry.value, root);
    set(reader.schemas.get_mut(id), child);
}

fn several<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    entry: &'n Entry,
    root: Root<'n>,
    set: fn(&mut Schema, Vec<SchemaId>),
) {
    let Some(nodes) = entry.value.as_list().filter(|nodes| !nodes.is_empty()) else {
        return reader.malformed(id, entry, "a list of one schema or more");
    };
    let ids = nodes.iter().map(|node| reader.schema(node, root)).collect();
    set(reader.schemas.get_mut(id), ids);
}

fn named<'n>(
    reader: &mut SchemaReader<'_, 'n>,
    id: SchemaId,
    around: &'n Map,
    entry: &'n Entry,
    root: Root<'n>,
    set: fn(&mut Schema, Vec<(String, SchemaId)>),
) {
    let Some(map) = entry.value.as_map() else {
        return match doubtful::one_level_off(around, entry) {
            Some(finding) => reader.fault(id, finding),
            None => reader.malformed(id, entry, "a mapping of schemas"),
        };
    };
    let ids = map
        .iter()
        .map(|entry| (entry.key.clone(), reader.schema(&entry.value, root)))
        .collect();
    set(reader.schemas.get_mut(id), ids);
}
