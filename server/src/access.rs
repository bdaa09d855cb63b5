//! Who may call: tokens of authorization servers, keys of agents, users of a proxy, certificates of clients.

mod fetch;
mod fields;
mod file;
mod issuer;
mod presented;
mod refusal;
mod ring;
mod rules;
mod settings;
mod token;

pub use file::read_settings;
pub use presented::ClientNames;
pub use refusal::Refusal;
pub use settings::Settings;

use fetch::Fetcher;
use http::request::Parts;
use presented::Presented;
use rules::Rules;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use toolc_runtime::mcp_server::{Caller, Challenge, Peer};

/// Learns of each request that is not let through: the worker, where it came from, and why.
type Listener = dyn Fn(&str, Option<IpAddr>, &Refusal) + Send + Sync;

/// Who may call. Clones share it, with what is known of authorization servers.
#[derive(Clone)]
pub struct Access(Arc<Shared>);

struct Shared {
    rules: RwLock<Arc<Rules>>,
    fetcher: Fetcher,
    listener: Option<Box<Listener>>,
}

impl Access {
    /// Whoever the settings name may call.
    pub fn new(settings: Settings) -> Self {
        ring::install_provider();
        let rules = Rules::new(settings, None);
        Access(Arc::new(Shared {
            rules: RwLock::new(Arc::new(rules)),
            fetcher: Fetcher::default(),
            listener: None,
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

    /// Says anew who may call. Whoever is not named any more is refused from the next request on, also within a session;
    /// requests that were let through end as they began.
    ///
    /// # Errors
    /// Returns why nothing is replaced: the resource is another one, and clients know the server by it.
    pub fn replace(&self, settings: Settings) -> Result<(), String> {
        let earlier = self.rules();
        if settings.resource != earlier.settings.resource {
            return Err(
                "`resource` is not that of the start, by which clients know the server".to_owned(),
            );
        }
        let rules = Arc::new(Rules::new(settings, Some(&earlier)));
        *self.0.rules.write().unwrap_or_else(PoisonError::into_inner) = rules;
        Ok(())
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
        let rules = self.rules();
        let presented = Presented::read(parts, rules.settings.proxy.as_ref());
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let (shared, worker) = (Arc::clone(&self.0), worker.to_owned());
        async move {
            let admitted = match presented {
                Ok(presented) => rules.identify(presented, &shared.fetcher).await,
                Err(refusal) => Err(refusal),
            };
            let admitted = admitted.and_then(|identity| rules.check_worker(&worker, identity));
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
    pub fn list_scopes(&self, tool: &str) -> Vec<String> {
        self.rules().settings.list_scopes(tool)
    }

    /// What the settings name that is not there: workers, and patterns that none of the tools matches.
    pub fn list_unknown(&self, workers: &[&str], tools: &[&str]) -> Vec<String> {
        self.rules().settings.list_unknown(workers, tools)
    }

    /// The identifier of the server in tokens and metadata.
    pub fn resource(&self) -> Option<String> {
        self.rules().settings.resource.clone()
    }

    /// The authorization servers whose tokens are accepted.
    pub fn issuers(&self) -> Vec<String> {
        let rules = self.rules();
        let issuers = rules.settings.issuers.iter();
        issuers.map(|issuer| issuer.issuer.clone()).collect()
    }

    /// All scopes that something needs.
    pub fn scopes(&self) -> Vec<String> {
        self.rules().settings.list_all_scopes()
    }

    /// Whether an address that is not of this machine may read the metrics.
    pub(crate) fn shows_metrics(&self, address: IpAddr) -> bool {
        let rules = self.rules();
        let mut networks = rules.settings.metrics.iter();
        networks.any(|network| network.contains(&address))
    }

    /// What counts at present.
    fn rules(&self) -> Arc<Rules> {
        let rules = self.0.rules.read();
        Arc::clone(&rules.unwrap_or_else(PoisonError::into_inner))
    }
}

/// Without keys and names.
impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("resource", &self.resource())
            .field("issuers", &self.issuers())
            .field("keys", &self.rules().settings.keys.len())
            .finish_non_exhaustive()
    }
}
