//! How engines connect to services: which addresses they may call, and within what limits. Engines of all kinds carry these settings as
//! a whole, in generated code as static data.

use std::time::Duration;

/// What an engine may call, and how long and how large an answer may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionSettings {
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may be sent over plain http to hosts outside the machine and its local network.
    pub plain_http: bool,
    /// How long a call may take, including retries and the time to connect.
    pub timeout: Duration,
    /// The maximum size of a response in bytes, after decompression, or of a message.
    pub max_response: u64,
}

impl ConnectionSettings {
    /// What a person writes who knows that a connection without TLS is safe.
    pub const CONFIRMATION: &str = "`plain_http: true`";

    /// Those of an address that a person types, who decides what is called and what is sent there.
    #[must_use]
    pub const fn of_typed_address(timeout: Duration, max_response: u64) -> Self {
        ConnectionSettings {
            private: true,
            plain_http: true,
            timeout,
            max_response,
        }
    }

    /// Whether credentials may go where others on the way can read them.
    #[must_use]
    pub const fn may_expose_credentials(&self) -> bool {
        self.plain_http
    }

    /// How many bytes of a response, or of a message, are read.
    #[must_use]
    pub const fn read_limit(&self) -> u64 {
        self.max_response
    }
}
