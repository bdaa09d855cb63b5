//! The settings for calls to MCP servers, as written in the lock.

use super::settings::{add_scopes, list_texts, quote_word};
use super::{EngineSetting, Settings};
use toolc_base::node::{Node, Value};
use toolc_model::model::engine::{McpCall, McpEngine, Reach, TokenSource};

/// The settings of an engine for an MCP server; variables and headers are shown with the names of
/// environment variables.
pub(super) fn of_server(call: &McpCall<'_>) -> Settings {
    let McpEngine {
        reach,
        given,
        auth,
        private,
        plain_http,
        timeout,
        max_response,
        changed,
    } = call.settings;
    let (engine, number) = (call.engine, |text: String| Value::Number(text.into()));
    let (key, address) = match reach.as_ref().map(|reach| &reach.value) {
        Some(Reach::Url(url)) => ("url", url.clone()),
        Some(Reach::Command(words)) => {
            let words: Vec<String> = words.iter().map(|text| quote_word(text)).collect();
            ("stdio", words.join(" "))
        }
        None => ("url", String::new()),
    };
    let written = given
        .iter()
        .map(|(name, value)| format!("{}: {value}", name.value));
    let fetched = auth.iter().map(|auth| tokens(&auth.value));
    let written: Vec<String> = written.chain(fetched).collect();
    let from = call.settings.credentials_key();
    let rows = [
        (
            EngineSetting::Addresses,
            key,
            list_texts([address], engine.place(key)),
        ),
        (
            EngineSetting::Credentials,
            from,
            list_texts(written, engine.place(from)),
        ),
        (EngineSetting::Private, "private", Value::Bool(*private)),
        (
            EngineSetting::Timeout,
            "timeout",
            number(timeout.to_string()),
        ),
        (
            EngineSetting::MaxResponse,
            "max_response",
            number(max_response.to_string()),
        ),
        (
            EngineSetting::Changed,
            "changed",
            Value::String(changed.name().to_owned()),
        ),
    ];
    // written only if set, so that other locks stay unchanged
    let plain = plain_http.then_some((EngineSetting::PlainHttp, "plain_http", Value::Bool(true)));
    let rows = rows.into_iter().chain(plain);
    rows.map(|(setting, key, value)| {
        (
            setting.key().to_owned(),
            Node::new(value, engine.place(key)),
        )
    })
    .collect()
}

/// `tokens of https://login.example.com/token with scopes read write from HR_ID HR_SECRET`
fn tokens(source: &TokenSource) -> String {
    let mut words = format!("tokens of {}", quote_word(&source.token_url.value));
    let mut scopes: Vec<&String> = source.scopes.iter().collect();
    scopes.sort();
    add_scopes(&mut words, &scopes);
    format!(
        "{words} from {} {}",
        quote_word(&source.id_env),
        quote_word(&source.secret_env)
    )
}
