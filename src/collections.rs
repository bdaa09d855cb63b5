//! Noun: maps, sets and sorting, with the names and the meaning that the standard library gives them. A
//! compiler keeps things by many types of keys; here the code that looks for a place is compiled once, and what
//! is made for each type is a few lines. In a build script, which nobody optimizes, that is a fifth of all code
//! (decision 0020).
//!
//! A [`HashMap`] also has an order, that of its insertions, as long as nothing is removed.

mod entries;
mod entry;
mod hash;
mod hash_set;
mod order;
mod sort;
mod sorted;
mod sorted_set;
#[cfg(test)]
mod tests;

pub use entry::Entry;
pub use hash::HashMap;
pub use hash_set::HashSet;
pub use sort::{sort, sort_by, sort_by_key};
pub use sorted::BTreeMap;
pub use sorted_set::BTreeSet;
