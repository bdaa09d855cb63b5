//! A server as a tower service, over streamable HTTP.

use super::Shared;
use super::access::{Caller, Challenge};
use super::handler::{ASKED, Handler};
use super::session::Sessions;
use super::tools::Tools;
use ::http::{HeaderValue, Request, Response, StatusCode, header, request::Parts};
use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll};
use std::time::Duration;
use tower_service::Service;

/// How long a client may take to send a message.
const BODY_WITHIN: Duration = Duration::from_secs(60);

/// The body of a response.
pub type Answer = BoxBody<Bytes, Infallible>;

/// A server over HTTP. Clones refer to the same server.
#[derive(Clone)]
pub struct HttpService {
    pub(super) shared: Arc<Shared>,
    inner: Arc<StreamableHttpService<Handler, LocalSessionManager>>,
    sessions: Sessions,
}

impl HttpService {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let mut config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_max_request_body_bytes(usize::MAX)
            .with_allowed_origins(&shared.origins)
            .enforce_origin_validation();
        if let Some(hosts) = &shared.hosts {
            config = config.with_allowed_hosts(hosts);
        }
        let handlers = Arc::clone(&shared);
        let make = move || Ok(Handler::new(Arc::clone(&handlers)));
        HttpService {
            shared,
            inner: Arc::new(StreamableHttpService::new(make, Arc::default(), config)),
            sessions: Sessions::new(),
        }
    }

    /// Cancels everything that is running.
    pub(super) fn stop(&self) {
        self.inner.config.cancellation_token.cancel();
    }

    /// Handles a request.
    pub async fn handle<B>(&self, request: Request<B>) -> Response<Answer>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (mut parts, body) = request.into_parts();
        match self.admit(&mut parts).await {
            Ok(caller) => self.read(parts, body, caller).await,
            Err(refusal) => refusal,
        }
    }

    /// Identifies the caller of the request, or rejects it.
    async fn admit(&self, parts: &mut Parts) -> Result<Option<Caller>, Response<Answer>> {
        // Only the authenticator may set the caller.
        parts.extensions.remove::<Caller>();
        let mut caller = None;
        if let Some(authenticate) = &self.shared.authenticator {
            let known = authenticate(parts).await;
            let known = known.map_err(|challenge| self.challenge(&challenge))?;
            parts.extensions.insert(known.clone());
            caller = Some(known);
        }
        let principal = caller
            .as_ref()
            .and_then(|caller| caller.context.principal());
        match self.sessions.admit(&mut parts.headers, principal) {
            true => Ok(caller),
            false => Err(plain(StatusCode::NOT_FOUND, "there is no such session")),
        }
    }

    async fn read<B>(&self, parts: Parts, body: B, caller: Option<Caller>) -> Response<Answer>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let body = Limited::new(body, self.shared.limit).collect();
        let body = match tokio::time::timeout(BODY_WITHIN, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Err(_) => {
                return plain(
                    StatusCode::REQUEST_TIMEOUT,
                    "the message was not sent in time",
                );
            }
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                return plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
            }
            Ok(Err(_)) => {
                return plain(
                    StatusCode::BAD_REQUEST,
                    "the message was not read to its end",
                );
            }
        };
        let Ok(text) = std::str::from_utf8(&body) else {
            return plain(StatusCode::BAD_REQUEST, "the message is not UTF-8");
        };
        if let Some(refusal) = refuse_handshake(&parts, text) {
            return refusal;
        }
        if let Some(challenge) = self.lacking(text, caller.as_ref()) {
            return self.challenge(&challenge);
        }
        let text = self.shared.mark.keep_arguments(text).into_owned();
        let request = Request::from_parts(parts, Full::new(Bytes::from(text)));
        let own = caller.as_ref().and_then(|caller| caller.tools.clone());
        let tools = own.unwrap_or_else(|| self.shared.tools.clone());
        let response = ASKED
            .scope(tools.clone(), Box::pin(self.inner.handle(request)))
            .await;
        self.write(response, caller, tools).await
    }

    /// The challenge for a call, if its caller lacks a scope.
    fn lacking(&self, text: &str, caller: Option<&Caller>) -> Option<Challenge> {
        if self.shared.scopes.is_empty() {
            return None;
        }
        let message: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
        let params: BTreeMap<String, &RawValue> =
            serde_json::from_str(message.get("params")?.get()).ok()?;
        let name: String = serde_json::from_str(params.get("name")?.get()).ok()?;
        let needed = self.shared.scopes.get(&name)?;
        let lacks = caller.is_none_or(|caller| caller.lacks(needed));
        lacks.then(|| Challenge::insufficient_scope(needed))
    }

    /// The response, with marked strings replaced.
    async fn write(
        &self,
        response: Response<Answer>,
        caller: Option<Caller>,
        tools: Tools,
    ) -> Response<Answer> {
        let (mut parts, body) = response.into_parts();
        let principal = caller
            .as_ref()
            .and_then(|caller| caller.context.principal());
        self.sessions.sign(&mut parts.headers, principal);
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let body = match kind {
            "text/event-stream" => {
                let shared = Arc::clone(&self.shared);
                body.map_frame(move |frame| shared.put_back_events(frame, &tools))
                    .boxed()
            }
            _ => {
                let Ok(body) = body.collect().await;
                let bytes = body.to_bytes();
                let text = String::from_utf8_lossy(&bytes);
                let text = self.shared.put_back(&text, &tools).into_owned();
                Full::new(Bytes::from(text)).boxed()
            }
        };
        Response::from_parts(parts, body)
    }

    fn challenge(&self, challenge: &Challenge) -> Response<Answer> {
        let status = StatusCode::from_u16(challenge.status).unwrap_or(StatusCode::FORBIDDEN);
        let mut response = plain(status, &challenge.to_string());
        let value = challenge.header(self.shared.metadata.as_deref());
        if let Ok(value) = HeaderValue::try_from(value) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, value);
        }
        response
    }
}

impl Shared {
    /// A message as the SDK wrote it, with marked strings replaced.
    pub(super) fn put_back<'t>(
        &self,
        message: &'t str,
        tools: &Tools,
    ) -> std::borrow::Cow<'t, str> {
        let pages = &tools.prepared().pages;
        self.mark
            .put_back(message, |index, era| pages.page(index, era, self.paging))
    }

    /// Does this for the events in a frame, each of which is complete.
    fn put_back_events(&self, frame: Frame<Bytes>, tools: &Tools) -> Frame<Bytes> {
        let data = match frame.into_data() {
            Ok(data) => data,
            Err(frame) => return frame,
        };
        let Ok(text) = std::str::from_utf8(&data) else {
            return Frame::data(data);
        };
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            match line.strip_prefix("data:") {
                Some(message) => {
                    out.push_str("data: ");
                    out.push_str(&self.put_back(message.trim(), tools));
                    out.push('\n');
                }
                None => out.push_str(line),
            }
        }
        Frame::data(Bytes::from(out))
    }
}

/// Rejects `initialize` in a protocol revision without a handshake, as an unknown method.
fn refuse_handshake(parts: &Parts, text: &str) -> Option<Response<Answer>> {
    let version = parts.headers.get("mcp-protocol-version")?.to_str().ok()?;
    let mut known = ProtocolVersion::KNOWN_VERSIONS.iter();
    let version = known.find(|known| known.as_str() == version)?;
    if version.has_initialize() || !text.contains("\"initialize\"") {
        return None;
    }
    let message: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    if message.get("method")?.get() != "\"initialize\"" {
        return None;
    }
    let id = message.get("id").map_or("null", |id| id.get());
    let error = r#"{"code":-32601,"message":"initialize"}"#;
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
    let mut response = plain(StatusCode::NOT_FOUND, &body);
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Some(response)
}

/// A plain text response.
fn plain(status: StatusCode, text: &str) -> Response<Answer> {
    let mut response = Response::new(Full::new(Bytes::from(text.to_owned())).boxed());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Answer>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Task<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.handle(request).await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("tools", &self.shared.tools)
            .finish_non_exhaustive()
    }
}
