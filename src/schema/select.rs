//! Noun: how an alternative is found; see [`toolc_runtime::schema::Select`].

use crate::schema::json_type::ByType;

/// How an alternative is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Select {
    /// By the JSON type.
    Type(ByType<Option<u8>>),
    /// By the JSON type, and for objects by the value of one key.
    Tag(Tag),
    /// By the JSON type, and for objects by which keys they have.
    Keys(Keys),
    /// The first that accepts.
    AnyOf,
    /// The only one that accepts.
    OneOf,
}

/// A key that all branches for objects require, with values that no two of them share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: ByType<Option<u8>>,
    /// The key.
    pub key: String,
    /// Its values as canonical JSON, each with its branch.
    pub values: Vec<(String, u8)>,
}

/// Keys that one branch for objects requires and all that come after it forbid.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keys {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: ByType<Option<u8>>,
    /// The keys in the order in which they decide, each with its branch.
    pub keys: Vec<(String, u8)>,
    /// The branch of an object that has none of the keys; `None` where any of the keys decides.
    pub otherwise: Option<u8>,
}
