//! Noun: where the credentials of engines come from.

use crate::model::http::Scheme;
use toolc_base::source::Spanned;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Texts, data};
use toolc_schema::rust::Text;

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

data! {
    Credential as [rt::http::Credential] =>
    Credential::Token { env } => Token { env: Text(env) },
    Credential::Bearer { env } => Bearer { env: Text(env) },
    Credential::Basic { username_env, password_env } => Basic {
        username_env: Text(username_env),
        password_env: Text(password_env),
    },
    Credential::Client { id_env, secret_env, token_url } => Client {
        id_env: Text(id_env),
        secret_env: Text(secret_env),
        token_url: Maybe(token_url.as_deref().map(Text)),
    },
}

data! {
    TokenSource as [rt::mcp::ClientCredentials] =>
    TokenSource { id_env, secret_env, token_url, scopes } => {
        id_env: Text(id_env),
        secret_env: Text(secret_env),
        token_url: Text(&token_url.value),
        scopes: Texts(scopes),
    },
}
