//! The tables that describe schemas, as literals that point at each other.

use super::literal::text;
use super::plan::Plan;
use super::types::ident;
use crate::model::evaluated::{Condition, Evaluated};
use crate::model::schema::Pattern;
use crate::model::shape::{Bound, Keyword, List, Number, Object, Select, Shape, ShapeId, Text};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl Plan<'_> {
    /// The table of a shape that has one of its own.
    pub fn table_item(&self, id: ShapeId) -> TokenStream {
        let name = ident(&self.statics[&id]);
        let schema = self.schema(id);
        quote!(static #name: rt::Schema = #schema;)
    }

    /// A reference to a shape's table.
    pub fn schema_ref(&self, id: ShapeId) -> TokenStream {
        match self.statics.get(&id) {
            Some(name) => {
                let name = ident(name);
                quote!(&#name)
            }
            None => match plain(&self.form(id).shape) {
                Some(name) => {
                    let name = ident(name);
                    quote!(&rt::#name)
                }
                None => {
                    let schema = self.schema(id);
                    quote!(&#schema)
                }
            },
        }
    }

    fn schema(&self, id: ShapeId) -> TokenStream {
        match &self.form(id).shape {
            Shape::Any => quote!(rt::Schema::Any),
            Shape::Never => quote!(rt::Schema::Never),
            Shape::Null => quote!(rt::Schema::Null),
            Shape::Boolean => quote!(rt::Schema::Boolean),
            Shape::Text(rules) => {
                let rules = text_table(rules);
                quote!(rt::Schema::Text(&#rules))
            }
            Shape::Choice(values) => {
                let values = values.iter().map(|value| text(value));
                quote!(rt::Schema::Choice(&[#(#values),*]))
            }
            Shape::Integer(rules) => {
                let rules = number_table(rules);
                quote!(rt::Schema::Integer(&#rules))
            }
            Shape::Number(rules) => {
                let rules = number_table(rules);
                quote!(rt::Schema::Number(&#rules))
            }
            Shape::List(rules) => {
                let rules = self.list_table(rules);
                quote!(rt::Schema::List(&#rules))
            }
            Shape::Object(rules) => {
                let rules = self.object_table(rules);
                quote!(rt::Schema::Object(&#rules))
            }
            Shape::Nullable(inner) => {
                let inner = self.schema_ref(*inner);
                quote!(rt::Schema::Nullable(#inner))
            }
            Shape::Union(select, branches) => {
                let select = select_table(select);
                let branches = self.schema_refs(branches);
                quote!(rt::Schema::Union(&rt::Union { select: #select, branches: #branches }))
            }
            Shape::Complete(base, keywords) => {
                let base = self.schema_ref(*base);
                let keywords = keywords.iter().map(|keyword| self.keyword(keyword));
                quote!(rt::Schema::Complete(&rt::Complete { base: #base, keywords: &[#(#keywords),*] }))
            }
        }
    }

    fn schema_refs(&self, ids: &[ShapeId]) -> TokenStream {
        let schemas = ids.iter().map(|id| self.schema_ref(*id));
        quote!(&[#(#schemas),*])
    }

    fn list_table(&self, rules: &List) -> TokenStream {
        let mut fields = Vec::new();
        if !rules.prefix.is_empty() {
            let prefix = self.schema_refs(&rules.prefix);
            fields.push(quote!(prefix: #prefix));
        }
        let items = self.schema_ref(rules.items);
        fields.push(quote!(items: #items));
        fields.extend(least("min_items", rules.min_items));
        fields.extend(most("max_items", rules.max_items));
        fields.extend(rules.unique.then(|| quote!(unique: true)));
        rule_set("List", &fields, 5)
    }

    fn object_table(&self, rules: &Object) -> TokenStream {
        let fields_of = rules.fields.iter().map(|field| {
            let (name, spelled) = (text(&field.name), text(&field.spelled()));
            let (required, schema) = (field.required, self.schema_ref(field.shape));
            quote!(rt::Field { name: #name, spelled: #spelled, required: #required, schema: #schema })
        });
        let mut fields = vec![quote!(fields: &[#(#fields_of),*])];
        if !rules.patterns.is_empty() {
            let patterns = rules.patterns.iter().map(|(pattern, id)| {
                let (pattern, schema) = (pattern_table(pattern), self.schema_ref(*id));
                quote!((&#pattern, #schema))
            });
            fields.push(quote!(patterns: &[#(#patterns),*]));
        }
        if self.form(rules.rest).shape != Shape::Any {
            let rest = self.schema_ref(rules.rest);
            fields.push(quote!(rest: #rest));
        }
        if let Some(names) = rules.names {
            let names = self.schema_ref(names);
            fields.push(quote!(names: Some(#names)));
        }
        fields.extend(least("min_properties", rules.min_properties));
        fields.extend(most("max_properties", rules.max_properties));
        rule_set("Object", &fields, 6)
    }

    fn keyword(&self, keyword: &Keyword) -> TokenStream {
        match keyword {
            Keyword::AllOf(ids) => {
                let schemas = self.schema_refs(ids);
                quote!(rt::Keyword::AllOf(#schemas))
            }
            Keyword::AnyOf(ids) => {
                let schemas = self.schema_refs(ids);
                quote!(rt::Keyword::AnyOf(#schemas))
            }
            Keyword::OneOf(ids) => {
                let schemas = self.schema_refs(ids);
                quote!(rt::Keyword::OneOf(#schemas))
            }
            Keyword::Not(id) => {
                let schema = self.schema_ref(*id);
                quote!(rt::Keyword::Not(#schema))
            }
            Keyword::If(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|id| self.schema_ref(*id));
                quote!(rt::Keyword::If(#condition, #then, #otherwise))
            }
            Keyword::Enum(values) => {
                let values = values.iter().map(|value| text(value));
                quote!(rt::Keyword::Enum(&[#(#values),*]))
            }
            Keyword::Contains(id, min, max) => {
                let schema = self.schema_ref(*id);
                let min = Literal::u64_unsuffixed(*min);
                let max = max.map_or_else(|| quote!(u64::MAX), count);
                quote!(rt::Keyword::Contains(#schema, #min, #max))
            }
            Keyword::DependentRequired(rules) => {
                let rules = rules.iter().map(|(name, names)| {
                    let (name, names) = (text(name), names.iter().map(|name| text(name)));
                    quote!((#name, &[#(#names),*]))
                });
                quote!(rt::Keyword::DependentRequired(&[#(#rules),*]))
            }
            Keyword::DependentSchemas(rules) => {
                let rules = rules.iter().map(|(name, id)| {
                    let (name, schema) = (text(name), self.schema_ref(*id));
                    quote!((#name, #schema))
                });
                quote!(rt::Keyword::DependentSchemas(&[#(#rules),*]))
            }
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                let (evaluated, rest) = (self.evaluated(evaluated), self.schema_ref(*rest));
                quote!(rt::Keyword::UnevaluatedProperties(&#evaluated, #rest))
            }
            Keyword::UnevaluatedItems(evaluated, rest) => {
                let (evaluated, rest) = (self.evaluated(evaluated), self.schema_ref(*rest));
                quote!(rt::Keyword::UnevaluatedItems(&#evaluated, #rest))
            }
        }
    }

    fn evaluated(&self, evaluated: &Evaluated) -> TokenStream {
        if evaluated.all {
            return quote!(rt::Evaluated {
                all: true,
                ..rt::Evaluated::NOTHING
            });
        }
        let mut fields = Vec::new();
        if !evaluated.names.is_empty() {
            let names = evaluated.names.iter().map(|name| text(name));
            fields.push(quote!(names: &[#(#names),*]));
        }
        if !evaluated.patterns.is_empty() {
            let patterns = evaluated.patterns.iter().map(pattern_table);
            fields.push(quote!(patterns: &[#(&#patterns),*]));
        }
        if evaluated.prefix > 0 {
            let prefix = Literal::usize_unsuffixed(evaluated.prefix);
            fields.push(quote!(prefix: #prefix));
        }
        if !evaluated.matching.is_empty() {
            let matching = self.schema_refs(&evaluated.matching);
            fields.push(quote!(matching: #matching));
        }
        if !evaluated.conditions.is_empty() {
            let conditions = evaluated.conditions.iter().map(|(condition, then)| {
                let (condition, then) = (self.condition(condition), self.evaluated(then));
                quote!((#condition, #then))
            });
            fields.push(quote!(conditions: &[#(#conditions),*]));
        }
        quote!(rt::Evaluated { #(#fields,)* ..rt::Evaluated::NOTHING })
    }

    fn condition(&self, condition: &Condition) -> TokenStream {
        match condition {
            Condition::Accepts(id) => {
                let schema = self.schema_ref(*id);
                quote!(rt::Condition::Accepts(#schema))
            }
            Condition::Refuses(id) => {
                let schema = self.schema_ref(*id);
                quote!(rt::Condition::Refuses(#schema))
            }
            Condition::Has(name) => {
                let name = text(name);
                quote!(rt::Condition::Has(#name))
            }
        }
    }
}

/// A rule set of the runtime that has `all` fields: those given, and where some are not, the rest of
/// the one that says nothing.
/// The runtime's table of a scalar without rules.
fn plain(shape: &Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Text(rules) if *rules == Text::default() => "TEXT",
        Shape::Integer(rules) if *rules == Number::default() => "INTEGER",
        Shape::Number(rules) if *rules == Number::default() => "NUMBER",
        _ => return None,
    })
}

fn rule_set(name: &str, fields: &[TokenStream], all: usize) -> TokenStream {
    let name = ident(name);
    let rest = (fields.len() < all).then(|| quote!(..rt::#name::ANY));
    quote!(rt::#name { #(#fields,)* #rest })
}

fn count(value: u64) -> TokenStream {
    let value = Literal::u64_unsuffixed(value);
    quote!(#value)
}

fn least(name: &str, value: u64) -> Option<TokenStream> {
    let (name, value) = (ident(name), (value > 0).then(|| count(value))?);
    Some(quote!(#name: #value))
}

fn most(name: &str, value: Option<u64>) -> Option<TokenStream> {
    let (name, value) = (ident(name), count(value?));
    Some(quote!(#name: #value))
}

fn text_table(rules: &Text) -> TokenStream {
    if *rules == Text::default() {
        return quote!(rt::Text::ANY);
    }
    let mut fields = Vec::new();
    fields.extend(least("min_length", rules.min_length));
    fields.extend(most("max_length", rules.max_length));
    if let Some(pattern) = &rules.pattern {
        let pattern = pattern_table(pattern);
        fields.push(quote!(pattern: Some(&#pattern)));
    }
    if let Some(format) = rules.format {
        let format = ident(&format!("{:?}", format.0));
        fields.push(quote!(format: Some(rt::Format::#format)));
    }
    rule_set("Text", &fields, 4)
}

fn pattern_table(pattern: &Pattern) -> TokenStream {
    pattern.compiled.tokens(&pattern.source, &quote!(rt))
}

fn number_table(rules: &Number) -> TokenStream {
    if *rules == Number::default() {
        return quote!(rt::Number::ANY);
    }
    if let Some(format) = rules.format
        && rules.without_format() == Number::default()
    {
        let name = ident(&format.name().to_uppercase());
        return quote!(rt::Number::#name);
    }
    let limits = [
        ("minimum", rules.minimum),
        ("maximum", rules.maximum),
        ("exclusive_minimum", rules.exclusive_minimum),
        ("exclusive_maximum", rules.exclusive_maximum),
    ];
    let mut fields: Vec<TokenStream> = limits
        .into_iter()
        .filter_map(|(name, bound)| {
            let (name, bound) = (ident(name), bound_table(bound?));
            Some(quote!(#name: Some(#bound)))
        })
        .collect();
    fields.extend(
        rules
            .multiple_of
            .as_ref()
            .map(|divisor| quote!(multiple_of: Some(#divisor))),
    );
    fields.extend(rules.format.map(|format| {
        let format = ident(&format!("{format:?}"));
        quote!(format: Some(rt::NumberFormat::#format))
    }));
    rule_set("Number", &fields, 6)
}

fn bound_table(bound: Bound) -> TokenStream {
    match bound {
        Bound::Int(value) => {
            let value = Literal::i64_unsuffixed(value);
            quote!(rt::Bound::Int(#value))
        }
        Bound::Big(value) => {
            let value = Literal::i128_unsuffixed(value);
            quote!(rt::Bound::Big(#value))
        }
        Bound::Float(value) => {
            let value = Literal::f64_unsuffixed(value);
            quote!(rt::Bound::Float(#value))
        }
    }
}

fn select_table(select: &Select) -> TokenStream {
    let types = |by_type: &[u8; 6]| {
        let by_type = by_type.map(Literal::u8_unsuffixed);
        quote!([#(#by_type),*])
    };
    match select {
        Select::Type(by_type) => {
            let by_type = types(by_type);
            quote!(rt::Select::Type(#by_type))
        }
        Select::Tag(tag) => {
            let (by_type, key) = (types(&tag.by_type), text(&tag.key));
            let values = indexed(&tag.values);
            quote!(rt::Select::Tag(&rt::Tag { by_type: #by_type, key: #key, values: #values }))
        }
        Select::Keys(rules) => {
            let (by_type, keys) = (types(&rules.by_type), indexed(&rules.keys));
            let otherwise = Literal::u8_unsuffixed(rules.otherwise);
            quote!(rt::Select::Keys(&rt::Keys { by_type: #by_type, keys: #keys, otherwise: #otherwise }))
        }
        Select::AnyOf => quote!(rt::Select::AnyOf),
        Select::OneOf => quote!(rt::Select::OneOf),
    }
}

fn indexed(entries: &[(String, u8)]) -> TokenStream {
    let entries = entries.iter().map(|(name, index)| {
        let (name, index) = (text(name), Literal::u8_unsuffixed(*index));
        quote!((#name, #index))
    });
    quote!(&[#(#entries),*])
}
