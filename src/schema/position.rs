//! Noun: what is under a keyword of a schema. The table for every walk over schemas is the
//! [vocabulary](crate::schema::vocabulary): a key under `properties` is a name, whatever keyword it is
//! spelt like.

/// The key of an API description under which the files stand that it consists of.
pub const PARTS: &str = "x-toolc-parts";

/// What the value of a keyword is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// A schema.
    One,
    /// A list of schemas.
    List,
    /// Names and schemas.
    Map,
    /// Data, in which nothing is a keyword.
    Data,
    /// No schema that JSON Schema knows of.
    Other,
}
