//! The whole pipeline: compiles what was loaded, compares it with the lock, and writes the artifacts.

pub mod compare;
pub mod compile;
mod drafts;
pub mod kept;
pub mod write;
