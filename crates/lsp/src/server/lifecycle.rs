//! How a client and the server come to know each other.

use super::Server;
use crate::lines::Encoding;
use crate::message::write_request;
use crate::uri::path_of;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;
use toolc_read::load::Overlay;

/// Where the server is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// `initialize` has not come yet.
    Starting,
    /// It has.
    Running,
    /// `shutdown` has come.
    ShutDown,
}

/// What the client can do.
#[derive(Debug, Clone, Default)]
pub(super) struct Client {
    /// How it counts places.
    pub encoding: Encoding,
    /// Whether it shows further places of a finding.
    pub related: bool,
    /// Whether its edits name the version of a document.
    pub versions: bool,
    /// Whether it can be asked to watch files.
    pub watches: bool,
}

impl Client {
    fn of_capabilities(capabilities: &Value) -> Self {
        let is_true = |pointer: &str| capabilities.pointer(pointer) == Some(&Value::Bool(true));
        let encodings = capabilities.pointer("/general/positionEncodings");
        let encodings = encodings.and_then(Value::as_array);
        let encodings = encodings.into_iter().flatten().filter_map(Value::as_str);
        Client {
            encoding: Encoding::choose(encodings),
            related: is_true("/textDocument/publishDiagnostics/relatedInformation"),
            versions: is_true("/workspace/workspaceEdit/documentChanges"),
            watches: is_true("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}

impl Server {
    pub(super) fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        self.client = Client::of_capabilities(&params["capabilities"]);
        let roots = list_roots(params);
        let named = params.pointer("/initializationOptions/folders");
        let named = named.and_then(Value::as_array).into_iter().flatten();
        for folder in named.filter_map(Value::as_str) {
            if let Some(root) = roots.first() {
                self.projects.add_named(root.join(folder));
            }
        }
        for root in roots {
            let files = Overlay::default();
            self.projects.add_root(&*self.commands, &files, root);
        }
        self.due = Some(Instant::now());
        json!({
            "capabilities": {
                "positionEncoding": self.client.encoding.name(),
                "textDocumentSync": {
                    "openClose": true,
                    "change": 2,
                    "save": { "includeText": false },
                },
                "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
                "hoverProvider": true,
                "definitionProvider": true,
                "completionProvider": { "triggerCharacters": ["/", "\"", ":"] },
                "renameProvider": { "prepareProvider": true },
                "workspace": {
                    "workspaceFolders": { "supported": true, "changeNotifications": true },
                },
            },
            "serverInfo": { "name": "toolc", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Asks the client to tell of files that others change: what toolc reads, and the lock.
    pub(super) fn register_watchers(&mut self) {
        if !self.client.watches {
            return;
        }
        let globs = [
            "**/*.{yaml,yml,json,worker,md,rs}",
            "**/toolc.lock",
            "**/Cargo.toml",
        ];
        let watchers = globs.map(|glob| json!({ "globPattern": glob }));
        let params = json!({ "registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        }] });
        self.requests += 1;
        self.send(write_request(
            self.requests,
            "client/registerCapability",
            params,
        ));
    }
}

/// The folders that are open in the client, by the newest of the three ways to say it.
fn list_roots(params: &Value) -> Vec<PathBuf> {
    let folders = params["workspaceFolders"].as_array();
    let folders = folders.into_iter().flatten();
    let folders = folders.filter_map(|folder| path_of(folder["uri"].as_str()?));
    let folders: Vec<PathBuf> = folders.collect();
    if !folders.is_empty() {
        return folders;
    }
    let by_uri = params["rootUri"].as_str().and_then(path_of);
    let by_path = || params["rootPath"].as_str().map(PathBuf::from);
    by_uri.or_else(by_path).into_iter().collect()
}
