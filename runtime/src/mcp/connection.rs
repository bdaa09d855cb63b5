//! One connection to a server, from the first message to the last.
#![expect(
    clippy::mutable_key_type,
    reason = "the SDK keeps headers by their names, whose hashes do not change"
)]

use super::authorization::{self, Authorization, NoToken, check_address};
use super::events::Events;
use super::fault::{Fault, FaultKind};
use super::heard::Heard;
use super::owed::{OWED, Owing};
use super::recent_lines::Hear;
use super::stdio::Pipes;
use super::target::{Reached, Target};
use super::web::{Headers, Web};
use super::wire::Wire;
use crate::http::redact::Secrets;
use crate::http::transport::Transport as Pools;
use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, JsonObject, ProgressNotificationParam,
    ProtocolVersion, ServerPeerInfo,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, NotificationContext, Peer,
    RunningService, ServiceError,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use rmcp::{ClientHandler, RoleClient};
use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

/// How many characters of a server's text are included in an error.
const SAID: usize = 400;

/// What a connection is made with, besides its target.
pub(super) struct Means<'m> {
    pub pools: &'m Pools,
    /// Receives what the server writes to its standard error.
    pub said: Hear,
    /// Receives why this side gives up the connection.
    pub lost: Hear,
    /// How many answers may wait to be sent to the server.
    pub owed: usize,
}

impl<'m> Means<'m> {
    /// Means of a connection that nobody listens to.
    pub fn of(pools: &'m Pools) -> Self {
        Means {
            pools,
            said: Arc::new(|_: &str| {}),
            lost: Arc::new(|_: &str| {}),
            owed: OWED,
        }
    }
}

/// An established connection.
pub(super) struct Connection {
    service: RunningService<RoleClient, Ear>,
    pub wire: Arc<Wire>,
    pub heard: Arc<Heard>,
    pub secrets: Arc<Secrets>,
}

/// Wakes the waiting calls. What the server sends is recorded where messages come in, not here: the SDK
/// handles each notification in a task of its own, which a later response can overtake.
struct Ear {
    heard: Arc<Heard>,
    has_oauth: bool,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let own = Implementation::new("toolc", env!("CARGO_PKG_VERSION"));
        let mut capabilities = ClientCapabilities::default();
        if self.has_oauth {
            let extensions = capabilities.extensions.get_or_insert_default();
            extensions.insert(authorization::EXTENSION.to_owned(), JsonObject::new());
        }
        ClientConfig::new(capabilities, own)
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.heard.wake();
    }
}

impl Connection {
    /// Connects within the time limit of the target, with the newest protocol revision that both sides
    /// support.
    pub async fn open(target: &Target, means: &Means<'_>) -> Result<Self, Fault> {
        if tokio::runtime::Handle::try_current().is_err() {
            let detail = "must be called inside a Tokio runtime";
            return Err(Fault::new(FaultKind::Setting, detail));
        }
        let opened = async {
            let fault = match Connection::try_open(target, means, Way::Newest).await {
                Ok(opened) => return Ok(opened),
                Err(fault) => fault,
            };
            for older in Way::after(&target.reach, &fault) {
                let again = Connection::try_open(target, means, *older).await;
                if again.is_ok() {
                    return again;
                }
            }
            Err(fault)
        };
        let opened = tokio::time::timeout(target.timeout, opened).await;
        opened.unwrap_or_else(|_| Err(Fault::late(target.timeout)))
    }

    async fn try_open(target: &Target, means: &Means<'_>, way: Way) -> Result<Self, Fault> {
        let heard = Arc::new(Heard::default());
        let wire = Arc::new(Wire::new(Arc::clone(&heard), Arc::clone(&means.lost)));
        let secrets = Arc::new(target.secrets());
        let ear = Ear {
            heard: Arc::clone(&heard),
            has_oauth: target.oauth.is_some(),
        };
        let served = match &target.reach {
            Reached::Command(words) => {
                let said = Arc::clone(&means.said);
                let pipes = Arc::clone(&wire);
                let pipes = Pipes::open(words, &target.given, target.limit, pipes, said)?;
                let owing = Owing::new(pipes, means.owed, Arc::clone(&wire));
                ear.serve_with_lifecycle(owing, way.lifecycle()).await
            }
            Reached::Url(url) => {
                let made = make_web(target, url, means.pools, &wire, &secrets).await;
                let (web, address, headers) = made?;
                let events = match way {
                    Way::Events => Some(address),
                    Way::EventsBelow => Some(address_below(address)),
                    Way::Newest | Way::Handshake => None,
                };
                match events {
                    Some(address) => {
                        let events = Events::open(web, &address, headers).await;
                        let events = events.map_err(|error| http_fault(&error))?;
                        let owing = Owing::new(events, means.owed, Arc::clone(&wire));
                        ear.serve_with_lifecycle(owing, way.lifecycle()).await
                    }
                    None => {
                        let web = stream_web(web, url, headers);
                        let owing = Owing::new(web, means.owed, Arc::clone(&wire));
                        ear.serve_with_lifecycle(owing, way.lifecycle()).await
                    }
                }
            }
        };
        let service = served.map_err(|error| startup_fault(&error, &wire, &secrets))?;
        let connection = Connection {
            service,
            wire,
            heard,
            secrets,
        };
        connection.check_version()?;
        connection.subscribe_to_changes().await;
        Ok(connection)
    }

    /// What the server says about itself.
    pub fn info(&self) -> Option<Arc<ServerPeerInfo>> {
        self.peer().peer_info()
    }

    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    /// Whether no more requests can be sent, or a request could fail with an error that belongs to an earlier
    /// one.
    pub fn is_closed(&self) -> bool {
        self.service.is_closed() || self.peer().is_transport_closed() || self.wire.fault().is_some()
    }

    /// Closes the connection, and ends the server if it is a local program.
    pub async fn close(mut self) {
        let _ = self.service.close().await;
    }

    /// A server may respond with any version. Unknown ones may use other messages.
    fn check_version(&self) -> Result<(), Fault> {
        let version = self.info().map(|info| info.protocol_version.clone());
        match version {
            Some(version) if ProtocolVersion::KNOWN_VERSIONS.contains(&version) => Ok(()),
            version => {
                let said = version.map_or_else(String::new, |version| version.to_string());
                let detail = format!("it speaks the protocol {said:?}, which is not known here");
                Err(Fault::new(FaultKind::Protocol, detail))
            }
        }
    }

    /// Why a request failed.
    pub fn fault(&self, error: &ServiceError) -> Fault {
        if let Some(fault) = self.wire.fault() {
            return hide(fault, &self.secrets);
        }
        let fault = match error {
            ServiceError::McpError(error) => {
                let detail = format!("{}: {}", error.code.0, error.message);
                Fault::new(FaultKind::Refused, detail)
            }
            ServiceError::TransportSend(error) => transport_fault(&*error.error),
            ServiceError::TransportClosed => Fault::new(FaultKind::Ended, "the connection ended"),
            other => Fault::new(FaultKind::Protocol, other.to_string()),
        };
        let fault = hide(fault, &self.secrets);
        if fault.kind == FaultKind::Expired {
            self.wire.fail(fault.clone());
        }
        fault
    }
}

/// How a connection is started.
#[derive(Clone, Copy)]
enum Way {
    /// `server/discover` first, then the handshake of older servers.
    Newest,
    /// Only the handshake.
    Handshake,
    /// The handshake over the transport of 2024-11-05.
    Events,
    /// The same, with the event stream at `/sse` below the address: clients of that time append it.
    EventsBelow,
}

impl Way {
    /// What to try if the newest way does not reach a server: some old servers exit when the first message is
    /// not `initialize`, or respond to anything, and some accept no messages at the URL of their event
    /// stream.
    fn after(reach: &Reached, fault: &Fault) -> &'static [Way] {
        match (reach, fault.kind) {
            (Reached::Command(_), FaultKind::Ended | FaultKind::Noise) => &[Way::Handshake],
            (Reached::Url(_), FaultKind::Ended | FaultKind::Noise) => {
                &[Way::Handshake, Way::Events, Way::EventsBelow]
            }
            (Reached::Url(_), FaultKind::Protocol | FaultKind::Refused) => {
                &[Way::Events, Way::EventsBelow]
            }
            _ => &[],
        }
    }

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Way::Newest => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::LATEST],
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
            Way::Handshake | Way::Events | Way::EventsBelow => ClientLifecycleMode::Initialize,
        }
    }
}

async fn make_web(
    target: &Target,
    url: &str,
    pools: &Pools,
    wire: &Arc<Wire>,
    secrets: &Arc<Secrets>,
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
    let pool = pools.client(target.private).await;
    let pool = pool.map_err(|_| setting("no connection can be made".to_owned()))?;
    let authorization = target.oauth.as_ref();
    let authorization =
        authorization.map(|oauth| Authorization::new(pool, target, oauth, &address, secrets));
    let web = Web {
        pool: pool.clone(),
        authorization: authorization.transpose()?.map(Arc::new),
        wire: Arc::clone(wire),
        limit: target.limit,
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

/// Why no connection was established.
fn startup_fault(error: &ClientInitializeError, wire: &Wire, secrets: &Secrets) -> Fault {
    if let Some(fault) = wire.fault() {
        return hide(fault, secrets);
    }
    let fault = match error {
        ClientInitializeError::JsonRpcError(error) => {
            let detail = format!("it refuses to begin: {}: {}", error.code.0, error.message);
            Fault::new(FaultKind::Refused, detail)
        }
        ClientInitializeError::TransportError { error, .. } => transport_fault(&*error.error),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            return startup_fault(fallback, wire, secrets);
        }
        ClientInitializeError::ConnectionClosed(_) => {
            Fault::new(FaultKind::Ended, "the connection ended before it began")
        }
        ClientInitializeError::NoCompatibleProtocolVersion {
            server_supported, ..
        } => {
            let versions = server_supported.iter().map(ProtocolVersion::as_str);
            let versions: Vec<&str> = versions.take(8).collect();
            let detail = format!("it speaks only the protocols {versions:?}");
            Fault::new(FaultKind::Protocol, detail)
        }
        ClientInitializeError::ExpectedInitResult(_) => {
            Fault::new(FaultKind::Noise, error.to_string())
        }
        other => Fault::new(FaultKind::Protocol, other.to_string()),
    };
    hide(fault, secrets)
}

/// Why a message was not delivered.
fn transport_fault(error: &(dyn Error + Send + Sync + 'static)) -> Fault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            return http_fault(error);
        }
        cause = error.source();
    }
    Fault::new(FaultKind::Ended, error.to_string())
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

/// A fault without secrets, truncated for display.
pub(super) fn hide(fault: Fault, secrets: &Secrets) -> Fault {
    let detail = secrets.redact(&fault.detail);
    let end = detail.floor_char_boundary(SAID);
    Fault {
        kind: fault.kind,
        detail: detail[..end].to_owned(),
    }
}
