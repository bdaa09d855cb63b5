//! Properties that are only described conditionally (`then`, `else`, `dependentSchemas`, alternatives next to
//! `properties`) become fields of the object that the conditions apply to. This does not change what is accepted: the
//! field has the shape that the object already required for that key, or that follows from the conditions.

mod described;
mod proof;

use crate::schema::shape::{Field, Form, Keyword, Object, Shape, ShapeId, Shapes};
use described::{Described, find_described};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;

/// How many schemas may be visited to find the properties of one object.
const MAX_LOOKS: usize = 5_000;

/// How many may be visited for all objects together.
const MAX_ALL_LOOKS: usize = 500_000;

/// How many steps all proofs together may take.
const MAX_STEPS: usize = 1_000_000;

/// How deeply objects and alternatives may nest below a condition.
const MAX_DEPTH: usize = 8;

/// Adds the fields. The arguments of tools are structs even without properties.
pub fn add_fields(diagnostics: &mut Diagnostics, shapes: &mut Shapes, roots: &HashSet<ShapeId>) {
    let mut fields = Fields {
        shapes,
        known: HashMap::new(),
        steps: Cell::new(MAX_STEPS),
    };
    let mut looks = MAX_ALL_LOOKS;
    for index in 0..fields.shapes.arena.len() {
        let form = &fields.shapes.arena[index];
        let Shape::Complete(base, keywords) = &form.shape else {
            continue;
        };
        let is_root = u32::try_from(index).is_ok_and(|index| roots.contains(&ShapeId(index)));
        let (base, keywords, span) = (*base, keywords.clone(), form.span);
        if !fields.takes_fields(base, is_root, MAX_DEPTH) {
            continue;
        }
        let found = find_described(fields.shapes, &keywords, looks.min(MAX_LOOKS));
        let Some(found) = found else {
            diagnostics.push(too_many(span));
            continue;
        };
        looks = looks.saturating_sub(found.looks);
        let found = found.list;
        let extended = fields.extend(base, &keywords, &found, is_root, MAX_DEPTH);
        if extended != base {
            fields.shapes.arena[index].shape = Shape::Complete(extended, keywords);
        }
    }
}

fn too_many(span: Span) -> Diagnostic {
    let message = "this object has too many conditional properties, so they get no fields in Rust";
    Diagnostic::new(Code::JSON_FALLBACK, span, message)
        .label("checked in full")
        .help("describe them under `properties` as well; each then gets a field")
}

struct Fields<'s> {
    shapes: &'s mut Shapes,
    /// The shapes made so far, so that equal types remain one.
    known: HashMap<(Option<String>, Shape), ShapeId>,
    /// The remaining budget for proofs.
    steps: Cell<usize>,
}

impl Fields<'_> {
    /// Whether a shape accepts an object that is a struct in Rust.
    fn takes_fields(&self, id: ShapeId, is_root: bool, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let takes = |id: &ShapeId| self.takes_fields(*id, is_root, depth);
        match &self.shapes.get(id).shape {
            Shape::Object(object) => is_root || !object.fields.is_empty(),
            Shape::Nullable(inner) => takes(inner),
            Shape::Union(_, branches) => branches.iter().any(takes),
            Shape::Complete(base, _) => takes(base),
            _ => false,
        }
    }

    /// The shape with additional fields; unchanged if it needs none.
    fn extend(
        &mut self,
        id: ShapeId,
        keywords: &[Keyword],
        found: &[Described],
        is_root: bool,
        depth: usize,
    ) -> ShapeId {
        let Some(depth) = depth.checked_sub(1) else {
            return id;
        };
        let below =
            |fields: &mut Self, id: ShapeId| fields.extend(id, keywords, found, is_root, depth);
        let shape = match self.shapes.get(id).shape.clone() {
            Shape::Object(object) if is_root || !object.fields.is_empty() => {
                Shape::Object(self.extend_object(object, keywords, found))
            }
            Shape::Nullable(inner) => Shape::Nullable(below(self, inner)),
            Shape::Union(select, branches) => {
                let branches = branches.into_iter().map(|branch| below(self, branch));
                Shape::Union(select, branches.collect())
            }
            Shape::Complete(base, own) => Shape::Complete(below(self, base), own),
            _ => return id,
        };
        let form = self.shapes.get(id);
        if form.shape == shape {
            return id;
        }
        let key = (form.definition.clone(), shape.clone());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let form = Form {
            shape,
            ..form.clone()
        };
        let new = self.shapes.add(form);
        self.known.insert(key, new);
        new
    }

    fn extend_object(
        &mut self,
        mut object: Object,
        keywords: &[Keyword],
        found: &[Described],
    ) -> Object {
        let names: HashSet<String> = object
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect();
        for each in found.iter().filter(|each| !names.contains(&each.name)) {
            let shape = self.own(&object, &each.name);
            let shape = match shape.map(|id| &self.shapes.get(id).shape) {
                None | Some(Shape::Never) => continue,
                Some(Shape::Any) => self.proved(keywords, each),
                Some(_) => shape,
            };
            object.fields.extend(shape.map(|shape| Field {
                name: each.name.clone(),
                required: false,
                shape,
                doc: each.doc(),
                conditional: true,
                filled: None,
            }));
        }
        object
    }

    /// The shape that an object requires for a key that is not among its fields; `None` if no
    /// single shape expresses that.
    fn own(&self, object: &Object, name: &str) -> Option<ShapeId> {
        let mut matching = Vec::new();
        for (pattern, id) in &object.patterns {
            if pattern.find_match(name)? {
                matching.push(*id);
            }
        }
        match matching.as_slice() {
            [] => Some(object.rest),
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The shape that the conditions prove or, without a proof, the one that accepts everything, at
    /// the place of the first description.
    fn proved(&mut self, keywords: &[Keyword], each: &Described) -> Option<ShapeId> {
        if let Some(proved) = proof::find_proof(self.shapes, &self.steps, keywords, each) {
            return Some(proved);
        }
        let first = self.shapes.get(*each.shapes.first()?);
        let span = first.span;
        Some(self.shapes.add_unnamed(Shape::Any, span))
    }
}
