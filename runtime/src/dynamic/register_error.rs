//! Why a tool that exists only at run time is refused.

use crate::definition::TOOL_SEARCH;
use std::error::Error;
use std::fmt;

/// The longest name that every provider accepts.
pub(super) const LONGEST: usize = 64;

/// Why a tool cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// Its name does not have the form `namespace::tool`.
    Name {
        /// The name.
        name: String,
    },
    /// A provider would reject its wire name, or it is that of the search for tools.
    WireName {
        /// The name of the tool.
        name: String,
        /// The wire name.
        wire_name: String,
    },
    /// One of its names belongs to another tool.
    Duplicate {
        /// The name that is taken.
        name: String,
    },
    /// Its schema does not require arguments to be an object.
    Root {
        /// The name of the tool.
        name: String,
    },
    /// Its schema is not a valid JSON Schema 2020-12. A provider refuses a whole list for it.
    Schema {
        /// The name of the tool.
        name: String,
        /// The keyword, as a JSON pointer.
        pointer: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Its schema is valid, but cannot be enforced: it refers to another document, say, or has a pattern that needs
    /// backtracking. Only with the feature `enforce`.
    Unenforceable {
        /// The name of the tool.
        name: String,
        /// The place in the schema, as a JSON pointer.
        pointer: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It does not state how its arguments are checked, and the feature `enforce` is off.
    Unchecked {
        /// The name of the tool.
        name: String,
    },
    /// It is blocked, so it could never be called.
    Blocked {
        /// The name of the tool.
        name: String,
    },
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name } => {
                write!(
                    f,
                    "the name `{name}` must be a namespace and a tool, such as `notes::add`"
                )
            }
            Self::WireName { name, wire_name } if wire_name == TOOL_SEARCH => write!(
                f,
                "models search for tools with `{TOOL_SEARCH}`, so `{name}` needs another name on the wire: \
                 choose one with `wire`"
            ),
            Self::WireName { name, wire_name } => write!(
                f,
                "`{wire_name}`, the name of `{name}` on the wire, must be 1 to {LONGEST} letters, \
                 digits, `_` or `-`: choose one with `wire`"
            ),
            Self::Duplicate { name } => write!(f, "duplicate tool: {name} is registered already"),
            Self::Root { name } => {
                write!(
                    f,
                    "the schema of `{name}` must have `type: object` at its root"
                )
            }
            Self::Schema { name, problem, .. } => write!(
                f,
                "the schema of `{name}` is not valid, so a provider would refuse every tool beside it: {problem}"
            ),
            Self::Unenforceable {
                name,
                pointer,
                problem,
            } => write!(
                f,
                "the schema of `{name}` cannot be enforced, at `{pointer}`: {problem}; correct it, or call `checked_by`, or \
                 `unchecked` where the closure checks the arguments"
            ),
            Self::Unchecked { name } => write!(
                f,
                "nothing says how the arguments of `{name}` are checked: turn on the feature `enforce` of toolc-runtime, \
                 which holds them to the schema, or call `checked_by`, or `unchecked` where the closure does it"
            ),
            Self::Blocked { name } => {
                write!(
                    f,
                    "`{name}` is blocked, so it could never be called: leave it out"
                )
            }
        }
    }
}

impl Error for RegisterError {}
