//! How a keyword is read, and where its value is stored.

use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::pattern::Pattern;
use crate::schema::rust_path::RustPath;
use crate::schema::shape::Doc;
use toolc_base::node::Node;
use toolc_base::source::Spanned;

/// Values, each with its name.
pub type Named<T> = Vec<(String, T)>;

/// The schemas of neighbouring keywords that are read together with a keyword.
pub type Beside<const N: usize> = [Option<SchemaId>; N];

/// How a keyword is read, and where its value is stored.
#[derive(Debug)]
pub enum Reads {
    /// Not at all, or together with another keyword.
    Nothing,
    /// `true` or `false`.
    Flag(fn(&mut Schema, Spanned<bool>)),
    /// `true`; any other value is ignored.
    Mark(fn(&mut Schema)),
    /// A schema.
    One(fn(&mut Schema, SchemaId)),
    /// A schema, and those of two neighbouring keywords.
    Branches([&'static str; 2], fn(&mut Schema, SchemaId, Beside<2>)),
    /// A schema, and the minimum and maximum count from two neighbouring keywords.
    Counted(
        [&'static str; 2],
        fn(&mut Schema, SchemaId, [Option<u64>; 2]),
    ),
    /// A list of schemas.
    Several(fn(&mut Schema, Vec<SchemaId>)),
    /// A mapping of schemas.
    Named(fn(&mut Schema, Named<SchemaId>)),
    /// A mapping from patterns to schemas, one entry at a time.
    Patterns(fn(&mut Schema, Pattern, SchemaId)),
    /// A list of names.
    Names(fn(&mut Schema, Vec<String>)),
    /// A mapping from names to lists of names.
    NamesByName(fn(&mut Schema, Named<Vec<String>>)),
    /// Names of JSON types.
    Types(fn(&mut Schema, Types)),
    /// A value, as canonical JSON.
    Value(fn(&mut Schema, Vec<String>)),
    /// A list of values, as canonical JSON.
    Values(fn(&mut Schema, Vec<String>)),
    /// A reference to a schema.
    Reference,
    /// The name of a dialect.
    Dialect,
    /// The path of a Rust type.
    RustType(fn(&mut Schema, RustPath)),
    /// A keyword of older drafts that was not converted to its current form.
    Leftover,
    /// Documentation.
    Doc(fn(&mut Doc, &Node)),
}
