//! The settings for calls to MCP servers, as written in the lock.

use super::Settings;
use super::engines::{add_scopes, record_settings};
use toolc_model::model::engine::{
    LockedSetting, MCP_SETTINGS, McpCall, McpEngine, Reach, TokenSource,
};
use toolc_model::model::locked::{list_texts, quote_word};

/// The settings of an engine for an MCP server; variables and headers are shown with the names of
/// environment variables.
pub(super) fn of_server(call: &McpCall<'_>) -> Settings {
    let McpEngine {
        reach, given, auth, ..
    } = call.settings;
    let engine = call.engine;
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
    let mut settings = record_settings(engine, MCP_SETTINGS, call.settings);
    for (setting, key, texts) in [
        (LockedSetting::ADDRESSES, key, vec![address]),
        (LockedSetting::CREDENTIALS, from, written),
    ] {
        let place = engine.place(key);
        settings.insert(setting.key.to_owned(), list_texts(texts, place));
    }
    settings
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
