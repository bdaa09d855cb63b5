//! Turns schemas into shapes: joins the schemas that apply to one value, and discriminates alternatives.

mod alternatives;
mod by_type;
mod contradiction;
mod forbidden;
mod identity;
mod rules;
mod undeclared;
mod values;

use crate::schema::join::evaluation::Parts;
use crate::schema::join::{Conjunction, Joiner};
use crate::schema::json_type::ByType;
use crate::schema::keywords::{ObjectKeywords, Schema, SchemaId, Schemas, Types};
use crate::schema::shape::{Form, Keyword, Select, Shape, ShapeId, Shapes, Text};
use alternatives::Accepted;
use rules::{has_rules, is_alias, number_rules};
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::Span;

/// The shape of a schema. It has an ID before it is filled, so that schemas may contain themselves.
struct Requested {
    shape: ShapeId,
    is_filled: bool,
}

/// Turns schemas into shapes. Each schema has one shape.
pub struct Shaper<'d> {
    /// Where findings go.
    pub diagnostics: &'d mut Diagnostics,
    /// The schemas read.
    pub schemas: Schemas,
    /// The shapes made.
    pub shapes: Shapes,
    /// The places of schemas that no value satisfies; these have been reported.
    pub unsatisfiable: HashSet<Span>,
    /// The nodes of the schemas that were not made by a join.
    nodes: Vec<&'d Node>,
    /// Places that have been reported.
    reported: HashSet<(Span, Span)>,
    /// The branches of alternatives and conditions that accompany other rules for objects.
    branches: HashSet<SchemaId>,
    /// The number of schemas before any was joined.
    originals: usize,
    joiner: Joiner,
    requested: HashMap<SchemaId, Requested>,
    waiting: Vec<SchemaId>,
    /// The shape that accepts everything, created on first use.
    any: Option<ShapeId>,
    /// What each shape accepts, computed when alternatives need it.
    pub accepted: Accepted,
}

impl<'d> Shaper<'d> {
    /// A shaper for schemas that must have no in-place cycles.
    pub fn new(diagnostics: &'d mut Diagnostics, schemas: Schemas, nodes: Vec<&'d Node>) -> Self {
        Shaper {
            diagnostics,
            unsatisfiable: HashSet::new(),
            nodes,
            reported: HashSet::new(),
            branches: undeclared::undeclared_branches(&schemas),
            originals: schemas.len(),
            schemas,
            shapes: Shapes::default(),
            joiner: Joiner::default(),
            requested: HashMap::new(),
            waiting: Vec::new(),
            any: None,
            accepted: Accepted::default(),
        }
    }

    /// The shape of a tool's arguments: that of the schema, but always an object. `None` if the
    /// schemas require more joins than a compiler can make.
    pub fn shape_arguments(&mut self, id: SchemaId) -> Option<ShapeId> {
        self.joiner.allow_joins(self.originals);
        let span = self.schemas.get(id).span;
        let object = self
            .joiner
            .schema_of_types(&mut self.schemas, Types::OBJECT, span);
        let id = self.joiner.all_of(&mut self.schemas, vec![id, object]);
        let shape = self.shape_schema(id)?;
        identity::take_identity(&mut self.shapes, shape);
        Some(shape)
    }

    /// The shape of a schema, with everything it reaches.
    pub fn shape_schema(&mut self, id: SchemaId) -> Option<ShapeId> {
        self.joiner.allow_joins(self.originals);
        let shape = self.request_shape(id);
        while !self.joiner.exhausted
            && let Some(id) = self.waiting.pop()
        {
            self.force_shape(id);
        }
        if self.joiner.exhausted {
            self.requested = HashMap::new();
            self.waiting.clear();
            self.joiner = Joiner::default();
            return None;
        }
        Some(shape)
    }

    /// The ID that the shape of a schema has or will have.
    pub fn request_shape(&mut self, id: SchemaId) -> ShapeId {
        self.request(id).shape
    }

    fn request(&mut self, id: SchemaId) -> &mut Requested {
        let id = self.follow(id);
        self.requested.entry(id).or_insert_with(|| {
            self.waiting.push(id);
            let span = self.schemas.get(id).span;
            Requested {
                shape: self.shapes.add_unnamed(Shape::Any, span),
                is_filled: false,
            }
        })
    }

    /// The shape of a schema, with its content.
    pub fn force_shape(&mut self, id: SchemaId) -> ShapeId {
        let id = self.follow(id);
        let requested = self.request(id);
        let shape = requested.shape;
        if !std::mem::replace(&mut requested.is_filled, true) {
            let join = self.joiner.join(&mut self.schemas, id);
            let form = self.form(join);
            self.shapes.arena[shape.0 as usize] = form;
        }
        shape
    }

    /// Looks through schemas that are just a reference.
    fn follow(&self, mut id: SchemaId) -> SchemaId {
        while let Some(target) = self.schemas.get(id).reference
            && is_alias(self.schemas.get(id))
        {
            id = target;
        }
        id
    }

    /// The shape that accepts everything, where no schema corresponds to it.
    pub fn any(&mut self, span: Span) -> ShapeId {
        match self.any {
            Some(any) => any,
            None => *self.any.insert(self.shapes.add_unnamed(Shape::Any, span)),
        }
    }

    /// Adds a shape that does not correspond to a separate schema.
    pub fn add(&mut self, shape: Shape, span: Span) -> ShapeId {
        self.shapes.add_unnamed(shape, span)
    }

    fn form(&mut self, mut join: Conjunction) -> Form {
        let known = Form {
            shape: Shape::Any,
            definition: join.definition.take(),
            rust_type: join.rust_type.take(),
            doc: std::mem::take(&mut join.doc),
            span: join.span,
        };
        self.check_join(&join);
        let shape = self.join_shape(join);
        identity::give_identity(&mut self.shapes, shape, known)
    }

    fn join_shape(&mut self, mut join: Conjunction) -> Shape {
        if join.never {
            return Shape::Never;
        }
        if join.types.is_empty() {
            return self.report_exclusive_types(&join);
        }
        let span = join.span;
        let mut keywords = self.keywords(&mut join);
        let base = match join.values.take() {
            Some(values) => self.shape_values(&mut join, values, &mut keywords),
            None => self.alternatives(&mut join, &mut keywords),
        };
        self.complete_shape(base, keywords, span)
    }

    /// A shape with additional rules.
    pub fn complete_shape(&mut self, base: Shape, keywords: Vec<Keyword>, span: Span) -> Shape {
        if keywords.is_empty() || base == Shape::Never {
            return base;
        }
        let base = self.add(base, span);
        Shape::Complete(base, keywords)
    }

    /// Reports that no value is valid, and returns a shape without values.
    pub fn report_unsatisfiable(&mut self, span: Span, why: &str) -> Shape {
        self.unsatisfiable.insert(span);
        self.diagnostics.push(
            Diagnostic::new(
                Code::UNSATISFIABLE,
                span,
                format!("no value satisfies this schema: {why}"),
            )
            .help("correct the schema; as it is, a call with this value is always refused"),
        );
        Shape::Never
    }

    /// The rules that always need the whole value.
    fn keywords(&mut self, join: &mut Conjunction) -> Vec<Keyword> {
        let mut keywords = Vec::new();
        if join.text.path.is_some()
            && let Some(format) = join.text.format.take()
        {
            // a table only has room for one format
            join.further_texts.push(Text {
                format: Some(format),
                ..Text::default()
            });
        }
        for text in std::mem::take(&mut join.further_texts) {
            let shape = Shape::Text(text);
            keywords.push(self.only(shape, Types::STRING, join.span));
        }
        for number in std::mem::take(&mut join.further_numbers) {
            let shape = Shape::Number(number_rules(&number));
            keywords.push(self.only(shape, Types::NUMBER, join.span));
        }
        for object in std::mem::take(&mut join.further_objects) {
            let id = self.schemas.add(Schema {
                object: object.into(),
                ..Schema::any(join.span)
            });
            keywords.push(Keyword::AllOf(vec![self.request_shape(id)]));
        }
        for contains in &join.contains {
            keywords.push(Keyword::Contains {
                item: self.request_shape(contains.schema),
                min: contains.min,
                max: contains.max,
            });
        }
        for id in &join.not {
            keywords.push(Keyword::Not(self.request_shape(*id)));
        }
        for conditional in &join.conditionals {
            let mut branch = |id| match id {
                Some(id) => self.request_shape(id),
                None => self.any(join.span),
            };
            let (then, otherwise) = (branch(conditional.then), branch(conditional.otherwise));
            keywords.push(Keyword::If {
                condition: self.request_shape(conditional.condition),
                then,
                otherwise,
            });
        }
        self.dependent(&join.object, &mut keywords);
        for (parts, evaluated, rest) in std::mem::take(&mut join.unevaluated) {
            let evaluated = evaluated.map(&mut |id| self.request_shape(id));
            let rest = self.request_shape(rest);
            keywords.push(match parts {
                Parts::Properties => Keyword::UnevaluatedProperties(evaluated, rest),
                Parts::Items => Keyword::UnevaluatedItems(evaluated, rest),
            });
        }
        keywords
    }

    fn dependent(&mut self, object: &ObjectKeywords, keywords: &mut Vec<Keyword>) {
        if !object.dependent_required.is_empty() {
            keywords.push(Keyword::DependentRequired(
                object.dependent_required.clone(),
            ));
        }
        if !object.dependent_schemas.is_empty() {
            let rules = object
                .dependent_schemas
                .iter()
                .map(|(name, id)| (name.clone(), self.request_shape(*id)))
                .collect();
            keywords.push(Keyword::DependentSchemas(rules));
        }
    }

    /// A rule for certain types only: values of other types pass.
    fn only(&mut self, shape: Shape, types: Types, span: Span) -> Keyword {
        let ruled = self.add(shape, span);
        let any = self.any(span);
        let by_type = ByType::new(|json_type| {
            let is_other = !types.meets(Types::of(json_type));
            Some(u8::from(is_other))
        });
        Keyword::AllOf(vec![
            self.add(Shape::Union(Select::Type(by_type), vec![ruled, any]), span),
        ])
    }

    fn nullable(&mut self, inner: Shape, nullable: bool, span: Span) -> Shape {
        if nullable {
            Shape::Nullable(self.add(inner, span))
        } else {
            inner
        }
    }

    /// `anyOf` and `oneOf`: a single one is the shape itself, otherwise they are rules on the
    /// shape.
    fn alternatives(&mut self, join: &mut Conjunction, keywords: &mut Vec<Keyword>) -> Shape {
        let any_of = std::mem::take(&mut join.any_of);
        let one_of = std::mem::take(&mut join.one_of);
        let alone = any_of.len() + one_of.len() == 1 && !has_rules(join);
        if alone {
            let select = if any_of.is_empty() {
                Select::OneOf
            } else {
                Select::AnyOf
            };
            let branches = any_of
                .into_iter()
                .chain(one_of)
                .flatten()
                .map(|id| self.narrowed(id, join))
                .collect();
            return alternatives::lower_union(self, &select, branches, join.span);
        }
        for branches in any_of {
            keywords.push(Keyword::AnyOf(
                branches.iter().map(|id| self.request_shape(*id)).collect(),
            ));
        }
        for branches in one_of {
            keywords.push(Keyword::OneOf(
                branches.iter().map(|id| self.request_shape(*id)).collect(),
            ));
        }
        self.by_type(join, join.types)
    }

    /// A branch, restricted to the types required next to the alternatives.
    fn narrowed(&mut self, id: SchemaId, join: &Conjunction) -> SchemaId {
        let target = self.follow(id);
        if join.types == Types::ALL || join.types.has(self.schemas.get(target).types) {
            return id;
        }
        let typed = self
            .joiner
            .schema_of_types(&mut self.schemas, join.types, join.span);
        self.joiner.all_of(&mut self.schemas, vec![id, typed])
    }
}
