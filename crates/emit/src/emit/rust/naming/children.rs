//! The parts of a shape that may have names, each with its wished-for name.

use crate::emit::ident::pascal_case;
use crate::emit::rust::kinds::{Kind, Kinds};
use toolc_schema::schema::rules::quote_code;
use toolc_schema::schema::shape::{Object, ShapeId};

/// A shape within another one.
pub struct Child {
    /// The shape.
    pub shape: ShapeId,
    /// Its wished-for name.
    pub wish: String,
    /// Its place, as worded in documentation.
    pub place: String,
    /// The enclosing shapes that go by an alias here.
    pub within: Vec<ShapeId>,
    /// The marker of the tool that contains it.
    pub stem: String,
}

impl Child {
    fn new(shape: ShapeId, wish: String, place: String) -> Self {
        Child {
            shape,
            wish,
            place,
            within: Vec::new(),
            stem: String::new(),
        }
    }
}

impl Kinds<'_> {
    /// The parts of a type that have a name, or have parts that may have one. The names begin with
    /// the stem.
    pub fn list_children(&self, id: ShapeId, name: &str, stem: &str, place: &str) -> Vec<Child> {
        match self.kind(id) {
            Kind::Struct(object) => self.children_of_struct(object, name, stem),
            Kind::Union(branches) => {
                let branch = |(branch, variant): (&ShapeId, String)| {
                    let place = format!("what [`{name}::{variant}`] holds");
                    Child::new(*branch, format!("{stem}{variant}"), place)
                };
                let variants = self.variant_names(id);
                branches.iter().zip(variants).map(branch).collect()
            }
            Kind::Map(Some(value)) => {
                let place = format!("a value in {place}");
                vec![Child::new(value, format!("{stem}Value"), place)]
            }
            Kind::List(items) => {
                let place = format!("an item of {place}");
                vec![Child::new(items, format!("{stem}Item"), place)]
            }
            Kind::Tuple(elements) => {
                let element = |(number, element): (usize, &ShapeId)| {
                    let place = format!("element {number} of {place}");
                    Child::new(*element, format!("{stem}Item{number}"), place)
                };
                (1..).zip(elements).map(element).collect()
            }
            Kind::Nullable(inner) => {
                vec![Child::new(inner, stem.to_owned(), place.to_owned())]
            }
            Kind::Map(None)
            | Kind::Choice(_)
            | Kind::Leaf(_)
            | Kind::Own(..)
            | Kind::Path
            | Kind::Json => Vec::new(),
        }
    }

    fn children_of_struct(&self, object: &Object, name: &str, stem: &str) -> Vec<Child> {
        let mut children = Vec::new();
        for field in &object.fields {
            if self.has_name(field.shape) && !self.is_evident(field) {
                let wish = format!("{stem}{}", pascal_case(&field.name));
                let place = format!("{} of [`{name}`]", quote_code(&field.name));
                children.push(Child::new(field.shape, wish, place));
            }
        }
        if let Some(rest) = self.described_rest(object) {
            let place = format!("a further value of [`{name}`]");
            children.push(Child::new(rest, format!("{stem}Value"), place));
        }
        children
    }

    /// Whether a shape has a name, or parts that may have one.
    fn has_name(&self, id: ShapeId) -> bool {
        let kind = self.kind(self.base_shape(id));
        !matches!(
            kind,
            Kind::Map(None) | Kind::Leaf(_) | Kind::Own(..) | Kind::Path | Kind::Json
        )
    }
}
