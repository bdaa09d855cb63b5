//! Writes a checked catalog as Rust: argument types, static tables, dispatch and one worker per worker file.

pub mod artifact;
pub mod emit;
pub mod template;
