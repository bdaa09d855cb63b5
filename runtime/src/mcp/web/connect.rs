//! Connects to a server at an address, by the transport that it speaks.
#![expect(
    clippy::mutable_key_type,
    reason = "the SDK keeps headers by their names, whose hashes do not change"
)]

use super::authorization::{Authorization, NoToken, check_address};
use super::events::Events;
use super::{Headers, Pools, Web};
use crate::mcp::fault::{Fault, FaultKind};
use crate::mcp::owed::Owing;
use crate::mcp::start::{Ear, Means, Way};
use crate::mcp::target::Target;
use crate::mcp::wire::Wire;
use crate::redact::Secrets;
use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::RoleClient;
use rmcp::service::{ClientInitializeError, ClientServiceExt, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

/// Starts a connection; the inner result is that of the first messages.
pub(in crate::mcp) async fn serve_site(
    ear: Ear,
    target: &Target,
    means: &Means<'_>,
    way: Way,
    url: &str,
    (wire, secrets): (&Arc<Wire>, &Arc<Secrets>),
) -> Result<Result<RunningService<RoleClient, Ear>, ClientInitializeError>, Fault> {
    let (web, address, headers) = make_web(target, means.pools, url, (wire, secrets)).await?;
    let events = match way {
        Way::Events => Some(address),
        Way::EventsBelow => Some(address_below(address)),
        Way::Newest | Way::Handshake => None,
    };
    let lifecycle = way.lifecycle();
    Ok(match events {
        Some(address) => {
            let events = Events::open(web, &address, headers).await;
            let events = events.map_err(|error| http_fault(&error))?;
            let owing = Owing::new(events, means.owed, Arc::clone(wire));
            ear.serve_with_lifecycle(owing, lifecycle).await
        }
        None => {
            let web = stream_web(web, url, headers);
            let owing = Owing::new(web, means.owed, Arc::clone(wire));
            ear.serve_with_lifecycle(owing, lifecycle).await
        }
    })
}

async fn make_web(
    target: &Target,
    pools: &Pools,
    url: &str,
    (wire, secrets): (&Arc<Wire>, &Arc<Secrets>),
) -> Result<(Web, Url, Headers), Fault> {
    let setting = |detail: String| Fault::new(FaultKind::Setting, detail);
    let address = parse_address(url)?;
    check_address(&address, target, "the server")?;
    let mut headers = HashMap::new();
    for (name, value) in &target.given {
        let (Ok(key), Ok(mut value)) = (
            HeaderName::from_bytes(name.as_bytes()),
            HeaderValue::from_str(value),
        ) else {
            return Err(setting(format!("`{name}` cannot be sent as a header")));
        };
        value.set_sensitive(true);
        headers.insert(key, value);
    }
    let pool = pools.client(target.connection.private).await;
    let pool = pool.map_err(|_| setting("no connection can be made".to_owned()))?;
    let authorization = target.oauth.as_ref();
    let authorization =
        authorization.map(|oauth| Authorization::new(pool, target, oauth, &address, secrets));
    let web = Web {
        pool: pool.clone(),
        authorization: authorization.transpose()?.map(Arc::new),
        wire: Arc::clone(wire),
        limit: target.connection.read_limit(),
        pace: Arc::default(),
    };
    Ok((web, address, headers))
}

/// An absolute address. The query is not shown, because it may contain a key.
pub(super) fn parse_address(text: &str) -> Result<Url, Fault> {
    let shown = text.split(['?', '#']).next().unwrap_or_default();
    let detail = match (text.contains("://"), Url::parse(text)) {
        (true, Ok(address)) => return Ok(address),
        (true, Err(error)) => format!("its address is not a URL: {error}"),
        (false, _) => {
            format!("an address begins with `http://` or `https://`: `http://{shown}`")
        }
    };
    Err(Fault::new(FaultKind::Setting, detail))
}

/// `/sse` below an address.
fn address_below(mut address: Url) -> Url {
    let path = format!("{}/sse", address.path().trim_end_matches('/'));
    address.set_path(&path);
    address
}

/// Streamable HTTP, which is part of the protocol since 2025-03-26.
fn stream_web(web: Web, url: &str, headers: Headers) -> StreamableHttpClientTransport<Web> {
    let most = usize::try_from(web.limit).unwrap_or(usize::MAX);
    let config = StreamableHttpClientTransportConfig::with_uri(url)
        .custom_headers(headers)
        .max_json_response_size(most)
        .max_sse_event_size(most)
        .max_concurrent_requests(usize::MAX)
        // On a new session, the tools have to be listed before one is called.
        .reinit_on_expired_session(false);
    StreamableHttpClientTransport::with_client(web, config)
}

/// What an error of the transport says, if it is one.
pub(in crate::mcp) fn find_fault(error: &(dyn Error + 'static)) -> Option<Fault> {
    let error = error.downcast_ref::<StreamableHttpError<reqwest::Error>>()?;
    Some(http_fault(error))
}

fn http_fault(error: &StreamableHttpError<reqwest::Error>) -> Fault {
    let kind = match error {
        StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
            let detail = "it wants other credentials (HTTP 401 or 403)";
            return Fault::new(FaultKind::Credentials, detail);
        }
        StreamableHttpError::Client(error) => return reach_fault(error),
        StreamableHttpError::Io(error) => {
            let inner = error
                .get_ref()
                .and_then(|error| error.downcast_ref::<NoToken>());
            let other = || Fault::new(FaultKind::Protocol, error.to_string());
            return inner.map_or_else(other, |why| why.0.clone());
        }
        StreamableHttpError::HttpStatus(_) => FaultKind::Reach,
        StreamableHttpError::ResponseBodyTooLarge { .. } => FaultKind::TooLarge,
        StreamableHttpError::SessionExpired => FaultKind::Expired,
        StreamableHttpError::TransportChannelClosed => FaultKind::Ended,
        _ => FaultKind::Protocol,
    };
    Fault::new(kind, error.to_string())
}

/// A connection error, without its URL, whose query may contain a key.
pub(super) fn reach_fault(error: &reqwest::Error) -> Fault {
    let mut texts = Vec::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    if texts.is_empty() {
        texts.push("the connection failed".to_owned());
    }
    let detail = texts.join(": ");
    match detail.contains("public internet") {
        true => Fault::new(FaultKind::Address, detail),
        false => Fault::new(FaultKind::Reach, detail),
    }
}
