//! Noun: why a request is not let through, for the operator. The client learns less.

use std::fmt;
use toolc_runtime::mcp_server::Challenge;

/// Why a request is not let through.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It has no credentials.
    Nothing,
    /// It has more than one `Authorization`, or one that cannot be read.
    Unreadable,
    /// Its key is not one of the access file.
    Key,
    /// Its token is not valid, with the reason.
    Token(&'static str),
    /// It lacks scopes that every request to the worker needs.
    Scopes(Vec<String>),
    /// An authorization server does not say which keys it has, with the reason.
    Unavailable(String),
}

impl Refusal {
    /// The reason as a word, for metrics.
    pub fn reason(&self) -> &'static str {
        match self {
            Refusal::Nothing => "no_credentials",
            Refusal::Unreadable => "unreadable",
            Refusal::Key => "unknown_key",
            Refusal::Token(_) => "invalid_token",
            Refusal::Scopes(_) => "insufficient_scope",
            Refusal::Unavailable(_) => "unavailable",
        }
    }

    /// What the client is told.
    pub(super) fn challenge(&self) -> Challenge {
        match self {
            Refusal::Nothing => Challenge::unauthenticated(),
            Refusal::Unreadable | Refusal::Key | Refusal::Token(_) => Challenge::invalid_token(),
            Refusal::Scopes(scopes) => Challenge::insufficient_scope(scopes),
            Refusal::Unavailable(_) => Challenge::unavailable(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Nothing => f.write_str("there are no credentials"),
            Refusal::Unreadable => f.write_str("the credentials cannot be read"),
            Refusal::Key => f.write_str("the key is not one of the access file"),
            Refusal::Token(why) => write!(f, "the token is not valid: {why}"),
            Refusal::Scopes(scopes) => {
                write!(f, "one of these scopes is missing: {}", scopes.join(" "))
            }
            Refusal::Unavailable(why) => {
                write!(f, "the keys of the token's issuer cannot be fetched: {why}")
            }
        }
    }
}
