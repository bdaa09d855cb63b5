//! Noun: the tables that are constants, and their names. These derive from the rules, so that the
//! same rules have the same name in every module.
//!
//! A constant is already a reference. For each `&` in a static or literal, the compiler proves again that nothing in
//! the table can be mutated, which is a fifth of the compile time of large modules (decision 0019).

use super::kinds::{Kinds, plain_table};
use crate::emit::ident::{Scope, screaming_case};
use std::collections::HashMap;
use toolc_schema::schema::bound::Bound;
use toolc_schema::schema::rules::{self, Change, Rule, RuleValue};
use toolc_schema::schema::shape::{List, Number, Shape, ShapeId};

/// The constant tables of a module: those of strings and numbers with rules, of lists of these, and
/// of these or `null`.
#[derive(Debug, Default)]
pub struct Constants {
    /// The tables, each after those it refers to: a shape with the table, and the wished-for name.
    met: Vec<(ShapeId, String)>,
    /// The table of each shape: an index into `met`.
    known: HashMap<ShapeId, usize>,
    /// Tables by content: shapes that differ only in their types share one.
    tables: HashMap<Shape, usize>,
    /// The names, in the same order.
    names: Vec<String>,
}

impl Constants {
    /// Registers a shape, and returns whether its table is one of these or one of the runtime's.
    pub fn register_shape(&mut self, kinds: &Kinds<'_>, id: ShapeId) -> bool {
        let shape = &kinds.form(id).shape;
        if plain_table(shape).is_some() || self.known.contains_key(&id) {
            return true;
        }
        let Some((table, wish)) = self.describe_table(kinds, id) else {
            return false;
        };
        let next = self.met.len();
        let at = *self.tables.entry(table).or_insert(next);
        if at == next {
            self.met.push((id, wish));
        }
        self.known.insert(id, at);
        true
    }

    /// What distinguishes a table from others, and its wished-for name; `None` if it is not a
    /// constant.
    fn describe_table(&mut self, kinds: &Kinds<'_>, id: ShapeId) -> Option<(Shape, String)> {
        Some(match &kinds.form(id).shape {
            Shape::Text(text) if text.pattern.is_none() => (
                Shape::Text(text.clone()),
                describe_rules("TEXT", rules::TEXT, text),
            ),
            Shape::Integer(number) => (
                Shape::Integer(number.without_type()),
                describe_number("INTEGER", number),
            ),
            Shape::Number(number) => (
                Shape::Number(number.without_type()),
                describe_number("NUMBER", number),
            ),
            Shape::Nullable(inner) if !kinds.is_endless(id) => {
                let (inner, wish) = self.part(kinds, *inner)?;
                (Shape::Nullable(inner), format!("{wish}_OR_NULL"))
            }
            Shape::List(list) if list.prefix.is_empty() && !kinds.is_endless(id) => {
                let (items, wish) = self.part(kinds, list.items)?;
                let name = describe_rules("LIST", rules::LIST, &list.limits);
                let list = List {
                    items,
                    ..list.clone()
                };
                (Shape::List(list), format!("{name}_OF_{wish}"))
            }
            _ => return None,
        })
    }

    /// The first shape with a table that another one refers to, and its wished-for name.
    fn part(&mut self, kinds: &Kinds<'_>, id: ShapeId) -> Option<(ShapeId, String)> {
        if let Some(name) = plain_table(&kinds.form(id).shape) {
            return Some((id, name.to_owned()));
        }
        self.register_shape(kinds, id)
            .then(|| self.met[self.known[&id]].clone())
    }

    /// Names the tables.
    pub fn name(&mut self, scope: &mut Scope) {
        let wishes = self.met.iter().map(|(_, wish)| wish);
        self.names = wishes.map(|wish| scope.claim(wish)).collect();
    }

    /// The name of a shape's table.
    pub fn name_of(&self, id: ShapeId) -> Option<&str> {
        self.known.get(&id).map(|at| self.names[*at].as_str())
    }

    /// All tables.
    pub fn all(&self) -> impl Iterator<Item = (ShapeId, &str)> {
        let ids = self.met.iter().map(|(id, _)| *id);
        ids.zip(self.names.iter().map(String::as_str))
    }
}

/// `INTEGER_INT32`, or a name with the limits if these are narrower.
fn describe_number(kind: &str, number: &Number) -> String {
    let name = describe_rules(kind, rules::NUMBER, &number.without_format());
    match number.format {
        Some(format) => format!("{name}_{}", screaming_case(format.name())),
        None => name,
    }
}

/// `TEXT_MIN_1_MAX_20`: the kind of value and its rules. Of numbers, only integers appear in a
/// name.
fn describe_rules<S, T>(kind: &str, rules: &[Rule<S, T>], said: &S) -> String {
    let mut name = kind.to_owned();
    for rule in rules {
        let is_lower = matches!(rule.change, Change::Lower(_));
        let words = match (rule.says)(said) {
            None | Some(RuleValue::AtLeast(0) | RuleValue::Flag(false, _)) => continue,
            Some(RuleValue::AtLeast(count)) => format!("MIN_{count}"),
            Some(RuleValue::AtMost(count)) => format!("MAX_{count}"),
            Some(RuleValue::Limit(bound)) => {
                with_bound(if is_lower { "MIN" } else { "MAX" }, bound)
            }
            Some(RuleValue::Beyond(bound)) => {
                with_bound(if is_lower { "ABOVE" } else { "BELOW" }, bound)
            }
            Some(RuleValue::Format(format)) => screaming_case(format.name()),
            Some(RuleValue::NumberFormat(format)) => screaming_case(format.name()),
            Some(
                RuleValue::Divisor(_)
                | RuleValue::Flag(true, _)
                | RuleValue::Pattern(_)
                | RuleValue::Path(_),
            ) => screaming_case(rule.keyword),
        };
        name = format!("{name}_{words}");
    }
    name
}

fn with_bound(word: &str, bound: Bound) -> String {
    match bound {
        Bound::Int(limit) if limit < 0 => format!("{word}_MINUS_{}", limit.unsigned_abs()),
        Bound::Int(limit) => format!("{word}_{limit}"),
        Bound::Big(_) | Bound::Float(_) | Bound::Exact(..) | Bound::Rounded(_) => word.to_owned(),
    }
}
