//! The client of requests that the server makes itself: to authorization servers, and to collectors.

use rustls_platform_verifier::BuilderVerifierExt;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// How long an answer may take.
const WITHIN: Duration = Duration::from_secs(5);

/// Makes a client that trusts what the system trusts, and follows no redirect.
pub(crate) fn make_client() -> Result<reqwest::Client, Box<dyn Error + Send + Sync>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?;
    // Without system certificates, only this machine can be asked.
    let config = builder.clone().with_platform_verifier();
    let config =
        config.unwrap_or_else(|_| builder.with_root_certificates(rustls::RootCertStore::empty()));
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(config.with_no_client_auth())
        .redirect(reqwest::redirect::Policy::none())
        .timeout(WITHIN)
        .user_agent(concat!("toolc-server/", env!("CARGO_PKG_VERSION")))
        .build()?;
    Ok(client)
}
