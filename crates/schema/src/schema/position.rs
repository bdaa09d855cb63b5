//! Noun: what a keyword of a schema contains. The table for every walk over schemas is the
//! [vocabulary](crate::schema::vocabulary); a key under `properties` is a name, even if it is spelled like a keyword.

/// The key under which the files of a combined API description are stored.
pub const PARTS: &str = "x-toolc-parts";

/// The kind of a keyword's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// A schema.
    One,
    /// A list of schemas.
    List,
    /// A map from names to schemas.
    Map,
    /// Data, in which no key is a keyword.
    Data,
    /// Unknown to JSON Schema, so not a schema.
    Other,
}
