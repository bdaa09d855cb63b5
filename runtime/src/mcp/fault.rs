//! Why a server did not deliver what was requested, for whoever requested it.

use crate::error::{ErrorKind, ToolFailure};
use crate::redact::Secrets;
use std::fmt;
use std::time::Duration;

/// How many characters of a server's text are included in an error.
const SAID: usize = 400;

/// What went wrong with a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Details for observers and for people at a terminal. Text from the server in it is to be treated as
    /// data.
    pub detail: String,
}

/// The kinds of [`Fault`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A setting cannot be used, such as an environment variable that is not set or an invalid header.
    Setting,
    /// The server program could not be started.
    Start,
    /// The server cannot be reached.
    Reach,
    /// The address may not be called.
    Address,
    /// The server rejects the credentials.
    Credentials,
    /// The server exited, or closed the connection.
    Ended,
    /// The server does not know the session any more, and did not look at the request.
    Expired,
    /// A message that came in does not follow the protocol.
    Noise,
    /// The server supports no known revision of the protocol, or violates the one that it uses.
    Protocol,
    /// A message exceeds the size limit.
    TooLarge,
    /// The pages of a list never end.
    Pages,
    /// There was no response in time.
    Late,
    /// The server rejected the request.
    Refused,
    /// There is no document at the address.
    Missing,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Fault {
            kind,
            detail: detail.into(),
        }
    }

    pub(super) fn late(limit: Duration) -> Self {
        Fault::new(
            FaultKind::Late,
            format!("no answer within {}ms", limit.as_millis()),
        )
    }

    pub(super) fn too_large(limit: u64) -> Self {
        Fault::new(
            FaultKind::TooLarge,
            format!("a message has more than {limit} bytes"),
        )
    }

    /// Whether a new connection may help.
    pub(super) fn is_broken(&self) -> bool {
        matches!(
            self.kind,
            FaultKind::Start | FaultKind::Reach | FaultKind::Ended | FaultKind::Expired
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// What the model learns: the kind of error, a code, and a message without any text from the server.
fn words(kind: FaultKind) -> (ErrorKind, &'static str, &'static str) {
    match kind {
        FaultKind::Setting => (
            ErrorKind::Execution,
            "MCP_CONFIGURATION",
            "the server cannot be asked — see server logs",
        ),
        FaultKind::Start | FaultKind::Reach | FaultKind::Ended | FaultKind::Expired => (
            ErrorKind::Execution,
            "MCP_CONNECTION",
            "the server cannot be reached now",
        ),
        FaultKind::Address => (
            ErrorKind::Execution,
            "MCP_ADDRESS",
            "the server is at an address that may not be called",
        ),
        FaultKind::Credentials => (
            ErrorKind::Unauthorized,
            "MCP_CREDENTIALS",
            "the server does not accept the credentials",
        ),
        FaultKind::Noise | FaultKind::Protocol | FaultKind::Pages => (
            ErrorKind::InvalidOutput,
            "MCP_PROTOCOL",
            "the answer of the server cannot be read",
        ),
        FaultKind::TooLarge => (
            ErrorKind::InvalidOutput,
            "MCP_TOO_LARGE",
            "the answer of the server is too large",
        ),
        FaultKind::Late => (
            ErrorKind::Timeout,
            "MCP_TIMEOUT",
            "the server gave no answer in time",
        ),
        FaultKind::Refused | FaultKind::Missing => (
            ErrorKind::Execution,
            "MCP_REFUSED",
            "the server refused the call",
        ),
    }
}

impl From<Fault> for ToolFailure {
    fn from(fault: Fault) -> Self {
        let is_broken = fault.is_broken();
        let (kind, code, message) = words(fault.kind);
        let failure = ToolFailure::declared(kind, Some(code.into()), message);
        let failure = match fault.detail.is_empty() {
            true => failure,
            false => failure.with_detail(fault.detail),
        };
        match is_broken || kind == ErrorKind::Timeout {
            true => failure.retryable(),
            false => failure,
        }
    }
}

/// A fault without secrets, truncated for display.
pub(super) fn hide_secrets(fault: Fault, secrets: &Secrets) -> Fault {
    let detail = secrets.redact(&fault.detail);
    let end = detail.floor_char_boundary(SAID);
    Fault {
        kind: fault.kind,
        detail: detail[..end].to_owned(),
    }
}
