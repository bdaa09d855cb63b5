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
use crate::schema::rules::{self, Reads};
use crate::schema::shape::{Bound, Doc};
use crate::schema::vocabulary;

/// How the value of a keyword is read, and where it goes.
enum Keyword {
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

/// Reads a keyword: the reader, the schema to write to, the mapping that it is in, the keyword.
type Read = for<'n> fn(&mut SchemaReader<'_, 'n>, SchemaId, &'n Map, &'n Entry, Root<'n>);

use Keyword::{Flag, Named, One, Own, Several, Words};

/// Every keyword that means something beside those of [`rules`]: those with parts, and those that stand
/// alone. A keyword that is in neither is an annotation.
const KEYWORDS: &[(&str, Keyword)] = &[
    ("type", Own(own::read_types)),
    ("enum", Own(own::read_enum)),
    ("const", Own(own::read_const)),
    ("items", One(|schema, id| schema.list.items = Some(id))),
    (
        "prefixItems",
        Several(|schema, ids| schema.list.prefix = ids),
    ),
    ("contains", Own(own::read_contains)),
    (
        "properties",
        Named(|schema, map| schema.object.properties = map),
    ),
    ("required", Own(own::read_required)),
    ("patternProperties", Own(own::pattern_properties)),
    (
        "additionalProperties",
        One(|schema, id| schema.object.additional = Some(id)),
    ),
    (
        "propertyNames",
        One(|schema, id| schema.object.names = Some(id)),
    ),
    ("dependentRequired", Own(own::dependent_required)),
    (
        "dependentSchemas",
        Named(|schema, map| schema.object.dependent_schemas = map),
    ),
    ("dependencies", Own(own::read_dependencies)),
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
    ("if", Own(own::read_condition)),
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
    ("x-rust-type", Own(own::rust_type)),
    (
        "x-secret",
        Flag(|schema, flag| schema.secret.said = Some(flag)),
    ),
    ("writeOnly", Own(own::write_only)),
];

/// Whether a key means something to JSON Schema or to those who annotate schemas.
fn is_known(key: &str) -> bool {
    key.starts_with("x-")
        || vocabulary::find_word(key).is_some()
        || keywords().any(|name| name == key)
}

/// The names of all keywords that mean something.
fn keywords() -> impl Iterator<Item = &'static str> {
    let rules = rules::all_rows().map(|row| row.keyword);
    KEYWORDS.iter().map(|(name, _)| *name).chain(rules)
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
        if !read_rule(reader, id, map, entry) {
            meant::report_unknown(reader, entry);
        }
        return;
    };
    match keyword {
        Flag(set) => flag(reader, id, entry, *set),
        One(set) => one(reader, id, entry, root, *set),
        Several(set) => several(reader, id, entry, root, *set),
        Named(set) => named(reader, id, map, entry, root, *set),
        Words(set) => set(&mut reader.schemas.get_mut(id).doc, &entry.value),
        Own(read) => read(reader, id, map, entry, root),
    }
}

/// Reads a keyword with one value; `false` where there is no such rule.
fn read_rule(reader: &mut SchemaReader<'_, '_>, id: SchemaId, map: &Map, entry: &Entry) -> bool {
    let key = entry.key.as_str();
    let mut scalar = Scalar {
        reader,
        id,
        map,
        entry,
    };
    if let Some(rule) = rules::find_rule(rules::TEXT, key) {
        scalar.read(&rule.reads, |schema| &mut schema.text);
    } else if let Some(rule) = rules::find_rule(rules::NUMBER, key) {
        scalar.read(&rule.reads, |schema| &mut schema.number);
    } else if let Some(rule) = rules::find_rule(rules::LIST, key) {
        scalar.read(&rule.reads, |schema| &mut schema.list.limits);
    } else if let Some(rule) = rules::find_rule(rules::OBJECT, key) {
        scalar.read(&rule.reads, |schema| &mut schema.object.limits);
    } else {
        return false;
    }
    true
}

/// A keyword with one value, to be read.
struct Scalar<'a, 'r, 'n> {
    reader: &'a mut SchemaReader<'r, 'n>,
    id: SchemaId,
    map: &'a Map,
    entry: &'a Entry,
}

impl Scalar<'_, '_, '_> {
    fn read<S>(&mut self, reads: &Reads<S>, rules: fn(&mut Schema) -> &mut S) {
        let (id, entry) = (self.id, self.entry);
        match reads {
            Reads::Count(set) => {
                if let Some(count) = self.count() {
                    set(rules(self.reader.schemas.get_mut(id)), count);
                }
            }
            Reads::Limit(set) => {
                if let Some(limit) = self.limit() {
                    set(rules(self.reader.schemas.get_mut(id)), limit);
                }
            }
            Reads::Divisor(set) => {
                if let Some(divisor) = own::read_divisor(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), divisor);
                }
            }
            Reads::Flag(set) => {
                if let Some(flag) = read_flag(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), flag);
                }
            }
            Reads::Pattern(set) => {
                if let Some(pattern) = own::read_pattern(self.reader, id, entry) {
                    set(rules(self.reader.schemas.get_mut(id)), pattern);
                }
            }
            Reads::Format => format::read_format(self.reader, id, entry),
            Reads::Path => path::read_path(self.reader, id, self.map, entry),
        }
    }

    fn count(&mut self) -> Option<u64> {
        let value = match &self.entry.value.value {
            Value::Number(text) => text.parse().ok().or_else(|| whole(text)),
            _ => None,
        };
        if value.is_none() {
            let wanted = "a whole number that is not negative";
            self.reader.malformed(self.id, self.entry, wanted);
        }
        value
    }

    fn limit(&mut self) -> Option<Bound> {
        let (bound, wanted) = match &self.entry.value.value {
            Value::Number(text) => (Bound::parse(text), COUNTED),
            _ => (None, "a number"),
        };
        if bound.is_none() {
            self.reader.malformed(self.id, self.entry, wanted);
        }
        bound
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

fn flag(
    reader: &mut SchemaReader<'_, '_>,
    id: SchemaId,
    entry: &Entry,
    set: fn(&mut Schema, bool),
) {
    if let Some(value) = read_flag(reader, id, entry) {
        set(reader.schemas.get_mut(id), value);
    }
}

fn read_flag(reader: &mut SchemaReader<'_, '_>, id: SchemaId, entry: &Entry) -> Option<bool> {
    let value = entry.value.as_bool();
    if value.is_none() {
        reader.malformed(id, entry, "`true` or `false`");
    }
    value
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_that_is_read_is_a_word() {
        for (name, _) in KEYWORDS.iter().filter(|(name, _)| !name.starts_with("x-")) {
            assert!(vocabulary::find_word(name).is_some(), "{name}");
        }
        for row in rules::all_rows() {
            assert!(
                vocabulary::find_word(row.keyword).is_none(),
                "{}",
                row.keyword
            );
        }
    }
}
