//! One connection to a server, from the first message to the last.

use super::fault::{Fault, FaultKind, hide_secrets};
use super::heard::Heard;
use super::owed::Owing;
use super::start::{Ear, Means, Way};
use super::stdio::Pipes;
use super::target::{Reached, Target};
use super::web;
use super::wire::Wire;
use crate::redact::Secrets;
use rmcp::RoleClient;
use rmcp::model::{ProtocolVersion, ServerPeerInfo};
use rmcp::service::{ClientInitializeError, ClientServiceExt, Peer, RunningService, ServiceError};
use std::error::Error;
use std::sync::Arc;

/// An established connection.
pub(super) struct Connection {
    service: RunningService<RoleClient, Ear>,
    pub wire: Arc<Wire>,
    pub heard: Arc<Heard>,
    pub secrets: Arc<Secrets>,
}

impl Connection {
    /// Connects within the time limit of the target, with the newest protocol revision that both sides
    /// support.
    pub async fn open(target: &Target, means: &Means<'_>) -> Result<Self, Fault> {
        if tokio::runtime::Handle::try_current().is_err() {
            let detail = "must be called inside a Tokio runtime";
            return Err(Fault::new(FaultKind::Setting, detail));
        }
        let opened = async {
            let fault = match Connection::try_open(target, means, Way::Newest).await {
                Ok(opened) => return Ok(opened),
                Err(fault) => fault,
            };
            for older in Way::after(&target.reach, &fault) {
                let again = Connection::try_open(target, means, *older).await;
                if again.is_ok() {
                    return again;
                }
            }
            Err(fault)
        };
        let opened = tokio::time::timeout(target.connection.timeout, opened).await;
        opened.unwrap_or_else(|_| Err(Fault::late(target.connection.timeout)))
    }

    async fn try_open(target: &Target, means: &Means<'_>, way: Way) -> Result<Self, Fault> {
        let heard = Arc::new(Heard::default());
        let wire = Arc::new(Wire::new(Arc::clone(&heard), Arc::clone(&means.lost)));
        let secrets = Arc::new(target.secrets());
        let ear = Ear {
            heard: Arc::clone(&heard),
            has_oauth: target.oauth.is_some(),
        };
        let served = match &target.reach {
            Reached::Command(words) => {
                let said = Arc::clone(&means.said);
                let pipes = Arc::clone(&wire);
                let pipes = Pipes::open(
                    words,
                    &target.given,
                    target.connection.read_limit(),
                    pipes,
                    said,
                )?;
                let owing = Owing::new(pipes, means.owed, Arc::clone(&wire));
                ear.serve_with_lifecycle(owing, way.lifecycle()).await
            }
            Reached::Url(url) => {
                web::serve_site(ear, target, means, way, url, (&wire, &secrets)).await?
            }
        };
        let service = served.map_err(|error| startup_fault(&error, &wire, &secrets))?;
        let connection = Connection {
            service,
            wire,
            heard,
            secrets,
        };
        connection.check_version()?;
        connection.subscribe_to_changes().await;
        Ok(connection)
    }

    /// What the server says about itself.
    pub fn info(&self) -> Option<Arc<ServerPeerInfo>> {
        self.peer().peer_info()
    }

    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    /// Whether no more requests can be sent, or a request could fail with an error that belongs to an earlier
    /// one.
    pub fn is_closed(&self) -> bool {
        self.service.is_closed() || self.peer().is_transport_closed() || self.wire.fault().is_some()
    }

    /// Closes the connection, and ends the server if it is a local program.
    pub async fn close(mut self) {
        let _ = self.service.close().await;
    }

    /// A server may respond with any version. Unknown ones may use other messages.
    fn check_version(&self) -> Result<(), Fault> {
        let version = self.info().map(|info| info.protocol_version.clone());
        match version {
            Some(version) if ProtocolVersion::KNOWN_VERSIONS.contains(&version) => Ok(()),
            version => {
                let said = version.map_or_else(String::new, |version| version.to_string());
                let detail = format!("it speaks the protocol {said:?}, which is not known here");
                Err(Fault::new(FaultKind::Protocol, detail))
            }
        }
    }

    /// Why a request failed.
    pub fn fault(&self, error: &ServiceError) -> Fault {
        if let Some(fault) = self.wire.fault() {
            return hide_secrets(fault, &self.secrets);
        }
        let fault = match error {
            ServiceError::McpError(error) => {
                let detail = format!("{}: {}", error.code.0, error.message);
                Fault::new(FaultKind::Refused, detail)
            }
            ServiceError::TransportSend(error) => transport_fault(&*error.error),
            ServiceError::TransportClosed => Fault::new(FaultKind::Ended, "the connection ended"),
            other => Fault::new(FaultKind::Protocol, other.to_string()),
        };
        let fault = hide_secrets(fault, &self.secrets);
        if fault.kind == FaultKind::Expired {
            self.wire.fail(fault.clone());
        }
        fault
    }
}

/// Why no connection was established.
fn startup_fault(error: &ClientInitializeError, wire: &Wire, secrets: &Secrets) -> Fault {
    if let Some(fault) = wire.fault() {
        return hide_secrets(fault, secrets);
    }
    let fault = match error {
        ClientInitializeError::JsonRpcError(error) => {
            let detail = format!("it refuses to begin: {}: {}", error.code.0, error.message);
            Fault::new(FaultKind::Refused, detail)
        }
        ClientInitializeError::TransportError { error, .. } => transport_fault(&*error.error),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            return startup_fault(fallback, wire, secrets);
        }
        ClientInitializeError::ConnectionClosed(_) => {
            Fault::new(FaultKind::Ended, "the connection ended before it began")
        }
        ClientInitializeError::NoCompatibleProtocolVersion {
            server_supported, ..
        } => {
            let versions = server_supported.iter().map(ProtocolVersion::as_str);
            let versions: Vec<&str> = versions.take(8).collect();
            let detail = format!("it speaks only the protocols {versions:?}");
            Fault::new(FaultKind::Protocol, detail)
        }
        ClientInitializeError::ExpectedInitResult(_) => {
            Fault::new(FaultKind::Noise, error.to_string())
        }
        other => Fault::new(FaultKind::Protocol, other.to_string()),
    };
    hide_secrets(fault, secrets)
}

/// Why a message was not delivered.
fn transport_fault(error: &(dyn Error + Send + Sync + 'static)) -> Fault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(fault) = web::find_fault(error) {
            return fault;
        }
        cause = error.source();
    }
    Fault::new(FaultKind::Ended, error.to_string())
}
