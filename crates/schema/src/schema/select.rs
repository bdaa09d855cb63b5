//! Noun: how an alternative is selected; see [`toolc_runtime::schema::Select`].

use crate::schema::json_type::ByType;

/// How an alternative is selected.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Select {
    /// By JSON type.
    Type(ByType<Option<u8>>),
    /// By JSON type and, for objects, by the value of one key.
    Tag(Tag),
    /// By JSON type and, for objects, by which keys they have.
    Keys(Keys),
    /// The first that accepts the value.
    AnyOf,
    /// The only one that accepts the value.
    OneOf,
}

/// A key that all branches for objects require, with distinct values in each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: ByType<Option<u8>>,
    /// The key.
    pub key: String,
    /// Its values as canonical JSON, each with its branch.
    pub values: Vec<(String, u8)>,
}

/// Keys, each required by one branch for objects and forbidden by all later ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keys {
    /// As in [`Select::Type`]; for objects, the first of their branches.
    pub by_type: ByType<Option<u8>>,
    /// The keys in the order they decide, each with its branch.
    pub keys: Vec<(String, u8)>,
    /// The branch for an object with none of the keys; `None` if one of the keys is always present.
    pub otherwise: Option<u8>,
}
