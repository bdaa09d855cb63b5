//! The calls of tools that run on MCP servers.

use core::time::Duration;
use std::collections::HashMap;
use toolc_model::model::engine::{Changed, McpCall, McpEngine, Reach, Remote, TokenSource};
use toolc_runtime::remote as table;
use toolc_schema::schema::leak::{leak_slice, leak_value, leak_word, leak_words};

/// The servers, one entry each.
#[derive(Default)]
pub(super) struct Remotes(HashMap<String, &'static table::Server>);

impl Remotes {
    pub fn call(&mut self, call: &McpCall<'_>) -> &'static table::RemoteCall {
        let name = &call.engine.name;
        let server = match self.0.get(name) {
            Some(server) => server,
            None => {
                let server: &'static _ = leak_value(leak_server(name, call.settings));
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

fn leak_server(name: &str, settings: &McpEngine) -> table::Server {
    let McpEngine {
        reach,
        given,
        auth,
        private,
        plain_http,
        timeout,
        max_response,
        changed,
    } = settings;
    table::Server {
        engine: leak_word(name),
        reach: match reach.as_ref().map(|reach| &reach.value) {
            Some(Reach::Url(url)) => table::Reach::Url(leak_word(url)),
            Some(Reach::Command(words)) => table::Reach::Command(leak_words(words)),
            None => table::Reach::Command(&[]),
        },
        given: leak_slice(
            given
                .iter()
                .map(|(name, value)| (leak_word(&name.value), leak_word(value))),
        ),
        oauth: auth.as_ref().map(|auth| leak_credentials(&auth.value)),
        private: *private,
        plain_http: *plain_http,
        timeout: Duration::from_millis(*timeout),
        max_response: *max_response,
        changed: match changed {
            Changed::Refuse => table::Changed::Refuse,
            Changed::Warn => table::Changed::Warn,
            Changed::Ignore => table::Changed::Ignore,
        },
    }
}

fn leak_credentials(source: &TokenSource) -> table::ClientCredentials {
    table::ClientCredentials {
        id_env: leak_word(&source.id_env),
        secret_env: leak_word(&source.secret_env),
        token_url: leak_word(&source.token_url.value),
        scopes: leak_words(&source.scopes),
    }
}
