//! What callers use at the same time, counted once for all servers that share it.

use super::held::Registry;
use super::kept::Kept;
use super::limits::{LimitKind, Limits, Listener, Notice, Usage};
use super::meter::Meter;
use std::fmt;
use std::sync::Arc;

/// What callers may use of one server or of several at the same time, and what they use at present. Clones count together.
#[derive(Clone)]
pub struct Budget(Arc<Counted>);

/// One meter for each limit.
pub(super) struct Counted {
    pub limits: Limits,
    pub connections: Arc<Meter>,
    pub requests: Arc<Meter>,
    pub sessions: Arc<Registry>,
    pub questions: Kept,
    pub answers: Kept,
}

impl Budget {
    /// Creates a budget with these limits, of which nothing is used. The listener is told when one of them is reached.
    pub fn new(limits: Limits, listener: impl Fn(Notice<'_>) + Send + Sync + 'static) -> Self {
        Budget::of(limits, &(Arc::new(listener) as Listener))
    }

    pub(super) fn of(limits: Limits, listener: &Listener) -> Self {
        let meter = |kind, quota| Meter::new(kind, quota, listener);
        Budget(Arc::new(Counted {
            connections: meter(LimitKind::Connections, limits.connections),
            requests: meter(LimitKind::Requests, limits.requests),
            sessions: Arc::new(Registry::new(meter(LimitKind::Sessions, limits.sessions))),
            questions: Kept::new(meter(LimitKind::Questions, limits.questions)),
            answers: Kept::new(meter(LimitKind::Answers, limits.answers)),
            limits,
        }))
    }

    pub(super) fn counted(&self) -> &Counted {
        &self.0
    }

    /// How much of each limit is used.
    pub fn usage(&self) -> Vec<Usage> {
        let Counted {
            connections,
            requests,
            sessions,
            questions,
            answers,
            ..
        } = &*self.0;
        vec![
            connections.usage(),
            sessions.usage(),
            questions.usage(),
            answers.usage(),
            requests.usage(),
        ]
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Budget").field(&self.usage()).finish()
    }
}
