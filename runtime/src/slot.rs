//! The places that values are read into: the types that generated structs consist of.

mod integers;
#[cfg(feature = "calls")]
mod parsed;
mod place;
#[cfg(feature = "calls")]
mod tuples;
mod values;

#[cfg(feature = "calls")]
pub use parsed::{Parsed, ParsedJson};
pub use place::{Entries, Part, Slot, Value, constant};
pub(crate) use place::{Ignore, Items};
