//! The number of a schema.

/// The number of a schema in [`Schemas`](super::Schemas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub u32);
