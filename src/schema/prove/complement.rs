//! The shapes of all values that a shape refuses, as alternatives that the search for examples
//! understands: a value is refused for its JSON type, or for one rule that it breaks.

mod containers;
mod scalars;

use crate::schema::json_type::JsonType;
use crate::schema::shape::{
    Doc, Field, Form, Keyword, List, ListLimits, Number, Select, Shape, ShapeId, Shapes, Text,
};
use std::collections::{BTreeSet, HashMap};
use toolc_runtime::json::object_keys;

/// This many shapes are made at most; what is left after them counts as not covered.
const MAX_SHAPES: usize = 20_000;

/// This many elements of an array, or keys of an object, are tried as the one that breaks a rule.
const MAX_PLACES: usize = 64;

/// Makes complements in an arena.
pub(super) struct Complements<'s> {
    shapes: &'s mut Shapes,
    any: Form,
    known: HashMap<ShapeId, ShapeId>,
    /// Shapes whose complement has a number and no content yet.
    waiting: Vec<(ShapeId, ShapeId)>,
    /// Keys that may break the rule for keys that are not named.
    keys: Vec<String>,
    /// How many first elements may have rules of their own.
    elements: usize,
    /// Whether the alternatives cover every value that is refused.
    pub is_whole: bool,
}

impl<'s> Complements<'s> {
    /// For values that `inner` accepts and `outer` refuses: the keys and elements that either has rules for are where
    /// one may be broken, and all others are alike to both.
    pub(super) fn new(shapes: &'s mut Shapes, inner: ShapeId, outer: ShapeId) -> Self {
        let mut complements = Complements {
            any: Form {
                shape: Shape::Any,
                definition: None,
                rust_type: None,
                doc: Doc::default(),
                span: shapes.get(inner).span,
            },
            shapes,
            known: HashMap::new(),
            waiting: Vec::new(),
            keys: Vec::new(),
            elements: 0,
            is_whole: true,
        };
        complements.look_at([inner, outer]);
        complements
    }

    /// Collects the keys and elements that have rules of their own in what two shapes reach.
    fn look_at(&mut self, roots: [ShapeId; 2]) {
        let mut keys = BTreeSet::new();
        let mut seen = BTreeSet::from(roots);
        let mut open = Vec::from(roots);
        while let Some(id) = open.pop() {
            match &self.shapes.get(id).shape {
                Shape::Object(object) => {
                    keys.extend(object.fields.iter().map(|field| field.name.clone()));
                    // these allow keys that cannot be listed
                    self.is_whole &= object.patterns.is_empty() && object.names.is_none();
                }
                Shape::List(list) => self.elements = self.elements.max(list.prefix.len()),
                Shape::Complete(_, keywords) => {
                    for keyword in keywords {
                        self.is_whole &= name_keys(keyword, &mut keys);
                    }
                }
                Shape::Any | Shape::Never | Shape::Null | Shape::Boolean => {}
                Shape::Text(_) | Shape::Choice(_) | Shape::Integer(_) | Shape::Number(_) => {}
                Shape::Nullable(_) | Shape::Union(..) => {}
            }
            let children = self.shapes.get(id).shape.children();
            open.extend(children.into_iter().filter(|id| seen.insert(*id)));
        }
        let fresh = (0..).map(|number| format!("extra{number}"));
        let fresh = fresh.into_iter().find(|key| !keys.contains(key));
        self.is_whole &= keys.len() < MAX_PLACES && self.elements < MAX_PLACES;
        self.keys = fresh.into_iter().chain(keys).take(MAX_PLACES).collect();
        self.elements = self.elements.min(MAX_PLACES);
    }

    /// The alternatives of which each value that a shape refuses satisfies one.
    pub(super) fn of(&mut self, id: ShapeId) -> Vec<ShapeId> {
        let alternatives = self.alternatives(id);
        while let Some((id, place)) = self.waiting.pop() {
            if self.shapes.arena.len() > MAX_SHAPES {
                self.is_whole = false;
                break;
            }
            let alternatives = self.alternatives(id);
            self.shapes.arena[place.0 as usize].shape = Shape::Union(Select::AnyOf, alternatives);
        }
        alternatives
    }

    fn add(&mut self, shape: Shape) -> ShapeId {
        let form = Form {
            shape,
            ..self.any.clone()
        };
        self.shapes.add(form)
    }

    fn any(&mut self) -> ShapeId {
        self.add(Shape::Any)
    }

    /// The complement of a shape below, which is made later.
    fn complement(&mut self, id: ShapeId) -> ShapeId {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let place = self.add(Shape::Never);
        self.known.insert(id, place);
        self.waiting.push((id, place));
        place
    }

    fn alternatives(&mut self, id: ShapeId) -> Vec<ShapeId> {
        let shape = self.shapes.get(id).shape.clone();
        match shape {
            Shape::Any => Vec::new(),
            Shape::Never => vec![self.any()],
            Shape::Null => self.others(JsonType::Null),
            Shape::Boolean => self.others(JsonType::Boolean),
            Shape::Choice(_) => {
                let rest = self.refused_by(Shape::Text(Text::NONE), id);
                self.others_and(JsonType::String, [rest])
            }
            Shape::Text(text) => {
                let broken = self.break_text(text);
                self.others_and(JsonType::String, broken)
            }
            Shape::Number(number) => {
                let broken = self.break_number(number);
                self.others_and(JsonType::Number, broken)
            }
            Shape::Integer(number) => {
                let mut broken = self.break_number(number);
                let whole = self.add(Shape::Integer(Number::NONE));
                broken.push(self.refused_by(Shape::Number(Number::NONE), whole));
                self.others_and(JsonType::Number, broken)
            }
            Shape::List(list) => {
                let broken = self.break_list(list);
                self.others_and(JsonType::Array, broken)
            }
            Shape::Object(object) => {
                let broken = self.break_object(object);
                self.others_and(JsonType::Object, broken)
            }
            Shape::Nullable(inner) => {
                let refused = self.complement(inner);
                let kinds = JsonType::ALL.into_iter();
                let kinds = kinds.filter(|kind| *kind != JsonType::Null);
                kinds.map(|kind| self.narrow(kind, refused)).collect()
            }
            Shape::Union(select, branches) => self.break_union(id, &select, &branches),
            Shape::Complete(base, keywords) => {
                let mut all = vec![self.complement(base)];
                for keyword in keywords {
                    all.extend(self.break_keyword(id, keyword));
                }
                all
            }
        }
    }

    /// Every value of a type.
    fn every(&mut self, kind: JsonType) -> Shape {
        match kind {
            JsonType::Null => Shape::Null,
            JsonType::Boolean => Shape::Boolean,
            JsonType::Number => Shape::Number(Number::NONE),
            JsonType::String => Shape::Text(Text::NONE),
            JsonType::Array => {
                let items = self.any();
                Shape::List(List {
                    prefix: Vec::new(),
                    items,
                    limits: ListLimits::NONE,
                })
            }
            JsonType::Object => Shape::Object(self.object(Vec::new())),
        }
    }

    /// Values of all types but one.
    fn others(&mut self, own: JsonType) -> Vec<ShapeId> {
        self.others_and(own, [])
    }

    /// Values of one type that break a rule, and values of all other types.
    fn others_and(
        &mut self,
        own: JsonType,
        broken: impl IntoIterator<Item = ShapeId>,
    ) -> Vec<ShapeId> {
        let mut all: Vec<ShapeId> = broken.into_iter().collect();
        for kind in JsonType::ALL.into_iter().filter(|kind| *kind != own) {
            let every = self.every(kind);
            all.push(self.add(every));
        }
        all
    }

    /// Values of a shape that another one refuses. The search can only try some of them.
    fn refused_by(&mut self, shape: Shape, by: ShapeId) -> ShapeId {
        let base = self.add(shape);
        self.add(Shape::Complete(base, vec![Keyword::Not(by)]))
    }

    /// Values of a type that satisfy a shape too.
    fn narrow(&mut self, kind: JsonType, id: ShapeId) -> ShapeId {
        let every = self.every(kind);
        let base = self.add(every);
        self.all_of(base, vec![id])
    }

    fn all_of(&mut self, base: ShapeId, ids: Vec<ShapeId>) -> ShapeId {
        self.add(Shape::Complete(base, vec![Keyword::AllOf(ids)]))
    }

    fn break_union(&mut self, id: ShapeId, select: &Select, branches: &[ShapeId]) -> Vec<ShapeId> {
        match select {
            Select::Type(by_type) => {
                let kinds = JsonType::ALL.into_iter();
                kinds
                    .map(|kind| match by_type.branch(kind, branches) {
                        Some(branch) => {
                            let refused = self.complement(*branch);
                            self.narrow(kind, refused)
                        }
                        None => {
                            let every = self.every(kind);
                            self.add(every)
                        }
                    })
                    .collect()
            }
            Select::AnyOf => vec![self.none_of(branches)],
            Select::OneOf => self.not_one_of(branches),
            Select::Tag(_) | Select::Keys(_) => vec![self.refused_by(Shape::Any, id)],
        }
    }

    fn none_of(&mut self, ids: &[ShapeId]) -> ShapeId {
        let base = self.any();
        let refused: Vec<ShapeId> = ids.iter().map(|id| self.complement(*id)).collect();
        self.all_of(base, refused)
    }

    /// None of them, or two.
    fn not_one_of(&mut self, ids: &[ShapeId]) -> Vec<ShapeId> {
        let mut all = vec![self.none_of(ids)];
        for (at, second) in ids.iter().enumerate() {
            for first in &ids[..at] {
                let base = self.any();
                all.push(self.all_of(base, vec![*first, *second]));
            }
        }
        all
    }

    fn break_keyword(&mut self, whole: ShapeId, keyword: Keyword) -> Vec<ShapeId> {
        match keyword {
            Keyword::AllOf(ids) => ids.into_iter().map(|id| self.complement(id)).collect(),
            Keyword::AnyOf(ids) => vec![self.none_of(&ids)],
            Keyword::OneOf(ids) => self.not_one_of(&ids),
            Keyword::Not(id) => vec![id],
            Keyword::If(condition, then, otherwise) => {
                let [no, wrong, other] = [condition, then, otherwise].map(|id| self.complement(id));
                let base = self.any();
                vec![
                    self.all_of(base, vec![condition, wrong]),
                    self.all_of(base, vec![no, other]),
                ]
            }
            Keyword::DependentRequired(rules) => rules
                .into_iter()
                .flat_map(|(key, needed)| needed.into_iter().map(move |need| (key.clone(), need)))
                .map(|(key, need)| {
                    let any = self.any();
                    let never = self.add(Shape::Never);
                    let fields = vec![field(&key, true, any), field(&need, false, never)];
                    let object = self.object(fields);
                    self.add(Shape::Object(object))
                })
                .collect(),
            Keyword::DependentSchemas(rules) => rules
                .into_iter()
                .map(|(key, id)| {
                    let any = self.any();
                    let object = self.with(&key, any);
                    let object = self.add(object);
                    let wrong = self.complement(id);
                    self.all_of(object, vec![wrong])
                })
                .collect(),
            Keyword::Contains(id, least, most) => {
                let mut all = Vec::new();
                if least == 1 {
                    let wrong = self.complement(id);
                    all.push(self.add(Shape::List(List {
                        prefix: Vec::new(),
                        items: wrong,
                        limits: ListLimits::NONE,
                    })));
                }
                if least != 1 || most.is_some() {
                    all.push(self.refused_by(Shape::Any, whole));
                }
                all
            }
            Keyword::UnevaluatedProperties(..) => {
                let any = self.any();
                let keys = self.keys.clone();
                let mut all = vec![self.refused_by(Shape::Any, whole)];
                for key in keys {
                    let object = self.with(&key, any);
                    all.push(self.refused_by(object, whole));
                }
                all
            }
            Keyword::Enum(_) | Keyword::UnevaluatedItems(..) => {
                vec![self.refused_by(Shape::Any, whole)]
            }
        }
    }
}

/// Adds the keys that a rule treats in a way of their own; whether these are all.
fn name_keys(keyword: &Keyword, keys: &mut BTreeSet<String>) -> bool {
    match keyword {
        Keyword::Enum(values) => {
            let mut is_flat = true;
            for value in values {
                match JsonType::of(value) {
                    JsonType::Object => {
                        keys.extend(object_keys(value));
                        is_flat = false;
                    }
                    JsonType::Array => is_flat = false,
                    JsonType::Null | JsonType::Boolean => {}
                    JsonType::Number | JsonType::String => {}
                }
            }
            is_flat
        }
        Keyword::DependentRequired(rules) => {
            for (key, needed) in rules {
                keys.extend([key].into_iter().chain(needed).cloned());
            }
            true
        }
        Keyword::DependentSchemas(rules) => {
            keys.extend(rules.iter().map(|(key, _)| key.clone()));
            true
        }
        Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => false,
        Keyword::AllOf(_) | Keyword::AnyOf(_) | Keyword::OneOf(_) => true,
        Keyword::Not(_) | Keyword::If(..) | Keyword::Contains(..) => true,
    }
}

fn field(key: &str, required: bool, shape: ShapeId) -> Field {
    Field {
        name: key.to_owned(),
        required,
        shape,
        doc: Doc::default(),
        conditional: false,
    }
}
