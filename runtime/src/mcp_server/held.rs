//! The sessions of the handshake over HTTP, of which a caller has only so many. A new one takes the place of the
//! caller's own session that has been idle for longest.

use super::limits::{LimitKind, Usage};
use super::meter::{Full, Meter, Way, Who};
use ::http::request::Parts;
use futures_util::Stream;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::RequestContext;
use rmcp::transport::WorkerTransport;
use rmcp::transport::streamable_http_server::session::ServerSseMessage;
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, LocalSessionWorker,
};
use rmcp::transport::streamable_http_server::{SessionId, SessionManager};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::time::Instant;

tokio::task_local! {
    /// Who makes the request over HTTP that is looked at, and the limit that it met.
    pub(super) static VISIT: Visit;
}

/// A request over HTTP, for everything that it comes by.
#[derive(Clone)]
pub(super) struct Visit {
    pub who: Who,
    /// The limit that it met.
    pub full: Arc<OnceLock<Full>>,
}

impl Visit {
    pub fn new(who: Who) -> Self {
        Visit {
            who,
            full: Arc::default(),
        }
    }

    /// The request over HTTP that the SDK handles, if it is one.
    pub fn of(from: &RequestContext<RoleServer>) -> Option<&Self> {
        from.extensions.get::<Parts>()?.extensions.get()
    }
}

/// The sessions of one service.
pub(super) struct Held {
    inner: Arc<LocalSessionManager>,
    /// Where they are counted, with those of others.
    shared: Arc<Registry>,
}

/// The sessions of all services that share a limit on them.
pub(super) struct Registry {
    meter: Arc<Meter>,
    sessions: Mutex<HashMap<SessionId, Session>>,
}

struct Session {
    who: Who,
    /// What closes it.
    home: Arc<LocalSessionManager>,
    /// When it was used last.
    used: Instant,
    /// How many of its calls are under way, including those that wait for an answer.
    open: usize,
}

/// Why a session cannot be used.
#[derive(Debug)]
pub(super) enum HeldError {
    Full(Full),
    Session(LocalSessionManagerError),
}

impl From<LocalSessionManagerError> for HeldError {
    fn from(error: LocalSessionManagerError) -> Self {
        HeldError::Session(error)
    }
}

impl fmt::Display for HeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeldError::Full(full) => full.fmt(f),
            HeldError::Session(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeldError {}

impl Held {
    pub fn new(shared: &Arc<Registry>) -> Self {
        Held {
            inner: Arc::default(),
            shared: Arc::clone(shared),
        }
    }

    /// Whether a session has begun and has not ended.
    pub fn is_open(&self, id: &str) -> bool {
        self.shared.sessions().contains_key(id)
    }

    /// Marks a session as having an open call, until what is returned is dropped.
    pub fn open_call(&self, id: &str) -> Option<OpenCall> {
        let mut sessions = self.shared.sessions();
        let session = sessions.get_mut(id)?;
        session.open += 1;
        session.used = Instant::now();
        Some(OpenCall {
            shared: Arc::clone(&self.shared),
            id: id.into(),
        })
    }
}

impl Registry {
    pub fn new(meter: Arc<Meter>) -> Self {
        Registry {
            meter,
            sessions: Mutex::default(),
        }
    }

    pub fn usage(&self) -> Usage {
        Usage {
            used: self.sessions().len() as u64,
            ..self.meter.usage()
        }
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<SessionId, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a session, and returns the one whose place it takes.
    fn add(
        &self,
        id: &SessionId,
        who: Who,
        home: &Arc<LocalSessionManager>,
    ) -> Result<Option<(SessionId, Arc<LocalSessionManager>)>, Full> {
        let quota = self.meter.quota();
        let mut sessions = self.sessions();
        let own = sessions
            .values()
            .filter(|session| session.who == who)
            .count() as u64;
        let is_own = who != Who::Unknown && own >= quota.per_caller.max(1);
        let mut replaced = None;
        if is_own || sessions.len() as u64 >= quota.total.max(1) {
            let idle = sessions
                .iter()
                .filter(|(_, session)| session.who == who && session.open == 0);
            let oldest = idle.min_by_key(|(_, session)| session.used);
            let Some(oldest) = oldest.map(|(id, _)| id.clone()) else {
                drop(sessions);
                self.meter.tell_refusal(&who, is_own);
                return Err(Full {
                    kind: LimitKind::Sessions,
                    is_own,
                });
            };
            let session = sessions.remove(&oldest);
            self.meter.tell(&who, Way::Replaced);
            replaced = session.map(|session| (oldest, session.home));
        }
        let session = Session {
            who,
            home: Arc::clone(home),
            used: Instant::now(),
            open: 0,
        };
        sessions.insert(id.clone(), session);
        Ok(replaced)
    }
}

/// A call that is under way in a session.
pub(super) struct OpenCall {
    shared: Arc<Registry>,
    id: SessionId,
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        if let Some(session) = self.shared.sessions().get_mut(&self.id) {
            session.open = session.open.saturating_sub(1);
            session.used = Instant::now();
        }
    }
}

impl SessionManager for Held {
    type Error = HeldError;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), HeldError> {
        let visit = VISIT.try_with(Visit::clone).ok();
        let who = visit
            .as_ref()
            .map_or(Who::Unknown, |visit| visit.who.clone());
        let (id, transport) = self.inner.create_session().await?;
        match self.shared.add(&id, who, &self.inner) {
            Ok(None) => {}
            Ok(Some((replaced, home))) => home.close_session(&replaced).await?,
            Err(full) => {
                self.inner.close_session(&id).await?;
                if let Some(visit) = visit {
                    let _ = visit.full.set(full);
                }
                return Err(HeldError::Full(full));
            }
        }
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, HeldError> {
        Ok(self.inner.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, HeldError> {
        if let Some(session) = self.shared.sessions().get_mut(id) {
            session.used = Instant::now();
        }
        Ok(self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), HeldError> {
        self.shared.sessions().remove(id);
        Ok(self.inner.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, HeldError> {
        Ok(self.inner.create_stream(id, message).await?)
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), HeldError> {
        Ok(self.inner.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, HeldError> {
        Ok(self.inner.create_standalone_stream(id).await?)
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, HeldError> {
        Ok(self.inner.resume(id, last_event_id).await?)
    }
}
