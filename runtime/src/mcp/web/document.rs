//! A document at an address, for the compiler's command line.

use super::Pools;
use super::connect::{parse_address, reach_fault};
use crate::http::address::check_url;
use crate::mcp::alone::run_alone;
use crate::mcp::fault::{Fault, FaultKind, hide_secrets};
use crate::mcp::target::{Reached, Target};
use reqwest::header::{ACCEPT, HeaderName, HeaderValue, LOCATION};

/// Fetches a document. Redirects are not followed.
pub fn get_document(target: &Target) -> Result<Vec<u8>, Fault> {
    let Reached::Url(url) = &target.reach else {
        return Err(Fault::new(
            FaultKind::Setting,
            "a document is at an address",
        ));
    };
    let got = run_alone(async {
        let got = tokio::time::timeout(target.connection.timeout, get(target, url)).await;
        got.unwrap_or_else(|_| Err(Fault::late(target.connection.timeout)))
    });
    got.map_err(|fault| hide_secrets(fault, &target.secrets()))
}

async fn get(target: &Target, url: &str) -> Result<Vec<u8>, Fault> {
    let setting = |detail: String| Fault::new(FaultKind::Setting, detail);
    let url = parse_address(url)?;
    let refused = |_| Fault::new(FaultKind::Address, "it is neither http nor https");
    check_url(&url, target.connection.private).map_err(refused)?;
    let pools = Pools::default();
    let pool = pools.client(target.connection.private).await;
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
    let mut response = request.send().await.map_err(|error| reach_fault(&error))?;
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
        .map_err(|error| reach_fault(&error))?
    {
        body.extend_from_slice(&piece);
        if body.len() as u64 > target.connection.read_limit() {
            return Err(Fault::too_large(target.connection.read_limit()));
        }
    }
    Ok(body)
}
