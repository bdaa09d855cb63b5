//! Callers: what an authenticator says about a request.

use super::tools::Tools;
use crate::context::Context;
use crate::tool_runtime::Calling;
use ::http::request::Parts;
use rmcp::service::{RequestContext, RoleServer};
use std::fmt;
use std::sync::Arc;

/// Looks at a request before anything else does.
pub(super) type Authenticator =
    Arc<dyn for<'p> Fn(&'p Parts) -> Calling<'p, Result<Caller, Challenge>> + Send + Sync>;

/// The scopes that a tool needs, by its qualified name.
pub(super) type ScopeRule = Box<dyn Fn(&str) -> Vec<String> + Send + Sync>;

/// Whoever makes a request.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    pub(super) context: Context,
    pub(super) tools: Option<Tools>,
    pub(super) scopes: Vec<String>,
}

impl Caller {
    /// Creates a caller with this principal. Only the principal that a question was meant for can answer it.
    pub fn new(principal: impl Into<Arc<str>>) -> Self {
        Caller::with_context(Context::default().with_principal(principal))
    }

    /// Creates a caller whose calls have this context. Callers whose context has no principal count as the
    /// same one.
    pub fn with_context(context: Context) -> Self {
        Caller {
            context,
            ..Caller::default()
        }
    }

    /// Sets the tools of this caller, in place of the server's.
    #[must_use]
    pub fn tools(mut self, tools: Tools) -> Self {
        self.tools = Some(tools);
        self
    }

    /// Adds scopes that the caller was granted; see [`Builder::scopes`](super::Builder::scopes).
    #[must_use]
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Whether the caller lacks one of the scopes that a call needs.
    pub(super) fn lacks(&self, needed: &[String]) -> bool {
        needed.iter().any(|scope| !self.scopes.contains(scope))
    }
}

/// The caller of an HTTP request, as its authenticator says.
pub(super) fn find_caller(from: &RequestContext<RoleServer>) -> Option<&Caller> {
    from.extensions.get::<Parts>()?.extensions.get::<Caller>()
}

/// Why a request is rejected before it is read, and what the client may do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    pub(super) status: u16,
    pub(super) error: Option<&'static str>,
    pub(super) scopes: Vec<String>,
}

impl Challenge {
    /// The request has no credentials.
    pub fn unauthenticated() -> Self {
        Challenge {
            status: 401,
            error: None,
            scopes: Vec::new(),
        }
    }

    /// The credentials are not valid: they have expired, belong to somebody else, or are forged.
    pub fn invalid_token() -> Self {
        Challenge {
            error: Some("invalid_token"),
            ..Challenge::unauthenticated()
        }
    }

    /// The credentials do not include all of these scopes.
    pub fn insufficient_scope<S: Into<String>>(scopes: impl IntoIterator<Item = S>) -> Self {
        Challenge {
            status: 403,
            error: Some("insufficient_scope"),
            scopes: scopes.into_iter().map(Into::into).collect(),
        }
    }

    /// The credentials cannot be checked at present: whoever can say so does not answer.
    pub fn unavailable() -> Self {
        Challenge {
            status: 503,
            ..Challenge::unauthenticated()
        }
    }

    /// Adds scopes that are required, which the challenge names.
    #[must_use]
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// The value of `WWW-Authenticate`.
    pub(super) fn header(&self, metadata: Option<&str>) -> String {
        let scopes = self.scopes.join(" ");
        let fields = [
            ("error", self.error),
            (
                "scope",
                Some(scopes.as_str()).filter(|scopes| !scopes.is_empty()),
            ),
            ("resource_metadata", metadata),
        ];
        let mut out = String::from("Bearer");
        let mut first = true;
        for (name, value) in fields {
            let Some(value) = value else { continue };
            out.push_str(if first { " " } else { ", " });
            first = false;
            let value: String = value.chars().filter(|char| is_quotable(*char)).collect();
            out.push_str(&format!("{name}=\"{value}\""));
        }
        out
    }
}

/// Whether a character may be in a quoted header value without an escape.
fn is_quotable(char: char) -> bool {
    matches!(char, ' '..='~') && char != '"' && char != '\\'
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.error {
            None if self.status == 503 => "the credentials cannot be checked at present",
            None => "the request has no credentials",
            Some("insufficient_scope") => "the credentials lack a scope that the call needs",
            Some(_) => "the credentials are not valid",
        })
    }
}
