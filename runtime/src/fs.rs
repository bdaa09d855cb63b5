//! Files of a workspace, reached through handles of its folders: nothing outside can be opened, whatever
//! a path says and whatever links there are.
//!
//! A [`Workspace`] is opened once, when the program starts. The paths of arguments
//! ([`ConfinedPath`](crate::ConfinedPath)) are opened through it, and so are those of the toolset
//! `filesystem`.
//!
//! What no path can do is decided by the handles. What someone else may do on the same machine is not:
//! a *hard link* in the workspace is the file itself, and what is mounted there belongs to it. Files are
//! replaced and never written in place, so that writing changes no file that has another name.

mod binary;
mod blocking;
mod confined;
mod error;
mod list;
mod open;
mod state;
mod tools;
mod workspace;
mod write;

pub use crate::path::{Access, InvalidPath, PathRules};
pub use error::{PathError, PathErrorKind};
pub(crate) use state::State;
pub(crate) use tools::run_tool;
pub use workspace::Workspace;
