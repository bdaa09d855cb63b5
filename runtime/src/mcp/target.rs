//! A server as it is asked: with the values that the environment gives.

use super::fault::{Fault, FaultKind};
use crate::http::redact::Secrets;
use std::time::Duration;

/// A server to connect to. It holds secrets, and is never shown.
#[derive(Clone)]
pub struct Target {
    /// Where it is.
    pub reach: Reached,
    /// Variables of its process, or headers of requests: names and values.
    pub given: Vec<(String, String)>,
    /// The client credentials with which tokens are got for it.
    pub oauth: Option<ClientCredentials>,
    /// Whether a private address may be called.
    pub private: bool,
    /// Whether credentials may go over plain http to hosts of other networks.
    pub plain_http: bool,
    /// How long an answer may take.
    pub timeout: Duration,
    /// The most bytes of one message.
    pub limit: u64,
}

/// Where a server is.
#[derive(Clone)]
pub enum Reached {
    /// A program with its arguments.
    Command(Vec<String>),
    /// An address.
    Url(String),
}

/// Client credentials of OAuth 2, read from the environment.
#[derive(Clone)]
pub struct ClientCredentials {
    /// Who the client is.
    pub id: String,
    /// How it shows that.
    pub secret: String,
    /// Where tokens come from.
    pub token_url: String,
    /// What they are asked for, with spaces in between.
    pub scope: String,
}

impl ClientCredentials {
    /// The credentials that two variables of the environment hold.
    pub fn read(
        id_env: &str,
        secret_env: &str,
        token_url: &str,
        scope: String,
    ) -> Result<Self, Fault> {
        Ok(ClientCredentials {
            id: read_variable(id_env)?,
            secret: read_variable(secret_env)?,
            token_url: expand_variables(token_url)?,
            scope,
        })
    }
}

impl Target {
    /// Whether something is sent to it that nobody else may read.
    pub(super) fn has_credentials(&self) -> bool {
        !self.given.is_empty() || self.oauth.is_some()
    }

    /// What nobody may read of what is given: values, and the query of an address.
    pub(super) fn secrets(&self) -> Secrets {
        let secrets = Secrets::default();
        for (_, value) in &self.given {
            secrets.add(value);
            // a scheme is before the token, as in `Bearer …`
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

/// A text with the values of the variables that it names: `Bearer ${TOKEN}`.
pub fn expand_variables(text: &str) -> Result<String, Fault> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        out.push_str(&read_variable(name)?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// The value of a variable of the environment.
fn read_variable(name: &str) -> Result<String, Fault> {
    let value = std::env::var(name).unwrap_or_default();
    // files like to end with white space
    let value = value.trim();
    if value.is_empty() {
        let detail = format!("the environment variable `{name}` is not set");
        return Err(Fault::new(FaultKind::Setting, detail));
    }
    Ok(value.to_owned())
}
