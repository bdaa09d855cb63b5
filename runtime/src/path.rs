//! Paths as models write them. Their text is validated with all other arguments; a
//! [`Workspace`](crate::fs::Workspace) opens them after approval.

mod rules;
mod text;

pub use rules::{Access, PathRules};
pub use text::{InvalidPath, is_suffix, normalise_path};
#[doc(hidden)]
pub use text::{has_suffix, is_ambiguous, is_like_point};

#[cfg(feature = "calls")]
use crate::json::write_string;
#[cfg(feature = "calls")]
use crate::output::Output;
use std::fmt;

/// A path among the arguments of a tool. Its text is already validated. A [`Workspace`](crate::fs::Workspace)
/// opens the file, within the workspace and within the rules of the schema:
///
/// ```ignore
/// let text = call.args.path.read_to_string(call.workspace()?)?;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConfinedPath<S = String> {
    pub(crate) text: S,
    pub(crate) rules: &'static PathRules,
}

impl<S: AsRef<str>> ConfinedPath<S> {
    /// The path as the model wrote it: for display only, never to open it directly.
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }

    /// The rules that its schema sets.
    pub fn rules(&self) -> &'static PathRules {
        self.rules
    }
}

impl<S: AsRef<str>> fmt::Display for ConfinedPath<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "calls")]
impl<S: AsRef<str>> Output for ConfinedPath<S> {
    fn write(&self, out: &mut String) {
        write_string(self.as_str(), out);
    }
}
