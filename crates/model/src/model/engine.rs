//! Noun: an engine, which runs the tools of a namespace that no handler runs.

mod data;

use super::http::{Requirement, Scheme, Statuses};
pub use data::{Api, Server};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::variables::{Part, split_variables};

/// An engine in the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Engine {
    /// Its name under `tools.engines`.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// The keys that the configuration sets for it.
    pub keys: Vec<Spanned<String>>,
    /// The kind of engine, with its settings.
    pub kind: EngineKind,
}

impl Engine {
    /// Where a key is set for it, or else the place of its name.
    pub fn place(&self, key: &str) -> Span {
        let given = self.keys.iter().find(|given| given.value == key);
        given.map_or(self.span, |given| given.span)
    }
}

/// The kinds of engines, with their settings.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineKind {
    /// Calls APIs over HTTP.
    Http(Box<HttpEngine>),
    /// Calls an MCP server.
    Mcp(Box<McpEngine>),
}

/// The settings of an engine for an MCP server.
#[derive(Debug, Clone, PartialEq)]
pub struct McpEngine {
    /// Where the server is; `None` if the configuration does not say, which is reported.
    pub reach: Option<Spanned<Reach>>,
    /// The environment variables of its process, or the headers of requests; `${NAME}` in a value
    /// stands for an environment variable.
    pub given: Vec<(Spanned<String>, String)>,
    /// Where its access tokens come from.
    pub auth: Option<Spanned<TokenSource>>,
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may be sent over plain http to hosts other than this machine and its
    /// network.
    pub plain_http: bool,
    /// The time limit for a call, in milliseconds.
    pub timeout: u64,
    /// The maximum size of one message, in bytes.
    pub max_response: u64,
    /// How to treat tools that have changed since the snapshot.
    pub changed: Changed,
}

impl McpEngine {
    /// Whether confidential data is sent to its server.
    pub fn has_credentials(&self) -> bool {
        !self.given.is_empty() || self.auth.is_some()
    }

    /// The environment variables that its credentials come from.
    pub fn list_variables(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (_, value) in &self.given {
            for part in split_variables(value) {
                if let Part::Variable(name) = part {
                    names.push(name.to_owned());
                }
            }
        }
        if let Some(source) = &self.auth {
            names.extend([source.value.id_env.clone(), source.value.secret_env.clone()]);
        }
        names
    }

    /// The configuration key with the credentials.
    pub fn credentials_key(&self) -> &'static str {
        match self.reach.as_ref().map(|reach| &reach.value) {
            Some(Reach::Command(_)) => "env",
            _ if self.auth.is_some() => "auth",
            _ => "headers",
        }
    }
}

/// OAuth 2 client credentials (RFC 6749, section 4.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenSource {
    /// The environment variable with the client ID.
    pub id_env: String,
    /// The environment variable with the client secret.
    pub secret_env: String,
    /// The token endpoint.
    pub token_url: Spanned<String>,
    /// The scopes to request.
    pub scopes: Vec<String>,
}

/// How to reach an MCP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// By starting a program with arguments.
    Command(Vec<String>),
    /// At an address.
    Url(String),
}

/// How to treat a tool that the server no longer offers as in the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It is not called.
    Refuse,
    /// It is called, and a warning is issued.
    Warn,
    /// It is called.
    Ignore,
}

impl Changed {
    /// Its name in the configuration.
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
    /// Its name on the server.
    pub name: String,
    /// SHA-256 of its definition in the snapshot; see [`toolc_runtime::remote::digest_tool`].
    pub digest: String,
}

/// The settings of an HTTP engine, beyond the descriptions of its APIs.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpEngine {
    /// The address of the API, overriding the servers in its description.
    pub base_url: Option<Spanned<String>>,
    /// Values for variables in server addresses.
    pub variables: Vec<(Spanned<String>, String)>,
    /// Where credentials come from, by the name of the security scheme; an empty name stands for all
    /// schemes that are not named.
    pub credentials: Vec<(Spanned<String>, Credential)>,
    /// How the credential for all schemes is sent if the description says nothing about
    /// credentials.
    pub scheme: Option<Scheme>,
    /// Hosts that requests may go to, besides that of the address.
    pub hosts: Vec<String>,
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may be sent over plain http to hosts other than this machine and its
    /// network.
    pub plain_http: bool,
    /// The time limit for a call including retries, in milliseconds.
    pub timeout: u64,
    /// How often a request is retried if that is safe.
    pub retries: u32,
    /// The maximum size of a decompressed response, in bytes.
    pub max_response: u64,
    /// The status ranges whose response bodies are shown to the model.
    pub expose: Vec<Spanned<Statuses>>,
}

impl HttpEngine {
    /// The configured credentials for a scheme, with the name under which they are configured.
    pub fn credential(&self, scheme: &str) -> Option<&(Spanned<String>, Credential)> {
        let of = |wanted: &str| {
            let mut credentials = self.credentials.iter();
            credentials.find(|(name, _)| name.value == wanted)
        };
        of(scheme).or_else(|| of(""))
    }

    /// The token endpoint for a scheme, if it uses client credentials.
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

    /// Whether credentials of the kind that a scheme needs are configured, and can be sent.
    pub fn can_meet(&self, requirement: &Requirement) -> bool {
        let found = self.credential(&requirement.name);
        found.is_some_and(|(_, credential)| credential.fits_scheme(&requirement.scheme))
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

/// Where a credential comes from: always names of environment variables, never values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// An API key, or a token.
    Token {
        /// The environment variable.
        env: String,
    },
    /// A bearer token, which is never sent as an API key.
    Bearer {
        /// The environment variable.
        env: String,
    },
    /// A user name and a password.
    Basic {
        /// The environment variable with the user name.
        username_env: String,
        /// The environment variable with the password.
        password_env: String,
    },
    /// OAuth 2 client credentials.
    Client {
        /// The environment variable with the client ID.
        id_env: String,
        /// The environment variable with the client secret.
        secret_env: String,
        /// The token endpoint, overriding that of the description.
        token_url: Option<String>,
    },
}

impl Credential {
    /// Whether a scheme takes credentials of this kind: what the runtime would send.
    pub fn fits_scheme(&self, scheme: &Scheme) -> bool {
        match scheme {
            Scheme::ApiKey { .. } => matches!(self, Credential::Token { .. }),
            Scheme::Bearer => {
                matches!(self, Credential::Token { .. } | Credential::Bearer { .. })
            }
            Scheme::Basic => matches!(self, Credential::Basic { .. }),
            Scheme::ClientCredentials { .. } => !matches!(self, Credential::Basic { .. }),
            Scheme::Incomplete(_) | Scheme::Other(_) => false,
        }
    }

    /// The environment variables that hold it.
    pub fn list_variables(&self) -> Vec<&str> {
        match self {
            Credential::Token { env } | Credential::Bearer { env } => vec![env],
            Credential::Basic {
                username_env,
                password_env,
            } => vec![username_env, password_env],
            Credential::Client {
                id_env, secret_env, ..
            } => vec![id_env, secret_env],
        }
    }

    /// Its kind in words.
    pub fn describe_kind(&self) -> &'static str {
        match self {
            Credential::Token { .. } => "a key or a token",
            Credential::Bearer { .. } => "a bearer token",
            Credential::Basic { .. } => "a user name and a password",
            Credential::Client { .. } => "client credentials",
        }
    }
}

/// The server that runs a tool.
#[derive(Debug, Clone, Copy)]
pub struct McpCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// Its settings.
    pub settings: &'c McpEngine,
    /// What the server knows the tool by.
    pub remote: &'c Remote,
}
