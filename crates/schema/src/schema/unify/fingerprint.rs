//! The rules of a shape as text that never changes between versions, from which fingerprints are
//! computed. Independent of the order in which a schema names its parts.

use crate::schema::evaluated::{Condition, Evaluated};
use crate::schema::json_type::JsonType;
use crate::schema::rules::{self, Rule, RuleValue};
use crate::schema::shape::{Bound, Keyword, List, Object, Select, Shape, ShapeId};
use std::fmt::Write;
use toolc_base::sha256::hash_bytes;

/// A shape without its children, and the children with their roles.
#[derive(Default)]
pub(super) struct Own {
    pub rules: u128,
    pub parts: Vec<(u128, ShapeId)>,
}

/// The hash of a shape without its children, and the children with their roles.
pub(super) fn own_words(shape: &Shape) -> Own {
    let mut page = Page {
        rules: String::new(),
        parts: Vec::new(),
    };
    page.shape(shape);
    Own {
        rules: digest(&page.rules),
        parts: page.parts,
    }
}

fn digest(text: &str) -> u128 {
    hash_bytes(text)
        .iter()
        .take(16)
        .fold(0, |hash, byte| hash << 8 | u128::from(*byte))
}

struct Page {
    rules: String,
    parts: Vec<(u128, ShapeId)>,
}

impl Page {
    fn rule(&mut self, name: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.rules, "{name}={value};");
    }

    fn part(&mut self, name: &str, id: ShapeId) {
        self.parts.push((digest(name), id));
    }

    fn parts(&mut self, name: &str, ids: &[ShapeId]) {
        for id in ids {
            self.part(name, *id);
        }
    }

    fn values(&mut self, name: &str, values: &[String]) {
        let mut values: Vec<&String> = values.iter().collect();
        values.sort();
        self.rule(name, format_args!("{values:?}"));
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Any => self.rule("any", ""),
            Shape::Never => self.rule("never", ""),
            Shape::Null => self.rule("null", ""),
            Shape::Boolean => self.rule("boolean", ""),
            Shape::Text(text) => {
                self.rule("text", "");
                self.rules(rules::TEXT, text);
            }
            Shape::Choice(values) => self.values("choice", values),
            Shape::Integer(number) => {
                self.rule("integer", "");
                self.rules(rules::NUMBER, number);
            }
            Shape::Number(number) => {
                self.rule("number", "");
                self.rules(rules::NUMBER, number);
            }
            Shape::List(list) => self.list(list),
            Shape::Object(object) => self.object(object),
            Shape::Nullable(inner) => {
                self.rule("nullable", "");
                self.part("inner", *inner);
            }
            Shape::Union(select, branches) => self.union(select, branches),
            Shape::Complete(base, keywords) => {
                self.rule("complete", "");
                self.part("base", *base);
                for (position, keyword) in keywords.iter().enumerate() {
                    self.keyword(position, keyword);
                }
            }
        }
    }

    /// Rules with a single value.
    fn rules<S, T>(&mut self, rules: &[Rule<S, T>], said: &S) {
        for rule in rules {
            let name = rule.fingerprint;
            match (rule.says)(said) {
                Some(RuleValue::AtLeast(count) | RuleValue::AtMost(count)) => {
                    self.rule(name, count)
                }
                Some(RuleValue::Flag(flag, _)) => self.rule(name, flag),
                Some(RuleValue::Limit(bound) | RuleValue::Beyond(bound)) => self.bound(name, bound),
                Some(RuleValue::Divisor(text)) => self.rule(name, text),
                Some(RuleValue::Pattern(pattern)) => {
                    self.rule(name, format_args!("{:?}", pattern.source));
                }
                Some(RuleValue::Format(format)) => self.rule(name, format.name()),
                Some(RuleValue::NumberFormat(format)) => self.rule(name, format.name()),
                Some(RuleValue::Path(path)) => self.rule(name, path.fingerprint_text()),
                None => {}
            }
        }
    }

    fn bound(&mut self, name: &str, bound: Bound) {
        match bound {
            Bound::Int(value) => self.rule(name, value),
            Bound::Big(value) => self.rule(name, value),
            Bound::Float(value) | Bound::Rounded(value) => {
                self.rule(name, format_args!("{value:?}"));
            }
            Bound::Exact(_, text) => self.rule(name, text),
        }
    }

    fn list(&mut self, list: &List) {
        let List {
            prefix,
            items,
            limits,
        } = list;
        self.rule("list", "");
        for (position, id) in prefix.iter().enumerate() {
            self.part(&format!("prefix {position}"), *id);
        }
        self.part("items", *items);
        self.rules(rules::LIST, limits);
    }

    fn object(&mut self, object: &Object) {
        let Object {
            fields,
            patterns,
            rest,
            names,
            limits,
        } = object;
        self.rule("object", "");
        for field in fields {
            let required = if field.required {
                "required"
            } else {
                "optional"
            };
            self.part(&format!("{required} {:?}", field.name), field.shape);
        }
        for (pattern, id) in patterns {
            self.part(&format!("pattern {:?}", pattern.source), *id);
        }
        self.part("rest", *rest);
        if let Some(names) = names {
            self.part("names", *names);
        }
        self.rules(rules::OBJECT, limits);
    }

    fn union(&mut self, select: &Select, branches: &[ShapeId]) {
        match select {
            Select::Type(by_type) => {
                self.rule("by type", "");
                for json_type in JsonType::ALL {
                    if let Some(id) = by_type.branch(json_type, branches) {
                        self.part(&format!("type {}", json_type as u8), *id);
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
        // Two keywords of one kind must not be confused about whose parts are whose.
        let own = |name: &str| format!("{name} of {position}");
        match keyword {
            Keyword::AllOf(ids) => self.parts("allOf", ids),
            Keyword::AnyOf(ids) => self.parts(&own("anyOf"), ids),
            Keyword::OneOf(ids) => self.parts(&own("oneOf"), ids),
            Keyword::Not(id) => self.part("not", *id),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                self.part(&own("if"), *condition);
                self.part(&own("then"), *then);
                self.part(&own("else"), *otherwise);
            }
            Keyword::Enum(values) => self.values("enum", values),
            Keyword::Contains { item, min, max } => {
                let max = max.map_or(String::new(), |max| max.to_string());
                self.part(&format!("contains {min} {max}"), *item);
            }
            Keyword::DependentRequired(rules) => {
                self.rule("dependentRequired", format_args!("{rules:?}"))
            }
            Keyword::DependentSchemas(rules) => {
                for (name, id) in rules {
                    self.part(&format!("dependent {name:?}"), *id);
                }
            }
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                self.part(&own("unevaluatedProperties"), *rest);
                self.evaluated(&own("evaluated"), evaluated);
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                self.part(&own("unevaluatedItems"), *rest);
                self.evaluated(&own("evaluated"), evaluated);
            }
        }
    }

    /// `path` identifies each condition, so that their parts are not confused.
    fn evaluated(&mut self, path: &str, evaluated: &Evaluated<ShapeId>) {
        let Evaluated {
            all,
            names,
            patterns,
            prefix,
            matching,
            conditions,
        } = evaluated;
        self.values(&format!("{path} names"), names);
        let patterns = patterns.iter().map(|pattern| pattern.source.clone());
        self.values(&format!("{path} patterns"), &patterns.collect::<Vec<_>>());
        self.rule(path, format_args!("{} {}", all, prefix));
        self.parts(&format!("{path} matching"), matching);
        for (position, (condition, then)) in conditions.iter().enumerate() {
            let path = format!("{path}/{position}");
            match condition {
                Condition::Accepts(id) => self.part(&format!("{path} accepts"), *id),
                Condition::Refuses(id) => self.part(&format!("{path} refuses"), *id),
                Condition::Has(name) => self.rule(&path, format_args!("has {name:?}")),
            }
            self.evaluated(&path, then);
        }
    }
}
