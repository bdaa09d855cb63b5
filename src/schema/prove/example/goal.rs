//! What a value of one JSON type has to satisfy: the rules of several shapes, laid side by side.

use crate::schema::json_type::JsonType;
use crate::schema::shape::{Keyword, List, Number, Object, Select, Shape, ShapeId, Shapes, Text};

/// Every type; what makes the plainest example comes first.
pub(super) const PLAINEST: &[JsonType] = &[
    JsonType::String,
    JsonType::Number,
    JsonType::Boolean,
    JsonType::Object,
    JsonType::Array,
    JsonType::Null,
];

/// Shapes of which one set must accept the value.
pub(super) type Choice = Vec<Vec<ShapeId>>;

/// The rules for a value of one type.
#[derive(Debug, Clone)]
pub(super) struct Goal<'s> {
    pub kind: JsonType,
    /// The only values that there can be, as JSON texts.
    pub values: Option<Vec<String>>,
    pub texts: Vec<&'s Text>,
    pub numbers: Vec<&'s Number>,
    pub integer: bool,
    /// Whether it must not be a whole number.
    pub fraction: bool,
    pub lists: Vec<&'s List>,
    /// `contains` with its minimum.
    pub contained: Vec<(ShapeId, u64)>,
    pub objects: Vec<&'s Object>,
    /// Keys that must be there beside those that are required.
    pub keys: Vec<&'s str>,
    /// `dependentRequired`
    pub follow: Vec<(&'s str, &'s [String])>,
    /// `dependentSchemas`
    pub depend: Vec<(&'s str, ShapeId)>,
    /// Alternatives that are still open.
    pub choices: Vec<Choice>,
    /// The shapes whose rules are here.
    seen: Vec<ShapeId>,
}

impl<'s> Goal<'s> {
    /// No rules yet.
    pub(super) fn new(kind: JsonType) -> Self {
        Goal {
            kind,
            values: None,
            texts: Vec::new(),
            numbers: Vec::new(),
            integer: false,
            fraction: false,
            lists: Vec::new(),
            contained: Vec::new(),
            objects: Vec::new(),
            keys: Vec::new(),
            follow: Vec::new(),
            depend: Vec::new(),
            choices: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Adds the rules of some shapes; `false` where one accepts no value of this type.
    pub(super) fn add_all(&mut self, shapes: &'s Shapes, ids: &[ShapeId]) -> bool {
        ids.iter().all(|id| self.add(shapes, *id))
    }

    /// Adds the rules of a shape; `false` where it accepts no value of this type.
    pub(super) fn add(&mut self, shapes: &'s Shapes, id: ShapeId) -> bool {
        if self.seen.contains(&id) {
            return true;
        }
        self.seen.push(id);
        let kind = self.kind;
        match &shapes.get(id).shape {
            Shape::Any => true,
            Shape::Never => false,
            Shape::Null => kind == JsonType::Null,
            Shape::Boolean => kind == JsonType::Boolean,
            Shape::Text(rules) => kind == JsonType::String && note(&mut self.texts, rules),
            Shape::Choice(words) => {
                let words = words.iter().map(|word| super::quote(word)).collect();
                kind == JsonType::String && self.limit(words)
            }
            Shape::Integer(rules) => {
                self.integer = true;
                kind == JsonType::Number && note(&mut self.numbers, rules)
            }
            Shape::Number(rules) => kind == JsonType::Number && note(&mut self.numbers, rules),
            Shape::List(rules) => kind == JsonType::Array && note(&mut self.lists, rules),
            Shape::Object(rules) => kind == JsonType::Object && note(&mut self.objects, rules),
            Shape::Nullable(inner) => kind == JsonType::Null || self.add(shapes, *inner),
            Shape::Union(Select::Type(by_type), branches) => {
                let branch = by_type.branch(kind, branches);
                branch.is_some_and(|branch| self.add(shapes, *branch))
            }
            Shape::Union(_, branches) => self.choose(branches),
            Shape::Complete(base, keywords) => {
                self.add(shapes, *base) && keywords.iter().all(|rule| self.rule(shapes, rule))
            }
        }
    }

    /// Adds a rule over a whole value. One that is not looked into only narrows what is accepted.
    fn rule(&mut self, shapes: &'s Shapes, rule: &'s Keyword) -> bool {
        match rule {
            Keyword::AllOf(ids) => self.add_all(shapes, ids),
            Keyword::AnyOf(ids) | Keyword::OneOf(ids) => self.choose(ids),
            Keyword::If(condition, then, otherwise) => {
                self.choices
                    .push(vec![vec![*otherwise], vec![*condition, *then]]);
                true
            }
            Keyword::Enum(values) => self.limit(values.clone()),
            Keyword::Contains(id, least, _) => {
                self.contained.push((*id, *least));
                true
            }
            Keyword::DependentRequired(rules) => {
                let rules = rules.iter().map(|(key, keys)| (key.as_str(), &keys[..]));
                self.follow.extend(rules);
                true
            }
            Keyword::DependentSchemas(rules) => {
                let rules = rules.iter().map(|(key, id)| (key.as_str(), *id));
                self.depend.extend(rules);
                true
            }
            Keyword::Not(id) => {
                self.fraction |= is_every_integer(&shapes.get(*id).shape);
                !self.seen.contains(id)
            }
            Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => true,
        }
    }

    fn choose(&mut self, branches: &[ShapeId]) -> bool {
        self.choices
            .push(branches.iter().map(|id| vec![*id]).collect());
        !branches.is_empty()
    }

    /// Only these values are left, and of them those of the type. Of two limits either will do: what
    /// is found is validated against both.
    fn limit(&mut self, mut values: Vec<String>) -> bool {
        values.retain(|value| JsonType::of(value) == self.kind);
        let possible = !values.is_empty();
        self.values = Some(values);
        possible
    }
}

/// Whether a shape is that of all whole numbers.
fn is_every_integer(shape: &Shape) -> bool {
    matches!(shape, Shape::Integer(rules) if *rules == Number::NONE)
}

fn note<T>(rules: &mut Vec<T>, rule: T) -> bool {
    rules.push(rule);
    true
}
