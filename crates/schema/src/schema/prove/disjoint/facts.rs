//! What applies to every value that a shape accepts.

mod values;

use crate::schema::json_type::{ByType, JsonType};
use crate::schema::pattern::Pattern;
use crate::schema::rules::{self, count_range, say_least_only};
use crate::schema::select::Select;
use crate::schema::shape::{
    Field, Keyword, List, ListLimits, Number, Object, Shape, ShapeId, Shapes, Text,
};
use crate::schema::work::{MUCH, SOME, Work};
use std::collections::HashMap;
use std::rc::Rc;
pub(in crate::schema::prove) use values::Values;

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

/// Objects with more fields than this get an index.
const FEW_FIELDS: usize = 8;

/// What every object accepted by a shape has.
#[derive(Debug, Default)]
pub(in crate::schema::prove) struct Keys {
    /// Keys with the only values they may have.
    pub tags: Vec<(String, Rc<Values>)>,
    /// Keys.
    pub required: Vec<String>,
}

/// The fields of an object, by name.
type Index<'s> = Rc<HashMap<&'s str, &'s Field>>;

/// Facts about shapes, each computed only once. Once the budget is used up, no more are found.
pub(in crate::schema::prove) struct Facts<'s> {
    shapes: &'s Shapes,
    work: Work,
    extents: HashMap<ShapeId, ByType<Extent>>,
    keys: HashMap<ShapeId, Rc<Keys>>,
    values: HashMap<ShapeId, Option<Rc<Values>>>,
    /// The fields of large objects, by the address of the object.
    fields: HashMap<usize, Index<'s>>,
    forbidden: HashMap<ShapeId, HashMap<String, bool>>,
    demanded: HashMap<ShapeId, HashMap<String, bool>>,
}

impl<'s> Facts<'s> {
    pub fn new(shapes: &'s Shapes, work: &Work) -> Self {
        Facts {
            shapes,
            work: work.clone(),
            extents: HashMap::new(),
            keys: HashMap::new(),
            values: HashMap::new(),
            fields: HashMap::new(),
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
        self.work.charge(SOME);
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
        self.work.charge(branches.len() * SOME);
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
                Rc::new(common(&keys, &self.work))
            }
            _ => Rc::default(),
        };
        if !self.work.is_used_up() {
            self.keys.insert(id, Rc::clone(&keys));
        }
        keys
    }

    /// A field of an object.
    pub fn field(&mut self, object: &'s Object, key: &str) -> Option<&'s Field> {
        let fields = &object.fields;
        if fields.len() <= FEW_FIELDS {
            self.work.charge(fields.len() / 2 + 1);
            return fields.iter().find(|field| field.name == key);
        }
        self.work.charge(SOME);
        let work = &self.work;
        let index = self.fields.entry(std::ptr::from_ref(object).addr());
        let index = index.or_insert_with(|| {
            work.charge(fields.len() * SOME);
            let named = fields.iter().map(|field| (field.name.as_str(), field));
            Rc::new(named.collect())
        });
        index.get(key).copied()
    }

    /// The branches that may accept an object.
    fn taking_objects(&mut self, select: &Select, branches: &[ShapeId]) -> Vec<ShapeId> {
        match select {
            Select::Type(by_type) => {
                let branch = by_type.branch(JsonType::Object, branches);
                branch.into_iter().copied().collect()
            }
            _ => {
                self.work.charge(branches.len() * SOME);
                let takes = |id: &ShapeId| self.extents(*id)[JsonType::Object] != Extent::Nothing;
                branches.iter().copied().filter(takes).collect()
            }
        }
    }

    fn of_object(&mut self, rules: &Object) -> Keys {
        let mut keys = Keys::default();
        self.work.charge(rules.fields.len());
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

    /// Whether no object accepted by a shape has this key.
    pub fn forbids(&mut self, id: ShapeId, key: &str) -> bool {
        let known = self.forbidden.get(&id).and_then(|keys| keys.get(key));
        if let Some(known) = known {
            self.work.charge(SOME);
            return *known;
        }
        if !self.work.charge(MUCH) {
            return false;
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
        let forbids = forbids && !self.work.is_used_up();
        self.forbidden
            .entry(id)
            .or_default()
            .insert(key.to_owned(), forbids);
        forbids
    }

    /// Whether a shape may accept no object with some key that another allows. `false` is certain.
    pub fn may_forbid(&mut self, id: ShapeId) -> bool {
        self.work.charge(SOME);
        match self.shape(id) {
            Shape::Any => false,
            Shape::Object(rules) => {
                self.work.charge(rules.fields.len());
                let parts = rules.fields.iter().map(|field| field.shape);
                let mut parts = parts.chain([rules.rest]);
                parts.any(|id| *self.shape(id) == Shape::Never)
            }
            Shape::Nullable(inner) => self.may_forbid(*inner),
            Shape::Complete(base, keywords) => {
                let refuses = |rule: &Keyword| matches!(rule, Keyword::Not(_));
                self.may_forbid(*base) || keywords.iter().any(refuses)
            }
            _ => true,
        }
    }

    fn object_forbids(&mut self, rules: &'s Object, key: &str) -> bool {
        if let Some(field) = self.field(rules, key) {
            return *self.shape(field.shape) == Shape::Never;
        }
        let misses = |pattern: &Pattern| pattern.find_match_within(key, &self.work) == Some(false);
        *self.shape(rules.rest) == Shape::Never
            && rules.patterns.iter().all(|(pattern, _)| misses(pattern))
    }

    /// Whether a shape accepts every object that has this key.
    fn demands(&mut self, id: ShapeId, key: &str) -> bool {
        let known = self.demanded.get(&id).and_then(|keys| keys.get(key));
        if let Some(known) = known {
            self.work.charge(SOME);
            return *known;
        }
        if !self.work.charge(MUCH) {
            return false;
        }
        let demands = match self.shape(id) {
            Shape::Any => true,
            Shape::Object(rules) => {
                self.work.charge(rules.fields.len());
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
        self.demanded
            .entry(id)
            .or_default()
            .insert(key.to_owned(), demands);
        demands
    }
}

/// What several sets have in common: the keys that are in all, each with the values of any.
fn common(all: &[Rc<Keys>], work: &Work) -> Keys {
    let Some((first, others)) = all.split_first() else {
        return Keys::default();
    };
    let tag = |(key, values): &(String, Rc<Values>)| {
        let mut all = vec![values];
        for other in others {
            work.charge(other.tags.len());
            let (_, more) = other.tags.iter().find(|(known, _)| known == key)?;
            all.push(more);
        }
        let count: usize = all.iter().map(|values| values.list.len()).sum();
        if !work.charge(count.saturating_mul(SOME)) {
            return None;
        }
        let is_exact = all.iter().all(|values| values.is_exact);
        let list = all.iter().flat_map(|values| &values.list);
        let list = list.map(|value| (**value).to_owned());
        Some((key.clone(), Rc::new(Values::new(list, is_exact))))
    };
    let keys: usize = all.iter().map(|keys| keys.required.len()).sum();
    if !work.charge(first.required.len().saturating_mul(keys)) {
        return Keys::default();
    }
    let is_common = |key: &&String| others.iter().all(|other| other.required.contains(key));
    Keys {
        tags: first.tags.iter().filter_map(tag).collect(),
        required: first.required.iter().filter(is_common).cloned().collect(),
    }
}

/// The minimum number of keys in an object.
fn least_keys(object: &Object) -> u64 {
    count_range(rules::OBJECT, [&object.limits]).0
}
