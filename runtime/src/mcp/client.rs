//! The client for MCP servers: one connection to each, opened on demand.

use super::call::{read_result, send_call};
use super::connection::Connection;
use super::fault::{Fault, FaultKind, hide_secrets};
use super::listing::list_tools;
use super::owed::OWED;
use super::recent_lines::Hear;
use super::start::Means;
use super::target::{ClientCredentials, Reached, Target, expand_variables, fill_url};
use super::web::Pools;
use crate::context::Context;
use crate::error::{ErrorKind, ToolFailure};
use crate::hidden::show_line;
use crate::json::Json;
use crate::observe::Watch;
use crate::remote::{Changed, Reach, RemoteCall, Server, digest_tool};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The wait before the second attempt to connect. It doubles with each further attempt.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// The longest wait between attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Calls the tools of MCP servers. Clones share the connections. When the last clone is dropped, the
/// connections are closed and servers that are local programs are ended.
///
/// It must be used within a Tokio runtime whose I/O and time drivers are enabled.
///
/// ```
/// use toolc_runtime::mcp::{Client, Notice};
///
/// let client = Client::builder()
///     .command("files", ["mcp-server-files", "/srv/docs"])
///     .listener(|engine, notice| {
///         if let Notice::Said(line) = notice {
///             eprintln!("{engine}: {line}");
///         }
///     })
///     .build();
/// ```
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    reached: HashMap<String, Reached>,
    listener: Arc<Listener>,
    pools: Pools,
    owed: usize,
    links: Mutex<HashMap<&'static str, Arc<Link>>>,
}

type Listener = dyn Fn(&str, Notice<'_>) + Send + Sync;

/// An event of a server that is not part of a call.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Notice<'n> {
    /// The server wrote a line to its standard error.
    Said(&'n str),
    /// The server offers this tool with another definition than at build time, and it is called all the same.
    Changed(&'n str),
    /// The connection is established.
    Connected,
    /// There is no connection; the text says why.
    Lost(&'n str),
    /// The value of this header or environment variable has fewer than four characters. In what the server says it
    /// is redacted only where it stands alone, because it may be part of any word.
    Short(&'n str),
}

/// The connection to one server.
#[derive(Default)]
struct Link(tokio::sync::Mutex<State>);

#[derive(Default)]
struct State {
    up: Option<Arc<Up>>,
    failures: u32,
    not_before: Option<Instant>,
}

/// A connection, and the tools that the server listed on it.
struct Up {
    connection: Connection,
    listed: Mutex<Listed>,
}

#[derive(Default)]
struct Listed {
    /// The digests of the tools, by name.
    digests: HashMap<String, String>,
    /// How many list changes the server had announced before the list was requested.
    changes: u64,
    /// The changed tools that the listener was told about.
    reported: HashSet<&'static str>,
}

impl Client {
    /// Creates a client that follows the configuration.
    pub fn new() -> Self {
        Client::builder().build()
    }

    /// Creates a builder, to override parts of the configuration.
    pub fn builder() -> ClientBuilder {
        ClientBuilder {
            reached: HashMap::new(),
            owed: OWED,
            listener: Arc::new(|engine: &str, notice: Notice<'_>| match notice {
                Notice::Changed(tool) => eprintln!(
                    "toolc: the server of `{engine}` offers a definition of `{}` that differs from when the program was built",
                    show_line(tool)
                ),
                Notice::Lost(why) => {
                    eprintln!(
                        "toolc: no connection to the server of `{engine}`: {}",
                        show_line(why)
                    );
                }
                Notice::Short(name) => eprintln!(
                    "toolc: the value of `{name}` for the server of `{engine}` has fewer than 4 characters, so it is hidden in the server's texts only where it stands alone"
                ),
                Notice::Said(_) | Notice::Connected => {}
            }),
        }
    }

    /// Calls a tool with validated arguments.
    pub(crate) async fn call(
        &self,
        call: &'static RemoteCall,
        has_schema: bool,
        arguments: &str,
        watch: &Watch<'_>,
    ) -> Result<Json, ToolFailure> {
        let server = call.server;
        let limits = [Some(server.connection.timeout), watch.context.timeout()];
        let limit = limits
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(server.connection.timeout);
        let mut is_again = false;
        loop {
            let up = self.up(server).await?;
            self.check(call, &up)?;
            let sent = send_call(&up.connection, call.name, arguments, watch);
            match tokio::time::timeout(limit, sent).await {
                // The server did not look at the call, so it may be sent again: once, to what it lists now.
                Ok(Err(fault)) if fault.kind == FaultKind::Expired && !is_again => is_again = true,
                Ok(result) => return read_result(&result?, has_schema, &up.connection.secrets),
                Err(_) => return Err(Fault::late(limit).into()),
            }
        }
    }

    /// Checks that a tool can be called: the server is there, and offers it as it was compiled.
    pub(crate) async fn check_call(
        &self,
        call: &'static RemoteCall,
        context: &Context,
    ) -> Result<(), ToolFailure> {
        let limits = [Some(call.server.connection.timeout), context.timeout()];
        let limit = limits.into_iter().flatten().min();
        let limit = limit.unwrap_or(call.server.connection.timeout);
        match tokio::time::timeout(limit, self.up(call.server)).await {
            Ok(up) => self.check(call, &*up?),
            Err(_) => Err(Fault::late(limit).into()),
        }
    }

    /// The connection to a server, with a tool list that is newer than its last announced change.
    async fn up(&self, server: &'static Server) -> Result<Arc<Up>, Fault> {
        let link = {
            let links = self.0.links.lock();
            let mut links = links.unwrap_or_else(PoisonError::into_inner);
            Arc::clone(links.entry(server.engine).or_default())
        };
        let state = link.0.lock().await;
        if let Some(up) = state.up.as_ref().filter(|up| up.is_ready()) {
            return Ok(Arc::clone(up));
        }
        drop(state);
        let client = self.clone();
        let renewed = async move { client.renew(server, &link).await };
        // A caller may wait for less time than the server needs to start. The next one finds it started.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => match runtime.spawn(renewed).await {
                Ok(up) => up,
                Err(error) => Err(Fault::new(FaultKind::Ended, error.to_string())),
            },
            Err(_) => renewed.await,
        }
    }

    /// Connects, or lists the tools again, unless another caller has done that meanwhile.
    async fn renew(&self, server: &'static Server, link: &Link) -> Result<Arc<Up>, Fault> {
        let mut state = link.0.lock().await;
        if let Some(up) = state.up.take().filter(|up| !up.connection.is_closed()) {
            let listed = match up.is_stale() {
                true => up.list(&self.target(server)?).await,
                false => Ok(()),
            };
            // A server that has forgotten the session lists its tools in a new one.
            let is_expired = matches!(&listed, Err(fault) if fault.kind == FaultKind::Expired);
            if !is_expired {
                if !up.connection.is_closed() {
                    state.up = Some(Arc::clone(&up));
                }
                return listed.map(|()| up);
            }
        }
        let now = Instant::now();
        if state.not_before.is_some_and(|then| now < then) {
            let detail = "it could not be reached; the next call tries again";
            return Err(Fault::new(FaultKind::Reach, detail));
        }
        let target = self.target(server)?;
        match self.connect(server, &target).await {
            Ok(up) => {
                *state = State {
                    up: Some(Arc::clone(&up)),
                    ..State::default()
                };
                (self.0.listener)(server.engine, Notice::Connected);
                Ok(up)
            }
            Err(fault) => {
                let wait = FIRST_WAIT.saturating_mul(1 << state.failures.min(16));
                state.failures += 1;
                state.not_before = Instant::now().checked_add(wait.min(LONGEST_WAIT));
                let fault = hide_secrets(fault, &target.secrets());
                (self.0.listener)(server.engine, Notice::Lost(&fault.detail));
                Err(fault)
            }
        }
    }

    async fn connect(&self, server: &'static Server, target: &Target) -> Result<Arc<Up>, Fault> {
        let engine = server.engine;
        let secrets = Arc::new(target.secrets());
        let tell = |notice: fn(&str) -> Notice<'_>| -> Hear {
            let (listener, secrets) = (Arc::clone(&self.0.listener), Arc::clone(&secrets));
            Arc::new(move |text: &str| listener(engine, notice(&secrets.redact(text))))
        };
        for name in target.short_names() {
            (self.0.listener)(engine, Notice::Short(name));
        }
        let means = Means {
            pools: &self.0.pools,
            said: tell(|text| Notice::Said(text)),
            lost: tell(|text| Notice::Lost(text)),
            owed: self.0.owed,
        };
        let connection = Connection::open(target, &means).await?;
        let up = Up {
            connection,
            listed: Mutex::default(),
        };
        up.list(target).await?;
        Ok(Arc::new(up))
    }

    /// The server, with values from the environment filled in.
    fn target(&self, server: &'static Server) -> Result<Target, Fault> {
        let configured = match server.reach {
            Reach::Command(words) => {
                let words: Result<_, Fault> =
                    words.iter().map(|word| expand_variables(word)).collect();
                Reached::Command(words?)
            }
            Reach::Url(url) => Reached::Url(fill_url(url, server.hosts)?),
        };
        let reach = self.0.reached.get(server.engine).cloned();
        let reach = reach.unwrap_or(configured);
        let is_program = matches!(server.reach, Reach::Command(_));
        // Environment variables for a process are not headers: a server of the other kind gets neither.
        let is_same_kind = is_program == matches!(reach, Reached::Command(_));
        let given = server.given.iter().filter(|_| is_same_kind);
        let given = given.map(|(name, value)| Ok(((*name).to_owned(), expand_variables(value)?)));
        let given: Result<_, Fault> = given.collect();
        let oauth = server.oauth.filter(|_| is_same_kind).map(|oauth| {
            let scope = oauth.scopes.join(" ");
            let url = (oauth.token_url, server.hosts);
            ClientCredentials::read(oauth.id_env, oauth.secret_env, url, scope)
        });
        Ok(Target {
            reach,
            given: given?,
            oauth: oauth.transpose()?,
            connection: server.connection,
        })
    }

    /// Checks that the server still offers the tool as it was compiled.
    fn check(&self, call: &'static RemoteCall, up: &Up) -> Result<(), ToolFailure> {
        let mut listed = up.lock();
        let (what, is_there) = match listed.digests.get(call.name) {
            Some(digest) if digest == call.digest => return Ok(()),
            Some(_) => ("has a definition of this tool that differs from", true),
            None => ("does not list this tool, as it did", false),
        };
        match call.server.changed {
            Changed::Ignore => Ok(()),
            Changed::Warn if is_there => {
                if listed.reported.insert(call.name) {
                    drop(listed);
                    (self.0.listener)(call.server.engine, Notice::Changed(call.name));
                }
                Ok(())
            }
            Changed::Warn | Changed::Refuse => {
                let message = format!("the server {what} when the program was built");
                let code = Some("MCP_CHANGED".into());
                let failure = ToolFailure::declared(ErrorKind::Unavailable, code, message);
                Err(failure.with_detail(format!(
                    "`{}` of the engine `{}`: take a new snapshot, look at what changed, and build again",
                    call.name, call.server.engine
                )))
            }
        }
    }
}

impl Up {
    fn lock(&self) -> std::sync::MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_ready(&self) -> bool {
        !self.connection.is_closed() && !self.is_stale()
    }

    fn is_stale(&self) -> bool {
        let heard = &self.connection.heard;
        heard.is_unsubscribed() || heard.changes() != self.lock().changes
    }

    /// Requests the tool list.
    async fn list(&self, target: &Target) -> Result<(), Fault> {
        let changes = self.connection.heard.changes();
        let tools = list_tools(&self.connection, target).await?;
        let mut digests = HashMap::new();
        for tool in &tools {
            let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(tool);
            let name = members.ok().and_then(|members| {
                let name = members.get("name")?;
                serde_json::from_str::<String>(name.get()).ok()
            });
            let (Some(name), Some(digest)) = (name, digest_tool(tool)) else {
                continue;
            };
            // If two tools have the same name, it is not known which of them a call would reach.
            let other = digests.insert(name.clone(), digest);
            if other.is_some_and(|other| other != digests[&name]) {
                digests.insert(name, String::new());
            }
        }
        *self.lock() = Listed {
            digests,
            changes,
            reported: HashSet::new(),
        };
        Ok(())
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
    reached: HashMap<String, Reached>,
    owed: usize,
    listener: Arc<Listener>,
}

impl ClientBuilder {
    /// Sets the command that starts the server of an engine, overriding the configuration. If the
    /// configuration names a URL, the program receives no credentials, because the configured ones are
    /// headers.
    pub fn command<W: Into<String>>(
        mut self,
        engine: impl Into<String>,
        words: impl IntoIterator<Item = W>,
    ) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        self.reached.insert(engine.into(), Reached::Command(words));
        self
    }

    /// Sets the URL of the server of an engine, overriding the configuration. If the configuration names a
    /// program, its environment variables are not sent to the URL.
    #[cfg(feature = "mcp")]
    pub fn url(mut self, engine: impl Into<String>, url: impl Into<String>) -> Self {
        self.reached.insert(engine.into(), Reached::Url(url.into()));
        self
    }

    /// Sets how many answers may wait to be sent to a server that sends requests; the default is 32. While there are
    /// that many, nothing is read from the server, and if it reads none of them for three seconds, the connection is
    /// given up ([`Notice::Lost`]).
    pub fn owed_answers(mut self, maximum: usize) -> Self {
        self.owed = maximum;
        self
    }

    /// Sets the listener for events of servers; its first argument is the name of the engine. Without a
    /// listener, all but [`Notice::Said`] and [`Notice::Connected`] are reported on standard error.
    pub fn listener(mut self, listener: impl Fn(&str, Notice<'_>) + Send + Sync + 'static) -> Self {
        self.listener = Arc::new(listener);
        self
    }

    /// Builds the client. Connections are opened on demand.
    pub fn build(self) -> Client {
        Client(Arc::new(Inner {
            reached: self.reached,
            listener: self.listener,
            owed: self.owed,
            pools: Pools::default(),
            links: Mutex::default(),
        }))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").finish_non_exhaustive()
    }
}
