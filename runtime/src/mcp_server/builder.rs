//! The setup of a server.

mod build;

use super::access::{Authenticator, Caller, Challenge, ScopeRule};
use super::approval::AskedParty;
use super::budget::Budget;
use super::erased::Store;
use super::limits::{Limits, Listener, Notice, print_notices};
use super::tools::Tools;
use crate::approve::{ApprovalStore, SealKey};
use crate::context::Context;
use ::http::request::Parts;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The default maximum size of a message.
const LIMIT: usize = 4 * 1024 * 1024;

/// The default for how long an answer is valid.
const ANSWER_WITHIN: Duration = Duration::from_secs(15 * 60);

/// The default for how long clients may cache a list: a compiled list does not change.
const TTL: Duration = Duration::from_secs(60 * 60);

/// The default for the bytes of a page of the list.
const PAGE_BYTES: usize = 960 * 1024;

/// The default time that requests have to finish at shutdown.
const GRACE: Duration = Duration::from_secs(10);

/// Builds a [`Server`](super::Server).
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
    page_bytes: usize,
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
            page_bytes: PAGE_BYTES,
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

    /// Sets the maximum number of tools on a page of the list. By default there is none, because some clients never
    /// request a second page.
    #[must_use]
    pub fn page_size(mut self, size: usize) -> Self {
        self.page_size = size.max(1);
        self
    }

    /// Sets how many bytes the tools of a page may have; the default is 960 KiB, since some clients fail at a message of
    /// more than 1 MiB. A tool that is larger is alone on its page.
    #[must_use]
    pub fn page_bytes(mut self, bytes: usize) -> Self {
        self.page_bytes = bytes;
        self
    }

    /// Promises clients that they are told when the list of tools changes (`listChanged`), for a server whose tools
    /// are replaced with [`Server::replace_tools`](super::Server::replace_tools). Clients may cache no list then, unless [`Builder::list_ttl`] is
    /// called afterwards.
    #[must_use]
    pub fn tools_change(mut self) -> Self {
        self.tells = true;
        self.ttl = Duration::ZERO;
        self
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
