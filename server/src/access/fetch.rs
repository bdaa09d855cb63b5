//! Fetches metadata and keys of authorization servers.

use crate::client::make_client;
use serde_json::Value;
use std::error::Error;
use tokio::sync::OnceCell;

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
        let client = self.client.get_or_try_init(open_client).await?;
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

async fn open_client() -> Result<reqwest::Client, String> {
    // Reading the system's certificates can be slow.
    match tokio::task::spawn_blocking(make_client).await {
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
