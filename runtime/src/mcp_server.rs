//! Workers as servers of the Model Context Protocol, over standard input and output or over streamable HTTP,
//! with the protocol revision 2026-07-28 and earlier ones.
//!
//! A [`Server`] lists exactly the tools that its worker grants. For a call that needs approval, the person
//! behind the client is asked: with a result that requires input under 2026-07-28, with an elicitation before
//! that. If the client cannot ask anybody, the call is denied.
//!
//! Over HTTP, nothing is kept between the requests of 2026-07-28: a question is part of the sealed state that
//! the client sends back with the answer.

mod access;
mod approval;
mod budget;
mod builder;
mod calls;
mod erased;
mod handler;
mod held;
mod hosts;
mod http;
mod inconsistent;
mod kept;
mod limits;
mod listen;
mod mark;
mod message;
mod meter;
mod offered;
mod packed;
mod page_origin;
mod pages;
mod pipe;
mod response;
mod session;
mod spent;
mod tools;
mod transport;
mod written;

pub use access::{Caller, Challenge};
pub use budget::Budget;
pub use builder::Builder;
pub use http::HttpService;
pub use inconsistent::ServerError;
pub use limits::{LimitKind, Limits, Notice, Quota, StoreStep};
pub use meter::Peer;
pub use page_origin::Page;
pub use response::Answer;
pub use tools::Tools;
pub use transport::{PlainTransport, Transport};

use crate::context::Context;
use crate::entry::ToolEntry;
use crate::tool_runtime::Calling;
use crate::worker::Worker;
use ::http::{Request, Response};
use access::{Authenticator, ScopeRule};
use approval::Approvals;
use handler::Handler;
use hyper::body::Incoming;
use limits::Listener;
use mark::Mark;
use offered::Offered;
use pages::Paging;
use pipe::Pipe;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::ServerInitializeError;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tower_service::Service;

/// A worker as an MCP server. Clones refer to the same server.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

/// What all connections of a server share.
struct Shared {
    info: RwLock<ServerConfig>,
    offered: Offered,
    context: Context,
    approvals: Approvals,
    authenticator: Option<Authenticator>,
    /// The scopes that callers need for tools, by wire name.
    scopes: HashMap<String, Vec<String>>,
    scope_rule: Option<ScopeRule>,
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
    /// The URL of the metadata document that names the authorization servers, for challenges.
    metadata: Option<String>,
    timeout: Option<Duration>,
    /// Whether each call has a span of its own.
    traces: bool,
    grace: Duration,
    /// The maximum size of a message in bytes.
    limit: usize,
    budget: Budget,
    listener: Listener,
    paging: Paging,
    mark: Mark,
}

impl Server {
    /// Creates a builder for a server of this worker.
    pub fn builder<H: Send + Sync + 'static>(worker: impl Into<Arc<Worker<H>>>) -> Builder {
        Builder::new(Tools::of(worker))
    }

    /// Creates a builder for a server of prepared tools, which several servers may share.
    pub fn of(tools: Tools) -> Builder {
        Builder::new(tools)
    }

    /// How many pages the list of tools has at present: a client that never asks for a second one sees the first alone.
    pub fn list_pages(&self) -> usize {
        let tools = self.0.offered.tools();
        tools.prepared().pages.count(self.0.paging)
    }

    /// Serves over standard input and output until the input ends. Calls that are still running then are
    /// cancelled. Nothing else may write to standard output.
    ///
    /// # Errors
    /// Fails if the client does not start the connection as the protocol requires.
    pub async fn serve_stdio(&self) -> io::Result<()> {
        self.serve(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves over a reader and a writer, one message per line, until the reader ends.
    ///
    /// # Errors
    /// Fails if the client does not start the connection as the protocol requires.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> io::Result<()>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let pipe = Pipe::new(reader, writer, Arc::clone(&self.0));
        match rmcp::serve_server(Handler::new(Arc::clone(&self.0)), pipe).await {
            Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
            // The client disconnected without sending anything.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Offers these tools from now on, in place of those that the server has. Calls under way end as they began. The
    /// answer to an open question counts if the tool that it is about is still offered with the same definition; what
    /// the worker says of it is applied anew, as after a restart ([`Worker::resume`]).
    ///
    /// If the server was built with [`Builder::tools_change`] and the list differs, clients are told. A client that
    /// does not read is waited for, up to five seconds.
    pub async fn replace_tools(&self, tools: Tools) {
        self.0.offered.replace(tools).await;
    }

    /// Sets the instructions for clients that connect from now on.
    pub fn replace_instructions(&self, instructions: Option<String>) {
        let mut info = self.0.info.write().unwrap_or_else(PoisonError::into_inner);
        info.instructions = instructions;
    }

    /// The server as a tower service, for axum, hyper and anything else that accepts one.
    pub fn http_service(&self) -> HttpService {
        HttpService::new(Arc::clone(&self.0))
    }

    /// Serves HTTP/1.1 on a listener until `shutdown` completes. Requests that are still running then have
    /// the time set with [`Builder::grace`] to finish. TLS is left to a proxy in front of it.
    ///
    /// # Errors
    /// None at present: failures to accept a connection are retried.
    pub fn serve_http<'a>(
        &'a self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'a,
    ) -> Calling<'a, io::Result<()>> {
        let service = self.http_service();
        Box::pin(async move {
            let answers = (PlainTransport, service.clone());
            let ended = listen::serve_connections(&self.0, listener, answers, shutdown).await;
            service.stop();
            ended
        })
    }

    /// As [`Server::serve_http`], with another service in place of this server's: one that passes requests on to
    /// [`HttpService::handle`] of one or several servers, and answers others itself. Limits on connections and heads, and
    /// the grace, are those of this server. [`HttpService::stop`] ends what runs after that.
    ///
    /// # Errors
    /// None at present: failures to accept a connection are retried.
    pub fn serve_service<'a, T, S>(
        &'a self,
        listener: TcpListener,
        transport: T,
        service: S,
        shutdown: impl Future<Output = ()> + Send + 'a,
    ) -> Calling<'a, io::Result<()>>
    where
        T: Transport,
        S: Service<Request<Incoming>, Response = Response<Answer>, Error = Infallible>
            + Clone
            + Send
            + 'static,
        S::Future: Send + 'static,
    {
        let answers = (transport, service);
        Box::pin(listen::serve_connections(
            &self.0, listener, answers, shutdown,
        ))
    }
}

impl Shared {
    /// Whether there are tools that need scopes.
    fn needs_scopes(&self) -> bool {
        !self.scopes.is_empty() || self.scope_rule.is_some()
    }

    /// The scopes that a call of a tool needs.
    fn list_scopes(&self, tool: &ToolEntry) -> Vec<String> {
        let named = self.scopes.get(tool.wire_name);
        let mut needed = named.cloned().unwrap_or_default();
        if let Some(rule) = &self.scope_rule {
            needed.extend(rule(tool.name));
        }
        needed
    }

    fn describe(about: Implementation, tells: bool) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let mut info = ServerConfig::new(match tells {
            true => tools.enable_tool_list_changed().build(),
            false => tools.build(),
        });
        info.server_info = about;
        info
    }

    fn info(&self) -> ServerConfig {
        let info = self.info.read();
        info.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tools of a caller, as they are now.
    fn tools(&self, caller: Option<&Caller>) -> Tools {
        let own = caller.and_then(|caller| caller.tools.clone());
        own.unwrap_or_else(|| self.offered.tools())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.0.info().server_info.name)
            .field("tools", &self.0.offered)
            .finish_non_exhaustive()
    }
}
