//! The ID of a schema.

/// The index of a schema in [`Schemas`](super::Schemas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaId(pub u32);
