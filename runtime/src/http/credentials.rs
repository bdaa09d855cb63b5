//! Who has the credentials: the environment, or what the caller brings. Never the arguments.

use super::operation::Credential;
use crate::context::Context;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// What a request needs.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CredentialRequest<'r> {
    /// The engine.
    pub engine: &'static str,
    /// The name of the scheme in the API's description; empty where that says nothing about credentials.
    pub scheme: &'static str,
    /// The scopes that the operation needs.
    pub scopes: &'static [&'static str],
    /// Where the configuration says that the credentials are.
    pub source: Option<Credential>,
    /// What the caller gave along with the call: its session, its extensions.
    pub context: &'r Context,
}

/// Credentials. They are never shown.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Secret {
    /// A token or key.
    Token(String),
    /// A name and a password.
    Basic {
        /// The name.
        username: String,
        /// The password.
        password: String,
    },
    /// OAuth 2, client credentials.
    Client {
        /// The client's id.
        id: String,
        /// The client's secret.
        secret: String,
    },
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Secret::Token(_) => "Token(…)",
            Secret::Basic { .. } => "Basic(…)",
            Secret::Client { .. } => "Client(…)",
        })
    }
}

/// Gives credentials.
///
/// ```
/// use toolc_runtime::http::{CredentialRequest, Credentials, Environment, Secret};
///
/// /// The token of the user whose session it is, and the environment for all else.
/// struct Users;
///
/// struct User {
///     token: String,
/// }
///
/// impl Credentials for Users {
///     async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
///         match request.context.extension::<User>() {
///             Some(user) if request.scheme == "user" => Ok(Secret::Token(user.token.clone())),
///             _ => Environment.find(request).await,
///         }
///     }
/// }
/// ```
pub trait Credentials: Send + Sync + 'static {
    /// The credentials for a scheme, or why there are none. The reason is for observers, and must
    /// not hold any part of a secret.
    fn find(
        &self,
        request: &CredentialRequest<'_>,
    ) -> impl Future<Output = Result<Secret, String>> + Send;
}

impl<C: Credentials> Credentials for Arc<C> {
    fn find(
        &self,
        request: &CredentialRequest<'_>,
    ) -> impl Future<Output = Result<Secret, String>> + Send {
        C::find(self, request)
    }
}

/// Reads the environment variables that the configuration names.
#[derive(Debug, Clone, Copy, Default)]
pub struct Environment;

impl Credentials for Environment {
    async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        match request.source {
            None => Err("the configuration names no credentials for it".to_owned()),
            Some(Credential::Token { env }) => read(env).map(Secret::Token),
            Some(Credential::Basic {
                username_env,
                password_env,
            }) => Ok(Secret::Basic {
                username: read(username_env)?,
                password: read(password_env)?,
            }),
            Some(Credential::Client {
                id_env, secret_env, ..
            }) => Ok(Secret::Client {
                id: read(id_env)?,
                secret: read(secret_env)?,
            }),
        }
    }
}

/// A variable without the white space around it, which files like to end with.
fn read(variable: &str) -> Result<String, String> {
    let value = std::env::var(variable).unwrap_or_default();
    match value.trim() {
        "" => Err(format!("the environment variable {variable} is not set")),
        value => Ok(value.to_owned()),
    }
}

/// [`Credentials`] of any type.
pub(super) trait AnyCredentials: Send + Sync {
    fn ask<'a>(
        &'a self,
        request: &'a CredentialRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<Secret, String>> + Send + 'a>>;
}

impl<C: Credentials> AnyCredentials for C {
    fn ask<'a>(
        &'a self,
        request: &'a CredentialRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<Secret, String>> + Send + 'a>> {
        Box::pin(self.find(request))
    }
}
