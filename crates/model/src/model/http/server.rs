//! Noun: where an API is, and what it asks of callers.

use super::Place;
use toolc_base::source::Span;

/// A server of an API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The address, which may be relative and contain `{variables}`.
    pub url: String,
    /// The place of the address.
    pub span: Span,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable in a server's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value unless the configuration sets another.
    pub default: String,
    /// The allowed values; empty if any value is.
    pub choices: Vec<String>,
}

/// A security scheme that a request requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The name under `securitySchemes`.
    pub name: String,
    /// How its credentials are sent.
    pub scheme: Scheme,
    /// The required scopes.
    pub scopes: Vec<String>,
}

/// How credentials are sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `Authorization: Bearer …`; also for OpenID Connect, and for OAuth 2 with a token obtained
    /// elsewhere.
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Its location.
        place: Place,
        /// Its name there.
        name: String,
    },
    /// OAuth 2 client credentials.
    ClientCredentials {
        /// The token endpoint.
        token_url: String,
    },
    /// The description does not say how.
    Incomplete(Gap),
    /// A scheme that is not supported, such as mutual TLS or digest.
    Other(String),
}

/// What a description leaves out about a security scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gap {
    /// The scheme itself.
    Scheme,
    /// Its `type`.
    Type,
    /// The `scheme` of `type: http`.
    HttpScheme,
    /// Where an API key is sent, or its name there.
    Place,
}

impl Gap {
    /// What locks and tables have in place of the scheme.
    pub fn word(self) -> &'static str {
        match self {
            Gap::Scheme => "undefined",
            Gap::Type => "",
            Gap::HttpScheme => "http ",
            Gap::Place => "apiKey",
        }
    }
}
