//! Noun: what stands under a keyword of a schema. The one table for every walk over schemas: a key
//! under `properties` is a name, whatever keyword it is spelt like.

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

impl Position {
    /// What stands under a keyword, after those of older drafts were renamed.
    pub fn of(keyword: &str) -> Self {
        match keyword {
            "items"
            | "additionalProperties"
            | "not"
            | "contains"
            | "propertyNames"
            | "if"
            | "then"
            | "else"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contentSchema" => Position::One,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Position::List,
            "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
                Position::Map
            }
            "enum" | "const" | "default" | "example" | "examples" => Position::Data,
            _ => Position::Other,
        }
    }
}
