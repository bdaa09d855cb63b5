//! Noun: how engines connect to services. The settings are declared here once, for engines of all kinds.

use super::address::{is_exposed, is_private};
use super::setting::{LockedSetting, Recorded, Setting, SettingValue};
use crate::model::field::Field;
use toolc_base::diagnostic::Class;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Milliseconds, data};

/// What an engine may call, and how long and how large an answer may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionSettings {
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may be sent over plain http to hosts other than this machine and its
    /// network.
    pub plain_http: bool,
    /// The time limit for a call including retries, in milliseconds.
    pub timeout: u64,
    /// The maximum size of a decompressed response, or of one message, in bytes.
    pub max_response: u64,
}

impl ConnectionSettings {
    /// With a time limit in milliseconds, and a limit on the size of responses in bytes.
    pub const fn within(timeout: u64, max_response: u64) -> Self {
        ConnectionSettings {
            private: false,
            plain_http: false,
            timeout,
            max_response,
        }
    }

    /// Whether it refuses an address that is evidently private.
    pub fn refuses(&self, address: &str) -> bool {
        !self.private && is_private(address)
    }

    /// Whether it does not let credentials go to an address, since they could be read on their way.
    pub fn protects_from(&self, address: &str) -> bool {
        !self.plain_http && is_exposed(address)
    }
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self::within(30_000, 10_000_000)
    }
}

/// The settings of something that connects to services.
pub trait Connects: Sized + 'static {
    /// Whether the first locks with such engines are older than `plain_http`.
    const IS_OLDER: bool = false;

    /// How it connects.
    fn connection(&self) -> &ConnectionSettings;

    /// The same, to be changed.
    fn connection_mut(&mut self) -> &mut ConnectionSettings;

    /// A row for each setting about where it may connect to.
    const ACCESS: &'static [Setting<Self>] = &[
        Setting {
            key: "private",
            value: SettingValue::Flag(Field {
                get: |all| &all.connection().private,
                get_mut: |all| &mut all.connection_mut().private,
            }),
            recorded: Recorded::Always(&PRIVATE),
        },
        Setting {
            key: "plain_http",
            value: SettingValue::Flag(Field {
                get: |all| &all.connection().plain_http,
                get_mut: |all| &mut all.connection_mut().plain_http,
            }),
            recorded: match Self::IS_OLDER {
                true => Recorded::IfSet(&PLAIN_HTTP),
                false => Recorded::Always(&PLAIN_HTTP),
            },
        },
    ];

    /// A row for each limit on what comes back.
    const LIMITS: &'static [Setting<Self>] = &[
        Setting {
            key: "timeout",
            value: SettingValue::Duration(Field {
                get: |all| &all.connection().timeout,
                get_mut: |all| &mut all.connection_mut().timeout,
            }),
            recorded: Recorded::Always(&TIMEOUT),
        },
        Setting {
            key: "max_response",
            value: SettingValue::Size(Field {
                get: |all| &all.connection().max_response,
                get_mut: |all| &mut all.connection_mut().max_response,
            }),
            recorded: Recorded::Always(&MAX_RESPONSE),
        },
    ];
}

const PRIVATE: LockedSetting = LockedSetting {
    key: "private",
    words: "whether it may call private addresses (`private`)",
    class: Class::Host,
};

const PLAIN_HTTP: LockedSetting = LockedSetting {
    key: "plain_http",
    words: "whether credentials may go over plain http (`plain_http`)",
    class: Class::Credentials,
};

const TIMEOUT: LockedSetting = LockedSetting {
    key: "timeout_ms",
    words: "the milliseconds that a call may take (`timeout`)",
    class: Class::Limits,
};

const MAX_RESPONSE: LockedSetting = LockedSetting {
    key: "max_response_bytes",
    words: "the bytes that a response may have (`max_response`)",
    class: Class::Limits,
};

data! {
    ConnectionSettings as [rt::ConnectionSettings] =>
    ConnectionSettings { private, plain_http, timeout, max_response } => {
        private: private,
        plain_http: plain_http,
        timeout: Milliseconds(*timeout),
        max_response: max_response,
    },
}
