//! Settings of a server that contradict each other.

use std::error::Error;
use std::fmt;

/// Why a server cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerError {
    /// There is a seal key but no store. The seals would be valid in every process that has the key, and none
    /// would know which answers were used.
    KeyWithoutStore,
    /// There is a store but no seal key: no other process could open what it contains.
    StoreWithoutKey,
    /// Tools need scopes, but no authenticator says which scopes a caller has.
    ScopesWithoutAuthenticator,
    /// The worker has no such tool.
    UnknownTool {
        /// Its wire name.
        name: String,
    },
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ServerError::KeyWithoutStore => {
                "a seal key needs an approval store beside it, so that each answer counts once"
            }
            ServerError::StoreWithoutKey => {
                "an approval store needs a seal key beside it, so that other processes can open what it keeps"
            }
            ServerError::ScopesWithoutAuthenticator => {
                "tools need scopes, and no authenticator says which ones a caller has"
            }
            ServerError::UnknownTool { name } => {
                return write!(f, "scopes are set for `{name}`, which the worker does not have");
            }
        })
    }
}

impl Error for ServerError {}
