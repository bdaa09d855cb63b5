//! Where credentials come from: the environment, or a provider that the caller supplies. Never from
//! arguments.

use super::operation::Credential;
use crate::context::Context;
use crate::variables::read_variable;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// A request for the credentials of one scheme.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CredentialRequest<'r> {
    /// The name of the engine.
    pub engine: &'static str,
    /// The name of the scheme in the API's description; empty if the description does not mention
    /// credentials.
    pub scheme: &'static str,
    /// The scopes that the operation requires.
    pub scopes: &'static [&'static str],
    /// Where the configuration says that the credentials are.
    pub source: Option<Credential>,
    /// The context of the call, with its session and extensions.
    pub context: &'r Context,
}

/// Credentials. Their `Debug` output hides them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Secret {
    /// A token or an API key.
    Token(String),
    /// A user name and a password.
    Basic {
        /// The user name.
        username: String,
        /// The password.
        password: String,
    },
    /// OAuth 2 client credentials.
    Client {
        /// The client id.
        id: String,
        /// The client secret.
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

/// Provides credentials.
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
    /// Returns the credentials for a scheme, or the reason why there are none. Observers see the reason, so
    /// it must not contain any part of a secret.
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

/// Reads credentials from the environment variables that the configuration names.
#[derive(Debug, Clone, Copy, Default)]
pub struct Environment;

impl Credentials for Environment {
    async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        match request.source {
            None => Err("the configuration names no credentials for it".to_owned()),
            Some(Credential::Token { env } | Credential::Bearer { env }) => {
                read_variable(env).map(Secret::Token)
            }
            Some(Credential::Basic {
                username_env,
                password_env,
            }) => Ok(Secret::Basic {
                username: read_variable(username_env)?,
                password: read_variable(password_env)?,
            }),
            Some(Credential::Client {
                id_env, secret_env, ..
            }) => Ok(Secret::Client {
                id: read_variable(id_env)?,
                secret: read_variable(secret_env)?,
            }),
        }
    }
}

/// An object-safe version of [`Credentials`].
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
