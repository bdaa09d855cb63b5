//! Schemas that all hold for one value (`$ref` with siblings, `allOf`) joined to one, keyword by
//! keyword and exactly; what has no single form is kept several times.

pub mod evaluation;
mod objects;
mod scalars;

use crate::schema::evaluated::Evaluated;
use crate::schema::keywords::{
    Contains, ListKeywords, ObjectKeywords, Schema, SchemaId, Schemas, Types,
};
use crate::schema::rules;
use crate::schema::rust_path::RustPath;
use crate::schema::shape::{Doc, Number, Text};
use crate::source::{SourceId, Span};
use evaluation::{MAX_EVALUATED, Parts, find_evaluated};
use std::collections::{HashMap, HashSet};

/// The join of several schemas.
#[derive(Debug, Clone)]
pub struct Conjunction {
    /// The place of the schema that asks for the join.
    pub span: Span,
    /// The schemas that are joined, that which asks for it first.
    pub parts: Vec<SchemaId>,
    /// The documentation of the first that has one.
    pub doc: Doc,
    /// The name of the definition, where the join is nothing but that definition.
    pub definition: Option<String>,
    /// The type of the user's that the first names that names one.
    pub rust_type: Option<RustPath>,
    /// One of them is `false`.
    pub never: bool,
    /// The types that all allow.
    pub types: Types,
    /// The values that all allow.
    pub values: Option<Vec<String>>,
    /// Rules for strings but patterns and formats beyond the first.
    pub text: Text,
    /// Further patterns and formats.
    pub further_texts: Vec<Text>,
    /// Rules for numbers but multiples beyond the first.
    pub number: Number,
    /// Further multiples.
    pub further_numbers: Vec<Number>,
    /// Rules for arrays, without `contains`.
    pub list: ListKeywords,
    /// Every `contains`.
    pub contains: Vec<Contains>,
    /// Rules for objects, joined.
    pub object: ObjectKeywords,
    /// Rules for objects that cannot be joined because keys are matched by patterns.
    pub further_objects: Vec<ObjectKeywords>,
    /// Every `anyOf`.
    pub any_of: Vec<Vec<SchemaId>>,
    /// Every `oneOf`.
    pub one_of: Vec<Vec<SchemaId>>,
    /// Every `not`.
    pub not: Vec<SchemaId>,
    /// Every `if` with `then` or `else`.
    pub conditions: Vec<(SchemaId, Option<SchemaId>, Option<SchemaId>)>,
    /// Every `unevaluatedProperties` and `unevaluatedItems` for which it depends on the value what
    /// is evaluated, with that and what holds for the rest.
    pub unevaluated: Vec<(Parts, Evaluated<SchemaId>, SchemaId)>,
}

/// Joins that are always allowed.
const MAX_JOINS: usize = 1_000;

/// Makes joins and remembers the schemas that it had to make for them, so that recursion ends.
#[derive(Debug, Default)]
pub struct Joiner {
    joined: HashMap<Vec<SchemaId>, SchemaId>,
    left: usize,
    evaluated_left: usize,
    /// Whether a join was asked for beyond what is allowed: what was made since is worth nothing.
    pub exhausted: bool,
    typed: HashMap<Types, SchemaId>,
}

impl Joiner {
    /// The schema that says what all of these say.
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

    /// Allows further joins: a few for each schema. Schemas that refer to each other can ask for
    /// joins of every set of them, which no compiler would see the end of.
    pub fn allow_joins(&mut self, schemas: usize) {
        self.left = MAX_JOINS.saturating_add(schemas.saturating_mul(4));
        self.evaluated_left = MAX_EVALUATED;
        self.exhausted = false;
    }

    /// The schema that says nothing but the types.
    pub fn schema_of_types(&mut self, schemas: &mut Schemas, types: Types, span: Span) -> SchemaId {
        *self.typed.entry(types).or_insert_with(|| {
            schemas.add(Schema {
                types,
                ..Schema::any(span)
            })
        })
    }

    /// Joins a schema with everything that it refers to for the same value.
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

    /// What `unevaluated…` of a part says. Where the same is evaluated in every value, that is what
    /// `additionalProperties` and `items` say beside the evaluated parts.
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
            // how the parts are joined is above
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

/// The schemas that hold together with this one, each once.
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
        conditions: Vec::new(),
        unevaluated: Vec::new(),
    }
}
