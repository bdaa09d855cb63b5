//! How a connection is started: what it is made with, what listens to it, and the ways that are tried.

use super::fault::{Fault, FaultKind};
use super::heard::Heard;
use super::owed::OWED;
use super::recent_lines::Hear;
use super::target::Reached;
use super::web::Pools;
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, JsonObject, ProgressNotificationParam,
    ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, NotificationContext};
use rmcp::{ClientHandler, RoleClient};
use std::sync::Arc;

/// The protocol extension for client credentials, as the client names it.
const OAUTH: &str = "io.modelcontextprotocol/oauth-client-credentials";

/// What a connection is made with, besides its target.
pub(super) struct Means<'m> {
    pub pools: &'m Pools,
    /// Receives what the server writes to its standard error.
    pub said: Hear,
    /// Receives why this side gives up the connection.
    pub lost: Hear,
    /// How many answers may wait to be sent to the server.
    pub owed: usize,
}

impl<'m> Means<'m> {
    /// Means of a connection that nobody listens to.
    pub fn of(pools: &'m Pools) -> Self {
        Means {
            pools,
            said: Arc::new(|_: &str| {}),
            lost: Arc::new(|_: &str| {}),
            owed: OWED,
        }
    }
}

/// Wakes the waiting calls. What the server sends is recorded where messages come in, not here: the SDK
/// handles each notification in a task of its own, which a later response can overtake.
pub(super) struct Ear {
    pub heard: Arc<Heard>,
    pub has_oauth: bool,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let own = Implementation::new("toolc", env!("CARGO_PKG_VERSION"));
        let mut capabilities = ClientCapabilities::default();
        if self.has_oauth {
            let extensions = capabilities.extensions.get_or_insert_default();
            extensions.insert(OAUTH.to_owned(), JsonObject::new());
        }
        ClientConfig::new(capabilities, own)
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.heard.wake();
    }
}

/// How a connection is started.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// `server/discover` first, then the handshake of older servers.
    Newest,
    /// Only the handshake.
    Handshake,
    /// The handshake over the transport of 2024-11-05.
    Events,
    /// The same, with the event stream at `/sse` below the address: clients of that time append it.
    EventsBelow,
}

impl Way {
    /// What to try if the newest way does not reach a server: some old servers exit when the first message is
    /// not `initialize`, or respond to anything, and some accept no messages at the URL of their event
    /// stream.
    pub fn after(reach: &Reached, fault: &Fault) -> &'static [Way] {
        match (reach, fault.kind) {
            (Reached::Command(_), FaultKind::Ended | FaultKind::Noise) => &[Way::Handshake],
            (Reached::Url(_), FaultKind::Ended | FaultKind::Noise) => {
                &[Way::Handshake, Way::Events, Way::EventsBelow]
            }
            (Reached::Url(_), FaultKind::Protocol | FaultKind::Refused) => {
                &[Way::Events, Way::EventsBelow]
            }
            _ => &[],
        }
    }

    pub fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Way::Newest => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::LATEST],
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
            Way::Handshake | Way::Events | Way::EventsBelow => ClientLifecycleMode::Initialize,
        }
    }
}
