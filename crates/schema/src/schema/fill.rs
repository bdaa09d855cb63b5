//! Which properties of a tool's arguments get their defaults where a call leaves them out (`defaults: fill`): the optional
//! ones with a default that their own schema accepts, wherever that can make no valid call invalid. These are the
//! properties of objects that are described unconditionally: directly, by references and `allOf`, in properties, items and
//! additional properties, as the only alternative that takes objects, and as one of several that a constant tells apart. A rule on an object or array as a whole could
//! refuse what is added to it, so nothing is filled in below one.
//!
//! Objects that are filled are copies: elsewhere, such as in results, the same schema keeps its shape.

use crate::schema::shape::{Doc, Object, Shape, ShapeId, Shapes};
use crate::schema::tables::{Tables, nesting_depth};
use std::collections::{HashMap, HashSet};
use toolc_base::source::Span;
use toolc_runtime::decide_validity;

/// Deeper defaults are not checked, and thus not filled in.
const MAX_DEPTH: u16 = 16;

/// How many values a validator may visit for one default.
const MAX_WORK: u32 = 50_000;

/// How many kinds of values may follow each other in one place.
const MAX_LAYERS: usize = 64;

/// Why a default is not filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// A rule on the whole object, or on one that contains it, could refuse it.
    Rule,
    /// The object is one of several alternatives that take objects or arrays.
    Alternatives,
    /// The object is under a key that patterns describe.
    Patterns,
    /// It contains an object of the kind that it is in, which would be filled in again.
    Endless,
    /// It takes too long to decide whether its schema accepts it.
    Undecided,
}

/// A default that is not filled in.
#[derive(Debug, Clone)]
pub struct Unfilled {
    /// The property.
    pub name: String,
    /// The place of its schema.
    pub span: Span,
    /// Why it is not.
    pub obstacle: Obstacle,
}

/// Fills the arguments of tools.
#[derive(Debug, Default)]
pub struct Filler {
    /// The shape that replaces each, where it is described unconditionally.
    copies: HashMap<ShapeId, ShapeId>,
    waiting: Vec<(ShapeId, ShapeId)>,
    /// The shapes that have been searched for defaults that are not filled in.
    searched: HashSet<ShapeId>,
    unfilled: Vec<Unfilled>,
}

impl Filler {
    /// The shape of arguments that are filled, with the defaults that are not.
    pub fn fill(&mut self, shapes: &mut Shapes, root: ShapeId) -> (ShapeId, Vec<Unfilled>) {
        let filled = self.request_copy(shapes, root);
        while let Some((id, copy)) = self.waiting.pop() {
            let mut form = shapes.get(id).clone();
            form.shape = self.copy_shape(shapes, id, form.shape);
            shapes.arena[copy.0 as usize] = form;
        }
        (filled, std::mem::take(&mut self.unfilled))
    }

    /// The shape that replaces another. It exists before it is made, so that schemas may contain themselves.
    fn request_copy(&mut self, shapes: &mut Shapes, id: ShapeId) -> ShapeId {
        match &shapes.get(id).shape {
            Shape::Nullable(_) | Shape::List(_) | Shape::Object(_) | Shape::Union(..) => {}
            Shape::Complete(..) => {
                self.search(shapes, id, Obstacle::Rule);
                return id;
            }
            _ => return id,
        }
        if let Some(copy) = self.copies.get(&id) {
            return *copy;
        }
        let span = shapes.get(id).span;
        let copy = shapes.add_unnamed(Shape::Any, span);
        self.copies.insert(id, copy);
        self.waiting.push((id, copy));
        copy
    }

    fn copy_shape(&mut self, shapes: &mut Shapes, id: ShapeId, shape: Shape) -> Shape {
        match shape {
            Shape::Nullable(inner) => Shape::Nullable(self.request_copy(shapes, inner)),
            Shape::List(list) if list.limits.unique => {
                // items that differ could become equal
                self.search(shapes, id, Obstacle::Rule);
                Shape::List(list)
            }
            Shape::List(mut list) => {
                for item in list.prefix.iter_mut().chain([&mut list.items]) {
                    *item = self.request_copy(shapes, *item);
                }
                Shape::List(list)
            }
            Shape::Object(object) => Shape::Object(self.copy_object(shapes, id, object)),
            Shape::Union(select, mut branches) => {
                let taken: Vec<[bool; 2]> = branches
                    .iter()
                    .map(|branch| takes_parts(shapes, *branch, MAX_LAYERS))
                    .collect();
                let is_told = find_tag(shapes, &branches).is_some();
                for (branch, own) in branches.iter_mut().zip(&taken) {
                    let is_certain = (0..2).all(|part| {
                        let is_only = || taken.iter().filter(|each| each[part]).count() == 1;
                        !own[part] || part == 0 && is_told || is_only()
                    });
                    match is_certain {
                        true => *branch = self.request_copy(shapes, *branch),
                        false => self.search(shapes, *branch, Obstacle::Alternatives),
                    }
                }
                Shape::Union(select, branches)
            }
            other => other,
        }
    }

    fn copy_object(&mut self, shapes: &mut Shapes, id: ShapeId, mut object: Object) -> Object {
        // one more property, or one of this name, may be one that is not allowed
        let is_limited = object.limits.max_properties.is_some() || object.names.is_some();
        for field in &mut object.fields {
            let default = find_default(&field.doc).filter(|_| !field.required);
            if let Some(default) = default {
                let verdict = decide_default(shapes, id, field.shape, default);
                match verdict {
                    Ok(true) if is_limited => {
                        self.add(shapes, &field.name, field.shape, Obstacle::Rule)
                    }
                    Ok(true) => field.filled = Some(default.clone()),
                    // which is reported wherever it is
                    Ok(false) => {}
                    Err(obstacle) => self.add(shapes, &field.name, field.shape, obstacle),
                }
            }
            field.shape = self.request_copy(shapes, field.shape);
        }
        match object.patterns.is_empty() {
            true => object.rest = self.request_copy(shapes, object.rest),
            false => self.search(shapes, object.rest, Obstacle::Patterns),
        }
        for (_, under) in &object.patterns {
            self.search(shapes, *under, Obstacle::Patterns);
        }
        object
    }

    /// Lists the defaults in what is not filled.
    fn search(&mut self, shapes: &Shapes, id: ShapeId, obstacle: Obstacle) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if !self.searched.insert(id) {
                continue;
            }
            let shape = &shapes.get(id).shape;
            if let Shape::Object(object) = shape {
                for field in &object.fields {
                    if find_default(&field.doc).is_some() && !field.required {
                        self.add(shapes, &field.name, field.shape, obstacle);
                    }
                }
            }
            waiting.extend(shape.children());
        }
    }

    fn add(&mut self, shapes: &Shapes, name: &str, shape: ShapeId, obstacle: Obstacle) {
        let name = name.to_owned();
        let span = shapes.get(shape).span;
        self.unfilled.push(Unfilled {
            name,
            span,
            obstacle,
        });
    }
}

/// A property that tells alternatives apart, with its value in each of them.
pub type Tag<'s> = (&'s str, Vec<(&'s str, ShapeId)>);

/// The property that tells several alternatives for objects apart: each requires it, with another string. So a value that
/// one of them accepts is accepted by no other one, whatever else is in it.
pub fn find_tag<'s>(shapes: &'s Shapes, branches: &[ShapeId]) -> Option<Tag<'s>> {
    let mut objects = Vec::new();
    for id in branches {
        match &shapes.get(*id).shape {
            Shape::Object(object) => objects.push((*id, object)),
            _ if takes_parts(shapes, *id, MAX_LAYERS)[0] => return None,
            _ => {}
        }
    }
    let [(_, first), _, ..] = objects[..] else {
        return None;
    };
    first.fields.iter().find_map(|field| {
        let mut values = Vec::new();
        for (id, object) in &objects {
            let value = find_constant(shapes, object, &field.name)?;
            if values.iter().any(|(known, _)| *known == value) {
                return None;
            }
            values.push((value, *id));
        }
        Some((field.name.as_str(), values))
    })
}

/// The string that a property must be that an object must have.
fn find_constant<'s>(shapes: &'s Shapes, object: &Object, name: &str) -> Option<&'s str> {
    let mut fields = object.fields.iter();
    let field = fields.find(|field| field.name == name && field.required)?;
    match &shapes.get(field.shape).shape {
        Shape::Choice(values) => match values.as_slice() {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// The default of a property: its own, or else that of the schema that it refers to.
fn find_default(doc: &Doc) -> Option<&String> {
    doc.default.as_ref().or(doc.referred.as_ref())
}

/// Whether a shape takes objects, and whether it takes arrays.
fn takes_parts(shapes: &Shapes, id: ShapeId, layers: usize) -> [bool; 2] {
    let Some(layers) = layers.checked_sub(1) else {
        return [true; 2];
    };
    match &shapes.get(id).shape {
        Shape::Any => [true; 2],
        Shape::Object(_) => [true, false],
        Shape::List(_) => [false, true],
        Shape::Nullable(inner) | Shape::Complete(inner, _) => takes_parts(shapes, *inner, layers),
        Shape::Union(_, branches) => {
            let taken = branches
                .iter()
                .map(|branch| takes_parts(shapes, *branch, layers));
            taken.fold([false; 2], |all, own| [all[0] || own[0], all[1] || own[1]])
        }
        Shape::Never
        | Shape::Null
        | Shape::Boolean
        | Shape::Text(_)
        | Shape::Choice(_)
        | Shape::Integer(_)
        | Shape::Number(_) => [false; 2],
    }
}

/// Whether the schema of a property accepts its default, and it can be filled in.
fn decide_default(
    shapes: &Shapes,
    owner: ShapeId,
    shape: ShapeId,
    default: &str,
) -> Result<bool, Obstacle> {
    let depth = nesting_depth(default);
    if depth > MAX_DEPTH {
        return Err(Obstacle::Undecided);
    }
    let table = Tables::new(shapes).table(shape, depth);
    let mut work = MAX_WORK;
    match decide_validity(table, default, &mut work) {
        None => Err(Obstacle::Undecided),
        Some(true) if holds_object(default) && reaches(shapes, shape, owner) => {
            Err(Obstacle::Endless)
        }
        Some(accepted) => Ok(accepted),
    }
}

/// Whether a JSON text has an object in it.
pub fn holds_object(json: &str) -> bool {
    let mut bytes = json.bytes();
    let mut in_string = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' => drop(bytes.next()),
            b'{' if !in_string => return true,
            _ => {}
        }
    }
    false
}

fn reaches(shapes: &Shapes, from: ShapeId, to: ShapeId) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![from];
    while let Some(id) = waiting.pop() {
        if id == to {
            return true;
        }
        if seen.insert(id) {
            waiting.extend(shapes.get(id).shape.children());
        }
    }
    false
}
