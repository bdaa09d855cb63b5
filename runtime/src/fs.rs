//! Access to the files of a workspace through directory handles: nothing outside can be opened, no matter
//! what a path says or which links exist.
//!
//! A [`Workspace`] is opened once, when the program starts. Paths in arguments
//! ([`ConfinedPath`](crate::ConfinedPath)) are opened through it, and so are those of the toolset
//! `filesystem`.
//!
//! The handles limit what a path can reach. They do not limit what others can do on the same machine: a *hard
//! link* in the workspace is the file itself, and anything mounted there belongs to the workspace. Files are
//! replaced and never modified in place, so writing changes no file that has another name.

mod binary;
mod blocking;
mod confined;
mod edit;
mod error;
mod list;
mod open;
mod parent;
mod state;
mod tools;
mod workspace;
mod write;

pub use crate::path::{Access, InvalidPath, PathRules};
pub use error::{PathError, PathErrorKind};
pub(crate) use state::State;
pub(crate) use tools::{check_tool, run_tool};
pub use workspace::Workspace;
