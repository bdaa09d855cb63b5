//! The calls of tools that run on MCP servers.

use std::collections::HashMap;
use toolc_model::model::engine::{McpCall, Remote};
use toolc_runtime::remote as table;
use toolc_schema::data::{Data, Ref, leak_value, leak_word};

/// The servers, one entry each.
#[derive(Default)]
pub(super) struct Remotes(HashMap<String, &'static table::Server>);

impl Remotes {
    pub fn call(&mut self, call: &McpCall<'_>) -> &'static table::RemoteCall {
        let name = &call.engine.name;
        let server = match self.0.get(name) {
            Some(server) => server,
            None => {
                let server: &'static _ = Ref(call.server()).build();
                self.0.insert(name.clone(), server);
                server
            }
        };
        let Remote { name, digest } = call.remote;
        leak_value(table::RemoteCall {
            server,
            name: leak_word(name),
            digest: leak_word(digest),
        })
    }
}
