//! The settings of engines, as written in the lock.

use super::Settings;
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{
    Credential, Engine, LM_SETTINGS, LockedSetting, MOCK_SETTINGS, Recorded, Rows, SettingValue,
};
use toolc_model::model::http::{Requirement, Scheme};
use toolc_model::model::locked::{list_texts, quote_word, write_number};
use toolc_model::model::{HttpCall, SimulatedCall};

/// The settings of an engine that the lock records as they are. What its addresses and credentials lead to is recorded
/// elsewhere.
pub(super) fn record_settings<E: Default>(
    engine: &Engine,
    rows: Rows<E>,
    settings: &E,
) -> Settings {
    let usual = E::default();
    let mut recorded = Settings::new();
    for row in rows.iter().copied().flatten() {
        let place = engine.place(row.key);
        let node = write_value(&row.value, settings, place);
        let setting = match row.recorded {
            Recorded::Always(setting) => setting,
            Recorded::IfSet(setting) if node != write_value(&row.value, &usual, place) => setting,
            Recorded::IfSet(_) | Recorded::Elsewhere => continue,
        };
        recorded.insert(setting.key.to_owned(), node);
    }
    recorded
}

/// The settings of an engine that makes results up.
pub(super) fn record_simulation(call: &SimulatedCall<'_>) -> Settings {
    let mut settings = match call.asks {
        Some(asks) => record_settings(call.engine, LM_SETTINGS, asks),
        None => record_settings(call.engine, MOCK_SETTINGS, call.settings),
    };
    if let Some(request) = call.sent_request() {
        add_call(&mut settings, &request);
    }
    let word = Node::string(call.type_name(), call.engine.place("type"));
    settings.insert(LockedSetting::SIMULATES.key.to_owned(), word);
    settings
}

fn write_value<E>(value: &SettingValue<E>, settings: &E, place: Span) -> Node {
    let number = |number: u64| write_number(&Spanned::new(number, place));
    match value {
        SettingValue::Flag(field) => Node::bool(*(field.get)(settings), place),
        SettingValue::Duration(field) | SettingValue::Size(field) => number(*(field.get)(settings)),
        SettingValue::Count(_, _, field) => number((*(field.get)(settings)).into()),
        SettingValue::Word(_, get, _) => Node::string(get(settings), place),
        SettingValue::Text(get) => Node::string(get(settings), place),
        SettingValue::Parts(list) => list_texts(list(settings), place),
    }
}

/// Adds the contribution of one tool's requests to the settings of its engine: where they go, and
/// with what credentials, each alternative in words.
pub(super) fn add_call(settings: &mut Settings, call: &HttpCall<'_>) {
    let engine = call.engine;
    let decided_by = match call.settings.base_url {
        Some(_) => "base_url",
        None => "variables",
    };
    let address = call.address().map(|address| address.value);
    add_texts(
        settings,
        &LockedSetting::ADDRESSES,
        address,
        engine.place(decided_by),
    );
    let words = list_alternatives(call, |requirement| sent(call, requirement));
    add_texts(
        settings,
        &LockedSetting::CREDENTIALS,
        words,
        engine.place("auth"),
    );
}

/// Each alternative of credentials, in words.
pub(super) fn list_alternatives(
    call: &HttpCall<'_>,
    words: impl Fn(&Requirement) -> String,
) -> Vec<String> {
    let security = call.security();
    let alternative = |needed: &Vec<Requirement>| {
        let all: Vec<String> = needed.iter().map(&words).collect();
        match all.is_empty() {
            true => "none".to_owned(),
            false => all.join(", "),
        }
    };
    match security.is_empty() {
        true => vec!["none".to_owned()],
        false => security.iter().map(alternative).collect(),
    }
}

/// What a description requires: `token (bearer) with scopes read write`.
pub(super) fn show_needed(requirement: &Requirement) -> String {
    let how = match &requirement.scheme {
        Scheme::Bearer => "bearer".to_owned(),
        Scheme::Basic => "basic".to_owned(),
        Scheme::ApiKey { place, name } => format!("in {} {}", place.name(), quote_word(name)),
        Scheme::ClientCredentials { .. } => "client credentials".to_owned(),
        Scheme::Incomplete(gap) => format!("cannot be sent: {}", quote_word(gap.word())),
        Scheme::Other(what) => format!("cannot be sent: {}", quote_word(what)),
    };
    with_scopes(requirement, &how)
}

/// What is sent, and from which variables: `key (in header X-Key) from API_KEY`.
fn sent(call: &HttpCall<'_>, requirement: &Requirement) -> String {
    let words = match call.settings.token_url(requirement) {
        Some(url) => with_scopes(requirement, &format!("tokens of {}", quote_word(url))),
        None => show_needed(requirement),
    };
    let credential = call.settings.credential(&requirement.name);
    let variables = match credential.map(|(_, credential)| credential) {
        None => return format!("{words} from nowhere"),
        Some(Credential::Token { env } | Credential::Bearer { env }) => quote_word(env),
        Some(Credential::Basic {
            username_env,
            password_env,
        }) => format!("{} {}", quote_word(username_env), quote_word(password_env)),
        Some(Credential::Client {
            id_env, secret_env, ..
        }) => format!("{} {}", quote_word(id_env), quote_word(secret_env)),
    };
    format!("{words} from {variables}")
}

fn with_scopes(requirement: &Requirement, how: &str) -> String {
    let mut words = match requirement.name.as_str() {
        "" => format!("({how})"),
        name => format!("{} ({how})", quote_word(name)),
    };
    let mut scopes: Vec<&String> = requirement.scopes.iter().collect();
    scopes.sort();
    add_scopes(&mut words, &scopes);
    words
}

/// ` with scopes read write`
pub(super) fn add_scopes(words: &mut String, scopes: &[&String]) {
    for (index, scope) in scopes.iter().enumerate() {
        *words += if index == 0 { " with scopes " } else { " " };
        *words += &quote_word(scope);
    }
}

fn add_texts(
    settings: &mut Settings,
    setting: &LockedSetting,
    more: impl IntoIterator<Item = String>,
    span: Span,
) {
    let key = setting.key;
    let known = settings
        .get(key)
        .and_then(Node::as_list)
        .unwrap_or_default();
    let known = known.iter().filter_map(Node::as_str).map(str::to_owned);
    let all: Vec<String> = known.chain(more).collect();
    settings.insert(key.to_owned(), list_texts(all, span));
}
