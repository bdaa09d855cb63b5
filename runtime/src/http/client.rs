//! The client that sends requests: one connection pool, with the credentials and tokens.

use super::address::{self, Hosts};
use super::auth::{CredentialSource, Finder};
use super::credentials::{AnyCredentials, Credentials, Environment};
use super::exchange::Exchange;
use super::failure::Failure;
use super::injected::{add_injected, hide_injected};
use super::operation::Operation;
use super::redact::Secrets;
use super::request::{self, Request};
use super::response;
use super::token::Tokens;
use super::transport::{Settings, Transport};
use crate::context::Context;
use crate::error::ToolFailure;
use crate::json::Json;
use reqwest::Url;
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The upper limit for the duration of a request, whatever the configuration says.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Sends the requests of operations. Clones share connections and tokens.
///
/// It must be used within a Tokio runtime whose I/O and time drivers are enabled.
///
/// ```
/// use toolc_runtime::http::Client;
///
/// let client = Client::builder()
///     .base_url("petstore", "https://staging.petstore.example/v3")
///     .build();
/// ```
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    addresses: HashMap<String, String>,
    credentials: Box<dyn AnyCredentials>,
    transport: Transport,
    tokens: Tokens,
}

/// A request that is ready to be sent.
pub(crate) struct Prepared {
    operation: &'static Operation,
    /// The base URL of the API.
    base: Url,
    request: Request,
    /// The texts to redact for this call.
    secrets: Secrets,
}

#[cfg(feature = "engines")]
impl Prepared {
    pub(super) fn into_request(self) -> Request {
        self.request
    }
}

impl Client {
    /// Creates a client that follows the configuration: addresses come from there, credentials from the
    /// environment.
    pub fn new() -> Self {
        Client::builder().build()
    }

    /// Creates a builder, to override parts of the configuration.
    pub fn builder() -> ClientBuilder {
        ClientBuilder {
            addresses: HashMap::new(),
            credentials: Box::new(Environment),
            settings: Settings::default(),
        }
    }

    /// Builds the request of a call with validated arguments, without sending it.
    pub(crate) fn prepare(
        &self,
        operation: &'static Operation,
        arguments: &str,
        context: &Context,
    ) -> Result<Prepared, ToolFailure> {
        let api = operation.api;
        let configured = self.0.addresses.get(api.engine).map(String::as_str);
        let prepare = || {
            let base = address::base_url(operation, configured)?;
            address::check_url(&base, api.connection.private)?;
            let secrets = Secrets::default();
            let arguments = add_injected(operation, arguments, context, &secrets)?;
            let mut request = request::build_request(operation, &arguments, &base)
                .map_err(|failure| hide_injected(operation, failure))?;
            request.set_trace(context.trace());
            Ok::<_, Failure>(Prepared {
                operation,
                base,
                request,
                secrets,
            })
        };
        prepare().map_err(ToolFailure::from)
    }

    /// Checks that there are credentials for a request, without fetching a token with them.
    pub(crate) fn check<'c>(
        &'c self,
        prepared: &Prepared,
        context: &'c Context,
    ) -> impl Future<Output = Result<(), ToolFailure>> + Send + use<'c> {
        let (operation, base) = (prepared.operation, prepared.base.clone());
        let finder = Finder {
            credentials: &*self.0.credentials,
            context,
        };
        async move {
            let checked = finder.check(operation, &base).await;
            checked.map_err(|failure| {
                let asked = format!("{} {}", operation.method, address::show_url(&base));
                ToolFailure::from(failure.shown(&asked, &Secrets::default()))
            })
        }
    }

    /// Sends a request and returns the result.
    pub(crate) async fn send(
        &self,
        prepared: Prepared,
        context: &Context,
    ) -> Result<Json, ToolFailure> {
        let timeout = prepared.operation.api.connection.timeout;
        self.send_in(prepared, context, timeout).await
    }

    /// The same within a time limit in place of that of the API.
    pub(crate) async fn send_in(
        &self,
        prepared: Prepared,
        context: &Context,
        timeout: Duration,
    ) -> Result<Json, ToolFailure> {
        let now = Instant::now();
        let left = context
            .deadline()
            .map(|deadline| deadline.saturating_duration_since(now));
        let limits = [Some(timeout), context.timeout(), left];
        let limit = limits.into_iter().flatten().min().unwrap_or(timeout);
        let sent = self.send_within(&prepared, context, limit).await;
        sent.map_err(ToolFailure::from)
    }

    async fn send_within(
        &self,
        prepared: &Prepared,
        context: &Context,
        limit: Duration,
    ) -> Result<Json, Failure> {
        let Inner {
            credentials,
            transport,
            tokens,
            ..
        } = &*self.0;
        let Prepared {
            operation,
            base,
            request,
            secrets,
        } = prepared;
        if tokio::runtime::Handle::try_current().is_err() {
            return Err(Failure::internal("must be called inside a Tokio runtime"));
        }
        let api = operation.api;
        let until = tokio::time::Instant::now() + limit.min(LONGEST);
        let pool = tokio::time::timeout_at(until, transport.client(api.connection.private)).await;
        let pool = pool.map_err(|_| Failure::late(limit))??;
        let exchange = Exchange {
            operation,
            request,
            hosts: Hosts::new(base, api.hosts),
            desk: CredentialSource {
                credentials: &**credentials,
                tokens,
                pool,
                address: base,
                context,
                secrets,
            },
            until,
        };
        let asked = format!("{} {}", request.method, address::show_url(&request.url));
        let answer = match tokio::time::timeout_at(exchange.until, exchange.run()).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::late(limit)),
        };
        let read = answer.and_then(|answer| response::read_response(&answer, operation.accept));
        // The only way out: the credentials of the call are redacted from everything that leaves here.
        match read {
            Ok(result) => Ok(secrets.redact_result(result)),
            Err(failure) => Err(failure.shown(&asked, secrets)),
        }
    }
}

impl Default for Client {
    fn default() -> Self {
        Client::new()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

/// Builds a [`Client`].
#[must_use = "use `build()` to get the client"]
pub struct ClientBuilder {
    addresses: HashMap<String, String>,
    credentials: Box<dyn AnyCredentials>,
    settings: Settings,
}

impl ClientBuilder {
    /// Sets the address of an engine, overriding the configuration. Credentials are sent to it only over
    /// https, or within this machine and its local network, unless the engine has `plain_http`. With a user
    /// name or a password in the address, calls fail.
    pub fn base_url(mut self, engine: impl Into<String>, url: impl Into<String>) -> Self {
        self.addresses.insert(engine.into(), url.into());
        self
    }

    /// Sets the provider of credentials, in place of the environment.
    pub fn credentials(mut self, credentials: impl Credentials) -> Self {
        self.credentials = Box::new(credentials);
        self
    }

    /// Sets the addresses of a host name, which is then never looked up. The addresses are checked all the
    /// same.
    pub fn resolve(
        mut self,
        name: impl Into<String>,
        addresses: impl IntoIterator<Item = IpAddr>,
    ) -> Self {
        let name = name.into().to_ascii_lowercase();
        self.settings
            .names
            .insert(name, addresses.into_iter().collect());
        self
    }

    /// Sends all requests through a proxy. The proxy resolves host names itself, so it is the one that must
    /// refuse private addresses. Proxy settings in the environment are ignored.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.settings.proxy = Some(url.into());
        self
    }

    /// Sets the `User-Agent` header.
    pub fn user_agent(mut self, text: impl Into<String>) -> Self {
        self.settings.user_agent = Some(text.into());
        self
    }

    /// Builds the client. Connections are opened when they are needed.
    pub fn build(self) -> Client {
        Client(Arc::new(Inner {
            addresses: self.addresses,
            credentials: self.credentials,
            transport: Transport::new(self.settings),
            tokens: Tokens::default(),
        }))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}
