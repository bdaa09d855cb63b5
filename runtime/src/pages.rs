//! Whole results of which a model was shown a part, and the tool that reads on in them (`rest: page`).

mod kept;
mod memory;
mod read;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;

pub(crate) use kept::KeptResults;
pub(crate) use read::read_more;
pub use store::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore};
