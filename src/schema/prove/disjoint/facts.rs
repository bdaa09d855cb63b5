//! What applies to every value that a shape accepts.

use crate::schema::json_type::{ByType, JsonType};
use crate::schema::pattern::Pattern;
use crate::schema::rules::{self, count_range, say_least_only};
use crate::schema::select::Select;
use crate::schema::shape::{
    Keyword, List, ListLimits, Number, Object, Shape, ShapeId, Shapes, Text,
};
use std::collections::HashMap;
use std::rc::Rc;

/// How much of a JSON type a shape accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::schema::prove) enum Extent {
    Nothing,
    /// Some values, or possibly none.
    Part,
    All,
}

/// How many keys of an object are examined: hostile schemas have thousands.
const MAX_KEYS: usize = 64;

/// What every object accepted by a shape has.
#[derive(Debug, Default)]
pub(in crate::schema::prove) struct Keys {
    /// Keys with the only values they may have, as canonical JSON.
    pub tags: Vec<(String, Vec<String>)>,
    /// Keys.
    pub required: Vec<String>,
}

/// Facts about shapes, each computed only once.
pub(in crate::schema::prove) struct Facts<'s> {
    shapes: &'s Shapes,
    extents: HashMap<ShapeId, ByType<Extent>>,
    keys: HashMap<ShapeId, Rc<Keys>>,
    forbidden: HashMap<(ShapeId, String), bool>,
    demanded: HashMap<(ShapeId, String), bool>,
}

impl<'s> Facts<'s> {
    pub fn new(shapes: &'s Shapes) -> Self {
        Facts {
            shapes,
            extents: HashMap::new(),
            keys: HashMap::new(),
            forbidden: HashMap::new(),
            demanded: HashMap::new(),
        }
    }

    fn shape(&self, id: ShapeId) -> &'s Shape {
        &self.shapes.get(id).shape
    }

    /// How much a shape accepts, by JSON type.
    pub fn extents(&mut self, id: ShapeId) -> ByType<Extent> {
        if let Some(known) = self.extents.get(&id) {
            return *known;
        }
        let extents = self.find_extents(id);
        self.extents.insert(id, extents);
        extents
    }

    fn find_extents(&mut self, id: ShapeId) -> ByType<Extent> {
        let one = |only: JsonType, all: bool| {
            let extent = if all { Extent::All } else { Extent::Part };
            ByType::new(|json_type| {
                if json_type == only {
                    extent
                } else {
                    Extent::Nothing
                }
            })
        };
        match self.shape(id) {
            Shape::Any => ByType::new(|_| Extent::All),
            Shape::Never => ByType::new(|_| Extent::Nothing),
            Shape::Null => one(JsonType::Null, true),
            Shape::Boolean => one(JsonType::Boolean, true),
            Shape::Integer(_) => one(JsonType::Number, false),
            Shape::Number(rules) => one(JsonType::Number, *rules == Number::default()),
            Shape::Text(rules) => one(JsonType::String, *rules == Text::default()),
            Shape::Choice(_) => one(JsonType::String, false),
            Shape::List(rules) => one(JsonType::Array, self.is_any_list(rules)),
            Shape::Object(rules) => one(JsonType::Object, self.is_any_object(rules)),
            Shape::Nullable(inner) => {
                let mut extents = self.extents(*inner);
                extents[JsonType::Null] = Extent::All;
                extents
            }
            Shape::Complete(base, _) => self.extents(*base).map(|extent| extent.min(Extent::Part)),
            Shape::Union(select, branches) => self.of_union(select, branches),
        }
    }

    fn of_union(&mut self, select: &Select, branches: &[ShapeId]) -> ByType<Extent> {
        let extents: Vec<ByType<Extent>> = branches.iter().map(|id| self.extents(*id)).collect();
        let by_type = match select {
            Select::Type(by_type) => Some(by_type),
            Select::Tag(tag) => Some(&tag.by_type),
            Select::Keys(keys) => Some(&keys.by_type),
            Select::AnyOf | Select::OneOf => None,
        };
        ByType::new(|kind| {
            if let Some(by_type) = by_type {
                let branch = by_type.branch(kind, &extents);
                return branch.map_or(Extent::Nothing, |branch| branch[kind]);
            }
            let taking = extents.iter().map(|branch| branch[kind]);
            let most = taking.clone().max().unwrap_or(Extent::Nothing);
            let several = taking.filter(|extent| *extent != Extent::Nothing).count() > 1;
            match select {
                Select::OneOf if several => most.min(Extent::Part),
                _ => most,
            }
        })
    }

    fn is_any(&self, id: ShapeId) -> bool {
        *self.shape(id) == Shape::Any
    }

    fn is_any_list(&self, rules: &List) -> bool {
        let List {
            prefix,
            items,
            limits,
        } = rules;
        let is_free = prefix.is_empty() && *limits == ListLimits::default();
        is_free && self.is_any(*items)
    }

    fn is_any_object(&self, rules: &Object) -> bool {
        rules.fields.is_empty() && least_keys(rules) == 0 && self.is_open(rules)
    }

    /// Whether the rules of an object only restrict its fields and the minimum number of keys.
    fn is_open(&self, object: &Object) -> bool {
        let Object {
            fields: _,
            patterns,
            rest,
            names,
            limits,
        } = object;
        let is_free = patterns.is_empty() && names.is_none();
        is_free && say_least_only(rules::OBJECT, limits) && self.is_any(*rest)
    }

    /// What every object accepted by a shape has.
    pub fn keys(&mut self, id: ShapeId) -> Rc<Keys> {
        if let Some(known) = self.keys.get(&id) {
            return Rc::clone(known);
        }
        let keys = match self.shape(id) {
            Shape::Object(rules) => Rc::new(self.of_object(rules)),
            Shape::Nullable(inner) | Shape::Complete(inner, _) => self.keys(*inner),
            Shape::Union(select, branches) => {
                let taking = self.taking_objects(select, branches);
                let keys: Vec<Rc<Keys>> = taking.iter().map(|id| self.keys(*id)).collect();
                Rc::new(common(&keys))
            }
            _ => Rc::default(),
        };
        self.keys.insert(id, Rc::clone(&keys));
        keys
    }

    /// The branches that may accept an object.
    fn taking_objects(&mut self, select: &Select, branches: &[ShapeId]) -> Vec<ShapeId> {
        match select {
            Select::Type(by_type) => {
                let branch = by_type.branch(JsonType::Object, branches);
                branch.into_iter().copied().collect()
            }
            _ => {
                let takes = |id: &ShapeId| self.extents(*id)[JsonType::Object] != Extent::Nothing;
                branches.iter().copied().filter(takes).collect()
            }
        }
    }

    fn of_object(&self, rules: &Object) -> Keys {
        let mut keys = Keys::default();
        for field in rules
            .fields
            .iter()
            .filter(|field| field.required)
            .take(MAX_KEYS)
        {
            keys.required.push(field.name.clone());
            if let Some(values) = self.values(field.shape) {
                keys.tags.push((field.name.clone(), values));
            }
        }
        keys
    }

    /// All values that a shape accepts, if these are a few scalars.
    pub fn values(&self, id: ShapeId) -> Option<Vec<String>> {
        match self.shape(id) {
            Shape::Null => Some(vec!["null".to_owned()]),
            Shape::Boolean => Some(vec!["true".to_owned(), "false".to_owned()]),
            Shape::Choice(values) => Some(values.iter().map(|value| quoted(value)).collect()),
            Shape::Nullable(inner) => {
                let mut values = self.values(*inner)?;
                values.push("null".to_owned());
                Some(values)
            }
            Shape::Complete(base, keywords) => {
                let listed = keywords.iter().find_map(|keyword| match keyword {
                    Keyword::Enum(values) => Some(values),
                    _ => None,
                });
                match listed {
                    Some(values) => values
                        .iter()
                        .all(|value| !value.starts_with(['[', '{']))
                        .then(|| values.clone()),
                    None => self.values(*base),
                }
            }
            _ => None,
        }
    }

    /// Whether no object accepted by a shape has this key.
    pub fn forbids(&mut self, id: ShapeId, key: &str) -> bool {
        let question = (id, key.to_owned());
        if let Some(known) = self.forbidden.get(&question) {
            return *known;
        }
        let forbids = match self.shape(id) {
            Shape::Object(rules) => self.object_forbids(rules, key),
            Shape::Nullable(inner) => self.forbids(*inner, key),
            Shape::Complete(base, keywords) => {
                self.forbids(*base, key)
                    || keywords.iter().any(|keyword| match keyword {
                        Keyword::Not(id) => self.demands(*id, key),
                        _ => false,
                    })
            }
            Shape::Union(select, branches) => {
                let taking = self.taking_objects(select, branches);
                taking.iter().all(|id| self.forbids(*id, key))
            }
            Shape::Any => false,
            _ => true,
        };
        self.forbidden.insert(question, forbids);
        forbids
    }

    fn object_forbids(&self, rules: &Object, key: &str) -> bool {
        let is_never = |id: ShapeId| *self.shape(id) == Shape::Never;
        if let Some(field) = rules.fields.iter().find(|field| field.name == key) {
            return is_never(field.shape);
        }
        let misses = |pattern: &Pattern| {
            let compiled = pattern.compiled.leak(&pattern.source);
            compiled.is_match(key).is_ok_and(|found| !found)
        };
        is_never(rules.rest) && rules.patterns.iter().all(|(pattern, _)| misses(pattern))
    }

    /// Whether a shape accepts every object that has this key.
    fn demands(&mut self, id: ShapeId, key: &str) -> bool {
        let question = (id, key.to_owned());
        if let Some(known) = self.demanded.get(&question) {
            return *known;
        }
        let demands = match self.shape(id) {
            Shape::Any => true,
            Shape::Object(rules) => {
                let plain = rules.fields.iter().all(|field| {
                    self.is_any(field.shape) && (!field.required || field.name == key)
                });
                plain && least_keys(rules) <= 1 && self.is_open(rules)
            }
            Shape::Nullable(inner) => self.demands(*inner, key),
            Shape::Union(Select::AnyOf, branches) => {
                branches.iter().any(|id| self.demands(*id, key))
            }
            Shape::Union(Select::Type(by_type), branches) => by_type
                .branch(JsonType::Object, branches)
                .is_some_and(|id| self.demands(*id, key)),
            _ => false,
        };
        self.demanded.insert(question, demands);
        demands
    }
}

/// What several sets have in common: the keys that are in all, each with the values of any.
fn common(all: &[Rc<Keys>]) -> Keys {
    let Some((first, others)) = all.split_first() else {
        return Keys::default();
    };
    let tag = |(key, values): &(String, Vec<String>)| {
        let mut values = values.clone();
        for other in others {
            let (_, more) = other.tags.iter().find(|(known, _)| known == key)?;
            for value in more {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
        Some((key.clone(), values))
    };
    let is_common = |key: &&String| others.iter().all(|other| other.required.contains(key));
    Keys {
        tags: first.tags.iter().filter_map(tag).collect(),
        required: first.required.iter().filter(is_common).cloned().collect(),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    toolc_runtime::json::write_string(text, &mut quoted);
    quoted
}

/// The minimum number of keys in an object.
fn least_keys(object: &Object) -> u64 {
    count_range(rules::OBJECT, [&object.limits]).0
}
