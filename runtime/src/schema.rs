//! The tables that describe schemas: static data that generated code contains once, and that every reader and
//! validator walks.
//!
//! Tables have the semantics of JSON Schema 2020-12, and are named after its keywords.

mod bound;
mod number;

pub use bound::Bound;
pub use number::{Divisor, Number};

use crate::format::Format;
use crate::pattern::Pattern;
use crate::reader::{Captured, Reader, Stop};
use crate::value::Value;

/// A schema: what a value must be.
#[derive(Debug, Clone, Copy)]
pub enum Schema {
    /// Every value is valid.
    Any,
    /// No value is valid.
    Never,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A string.
    Text(&'static Text),
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A number without a fractional part: `1`, `1.0` and `1e2` are integers.
    Integer(&'static Number),
    /// A number.
    Number(&'static Number),
    /// An array.
    List(&'static List),
    /// An object.
    Object(&'static Object),
    /// `null`, or what the inner schema accepts.
    Nullable(&'static Schema),
    /// One of several schemas.
    Union(&'static Union),
    /// Keywords that a single pass over the text cannot check: the value is captured and checked as a whole.
    Complete(&'static Complete),
}

/// Any value. Most fields have no rules of their own. These constants are references already, because for
/// every use that borrows a table, a compiler proves again that nothing in it can change.
pub const ANY: &Schema = &Schema::Any;

/// No value.
pub const NEVER: &Schema = &Schema::Never;

/// `null`.
pub const NULL: &Schema = &Schema::Null;

/// `true` or `false`.
pub const BOOLEAN: &Schema = &Schema::Boolean;

/// Any string.
pub const TEXT: &Schema = &Schema::Text(&Text::ANY);

/// Any integer.
pub const INTEGER: &Schema = &Schema::Integer(&Number::ANY);

/// Any number.
pub const NUMBER: &Schema = &Schema::Number(&Number::ANY);

/// Rules for strings.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// `minLength`, in code points.
    pub min_length: u64,
    /// `maxLength`, in code points; [`u64::MAX`] if there is none.
    pub max_length: u64,
    /// `pattern`
    pub pattern: Option<&'static Pattern>,
    /// `format`
    pub format: Option<Format>,
}

impl Text {
    /// No rules.
    pub const ANY: Text = Text {
        min_length: 0,
        max_length: u64::MAX,
        pattern: None,
        format: None,
    };
}

/// Rules for arrays.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// `prefixItems`: the schemas of the first items.
    pub prefix: &'static [&'static Schema],
    /// `items`: the schema of all further items.
    pub items: &'static Schema,
    /// `minItems`
    pub min_items: u64,
    /// `maxItems`; [`u64::MAX`] if there is none.
    pub max_items: u64,
    /// `uniqueItems`
    pub unique: Option<Unique>,
}

impl List {
    /// No rules.
    pub const ANY: List = List {
        prefix: &[],
        items: &Schema::Any,
        min_items: 0,
        max_items: u64::MAX,
        unique: None,
    };
}

/// The functions that check whether all items differ, for texts and for parsed values.
#[derive(Debug, Clone, Copy)]
pub struct Unique {
    pub(crate) texts: fn(&[&str]) -> bool,
    pub(crate) values: fn(&[Value]) -> bool,
}

/// Rules for objects.
#[derive(Debug, Clone, Copy)]
pub struct Object {
    /// `properties` and `required`.
    pub fields: &'static [Field],
    /// `patternProperties`, for keys that are not among the fields: a value must match the schema of every
    /// pattern that matches its key.
    pub patterns: &'static [(&'static Pattern, &'static Schema)],
    /// `additionalProperties`: the schema of values under keys that no field has and no pattern matches.
    /// [`Schema::Never`] closes the object.
    pub rest: &'static Schema,
    /// `propertyNames`
    pub names: Option<&'static Schema>,
    /// `minProperties`
    pub min_properties: u64,
    /// `maxProperties`; [`u64::MAX`] if there is none.
    pub max_properties: u64,
}

impl Object {
    /// No rules.
    pub const ANY: Object = Object {
        fields: &[],
        patterns: &[],
        rest: &Schema::Any,
        names: None,
        min_properties: 0,
        max_properties: u64::MAX,
    };

    /// Whether no key is valid that no field has.
    pub(crate) fn is_closed(&self) -> bool {
        self.patterns.is_empty() && matches!(self.rest, Schema::Never)
    }
}

/// One property of an object.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// The key and its colon as JSON without white space, which is how most texts write them.
    pub spelled: &'static str,
    /// Whether the key is required.
    pub required: bool,
    /// The schema of the value.
    pub schema: &'static Schema,
}

/// Stands for the index of a branch if there is none.
pub const NONE: u8 = u8::MAX;

/// Alternative schemas.
#[derive(Debug, Clone, Copy)]
pub struct Union {
    /// How the matching alternative is found.
    pub select: Select,
    /// The alternatives.
    pub branches: &'static [&'static Schema],
}

/// How the matching alternative of a [`Union`] is found.
#[derive(Debug, Clone, Copy)]
pub enum Select {
    /// By the JSON type: null, boolean, number, string, array, object. Each has the index of its branch, or
    /// [`NONE`] if no branch accepts it.
    Type([u8; 6]),
    /// By the JSON type, and for objects by the value of one key.
    Tag(&'static Tag),
    /// By the JSON type, and for objects by the keys that they have.
    Keys(&'static Keys),
    /// `anyOf`: the first branch that accepts the value.
    AnyOf,
    /// `oneOf`: the only branch that accepts the value.
    OneOf,
}

/// A key that all branches for objects require, with different values in each of them.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: [u8; 6],
    /// The key.
    pub key: &'static str,
    /// The values as canonical JSON, each with the index of its branch.
    pub values: &'static [(&'static str, u8)],
}

/// Keys that one branch for objects requires and all later branches forbid.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: [u8; 6],
    /// The keys in the order in which they decide, each with the index of its branch.
    pub keys: &'static [(&'static str, u8)],
    /// The branch of an object that has none of the keys, or [`NONE`]. In the latter case, no branch allows
    /// another branch's key, so any one of the keys decides.
    pub otherwise: u8,
}

/// A schema with keywords that need the complete value.
#[derive(Debug, Clone, Copy)]
pub struct Complete {
    /// The schema that applies in addition to the keywords; it also has the shape of the typed value.
    pub base: &'static Schema,
    /// The keywords, all of which must be met.
    pub keywords: &'static [Keyword],
    pub(crate) check: CheckKeyword,
}

/// Checks one keyword on a captured value.
pub(crate) type CheckKeyword =
    fn(&'static Keyword, Captured<'_>, &mut Reader<'_>) -> Result<(), Stop>;

/// A keyword that is checked against a captured value.
#[derive(Debug, Clone, Copy)]
pub enum Keyword {
    /// `allOf`
    AllOf(&'static [&'static Schema]),
    /// `anyOf`
    AnyOf(&'static [&'static Schema]),
    /// `oneOf`
    OneOf(&'static [&'static Schema]),
    /// `not`
    Not(&'static Schema),
    /// `if`, `then`, `else`; a missing branch accepts everything.
    If(&'static Schema, &'static Schema, &'static Schema),
    /// `enum` and `const`: the values as canonical JSON (sorted keys, numbers in lowest terms).
    Enum(&'static [&'static str]),
    /// `contains`, `minContains`, `maxContains`
    Contains(&'static Schema, u64, u64),
    /// `dependentRequired`: a key, and the keys that it requires.
    DependentRequired(&'static [(&'static str, &'static [&'static str])]),
    /// `dependentSchemas`: a key, and the schema that it imposes on the whole object.
    DependentSchemas(&'static [(&'static str, &'static Schema)]),
    /// `unevaluatedProperties`: what is evaluated, and the schema of all other properties.
    UnevaluatedProperties(&'static Evaluated, &'static Schema),
    /// `unevaluatedItems`: what is evaluated, and the schema of all other items.
    UnevaluatedItems(&'static Evaluated, &'static Schema),
}

/// The parts of a value that the keywords of a schema evaluate, including those of other schemas that apply
/// to the same value.
#[derive(Debug, Clone, Copy)]
pub struct Evaluated {
    /// Every part.
    pub all: bool,
    /// The properties with these names.
    pub names: &'static [&'static str],
    /// The properties whose names match one of these.
    pub patterns: &'static [&'static Pattern],
    /// This many items, starting with the first.
    pub prefix: usize,
    /// The items that one of these schemas accepts: those that `contains` matches.
    pub matching: &'static [&'static Schema],
    /// What is also evaluated if a condition is met.
    pub conditions: &'static [(Condition, Evaluated)],
}

impl Evaluated {
    /// No parts.
    pub const NOTHING: Evaluated = Evaluated {
        all: false,
        names: &[],
        patterns: &[],
        prefix: 0,
        matching: &[],
        conditions: &[],
    };
}

/// The condition under which a part of a schema applies to a value.
#[derive(Debug, Clone, Copy)]
pub enum Condition {
    /// The schema accepts the value: for branches of `anyOf` and `oneOf`, and for `if`.
    Accepts(&'static Schema),
    /// The schema rejects the value: for `if` with its `else`.
    Refuses(&'static Schema),
    /// The value is an object with this property: for `dependentSchemas`.
    Has(&'static str),
}
