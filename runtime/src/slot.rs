//! Where a value is read to: the types that generated structs are made of.

mod integers;
mod parsed;
mod place;
mod tuples;
mod values;

pub use parsed::{Parsed, ParsedJson};
pub use place::{Entries, Part, Slot, Value, constant};
pub(crate) use place::{Ignore, Items};
