//! Messages as lines over a reader and a writer.

use super::Shared;
use super::message::Unread;
use super::meter::{EACH, Who};
use rmcp::model::{ClientJsonRpcMessage, GetExtensions, ServerJsonRpcMessage};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex;

/// The response to a line that is too long, before the connection ends.
const TOO_LONG: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is too long"}}"#;

pub(super) struct Pipe<R, W> {
    reader: R,
    writer: Arc<Mutex<W>>,
    /// Data that has been read but is not a complete line yet.
    pending: Vec<u8>,
    /// How many bytes of it have been searched for a line break.
    looked: usize,
    /// Whether nothing is read any more.
    is_over: bool,
    shared: Arc<Shared>,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Send + Unpin + 'static> Pipe<R, W> {
    pub fn new(reader: R, writer: W, shared: Arc<Shared>) -> Self {
        Pipe {
            reader,
            writer: Arc::new(Mutex::new(writer)),
            pending: Vec::new(),
            looked: 0,
            is_over: false,
            shared,
        }
    }

    /// The next line; `None` at the end. Cancellation-safe: dropping the future loses no data.
    async fn line(&mut self) -> Option<Vec<u8>> {
        loop {
            let ahead = &self.pending[self.looked..];
            let end = ahead.iter().position(|byte| *byte == b'\n');
            self.looked += end.unwrap_or(ahead.len());
            if self.looked > self.shared.limit {
                self.is_over = true;
                complain(&self.writer, TOO_LONG.to_owned()).await;
            }
            if self.is_over {
                return None;
            }
            if end.is_some() {
                let rest = self.pending.split_off(self.looked + 1);
                self.looked = 0;
                return Some(std::mem::replace(&mut self.pending, rest));
            }
            match self.reader.read_buf(&mut self.pending).await {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Parses a line as a message, and counts it as under way.
    fn read(&self, line: &[u8]) -> Result<ClientJsonRpcMessage, Unread> {
        let text = std::str::from_utf8(line).map_err(|_| Unread::no_json())?;
        let tools = self.shared.offered.tools();
        let mut message = self.shared.read_message(text, tools.prepared())?.message;
        if let ClientJsonRpcMessage::Request(request) = &mut message {
            let size = EACH + text.len() as u64;
            let taken = self
                .shared
                .budget
                .counted()
                .requests
                .take(&Who::Unknown, size);
            let taken = taken.map_err(|full| Unread::busy(&request.id, full))?;
            // It is given back when the request has been answered.
            request.request.extensions_mut().insert(Arc::new(taken));
        }
        Ok(message)
    }
}

/// Writes a complaint. That goes on when the future is dropped, as the SDK does at any time: half a line would
/// spoil the next message.
async fn complain<W>(writer: &Arc<Mutex<W>>, text: String)
where
    W: AsyncWrite + Send + Unpin + 'static,
{
    let writer = Arc::clone(writer);
    // A client that does not read is noticed elsewhere.
    let written = tokio::spawn(async move { write_line(&writer, &text).await });
    let _ = written.await;
}

async fn write_line<W: AsyncWrite + Unpin>(writer: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut writer = writer.lock().await;
    writer.write_all(text.as_bytes()).await?;
    writer.write_all(b"\n").await?;
    writer.flush().await
}

impl<R, W> Transport<RoleServer> for Pipe<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (writer, shared) = (Arc::clone(&self.writer), Arc::clone(&self.shared));
        async move {
            let text = serde_json::to_string(&message)?;
            let text = shared.put_back(&text, &shared.offered.tools());
            write_line(&writer, &text).await
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let line = self.line().await?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            match self.read(&line) {
                Ok(message) => return Some(message),
                Err(unread) => complain(&self.writer, unread.write()).await,
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.flush().await
    }
}
