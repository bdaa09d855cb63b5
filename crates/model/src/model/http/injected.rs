//! Noun: an argument that the program provides.

use toolc_schema::schema::shape::ShapeId;

/// An argument of a request that the program provides.
#[derive(Debug, Clone)]
pub struct Injected {
    /// The name of the argument, which is also that of the value.
    pub name: String,
    /// The shape of the value.
    pub shape: ShapeId,
    /// Whether it is a secret.
    pub is_secret: bool,
}
