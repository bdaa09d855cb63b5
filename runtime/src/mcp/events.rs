//! A server at an address by the transport of 2024-11-05 ("HTTP with SSE"): all that the server says is one
//! stream of events, of which the first says where messages are sent. Newer servers do without.
#![expect(
    clippy::mutable_key_type,
    reason = "the SDK keeps headers by their names, whose hashes do not change"
)]

use super::fault::{Fault, FaultKind};
use super::web::{Failed, Headers, Stream, Web};
use super::wire::Wire;
use futures_util::StreamExt;
use reqwest::Url;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::streamable_http_client::StreamableHttpClient;
use std::sync::Arc;

/// How much of an event is shown that is not a message.
const EXCERPT: usize = 120;

/// The stream, and where messages go.
pub(super) struct Events {
    web: Web,
    headers: Headers,
    endpoint: Url,
    stream: Stream,
}

impl Events {
    /// Opens the stream of a server and waits for its first event. Messages go to no other origin than that of
    /// the stream: whoever could name one would be sent arguments and credentials.
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

    /// An event as a message; what is none ends the connection.
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
                    // others, and what keeps the connection open
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
