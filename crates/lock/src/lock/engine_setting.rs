//! Noun: the settings of an engine in the lock, whatever kind of engine it is.

/// One setting. Its key in the lock never changes, and drift has words and a class for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineSetting {
    /// The addresses that it calls, or the command that starts a server.
    Addresses,
    /// The hosts that it may be redirected to.
    Hosts,
    /// The credentials that it sends, in words.
    Credentials,
    /// Whether it may call private addresses.
    Private,
    /// Whether credentials may go over plain HTTP.
    PlainHttp,
    /// The milliseconds that a call may take.
    Timeout,
    /// How often a request is sent again.
    Retries,
    /// What happens to tools that their server changed.
    Changed,
    /// The bytes that a response may have.
    MaxResponse,
    /// The statuses whose answers models are told.
    Expose,
}

impl EngineSetting {
    /// The first setting; each names the one after it.
    const FIRST: EngineSetting = EngineSetting::Addresses;

    /// Its key in the lock.
    pub fn key(self) -> &'static str {
        self.describe().0
    }

    /// The setting with this key.
    pub fn of_key(key: &str) -> Option<EngineSetting> {
        let mut all = std::iter::successors(Some(Self::FIRST), |setting| setting.describe().1);
        all.find(|setting| setting.key() == key)
    }

    /// Its key, and the setting after it: so a new one cannot be missing from the search by key.
    fn describe(self) -> (&'static str, Option<EngineSetting>) {
        match self {
            EngineSetting::Addresses => ("addresses", Some(EngineSetting::Hosts)),
            EngineSetting::Hosts => ("hosts", Some(EngineSetting::Credentials)),
            EngineSetting::Credentials => ("credentials", Some(EngineSetting::Private)),
            EngineSetting::Private => ("private", Some(EngineSetting::PlainHttp)),
            EngineSetting::PlainHttp => ("plain_http", Some(EngineSetting::Timeout)),
            EngineSetting::Timeout => ("timeout_ms", Some(EngineSetting::Retries)),
            EngineSetting::Retries => ("retries", Some(EngineSetting::Changed)),
            EngineSetting::Changed => ("changed", Some(EngineSetting::MaxResponse)),
            EngineSetting::MaxResponse => ("max_response_bytes", Some(EngineSetting::Expose)),
            EngineSetting::Expose => ("expose", None),
        }
    }
}
