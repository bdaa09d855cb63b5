//! Noun: schemas in the form of the runtime's tables: one JSON type, one set of rules, and
//! alternatives only if they can be discriminated.

pub use crate::schema::bound::Bound;
use crate::schema::evaluated::Evaluated;
use crate::schema::pattern::Pattern;
pub use crate::schema::rules::{FormatName, ListLimits, Number, ObjectLimits, Text};
use crate::schema::rust_path::RustPath;
pub use crate::schema::select::{Keys, Select, Tag};
use std::fmt;
use toolc_base::source::{Span, next_number};
use toolc_runtime::json::write_string;

/// The index of a shape in [`Shapes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId(pub u32);

impl fmt::Debug for ShapeId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "shape {}", self.0)
    }
}

/// All shapes in one compilation. Shapes with equal structure are the same.
#[derive(Debug, Clone, Default)]
pub struct Shapes {
    /// Shapes by index.
    pub arena: Vec<Form>,
}

impl Shapes {
    /// The shape with this ID.
    ///
    /// # Panics
    ///
    /// If the ID comes from another arena.
    pub fn get(&self, id: ShapeId) -> &Form {
        &self.arena[id.0 as usize]
    }

    /// Adds a shape.
    pub fn add(&mut self, form: Form) -> ShapeId {
        let id = ShapeId(next_number(self.arena.len()));
        self.arena.push(form);
        id
    }

    /// Adds a shape that has no name, no Rust type and no documentation.
    pub fn add_unnamed(&mut self, shape: Shape, span: Span) -> ShapeId {
        self.add(Form {
            shape,
            definition: None,
            rust_type: None,
            doc: Doc::default(),
            span,
        })
    }
}

/// A shape, with what is known about it besides its structure.
#[derive(Debug, Clone)]
pub struct Form {
    /// The structure.
    pub shape: Shape,
    /// The name of the definition that it comes from.
    pub definition: Option<String>,
    /// The user-defined type that it is read into.
    pub rust_type: Option<RustPath>,
    /// Its documentation.
    pub doc: Doc,
    /// The place of its schema.
    pub span: Span,
}

impl Form {
    /// Its documentation, if it comes from a definition. Equal schemas without names are one shape, which has the documentation
    /// of only one of them: for any other it would be wrong.
    pub fn own_doc(&self) -> &Doc {
        match self.definition {
            Some(_) => &self.doc,
            None => Doc::NOTHING,
        }
    }
}

impl Doc {
    /// No documentation.
    pub const NOTHING: &'static Doc = &Doc {
        title: None,
        description: None,
        default: None,
        referred: None,
        deprecated: false,
    };
}

/// Annotations that become documentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doc {
    /// `title`
    pub title: Option<String>,
    /// `description`
    pub description: Option<String>,
    /// `default`, as JSON.
    pub default: Option<String>,
    /// `default` of the schema that a property refers to, where it has none itself.
    pub referred: Option<String>,
    /// `deprecated`
    pub deprecated: bool,
}

/// The structure of a schema; see [`toolc_runtime::schema::Schema`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Accepts everything.
    Any,
    /// Accepts nothing.
    Never,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A string.
    Text(Text),
    /// One of these strings.
    Choice(Vec<String>),
    /// An integer.
    Integer(Number),
    /// A number.
    Number(Number),
    /// An array.
    List(List),
    /// An object.
    Object(Object),
    /// `null` or the inner shape, which does not accept `null` itself.
    Nullable(ShapeId),
    /// Alternatives.
    Union(Select, Vec<ShapeId>),
    /// A shape with additional rules.
    Complete(ShapeId, Vec<Keyword>),
}

/// Rules for arrays.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct List {
    /// `prefixItems`
    pub prefix: Vec<ShapeId>,
    /// `items`
    pub items: ShapeId,
    /// Rules on the array as a whole.
    pub limits: ListLimits,
}

/// Rules for objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Object {
    /// `properties` and `required`
    pub fields: Vec<Field>,
    /// `patternProperties`
    pub patterns: Vec<(Pattern, ShapeId)>,
    /// `additionalProperties`
    pub rest: ShapeId,
    /// `propertyNames`
    pub names: Option<ShapeId>,
    /// Rules on the object as a whole.
    pub limits: ObjectLimits,
}

/// One property. Its documentation is not part of the structure.
#[derive(Debug, Clone)]
pub struct Field {
    /// The key.
    pub name: String,
    /// Whether it is required.
    pub required: bool,
    /// The shape of its value.
    pub shape: ShapeId,
    /// Its documentation.
    pub doc: Doc,
    /// Whether only conditions describe it: `then`, `dependentSchemas`, or alternatives.
    pub conditional: bool,
    /// The default, as JSON, that calls are filled with where they leave it out. It is part of the structure: another
    /// default makes another type.
    pub filled: Option<String>,
}

impl Field {
    /// The key with its colon, as JSON text without white space.
    pub fn json_key(&self) -> String {
        let mut out = String::new();
        write_string(&self.name, &mut out);
        out.push(':');
        out
    }
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.required, self.shape, &self.filled)
            == (&other.name, other.required, other.shape, &other.filled)
    }
}

impl Eq for Field {}

impl std::hash::Hash for Field {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.name, self.required, self.shape, &self.filled).hash(state);
    }
}

/// A rule that needs the whole value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// `allOf`
    AllOf(Vec<ShapeId>),
    /// `anyOf`
    AnyOf(Vec<ShapeId>),
    /// `oneOf`
    OneOf(Vec<ShapeId>),
    /// `not`
    Not(ShapeId),
    /// `if`, `then`, `else`
    If {
        /// `if`
        condition: ShapeId,
        /// `then`
        then: ShapeId,
        /// `else`
        otherwise: ShapeId,
    },
    /// `enum`, `const`
    Enum(Vec<String>),
    /// `contains`
    Contains {
        /// The shape of the items to count.
        item: ShapeId,
        /// `minContains`
        min: u64,
        /// `maxContains`
        max: Option<u64>,
    },
    /// `dependentRequired`
    DependentRequired(Vec<(String, Vec<String>)>),
    /// `dependentSchemas`
    DependentSchemas(Vec<(String, ShapeId)>),
    /// `unevaluatedProperties`: what is evaluated, and the shape of all other properties.
    UnevaluatedProperties(Evaluated<ShapeId>, ShapeId),
    /// `unevaluatedItems`, likewise.
    UnevaluatedItems(Evaluated<ShapeId>, ShapeId),
}

impl Shape {
    /// Calls `visit` with a mutable reference to every shape that this one refers to.
    pub fn each_child(&mut self, mut visit: impl FnMut(&mut ShapeId)) {
        match self {
            Shape::Any | Shape::Never | Shape::Null | Shape::Boolean => {}
            Shape::Text(_) | Shape::Choice(_) | Shape::Integer(_) | Shape::Number(_) => {}
            Shape::List(list) => list
                .prefix
                .iter_mut()
                .chain([&mut list.items])
                .for_each(visit),
            Shape::Object(object) => {
                let fields = object.fields.iter_mut().map(|field| &mut field.shape);
                let patterns = object.patterns.iter_mut().map(|(_, id)| id);
                fields
                    .chain(patterns)
                    .chain([&mut object.rest])
                    .chain(&mut object.names)
                    .for_each(visit);
            }
            Shape::Nullable(inner) => visit(inner),
            Shape::Union(_, branches) => branches.iter_mut().for_each(visit),
            Shape::Complete(base, keywords) => {
                visit(base);
                keywords
                    .iter_mut()
                    .for_each(|keyword| keyword.each_child(&mut visit));
            }
        }
    }

    /// The shapes that this one refers to.
    pub fn children(&self) -> Vec<ShapeId> {
        let mut children = Vec::new();
        // works on a copy, so that reading and changing share one walk and its order
        self.clone().each_child(|id| children.push(*id));
        children
    }
}

impl Keyword {
    /// The shapes that it refers to.
    pub fn children(&self) -> Vec<ShapeId> {
        let mut children = Vec::new();
        self.clone().each_child(|id| children.push(*id));
        children
    }

    fn each_child(&mut self, mut visit: impl FnMut(&mut ShapeId)) {
        match self {
            Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => {
                ids.iter_mut().for_each(visit)
            }
            Keyword::Not(id) | Keyword::Contains { item: id, .. } => visit(id),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => [condition, then, otherwise].into_iter().for_each(visit),
            Keyword::DependentSchemas(rules) => rules.iter_mut().for_each(|(_, id)| visit(id)),
            Keyword::UnevaluatedProperties(evaluated, rest)
            | Keyword::UnevaluatedItems(evaluated, rest) => {
                evaluated.each(&mut visit);
                visit(rest);
            }
            Keyword::Enum(_) | Keyword::DependentRequired(_) => {}
        }
    }
}
