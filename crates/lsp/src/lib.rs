//! The language server of toolc: what `toolc check` finds while somebody types, and what an editor asks about tools and workers.
//!
//! ```text
//! pipe →wire→ bytes →message→ requests, edits →server→ jobs →checker→ Analysis →findings→ pipe
//! ```

mod analysis;
mod checker;
mod commands;
mod documents;
mod findings;
mod generated;
mod keys;
mod lines;
mod message;
mod names;
mod params;
mod projects;
mod requests;
mod server;
mod tree;
mod uri;
mod wire;

pub use commands::Commands;
pub use server::{End, serve_editor};
