//! The documentation of types, fields and variants: the text of the schema or, without any, what a
//! reader would want to know first.

use super::phrases::describe_constant;
use super::prose::{doc_comment, plain_doc, quote_code, starts_upper};
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::TypePlan;
use toolc_schema::rust::{Rust, put, write_snippet};
use toolc_schema::schema::shape::{Doc, Field, Shape, ShapeId};

/// The length of the longest default that is shown.
const MAX_DEFAULT: usize = 200;

impl Layout<'_> {
    /// The documentation of a type: its description, else its place.
    pub fn type_doc(&self, plan: &TypePlan) -> impl Rust {
        write_snippet(move |out| {
            let form = self.form(plan.shape);
            let root = plan.root.map(|id| self.catalog.tool(id));
            let say = if let Some(answer) = root.filter(|tool| tool.is_answer) {
                match answer.description.trim() {
                    "" => format!("The final answer {}.", quote_code(&answer.name)),
                    words => return doc_comment(words).put(out),
                }
            } else if let Some(tool) = root {
                format!("Arguments of {}.", quote_code(&tool.qualified()))
            } else if self.plain_union(plan.shape).is_some() {
                starts_upper(&format!("{}.", self.describe_value(plan.shape)))
            } else if let Some(words) = words(&form.doc) {
                return doc_comment(words).put(out);
            } else if let Some(name) = &form.definition {
                format!("The definition {}.", quote_code(name))
            } else {
                let place = starts_upper(&plan.place);
                match self.kind_of(plan) {
                    Kind::Choice([_]) => format!("{place}: {}.", self.describe_value(plan.shape)),
                    _ => format!("{place}."),
                }
            };
            plain_doc(say).put(out);
        })
    }

    /// What the Rust type does not express: the constants that are always present.
    pub fn constants_doc(&self, plan: &TypePlan) -> impl Rust {
        write_snippet(move |out| {
            let Kind::Struct(object) = self.kind_of(plan) else {
                return;
            };
            let constant = |field: &Field| {
                let value = quote_code(self.evident_constant(field)?);
                Some(format!("{} is {value}", quote_code(&field.name)))
            };
            let constants: Vec<String> = object.fields.iter().filter_map(constant).collect();
            if !constants.is_empty() {
                put!(out, #[doc = ""]);
                plain_doc(format!("In JSON, {}.", constants.join(" and "))).put(out);
            }
        })
    }

    /// What a struct has where a call leaves something out.
    pub fn filled_doc(&self, plan: &TypePlan) -> impl Rust {
        write_snippet(move |out| {
            let Kind::Struct(object) = self.kind_of(plan) else {
                return;
            };
            let filled = object.fields.iter();
            let filled = filled.filter(|field| self.filled_default(field).is_some());
            let names: Vec<String> = filled.map(|field| quote_code(&field.name)).collect();
            if !names.is_empty() {
                put!(out, #[doc = ""]);
                let names = names.join(", ");
                plain_doc(format!(
                    "Filled in with their defaults where a call leaves them out: {names}."
                ))
                .put(out);
            }
        })
    }

    /// The documentation of a field: its description, and what its type does not express.
    pub fn field_doc(&self, field: &Field) -> impl Rust {
        write_snippet(move |out| {
            let described = words(&field.doc);
            let facts = self.facts(field, described.is_some());
            if let Some(words) = described {
                doc_comment(words).put(out);
                if !facts.is_empty() {
                    put!(out, #[doc = ""]);
                }
            }
            plain_doc(facts).put(out);
        })
    }

    /// What is known about a field besides its description.
    fn facts(&self, field: &Field, is_described: bool) -> String {
        let mut first = self.describe_limits(field.shape);
        if !is_described {
            first.splice(0..0, self.untyped(field.shape));
        }
        let first = match first.as_slice() {
            [] => String::new(),
            facts => format!("{}.", starts_upper(&facts.join(", "))),
        };
        let default = match &field.filled {
            Some(default) => {
                quote_default(default).map(|default| format!("Default: {default}, filled in."))
            }
            None => default_words(&field.doc).map(|default| format!("Default: {default}.")),
        };
        let conditional = field
            .conditional
            .then(|| "Described by a condition.".to_owned());
        let deprecated = field.doc.deprecated.then(|| "Deprecated.".to_owned());
        let facts: Vec<String> = [Some(first), conditional, default, deprecated]
            .into_iter()
            .flatten()
            .filter(|fact| !fact.is_empty())
            .collect();
        if facts.is_empty() && !is_described {
            quote_code(&field.name)
        } else {
            facts.join(" ")
        }
    }

    /// What a value is, if its type does not express it.
    fn untyped(&self, id: ShapeId) -> Option<String> {
        match (&self.form(id).shape, self.kind(id)) {
            (Shape::Complete(_, keywords), _) => keywords.iter().find_map(describe_constant),
            (Shape::Any, _) => None,
            (Shape::Never, _) | (_, Kind::Json) => Some(self.describe_value(id)),
            _ => None,
        }
    }

    /// The documentation of a union's variant: the description of its content, else its tag, else
    /// what it is.
    pub fn variant_doc(&self, union: ShapeId, branches: &[ShapeId], branch: ShapeId) -> impl Rust {
        write_snippet(move |out| {
            let tag = || {
                let tag = self.find_tag(branches)?;
                Some((tag, self.constant_of(branch, tag)?))
            };
            let say = if self.plain_union(union).is_some() {
                format!("{}.", starts_upper(&self.describe_value(branch)))
            } else if let Some(words) = words(&self.form(branch).doc) {
                return doc_comment(words).put(out);
            } else if let Some((tag, value)) = tag() {
                format!("Where {} is {}.", quote_code(tag), quote_code(value))
            } else {
                let noun = self.describe_value(branch);
                let noun = match self.key_of_its_own(branches, branch) {
                    Some(key) => format!("{noun} with {}", quote_code(key)),
                    None => noun,
                };
                let mut facts = vec![noun];
                facts.extend(self.describe_limits(branch));
                format!("{}.", starts_upper(&facts.join(", ")))
            };
            plain_doc(say).put(out);
        })
    }

    /// The first key that this branch requires and no other branch does.
    fn key_of_its_own(&self, branches: &[ShapeId], branch: ShapeId) -> Option<&str> {
        let required = |id: ShapeId| {
            let fields = match &self.form(self.base_shape(id)).shape {
                Shape::Object(object) => object.fields.as_slice(),
                _ => &[],
            };
            let required = fields.iter().filter(|field| field.required);
            required.map(|field| field.name.as_str())
        };
        let others = || branches.iter().filter(|other| **other != branch);
        let is_own = |key: &&str| others().all(|other| required(*other).all(|name| name != *key));
        others().next()?;
        required(branch).find(is_own)
    }
}

/// The default, if it is short.
pub fn default_words(doc: &Doc) -> Option<String> {
    quote_default(doc.default.as_ref()?)
}

fn quote_default(default: &str) -> Option<String> {
    let is_short = default.len() <= MAX_DEFAULT && !default.contains('`');
    is_short.then(|| quote_code(default))
}

/// The description, else the title.
fn words(doc: &Doc) -> Option<&str> {
    let words = doc.description.as_deref().or(doc.title.as_deref());
    words.filter(|words| !words.trim().is_empty())
}
