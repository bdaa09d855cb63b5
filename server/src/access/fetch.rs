//! Fetches metadata and keys of authorization servers.

use rustls_platform_verifier::BuilderVerifierExt;
use serde_json::Value;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// How long a document may take.
const WITHIN: Duration = Duration::from_secs(5);

/// The longest document, in bytes.
const LONGEST: usize = 1024 * 1024;

/// Fetches documents, one connection pool for all.
#[derive(Default)]
pub(super) struct Fetcher {
    client: OnceCell<reqwest::Client>,
}

impl Fetcher {
    /// A document of JSON. No redirect is followed.
    ///
    /// # Errors
    /// Returns why there is none, as a sentence for a log.
    pub async fn fetch_json(&self, address: &str) -> Result<Value, String> {
        let said = |why: &dyn Error| format!("`{address}`: {}", list_causes(why));
        let client = self.client.get_or_try_init(make_client).await?;
        let request = client.get(address).header("accept", "application/json");
        let mut response = request.send().await.map_err(|error| said(&error))?;
        if !response.status().is_success() {
            return Err(format!("`{address}` answers with {}", response.status()));
        }
        let mut text = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|error| said(&error))? {
            if text.len() + part.len() > LONGEST {
                return Err(format!("`{address}` has more than {LONGEST} bytes"));
            }
            text.extend_from_slice(&part);
        }
        serde_json::from_slice(&text).map_err(|error| said(&error))
    }
}

async fn make_client() -> Result<reqwest::Client, String> {
    // Reading the system's certificates can be slow.
    let made = tokio::task::spawn_blocking(|| {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?;
        // Without system certificates, only this machine can be asked.
        let config = builder.clone().with_platform_verifier();
        let config = config
            .unwrap_or_else(|_| builder.with_root_certificates(rustls::RootCertStore::empty()));
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(config.with_no_client_auth())
            .redirect(reqwest::redirect::Policy::none())
            .timeout(WITHIN)
            .user_agent(concat!("toolc-server/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok::<_, Box<dyn Error + Send + Sync>>(client)
    });
    match made.await {
        Ok(made) => made.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn list_causes(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        said.push_str(": ");
        said.push_str(&error.to_string());
        cause = error.source();
    }
    said
}
