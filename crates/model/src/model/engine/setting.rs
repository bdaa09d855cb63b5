//! Noun: a setting of an engine as a row: how it is read, what the lock records of it, and what a change of it means.

use crate::model::field::Field;
use toolc_base::diagnostic::Class;

/// A setting of one kind of engine, whose settings are of type `E`.
pub struct Setting<E: 'static> {
    /// Its key in `toolc.yaml`.
    pub key: &'static str,
    /// How it is read, and its value.
    pub value: SettingValue<E>,
    /// What the lock records, and when.
    pub recorded: Recorded,
}

/// The rows of one kind of engine, whose settings are of type `E`: its own, and those that it shares with other kinds.
pub type Rows<E> = &'static [&'static [Setting<E>]];

impl<E> Setting<E> {
    /// One that a function of its own reads, and that is recorded with others by what they lead to.
    pub(super) const fn read_elsewhere(key: &'static str) -> Self {
        Setting {
            key,
            value: SettingValue::Parts(|_| Vec::new()),
            recorded: Recorded::Elsewhere,
        }
    }
}

/// How a setting is read, how its value is found, and how it is stored.
pub enum SettingValue<E: 'static> {
    /// `true` or `false`.
    Flag(Field<E, bool>),
    /// A duration with its unit, in milliseconds.
    Duration(Field<E, u64>),
    /// A size with its unit, in bytes.
    Size(Field<E, u64>),
    /// A whole number from a minimum to a maximum.
    Count(u32, u32, Field<E, u32>),
    /// One of a few words.
    Word(
        &'static [&'static str],
        fn(&E) -> &'static str,
        fn(&mut E, &str),
    ),
    /// A text, which a function of its own reads; empty if it is not set.
    Text(fn(&E) -> String),
    /// It has parts: a function of its own reads it, and the lock has these texts of it.
    Parts(fn(&E) -> Vec<String>),
}

/// What the lock records of a setting.
pub enum Recorded {
    /// Its value.
    Always(&'static LockedSetting),
    /// Its value if it is not the default: so locks from before the setting stay as they are.
    IfSet(&'static LockedSetting),
    /// What it leads to, together with other settings.
    Elsewhere,
}

impl Recorded {
    /// The row of the lock, if the setting has one of its own.
    pub(super) fn row(&self) -> Option<&'static LockedSetting> {
        match self {
            Recorded::Always(row) | Recorded::IfSet(row) => Some(row),
            Recorded::Elsewhere => None,
        }
    }
}

/// A row of the lock about an engine, of whatever kind.
#[derive(Debug)]
pub struct LockedSetting {
    /// Its key in the lock, which never changes.
    pub key: &'static str,
    /// The wording of drift.
    pub words: &'static str,
    /// What kind of change a change of it is.
    pub class: Class,
}

impl LockedSetting {
    /// The addresses that it calls, or the command that starts a server.
    pub const ADDRESSES: LockedSetting = LockedSetting {
        key: "addresses",
        words: "the addresses that it calls",
        class: Class::Host,
    };
    /// The hosts that it may be redirected to.
    pub const HOSTS: LockedSetting = LockedSetting {
        key: "hosts",
        words: "the hosts that requests may go to",
        class: Class::Host,
    };
    /// The credentials that it sends, in words.
    pub const CREDENTIALS: LockedSetting = LockedSetting {
        key: "credentials",
        words: "the credentials that it sends",
        class: Class::Credentials,
    };
    /// How often a request is sent again.
    pub const RETRIES: LockedSetting = LockedSetting {
        key: "retries",
        words: "how often a request is sent again (`retries`)",
        class: Class::Limits,
    };
    /// What happens to tools that their server changed.
    pub const CHANGED: LockedSetting = LockedSetting {
        key: "changed",
        words: "what happens to tools that the server has changed (`changed`)",
        class: Class::Engine,
    };
    /// That its results are made up, and by what.
    pub const SIMULATES: LockedSetting = LockedSetting {
        key: "simulates",
        words: "what makes its results up (`type`)",
        class: Class::Request,
    };
    /// Where the random numbers of a simulation start.
    pub const SEED: LockedSetting = LockedSetting {
        key: "seed",
        words: "where its random numbers start (`seed`)",
        class: Class::Request,
    };
    /// What happens to some calls in place of a result.
    pub const FAULTS: LockedSetting = LockedSetting {
        key: "faults",
        words: "the faults that happen to some calls (`faults`)",
        class: Class::Request,
    };
    /// The model that makes results up.
    pub const MODEL: LockedSetting = LockedSetting {
        key: "model",
        words: "the model that it asks (`model`)",
        class: Class::Request,
    };
    /// How many answers it asks for at once.
    pub const CANDIDATES: LockedSetting = LockedSetting {
        key: "candidates",
        words: "how many answers it asks for at once (`candidates`)",
        class: Class::Request,
    };
    /// How random the answers are.
    pub const TEMPERATURE: LockedSetting = LockedSetting {
        key: "temperature",
        words: "how random the answers of its model are (`temperature`)",
        class: Class::Request,
    };
    /// What an endpoint is told of the form of answers.
    pub const RESPONSE_FORMAT: LockedSetting = LockedSetting {
        key: "response_format",
        words: "what its endpoint is told of the form of answers (`response_format`)",
        class: Class::Request,
    };
    /// The file in which answers are recorded.
    pub const RECORD: LockedSetting = LockedSetting {
        key: "record",
        words: "the file in which it records answers (`record`)",
        class: Class::Request,
    };
    /// The file that answers come from.
    pub const REPLAY: LockedSetting = LockedSetting {
        key: "replay",
        words: "the file that its answers come from (`replay`)",
        class: Class::Request,
    };
    /// What is shown of results. Drift says whether more or less is shown.
    pub const RESULTS: LockedSetting = LockedSetting {
        key: "results",
        words: "what is shown of results (`results`)",
        class: Class::OutputPolicy,
    };
    /// The statuses whose answers models are told.
    pub const EXPOSE: LockedSetting = LockedSetting {
        key: "expose",
        words: "the statuses whose answers models are told (`errors`)",
        class: Class::OutputPolicy,
    };
}

/// The keys of an engine in `toolc.yaml`.
pub fn list_keys<E>(rows: Rows<E>) -> impl Iterator<Item = &'static str> {
    let keys = rows.iter().copied().flatten().map(|row| row.key);
    ["type"].into_iter().chain(keys)
}
