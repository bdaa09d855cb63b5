//! Asks a server for its tool list, for the compiler's command line. No tool is called.

use super::connection::{Connection, Means, parse_address};
pub use super::fault::{Fault, FaultKind};
use super::listing::list_tools;
pub use super::target::{ClientCredentials, Reached, Target, expand_variables};
use crate::http::address::check_url;
use crate::http::transport::Transport as Pools;
use reqwest::header::{ACCEPT, HeaderName, HeaderValue, LOCATION};

/// What a server says about itself, and its tools.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The negotiated revision of the protocol.
    pub protocol: String,
    /// Its name and version as a JSON object, if it gives them.
    pub server: Option<String>,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// Its tools in its order, each as the server wrote it.
    pub tools: Vec<Box<str>>,
}

/// Connects to a server, lists its tools and disconnects.
pub fn ask_server(target: &Target) -> Result<Listing, Fault> {
    run(async {
        let pools = Pools::default();
        let connection = Connection::open(target, &Means::of(&pools)).await?;
        let listed = list_tools(&connection, target).await;
        let info = connection.info();
        connection.close().await;
        let info = info.as_deref();
        Ok(Listing {
            tools: listed?,
            protocol: info.map_or_else(String::new, |info| info.protocol_version.to_string()),
            server: info
                .and_then(|info| info.server_info.as_ref())
                .and_then(|server| serde_json::to_string(server).ok()),
            instructions: info.and_then(|info| info.instructions.clone()),
        })
    })
}

/// Fetches a document. Redirects are not followed.
pub fn get_document(target: &Target) -> Result<Vec<u8>, Fault> {
    let Reached::Url(url) = &target.reach else {
        return Err(Fault::new(
            FaultKind::Setting,
            "a document is at an address",
        ));
    };
    let got = run(async {
        let got = tokio::time::timeout(target.timeout, get(target, url)).await;
        got.unwrap_or_else(|_| Err(Fault::late(target.timeout)))
    });
    got.map_err(|fault| super::connection::hide(fault, &target.secrets()))
}

async fn get(target: &Target, url: &str) -> Result<Vec<u8>, Fault> {
    let setting = |detail: String| Fault::new(FaultKind::Setting, detail);
    let url = parse_address(url)?;
    let refused = |_| Fault::new(FaultKind::Address, "it is neither http nor https");
    check_url(&url, target.private).map_err(refused)?;
    let pools = Pools::default();
    let pool = pools.client(target.private).await;
    let pool = pool.map_err(|_| setting("no connection can be made".to_owned()))?;
    let mut request = pool
        .get(url)
        .header(ACCEPT, "application/json, application/yaml, */*");
    for (name, value) in &target.given {
        let (Ok(name), Ok(value)) = (
            HeaderName::from_bytes(name.as_bytes()),
            HeaderValue::from_str(value),
        ) else {
            return Err(setting(format!("`{name}` cannot be sent as a header")));
        };
        request = request.header(name, value);
    }
    let mut response = request
        .send()
        .await
        .map_err(|error| super::connection::reach_fault(&error))?;
    let status = response.status();
    match status.as_u16() {
        401 | 403 => {
            let detail = format!("it wants other credentials (HTTP {status})");
            return Err(Fault::new(FaultKind::Credentials, detail));
        }
        404 | 410 => {
            let detail = format!("there is nothing at this address (HTTP {status})");
            return Err(Fault::new(FaultKind::Missing, detail));
        }
        300..=399 => {
            let to = response.headers().get(LOCATION);
            let to = String::from_utf8_lossy(to.map_or(b"", HeaderValue::as_bytes)).into_owned();
            // The query may contain a key.
            let to = to.split(['?', '#']).next().unwrap_or_default();
            let detail = format!("it is redirected to `{to}` (HTTP {status})");
            return Err(Fault::new(FaultKind::Missing, detail));
        }
        200..=299 => {}
        _ => return Err(Fault::new(FaultKind::Refused, format!("HTTP {status}"))),
    }
    let mut body = Vec::new();
    while let Some(piece) = response
        .chunk()
        .await
        .map_err(|error| super::connection::reach_fault(&error))?
    {
        body.extend_from_slice(&piece);
        if body.len() as u64 > target.limit {
            return Err(Fault::too_large(target.limit));
        }
    }
    Ok(body)
}

fn run<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let none = |_| Fault::new(FaultKind::Setting, "the system has no more resources");
    runtime.map_err(none)?.block_on(work)
}
