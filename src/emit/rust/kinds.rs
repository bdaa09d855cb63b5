//! How a shape appears in Rust.

use super::integers::integer;
use super::literal::code;
use super::plan::{Plan, TypePlan};
use crate::emit::ident::pascal;
use crate::model::shape::{Field, Form, Object, Shape, ShapeId};
use proc_macro2::TokenStream;
use quote::quote;

/// How many lists and maps may stand within each other in one type or one table.
pub(super) const MAX_NESTING: usize = 16;

/// How a shape appears in Rust.
pub enum Kind<'c> {
    /// A struct.
    Struct(&'c Object),
    /// An enum of strings.
    Choice(&'c [String]),
    /// An enum of alternatives.
    Union(&'c [ShapeId]),
    /// A map from strings.
    Map(Option<ShapeId>),
    /// A list.
    List(ShapeId),
    /// A value or `null`.
    Nullable(ShapeId),
    /// A type of the runtime or of Rust.
    Leaf(&'static str),
    /// A JSON value that is checked but has no type of its own.
    Json,
}

/// A shape within another one.
pub struct Child {
    /// The shape.
    pub shape: ShapeId,
    /// The name that it would like.
    pub wish: String,
    /// Where it stands, as documentation says it.
    pub place: String,
}

impl<'c> Plan<'c> {
    /// How a shape appears in Rust.
    pub fn kind(&self, id: ShapeId) -> Kind<'c> {
        match &self.form(id).shape {
            Shape::Any | Shape::Never => Kind::Json,
            Shape::Null => Kind::Leaf("()"),
            Shape::Boolean => Kind::Leaf("bool"),
            Shape::Text(_) => Kind::Leaf("String"),
            Shape::Choice(values) => Kind::Choice(values),
            Shape::Integer(number) => Kind::Leaf(integer(number, self.options.narrows())),
            Shape::Number(_) => Kind::Leaf("f64"),
            _ if self.is_bottomless(id) => Kind::Json,
            Shape::List(list) if list.prefix.is_empty() => Kind::List(list.items),
            Shape::List(_) => Kind::Json,
            Shape::Object(object) if object.fields.is_empty() => self.map(object),
            Shape::Object(object) => Kind::Struct(object),
            Shape::Nullable(inner) if self.is_json(*inner) => Kind::Json,
            Shape::Nullable(inner) => Kind::Nullable(*inner),
            Shape::Union(_, branches)
                if branches.iter().any(|branch| self.is_struct(*branch))
                    || !self.has_json(branches) =>
            {
                Kind::Union(branches)
            }
            Shape::Union(..) => Kind::Json,
            Shape::Complete(base, _) => self.kind(*base),
        }
    }

    /// How a planned type appears: the arguments of a tool are a struct even without fields.
    pub fn kind_of(&self, plan: &TypePlan) -> Kind<'c> {
        match &self.form(plan.shape).shape {
            Shape::Object(object) if plan.root.is_some() => Kind::Struct(object),
            _ => self.kind(plan.shape),
        }
    }

    /// Whether lists and maps go on within each other without a type that could be named between:
    /// a list of itself has no type in Rust, and one of a hundred lists none that anybody reads.
    fn is_bottomless(&self, mut id: ShapeId) -> bool {
        for _ in 0..MAX_NESTING {
            id = match &self.form(self.base(id)).shape {
                Shape::List(list) if list.prefix.is_empty() => list.items,
                Shape::Nullable(inner) => *inner,
                Shape::Object(object) if object.fields.is_empty() => match self.map(object) {
                    Kind::Map(Some(value)) => value,
                    _ => return false,
                },
                _ => return false,
            };
        }
        true
    }

    fn map(&self, object: &'c Object) -> Kind<'c> {
        match object.patterns.as_slice() {
            [] => Kind::Map(Some(object.rest)),
            [(_, only)] if self.form(object.rest).shape == Shape::Never => Kind::Map(Some(*only)),
            _ => Kind::Map(None),
        }
    }

    /// The shape that a value has in Rust: rules beyond it do not change its type.
    pub fn base(&self, mut id: ShapeId) -> ShapeId {
        while let Shape::Complete(base, _) = &self.form(id).shape {
            id = *base;
        }
        id
    }

    /// A shape with what is known of it.
    pub fn form(&self, id: ShapeId) -> &'c Form {
        self.catalog.shapes.get(id)
    }

    /// The shape of the values under further keys, where the schema describes them.
    pub fn described_rest(&self, object: &Object) -> Option<ShapeId> {
        let plain = matches!(self.form(object.rest).shape, Shape::Any | Shape::Never);
        (!plain && object.patterns.is_empty()).then_some(object.rest)
    }

    /// The type of the values under further keys, where a struct keeps them: those that the schema
    /// describes, and all others where arguments can be written out again.
    pub fn rest(&self, plan: &TypePlan, object: &Object) -> Option<TokenStream> {
        if let Some(described) = self.described_rest(object) {
            return Some(self.rust_type(described));
        }
        let closed = object.patterns.is_empty() && self.form(object.rest).shape == Shape::Never;
        let kept = plan.input && self.options.serializes() && !closed;
        kept.then(|| quote!(rt::Json))
    }

    /// The shapes that a type is made of.
    pub fn children(&self, id: ShapeId, name: &str, place: &str) -> Vec<Child> {
        match self.kind(id) {
            Kind::Struct(object) => {
                let field = |field: &Field| Child {
                    shape: field.shape,
                    wish: format!("{name}{}", pascal(&field.name)),
                    place: format!("{} of [`{name}`]", code(&field.name)),
                };
                let rest = self.described_rest(object).map(|rest| Child {
                    shape: rest,
                    wish: format!("{name}Value"),
                    place: format!("a further value of [`{name}`]"),
                });
                object.fields.iter().map(field).chain(rest).collect()
            }
            Kind::Union(branches) => {
                let variants = self.variants(id);
                let branch = |(branch, variant): (&ShapeId, String)| Child {
                    shape: *branch,
                    wish: format!("{name}{variant}"),
                    place: format!("what [`{name}::{variant}`] holds"),
                };
                branches.iter().zip(variants).map(branch).collect()
            }
            Kind::Map(Some(value)) => vec![Child {
                shape: value,
                wish: format!("{name}Value"),
                place: format!("a value in {place}"),
            }],
            Kind::List(items) => vec![Child {
                shape: items,
                wish: format!("{name}Item"),
                place: format!("an item of {place}"),
            }],
            Kind::Nullable(inner) => vec![Child {
                shape: inner,
                wish: name.to_owned(),
                place: place.to_owned(),
            }],
            Kind::Map(None) | Kind::Choice(_) | Kind::Leaf(_) | Kind::Json => Vec::new(),
        }
    }

    fn is_json(&self, id: ShapeId) -> bool {
        matches!(self.kind(id), Kind::Json)
    }

    fn is_struct(&self, id: ShapeId) -> bool {
        matches!(&self.form(self.base(id)).shape, Shape::Object(object) if !object.fields.is_empty())
    }

    fn has_json(&self, branches: &[ShapeId]) -> bool {
        branches
            .iter()
            .any(|branch| matches!(self.form(self.base(*branch)).shape, Shape::Any))
    }
}
