//! Whole results of which a model was shown a part, and the tool that reads on in them (`rest: page`).

mod read;
mod store;

pub(crate) use read::read_more;
pub(crate) use store::KeptResults;
