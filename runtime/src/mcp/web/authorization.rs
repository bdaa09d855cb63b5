//! The tokens for calls to an HTTP server: OAuth 2 client credentials, according to the protocol extension
//! `io.modelcontextprotocol/oauth-client-credentials`. The token endpoint comes from the configuration: if
//! the server could name it, it could name one that collects secrets.

use crate::connection::ConnectionSettings;
use crate::http::address::{check_url, is_exposed};
use crate::http::failure::Failure;
use crate::http::token::{Grant, Tokens};
use crate::mcp::fault::{Fault, FaultKind};
use crate::mcp::target::{ClientCredentials, Target};
use crate::redact::Secrets;
use reqwest::Url;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why no token could be obtained, wrapped so that the SDK passes it on.
#[derive(Debug)]
pub(super) struct NoToken(pub Fault);

impl fmt::Display for NoToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for NoToken {}

/// Provides the tokens for one server.
pub(super) struct Authorization {
    pool: reqwest::Client,
    grant: Grant,
    tokens: Tokens,
    /// Every token is recorded here.
    secrets: Arc<Secrets>,
}

impl Authorization {
    /// Prepares tokens for the server at this URL; none is requested yet.
    pub fn new(
        pool: &reqwest::Client,
        target: &Target,
        credentials: &ClientCredentials,
        server: &Url,
        secrets: &Arc<Secrets>,
    ) -> Result<Self, Fault> {
        let url = Url::parse(&credentials.token_url)
            .map_err(|_| Fault::new(FaultKind::Setting, "the `token_url` is not an address"))?;
        check_address(&url, target, "the `token_url`")?;
        Ok(Authorization {
            pool: pool.clone(),
            grant: Grant {
                url,
                id: credentials.id.clone(),
                secret: credentials.secret.clone(),
                scope: credentials.scope.clone(),
                resource: Some(resource_of(server)),
            },
            tokens: Tokens::default(),
            secrets: Arc::clone(secrets),
        })
    }

    /// Returns the token, requesting it if there is none.
    pub async fn get_token(&self) -> Result<String, NoToken> {
        let token = self.tokens.get(&self.pool, &self.grant).await;
        let token = token.map_err(|failure| NoToken(explain(&failure)))?;
        self.secrets.add(&token);
        Ok(token)
    }

    /// Discards a token that the server rejects.
    pub async fn forget_token(&self, token: &str) {
        self.tokens.forget(&self.grant, token).await;
    }
}

/// Rejects an address that may not be called, or that would receive credentials in clear text.
pub(super) fn check_address(url: &Url, target: &Target, what: &str) -> Result<(), Fault> {
    let refused = |_| {
        let detail = format!(
            "{what} is neither http nor https, or not on the public internet, which takes `private: true`"
        );
        Fault::new(FaultKind::Address, detail)
    };
    check_url(url, target.connection.private).map_err(refused)?;
    let may_expose = target.connection.may_expose_credentials() || !target.has_credentials();
    if !may_expose && is_exposed(url) {
        let detail = format!(
            "credentials would be readable on their way to {what}: it takes https, or {}",
            ConnectionSettings::CONFIRMATION
        );
        return Err(Fault::new(FaultKind::Address, detail));
    }
    Ok(())
}

/// The identifier of a server as the resource of a token (RFC 8707, section 2): without a fragment, and
/// without a query, which may contain a key.
fn resource_of(server: &Url) -> String {
    let mut resource = server.clone();
    resource.set_fragment(None);
    resource.set_query(None);
    let _ = resource.set_username("");
    let _ = resource.set_password(None);
    let text = resource.to_string();
    match resource.path() {
        "/" => text.trim_end_matches('/').to_owned(),
        _ => text,
    }
}

fn explain(failure: &Failure) -> Fault {
    let kind = match failure.code() {
        "HTTP_CREDENTIALS" => FaultKind::Credentials,
        "HTTP_ADDRESS" => FaultKind::Address,
        _ => FaultKind::Reach,
    };
    Fault::new(
        kind,
        format!("no token could be fetched: {}", failure.detail()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_the_address_without_what_is_secret() {
        let cases = [
            ("https://MCP.example.com/", "https://mcp.example.com"),
            (
                "https://mcp.example.com/mcp?key=1#a",
                "https://mcp.example.com/mcp",
            ),
            (
                "https://me:secret@mcp.example.com:8443/mcp/",
                "https://mcp.example.com:8443/mcp/",
            ),
        ];
        for (address, resource) in cases {
            let address = Url::parse(address).expect("an address");
            assert_eq!(resource_of(&address), resource);
        }
    }
}
