//! Paths as models write them. Their text is checked with all other arguments; what it names is opened
//! by a [`Workspace`](crate::fs::Workspace), after approval.

mod rules;
mod text;

pub use rules::{Access, PathRules};
pub(crate) use text::has_suffix;
pub use text::{InvalidPath, is_suffix, normalise_path};

use crate::json::write_string;
use crate::output::Output;
use std::fmt;

/// A path among the arguments of a tool. Its text is checked; a [`Workspace`](crate::fs::Workspace)
/// opens what it names, within the workspace and within the rules of its schema:
///
/// ```ignore
/// let text = call.args.path.read_to_string(call.workspace()?)?;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfinedPath<S = String> {
    pub(crate) text: S,
    pub(crate) rules: &'static PathRules,
}

impl<S: AsRef<str>> ConfinedPath<S> {
    /// The path as the model wrote it: to show it, never to open it.
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }

    /// What its schema says of it.
    pub fn rules(&self) -> &'static PathRules {
        self.rules
    }
}

impl<S: AsRef<str>> fmt::Display for ConfinedPath<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<S: AsRef<str>> Output for ConfinedPath<S> {
    fn write(&self, out: &mut String) {
        write_string(self.as_str(), out);
    }
}
