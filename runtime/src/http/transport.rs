//! Connections: one pool for public addresses, and another for APIs that may have private addresses, so that
//! neither reuses a connection of the other.

use super::failure::Failure;
use crate::private::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use rustls_platform_verifier::BuilderVerifierExt;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// How long it may take to establish a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// The settings for new connections.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// Host names with fixed addresses.
    pub names: HashMap<String, Vec<IpAddr>>,
    pub user_agent: Option<String>,
    pub proxy: Option<String>,
}

/// The connection pools, created on demand.
#[derive(Default)]
pub(crate) struct Transport {
    settings: Settings,
    public: OnceCell<reqwest::Client>,
    private: OnceCell<reqwest::Client>,
}

impl Transport {
    pub fn new(settings: Settings) -> Self {
        Transport {
            settings,
            ..Transport::default()
        }
    }

    /// Returns the pool. Creating it reads the system's certificates, which can be slow, so only the task
    /// that needs the pool waits for that.
    pub async fn client(&self, private: bool) -> Result<&reqwest::Client, Failure> {
        let pool = if private { &self.private } else { &self.public };
        pool.get_or_try_init(|| async {
            let settings = self.settings.clone();
            let make = move || settings.make(private).map_err(|error| texts(&*error));
            let made = tokio::task::spawn_blocking(make).await;
            made.unwrap_or_else(|error| Err(texts(&error)))
                .map_err(Failure::internal)
        })
        .await
    }
}

impl Settings {
    fn make(self, private: bool) -> Result<reqwest::Client, Box<dyn Error>> {
        let usual = concat!("toolc-runtime/", env!("CARGO_PKG_VERSION"));
        let user_agent = self.user_agent.as_deref().unwrap_or(usual);
        let resolver = Names {
            given: self.names,
            // The proxy's own address is trusted, and the proxy resolves the target's name itself.
            private: private || self.proxy.is_some(),
        };
        let builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls()?)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .no_proxy()
            .connect_timeout(CONNECT)
            .user_agent(user_agent)
            .dns_resolver(Arc::new(resolver));
        let builder = match &self.proxy {
            Some(proxy) => builder.proxy(reqwest::Proxy::all(proxy)?),
            None => builder,
        };
        Ok(builder.build()?)
    }
}

/// TLS with ring, and the certificates that the system trusts.
fn tls() -> Result<rustls::ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?;
    // Without system certificates, plain connections still work, and TLS connections are refused.
    let config = builder.clone().with_platform_verifier();
    let config =
        config.unwrap_or_else(|_| builder.with_root_certificates(rustls::RootCertStore::empty()));
    Ok(config.with_no_client_auth())
}

/// Resolves names to addresses, dropping those that may not be called. The checked addresses are the ones
/// that the connection uses, so a second DNS response cannot change them.
struct Names {
    given: HashMap<String, Vec<IpAddr>>,
    private: bool,
}

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let given = self.given.get(name.as_str()).cloned();
        let private = self.private;
        Box::pin(async move {
            let found: Vec<SocketAddr> = match given {
                Some(addresses) => addresses.into_iter().map(|ip| (ip, 0).into()).collect(),
                None => tokio::net::lookup_host((name.as_str(), 0)).await?.collect(),
            };
            let allowed = found
                .into_iter()
                .filter(|address| private || is_public(address.ip()));
            let allowed: Vec<_> = allowed.collect();
            if allowed.is_empty() {
                Err(NotPublic(name.as_str().to_owned()).into())
            } else {
                Ok(Box::new(allowed.into_iter()) as Addrs)
            }
        })
    }
}

/// A name without an address on the public internet.
#[derive(Debug)]
struct NotPublic(String);

impl fmt::Display for NotPublic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = &self.0;
        write!(
            f,
            "`{host}` has no address on the public internet; an engine with `private: true` may call it"
        )
    }
}

impl Error for NotPublic {}

/// A connection error. The URL is left out, because its query may contain a key.
pub(super) fn transport_failure(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    match causes(&error).find_map(|cause| cause.downcast_ref::<NotPublic>()) {
        Some(refused) => Failure::refused_address(refused.to_string()),
        None => Failure::broken(texts(&error)),
    }
}

/// The messages of an error and its sources.
fn texts(error: &(dyn Error + 'static)) -> String {
    let texts: Vec<_> = causes(error).map(ToString::to_string).collect();
    texts.join(": ")
}

/// An error and its sources.
fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::{Context, Waker};

    /// Tasks that run next to a first call are not held up by it.
    #[test]
    fn pools_are_made_beside_the_tasks() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let transport = Transport::default();
        runtime.expect("a runtime").block_on(async {
            {
                let mut first = pin!(transport.client(false));
                let looked = first.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                assert!(looked.is_pending());
                first.await.expect("a pool");
            }
            let mut second = pin!(transport.client(false));
            let looked = second
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()));
            assert!(looked.is_ready());
        });
    }
}
