//! What fields and variants are called.

use super::kinds::Kind;
use super::plan::Plan;
use super::types::ident;
use crate::emit::ident::{Scope, pascal, snake, variants};
use crate::model::shape::{Field, Object, Shape, ShapeId};
use proc_macro2::Ident;
use std::collections::HashSet;

impl Plan<'_> {
    /// The names of a struct's fields in Rust.
    pub fn fields(&self, object: &Object) -> Vec<String> {
        let mut scope = Scope::default();
        object
            .fields
            .iter()
            .map(|field| scope.claim(&snake(&field.name)))
            .collect()
    }

    /// The variants of a union's enum.
    pub fn variants(&self, id: ShapeId, name: &str) -> Vec<String> {
        let Shape::Union(_, branches) = &self.form(id).shape else {
            return Vec::new();
        };
        let definitions: Vec<Option<String>> = branches
            .iter()
            .map(|branch| self.form(*branch).definition.as_deref().map(pascal))
            .collect();
        let constants: Vec<Option<String>> = branches
            .iter()
            .map(|branch| self.constant(*branch))
            .collect();
        let kinds: Vec<Option<String>> = branches
            .iter()
            .map(|branch| Some(self.kind_name(*branch).to_owned()))
            .collect();
        let wishes = [definitions, constants, kinds]
            .into_iter()
            .find_map(distinct);
        let wishes = wishes.unwrap_or_else(|| {
            (1..=branches.len())
                .map(|number| format!("Form{number}"))
                .collect()
        });
        variants(name, &wishes)
    }

    /// The value of the property that tells a branch apart, where it has one that is constant.
    fn constant(&self, id: ShapeId) -> Option<String> {
        let Shape::Object(object) = &self.form(self.base(id)).shape else {
            return None;
        };
        let constant = |field: &Field| match &self.form(self.base(field.shape)).shape {
            Shape::Choice(values) if field.required => values
                .as_slice()
                .first()
                .filter(|_| values.len() == 1)
                .map(|value| pascal(value)),
            _ => None,
        };
        object.fields.iter().find_map(constant)
    }

    /// A union of plain values is one type wherever it stands: `TextOrInteger`.
    pub fn plain_union(&self, id: ShapeId) -> Option<String> {
        let Kind::Union(branches) = self.kind(id) else {
            return None;
        };
        let is_plain = |id: &ShapeId| matches!(self.kind(*id), Kind::Leaf(_));
        let names: Vec<&str> = branches.iter().map(|id| self.kind_name(*id)).collect();
        branches.iter().all(is_plain).then(|| names.join("Or"))
    }

    fn kind_name(&self, id: ShapeId) -> &'static str {
        match &self.form(self.base(id)).shape {
            Shape::Any | Shape::Never => "Other",
            Shape::Null => "Null",
            Shape::Boolean => "Boolean",
            Shape::Text(_) => "Text",
            Shape::Choice(_) => "Choice",
            Shape::Integer(_) => "Integer",
            Shape::Number(_) => "Number",
            Shape::List(_) => "List",
            Shape::Object(object) if object.fields.is_empty() => "Map",
            Shape::Object(_) => "Object",
            Shape::Nullable(_) => "Nullable",
            Shape::Union(..) => "Either",
            Shape::Complete(..) => "Checked",
        }
    }

    pub fn rest_name(&self, object: &Object) -> String {
        let names = self.fields(object);
        let taken = |name: &str| names.iter().any(|known| known == name);
        ["additional", "additional_properties", "other_keys"]
            .into_iter()
            .find(|name| !taken(name))
            .unwrap_or("additional_")
            .to_owned()
    }
}

/// The variants of an enum of strings.
pub fn choice_names(type_name: &str, values: &[String]) -> Vec<Ident> {
    let wishes: Vec<String> = values
        .iter()
        .map(|value| {
            if value.is_empty() {
                "Empty".to_owned()
            } else {
                pascal(value)
            }
        })
        .collect();
    variants(type_name, &wishes)
        .iter()
        .map(|name| ident(name))
        .collect()
}

/// The names, where all have one and no two are equal.
fn distinct(names: Vec<Option<String>>) -> Option<Vec<String>> {
    let names: Vec<String> = names.into_iter().collect::<Option<_>>()?;
    let set: HashSet<&String> = names.iter().collect();
    (set.len() == names.len()).then_some(names)
}
