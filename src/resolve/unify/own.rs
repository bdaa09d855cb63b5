//! The rules of one shape in words, and their hash.

use super::identity;
use crate::model::evaluated::{Condition, Evaluated};
use crate::model::shape::{Bound, Form, Keyword, Number, Object, Select, Shape, ShapeId, Text};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};

/// Whether the order counts in which a schema names its parts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Order {
    /// It does: for tables and types.
    Counts,
    /// It does not: for fingerprints.
    Free,
}

fn mix(a: u128, b: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    (a.rotate_left(41) ^ b).wrapping_mul(ODD).rotate_left(67) ^ b.wrapping_add(ODD)
}

impl Order {
    /// The hash of a text. Fingerprints are kept, so theirs is of the same kind for ever; what is
    /// made one is compared anyway, so that hash only has to be fast.
    fn digest(self, text: &str) -> u128 {
        match self {
            Order::Free => Sha256::digest(text)
                .iter()
                .take(16)
                .fold(0, |hash, byte| hash << 8 | u128::from(*byte)),
            Order::Counts => {
                let mut hasher = DefaultHasher::new();
                hasher.write(text.as_bytes());
                mix(u128::from(hasher.finish()), 1)
            }
        }
    }
}

/// A shape without the shapes below it, and those with what they are to it.
pub(super) struct Own {
    pub(super) rules: u128,
    pub(super) parts: Vec<(u128, ShapeId)>,
}

impl Own {
    pub(super) fn of(form: &Form, order: Order) -> Self {
        let mut page = Page {
            rules: String::new(),
            parts: Vec::new(),
            order,
        };
        page.shape(&form.shape);
        if order == Order::Counts {
            page.rule("named", format_args!("{:?}", identity(form)));
        }
        Own {
            rules: order.digest(&page.rules),
            parts: page.parts,
        }
    }

    /// The hash of the shape, given those of all shapes.
    pub(super) fn hash(&self, hashes: &[u128]) -> u128 {
        let parts = self.parts.iter();
        let below = parts.map(|(label, id)| mix(*label, hashes[id.0 as usize]));
        mix(below.fold(self.rules, u128::wrapping_add), 0)
    }
}

/// Writes the rules of a shape in words that never change from one version to the next.
struct Page {
    rules: String,
    parts: Vec<(u128, ShapeId)>,
    order: Order,
}

impl Page {
    fn rule(&mut self, name: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.rules, "{name}={value};");
    }

    fn part(&mut self, position: usize, name: &str, id: ShapeId) {
        let label = self.order.digest(name);
        let label = match self.order {
            Order::Counts => mix(label, position as u128),
            Order::Free => label,
        };
        self.parts.push((label, id));
    }

    fn parts(&mut self, name: &str, ids: &[ShapeId]) {
        for (position, id) in ids.iter().enumerate() {
            self.part(position, name, *id);
        }
    }

    fn values(&mut self, name: &str, values: &[String]) {
        let mut values: Vec<&String> = values.iter().collect();
        if self.order == Order::Free {
            values.sort();
        }
        self.rule(name, format_args!("{values:?}"));
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Any => self.rule("any", ""),
            Shape::Never => self.rule("never", ""),
            Shape::Null => self.rule("null", ""),
            Shape::Boolean => self.rule("boolean", ""),
            Shape::Text(text) => self.text(text),
            Shape::Choice(values) => self.values("choice", values),
            Shape::Integer(number) => self.number("integer", number),
            Shape::Number(number) => self.number("number", number),
            Shape::List(list) => {
                self.rule("list", "");
                for (position, id) in list.prefix.iter().enumerate() {
                    self.part(position, &format!("prefix {position}"), *id);
                }
                self.part(0, "items", list.items);
                self.rule("minItems", list.min_items);
                self.limit("maxItems", list.max_items);
                self.rule("unique", list.unique);
            }
            Shape::Object(object) => self.object(object),
            Shape::Nullable(inner) => {
                self.rule("nullable", "");
                self.part(0, "inner", *inner);
            }
            Shape::Union(select, branches) => self.union(select, branches),
            Shape::Complete(base, keywords) => {
                self.rule("complete", "");
                self.part(0, "base", *base);
                for (position, keyword) in keywords.iter().enumerate() {
                    self.keyword(position, keyword);
                }
            }
        }
    }

    fn limit(&mut self, name: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.rule(name, value);
        }
    }

    fn text(&mut self, text: &Text) {
        self.rule("text", "");
        self.rule("minLength", text.min_length);
        self.limit("maxLength", text.max_length);
        if let Some(pattern) = &text.pattern {
            self.rule("pattern", format_args!("{:?}", pattern.source));
        }
        if let Some(format) = text.format {
            self.rule("format", format.0.name());
        }
    }

    fn number(&mut self, name: &str, number: &Number) {
        self.rule(name, "");
        let limits = [
            ("minimum", number.minimum),
            ("maximum", number.maximum),
            ("exclusiveMinimum", number.exclusive_minimum),
            ("exclusiveMaximum", number.exclusive_maximum),
        ];
        for (name, bound) in limits {
            match bound {
                Some(Bound::Int(value)) => self.rule(name, value),
                Some(Bound::Big(value)) => self.rule(name, value),
                Some(Bound::Float(value)) => self.rule(name, format_args!("{value:?}")),
                None => {}
            }
        }
        if let Some(divisor) = &number.multiple_of {
            self.rule("multipleOf", divisor);
        }
        if let Some(format) = number.format {
            self.rule("format", format.name());
        }
        if self.order == Order::Counts && number.is_int32 {
            self.rule("int32", "");
        }
        if let (Order::Counts, Some((least, greatest))) = (self.order, number.values) {
            self.rule("values", format_args!("{least} to {greatest}"));
        }
    }

    fn object(&mut self, object: &Object) {
        self.rule("object", "");
        for (position, field) in object.fields.iter().enumerate() {
            let required = if field.required {
                "required"
            } else {
                "optional"
            };
            self.part(
                position,
                &format!("{required} {:?}", field.name),
                field.shape,
            );
        }
        for (position, (pattern, id)) in object.patterns.iter().enumerate() {
            self.part(position, &format!("pattern {:?}", pattern.source), *id);
        }
        self.part(0, "rest", object.rest);
        if let Some(names) = object.names {
            self.part(0, "names", names);
        }
        self.rule("minProperties", object.min_properties);
        self.limit("maxProperties", object.max_properties);
    }

    fn union(&mut self, select: &Select, branches: &[ShapeId]) {
        match select {
            Select::Type(by_type) => {
                self.rule("by type", "");
                if self.order == Order::Counts {
                    self.rule("branches", format_args!("{by_type:?}"));
                }
                for (kind, branch) in by_type.iter().enumerate() {
                    if let Some(id) = branches.get(usize::from(*branch)) {
                        self.part(kind, &format!("type {kind}"), *id);
                    }
                }
            }
            Select::Tag(_) | Select::Keys(_) | Select::AnyOf => {
                self.rule("any of", branches.len());
                self.parts("branch", branches);
            }
            Select::OneOf => {
                self.rule("one of", branches.len());
                self.parts("branch", branches);
            }
        }
    }

    fn keyword(&mut self, position: usize, keyword: &Keyword) {
        // Two keywords of one kind must not lend each other their parts.
        let own = |name: &str| format!("{name} of {position}");
        match keyword {
            Keyword::AllOf(ids) => self.parts("allOf", ids),
            Keyword::AnyOf(ids) => self.parts(&own("anyOf"), ids),
            Keyword::OneOf(ids) => self.parts(&own("oneOf"), ids),
            Keyword::Not(id) => self.part(position, "not", *id),
            Keyword::If(condition, then, otherwise) => {
                self.part(position, &own("if"), *condition);
                self.part(position, &own("then"), *then);
                self.part(position, &own("else"), *otherwise);
            }
            Keyword::Enum(values) => self.values("enum", values),
            Keyword::Contains(id, min, max) => {
                let max = max.map_or(String::new(), |max| max.to_string());
                self.part(position, &format!("contains {min} {max}"), *id);
            }
            Keyword::DependentRequired(rules) => {
                self.rule("dependentRequired", format_args!("{rules:?}"))
            }
            Keyword::DependentSchemas(rules) => {
                for (position, (name, id)) in rules.iter().enumerate() {
                    self.part(position, &format!("dependent {name:?}"), *id);
                }
            }
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                self.part(position, &own("unevaluatedProperties"), *rest);
                self.evaluated(&own("evaluated"), evaluated);
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                self.part(position, &own("unevaluatedItems"), *rest);
                self.evaluated(&own("evaluated"), evaluated);
            }
        }
    }

    /// `path` tells the conditions apart, so that they do not lend each other their parts.
    fn evaluated(&mut self, path: &str, evaluated: &Evaluated) {
        self.values(&format!("{path} names"), &evaluated.names);
        let patterns = evaluated
            .patterns
            .iter()
            .map(|pattern| pattern.source.clone());
        self.values(&format!("{path} patterns"), &patterns.collect::<Vec<_>>());
        self.rule(path, format_args!("{} {}", evaluated.all, evaluated.prefix));
        self.parts(&format!("{path} matching"), &evaluated.matching);
        for (position, (condition, then)) in evaluated.conditions.iter().enumerate() {
            let path = format!("{path}/{position}");
            match condition {
                Condition::Accepts(id) => self.part(position, &format!("{path} accepts"), *id),
                Condition::Refuses(id) => self.part(position, &format!("{path} refuses"), *id),
                Condition::Has(name) => self.rule(&path, format_args!("has {name:?}")),
            }
            self.evaluated(&path, then);
        }
    }
}
