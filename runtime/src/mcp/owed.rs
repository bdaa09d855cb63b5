//! The answers that this client owes a server. A server that sends requests and does not read the answers would
//! make them pile up without end, so nothing more is read from it while too many wait to be sent.

use super::fault::{Fault, FaultKind};
use super::wire::Wire;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The default for how many answers may wait to be sent.
pub(super) const OWED: usize = 32;

/// How long a server may take to read one of the answers that wait, once there are too many.
const PATIENCE: Duration = Duration::from_secs(3);

/// A transport that stops reading when too many answers wait to be sent.
pub(super) struct Owing<T> {
    inner: T,
    owed: Arc<Owed>,
    limit: usize,
    wire: Arc<Wire>,
    /// Since when there are too many, and how many had been sent then.
    blocked: Option<(Instant, usize)>,
}

/// The answers that wait, and those that were sent.
#[derive(Default)]
struct Owed {
    waiting: AtomicUsize,
    sent: AtomicUsize,
    changed: Notify,
}

/// One answer that waits to be sent.
struct Answer(Arc<Owed>);

impl Answer {
    fn new(owed: &Arc<Owed>) -> Self {
        owed.waiting.fetch_add(1, Ordering::AcqRel);
        Answer(Arc::clone(owed))
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
        self.0.sent.fetch_add(1, Ordering::AcqRel);
        self.0.changed.notify_waiters();
    }
}

impl<T> Owing<T> {
    pub fn new(inner: T, limit: usize, wire: Arc<Wire>) -> Self {
        Owing {
            inner,
            owed: Arc::default(),
            limit: limit.max(1),
            wire,
            blocked: None,
        }
    }

    /// Waits until few enough answers wait; `false` if the server reads none of them. The time counts on if the
    /// future is dropped, as the SDK does whenever something else happens.
    async fn wait_for_room(&mut self) -> bool {
        loop {
            let changed = self.owed.changed.notified();
            if self.owed.waiting.load(Ordering::Acquire) < self.limit {
                self.blocked = None;
                return true;
            }
            let sent = self.owed.sent.load(Ordering::Acquire);
            let since = match self.blocked {
                Some((since, before)) if before == sent => since,
                _ => Instant::now(),
            };
            self.blocked = Some((since, sent));
            if tokio::time::timeout_at(since + PATIENCE, changed)
                .await
                .is_err()
            {
                return false;
            }
        }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Owing<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let is_answer = matches!(
            message,
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_)
        );
        let answer = is_answer.then(|| Answer::new(&self.owed));
        let sent = self.inner.send(message);
        async move {
            let sent = sent.await;
            drop(answer);
            sent
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        if !self.wait_for_room().await {
            let detail = format!(
                "the server sends requests and does not read the answers: {} of them wait",
                self.limit
            );
            self.wire.lose(Fault::new(FaultKind::Ended, detail));
            return None;
        }
        self.inner.receive().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
