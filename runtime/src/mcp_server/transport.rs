//! What is done with a connection before its first request.

use ::http::Extensions;
use std::io;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// What is done with a connection before its first request: TLS, for example.
pub trait Transport: Clone + Send + Sync + 'static {
    /// What requests are read from and answers written to.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// Opens an accepted connection, within the time that clients have for the head of a request. The extensions are those
    /// of each of its requests: what is known of the client, for an authenticator.
    ///
    /// # Errors
    /// Fails if the client does not open it as it must. The connection is closed then.
    fn accept(
        &self,
        stream: TcpStream,
    ) -> impl Future<Output = io::Result<(Self::Stream, Extensions)>> + Send;
}

/// Connections as they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainTransport;

impl Transport for PlainTransport {
    type Stream = TcpStream;

    async fn accept(&self, stream: TcpStream) -> io::Result<(TcpStream, Extensions)> {
        Ok((stream, Extensions::new()))
    }
}
