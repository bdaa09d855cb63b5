//! A server at a URL: the SDK's streamable HTTP, over the connections of the HTTP engine. Requests whose
//! exact text matters are written and read here.
#![expect(
    clippy::mutable_key_type,
    reason = "the SDK keeps headers by their names, whose hashes do not change"
)]

mod authorization;
mod connect;
mod document;
mod events;
mod pace;

use super::fault::{Fault, FaultKind};
use super::wire::Wire;
pub(super) use crate::http::transport::Transport as Pools;
use authorization::{Authorization, NoToken};
pub(super) use connect::{find_fault, serve_site};
pub use document::get_document;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use pace::Pace;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use reqwest::{Response, StatusCode, Url};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, InsufficientScopeError, SseError, StreamableHttpClient, StreamableHttpError,
    StreamableHttpPostResponse, StreamableHttpResponseLimits,
};
use sse_stream::{Sse, SseStream};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

type Failed = StreamableHttpError<reqwest::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;
/// Events, as the SDK reads them.
type Stream = BoxStream<'static, Result<Sse, SseError>>;

const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
const SESSION: &str = "mcp-session-id";

/// How many bytes of an unsuccessful response are read.
const EXCERPT: usize = 16 * 1024;

/// Sends messages.
#[derive(Clone)]
struct Web {
    pool: reqwest::Client,
    authorization: Option<Arc<Authorization>>,
    wire: Arc<Wire>,
    limit: u64,
    pace: Arc<Pace>,
}

impl Web {
    /// Runs a request with the token for the server, if the server uses one. If the server rejects the token,
    /// it has not looked at the request, so the request is sent once more with a new token.
    async fn authorize<T, F: Future<Output = Result<T, Failed>>>(
        &self,
        send: impl Fn(Option<String>) -> F,
    ) -> Result<T, Failed> {
        let Some(authorization) = &self.authorization else {
            return send(None).await;
        };
        let no_token = |why: NoToken| Failed::Io(io::Error::other(why));
        let token = authorization.get_token().await.map_err(no_token)?;
        match send(Some(token.clone())).await {
            Err(Failed::AuthRequired(_)) => {
                authorization.forget_token(&token).await;
                let token = authorization.get_token().await.map_err(no_token)?;
                send(Some(token)).await
            }
            answer => answer,
        }
    }

    /// Sends a message whose response comes on another stream.
    pub async fn push_message(
        &self,
        endpoint: Url,
        message: &ClientJsonRpcMessage,
        headers: Headers,
    ) -> Result<(), Failed> {
        let text = self.wire.write(message)?;
        let send = |token: Option<String>| {
            let mut request = self.pool.post(endpoint.clone()).header(CONTENT_TYPE, JSON);
            for (name, value) in headers.clone() {
                request = request.header(name, value);
            }
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let sent = request.body(text.clone()).send();
            async move {
                let response = sent.await.map_err(Failed::Client)?;
                match response.status() {
                    status if status.is_success() => Ok(()),
                    StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(refusal(&response)),
                    status => {
                        let said = format!("HTTP {status} for a message");
                        Err(Failed::UnexpectedServerResponse(said.into()))
                    }
                }
            }
        };
        self.authorize(send).await
    }

    /// Sends a message, keeping its exact text and that of its result.
    async fn post(
        &self,
        uri: &str,
        message: &ClientJsonRpcMessage,
        session: Option<&str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let mut request = self
            .pool
            .post(uri)
            .header(ACCEPT, format!("{EVENTS}, {JSON}"))
            .header(CONTENT_TYPE, JSON)
            .body(self.wire.write(message)?);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        let response = request.send().await.map_err(Failed::Client)?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND && session.is_some() {
            return Err(Failed::SessionExpired);
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(refusal(&response));
        }
        if status == StatusCode::ACCEPTED {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let answered = response.headers().get(SESSION);
        let answered = answered
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = String::from_utf8_lossy(kind.map_or(b"", HeaderValue::as_bytes)).into_owned();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if kind.eq_ignore_ascii_case(EVENTS) && status.is_success() {
            return Ok(StreamableHttpPostResponse::Sse(
                self.events(response),
                answered,
            ));
        }
        let is_json = kind.eq_ignore_ascii_case(JSON);
        let max_bytes = match is_json {
            true => self.limit,
            false => EXCERPT as u64,
        };
        let body = self.body(response, max_bytes).await?;
        let text = String::from_utf8_lossy(&body);
        let message = is_json.then(|| serde_json::from_str::<ServerJsonRpcMessage>(&text).ok());
        match message.flatten() {
            Some(message) => {
                self.wire.note(&text);
                Ok(StreamableHttpPostResponse::Json(message, answered))
            }
            None => {
                let start: String = text.chars().take(120).collect();
                let said = format!("HTTP {status}, {kind}: {start:?}");
                Err(Failed::UnexpectedServerResponse(said.into()))
            }
        }
    }

    /// The body of a response, up to a limit.
    async fn body(&self, mut response: Response, max_bytes: u64) -> Result<Vec<u8>, Failed> {
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(Failed::Client)? {
            body.extend_from_slice(&piece);
            if body.len() as u64 > max_bytes {
                if max_bytes < self.limit {
                    break;
                }
                self.wire.fail(Fault::too_large(max_bytes));
                let max_size = usize::try_from(max_bytes).unwrap_or(usize::MAX);
                return Err(Failed::ResponseBodyTooLarge { max_size });
            }
        }
        Ok(body)
    }

    /// The events of a response, with a limit on their total size.
    fn events(&self, response: Response) -> Stream {
        let (wire, limit, mut read) = (Arc::clone(&self.wire), self.limit, 0);
        let counted = response.bytes_stream().map(move |piece| {
            let piece = piece.map_err(|error| io::Error::other(error.without_url()))?;
            read += piece.len() as u64;
            if read > limit {
                wire.fail(Fault::too_large(limit));
                return Err(io::Error::other("the answer is too large"));
            }
            Ok(piece)
        });
        let events = self.note_events(SseStream::from_bytes_stream(counted).boxed());
        let wire = Arc::clone(&self.wire);
        let watched = events.inspect(move |event| {
            if let Ok(event) = event
                && let Some(data) = message_of(event)
                && !data.trim().is_empty()
                && serde_json::from_str::<ServerJsonRpcMessage>(data).is_err()
            {
                let start: String = data.chars().take(120).collect();
                let detail = format!("what it writes is not a message of the protocol: {start:?}");
                wire.fail(Fault::new(FaultKind::Noise, detail));
            }
        });
        watched.boxed()
    }

    /// The same events, each recorded as it comes.
    fn note_events(&self, events: Stream) -> Stream {
        let (wire, limit) = (Arc::clone(&self.wire), self.limit);
        let noted = events.inspect(move |event| match event {
            Ok(event) => {
                if let Some(message) = message_of(event) {
                    wire.note(message);
                }
            }
            Err(error) if is_too_large(error) => wire.fail(Fault::too_large(limit)),
            Err(_) => {}
        });
        noted.boxed()
    }
}

/// The message in an event. Events with other names do not belong to the protocol, and the SDK skips them.
fn message_of(event: &Sse) -> Option<&str> {
    let is_message = matches!(event.event.as_deref(), None | Some("" | "message"));
    event.data.as_deref().filter(|_| is_message)
}

/// Whether the SDK rejected an event for its size. The type of that error is private, so its text has to do.
fn is_too_large(error: &SseError) -> bool {
    matches!(error, SseError::Body(error) if error.to_string().contains("exceeded the maximum size"))
}

/// The error for a response that demands other credentials.
fn refusal(response: &Response) -> Failed {
    let asked = response.headers().get(WWW_AUTHENTICATE);
    let asked = asked.and_then(|value| value.to_str().ok());
    let asked = asked.unwrap_or_default().to_owned();
    match response.status() {
        StatusCode::FORBIDDEN => {
            Failed::InsufficientScope(InsufficientScopeError::new(asked, None))
        }
        _ => Failed::AuthRequired(AuthRequiredError::new(asked)),
    }
}

impl StreamableHttpClient for Web {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(
            uri,
            message,
            session_id,
            auth_header,
            custom_headers,
            limits,
        )
        .await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let counts = matches!(
            &message,
            ClientJsonRpcMessage::Request(request) if matches!(
                &request.request,
                ClientRequest::CallToolRequest(_) | ClientRequest::ListToolsRequest(_)
            )
        );
        if counts {
            let send = |token| {
                let headers = custom_headers.clone();
                self.post(&uri, &message, session_id.as_deref(), token, headers)
            };
            return self.authorize(send).await;
        }
        let send = |token: Option<String>| {
            self.pool.post_message_with_response_limits(
                Arc::clone(&uri),
                message.clone(),
                session_id.clone(),
                token.or_else(|| auth_header.clone()),
                custom_headers.clone(),
                limits,
            )
        };
        let answer = self.authorize(send).await;
        if let Err(Failed::ResponseBodyTooLarge { .. }) = &answer {
            self.wire.fail(Fault::too_large(self.limit));
        }
        answer
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Result<(), Failed> {
        let send = |token: Option<String>| {
            self.pool.delete_session(
                Arc::clone(&uri),
                Arc::clone(&session_id),
                token.or_else(|| auth_header.clone()),
                custom_headers.clone(),
            )
        };
        self.authorize(send).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Result<Stream, Failed> {
        let max_bytes = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let send = |token: Option<String>| {
            self.pool.get_stream_with_max_sse_event_size(
                Arc::clone(&uri),
                session_id.clone(),
                last_event_id.clone(),
                token.or_else(|| auth_header.clone()),
                custom_headers.clone(),
                max_bytes,
            )
        };
        self.pace.wait_for_turn().await;
        // The events are the rest of an interrupted response, or notifications.
        Ok(self.note_events(self.authorize(send).await?))
    }
}
