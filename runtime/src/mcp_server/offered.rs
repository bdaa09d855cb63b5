//! The tools that a server offers, which a program may replace while it runs, and who is told about it.

use super::tools::Tools;
use futures_util::future::{Either, select};
use rmcp::RoleServer;
use rmcp::service::{Peer, SubscriptionContext};
use std::fmt;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long a client may take to accept the news; one that reads nothing is left alone.
const TOLD_WITHIN: Duration = Duration::from_secs(5);

pub(super) struct Offered {
    tools: RwLock<Tools>,
    /// Whether clients are promised that they are told when the list changes.
    tells: bool,
    /// How often the list has changed.
    changes: watch::Sender<u64>,
    /// The clients that began with a handshake: they are told without a subscription.
    clients: Mutex<Vec<Peer<RoleServer>>>,
}

impl Offered {
    pub fn new(tools: Tools, tells: bool) -> Self {
        Offered {
            tools: RwLock::new(tools),
            tells,
            changes: watch::Sender::new(0),
            clients: Mutex::default(),
        }
    }

    pub fn tools(&self) -> Tools {
        let tools = self.tools.read();
        tools.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn tells(&self) -> bool {
        self.tells
    }

    /// Offers other tools from now on, and tells clients if the list is another one.
    pub async fn replace(&self, tools: Tools) {
        let before = {
            let mut known = self.tools.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *known, tools.clone())
        };
        if !self.tells || before.digest() == tools.digest() {
            return;
        }
        self.changes.send_modify(|changes| *changes += 1);
        let mut telling = JoinSet::new();
        for client in self.clients().clone() {
            telling.spawn(async move {
                // A client that is gone is noticed elsewhere.
                let _ = tokio::time::timeout(TOLD_WITHIN, client.notify_tool_list_changed()).await;
            });
        }
        while telling.join_next().await.is_some() {}
    }

    /// Remembers a client that has shaken hands.
    pub fn remember(&self, client: Peer<RoleServer>) {
        if self.tells {
            let mut clients = self.clients();
            clients.retain(|client| !client.is_transport_closed());
            clients.push(client);
        }
    }

    /// Tells a subscriber about each change until its request ends.
    pub async fn tell_subscriber(&self, subscriber: &SubscriptionContext) {
        let mut changes = self.changes.subscribe();
        loop {
            let cancelled = pin!(subscriber.cancelled());
            let changed = pin!(changes.changed());
            if let Either::Left(_) = select(cancelled, changed).await {
                return;
            }
            if subscriber.sink().notify_tool_list_changed().await.is_err() {
                return;
            }
        }
    }

    fn clients(&self) -> MutexGuard<'_, Vec<Peer<RoleServer>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tools().fmt(f)
    }
}
