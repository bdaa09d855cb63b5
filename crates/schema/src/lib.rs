//! JSON Schema as toolc compiles it: the keywords of a schema, the shape that they amount to, and what can be proved of it;
//! patterns, as programs of the runtime; and the Rust code that tables are written in.

pub mod data;
pub mod pattern;
pub mod rust;
pub mod schema;
