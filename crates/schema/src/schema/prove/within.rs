//! What the structure of two shapes proves about them: that one accepts everything that the other accepts, or that no
//! value is accepted by both. Examines pairs of shapes, each only once, so that recursion ends when a pair recurs,
//! and no value is constructed. A claim that cannot be proved here may still be true.

mod parts;

use super::disjoint::facts::{Extent, Facts};
use crate::schema::json_type::JsonType;
use crate::schema::rules::{self, leave_within};
use crate::schema::select::Select;
use crate::schema::shape::{Keyword, Shape, ShapeId, Shapes};
use crate::schema::work::{MUCH, SOME, Work};
use std::collections::{HashMap, HashSet};

/// How many pairs are examined; beyond that, nothing is proved.
const MAX_PAIRS: u32 = 200_000;

/// Proofs about the shapes in one arena.
pub(super) struct Within<'s> {
    shapes: &'s Shapes,
    pub(super) facts: Facts<'s>,
    /// Pairs of an inner and an outer shape. A pair under examination counts as proved, since a
    /// smallest counterexample would contain a smaller one.
    known: HashMap<(ShapeId, ShapeId), bool>,
    /// The pairs proved so far, in order: when one fails, those after it may depend on it.
    proved: Vec<(ShapeId, ShapeId)>,
    apart: HashMap<(ShapeId, ShapeId), bool>,
    pairs: u32,
    /// Once it is used up, nothing is proved.
    pub(super) work: Work,
}

impl<'s> Within<'s> {
    pub(super) fn new(shapes: &'s Shapes, work: &Work) -> Self {
        Within {
            shapes,
            facts: Facts::new(shapes, work),
            known: HashMap::new(),
            proved: Vec::new(),
            apart: HashMap::new(),
            pairs: 0,
            work: work.clone(),
        }
    }

    fn shape(&self, id: ShapeId) -> &'s Shape {
        &self.shapes.get(id).shape
    }

    /// Whether one of several shapes that apply to the same value accepts nothing that `outer`
    /// refuses.
    pub(super) fn any_holds(&mut self, inner: &[ShapeId], outer: ShapeId) -> bool {
        inner.iter().any(|id| self.holds(*id, outer))
    }

    /// Whether `outer` accepts everything that `inner` accepts.
    pub(super) fn holds(&mut self, inner: ShapeId, outer: ShapeId) -> bool {
        let pair = (inner, outer);
        if inner == outer {
            return true;
        }
        if !self.work.charge(SOME) {
            return false;
        }
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        self.pairs += 1;
        if self.pairs > MAX_PAIRS || !self.work.charge(MUCH) {
            return false;
        }
        let mark = self.proved.len();
        self.proved.push(pair);
        self.known.insert(pair, true);
        let holds = self.decide_pair(inner, outer) && !self.work.is_used_up();
        if !holds {
            for doubtful in self.proved.drain(mark..) {
                self.known.remove(&doubtful);
            }
            // with more work, it may hold after all
            if !self.work.is_used_up() {
                self.known.insert(pair, false);
            }
        }
        holds
    }

    fn decide_pair(&mut self, inner: ShapeId, outer: ShapeId) -> bool {
        if self.is_covered(inner, outer) {
            return true;
        }
        match self.shape(outer) {
            Shape::Complete(base, keywords) => {
                self.holds(inner, *base) && keywords.iter().all(|rule| self.implies(inner, rule))
            }
            Shape::Nullable(rest) => match self.shape(inner) {
                Shape::Null => true,
                Shape::Nullable(own) => self.holds(*own, *rest),
                _ => self.holds(inner, *rest) || self.split(inner, outer),
            },
            Shape::Union(select, branches) => {
                self.any_of(inner, select, branches) || self.split(inner, outer)
            }
            _ => self.is_narrower(inner, outer) || self.split(inner, outer),
        }
    }

    /// Whether `outer` accepts every value of each type that `inner` accepts.
    fn is_covered(&mut self, inner: ShapeId, outer: ShapeId) -> bool {
        let (inner, outer) = (self.facts.extents(inner), self.facts.extents(outer));
        let mut kinds = JsonType::ALL.into_iter();
        kinds.all(|kind| inner[kind] == Extent::Nothing || outer[kind] == Extent::All)
    }

    /// Splits the inner shape: the claim must hold for all of its alternatives, or for one of the
    /// rules it combines.
    fn split(&mut self, inner: ShapeId, outer: ShapeId) -> bool {
        match self.shape(inner) {
            Shape::Nullable(rest) => {
                let takes_null = self.facts.extents(outer)[JsonType::Null] == Extent::All;
                takes_null && self.holds(*rest, outer)
            }
            Shape::Union(_, branches) => branches.iter().all(|id| self.holds(*id, outer)),
            Shape::Complete(base, keywords) => {
                self.holds(*base, outer)
                    || keywords.iter().any(|rule| match rule {
                        Keyword::AllOf(ids) => self.any_holds(ids, outer),
                        Keyword::AnyOf(ids) | Keyword::OneOf(ids) => {
                            ids.iter().all(|id| self.holds(*id, outer))
                        }
                        _ => false,
                    })
            }
            _ => false,
        }
    }

    fn any_of(&mut self, inner: ShapeId, select: &Select, branches: &[ShapeId]) -> bool {
        let by_type = match select {
            Select::AnyOf => return branches.iter().any(|id| self.holds(inner, *id)),
            Select::OneOf => return self.only_one(inner, branches),
            Select::Type(by_type) => by_type,
            Select::Tag(tag) => &tag.by_type,
            Select::Keys(keys) => &keys.by_type,
        };
        let extents = self.facts.extents(inner);
        let is_by_type = matches!(select, Select::Type(_));
        let mut kinds = JsonType::ALL.into_iter();
        kinds.all(|kind| match by_type.branch(kind, branches) {
            _ if extents[kind] == Extent::Nothing => true,
            None => false,
            // the object determines the branch, and no other branch can accept it
            Some(_) if kind == JsonType::Object && !is_by_type => {
                branches.iter().any(|id| self.holds(inner, *id))
            }
            Some(branch) => self.holds(inner, *branch),
        })
    }

    fn only_one(&mut self, inner: ShapeId, branches: &[ShapeId]) -> bool {
        let mut taking = branches.iter().filter(|id| !self.are_apart(inner, **id));
        match (taking.next(), taking.next()) {
            (Some(only), None) => self.holds(inner, *only),
            _ => false,
        }
    }

    /// Whether every value that a shape accepts satisfies a rule on whole values.
    fn implies(&mut self, inner: ShapeId, rule: &Keyword) -> bool {
        let own: &[Keyword] = match self.shape(inner) {
            Shape::Complete(_, keywords) => keywords,
            _ => &[],
        };
        if !self.work.charge((1 + own.len()) * SOME) {
            return false;
        }
        own.iter().any(|own| self.is_same(own, rule))
            || own.iter().any(|own| self.is_stronger(own, rule))
            || self.gives(inner, rule)
            || match self.shape(inner) {
                Shape::Union(_, branches) => branches.iter().all(|id| self.implies(*id, rule)),
                Shape::Complete(base, _) => self.implies(*base, rule),
                _ => false,
            }
    }

    /// Whether two rules are equal.
    fn is_same(&self, own: &Keyword, rule: &Keyword) -> bool {
        if let (Keyword::Enum(own), Keyword::Enum(values)) = (own, rule) {
            self.work.charge(own.len().min(values.len()) * 2);
        }
        own == rule
    }

    /// Whether a rule implies another with the same keyword.
    fn is_stronger(&mut self, own: &Keyword, rule: &Keyword) -> bool {
        match (own, rule) {
            (Keyword::AllOf(own), _) => own.iter().any(|id| self.implies(*id, rule)),
            (Keyword::Not(own), Keyword::Not(other)) => self.holds(*other, *own),
            (
                Keyword::If {
                    condition: own_condition,
                    then: own_then,
                    otherwise: own_otherwise,
                },
                Keyword::If {
                    condition,
                    then,
                    otherwise,
                },
            ) => {
                own_condition == condition
                    && self.holds(*own_then, *then)
                    && self.holds(*own_otherwise, *otherwise)
            }
            (Keyword::AnyOf(own) | Keyword::OneOf(own), _) => {
                own.iter().all(|id| self.gives(*id, rule))
            }
            (Keyword::Enum(own), Keyword::Enum(values)) => self.are_within(own, values),
            (
                Keyword::Contains {
                    item: own_item,
                    min: own_min,
                    max: own_max,
                },
                Keyword::Contains { item, min, max },
            ) => {
                let is_least = own_min >= min && (*min == 0 || self.holds(*own_item, *item));
                let is_most = |max: u64| own_max.is_some_and(|own_max| own_max <= max);
                is_least && max.is_none_or(|max| is_most(max) && self.holds(*item, *own_item))
            }
            (Keyword::DependentRequired(own), Keyword::DependentRequired(rules)) => {
                self.work.charge(own.len().saturating_mul(rules.len()));
                rules.iter().all(|(key, needed)| {
                    let mut own = own.iter().filter(|(own, _)| own == key);
                    own.any(|(_, all)| needed.iter().all(|key| all.contains(key)))
                })
            }
            (Keyword::DependentSchemas(own), Keyword::DependentSchemas(rules)) => {
                self.work.charge(own.len().saturating_mul(rules.len()));
                rules.iter().all(|(key, wide)| {
                    let mut own = own.iter().filter(|(own, _)| own == key);
                    own.any(|(_, narrow)| self.holds(*narrow, *wide))
                })
            }
            _ => false,
        }
    }

    /// Whether a rule holds for everything that a shape accepts, regardless of the shape's own
    /// rules.
    fn gives(&mut self, inner: ShapeId, rule: &Keyword) -> bool {
        match rule {
            Keyword::AllOf(ids) => ids.iter().all(|id| self.holds(inner, *id)),
            Keyword::AnyOf(ids) => ids.iter().any(|id| self.holds(inner, *id)),
            Keyword::OneOf(ids) => self.only_one(inner, ids),
            Keyword::Not(id) => self.are_apart(inner, *id),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                self.holds(inner, *then)
                    && (self.holds(inner, *condition) || self.holds(inner, *otherwise))
            }
            Keyword::Enum(values) => {
                let own = self.facts.values(inner);
                own.is_some_and(|own| {
                    let few = own.list.len() <= values.len() && self.work.charge(values.len() * 4);
                    let values: HashSet<&str> = values.iter().map(String::as_str).collect();
                    few && own.list.iter().all(|value| values.contains(&**value))
                })
            }
            Keyword::DependentRequired(rules) => {
                let keys = self.facts.keys(inner);
                self.work
                    .charge(keys.required.len().saturating_mul(rules.len()));
                let mut needed = rules.iter();
                needed.all(|(key, needed)| {
                    needed.iter().all(|key| keys.required.contains(key))
                        || self.facts.forbids(inner, key)
                })
            }
            Keyword::DependentSchemas(rules) => {
                let mut rules = rules.iter();
                rules.all(|(key, id)| self.facts.forbids(inner, key) || self.holds(inner, *id))
            }
            Keyword::Contains { .. } => false,
            Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => false,
        }
    }

    /// Whether no value is accepted by both.
    pub(super) fn are_apart(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let pair = (a.min(b), a.max(b));
        if !self.work.charge(SOME) {
            return false;
        }
        if let Some(known) = self.apart.get(&pair) {
            return *known;
        }
        if !self.work.charge(MUCH) {
            return false;
        }
        // a pair that recurs is not known to be disjoint
        self.apart.insert(pair, false);
        let apart = self.decide_apart(a, b);
        if self.work.is_used_up() {
            self.apart.remove(&pair);
            return false;
        }
        self.apart.insert(pair, apart);
        apart
    }

    fn decide_apart(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let (left, right) = (self.facts.extents(a), self.facts.extents(b));
        let shared =
            |kind: &JsonType| left[*kind] != Extent::Nothing && right[*kind] != Extent::Nothing;
        let shared: Vec<JsonType> = JsonType::ALL.into_iter().filter(shared).collect();
        if shared.is_empty() || self.have_no_value(a, b) {
            return true;
        }
        for (one, other) in [(a, b), (b, a)] {
            let branches = match self.shape(one) {
                Shape::Union(_, branches) => branches,
                Shape::Complete(base, _) if self.are_apart(*base, other) => return true,
                _ => continue,
            };
            if branches.iter().all(|id| self.are_apart(*id, other)) {
                return true;
            }
        }
        shared == [JsonType::Object] && self.objects_are_apart(a, b)
    }

    fn have_no_value(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let values = self.facts.values(a).zip(self.facts.values(b));
        values.is_some_and(|(a, b)| self.work.charge(a.cost(&b)) && a.are_apart(&b))
    }

    /// Whether each of some values is among others.
    fn are_within(&self, own: &[String], others: &[String]) -> bool {
        if own.len() > others.len() || !self.work.charge(others.len() * 4) {
            return false;
        }
        let others: HashSet<&String> = others.iter().collect();
        own.iter().all(|value| others.contains(value))
    }

    /// Whether a key separates the objects: both require it with different values, or one requires
    /// and the other forbids it.
    fn objects_are_apart(&mut self, a: ShapeId, b: ShapeId) -> bool {
        let (left, right) = (self.facts.keys(a), self.facts.keys(b));
        if !self.work.charge(left.tags.len() * right.tags.len()) {
            return false;
        }
        let is_told = left.tags.iter().any(|(key, values)| {
            let mut tags = right.tags.iter().filter(|(other, _)| other == key);
            tags.any(|(_, others)| {
                self.work.charge(values.cost(others)) && values.are_apart(others)
            })
        });
        is_told
            || left.required.iter().any(|key| self.facts.forbids(b, key))
            || right.required.iter().any(|key| self.facts.forbids(a, key))
    }

    /// Whether one shape of a type has all the rules of another.
    fn is_narrower(&mut self, inner: ShapeId, outer: ShapeId) -> bool {
        match (self.shape(inner), self.shape(outer)) {
            (Shape::Choice(_), Shape::Choice(_)) => {
                let values = self.facts.values(inner).zip(self.facts.values(outer));
                values.is_some_and(|(own, words)| {
                    self.work.charge(own.cost(&words)) && own.are_within(&words)
                })
            }
            // a pattern that is too expensive to match proves nothing
            (Shape::Choice(own), Shape::Text(text)) if text.pattern.is_none() => {
                let length: usize = own.iter().map(|word| 4 + word.len()).sum();
                self.work.charge(length) && own.iter().all(|word| text.accepts(word))
            }
            (Shape::Text(own), Shape::Text(text)) => {
                self.work.charge(MUCH);
                leave_within(rules::TEXT, own, text)
            }
            (Shape::Integer(own), Shape::Integer(number) | Shape::Number(number))
            | (Shape::Number(own), Shape::Number(number)) => {
                self.work.charge(MUCH);
                leave_within(rules::NUMBER, own, number)
            }
            (Shape::List(own), Shape::List(list)) => self.is_narrower_list(own, list),
            (Shape::Object(own), Shape::Object(object)) => self.is_narrower_object(own, object),
            _ => false,
        }
    }
}
