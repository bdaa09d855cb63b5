//! The tables that describe schemas, as literals that refer to each other.

use crate::emit::rust::kinds::plain_table;
use crate::emit::rust::layout::Layout;
use toolc_schema::data::Texts;
use toolc_schema::rust::{Ident, Rust, Text as Literal, put, rust, write_snippet};
use toolc_schema::schema::evaluated::{Condition, Evaluated};
use toolc_schema::schema::pattern::Pattern;
use toolc_schema::schema::rules::{self, write_rule_set};
use toolc_schema::schema::shape::{Keyword, List, Object, Shape, ShapeId, Text};

impl Layout<'_> {
    /// The constant tables.
    pub fn constant_items(&self) -> impl Iterator<Item = impl Rust> {
        self.constants.all().map(|(id, name)| {
            let (name, schema) = (Ident(name), self.schema(id));
            rust!(const #name: &rt::Schema = &#schema;)
        })
    }

    /// The table of a shape that has its own.
    pub fn table_item(&self, id: ShapeId) -> impl Rust {
        let (name, schema) = (Ident(&self.statics[&id]), self.schema(id));
        rust!(static #name: rt::Schema = #schema;)
    }

    /// A reference to a shape's table.
    pub fn schema_ref(&self, id: ShapeId) -> impl Rust {
        write_snippet(move |out| match self.statics.get(&id) {
            Some(name) => put!(out, &#(Ident(name))),
            None => match (
                plain_table(&self.form(id).shape),
                self.constants.name_of(id),
            ) {
                (Some(name), _) => put!(out, rt::#(Ident(name))),
                (None, Some(name)) => put!(out, #(Ident(name))),
                (None, None) => put!(out, &#(self.schema(id))),
            },
        })
    }

    fn schema(&self, id: ShapeId) -> impl Rust {
        write_snippet(move |out| match &self.form(id).shape {
            Shape::Any => put!(out, rt::Schema::Any),
            Shape::Never => put!(out, rt::Schema::Never),
            Shape::Null => put!(out, rt::Schema::Null),
            Shape::Boolean => put!(out, rt::Schema::Boolean),
            Shape::Text(rules) => put!(out, rt::Schema::Text(&#(self.text_table(rules)))),
            Shape::Choice(values) => put!(out, rt::Schema::Choice(#(Texts(values)))),
            Shape::Integer(rules) => put!(out, rt::Schema::Integer(&#rules)),
            Shape::Number(rules) => put!(out, rt::Schema::Number(&#rules)),
            Shape::List(rules) => put!(out, rt::Schema::List(&#(self.list_table(rules)))),
            Shape::Object(rules) => put!(out, rt::Schema::Object(&#(self.object_table(rules)))),
            Shape::Nullable(inner) => put!(out, rt::Schema::Nullable(#(self.schema_ref(*inner)))),
            Shape::Union(select, branches) => put!(out, rt::Schema::Union(&rt::Union {
                select: #select,
                branches: #(self.schema_refs(branches)),
            })),
            Shape::Complete(base, keywords) => put!(out, rt::Schema::Complete(&rt::Complete::new(
                #(self.schema_ref(*base)),
                &[#(for keyword in keywords => #(self.keyword(keyword)),)],
            ))),
        })
    }

    fn schema_refs(&self, ids: &[ShapeId]) -> impl Rust {
        rust!(&[#(for id in ids => #(self.schema_ref(*id)),)])
    }

    fn text_table(&self, text: &Text) -> impl Rust {
        write_snippet(move |out| {
            if *text == Text::default() {
                return put!(out, rt::Text::ANY);
            }
            let fields = rules::count_fields(rules::TEXT);
            let set = write_rule_set("Text", fields, move |set| {
                set.put_rules(rules::TEXT, text, |pattern| self.pattern_ref(pattern))
            });
            set.put(out);
        })
    }

    fn list_table(&self, list: &List) -> impl Rust {
        let List {
            prefix,
            items,
            limits,
        } = list;
        write_rule_set("List", rules::count_fields(rules::LIST), move |set| {
            set.put_part("prefix", some(prefix).map(|ids| self.schema_refs(ids)));
            set.put_part("items", Some(self.schema_ref(*items)));
            set.put_rules(rules::LIST, limits, |pattern| self.pattern_ref(pattern));
        })
    }

    fn object_table(&self, object: &Object) -> impl Rust {
        let Object {
            fields: _,
            patterns,
            rest,
            names,
            limits,
        } = object;
        write_rule_set("Object", rules::count_fields(rules::OBJECT), move |set| {
            set.put_part("fields", Some(self.fields_table(object)));
            set.put_part(
                "patterns",
                some(patterns).map(|rows| self.patterns_table(rows)),
            );
            let is_open = self.form(*rest).shape == Shape::Any;
            set.put_part("rest", (!is_open).then(|| self.schema_ref(*rest)));
            let names = names.map(|id| self.schema_ref(id));
            set.put_part("names", names.map(|names| rust!(Some(#names))));
            set.put_rules(rules::OBJECT, limits, |pattern| self.pattern_ref(pattern));
        })
    }

    fn fields_table(&self, rules: &Object) -> impl Rust {
        rust!(&[#(for field in &rules.fields => rt::Field {
            name: #(Literal(&field.name)),
            spelled: #(Literal(&field.json_key())),
            required: #(field.required),
            schema: #(self.schema_ref(field.shape)),
        },)])
    }

    fn patterns_table(&self, rows: &[(Pattern, ShapeId)]) -> impl Rust {
        rust!(&[
            #(for (pattern, id) in rows => (#(self.pattern_ref(pattern)), #(self.schema_ref(*id))),)
        ])
    }

    fn keyword(&self, keyword: &Keyword) -> impl Rust {
        write_snippet(move |out| match keyword {
            Keyword::AllOf(ids) => put!(out, rt::Keyword::AllOf(#(self.schema_refs(ids)))),
            Keyword::AnyOf(ids) => put!(out, rt::Keyword::AnyOf(#(self.schema_refs(ids)))),
            Keyword::OneOf(ids) => put!(out, rt::Keyword::OneOf(#(self.schema_refs(ids)))),
            Keyword::Not(id) => put!(out, rt::Keyword::Not(#(self.schema_ref(*id)))),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|id| self.schema_ref(*id));
                put!(out, rt::Keyword::If(#condition, #then, #otherwise));
            }
            Keyword::Enum(values) => put!(out, rt::Keyword::Enum(#(Texts(values)))),
            Keyword::Contains {
                item,
                min,
                max: Some(max),
            } => put!(out, rt::Keyword::Contains(#(self.schema_ref(*item)), #min, #max)),
            Keyword::Contains {
                item,
                min,
                max: None,
            } => put!(out, rt::Keyword::Contains(#(self.schema_ref(*item)), #min, u64::MAX)),
            Keyword::DependentRequired(rules) => put!(out, rt::Keyword::DependentRequired(&[
                #(for (name, names) in rules => (#(Literal(name)), #(Texts(names))),)
            ])),
            Keyword::DependentSchemas(rules) => put!(out, rt::Keyword::DependentSchemas(&[
                #(for (name, id) in rules => (#(Literal(name)), #(self.schema_ref(*id))),)
            ])),
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                let (evaluated, rest) = (self.evaluated(evaluated), self.schema_ref(*rest));
                put!(out, rt::Keyword::UnevaluatedProperties(&#evaluated, #rest));
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                let (evaluated, rest) = (self.evaluated(evaluated), self.schema_ref(*rest));
                put!(out, rt::Keyword::UnevaluatedItems(&#evaluated, #rest));
            }
        })
    }

    fn evaluated(&self, evaluated: &Evaluated<ShapeId>) -> impl Rust {
        write_snippet(move |out| {
            if evaluated.all {
                return put!(
                    out,
                    rt::Evaluated {
                        all: true,
                        ..rt::Evaluated::NOTHING
                    }
                );
            }
            let names = some(&evaluated.names).map(|names| rust!(names: #(Texts(names)),));
            let patterns = some(&evaluated.patterns).map(|patterns| {
                rust!(patterns: &[#(for pattern in patterns => #(self.pattern_ref(pattern)),)],)
            });
            let prefix = (evaluated.prefix > 0).then(|| rust!(prefix: #(evaluated.prefix),));
            let matching = some(&evaluated.matching);
            let matching = matching.map(|ids| rust!(matching: #(self.schema_refs(ids)),));
            let conditions = some(&evaluated.conditions).map(|conditions| {
                rust!(conditions: &[
                    #(for (when, then) in conditions => (#(self.condition(when)), #(self.evaluated(then))),)
                ],)
            });
            put!(out, rt::Evaluated {
                #names #patterns #prefix #matching #conditions
                ..rt::Evaluated::NOTHING
            });
        })
    }

    fn condition(&self, condition: &Condition<ShapeId>) -> impl Rust {
        write_snippet(move |out| match condition {
            Condition::Accepts(id) => put!(out, rt::Condition::Accepts(#(self.schema_ref(*id)))),
            Condition::Refuses(id) => put!(out, rt::Condition::Refuses(#(self.schema_ref(*id)))),
            Condition::Has(name) => put!(out, rt::Condition::Has(#(Literal(name)))),
        })
    }
}

fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}
