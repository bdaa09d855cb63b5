//! The names of fields and variants.

use super::kinds::{Kind, Kinds, Leaf};
use crate::emit::ident::{Scope, pascal_case, snake_case};
use std::collections::HashSet;
use toolc_schema::rust::Ident;
use toolc_schema::schema::shape::{Object, Shape, ShapeId};

impl Kinds<'_> {
    /// The Rust names of a struct's fields.
    pub fn field_names(&self, object: &Object) -> Vec<String> {
        let mut scope = Scope::default();
        object
            .fields
            .iter()
            .map(|field| scope.claim(&snake_case(&field.name)))
            .collect()
    }

    /// The variants of a union's enum. Each is named independently, so that adding an alternative
    /// does not rename the others: after its tag, else its definition, else its JSON type.
    pub fn variant_names(&self, id: ShapeId) -> Vec<String> {
        let Shape::Union(_, branches) = &self.form(id).shape else {
            return Vec::new();
        };
        let tag = self.find_tag(branches);
        let mut scope = Scope::default();
        let wish = |branch: &ShapeId| {
            let tagged = tag.and_then(|tag| Some(pascal_case(self.constant_of(*branch, tag)?)));
            let defined = || self.form(*branch).definition.as_deref().map(pascal_case);
            tagged
                .or_else(defined)
                .unwrap_or_else(|| self.kind_name(*branch).to_owned())
        };
        branches
            .iter()
            .map(|branch| scope.claim(&wish(branch)))
            .collect()
    }

    /// The property that discriminates all branches: required in each, with a distinct constant.
    pub fn find_tag(&self, branches: &[ShapeId]) -> Option<&str> {
        let Shape::Object(first) = &self.form(self.base_shape(*branches.first()?)).shape else {
            return None;
        };
        let tells = |name: &&str| {
            let mut known = HashSet::new();
            branches.iter().all(|branch| {
                self.constant_of(*branch, name)
                    .is_some_and(|value| known.insert(value))
            })
        };
        first
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .find(tells)
    }

    /// The constant string of an object's required property.
    pub fn constant_of(&self, id: ShapeId, name: &str) -> Option<&str> {
        let Shape::Object(object) = &self.form(self.base_shape(id)).shape else {
            return None;
        };
        let field = object
            .fields
            .iter()
            .find(|field| field.name == name && field.required)?;
        match &self.form(self.base_shape(field.shape)).shape {
            Shape::Choice(values) => match values.as_slice() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// A union of plain values is the same type everywhere, such as `TextOrInteger`. It is named
    /// after the types of its values, whatever their limits.
    pub fn plain_union(&self, id: ShapeId) -> Option<String> {
        let Kind::Union(branches) = self.kind(id) else {
            return None;
        };
        if self.form(id).definition.is_some() {
            return None;
        }
        let name = |id: &ShapeId| match self.kind(*id) {
            Kind::Leaf(Leaf::Whole(whole)) => Some(pascal_case(whole.name)),
            Kind::Leaf(Leaf::Integer) => Some("Integer".to_owned()),
            Kind::Leaf(Leaf::Unit | Leaf::Boolean | Leaf::Text | Leaf::Double) => {
                Some(self.kind_name(*id).to_owned())
            }
            _ => None,
        };
        let names: Vec<String> = branches.iter().map(name).collect::<Option<_>>()?;
        Some(names.join("Or"))
    }

    fn kind_name(&self, id: ShapeId) -> &'static str {
        match &self.form(self.base_shape(id)).shape {
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
}

/// The field for all other keys, with a name distinct from these.
pub fn rest_name(fields: &[String]) -> Ident<'static> {
    let names = ["additional", "additional_properties", "other_keys"];
    let is_free = |name: &&str| !fields.iter().any(|field| field == name);
    Ident(names.into_iter().find(is_free).unwrap_or("additional_"))
}

/// The variants of an enum of strings: each consists of the words of its value, independently of
/// the others.
pub fn choice_names(values: &[String]) -> Vec<String> {
    let mut scope = Scope::default();
    let name = |value: &String| match value.as_str() {
        "" => "Empty".to_owned(),
        value => pascal_case(value),
    };
    values
        .iter()
        .map(|value| scope.claim(&name(value)))
        .collect()
}
