//! Noun: an engine, which runs the tools of a namespace that no handler runs.

mod address;
mod connection;
mod credential;
mod http;
mod lm;
mod mcp;
mod setting;
mod simulation;

use super::results::ResultEntry;
pub use connection::{ConnectionSettings, Connects};
pub use credential::{Credential, TokenSource};
pub use http::{Api, HTTP_SETTINGS, HttpEngine};
pub use lm::{AnswerFormat, LM_SETTINGS, LmEngine, MODEL_REQUEST, ModelData, Recording};
pub use mcp::{Changed, MCP_SETTINGS, McpCall, McpEngine, Reach, Remote, RemoteCallData, Server};
pub use setting::{LockedSetting, Recorded, Rows, Setting, SettingValue, list_keys};
pub use simulation::{Category, Fault, MOCK_SETTINGS, MockEngine};
use toolc_base::source::{Span, Spanned};

/// The row of the lock about engines with a key; `None` for one that another version wrote.
pub fn find_locked_setting(key: &str) -> Option<&'static LockedSetting> {
    let calling = list_locked(HTTP_SETTINGS).chain(list_locked(MCP_SETTINGS));
    let simulating = list_locked(MOCK_SETTINGS).chain(list_locked(LM_SETTINGS));
    let own = calling.chain(simulating);
    // what several settings lead to
    let shared = [
        &LockedSetting::ADDRESSES,
        &LockedSetting::CREDENTIALS,
        &LockedSetting::SIMULATES,
    ];
    own.chain(shared).find(|row| row.key == key)
}

fn list_locked<E>(rows: Rows<E>) -> impl Iterator<Item = &'static LockedSetting> {
    let rows = rows.iter().copied().flatten();
    rows.filter_map(|row| row.recorded.row())
}

/// An engine in the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Engine {
    /// Its name under `tools.engines`.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// The keys that the configuration sets for it.
    pub keys: Vec<Spanned<String>>,
    /// The kind of engine, with its settings.
    pub kind: EngineKind,
}

impl Engine {
    /// Where a key is set for it, or else the place of its name.
    pub fn place(&self, key: &str) -> Span {
        let given = self.keys.iter().find(|given| given.value == key);
        given.map_or(self.span, |given| given.span)
    }
}

/// The kinds of engines, with their settings.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineKind {
    /// Calls APIs over HTTP.
    Http(Box<HttpEngine>),
    /// Calls an MCP server.
    Mcp(Box<McpEngine>),
    /// Makes results from output schemas.
    Mock(Box<MockEngine>),
    /// Asks a language model for results.
    Lm(Box<LmEngine>),
}

impl EngineKind {
    /// The word under `type`.
    pub const fn type_name(&self) -> &'static str {
        match self {
            EngineKind::Http(_) => "http",
            EngineKind::Mcp(_) => "mcp",
            EngineKind::Mock(_) => "mock",
            EngineKind::Lm(_) => "lm",
        }
    }

    /// What is shown of the results of its tools.
    pub fn results(&self) -> Option<&ResultEntry> {
        match self {
            EngineKind::Http(engine) => engine.results.as_ref(),
            EngineKind::Mcp(engine) => engine.results.as_ref(),
            EngineKind::Mock(_) | EngineKind::Lm(_) => None,
        }
    }

    /// Whether its results are made up, and nothing is done in the world.
    pub const fn simulates(&self) -> bool {
        match self {
            EngineKind::Http(_) | EngineKind::Mcp(_) => false,
            EngineKind::Mock(_) | EngineKind::Lm(_) => true,
        }
    }

    /// Whether it can run a tool, which is an operation of an API, a tool of an MCP server, or neither.
    pub const fn can_run(&self, is_operation: bool, is_remote: bool) -> bool {
        match self {
            EngineKind::Http(_) => is_operation,
            EngineKind::Mcp(_) => is_remote,
            EngineKind::Mock(_) | EngineKind::Lm(_) => true,
        }
    }
}
