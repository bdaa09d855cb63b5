//! The documentation of types, fields and variants: the words of the schema, and where it has none,
//! what a reader would want to know first.

use super::kinds::Kind;
use super::literal::{code, doc, plain_doc, starts_upper};
use super::plan::{Plan, TypePlan};
use crate::model::shape::{Doc, Field, ShapeId};
use proc_macro2::TokenStream;
use quote::quote;

/// The longest default that is shown.
const MAX_DEFAULT: usize = 200;

impl Plan<'_> {
    /// The documentation of a type: its description, else its place.
    pub fn type_doc(&self, plan: &TypePlan) -> TokenStream {
        if let Some(id) = plan.root {
            let name = self.catalog.tool(id).qualified();
            return plain_doc(&format!("Arguments of {}.", code(&name)));
        }
        let form = self.form(plan.shape);
        if self.plain_union(plan.shape).is_some() {
            return plain_doc(&starts_upper(&format!("{}.", self.noun(plan.shape))));
        }
        match (words(&form.doc), &form.definition) {
            (Some(words), _) => doc(words),
            (None, Some(name)) => plain_doc(&format!("The definition {}.", code(name))),
            (None, None) => {
                let place = starts_upper(&plan.place);
                plain_doc(&match self.kind_of(plan) {
                    Kind::Choice([_]) => format!("{place}: {}.", self.noun(plan.shape)),
                    _ => format!("{place}."),
                })
            }
        }
    }

    /// The documentation of a field: its description and its limits, else what it is.
    pub fn field_doc(&self, field: &Field) -> TokenStream {
        let limits = self.limits(field.shape).join(", ");
        let described = words(&field.doc).map(doc);
        let first = match (&described, limits.is_empty()) {
            (Some(_), true) => String::new(),
            (Some(_), false) => format!("{}.", starts_upper(&limits)),
            (None, true) => format!("{}: {}.", code(&field.name), self.noun(field.shape)),
            (None, false) => {
                format!(
                    "{}: {}, {limits}.",
                    code(&field.name),
                    self.noun(field.shape)
                )
            }
        };
        let default = field.doc.default.as_ref();
        let default = default
            .filter(|default| default.len() <= MAX_DEFAULT && !default.contains('`'))
            .map(|default| format!("Default: {}.", code(default)));
        let deprecated = field.doc.deprecated.then(|| "Deprecated.".to_owned());
        let facts: Vec<String> = [Some(first), default, deprecated]
            .into_iter()
            .flatten()
            .filter(|fact| !fact.is_empty())
            .collect();
        let facts = plain_doc(&facts.join(" "));
        match described {
            Some(described) if facts.is_empty() => described,
            Some(described) => quote!(#described #[doc = ""] #facts),
            None => facts,
        }
    }

    /// The documentation of a union's variant: the description of what it holds, else its tag, else
    /// what it is.
    pub fn variant_doc(
        &self,
        union: ShapeId,
        branches: &[ShapeId],
        branch: ShapeId,
    ) -> TokenStream {
        if self.plain_union(union).is_some() {
            return plain_doc(&format!("{}.", starts_upper(&self.noun(branch))));
        }
        if let Some(words) = words(&self.form(branch).doc) {
            return doc(words);
        }
        let tag = self.tag(branches);
        if let Some((tag, value)) = tag.and_then(|tag| Some((tag, self.constant(branch, tag)?))) {
            return plain_doc(&format!("Where {} is {}.", code(tag), code(value)));
        }
        let mut facts = vec![self.noun(branch)];
        facts.extend(self.limits(branch));
        plain_doc(&format!("{}.", starts_upper(&facts.join(", "))))
    }
}

/// The description, else the title.
fn words(doc: &Doc) -> Option<&str> {
    let words = doc.description.as_deref().or(doc.title.as_deref());
    words.filter(|words| !words.trim().is_empty())
}
