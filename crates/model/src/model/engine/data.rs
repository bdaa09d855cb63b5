//! Engines as static data of the runtime.

use super::{Changed, Credential, HttpEngine, McpCall, McpEngine, Reach, TokenSource};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Milliseconds, Texts, data, list};
use toolc_schema::rust::Text;

/// What all operations of an engine share.
pub struct Api<'e> {
    /// The name of the engine.
    pub name: &'e str,
    /// Its settings.
    pub settings: &'e HttpEngine,
}

data! {
    Api<'_> as [rt::http::Api] =>
    Api {
        name,
        settings: HttpEngine {
            base_url,
            variables,
            credentials,
            // the security of operations contains it
            scheme: _,
            hosts,
            private,
            plain_http,
            timeout,
            retries,
            max_response,
            expose,
        },
    } => {
        engine: Text(name),
        base_url: Maybe(base_url.as_ref().map(|url| Text(&url.value))),
        variables: list(variables, |(name, value)| (Text(&name.value), Text(value))),
        credentials: list(credentials, |(scheme, each)| (Text(&scheme.value), each)),
        hosts: Texts(hosts),
        private: private,
        plain_http: plain_http,
        timeout: Milliseconds(*timeout),
        retries: retries,
        max_response: max_response,
        expose: list(expose, |exposed| (exposed.value.first, exposed.value.last)),
    },
}

data! {
    Credential as [rt::http::Credential] =>
    Credential::Token { env } => Token { env: Text(env) },
    Credential::Bearer { env } => Bearer { env: Text(env) },
    Credential::Basic { username_env, password_env } => Basic {
        username_env: Text(username_env),
        password_env: Text(password_env),
    },
    Credential::Client { id_env, secret_env, token_url } => Client {
        id_env: Text(id_env),
        secret_env: Text(secret_env),
        token_url: Maybe(token_url.as_deref().map(Text)),
    },
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

data! {
    Server<'_> as [rt::mcp::Server] =>
    Server {
        name,
        settings: McpEngine {
            reach,
            given,
            auth,
            private,
            plain_http,
            timeout,
            max_response,
            changed,
        },
    } => {
        engine: Text(name),
        reach: reach.as_ref().map_or(&UNKNOWN, |reach| &reach.value),
        given: list(given, |(name, value)| (Text(&name.value), Text(value))),
        oauth: Maybe(auth.as_ref().map(|auth| &auth.value)),
        private: private,
        plain_http: plain_http,
        timeout: Milliseconds(*timeout),
        max_response: max_response,
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
    TokenSource as [rt::mcp::ClientCredentials] =>
    TokenSource { id_env, secret_env, token_url, scopes } => {
        id_env: Text(id_env),
        secret_env: Text(secret_env),
        token_url: Text(&token_url.value),
        scopes: Texts(scopes),
    },
}

data! {
    Changed as [rt::mcp::Changed] =>
    Changed::Refuse => Refuse,
    Changed::Warn => Warn,
    Changed::Ignore => Ignore,
}
