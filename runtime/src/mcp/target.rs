//! A server to connect to, with values from the environment filled in.

use super::fault::{Fault, FaultKind};
use crate::connection::ConnectionSettings;
use crate::redact::{Secrets, is_short};
use crate::variables::{self, Part, split_variables};

/// A server to connect to. It contains secrets, and is never printed.
#[derive(Clone)]
pub struct Target {
    /// How it is reached.
    pub reach: Reached,
    /// Environment variables of its process, or headers of requests, as names and values.
    pub given: Vec<(String, String)>,
    /// The client credentials with which to obtain tokens for it.
    pub oauth: Option<ClientCredentials>,
    /// What may be called, and within what limits.
    pub connection: ConnectionSettings,
}

/// How a server is reached.
#[derive(Clone)]
pub enum Reached {
    /// As a program with these arguments; the first word is the program.
    Command(Vec<String>),
    /// At a URL.
    Url(String),
}

/// OAuth 2 client credentials, read from the environment.
#[derive(Clone)]
pub struct ClientCredentials {
    /// The client id.
    pub id: String,
    /// The client secret.
    pub secret: String,
    /// The URL of the token endpoint.
    pub token_url: String,
    /// The requested scopes, separated by spaces.
    pub scope: String,
}

impl ClientCredentials {
    /// Reads the credentials from two environment variables. Of a URL with variables, the host must be one of `hosts`.
    pub fn read(
        id_env: &str,
        secret_env: &str,
        (token_url, hosts): (&str, &[&str]),
        scope: String,
    ) -> Result<Self, Fault> {
        Ok(ClientCredentials {
            id: read_variable(id_env)?,
            secret: read_variable(secret_env)?,
            token_url: fill_url(token_url, hosts)?,
            scope,
        })
    }
}

impl Target {
    /// Whether anything confidential is sent to it.
    #[cfg(feature = "mcp")]
    pub(super) fn has_credentials(&self) -> bool {
        !self.given.is_empty() || self.oauth.is_some()
    }

    /// The names of given values that are too short to be found within words.
    pub(super) fn short_names(&self) -> impl Iterator<Item = &str> {
        let is_short = |value: &str| {
            let token = value.split_once(' ').map_or(value, |(_, token)| token);
            !value.is_empty() && is_short(token.trim())
        };
        let short = self.given.iter().filter(move |(_, value)| is_short(value));
        short.map(|(name, _)| name.as_str())
    }

    /// The texts to redact: the values that are sent, and the query of a URL.
    pub(super) fn secrets(&self) -> Secrets {
        let secrets = Secrets::default();
        for (_, value) in &self.given {
            secrets.add(value);
            // The token follows a scheme, as in `Bearer …`.
            if let Some((_, token)) = value.split_once(' ') {
                secrets.add(token.trim());
            }
        }
        if let Some(oauth) = &self.oauth {
            secrets.add_pair(&oauth.id, &oauth.secret);
        }
        if let Reached::Url(url) = &self.reach
            && let Some((_, query)) = url.split_once('?')
        {
            for part in query.split('&') {
                secrets.add(part.split_once('=').map_or(part, |(_, value)| value));
            }
        }
        secrets
    }
}

/// Replaces the variables in a text with their values: `Bearer ${TOKEN}`.
pub fn expand_variables(text: &str) -> Result<String, Fault> {
    let mut out = String::with_capacity(text.len());
    for part in split_variables(text) {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Variable(name) => out.push_str(&read_variable(name)?),
        }
    }
    Ok(out)
}

/// The URL of a server with the values of variables, which may name the listed hosts only.
#[cfg(feature = "mcp")]
pub fn fill_url(url: &str, hosts: &[&str]) -> Result<String, Fault> {
    let filled = crate::http::fill_address(url, hosts);
    filled
        .map(std::borrow::Cow::into_owned)
        .map_err(|detail| Fault::new(FaultKind::Setting, detail))
}

/// Without the feature `mcp`, no server at a URL is called.
#[cfg(not(feature = "mcp"))]
pub fn fill_url(url: &str, _: &[&str]) -> Result<String, Fault> {
    Ok(url.to_owned())
}

/// The value of an environment variable.
fn read_variable(name: &str) -> Result<String, Fault> {
    variables::read_variable(name).map_err(|detail| Fault::new(FaultKind::Setting, detail))
}
