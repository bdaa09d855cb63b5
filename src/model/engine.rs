//! Noun: an engine, what runs the tools of a namespace that no handler runs.

use super::http::{Requirement, Scheme, Statuses};
use crate::source::{Span, Spanned};

/// An engine of the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Engine {
    /// Its name under `tools.engines`.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// The keys that the configuration gives for it.
    pub keys: Vec<Spanned<String>>,
    /// What it is.
    pub kind: EngineKind,
}

impl Engine {
    /// Where a key is given for it, else its name.
    pub fn place(&self, key: &str) -> Span {
        let given = self.keys.iter().find(|given| given.value == key);
        given.map_or(self.span, |given| given.span)
    }
}

/// The kinds of engines.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineKind {
    /// Calls APIs over HTTP.
    Http(Box<HttpEngine>),
    /// Calls an MCP server.
    Mcp(Box<McpEngine>),
}

/// What an engine of an MCP server is told.
#[derive(Debug, Clone, PartialEq)]
pub struct McpEngine {
    /// Where the server is; `None` where the configuration does not say it, which is reported.
    pub reach: Option<Spanned<Reach>>,
    /// The variables of its process, or the headers of requests, with `${NAME}` for variables of the
    /// environment.
    pub given: Vec<(Spanned<String>, String)>,
    /// Where the tokens for it come from.
    pub auth: Option<Spanned<TokenSource>>,
    /// Whether a private or loopback address may be called.
    pub private: bool,
    /// Whether credentials may go over plain http to other hosts than those of the machine and its
    /// network.
    pub plain_http: bool,
    /// How long a call may take, in milliseconds.
    pub timeout: u64,
    /// The most bytes of one message.
    pub max_response: u64,
    /// What becomes of tools that changed since the snapshot.
    pub changed: Changed,
}

impl McpEngine {
    /// Whether something is sent to its server that nobody else may read.
    pub fn has_credentials(&self) -> bool {
        !self.given.is_empty() || self.auth.is_some()
    }

    /// The key under which the credentials are.
    pub fn credentials_key(&self) -> &'static str {
        match self.reach.as_ref().map(|reach| &reach.value) {
            Some(Reach::Command(_)) => "env",
            _ if self.auth.is_some() => "auth",
            _ => "headers",
        }
    }
}

/// Client credentials of OAuth 2 (RFC 6749, section 4.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenSource {
    /// The variable of the client's id.
    pub id_env: String,
    /// The variable of the client's secret.
    pub secret_env: String,
    /// Where tokens come from.
    pub token_url: Spanned<String>,
    /// What they are asked for.
    pub scopes: Vec<String>,
}

/// Where an MCP server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// A program with its arguments.
    Command(Vec<String>),
    /// An address.
    Url(String),
}

/// What becomes of a tool that the server offers otherwise than the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It is not called.
    Refuse,
    /// It is called, and somebody is told.
    Warn,
    /// It is called.
    Ignore,
}

impl Changed {
    /// The word of the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Changed::Refuse => "refuse",
            Changed::Warn => "warn",
            Changed::Ignore => "ignore",
        }
    }
}

impl Default for McpEngine {
    fn default() -> Self {
        McpEngine {
            reach: None,
            given: Vec::new(),
            auth: None,
            private: false,
            plain_http: false,
            timeout: 30_000,
            max_response: 10_000_000,
            changed: Changed::Refuse,
        }
    }
}

/// A tool as its MCP server knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    /// What the server calls it.
    pub name: String,
    /// SHA-256 of what the snapshot says of it: see [`toolc_runtime::remote::digest_tool`].
    pub digest: String,
}

/// What an HTTP engine is told beside the descriptions of its APIs.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpEngine {
    /// The address of the API, instead of the servers of its description.
    pub base_url: Option<Spanned<String>>,
    /// Values of variables in the addresses of servers.
    pub variables: Vec<(Spanned<String>, String)>,
    /// Where credentials come from, by the name of the security scheme; an empty name stands for all
    /// schemes that are not named.
    pub credentials: Vec<(Spanned<String>, Credential)>,
    /// How the credential for all schemes is sent where the description says nothing about credentials.
    pub scheme: Option<Scheme>,
    /// Hosts that requests may go to beside that of the address.
    pub hosts: Vec<String>,
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may go over plain http to other hosts than those of the machine and its
    /// network.
    pub plain_http: bool,
    /// How long a call may take, with its retries, in milliseconds.
    pub timeout: u64,
    /// How often a request is sent again where that is safe.
    pub retries: u32,
    /// The most bytes of a response, decompressed.
    pub max_response: u64,
    /// The statuses, from the first to the last, of which the model reads what the service says.
    pub expose: Vec<Spanned<Statuses>>,
}

impl HttpEngine {
    /// What the configuration says of the credentials for a scheme, with the name under which it does.
    pub fn credential(&self, scheme: &str) -> Option<&(Spanned<String>, Credential)> {
        let of = |wanted: &str| {
            let mut credentials = self.credentials.iter();
            credentials.find(|(name, _)| name.value == wanted)
        };
        of(scheme).or_else(|| of(""))
    }

    /// Where the tokens of a scheme come from, where they are asked for.
    pub fn token_url<'s>(&'s self, requirement: &'s Requirement) -> Option<&'s str> {
        let Scheme::ClientCredentials { token_url: usual } = &requirement.scheme else {
            return None;
        };
        match self.credential(&requirement.name) {
            Some((_, Credential::Client { token_url, .. })) => {
                Some(token_url.as_deref().unwrap_or(usual))
            }
            Some(_) => None,
            None => Some(usual),
        }
    }

    /// Whether it says where the credentials for a scheme are.
    pub fn can_meet(&self, requirement: &Requirement) -> bool {
        let can_send = !matches!(requirement.scheme, Scheme::Other(_));
        can_send && self.credential(&requirement.name).is_some()
    }
}

impl Default for HttpEngine {
    fn default() -> Self {
        HttpEngine {
            base_url: None,
            variables: Vec::new(),
            credentials: Vec::new(),
            scheme: None,
            hosts: Vec::new(),
            private: false,
            plain_http: false,
            timeout: 30_000,
            retries: 2,
            max_response: 10_000_000,
            expose: Vec::new(),
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

/// The server that runs a tool.
#[derive(Debug, Clone, Copy)]
pub struct McpCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// What the configuration says of it.
    pub settings: &'c McpEngine,
    /// What the server knows the tool by.
    pub remote: &'c Remote,
}
