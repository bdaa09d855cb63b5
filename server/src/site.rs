//! What is where: workers, health, metrics, and the metadata that tells clients where tokens come from.

use crate::access::Access;
use crate::metrics::{self, Metrics};
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::json;
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use toolc_runtime::mcp_server::{Answer, HttpService, Peer, Server, Transport};
use tower_service::Service;

/// Where the metadata of protected resources is (RFC 9728 section 3.1).
const METADATA: &str = "/.well-known/oauth-protected-resource";

/// Where one worker is, and several are.
const MCP: &str = "/mcp";

/// Says why the server cannot serve at present.
type Check = dyn Fn() -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync;

/// Workers on one port, with what runs and watches them. Clones are the same site.
#[derive(Clone)]
pub struct Site(Arc<Shared>);

struct Shared {
    workers: Vec<Mounted>,
    access: Option<Access>,
    metrics: Metrics,
    check: Option<Box<Check>>,
    is_draining: AtomicBool,
}

/// A worker at its path.
struct Mounted {
    name: String,
    server: Server,
    service: HttpService,
}

/// Builds a [`Site`].
#[derive(Default)]
pub struct SiteBuilder {
    workers: Vec<Mounted>,
    access: Option<Access>,
    metrics: Metrics,
    check: Option<Box<Check>>,
}

impl SiteBuilder {
    /// Adds a worker: at `/mcp/NAME`, and if there is no other, at `/mcp` and `/` too.
    #[must_use]
    pub fn worker(mut self, name: impl Into<String>, server: Server) -> Self {
        self.workers.push(Mounted {
            name: name.into(),
            service: server.http_service(),
            server,
        });
        self
    }

    /// Sets who may call, for the metadata; the servers have it as their authenticator.
    #[must_use]
    pub fn access(mut self, access: Access) -> Self {
        self.access = Some(access);
        self
    }

    /// Sets what is shown at `/metrics`.
    #[must_use]
    pub fn metrics(mut self, metrics: Metrics) -> Self {
        self.metrics = metrics;
        self
    }

    /// Sets what `/readyz` asks: whether a store can be reached, for example.
    #[must_use]
    pub fn ready_if<F, R>(mut self, check: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), String>> + Send + 'static,
    {
        self.check = Some(Box::new(move || Box::pin(check())));
        self
    }

    /// Builds the site.
    ///
    /// # Errors
    /// Returns why not: there is no worker, two have one name, or a name has characters other than those of paths.
    pub fn build(self) -> Result<Site, String> {
        if self.workers.is_empty() {
            return Err("a site needs a worker".to_owned());
        }
        for (index, worker) in self.workers.iter().enumerate() {
            let name = &worker.name;
            if name.is_empty() || !name.chars().all(is_unreserved) {
                return Err(format!("`{name}` cannot be a part of a path"));
            }
            if self.workers[..index]
                .iter()
                .any(|other| other.name == *name)
            {
                return Err(format!("two workers have the name `{name}`"));
            }
        }
        Ok(Site(Arc::new(Shared {
            workers: self.workers,
            access: self.access,
            metrics: self.metrics,
            check: self.check,
            is_draining: AtomicBool::new(false),
        })))
    }
}

/// RFC 3986 section 2.3.
fn is_unreserved(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '.' | '_' | '~')
}

impl Site {
    /// Creates a builder for a site.
    pub fn builder() -> SiteBuilder {
        SiteBuilder::default()
    }

    /// Serves on a listener until `shutdown` completes. Then `/readyz` fails for the time of `drain` while requests are
    /// still answered, so that a balancer sends no more; after that, requests that still run have the grace of the first
    /// server.
    ///
    /// # Errors
    /// None at present: failures to accept a connection are retried.
    pub async fn serve<T: Transport>(
        &self,
        listener: TcpListener,
        transport: T,
        drain: Duration,
        shutdown: impl Future<Output = ()> + Send,
    ) -> io::Result<()> {
        let shared = Arc::clone(&self.0);
        let ended = async {
            shutdown.await;
            shared.is_draining.store(true, Ordering::Relaxed);
            tokio::time::sleep(drain).await;
        };
        // A site has at least one.
        let first = &self.0.workers[0].server;
        let served = first.serve_service(listener, transport, self.clone(), ended);
        let outcome = served.await;
        for worker in &self.0.workers {
            worker.service.stop();
        }
        outcome
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Answer> {
        let path = request.uri().path().to_owned();
        match path.as_str() {
            "/livez" => say(StatusCode::OK, "ok"),
            "/readyz" => self.answer_ready().await,
            "/metrics" => self.answer_metrics(&request),
            _ => match path.strip_prefix(METADATA) {
                Some(rest) => protect(self.answer_metadata(rest, request).await),
                None => match self.find_worker(&path) {
                    Some(worker) => protect(worker.service.handle(request).await),
                    None => not_found(),
                },
            },
        }
    }

    fn find_worker(&self, path: &str) -> Option<&Mounted> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let workers = &self.0.workers;
        if let ("" | MCP, [only]) = (path, workers.as_slice()) {
            return Some(only);
        }
        let name = path.strip_prefix(MCP)?.strip_prefix('/')?;
        workers.iter().find(|worker| worker.name == name)
    }

    async fn answer_ready(&self) -> Response<Answer> {
        if self.0.is_draining.load(Ordering::Relaxed) {
            return say(
                StatusCode::SERVICE_UNAVAILABLE,
                "the server is about to end",
            );
        }
        let outcome = match &self.0.check {
            Some(check) => check().await,
            None => Ok(()),
        };
        match outcome {
            Ok(()) => say(StatusCode::OK, "ok"),
            // Why not is for the log: anybody may ask.
            Err(_) => say(
                StatusCode::SERVICE_UNAVAILABLE,
                "the store cannot be reached",
            ),
        }
    }

    /// Metrics name tools and count calls, so that they are for this machine and for the networks that the access file names.
    fn answer_metrics(&self, request: &Request<Incoming>) -> Response<Answer> {
        let peer = request.extensions().get::<Peer>();
        let allowed = peer.is_some_and(|peer| {
            let address = peer.0.to_canonical();
            let access = self.0.access.as_ref();
            address.is_loopback() || access.is_some_and(|access| access.shows_metrics(address))
        });
        if !allowed {
            return not_found();
        }
        let mut response = say(StatusCode::OK, &self.0.metrics.write());
        let kind = HeaderValue::from_static(metrics::CONTENT_TYPE);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }

    /// The metadata, for clients in pages too: those of the origins whose pages may call.
    async fn answer_metadata(&self, rest: &str, request: Request<Incoming>) -> Response<Answer> {
        let (parts, _) = request.into_parts();
        // A site has at least one.
        let first = &self.0.workers[0].service;
        let page = match first.greet_page(&parts).await {
            Ok(page) => page,
            Err(answer) => return answer,
        };
        let document = self.write_metadata(rest);
        let is_read = matches!(parts.method, Method::GET | Method::HEAD);
        page.share(match document.status() {
            StatusCode::OK if !is_read => {
                say(StatusCode::METHOD_NOT_ALLOWED, "it can only be read")
            }
            _ => document,
        })
    }

    /// The document of RFC 9728 section 2. It is the same for all workers: clients compare the beginning.
    fn write_metadata(&self, rest: &str) -> Response<Answer> {
        let Some(access) = &self.0.access else {
            return not_found();
        };
        let is_known = rest.is_empty() || self.find_worker(rest).is_some() || rest == MCP;
        let issuers = access.issuers();
        let (Some(resource), true, false) = (access.resource(), is_known, issuers.is_empty())
        else {
            return not_found();
        };
        let document = json!({
            "resource": resource,
            "authorization_servers": issuers,
            "scopes_supported": access.scopes(),
            "bearer_methods_supported": ["header"],
        });
        let mut response = say(StatusCode::OK, &document.to_string());
        let kind = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

/// The URL of the metadata of a resource (RFC 9728 section 3.1), for challenges.
pub fn locate_metadata(resource: &str) -> Option<String> {
    let mut url = reqwest::Url::parse(resource).ok()?;
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{METADATA}{path}"));
    url.set_query(None);
    url.set_fragment(None);
    Some(url.to_string())
}

fn not_found() -> Response<Answer> {
    say(StatusCode::NOT_FOUND, "there is nothing here")
}

fn say(status: StatusCode, text: &str) -> Response<Answer> {
    let body = Full::new(text.to_owned().into());
    let mut response = Response::new(body.boxed());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    protect(response)
}

/// Answers are for whoever asked, and are what they say they are.
fn protect(mut response: Response<Answer>) -> Response<Answer> {
    let headers = response.headers_mut();
    let usual = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in usual {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

impl Service<Request<Incoming>> for Site {
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Answer>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let site = self.clone();
        Box::pin(async move { Ok(site.answer(request).await) })
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self
            .0
            .workers
            .iter()
            .map(|worker| worker.name.as_str())
            .collect();
        f.debug_struct("Site")
            .field("workers", &names)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for SiteBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteBuilder").finish_non_exhaustive()
    }
}
