//! Noun: the settings of engines of type `mcp`.

use super::Engine;
use super::connection::{ConnectionSettings, Connects};
use super::credential::TokenSource;
use super::setting::{LockedSetting, Recorded, Rows, Setting, SettingValue};
use crate::model::results::{ResultEntry, write_entry};
use toolc_base::source::Spanned;
use toolc_runtime::v1 as rt;
use toolc_runtime::variables::{Part, split_variables};
use toolc_schema::data::{Items, Maybe, Texts, data, list};
use toolc_schema::rust::Text;

/// The settings of an engine for an MCP server.
#[derive(Debug, Clone, PartialEq)]
pub struct McpEngine {
    /// Where the server is; `None` if the configuration does not say, which is reported.
    pub reach: Option<Spanned<Reach>>,
    /// The hosts that its URL may name, if environment variables are a part of it.
    pub hosts: Vec<String>,
    /// The environment variables of its process, or the headers of requests; `${NAME}` in a value
    /// stands for an environment variable.
    pub given: Vec<(Spanned<String>, String)>,
    /// Where its access tokens come from.
    pub auth: Option<Spanned<TokenSource>>,
    /// How it connects. A program only has to keep the limits.
    pub connection: ConnectionSettings,
    /// How to treat tools that have changed since the snapshot.
    pub changed: Changed,
    /// What is shown of the results of its tools.
    pub results: Option<ResultEntry>,
}

impl McpEngine {
    /// Whether its server is started as a program, and not called at an address.
    pub fn is_program(&self) -> bool {
        let reach = self.reach.as_ref().map(|reach| &reach.value);
        matches!(reach, Some(Reach::Command(_)))
    }

    /// Whether confidential data is sent to its server.
    pub fn has_credentials(&self) -> bool {
        !self.given.is_empty() || self.auth.is_some()
    }

    /// The environment variables that its credentials come from.
    pub fn list_variables(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (_, value) in &self.given {
            for part in split_variables(value) {
                if let Part::Variable(name) = part {
                    names.push(name.to_owned());
                }
            }
        }
        if let Some(source) = &self.auth {
            names.extend([source.value.id_env.clone(), source.value.secret_env.clone()]);
        }
        names
    }

    /// The configuration key with the credentials.
    pub fn credentials_key(&self) -> &'static str {
        match self.reach.as_ref().map(|reach| &reach.value) {
            Some(Reach::Command(_)) => "env",
            _ if self.auth.is_some() => "auth",
            _ => "headers",
        }
    }
}

impl Default for McpEngine {
    fn default() -> Self {
        McpEngine {
            reach: None,
            hosts: Vec::new(),
            given: Vec::new(),
            auth: None,
            connection: ConnectionSettings::default(),
            changed: Changed::Refuse,
            results: None,
        }
    }
}

impl Connects for McpEngine {
    const IS_OLDER: bool = true;

    fn connection(&self) -> &ConnectionSettings {
        &self.connection
    }

    fn connection_mut(&mut self) -> &mut ConnectionSettings {
        &mut self.connection
    }
}

/// A row for each setting.
pub const MCP_SETTINGS: Rows<McpEngine> = &[
    &[
        Setting::read_elsewhere("stdio"),
        Setting::read_elsewhere("url"),
        Setting {
            key: "hosts",
            value: SettingValue::Parts(|engine| engine.hosts.clone()),
            recorded: Recorded::IfSet(&LockedSetting::HOSTS),
        },
        Setting::read_elsewhere("env"),
        Setting::read_elsewhere("headers"),
        Setting::read_elsewhere("auth"),
        Setting {
            key: "changed",
            value: SettingValue::Word(
                &["refuse", "warn", "ignore"],
                |engine| engine.changed.name(),
                |engine, word| engine.changed = Changed::from_name(word).unwrap_or(engine.changed),
            ),
            recorded: Recorded::Always(&LockedSetting::CHANGED),
        },
        Setting {
            key: "results",
            value: SettingValue::Parts(|engine| engine.results.iter().map(write_entry).collect()),
            recorded: Recorded::IfSet(&LockedSetting::RESULTS),
        },
    ],
    McpEngine::ACCESS,
    McpEngine::LIMITS,
];

/// How to reach an MCP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// By starting a program with arguments.
    Command(Vec<String>),
    /// At an address.
    Url(String),
}

/// How to treat a tool that the server no longer offers as in the snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It is not called.
    Refuse,
    /// It is called, and a warning is issued.
    Warn,
    /// It is called.
    Ignore,
}

impl Changed {
    /// Every value.
    const ALL: [Changed; 3] = [Changed::Refuse, Changed::Warn, Changed::Ignore];

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Changed::Refuse => "refuse",
            Changed::Warn => "warn",
            Changed::Ignore => "ignore",
        }
    }

    /// The value with a name.
    fn from_name(name: &str) -> Option<Changed> {
        Self::ALL.into_iter().find(|changed| changed.name() == name)
    }
}

/// A tool as its MCP server knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    /// Its name on the server.
    pub name: String,
    /// SHA-256 of its definition in the snapshot; see [`toolc_runtime::remote::digest_tool`].
    pub digest: String,
}

/// The server that runs a tool.
#[derive(Debug, Clone, Copy)]
pub struct McpCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// Its settings.
    pub settings: &'c McpEngine,
    /// What the server knows the tool by.
    pub remote: &'c Remote,
}

/// What all tools of a server share.
pub struct Server<'e> {
    name: &'e str,
    settings: &'e McpEngine,
}

impl<'c> McpCall<'c> {
    /// What it shares with all tools of its server.
    pub fn server(&self) -> Server<'c> {
        Server {
            name: &self.engine.name,
            settings: self.settings,
        }
    }
}

/// A tool of a server, and that server, which is an item of its own.
pub struct RemoteCallData<'c, I: Items> {
    /// What the server knows the tool by.
    pub remote: &'c Remote,
    /// The server.
    pub server: I::Item<&'static rt::mcp::Server>,
}

data! {
    RemoteCallData<'_, Items> as [rt::mcp::RemoteCall] =>
    RemoteCallData { remote: Remote { name, digest }, server } => {
        server: server,
        name: Text(name),
        digest: Text(digest),
    },
}

data! {
    Server<'_> as [rt::mcp::Server] =>
    Server {
        name,
        settings: McpEngine {
            reach,
            hosts,
            given,
            auth,
            connection,
            changed,
            // rows of workers contain it
            results: _,
        },
    } => {
        engine: Text(name),
        reach: reach.as_ref().map_or(&UNKNOWN, |reach| &reach.value),
        hosts: Texts(hosts),
        given: list(given, |(name, value)| (Text(&name.value), Text(value))),
        oauth: Maybe(auth.as_ref().map(|auth| &auth.value)),
        connection: connection,
        changed: changed,
    },
}

/// In place of an address that the configuration does not have, which is an error.
static UNKNOWN: Reach = Reach::Command(Vec::new());

data! {
    Reach as [rt::mcp::Reach] =>
    Reach::Url(url) => Url(Text(url)),
    Reach::Command(words) => Command(Texts(words)),
}

data! {
    Changed as [rt::mcp::Changed] =>
    Changed::Refuse => Refuse,
    Changed::Warn => Warn,
    Changed::Ignore => Ignore,
}
