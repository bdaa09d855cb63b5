//! How a shape appears in Rust.

use super::integers::{Whole, integer_type};
use std::collections::HashSet;
use toolc_model::model::Catalog;
use toolc_model::model::rust_options::RustOptions;
use toolc_schema::schema::rules::{self, count_range};
use toolc_schema::schema::rust_path::RustPath;
use toolc_schema::schema::shape::{Field, Form, List, Number, Object, Shape, ShapeId, Text};

/// How deeply lists and maps may nest in one type or one table.
const MAX_NESTING: usize = 16;

/// How many parts such a type may have.
const MAX_PARTS: usize = 64;

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
    /// An array of a fixed length.
    Tuple(&'c [ShapeId]),
    /// A value without parts.
    Leaf(Leaf),
    /// A user-defined type, and whether it is read from the content of a string.
    Own(RustPath, bool),
    /// A path that is opened within the workspace.
    Path,
    /// A JSON value that is validated but has no dedicated type.
    Json,
}

/// A type without parts, of Rust or of the runtime.
#[derive(Clone, Copy)]
pub enum Leaf {
    /// `()`, for `null`.
    Unit,
    /// `bool`
    Boolean,
    /// `String`, or `Cow<str>` where it is borrowed.
    Text,
    /// `f64`
    Double,
    /// An integer within limits.
    Whole(&'static Whole),
    /// The runtime's `Integer`, of any size.
    Integer,
}

/// How the shapes of a module appear in Rust, before anything is named.
pub struct Kinds<'c> {
    /// The catalog that is compiled.
    pub catalog: &'c Catalog,
    /// Its Rust options.
    pub options: RustOptions,
}

impl<'c> Kinds<'c> {
    /// How a shape appears in Rust.
    pub fn kind(&self, id: ShapeId) -> Kind<'c> {
        if let Some(own) = self.own(id) {
            return own;
        }
        match &self.form(id).shape {
            Shape::Any | Shape::Never => Kind::Json,
            Shape::Null => Kind::Leaf(Leaf::Unit),
            Shape::Boolean => Kind::Leaf(Leaf::Boolean),
            Shape::Text(text) if text.path.is_some() => Kind::Path,
            Shape::Text(_) => Kind::Leaf(Leaf::Text),
            Shape::Choice(values) => Kind::Choice(values),
            Shape::Integer(number) => {
                let whole = integer_type(number, self.options.narrows());
                Kind::Leaf(whole.map_or(Leaf::Integer, Leaf::Whole))
            }
            Shape::Number(_) => Kind::Leaf(Leaf::Double),
            _ if self.is_bottomless(id) => Kind::Json,
            Shape::List(list) => self.array_kind(list),
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

    /// The type that the schema names, or that the user set for strings of a format.
    fn own(&self, id: ShapeId) -> Option<Kind<'c>> {
        let form = self.form(id);
        let is_string = matches!(form.shape, Shape::Text(_) | Shape::Choice(_));
        if let Some(path) = &form.rust_type {
            return Some(Kind::Own(path.clone(), is_string));
        }
        match &form.shape {
            Shape::Text(text) => {
                let path = self.options.format(text.format?.0)?;
                Some(Kind::Own(path.clone(), true))
            }
            _ => None,
        }
    }

    /// Arrays of fixed length are tuples, but if all elements are alike, they are lists.
    pub fn array_kind(&self, list: &'c List) -> Kind<'c> {
        if let Some(elements) = tuple(self, list) {
            return Kind::Tuple(elements);
        }
        let [first, others @ ..] = list.prefix.as_slice() else {
            return Kind::List(list.items);
        };
        let ends = self.form(list.items).shape == Shape::Never;
        if (ends || list.items == *first) && others.iter().all(|other| other == first) {
            Kind::List(*first)
        } else {
            Kind::Json
        }
    }

    /// Whether lists, maps and tuples nest without end or too deeply, with no type that could be
    /// named in between: a list of itself has no type in Rust, and a list of a hundred nested lists
    /// none that anybody can read.
    fn is_bottomless(&self, id: ShapeId) -> bool {
        let mut waiting = vec![(id, 0)];
        let mut parts = 0;
        while let Some((id, depth)) = waiting.pop() {
            parts += 1;
            if depth == MAX_NESTING || parts > MAX_PARTS {
                return true;
            }
            let id = self.base_shape(id);
            let mut within =
                |ids: &[ShapeId]| waiting.extend(ids.iter().map(|id| (*id, depth + 1)));
            match &self.form(id).shape {
                _ if self.own(id).is_some() => {}
                Shape::Nullable(inner) => within(&[*inner]),
                Shape::List(list) => match self.array_kind(list) {
                    Kind::List(items) => within(&[items]),
                    Kind::Tuple(elements) => within(elements),
                    _ => {}
                },
                Shape::Object(object) if object.fields.is_empty() => {
                    if let Kind::Map(Some(value)) = self.map(object) {
                        within(&[value]);
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whether nested lists lead back to the shape itself, or are too deep for one table.
    pub fn is_endless(&self, id: ShapeId) -> bool {
        let mut waiting = self.form(id).shape.children();
        let mut seen = HashSet::new();
        while let Some(next) = waiting.pop() {
            if next == id || seen.len() > MAX_NESTING {
                return true;
            }
            if matches!(self.form(next).shape, Shape::List(_) | Shape::Nullable(_))
                && seen.insert(next)
            {
                waiting.extend(self.form(next).shape.children());
            }
        }
        false
    }

    fn map(&self, object: &'c Object) -> Kind<'c> {
        match object.patterns.as_slice() {
            [] => Kind::Map(Some(object.rest)),
            [(_, only)] if self.form(object.rest).shape == Shape::Never => Kind::Map(Some(*only)),
            _ => Kind::Map(None),
        }
    }

    /// The shape that determines the Rust type: rules added by `Complete` do not change it.
    pub fn base_shape(&self, mut id: ShapeId) -> ShapeId {
        while let Shape::Complete(base, _) = &self.form(id).shape {
            id = *base;
        }
        id
    }

    /// A shape, with what is known about it.
    pub fn form(&self, id: ShapeId) -> &'c Form {
        self.catalog.shapes.get(id)
    }

    /// The shape of the values under additional keys, if the schema describes them.
    pub fn described_rest(&self, object: &Object) -> Option<ShapeId> {
        let plain = matches!(self.form(object.rest).shape, Shape::Any | Shape::Never);
        (!plain && object.patterns.is_empty()).then_some(object.rest)
    }

    /// The value of a constant that is always present. A field for it would carry no information,
    /// so the struct has none: the table checks it, and the writer writes it.
    pub fn evident_constant(&self, field: &Field) -> Option<&'c str> {
        match self.kind(self.base_shape(field.shape)) {
            Kind::Choice([only]) if field.required => Some(only),
            _ => None,
        }
    }

    /// Whether a field is such a constant.
    pub fn is_evident(&self, field: &Field) -> bool {
        self.evident_constant(field).is_some()
    }

    /// Whether a struct has a value for a field in any case: it is required, or filled in.
    pub fn is_held(&self, field: &Field) -> bool {
        field.required || self.filled_default(field).is_some()
    }

    /// The default, as JSON, that a struct has where a call leaves the field out. Only its own code can say whether a
    /// user-defined type takes a default, so such a field stays optional.
    pub fn filled_default<'f>(&self, field: &'f Field) -> Option<&'f str> {
        let default = field.filled.as_deref()?;
        let is_plain = is_hollow(default) || !self.holds_own(field.shape);
        is_plain.then_some(default)
    }

    /// Whether a type consists of a user-defined one.
    fn holds_own(&self, id: ShapeId) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let id = self.base_shape(id);
            if matches!(self.kind(id), Kind::Own(..)) {
                return true;
            }
            if seen.insert(id) {
                waiting.extend(self.list_parts(id));
            }
        }
        false
    }

    /// The shapes that a type consists of.
    pub fn list_parts(&self, id: ShapeId) -> Vec<ShapeId> {
        match self.kind(id) {
            Kind::Struct(object) => {
                let fields = object.fields.iter().map(|field| field.shape);
                fields.chain(self.described_rest(object)).collect()
            }
            Kind::Union(shapes) | Kind::Tuple(shapes) => shapes.to_vec(),
            Kind::Map(Some(shape)) | Kind::List(shape) | Kind::Nullable(shape) => vec![shape],
            Kind::Map(None)
            | Kind::Choice(_)
            | Kind::Leaf(_)
            | Kind::Own(..)
            | Kind::Path
            | Kind::Json => Vec::new(),
        }
    }

    fn is_json(&self, id: ShapeId) -> bool {
        matches!(self.kind(id), Kind::Json)
    }

    fn is_struct(&self, id: ShapeId) -> bool {
        matches!(&self.form(self.base_shape(id)).shape, Shape::Object(object) if !object.fields.is_empty())
    }

    fn has_json(&self, branches: &[ShapeId]) -> bool {
        branches
            .iter()
            .any(|branch| matches!(self.form(self.base_shape(*branch)).shape, Shape::Any))
    }
}

/// Whether a default consists of arrays and `null` alone, so that no other value is read.
pub fn is_hollow(default: &str) -> bool {
    let rest = default.replace("null", "");
    rest.bytes().all(|byte| b"[], ".contains(&byte))
}

/// The elements of an array of fixed length, up to the twelve for which Rust implements traits.
fn tuple<'c>(kinds: &Kinds<'c>, list: &'c List) -> Option<&'c [ShapeId]> {
    let described = list.prefix.len() as u64;
    let ends = kinds.form(list.items).shape == Shape::Never;
    let (minimum, maximum) = count_range(rules::LIST, [&list.limits]);
    let longest = match maximum {
        Some(max) if ends => max.min(described),
        Some(max) => max,
        None if ends => described,
        None => return None,
    };
    let fixed = longest == minimum && longest <= described && (1..=12).contains(&longest);
    fixed
        .then(|| list.prefix.get(..usize::try_from(longest).ok()?))
        .flatten()
}

/// The runtime's reference to the table of a value without rules.
pub fn plain_table(shape: &Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Any => "ANY",
        Shape::Never => "NEVER",
        Shape::Null => "NULL",
        Shape::Boolean => "BOOLEAN",
        Shape::Text(rules) if *rules == Text::default() => "TEXT",
        Shape::Integer(rules) if rules.without_type() == Number::default() => "INTEGER",
        Shape::Number(rules) if rules.without_type() == Number::default() => "NUMBER",
        _ => return None,
    })
}
