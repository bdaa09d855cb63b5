//! What a value of one JSON type has to satisfy and to break: the combined rules of several shapes.

use crate::schema::json_type::JsonType;
use crate::schema::pattern::Pattern;
use crate::schema::shape::{
    FormatName, Keyword, List, ListLimits, Number, Object, ObjectLimits, Select, Shape, ShapeId,
    Shapes, Text,
};
use crate::schema::work::Work;
use std::borrow::Cow;
use std::rc::Rc;

/// All types, starting with those that make the simplest examples.
pub(super) const PLAINEST: &[JsonType] = &[
    JsonType::String,
    JsonType::Number,
    JsonType::Boolean,
    JsonType::Object,
    JsonType::Array,
    JsonType::Null,
];

/// Up to this many alternatives, a search ensures that no two accept the value.
const MAX_EXCLUSIVE: usize = 8;

/// Ways, one of which the value must take, each with all its steps.
pub(super) type Choice<'s> = Vec<Vec<Step<'s>>>;

/// The units that it costs to copy an element of a goal that owns memory.
const OWNED: usize = 10;

/// The units that a step of a way costs, which also bound the memory of ways.
const STEP: usize = 40;

/// One step of a way.
#[derive(Debug, Clone)]
pub(super) enum Step<'s> {
    /// A shape accepts the value.
    Want(ShapeId),
    /// A shape refuses it.
    Refuse(ShapeId),
    /// A string that satisfies rules.
    Text(Text),
    /// A string that breaks a rule.
    Other(OtherText<'s>),
    /// A number that satisfies rules.
    Number(Number),
    /// A number that is not an integer.
    Fraction,
    /// A number that is not a multiple of this one.
    Indivisible(&'s str),
    /// An array that satisfies rules.
    Items(ListLimits),
    /// An array with an element, at this index, that a shape refuses.
    Element(usize, ShapeId),
    /// An array in which a shape refuses every element.
    Without(ShapeId),
    /// An array with this many elements that a shape accepts.
    Holding(ShapeId, u64),
    /// An array whose first two elements are equal.
    Twins,
    /// An object that satisfies rules.
    Keys(ObjectLimits),
    /// An object without a key.
    Absent(String),
    /// An object with a key.
    Present(String),
    /// An object with a key whose value a shape refuses.
    Wrong(String, ShapeId),
}

/// What a string must not be.
#[derive(Debug, Clone)]
pub(super) enum OtherText<'s> {
    Pattern(&'s Pattern),
    Format(FormatName),
    Path,
}

/// The rules for a value of one type.
#[derive(Debug, Clone)]
pub(super) struct Goal<'s> {
    pub kind: JsonType,
    pub work: Work,
    /// The only possible values, as JSON texts.
    pub values: Option<Rc<[String]>>,
    pub texts: Vec<Cow<'s, Text>>,
    pub others: Vec<OtherText<'s>>,
    pub numbers: Vec<Cow<'s, Number>>,
    pub indivisible: Vec<&'s str>,
    pub integer: bool,
    /// Whether it must not be an integer.
    pub fraction: bool,
    pub lists: Vec<&'s List>,
    pub list_limits: Vec<ListLimits>,
    /// Elements, by index, that shapes refuse.
    pub elements: Vec<(usize, ShapeId)>,
    /// Shapes that refuse every element.
    pub without: Vec<ShapeId>,
    pub twins: bool,
    /// `contains` with its minimum.
    pub contained: Vec<(ShapeId, u64)>,
    pub objects: Vec<&'s Object>,
    pub object_limits: Vec<ObjectLimits>,
    /// Keys that must be present, besides the required ones.
    pub keys: Vec<String>,
    /// Keys that must be absent.
    pub absent: Vec<String>,
    /// Keys whose values shapes refuse.
    pub wrong: Vec<(String, ShapeId)>,
    /// `dependentRequired`
    pub follow: Vec<(&'s str, &'s [String])>,
    /// `dependentSchemas`
    pub depend: Vec<(&'s str, ShapeId)>,
    /// Alternatives that have not been chosen from.
    pub choices: Vec<Rc<Choice<'s>>>,
    /// Arrays and objects, a rule of which is to be broken once all other rules are known.
    pub unbroken: Vec<ShapeId>,
    /// The shapes whose rules have been added.
    pub seen: Vec<ShapeId>,
    /// The shapes that refuse the value.
    pub denied: Vec<ShapeId>,
}

impl<'s> Goal<'s> {
    /// A goal without rules, whose rules are charged to a budget. Once that is used up, rules are
    /// missing, and nothing that follows from the goal is certain.
    pub(super) fn new(kind: JsonType, work: &Work) -> Self {
        Goal {
            kind,
            work: work.clone(),
            values: None,
            texts: Vec::new(),
            others: Vec::new(),
            numbers: Vec::new(),
            indivisible: Vec::new(),
            integer: false,
            fraction: false,
            lists: Vec::new(),
            list_limits: Vec::new(),
            elements: Vec::new(),
            without: Vec::new(),
            twins: false,
            contained: Vec::new(),
            objects: Vec::new(),
            object_limits: Vec::new(),
            keys: Vec::new(),
            absent: Vec::new(),
            wrong: Vec::new(),
            follow: Vec::new(),
            depend: Vec::new(),
            choices: Vec::new(),
            unbroken: Vec::new(),
            seen: Vec::new(),
            denied: Vec::new(),
        }
    }

    /// The units that a copy costs.
    pub(super) fn cost_of_copy(&self) -> usize {
        let Goal {
            kind: _,
            work: _,
            values: _,
            integer: _,
            fraction: _,
            twins: _,
            texts,
            others,
            numbers,
            indivisible,
            lists,
            list_limits,
            elements,
            without,
            contained,
            objects,
            object_limits,
            keys,
            absent,
            wrong,
            follow,
            depend,
            choices,
            unbroken,
            seen,
            denied,
        } = self;
        let owned = texts.len() + numbers.len() + keys.len() + absent.len() + wrong.len();
        let plain = others.len() + indivisible.len() + lists.len() + list_limits.len();
        let of_lists = elements.len() + without.len() + contained.len();
        let of_objects = objects.len() + object_limits.len() + follow.len() + depend.len();
        let ids = unbroken.len() + seen.len() + denied.len();
        OWNED * (owned + 2) + plain + of_lists + of_objects + ids / 2 + choices.len()
    }

    /// The next choice, preferring those with at most one way.
    pub(super) fn take_choice(&mut self) -> Option<Rc<Choice<'s>>> {
        let sure = self.choices.iter().position(|choice| choice.len() < 2);
        match sure {
            Some(at) => Some(self.choices.remove(at)),
            None => self.choices.pop(),
        }
    }

    /// Whether no step of a way contradicts one that was taken.
    pub(super) fn allows(&self, steps: &[Step<'s>]) -> bool {
        steps.iter().all(|step| match step {
            Step::Want(id) => !self.look_up() || !self.denied.contains(id),
            Step::Refuse(id) => !self.look_up() || !self.seen.contains(id),
            _ => true,
        })
    }

    /// Takes all steps of a way; returns `false` if one leads nowhere.
    pub(super) fn take_all(&mut self, shapes: &'s Shapes, steps: &[Step<'s>]) -> bool {
        steps.iter().all(|step| self.take(shapes, step))
    }

    fn take(&mut self, shapes: &'s Shapes, step: &Step<'s>) -> bool {
        self.work.charge(OWNED);
        match step.clone() {
            Step::Want(id) => self.add(shapes, id),
            Step::Refuse(id) => self.refuse(shapes, id),
            Step::Text(rules) => note(&mut self.texts, Cow::Owned(rules)),
            Step::Other(other) => note(&mut self.others, other),
            Step::Number(rules) => note(&mut self.numbers, Cow::Owned(rules)),
            Step::Fraction => {
                self.fraction = true;
                !self.integer
            }
            Step::Indivisible(divisor) => note(&mut self.indivisible, divisor),
            Step::Items(limits) => note(&mut self.list_limits, limits),
            Step::Element(at, id) => note(&mut self.elements, (at, id)),
            Step::Without(id) => note(&mut self.without, id),
            Step::Holding(id, count) => note(&mut self.contained, (id, count)),
            Step::Twins => {
                self.twins = true;
                true
            }
            Step::Keys(limits) => note(&mut self.object_limits, limits),
            Step::Absent(key) => note(&mut self.absent, key),
            Step::Present(key) => note(&mut self.keys, key),
            Step::Wrong(key, id) => note(&mut self.wrong, (key, id)),
        }
    }

    /// Adds the rules of some shapes; returns `false` if one accepts no value of this type.
    pub(super) fn add_all(&mut self, shapes: &'s Shapes, ids: &[ShapeId]) -> bool {
        ids.iter().all(|id| self.add(shapes, *id))
    }

    /// Adds the rules of a shape; returns `false` if it accepts no value of this type.
    pub(super) fn add(&mut self, shapes: &'s Shapes, id: ShapeId) -> bool {
        if !self.look_up() || self.seen.contains(&id) {
            return true;
        }
        if self.denied.contains(&id) {
            return false;
        }
        self.seen.push(id);
        let kind = self.kind;
        match &shapes.get(id).shape {
            Shape::Any => true,
            Shape::Never => false,
            Shape::Null => kind == JsonType::Null,
            Shape::Boolean => kind == JsonType::Boolean,
            Shape::Text(rules) => {
                kind == JsonType::String && note(&mut self.texts, Cow::Borrowed(rules))
            }
            Shape::Choice(words) => {
                kind == JsonType::String && {
                    self.work.charge(words.len().saturating_mul(OWNED));
                    self.limit(words.iter().map(|word| super::quote(word)))
                }
            }
            Shape::Integer(rules) => {
                self.integer = true;
                !self.fraction
                    && kind == JsonType::Number
                    && note(&mut self.numbers, Cow::Borrowed(rules))
            }
            Shape::Number(rules) => {
                kind == JsonType::Number && note(&mut self.numbers, Cow::Borrowed(rules))
            }
            Shape::List(rules) => kind == JsonType::Array && note(&mut self.lists, rules),
            Shape::Object(rules) => kind == JsonType::Object && note(&mut self.objects, rules),
            Shape::Nullable(inner) => kind == JsonType::Null || self.add(shapes, *inner),
            Shape::Union(Select::Type(by_type), branches) => {
                let branch = by_type.branch(kind, branches);
                branch.is_some_and(|branch| self.add(shapes, *branch))
            }
            Shape::Union(Select::OneOf, branches) => self.choose_only(branches),
            Shape::Union(_, branches) => self.choose(branches),
            Shape::Complete(base, keywords) => {
                self.add(shapes, *base) && keywords.iter().all(|rule| self.rule(shapes, rule))
            }
        }
    }

    /// Adds a rule on a whole value. A rule that is not understood can only narrow what is
    /// accepted.
    fn rule(&mut self, shapes: &'s Shapes, rule: &'s Keyword) -> bool {
        match rule {
            Keyword::AllOf(ids) => self.add_all(shapes, ids),
            Keyword::AnyOf(ids) => self.choose(ids),
            Keyword::OneOf(ids) => self.choose_only(ids),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                self.choices.push(Rc::new(vec![
                    vec![Step::Refuse(*condition), Step::Want(*otherwise)],
                    vec![Step::Want(*condition), Step::Want(*then)],
                ]));
                true
            }
            Keyword::Enum(values) => {
                self.work.charge(values.len().saturating_mul(OWNED));
                self.limit(values.iter().cloned())
            }
            Keyword::Contains { item, min, .. } => {
                self.contained.push((*item, *min));
                true
            }
            Keyword::DependentRequired(rules) => {
                self.work.charge(rules.len());
                let rules = rules.iter().map(|(key, keys)| (key.as_str(), &keys[..]));
                self.follow.extend(rules);
                true
            }
            Keyword::DependentSchemas(rules) => {
                self.work.charge(rules.len());
                let rules = rules.iter().map(|(key, id)| (key.as_str(), *id));
                self.depend.extend(rules);
                true
            }
            Keyword::Not(id) => self.refuse(shapes, *id),
            Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => true,
        }
    }

    /// Charges for looking an ID up among those that were added and refused.
    pub(super) fn look_up(&self) -> bool {
        self.work
            .charge(4 + (self.seen.len() + self.denied.len()) / 8)
    }

    /// Charges for ways with this many steps in total.
    pub(super) fn charge_steps(&self, steps: usize) -> bool {
        self.work.charge(steps.saturating_mul(STEP))
    }

    fn choose(&mut self, branches: &[ShapeId]) -> bool {
        if self.charge_steps(branches.len()) {
            let ways = branches.iter().map(|id| vec![Step::Want(*id)]);
            self.choices.push(Rc::new(ways.collect()));
        }
        !branches.is_empty()
    }

    /// Chooses one of them, with all others refusing. If there are many, that is only checked by
    /// validation.
    fn choose_only(&mut self, branches: &[ShapeId]) -> bool {
        if branches.len() > MAX_EXCLUSIVE {
            return self.choose(branches);
        }
        self.charge_steps(branches.len() * branches.len());
        let ways = branches.iter().enumerate().map(|(own, id)| {
            let others = branches.iter().enumerate().filter(|(at, _)| *at != own);
            let others = others.map(|(_, other)| Step::Refuse(*other));
            [Step::Want(*id)].into_iter().chain(others).collect()
        });
        self.choices.push(Rc::new(ways.collect()));
        !branches.is_empty()
    }

    /// Restricts the values to these, of which only those of the right type remain. If this
    /// replaces an earlier list, either will do, since results are validated against both.
    fn limit(&mut self, values: impl Iterator<Item = String>) -> bool {
        let values = values.filter(|value| JsonType::of(value) == self.kind);
        let values: Rc<[String]> = values.collect();
        let possible = !values.is_empty();
        self.values = Some(values);
        possible
    }
}

pub(super) fn note<T>(rules: &mut Vec<T>, rule: T) -> bool {
    rules.push(rule);
    true
}
