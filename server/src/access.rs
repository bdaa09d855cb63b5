//! Who may call: tokens of authorization servers, keys of agents, users of a proxy, certificates of clients.

mod fetch;
mod fields;
mod file;
mod issuer;
mod presented;
mod refusal;
mod ring;
mod settings;
mod token;

pub use file::read_settings;
pub use presented::ClientNames;
pub use refusal::Refusal;
pub use settings::Settings;

use fetch::Fetcher;
use http::request::Parts;
use ipnet::IpNet;
use issuer::Issuer;
use presented::Presented;
use settings::Identity;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use toolc_runtime::mcp_server::{Caller, Challenge, Peer};

/// Learns of each request that is not let through: the worker, where it came from, and why.
type Listener = dyn Fn(&str, Option<IpAddr>, &Refusal) + Send + Sync;

/// Who may call. Clones share what is known of authorization servers.
#[derive(Clone)]
pub struct Access(Arc<Shared>);

struct Shared {
    settings: Settings,
    issuers: Vec<Issuer>,
    fetcher: Fetcher,
    listener: Option<Box<Listener>>,
}

impl Access {
    /// Whoever the settings name may call.
    pub fn new(settings: Settings) -> Self {
        ring::install_provider();
        let issuers = settings.issuers.iter().cloned().map(Issuer::new);
        Access(Arc::new(Shared {
            issuers: issuers.collect(),
            fetcher: Fetcher::default(),
            listener: None,
            settings,
        }))
    }

    /// Sets what learns of each request that is not let through: the worker, the address that it came from, and why.
    ///
    /// It has no effect once there are clones, which share what they have.
    #[must_use]
    pub fn listener(
        mut self,
        listener: impl Fn(&str, Option<IpAddr>, &Refusal) + Send + Sync + 'static,
    ) -> Self {
        if let Some(shared) = Arc::get_mut(&mut self.0) {
            shared.listener = Some(Box::new(listener));
        }
        self
    }

    /// The caller of a request to a worker, for [`Builder::authenticate`](toolc_runtime::mcp_server::Builder::authenticate).
    ///
    /// # Errors
    /// Returns what the client is told if it may not call.
    pub fn admit(
        &self,
        worker: &str,
        parts: &Parts,
    ) -> impl Future<Output = Result<Caller, Challenge>> + Send + use<> {
        let presented = Presented::read(parts, self.0.settings.proxy.as_ref());
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let (shared, worker) = (Arc::clone(&self.0), worker.to_owned());
        async move {
            let admitted = match presented {
                Ok(presented) => shared.identify(presented).await,
                Err(refusal) => Err(refusal),
            };
            let admitted = admitted.and_then(|identity| shared.check_worker(&worker, identity));
            match admitted {
                Ok(identity) => Ok(Caller::new(identity.principal).scopes(identity.scopes)),
                Err(refusal) => {
                    if let Some(listener) = &shared.listener {
                        listener(&worker, peer, &refusal);
                    }
                    Err(refusal.challenge())
                }
            }
        }
    }

    /// The scopes that calls of a tool need, `ns::tool`.
    pub fn list_scopes(&self, tool: &str) -> Vec<&str> {
        let mut scopes = Vec::new();
        for (scope, patterns) in &self.0.settings.scopes {
            if patterns.iter().any(|pattern| matches_tool(pattern, tool)) {
                scopes.push(scope.as_str());
            }
        }
        scopes
    }

    /// What the settings name that is not there: workers, and patterns that none of the tools matches.
    pub fn list_unknown<'a>(
        &'a self,
        workers: &[&str],
        tools: &[&str],
    ) -> impl Iterator<Item = &'a str> {
        let settings = &self.0.settings;
        let mut unknown = Vec::new();
        for (worker, _) in &settings.workers {
            if !workers.contains(&worker.as_str()) {
                unknown.push(worker.as_str());
            }
        }
        for pattern in settings.scopes.iter().flat_map(|(_, patterns)| patterns) {
            if !tools.iter().any(|tool| matches_tool(pattern, tool)) {
                unknown.push(pattern.as_str());
            }
        }
        unknown.into_iter()
    }

    /// The identifier of the server in tokens and metadata.
    pub fn resource(&self) -> Option<&str> {
        self.0.settings.resource.as_deref()
    }

    /// The authorization servers whose tokens are accepted.
    pub fn issuers(&self) -> impl Iterator<Item = &str> {
        let issuers = self.0.settings.issuers.iter();
        issuers.map(|issuer| issuer.issuer.as_str())
    }

    /// All scopes that something needs.
    pub fn scopes(&self) -> Vec<&str> {
        let settings = &self.0.settings;
        let mut scopes: Vec<&str> = settings
            .scopes
            .iter()
            .map(|(scope, _)| scope.as_str())
            .collect();
        let needed = settings.workers.iter().flat_map(|(_, scopes)| scopes);
        scopes.extend(needed.map(String::as_str));
        scopes.sort_unstable();
        scopes.dedup();
        scopes
    }

    /// The networks whose addresses may read the metrics, beside this machine.
    pub(crate) fn metrics(&self) -> &[IpNet] {
        &self.0.settings.metrics
    }
}

impl Shared {
    async fn identify(&self, presented: Presented) -> Result<Identity, Refusal> {
        match presented {
            Presented::Proxied(identity) => Ok(identity),
            Presented::Certificate(names) => {
                let certificates = &self.settings.certificates;
                let mut known = names.0.iter().filter_map(|name| certificates.get(name));
                known.next().cloned().ok_or(Refusal::Nothing)
            }
            Presented::Bearer(token) => {
                // A key is known by its digest, so that nothing can be learned from how long a comparison takes.
                let digest = hmac_sha256::Hash::hash(token.as_bytes());
                if let Some(identity) = self.settings.keys.get(&digest) {
                    return Ok(identity.clone());
                }
                if self.issuers.is_empty() || !token::is_token(&token) {
                    return Err(Refusal::Key);
                }
                token::verify_token(&token, &self.issuers, &self.fetcher).await
            }
        }
    }

    fn check_worker(&self, worker: &str, identity: Identity) -> Result<Identity, Refusal> {
        for (name, needed) in &self.settings.workers {
            let has_all = needed.iter().all(|scope| identity.scopes.contains(scope));
            if name == worker && !has_all {
                return Err(Refusal::Scopes(needed.clone()));
            }
        }
        Ok(identity)
    }
}

fn matches_tool(pattern: &str, tool: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => tool.starts_with(beginning),
        None => pattern == tool,
    }
}

/// Without keys and names.
impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let issuers: Vec<&str> = self.issuers().collect();
        f.debug_struct("Access")
            .field("resource", &self.resource())
            .field("issuers", &issuers)
            .field("keys", &self.0.settings.keys.len())
            .finish_non_exhaustive()
    }
}
