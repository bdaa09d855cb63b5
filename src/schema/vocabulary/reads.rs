//! How a word is read, and where it goes.

use crate::node::Node;
use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::pattern::Pattern;
use crate::schema::rust_path::RustPath;
use crate::schema::shape::Doc;

/// A name for each of some values.
pub type Named<T> = Vec<(String, T)>;

/// Schemas under words that are read with another one.
pub type Beside<const N: usize> = [Option<SchemaId>; N];

/// How a word is read, and where it goes.
#[derive(Debug)]
pub enum Reads {
    /// Not at all, or with another word.
    Nothing,
    /// `true` or `false`.
    Flag(fn(&mut Schema, bool)),
    /// `true`, and nothing else is looked at.
    Mark(fn(&mut Schema)),
    /// A schema.
    One(fn(&mut Schema, SchemaId)),
    /// A schema, and those under two words beside it.
    Branches([&'static str; 2], fn(&mut Schema, SchemaId, Beside<2>)),
    /// A schema, and the least and the most of something under two words beside it.
    Counted(
        [&'static str; 2],
        fn(&mut Schema, SchemaId, [Option<u64>; 2]),
    ),
    /// A list of schemas.
    Several(fn(&mut Schema, Vec<SchemaId>)),
    /// A mapping of schemas.
    Named(fn(&mut Schema, Named<SchemaId>)),
    /// A mapping of schemas by patterns, one after the other.
    Patterns(fn(&mut Schema, Pattern, SchemaId)),
    /// A list of names.
    Names(fn(&mut Schema, Vec<String>)),
    /// A mapping of lists of names.
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
    /// The path of a type of Rust.
    RustType(fn(&mut Schema, RustPath)),
    /// What older drafts say, where it was not brought to today's form.
    Leftover,
    /// Documentation.
    Doc(fn(&mut Doc, &Node)),
}
