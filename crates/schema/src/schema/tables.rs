//! Shapes as tables of the runtime while the compiler runs, for values of limited depth.

use crate::data::{Data, leak_slice, leak_value, leak_word, leak_words};
use crate::schema::evaluated::{Condition, Evaluated};
use crate::schema::rules::{self, fill_table};
use crate::schema::shape::{Keyword, List, Object, Shape, ShapeId, Shapes, Text};
use std::collections::HashMap;
use toolc_runtime::reader::MAX_DEPTH;
use toolc_runtime::schema as table;
use toolc_runtime::schema::Schema;

/// Makes tables that live as long as the process.
///
/// Static data that refers to itself cannot be built step by step, so recursion is unrolled: a
/// table of depth `n` refers to tables of depth `n - 1` for nested values.
pub struct Tables<'s> {
    shapes: &'s Shapes,
    /// Tables that stop at a certain depth.
    made: HashMap<(ShapeId, u16), &'static Schema>,
    /// Tables that work for values of any depth.
    whole: HashMap<ShapeId, &'static Schema>,
    /// Whether the table being made stops at a certain depth.
    is_cut: bool,
    /// The names of fields, interned.
    names: HashMap<String, &'static str>,
    /// How many parts have been made since somebody asked.
    cost: usize,
    /// The number of elements in the longest list of values, fields or patterns.
    longest: usize,
}

impl<'s> Tables<'s> {
    /// Creates tables for these shapes.
    pub fn new(shapes: &'s Shapes) -> Self {
        Tables {
            shapes,
            made: HashMap::new(),
            whole: HashMap::new(),
            is_cut: false,
            names: HashMap::new(),
            cost: 0,
            longest: 0,
        }
    }

    /// How many parts of tables have been made since the last call.
    pub fn take_cost(&mut self) -> usize {
        std::mem::take(&mut self.cost)
    }

    /// The number of elements in the longest list of values, fields, patterns or alternatives:
    /// what a walk over one value may have to look at.
    pub fn longest(&self) -> usize {
        self.longest
    }

    fn count(&mut self, parts: usize) {
        self.cost += 1 + parts;
        self.longest = self.longest.max(parts);
    }

    /// The table for a shape, for every value that the runtime can read.
    pub fn full_table(&mut self, id: ShapeId) -> &'static Schema {
        self.table(id, MAX_DEPTH)
    }

    /// The table for a shape, for values in which at most `depth` arrays and objects are nested.
    pub fn table(&mut self, id: ShapeId, depth: u16) -> &'static Schema {
        if let Some(schema) = self.whole.get(&id) {
            return schema;
        }
        if let Some(&schema) = self.made.get(&(id, depth)) {
            self.is_cut = true;
            return schema;
        }
        let above = std::mem::replace(&mut self.is_cut, false);
        let schema: &Schema = leak_value(self.schema(id, depth));
        if self.is_cut {
            self.made.insert((id, depth), schema);
        } else {
            self.whole.insert(id, schema);
        }
        self.is_cut |= above;
        schema
    }

    fn schema(&mut self, id: ShapeId, depth: u16) -> Schema {
        self.count(match &self.shapes.get(id).shape {
            Shape::Choice(values) => values.len(),
            Shape::List(list) => list.prefix.len(),
            Shape::Object(object) => object.fields.len() + object.patterns.len(),
            Shape::Union(_, branches) => branches.len(),
            Shape::Complete(_, keywords) => keywords.iter().map(count_parts).sum(),
            _ => 1,
        });
        match &self.shapes.get(id).shape {
            Shape::Any => Schema::Any,
            Shape::Never => Schema::Never,
            Shape::Null => Schema::Null,
            Shape::Boolean => Schema::Boolean,
            Shape::Text(rules) => Schema::Text(leak_value(text(rules))),
            Shape::Choice(values) => Schema::Choice(leak_words(values)),
            Shape::Integer(rules) => Schema::Integer(leak_value(rules.build())),
            Shape::Number(rules) => Schema::Number(leak_value(rules.build())),
            Shape::List(rules) => Schema::List(leak_value(self.list(rules, depth))),
            Shape::Object(rules) => Schema::Object(leak_value(self.object(rules, depth))),
            Shape::Nullable(inner) => Schema::Nullable(self.table(*inner, depth)),
            Shape::Union(select, branches) => Schema::Union(leak_value(table::Union {
                select: select.build(),
                branches: self.tables(branches, depth),
            })),
            Shape::Complete(base, keywords) => {
                let base = self.table(*base, depth);
                let keywords = keywords.iter().map(|keyword| self.keyword(keyword, depth));
                let keywords = leak_slice(keywords);
                Schema::Complete(leak_value(table::Complete::new(base, keywords)))
            }
        }
    }

    /// The table for a nested value.
    fn below(&mut self, id: ShapeId, depth: u16) -> &'static Schema {
        match depth.checked_sub(1) {
            Some(depth) => self.table(id, depth),
            None => {
                self.is_cut = true;
                &Schema::Never
            }
        }
    }

    fn tables(&mut self, ids: &[ShapeId], depth: u16) -> &'static [&'static Schema] {
        leak_slice(ids.iter().map(|id| self.table(*id, depth)))
    }

    fn name(&mut self, name: &str) -> &'static str {
        if let Some(known) = self.names.get(name) {
            return known;
        }
        let leaked = leak_word(name);
        self.names.insert(name.to_owned(), leaked);
        leaked
    }

    fn list(&mut self, list: &List, depth: u16) -> table::List {
        let List {
            prefix,
            items,
            limits,
        } = list;
        let table = table::List {
            prefix: leak_slice(prefix.iter().map(|id| self.below(*id, depth))),
            items: self.below(*items, depth),
            ..table::List::ANY
        };
        fill_table(rules::LIST, limits, table)
    }

    fn object(&mut self, object: &Object, depth: u16) -> table::Object {
        let Object {
            fields,
            patterns,
            rest,
            names,
            limits,
        } = object;
        let fields = leak_slice(fields.iter().map(|field| table::Field {
            name: self.name(&field.name),
            spelled: self.name(&field.json_key()),
            required: field.required,
            schema: self.below(field.shape, depth),
        }));
        let patterns = leak_slice(
            patterns
                .iter()
                .map(|(pattern, id)| (pattern.build(), self.below(*id, depth))),
        );
        let table = table::Object {
            fields,
            patterns,
            rest: self.below(*rest, depth),
            names: names.map(|id| self.below(id, depth)),
            ..table::Object::ANY
        };
        fill_table(rules::OBJECT, limits, table)
    }

    fn keyword(&mut self, keyword: &Keyword, depth: u16) -> table::Keyword {
        match keyword {
            Keyword::AllOf(ids) => table::Keyword::AllOf(self.tables(ids, depth)),
            Keyword::AnyOf(ids) => table::Keyword::AnyOf(self.tables(ids, depth)),
            Keyword::OneOf(ids) => table::Keyword::OneOf(self.tables(ids, depth)),
            Keyword::Not(id) => table::Keyword::Not(self.table(*id, depth)),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|id| self.table(*id, depth));
                table::Keyword::If(condition, then, otherwise)
            }
            Keyword::Enum(values) => table::Keyword::Enum(leak_words(values)),
            Keyword::Contains { item, min, max } => {
                table::Keyword::Contains(self.below(*item, depth), *min, max.unwrap_or(u64::MAX))
            }
            Keyword::DependentRequired(rules) => table::Keyword::DependentRequired(leak_slice(
                rules
                    .iter()
                    .map(|(name, names)| (leak_word(name), leak_words(names))),
            )),
            Keyword::DependentSchemas(rules) => table::Keyword::DependentSchemas(leak_slice(
                rules
                    .iter()
                    .map(|(name, id)| (leak_word(name), self.table(*id, depth))),
            )),
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                let evaluated = leak_value(self.evaluated(evaluated, depth));
                table::Keyword::UnevaluatedProperties(evaluated, self.below(*rest, depth))
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                let evaluated = leak_value(self.evaluated(evaluated, depth));
                table::Keyword::UnevaluatedItems(evaluated, self.below(*rest, depth))
            }
        }
    }

    fn evaluated(&mut self, evaluated: &Evaluated<ShapeId>, depth: u16) -> table::Evaluated {
        let conditions = evaluated.conditions.iter().map(|(condition, then)| {
            let condition = match condition {
                Condition::Accepts(id) => table::Condition::Accepts(self.table(*id, depth)),
                Condition::Refuses(id) => table::Condition::Refuses(self.table(*id, depth)),
                Condition::Has(name) => table::Condition::Has(leak_word(name)),
            };
            (condition, self.evaluated(then, depth))
        });
        table::Evaluated {
            all: evaluated.all,
            conditions: leak_slice(conditions),
            names: leak_words(&evaluated.names),
            patterns: leak_slice(evaluated.patterns.iter().map(Data::build)),
            prefix: evaluated.prefix,
            matching: leak_slice(evaluated.matching.iter().map(|id| self.below(*id, depth))),
        }
    }
}

/// The number of parts of a rule.
fn count_parts(keyword: &Keyword) -> usize {
    match keyword {
        Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => ids.len(),
        Keyword::Enum(values) => values.len(),
        Keyword::DependentRequired(rules) => rules.iter().map(|(_, keys)| 1 + keys.len()).sum(),
        Keyword::DependentSchemas(rules) => rules.len(),
        Keyword::Not(_) | Keyword::If { .. } | Keyword::Contains { .. } => 3,
        Keyword::UnevaluatedProperties(evaluated, _) | Keyword::UnevaluatedItems(evaluated, _) => {
            count_evaluated(evaluated)
        }
    }
}

fn count_evaluated(evaluated: &Evaluated<ShapeId>) -> usize {
    let own = evaluated.names.len() + evaluated.patterns.len() + evaluated.matching.len();
    let below = evaluated.conditions.iter();
    below.fold(1 + own, |sum, (_, then)| sum + 1 + count_evaluated(then))
}

fn text(said: &Text) -> table::Text {
    fill_table(rules::TEXT, said, table::Text::ANY)
}

/// How deeply arrays and objects nest in a text.
pub fn nesting_depth(text: &str) -> u16 {
    let (mut depth, mut deepest) = (0u16, 0u16);
    let mut bytes = text.bytes();
    let mut in_string = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' => drop(bytes.next()),
            b'[' | b'{' if !in_string => depth = depth.saturating_add(1),
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
