//! Joins schemas that all apply to one value (`$ref` with siblings, `allOf`) into one, keyword by
//! keyword and without loss. Keywords that cannot be merged are kept as a list.

pub mod evaluation;
mod objects;
mod scalars;

use crate::schema::evaluated::Evaluated;
use crate::schema::keywords::{
    Conditional, Contains, ListKeywords, ObjectKeywords, Schema, SchemaId, Schemas, Types,
};
use crate::schema::rules;
use crate::schema::rust_path::RustPath;
use crate::schema::shape::{Doc, Number, Text};
use evaluation::{MAX_EVALUATED, Parts, find_evaluated};
use std::collections::{HashMap, HashSet};
use toolc_base::source::{SourceId, Span};

/// The join of several schemas.
#[derive(Debug, Clone)]
pub struct Conjunction {
    /// The place of the schema for which the join is made.
    pub span: Span,
    /// The joined schemas, starting with the one for which the join is made.
    pub parts: Vec<SchemaId>,
    /// The documentation of the first schema that has any.
    pub doc: Doc,
    /// The name of the definition, if the join is just that definition.
    pub definition: Option<String>,
    /// The user-defined type named by the first schema that names one.
    pub rust_type: Option<RustPath>,
    /// Whether one of the schemas is `false`.
    pub never: bool,
    /// The types allowed by all of them.
    pub types: Types,
    /// The values allowed by all of them.
    pub values: Option<Vec<String>>,
    /// Rules for strings, except for additional patterns and formats.
    pub text: Text,
    /// Additional patterns and formats.
    pub further_texts: Vec<Text>,
    /// Rules for numbers, except for additional multiples.
    pub number: Number,
    /// Additional multiples.
    pub further_numbers: Vec<Number>,
    /// Rules for arrays, except `contains`.
    pub list: ListKeywords,
    /// Every `contains`.
    pub contains: Vec<Contains>,
    /// Rules for objects, merged.
    pub object: ObjectKeywords,
    /// Rules for objects that cannot be merged because keys are matched by patterns.
    pub further_objects: Vec<ObjectKeywords>,
    /// Every `anyOf`.
    pub any_of: Vec<Vec<SchemaId>>,
    /// Every `oneOf`.
    pub one_of: Vec<Vec<SchemaId>>,
    /// Every `not`.
    pub not: Vec<SchemaId>,
    /// Every `if` with `then` or `else`.
    pub conditionals: Vec<Conditional>,
    /// Every `unevaluatedProperties` and `unevaluatedItems` that depends on the value, with what is
    /// evaluated and the schema for the rest.
    pub unevaluated: Vec<(Parts, Evaluated<SchemaId>, SchemaId)>,
}

/// How many joins are allowed regardless of the number of schemas.
const MAX_JOINS: usize = 1_000;

/// Makes joins, and remembers the schemas created for them, so that recursion terminates.
#[derive(Debug, Default)]
pub struct Joiner {
    joined: HashMap<Vec<SchemaId>, SchemaId>,
    left: usize,
    evaluated_left: usize,
    /// Whether more joins were requested than are allowed. If so, the results since then are
    /// unusable.
    pub exhausted: bool,
    typed: HashMap<Types, SchemaId>,
}

impl Joiner {
    /// A schema equivalent to all of these together.
    pub fn all_of(&mut self, schemas: &mut Schemas, mut ids: Vec<SchemaId>) -> SchemaId {
        let span = ids
            .first()
            .map_or(Span::file(SourceId(0)), |id| schemas.get(*id).span);
        ids.sort();
        ids.dedup();
        if let [id] = ids[..] {
            return id;
        }
        if let Some(&id) = self.joined.get(&ids) {
            return id;
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.exhausted = true;
            return ids.first().copied().unwrap_or(SchemaId(0));
        };
        self.left = left;
        let id = schemas.add(Schema {
            all_of: ids.clone(),
            ..Schema::any(span)
        });
        self.joined.insert(ids, id);
        id
    }

    /// Allows additional joins, a few for each schema. Schemas that refer to each other could
    /// otherwise require joins of every subset of them, which would never finish.
    pub fn allow_joins(&mut self, schemas: usize) {
        self.left = MAX_JOINS.saturating_add(schemas.saturating_mul(4));
        self.evaluated_left = MAX_EVALUATED;
        self.exhausted = false;
    }

    /// A schema that only restricts the type.
    pub fn schema_of_types(&mut self, schemas: &mut Schemas, types: Types, span: Span) -> SchemaId {
        *self.typed.entry(types).or_insert_with(|| {
            schemas.add(Schema {
                types,
                ..Schema::any(span)
            })
        })
    }

    /// Joins a schema with all those that it applies to the same value.
    pub fn join(&mut self, schemas: &mut Schemas, id: SchemaId) -> Conjunction {
        let mut parts = Vec::new();
        collect(schemas, id, &mut parts, &mut HashSet::new());
        let mut join = start(schemas, id, &parts);
        let mut objects = Vec::new();
        let mut lists = Vec::new();
        for &part in &parts {
            let schema = schemas.get(part);
            join.add(schema);
            objects.extend(schema.object.written().cloned());
            lists.extend(schema.list.written().cloned());
            self.unevaluated(schemas, part, &mut join, &mut objects, &mut lists);
        }
        self.join_lists(schemas, &mut join, lists);
        self.join_objects(schemas, &mut join, objects);
        join.parts = parts;
        join
    }

    /// Handles `unevaluated…` of a part. If the same is evaluated in every value, it is equivalent
    /// to `additionalProperties` or `items` next to the evaluated parts.
    fn unevaluated(
        &mut self,
        schemas: &mut Schemas,
        part: SchemaId,
        join: &mut Conjunction,
        objects: &mut Vec<ObjectKeywords>,
        lists: &mut Vec<ListKeywords>,
    ) {
        let asked = schemas.get(part).unevaluated;
        for (parts, rest) in [
            (Parts::Properties, asked.properties),
            (Parts::Items, asked.items),
        ] {
            let Some(rest) = rest else { continue };
            let Some(evaluated) = find_evaluated(schemas, part, parts, &mut self.evaluated_left)
            else {
                self.exhausted = true;
                continue;
            };
            if evaluated.all {
                continue;
            }
            if !evaluated.is_static() {
                join.unevaluated.push((parts, evaluated, rest));
                continue;
            }
            let any = self.schema_of_types(schemas, Types::ALL, join.span);
            match parts {
                Parts::Properties => objects.push(ObjectKeywords {
                    properties: evaluated
                        .names
                        .into_iter()
                        .map(|name| (name, any))
                        .collect(),
                    patterns: evaluated
                        .patterns
                        .into_iter()
                        .map(|pattern| (pattern, any))
                        .collect(),
                    additional: Some(rest),
                    ..ObjectKeywords::default()
                }),
                Parts::Items => lists.push(ListKeywords {
                    prefix: vec![any; evaluated.prefix],
                    items: Some(rest),
                    ..ListKeywords::default()
                }),
            }
        }
    }

    fn join_lists(
        &mut self,
        schemas: &mut Schemas,
        join: &mut Conjunction,
        lists: Vec<ListKeywords>,
    ) {
        let longest = lists
            .iter()
            .map(|list| list.prefix.len())
            .max()
            .unwrap_or(0);
        let mut at = |position: usize| {
            let ids: Vec<SchemaId> = lists
                .iter()
                .filter_map(|list| list.prefix.get(position).copied().or(list.items))
                .collect();
            (!ids.is_empty()).then(|| self.all_of(schemas, ids))
        };
        let prefix: Vec<Option<SchemaId>> = (0..longest).map(&mut at).collect();
        join.list.items = at(longest);
        let span = join.span;
        join.list.prefix = prefix
            .into_iter()
            .map(|id| id.unwrap_or_else(|| schemas.add(Schema::any(span))))
            .collect();
        for list in lists {
            // the parts have been joined above
            let ListKeywords {
                prefix: _,
                items: _,
                limits,
                contains,
            } = list;
            rules::join_rules(rules::LIST, &mut join.list.limits, &limits);
            join.contains.extend(contains);
        }
    }
}

/// Collects this schema and those that apply along with it, without duplicates.
fn collect(
    schemas: &Schemas,
    id: SchemaId,
    parts: &mut Vec<SchemaId>,
    known: &mut HashSet<SchemaId>,
) {
    if !known.insert(id) {
        return;
    }
    parts.push(id);
    let schema = schemas.get(id);
    for other in schema.reference.iter().chain(&schema.all_of) {
        collect(schemas, *other, parts, known);
    }
}

fn start(schemas: &Schemas, id: SchemaId, parts: &[SchemaId]) -> Conjunction {
    let schema = schemas.get(id);
    let doc = parts
        .iter()
        .map(|part| &schemas.get(*part).doc)
        .find(|doc| doc.description.is_some() || doc.title.is_some());
    Conjunction {
        span: schema.span,
        parts: Vec::new(),
        doc: doc.cloned().unwrap_or_default(),
        definition: schema.definition.clone(),
        rust_type: parts
            .iter()
            .find_map(|part| schemas.get(*part).rust_type.clone()),
        never: false,
        types: Types::ALL,
        values: None,
        text: Text::default(),
        further_texts: Vec::new(),
        number: Number::default(),
        further_numbers: Vec::new(),
        list: ListKeywords::default(),
        contains: Vec::new(),
        object: ObjectKeywords::default(),
        further_objects: Vec::new(),
        any_of: Vec::new(),
        one_of: Vec::new(),
        not: Vec::new(),
        conditionals: Vec::new(),
        unevaluated: Vec::new(),
    }
}
