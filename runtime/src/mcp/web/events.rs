//! A server that uses the HTTP transport of 2024-11-05 ("HTTP with SSE"): the server sends everything in one
//! stream of events, the first of which says where to send messages. Newer servers do not use it.
#![expect(
    clippy::mutable_key_type,
    reason = "the SDK keeps headers by their names, whose hashes do not change"
)]

use super::{Failed, Headers, Stream, Web};
use crate::mcp::fault::{Fault, FaultKind};
use crate::mcp::wire::Wire;
use futures_util::StreamExt;
use reqwest::Url;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::streamable_http_client::StreamableHttpClient;
use std::sync::Arc;

/// How many characters of an invalid event are shown.
const EXCERPT: usize = 120;

/// The event stream, and where messages are sent.
pub(super) struct Events {
    web: Web,
    headers: Headers,
    endpoint: Url,
    stream: Stream,
}

impl Events {
    /// Opens the event stream of a server and waits for its first event. Messages are sent only to the origin
    /// of the stream: whoever could name another one would receive arguments and credentials.
    pub async fn open(web: Web, address: &Url, headers: Headers) -> Result<Self, Failed> {
        let uri: Arc<str> = Arc::from(address.as_str());
        let mut stream = web
            .get_stream(uri, None, None, None, headers.clone())
            .await?;
        let first = stream.next().await.transpose()?;
        let first = first.filter(|event| event.event.as_deref() == Some("endpoint"));
        let named = first.and_then(|event| event.data);
        let endpoint = named.and_then(|named| address.join(named.trim()).ok());
        match endpoint.filter(|endpoint| endpoint.origin() == address.origin()) {
            Some(endpoint) => Ok(Events {
                web,
                headers,
                endpoint,
                stream,
            }),
            None => {
                let said = "the stream does not begin with where messages of its origin are sent";
                Err(Failed::UnexpectedServerResponse(said.into()))
            }
        }
    }

    fn wire(&self) -> &Wire {
        &self.web.wire
    }

    /// Parses an event as a message; if it is not one, the connection ends.
    fn read(&self, data: &str) -> Option<ServerJsonRpcMessage> {
        let message = serde_json::from_str(data).ok();
        if message.is_none() {
            let start: String = data.chars().take(EXCERPT).collect();
            let detail = format!("what it writes is not a message of the protocol: {start:?}");
            self.wire().fail(Fault::new(FaultKind::Noise, detail));
        }
        message
    }
}

impl Transport<RoleClient> for Events {
    type Error = Failed;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Failed>> + Send + 'static {
        let (web, endpoint, headers) = (
            self.web.clone(),
            self.endpoint.clone(),
            self.headers.clone(),
        );
        async move { web.push_message(endpoint, &message, headers).await }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let detail = match self.stream.next().await {
                Some(Ok(event)) => match (event.event.as_deref(), event.data) {
                    (None | Some("message"), Some(data)) => return self.read(&data),
                    // Other events, and those that keep the connection open.
                    _ => continue,
                },
                Some(Err(error)) => format!("its events cannot be read: {error}"),
                None => "it closed the stream of its events".to_owned(),
            };
            self.wire().fail(Fault::new(FaultKind::Ended, detail));
            return None;
        }
    }

    async fn close(&mut self) -> Result<(), Failed> {
        self.stream = futures_util::stream::empty().boxed();
        Ok(())
    }
}
