//! The setup of a server.

use super::access::{Authenticator, Caller, Challenge, ScopeRule};
use super::approval::{Approvals, AskedParty};
use super::budget::Budget;
use super::erased::Store;
use super::inconsistent::ServerError;
use super::limits::{Limits, Listener, Notice, print_notices};
use super::mark::{Mark, make_secret};
use super::offered::Offered;
use super::pages::Paging;
use super::spent::Spent;
use super::tools::Tools;
use super::{Server, Shared};
use crate::approve::{ApprovalStore, SealKey};
use crate::context::Context;
use ::http::request::Parts;
use rmcp::model::Implementation;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, RwLock};
use std::time::Duration;
use tokio::sync::OnceCell;

/// The default maximum size of a message.
const LIMIT: usize = 4 * 1024 * 1024;

/// The default for how long an answer is valid.
const ANSWER_WITHIN: Duration = Duration::from_secs(15 * 60);

/// The default for how long clients may cache a list: a compiled list does not change.
const TTL: Duration = Duration::from_secs(60 * 60);

/// The default time that requests have to finish at shutdown.
const GRACE: Duration = Duration::from_secs(10);

/// Builds a [`Server`].
pub struct Builder {
    tools: Tools,
    name: Option<String>,
    title: Option<String>,
    version: String,
    instructions: Option<String>,
    context: Context,
    key: Option<SealKey>,
    store: Option<Store>,
    asked: AskedParty,
    answer_within: Duration,
    authenticator: Option<Authenticator>,
    scopes: HashMap<String, Vec<String>>,
    scope_rule: Option<ScopeRule>,
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
    metadata: Option<String>,
    timeout: Option<Duration>,
    traces: bool,
    grace: Duration,
    limit: usize,
    limits: Limits,
    budget: Option<Budget>,
    listener: Listener,
    ttl: Duration,
    page_size: usize,
    tells: bool,
}

impl Builder {
    pub(super) fn new(tools: Tools) -> Self {
        Builder {
            tools,
            name: None,
            title: None,
            version: "0.0.0".to_owned(),
            instructions: None,
            context: Context::default(),
            key: None,
            store: None,
            asked: AskedParty::Client,
            answer_within: ANSWER_WITHIN,
            authenticator: None,
            scopes: HashMap::new(),
            scope_rule: None,
            hosts: None,
            origins: Vec::new(),
            metadata: None,
            timeout: None,
            traces: false,
            grace: GRACE,
            limit: LIMIT,
            limits: Limits::default(),
            budget: None,
            listener: print_notices(),
            ttl: TTL,
            page_size: usize::MAX,
            tells: false,
        }
    }

    /// Sets the name of the server; the default is that of the worker.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets a display name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the version of the server; the default is `0.0.0`.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Sets instructions that clients may pass on to their model.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets the context of calls for which no authenticator provides one: a workspace, injected values,
    /// extensions.
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Sets the key that seals questions. It requires [`Builder::approval_store`]; without both, a random key
    /// is used, and an answer is valid once, in the process that asked.
    #[must_use]
    pub fn seal_key(mut self, key: SealKey) -> Self {
        self.key = Some(key);
        self
    }

    /// Sets the store that keeps questions until they are answered. Any process with the store and the key
    /// then accepts the answer, but only one of them, and only once.
    #[must_use]
    pub fn approval_store(mut self, store: impl ApprovalStore + 'static) -> Self {
        self.store = Some(Store::new(store));
        self
    }

    /// Asks the worker's approver instead of the person behind the client.
    #[must_use]
    pub fn ask_approver(mut self) -> Self {
        self.asked = AskedParty::Approver;
        self
    }

    /// Sets how long an answer is valid; the default is 15 minutes. The worker's own limit applies too.
    #[must_use]
    pub fn answer_within(mut self, limit: Duration) -> Self {
        self.answer_within = limit;
        self
    }

    /// Sets the authenticator, which identifies the caller of an HTTP request from its head. It runs for
    /// every request, including those within a session, and a session belongs to the principal that started
    /// it.
    #[must_use]
    pub fn authenticate<F, R>(mut self, authenticate: F) -> Self
    where
        F: Fn(&Parts) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Caller, Challenge>> + Send + 'static,
    {
        self.authenticator = Some(Arc::new(move |parts| Box::pin(authenticate(parts))));
        self
    }

    /// Sets the scopes that a caller needs for a tool, by its wire name. A call without them is answered with
    /// status 403 and a challenge that names them. Standard input and output have no callers, so no scopes
    /// are required there. Tools that only one caller has ([`Caller::tools`]) need none.
    #[must_use]
    pub fn scopes<S: Into<String>>(
        mut self,
        tool: impl Into<String>,
        scopes: impl IntoIterator<Item = S>,
    ) -> Self {
        let needed = self.scopes.entry(tool.into()).or_default();
        needed.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Sets a rule for the scopes that a caller needs for a tool, by its qualified name `namespace::tool`, beside those of
    /// [`Builder::scopes`]. It is asked at each call, so it holds for tools that are offered later, too.
    #[must_use]
    pub fn scopes_by(mut self, rule: impl Fn(&str) -> Vec<String> + Send + Sync + 'static) -> Self {
        self.scope_rule = Some(Box::new(rule));
        self
    }

    /// Sets the URL of the protected resource metadata (RFC 9728), which challenges refer to.
    #[must_use]
    pub fn resource_metadata(mut self, url: impl Into<String>) -> Self {
        self.metadata = Some(url.into());
        self
    }

    /// Sets the hosts under which the server can be reached, with or without a port, in place of this
    /// machine's own names. A request to any other host is rejected, because a web page could have sent it.
    #[must_use]
    pub fn allowed_hosts<S: Into<String>>(mut self, hosts: impl IntoIterator<Item = S>) -> Self {
        let hosts = hosts.into_iter().map(Into::into);
        self.hosts.get_or_insert_default().extend(hosts);
        self
    }

    /// Sets the origins from which web pages may send requests, such as `https://app.example:443`, or with
    /// `:*` for any port. By default there are none.
    #[must_use]
    pub fn allowed_origins<S: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = S>,
    ) -> Self {
        self.origins.extend(origins.into_iter().map(Into::into));
        self
    }

    /// Gives each call a span of its own: the trace of its context is a `traceparent` whose span the client's span calls
    /// ([`CallerSpan`](crate::CallerSpan) among its extensions), and engines send it on. For observers that export spans.
    #[must_use]
    pub fn trace_calls(mut self) -> Self {
        self.traces = true;
        self
    }

    /// Sets how long the handler of a call may take; the smaller of this and the worker's limit applies.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets how long requests have to finish at shutdown; the default is ten seconds.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Sets the maximum size of a message in bytes; the default is 4 MiB.
    #[must_use]
    pub fn message_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Sets how much callers may use at the same time.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Shares with other servers what callers may use at the same time, in place of limits of its own: several workers of one
    /// process, for example.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Sets the listener for events that are not part of a call, such as a limit that is reached. Without a listener,
    /// they are written to standard error.
    #[must_use]
    pub fn listener(mut self, listener: impl Fn(Notice<'_>) + Send + Sync + 'static) -> Self {
        self.listener = Arc::new(listener);
        self
    }

    /// Sets how long clients may cache the list; the default is one hour.
    #[must_use]
    pub fn list_ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// Sets the maximum number of tools on a page of the list. By default there is a single page, because
    /// some clients never request a second one.
    #[must_use]
    pub fn page_size(mut self, size: usize) -> Self {
        self.page_size = size.max(1);
        self
    }

    /// Promises clients that they are told when the list of tools changes (`listChanged`), for a server whose tools
    /// are replaced with [`Server::replace_tools`]. Clients may cache no list then, unless [`Builder::list_ttl`] is
    /// called afterwards.
    #[must_use]
    pub fn tools_change(mut self) -> Self {
        self.tells = true;
        self.ttl = Duration::ZERO;
        self
    }

    /// Builds the server.
    ///
    /// # Errors
    /// Fails if the settings are inconsistent.
    pub fn build(self) -> Result<Server, ServerError> {
        let own = || Budget::of(self.limits.clone(), &self.listener);
        let budget = self.budget.clone().unwrap_or_else(own);
        let approvals = self.approvals(&budget)?;
        let prepared = self.tools.prepared();
        let needs_scopes = !self.scopes.is_empty() || self.scope_rule.is_some();
        if needs_scopes && self.authenticator.is_none() {
            return Err(ServerError::ScopesWithoutAuthenticator);
        }
        self.check_names()?;
        let name = self
            .name
            .unwrap_or_else(|| prepared.worker.name().to_owned());
        let mut about = Implementation::new(name, self.version);
        about.title = self.title;
        let mut info = Shared::describe(about, self.tells);
        info.instructions = self.instructions;
        let paging = Paging {
            size: self.page_size,
            ttl: self.ttl,
            private: self.authenticator.is_some(),
        };
        Ok(Server(Arc::new(Shared {
            info: RwLock::new(info),
            offered: Offered::new(self.tools, self.tells),
            context: self.context,
            approvals,
            authenticator: self.authenticator,
            scopes: self.scopes,
            scope_rule: self.scope_rule,
            hosts: self.hosts,
            origins: self.origins,
            metadata: self.metadata,
            timeout: self.timeout,
            traces: self.traces,
            grace: self.grace,
            limit: self.limit,
            budget,
            listener: self.listener,
            paging,
            mark: Mark::new(),
        })))
    }

    fn check_names(&self) -> Result<(), ServerError> {
        let known = &self.tools.prepared().called;
        match self
            .scopes
            .keys()
            .find(|name| !known.contains_key(name.as_str()))
        {
            Some(name) => Err(ServerError::UnknownTool { name: name.clone() }),
            None => Ok(()),
        }
    }

    fn approvals(&self, budget: &Budget) -> Result<Approvals, ServerError> {
        let within = self.answer_within;
        let (key, store) = match (&self.key, &self.store) {
            (Some(key), Some(store)) => (key.clone(), Some(store.clone())),
            (None, None) => (chance_key(), None),
            (Some(_), None) => return Err(ServerError::KeyWithoutStore),
            (None, Some(_)) => return Err(ServerError::StoreWithoutKey),
        };
        Ok(Approvals {
            key,
            keeps: store.is_some(),
            store: store.unwrap_or_else(|| Store::new(Spent::new(within))),
            asked: self.asked,
            within,
            budget: budget.clone(),
            recalled: OnceCell::new(),
        })
    }
}

/// A random key for this process.
fn chance_key() -> SealKey {
    match SealKey::new("process", &make_secret()) {
        Ok(key) => key,
        // It has a name and is long enough.
        Err(weak) => unreachable!("{weak}"),
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("name", &self.name)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
