//! A server as a tower service, over streamable HTTP.

use super::Shared;
use super::access::{Caller, Challenge};
use super::handler::{ASKED, Handler};
use super::held::{Held, VISIT, Visit};
use super::hosts::settle_host;
use super::message::{Members, Unread, id_of};
use super::meter::{EACH, Full, Peer, Taken, Who};
use super::packed::{accepts_gzip, say_packed};
use super::response::{Answer, challenge, plain, say_full, unread};
use super::session::{SESSION, Sessions};
use super::tools::{Prepared, Tools};
use ::http::{Method, Request, Response, StatusCode, header, request::Parts};
use bytes::Bytes;
use bytes::BytesMut;
use futures_util::StreamExt;
use futures_util::stream;
use http_body::{Body, Frame};
use http_body_util::{BodyExt, BodyStream, Full as Whole, StreamBody};
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Task, Poll};
use std::time::Duration;
use tower_service::Service;

/// How long a client may take to send a message.
const BODY_WITHIN: Duration = Duration::from_secs(60);

/// How long the head of a response waits for the first events, so that both are sent together.
const FIRST_WITHIN: Duration = Duration::from_millis(5);

/// What is said of a session that is not there, or not the caller's.
const NO_SESSION: &str = "there is no such session";

/// A server over HTTP. Clones refer to the same server.
#[derive(Clone)]
pub struct HttpService {
    pub(super) shared: Arc<Shared>,
    pub(super) inner: Arc<StreamableHttpService<Handler, Held>>,
    held: Arc<Held>,
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
        let held = Arc::new(Held::new(&shared.budget.counted().sessions));
        let handlers = Arc::clone(&shared);
        let make = move || Ok(Handler::new(Arc::clone(&handlers)));
        HttpService {
            shared,
            inner: Arc::new(StreamableHttpService::new(make, Arc::clone(&held), config)),
            held,
            sessions: Sessions::new(),
        }
    }

    /// Cancels everything that is running, for the end of a process.
    pub fn stop(&self) {
        self.inner.config.cancellation_token.cancel();
    }

    /// Handles a request.
    pub async fn handle<B>(&self, request: Request<B>) -> Response<Answer>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (mut parts, body) = request.into_parts();
        if let Err(reason) = settle_host(&mut parts) {
            return plain(StatusCode::BAD_REQUEST, reason);
        }
        let page = match self.greet_page(&parts).await {
            Ok(page) => page,
            Err(answer) => return answer,
        };
        page.share(match self.admit(&mut parts).await {
            Ok(caller) => self.read(parts, body, caller).await,
            Err(refusal) => refusal,
        })
    }

    /// Identifies the caller of the request, or rejects it.
    async fn admit(&self, parts: &mut Parts) -> Result<Option<Caller>, Response<Answer>> {
        // Only the authenticator may set the caller.
        parts.extensions.remove::<Caller>();
        let mut caller = None;
        if let Some(authenticate) = &self.shared.authenticator {
            let known = authenticate(parts).await;
            let known = known.map_err(|why| challenge(&why, self.shared.metadata.as_deref()))?;
            parts.extensions.insert(known.clone());
            caller = Some(known);
        }
        let principal = caller
            .as_ref()
            .and_then(|caller| caller.context.principal());
        match self.sessions.admit(&mut parts.headers, principal) {
            true => Ok(caller),
            false => Err(plain(StatusCode::NOT_FOUND, NO_SESSION)),
        }
    }

    async fn read<B>(&self, mut parts: Parts, body: B, caller: Option<Caller>) -> Response<Answer>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let principal = caller
            .as_ref()
            .and_then(|caller| caller.context.principal());
        let who = Who::new(principal, parts.extensions.get::<Peer>().copied());
        let (body, taken) = match self.read_body(&parts, body, &who).await {
            Ok(read) => read,
            Err(refusal) => return refusal,
        };
        let tools = self.shared.tools(caller.as_ref());
        let Ok(text) = std::str::from_utf8(&body) else {
            return unread(&Unread::no_json());
        };
        if let Some(refusal) = refuse_handshake(&parts, text) {
            return refusal;
        }
        if let Some(lacks) = self.find_missing_scope(text, caller.as_ref(), tools.prepared()) {
            return challenge(&lacks, self.shared.metadata.as_deref());
        }
        let text = match is_message(&parts) {
            true => match self.shared.read_message(text, tools.prepared()) {
                Ok(readable) => Bytes::from(readable.text.into_owned()),
                Err(reason) => return unread(&reason),
            },
            // The SDK says what is wrong with it.
            false => body.clone(),
        };
        drop(body);
        let packs = accepts_gzip(&parts.headers);
        let visit = Visit::new(who);
        let session = parts.headers.get(SESSION).and_then(|id| id.to_str().ok());
        let ends = parts.method == Method::DELETE;
        if ends && session.is_some_and(|id| !self.held.is_open(id)) {
            return plain(StatusCode::NOT_FOUND, NO_SESSION);
        }
        let open = session.and_then(|id| self.held.open_call(id));
        // These go with the request: it is under way until its call has ended.
        parts.extensions.insert(visit.clone());
        parts.extensions.insert(Arc::new((taken, open)));
        let request = Request::from_parts(parts, Whole::new(text));
        let handled = Box::pin(self.inner.handle(request));
        let handled = VISIT.scope(visit.clone(), handled);
        let response = ASKED.scope(tools.clone(), handled).await;
        let mut response = self.write(response, caller, tools, packs).await;
        if ends && response.status() == StatusCode::ACCEPTED {
            // The session is over. Clients take 202 as a failure to end it.
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        match visit.full.get() {
            Some(full) => say_full(response, *full),
            None => response,
        }
    }

    /// Reads the body of a request, and counts it as under way with its head.
    async fn read_body<B>(
        &self,
        parts: &Parts,
        body: B,
        who: &Who,
    ) -> Result<(Bytes, Taken), Response<Answer>>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let full = |full: Full| say_full(plain(StatusCode::OK, &full.to_string()), full);
        let too_long = || plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
        let limit = self.shared.limit;
        if body.size_hint().lower() > limit as u64 {
            return Err(too_long());
        }
        let headers = parts.headers.iter();
        let head: usize = headers
            .map(|(name, value)| name.as_str().len() + value.len())
            .sum();
        let taken = self
            .shared
            .budget
            .counted()
            .requests
            .take(who, EACH + head as u64);
        let mut taken = taken.map_err(full)?;
        let read = async {
            let mut body = pin!(body);
            let mut bytes = BytesMut::new();
            while let Some(frame) = body.frame().await {
                let unread = "the message was not read to its end";
                let frame = frame.map_err(|_| plain(StatusCode::BAD_REQUEST, unread))?;
                let Ok(mut data) = frame.into_data() else {
                    continue;
                };
                let length = bytes::Buf::remaining(&data);
                if bytes.len() + length > limit {
                    return Err(too_long());
                }
                taken.grow(length as u64).map_err(full)?;
                bytes.extend_from_slice(&bytes::Buf::copy_to_bytes(&mut data, length));
            }
            Ok(bytes.freeze())
        };
        let read = tokio::time::timeout(BODY_WITHIN, read).await;
        let late = |_| {
            let late = "the message was not sent in time";
            plain(StatusCode::REQUEST_TIMEOUT, late)
        };
        let bytes = read.map_err(late)??;
        Ok((bytes, taken))
    }

    /// The challenge for a call, if its caller lacks a scope.
    fn find_missing_scope(
        &self,
        text: &str,
        caller: Option<&Caller>,
        tools: &Prepared,
    ) -> Option<Challenge> {
        if !self.shared.needs_scopes() {
            return None;
        }
        let message = Members::read(text)?;
        let name = Members::read(message.get("params")?)?.text("name")?;
        let needed = self
            .shared
            .list_scopes(tools.called.get(name.as_str())?.entry);
        let lacks = match caller {
            Some(caller) => caller.lacks(&needed),
            None => !needed.is_empty(),
        };
        lacks.then(|| Challenge::insufficient_scope(needed))
    }

    /// The response, with marked strings replaced.
    async fn write(
        &self,
        response: Response<Answer>,
        caller: Option<Caller>,
        tools: Tools,
        packs: bool,
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
                let events = body.map_frame(move |frame| shared.put_back_events(frame, &tools));
                with_first(events.boxed()).await
            }
            _ => {
                let Ok(body) = body.collect().await;
                let bytes = body.to_bytes();
                let text = String::from_utf8_lossy(&bytes);
                let packed = packs.then(|| self.shared.pack_list(&text, &tools));
                let sent = match packed.flatten() {
                    Some(packed) => {
                        say_packed(&mut parts.headers);
                        Bytes::from(packed)
                    }
                    None => Bytes::from(self.shared.put_back(&text, &tools).into_owned()),
                };
                Whole::new(sent).boxed()
            }
        };
        Response::from_parts(parts, body)
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

    /// A message of the SDK whose result is a page of the list, compressed. Nothing else is.
    fn pack_list(&self, message: &str, tools: &Tools) -> Option<Vec<u8>> {
        let (id, index, era) = self.mark.find_page(message)?;
        let pages = &tools.prepared().pages;
        let packed = pages.packed(index, era, self.paging)?;
        let before = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":"#);
        Some(packed.write_between(&before, "}"))
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
    let message = Members::read(text)?;
    if message.text("method")? != "initialize" {
        return None;
    }
    let mut response = unread(&Unread::new(id_of(&message), -32601, "initialize"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    Some(response)
}

/// Whether the SDK reads the body of a request: any other request it refuses or answers without one.
fn is_message(parts: &Parts) -> bool {
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    parts.method == Method::POST && kind.eq_ignore_ascii_case("application/json")
}

/// The same events. The first of them are waited for, for a moment, so that they are sent together with the head.
async fn with_first(events: Answer) -> Answer {
    let mut frames = BodyStream::new(events);
    match tokio::time::timeout(FIRST_WITHIN, frames.next()).await {
        Ok(first) => BodyExt::boxed(StreamBody::new(stream::iter(first).chain(frames))),
        Err(_) => BodyExt::boxed(StreamBody::new(frames)),
    }
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
            .field("tools", &self.shared.offered)
            .finish_non_exhaustive()
    }
}
