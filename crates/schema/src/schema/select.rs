//! Noun: how an alternative is selected; see [`toolc_runtime::schema::Select`].

use crate::data::{Data, Ref, data, list};
use crate::rust::{Rust, Text, Tokens, put};
use crate::schema::json_type::ByType;
use toolc_runtime::v1 as rt;

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

data! {
    Select as [rt::Select] =>
    Select::Type(by_type) => Type(Branches(by_type)),
    Select::Tag(tag) => Tag(Ref(tag)),
    Select::Keys(keys) => Keys(Ref(keys)),
    Select::AnyOf => AnyOf,
    Select::OneOf => OneOf,
}

data! {
    Tag as [rt::Tag] =>
    Tag { by_type, key, values } => {
        by_type: Branches(by_type),
        key: Text(key),
        values: list(values, |(value, branch)| (Text(value), *branch)),
    },
}

data! {
    Keys as [rt::Keys] =>
    Keys { by_type, keys, otherwise } => {
        by_type: Branches(by_type),
        keys: list(keys, |(key, branch)| (Text(key), *branch)),
        otherwise: Branch(*otherwise),
    },
}

/// A branch, if there is one.
struct Branch(Option<u8>);

impl Rust for Branch {
    fn put(&self, out: &mut Tokens) {
        match self.0 {
            Some(branch) => branch.put(out),
            None => put!(out, rt::NONE),
        }
    }
}

impl Data for Branch {
    type Value = u8;

    fn build(&self) -> u8 {
        self.0.unwrap_or(rt::NONE)
    }
}

/// The branch for each JSON type.
struct Branches<'b>(&'b ByType<Option<u8>>);

impl Rust for Branches<'_> {
    fn put(&self, out: &mut Tokens) {
        put!(out, [#(for (_, branch) in self.0.iter() => #(Branch(*branch)),)]);
    }
}

impl Data for Branches<'_> {
    type Value = [u8; 6];

    fn build(&self) -> [u8; 6] {
        self.0.map(|branch| Branch(branch).build()).into_array()
    }
}
