//! Noun: an engine, what runs the tools of a namespace that no handler runs.

use crate::source::{Span, Spanned};

/// An engine of the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Engine {
    /// Its name under `tools.engines`.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// What it is.
    pub kind: EngineKind,
}

/// The kinds of engines.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineKind {
    /// Calls APIs over HTTP.
    Http(Box<HttpEngine>),
    /// Calls an MCP server. A handler stands in for it.
    Mcp,
}

/// What an HTTP engine is told beside the descriptions of its APIs.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpEngine {
    /// The address of the API, instead of the servers of its description.
    pub base_url: Option<String>,
    /// Values of variables in the addresses of servers.
    pub variables: Vec<(Spanned<String>, String)>,
    /// Where credentials come from, by the name of the security scheme; an empty name stands for all
    /// schemes that are not named.
    pub credentials: Vec<(Spanned<String>, Credential)>,
    /// Hosts that requests may go to beside that of the address.
    pub hosts: Vec<String>,
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// How long a call may take, with its retries, in milliseconds.
    pub timeout: u64,
    /// How often a request is sent again where that is safe.
    pub retries: u32,
    /// The most bytes of a response, decompressed.
    pub max_response: u64,
}

impl Default for HttpEngine {
    fn default() -> Self {
        HttpEngine {
            base_url: None,
            variables: Vec::new(),
            credentials: Vec::new(),
            hosts: Vec::new(),
            private: false,
            timeout: 30_000,
            retries: 2,
            max_response: 10_000_000,
        }
    }
}

/// Where a credential comes from: names of environment variables, never values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// A token or key.
    Token {
        /// The variable.
        env: String,
    },
    /// A name and a password.
    Basic {
        /// The variable of the name.
        username_env: String,
        /// The variable of the password.
        password_env: String,
    },
    /// OAuth 2, client credentials.
    Client {
        /// The variable of the client's id.
        id_env: String,
        /// The variable of the client's secret.
        secret_env: String,
        /// Where tokens come from, instead of what the description says.
        token_url: Option<String>,
    },
}
