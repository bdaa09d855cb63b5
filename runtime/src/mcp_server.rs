//! Workers as servers of the Model Context Protocol, over standard input and output or over streamable
//! HTTP, by the protocol of 2026-07-28 and by those before it.
//!
//! A [`Server`] lists what its worker grants and nothing else. What needs approval is asked of the
//! person behind the client: as a result that requires input under 2026-07-28, as an elicitation
//! before. Where the client cannot ask anybody, the call is denied.
//!
//! Over HTTP nothing is kept between the requests of 2026-07-28: a question is in the sealed state that
//! the client brings back with the answer.

mod access;
mod approval;
mod builder;
mod calls;
mod erased;
mod handler;
mod http;
mod listen;
mod mark;
mod pages;
mod pipe;
mod session;
mod spent;
mod tools;
mod written;

pub use access::{Caller, Challenge};
pub use builder::{Builder, ServerError};
pub use http::{Answer, HttpService};
pub use tools::Tools;

use crate::context::Context;
use crate::tool_runtime::Calling;
use crate::worker::Worker;
use access::Authenticator;
use approval::Approvals;
use handler::Handler;
use mark::Mark;
use pages::Paging;
use pipe::Pipe;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::ServerInitializeError;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

/// A worker as an MCP server. Clones are the same server.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

/// What all connections of a server share.
struct Shared {
    info: ServerConfig,
    tools: Tools,
    context: Context,
    approvals: Approvals,
    authenticator: Option<Authenticator>,
    /// What callers need for tools, by wire names.
    scopes: HashMap<String, Vec<String>>,
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
    /// The address of the metadata that say who authorises, for challenges.
    metadata: Option<String>,
    timeout: Option<Duration>,
    grace: Duration,
    /// The largest message that is read, in bytes.
    limit: usize,
    paging: Paging,
    mark: Mark,
}

impl Server {
    /// Begins a server of a worker.
    pub fn builder<H: Send + Sync + 'static>(worker: impl Into<Arc<Worker<H>>>) -> Builder {
        Builder::new(Tools::of(worker))
    }

    /// Begins a server of tools that were prepared, which several servers may share.
    pub fn of(tools: Tools) -> Builder {
        Builder::new(tools)
    }

    /// Serves over standard input and output until the input ends. Calls that are under way then are
    /// cancelled. Nothing else may write to standard output.
    ///
    /// # Errors
    /// Where the client does not begin as the protocol says.
    pub async fn serve_stdio(&self) -> io::Result<()> {
        self.serve(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves over a pair of pipes, one message a line, until the reader ends.
    ///
    /// # Errors
    /// Where the client does not begin as the protocol says.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> io::Result<()>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let pipe = Pipe::new(reader, writer, Arc::clone(&self.0));
        match rmcp::serve_server(Handler::new(Arc::clone(&self.0)), pipe).await {
            Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
            // nobody said anything
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// The server as a service of tower: for axum, hyper, and whatever else takes one.
    pub fn http_service(&self) -> HttpService {
        HttpService::new(Arc::clone(&self.0))
    }

    /// Serves HTTP/1.1 on a listener until `shutdown` ends. Requests that are under way then have the
    /// time of [`Builder::grace`] to end. TLS is left to what stands before it.
    ///
    /// # Errors
    /// Where the listener fails.
    pub fn serve_http<'a>(
        &'a self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'a,
    ) -> Calling<'a, io::Result<()>> {
        Box::pin(listen::serve(self.http_service(), listener, shutdown))
    }
}

impl Shared {
    fn describe(name: String, title: Option<String>, version: String) -> ServerConfig {
        let mut about = Implementation::new(name, version);
        about.title = title;
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = about;
        info
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.0.info.server_info.name)
            .field("tools", &self.0.tools)
            .finish_non_exhaustive()
    }
}
