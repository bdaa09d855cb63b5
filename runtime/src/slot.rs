//! The places that values are read into: the types that generated structs consist of.

mod integers;
mod parsed;
mod place;
mod tuples;
mod values;

pub use parsed::{Parsed, ParsedJson};
pub use place::{Entries, Part, Slot, Value, constant};
pub(crate) use place::{Ignore, Items};
