//! The tables that describe schemas, as literals that refer to each other.

use crate::emit::rust::kinds::plain_table;
use crate::emit::rust::layout::Layout;
use toolc_runtime::path::Access;
use toolc_schema::rust::{
    Escaped, Ident, Rust, Text as Literal, Tokens, Variant, put, rust, write_option, write_snippet,
};
use toolc_schema::schema::evaluated::{Condition, Evaluated};
use toolc_schema::schema::json_type::ByType;
use toolc_schema::schema::path::PathRule;
use toolc_schema::schema::pattern::Pattern;
use toolc_schema::schema::rules::{self, Rule, RuleValue};
use toolc_schema::schema::shape::{
    Bound, Keyword, List, Number, Object, Select, Shape, ShapeId, Text,
};
use toolc_schema::schema::tables::{NO_BRANCH, number_types};

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
            Shape::Choice(values) => put!(out, rt::Schema::Choice(#(texts(values)))),
            Shape::Integer(rules) => put!(out, rt::Schema::Integer(&#(number_table(rules)))),
            Shape::Number(rules) => put!(out, rt::Schema::Number(&#(number_table(rules)))),
            Shape::List(rules) => put!(out, rt::Schema::List(&#(self.list_table(rules)))),
            Shape::Object(rules) => put!(out, rt::Schema::Object(&#(self.object_table(rules)))),
            Shape::Nullable(inner) => put!(out, rt::Schema::Nullable(#(self.schema_ref(*inner)))),
            Shape::Union(select, branches) => put!(out, rt::Schema::Union(&rt::Union {
                select: #(select_table(select)),
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
            let set = rule_set("Text", fields, move |set| {
                self.put_rules(set, rules::TEXT, text)
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
        rule_set("List", rules::count_fields(rules::LIST), move |set| {
            set.part("prefix", some(prefix).map(|ids| self.schema_refs(ids)));
            set.part("items", Some(self.schema_ref(*items)));
            self.put_rules(set, rules::LIST, limits);
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
        rule_set("Object", rules::count_fields(rules::OBJECT), move |set| {
            set.part("fields", Some(self.fields_table(object)));
            set.part(
                "patterns",
                some(patterns).map(|rows| self.patterns_table(rows)),
            );
            let is_open = self.form(*rest).shape == Shape::Any;
            set.part("rest", (!is_open).then(|| self.schema_ref(*rest)));
            let names = names.map(|id| self.schema_ref(id));
            set.part("names", names.map(|names| rust!(Some(#names))));
            self.put_rules(set, rules::OBJECT, limits);
        })
    }

    /// Writes the rules with a single value.
    fn put_rules<S, T>(&self, set: &mut RuleSet<'_>, rules: &[Rule<S, T>], said: &S) {
        for rule in rules {
            match (rule.says)(said) {
                Some(RuleValue::Pattern(pattern)) => {
                    let pattern = self.pattern_ref(pattern);
                    set.field(rule.field, Some(rust!(Some(#pattern))));
                }
                Some(said) => put_rule_value(set, rule.field, said),
                None => {}
            }
        }
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
            Keyword::Enum(values) => put!(out, rt::Keyword::Enum(#(texts(values)))),
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
                #(for (name, names) in rules => (#(Literal(name)), #(texts(names))),)
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
            let names = some(&evaluated.names).map(|names| rust!(names: #(texts(names)),));
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

/// A rule set of the runtime: a struct with parts, and with this many fields for rules. If some
/// have no value, the rest comes from the default `ANY`.
fn rule_set(name: &str, rules: usize, fields: impl Fn(&mut RuleSet<'_>)) -> impl Rust {
    let name = Ident(name);
    let body = write_snippet(move |out| {
        let mut set = RuleSet {
            out,
            all: rules,
            given: 0,
        };
        fields(&mut set);
        if set.given < set.all {
            put!(set.out, ..rt::#name::ANY);
        }
    });
    rust!(rt::#name { #body })
}

struct RuleSet<'t> {
    out: &'t mut Tokens,
    /// How many fields the struct has.
    all: usize,
    /// How many of them are written.
    given: usize,
}

impl RuleSet<'_> {
    /// Writes a field that is not a rule's, if it has a value.
    fn part(&mut self, name: &str, value: Option<impl Rust>) {
        self.all += 1;
        self.field(name, value);
    }

    /// Writes the field of a rule, if it has a value.
    fn field(&mut self, name: &str, value: Option<impl Rust>) {
        if let Some(value) = value {
            put!(self.out, #(Ident(name)): #value,);
            self.given += 1;
        }
    }
}

fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

fn texts(texts: &[String]) -> impl Rust {
    rust!(&[#(for text in texts => #(Literal(text)),)])
}

/// Writes a rule's value as its field; patterns are handled elsewhere.
fn put_rule_value(set: &mut RuleSet<'_>, field: &str, said: RuleValue<'_>) {
    match said {
        RuleValue::AtLeast(0) | RuleValue::Unique(false) | RuleValue::Pattern(_) => {}
        RuleValue::AtLeast(count) | RuleValue::AtMost(count) => set.field(field, Some(count)),
        RuleValue::Unique(true) => set.field(field, Some(rust!(Some(rt::Unique::ITEMS)))),
        RuleValue::Limit(bound) | RuleValue::Beyond(bound) => {
            set.field(field, Some(rust!(Some(#(bound_table(bound))))));
        }
        RuleValue::Divisor(text) => {
            set.field(field, Some(rust!(Some(rt::Divisor::new(#(Escaped(text)))))));
        }
        RuleValue::Format(format) => {
            set.field(field, Some(rust!(Some(rt::Format::#(Variant(format))))));
        }
        RuleValue::NumberFormat(format) => {
            set.field(
                field,
                Some(rust!(Some(rt::NumberFormat::#(Variant(format))))),
            );
        }
        RuleValue::Path(rule) => {
            set.field(
                field,
                Some(rust!(Some(rt::Format::Path(&#(path_table(rule)))))),
            );
        }
    }
}

fn path_table(rule: &PathRule) -> impl Rust {
    write_snippet(move |out| {
        if *rule == PathRule::new(Access::Read) {
            return put!(out, rt::PathRules::READ);
        }
        let suffixes = rule.suffixes.as_deref().map(texts);
        let bytes = write_snippet(|out| match rule.max_bytes {
            Some(bytes) => put!(out, #bytes),
            None => put!(out, u64::MAX),
        });
        put!(out, rt::PathRules {
            access: rt::Access::#(Variant(rule.access)),
            suffixes: #(write_option(suffixes)),
            max_bytes: #bytes,
            must_exist: #(rule.must_exist),
        });
    })
}

pub(super) fn number_table(number: &Number) -> impl Rust {
    write_snippet(move |out| {
        let number = &number.without_type();
        if *number == Number::default() {
            return put!(out, rt::Number::ANY);
        }
        if let Some(format) = number.format
            && number.without_format() == Number::default()
        {
            return put!(out, rt::Number::#(Ident(&format.name().to_uppercase())));
        }
        let set = rule_set("Number", rules::count_fields(rules::NUMBER), |set| {
            for rule in rules::NUMBER {
                if let Some(said) = (rule.says)(number) {
                    put_rule_value(set, rule.field, said);
                }
            }
        });
        set.put(out);
    })
}

pub(super) fn bound_table(bound: Bound) -> impl Rust {
    write_snippet(move |out| match bound {
        Bound::Int(value) => put!(out, rt::Bound::Int(#value)),
        Bound::Big(value) => put!(out, rt::Bound::Big(#value)),
        Bound::Float(value) => put!(out, rt::Bound::Float(#value)),
        Bound::Exact(near, text) => {
            put!(out, rt::Bound::Exact(#near, #(Escaped(text))));
        }
        Bound::Rounded(value) => put!(out, rt::Bound::Rounded(#value)),
    })
}

fn select_table(select: &Select) -> impl Rust {
    write_snippet(move |out| match select {
        Select::Type(by_type) => put!(out, rt::Select::Type(#(types(by_type)))),
        Select::Tag(tag) => put!(out, rt::Select::Tag(&rt::Tag {
            by_type: #(types(&tag.by_type)),
            key: #(Literal(&tag.key)),
            values: #(indexed(&tag.values)),
        })),
        Select::Keys(rules) => put!(out, rt::Select::Keys(&rt::Keys {
            by_type: #(types(&rules.by_type)),
            keys: #(indexed(&rules.keys)),
            otherwise: #(branch(rules.otherwise.unwrap_or(NO_BRANCH))),
        })),
        Select::AnyOf => put!(out, rt::Select::AnyOf),
        Select::OneOf => put!(out, rt::Select::OneOf),
    })
}

fn types(by_type: &ByType<Option<u8>>) -> impl Rust {
    let numbers = number_types(by_type);
    write_snippet(move |out| put!(out, [#(for index in &numbers => #(branch(*index)),)]))
}

fn branch(index: u8) -> impl Rust {
    write_snippet(move |out| match index {
        NO_BRANCH => put!(out, rt::NONE),
        index => put!(out, #index),
    })
}

fn indexed(entries: &[(String, u8)]) -> impl Rust {
    rust!(&[#(for (name, index) in entries => (#(Literal(name)), #index),)])
}
