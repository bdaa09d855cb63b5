//! `auth`: the environment variables with an API's credentials, and how to send these if the
//! description does not say. Values never appear in a spec.

use crate::read::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::secret::is_secret;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::Credential;
use toolc_model::model::http::{Place, Scheme};

/// The value of an engine's `auth`.
#[derive(Default)]
pub(super) struct Auth {
    /// Credentials by the name of the security scheme; an empty name stands for all that are not
    /// named.
    pub(super) credentials: Vec<(Spanned<String>, Credential)>,
    /// How the credential for all schemes is sent if no description says so.
    pub(super) scheme: Option<Scheme>,
}

/// The keys of one credential, and what they produce.
struct Kind {
    needed: &'static [&'static str],
    optional: &'static [&'static str],
    make: fn(&[String], Option<String>) -> Credential,
    /// How it is sent if no description says so.
    scheme: fn(&mut Diagnostics, &Map) -> Option<Scheme>,
}

/// The location of a key, in OpenAPI's terms.
const PLACE_KEYS: &[&str] = &["in", "name"];

const PLACES: &[(&str, Place)] = &[
    ("header", Place::Header),
    ("query", Place::Query),
    ("cookie", Place::Cookie),
];

const KINDS: &[Kind] = &[
    Kind {
        needed: &["bearer_env"],
        optional: &[],
        make: |names, _| Credential::Bearer {
            env: names[0].clone(),
        },
        scheme: |_, _| Some(Scheme::Bearer),
    },
    Kind {
        needed: &["api_key_env"],
        optional: PLACE_KEYS,
        make: |names, _| Credential::Token {
            env: names[0].clone(),
        },
        scheme: read_place,
    },
    Kind {
        needed: &["username_env", "password_env"],
        optional: &[],
        make: |names, _| Credential::Basic {
            username_env: names[0].clone(),
            password_env: names[1].clone(),
        },
        scheme: |_, _| Some(Scheme::Basic),
    },
    Kind {
        needed: &["client_id_env", "client_secret_env"],
        optional: &["token_url"],
        make: |names, token_url| Credential::Client {
            id_env: names[0].clone(),
            secret_env: names[1].clone(),
            token_url,
        },
        scheme: |_, map| {
            let url = map.get("token_url")?.as_str()?;
            Some(Scheme::ClientCredentials {
                token_url: url.to_owned(),
            })
        },
    },
];

/// `auth: {bearer_env: TOKEN}`, or one such mapping for each security scheme in the description.
pub(super) fn read_auth(diagnostics: &mut Diagnostics, node: &Node) -> Auth {
    const WANTED: &str = "a mapping, such as `{bearer_env: API_TOKEN}`";
    let Some(map) = node.as_map() else {
        fields::wrong_kind(diagnostics, node, "`auth`", WANTED);
        return Auth::default();
    };
    if map.iter().all(|entry| entry.value.as_map().is_none()) {
        let Some((credential, kind)) = read_credential(diagnostics, map, node) else {
            return Auth::default();
        };
        return Auth {
            credentials: vec![(Spanned::new(String::new(), node.span), credential)],
            scheme: (kind.scheme)(diagnostics, map),
        };
    }
    let schemes = map.iter().filter_map(|entry| {
        let Some(inner) = entry.value.as_map() else {
            let what = format!("the credential of `{}`", entry.key);
            fields::wrong_kind(diagnostics, &entry.value, &what, WANTED);
            return None;
        };
        let (credential, _) = read_credential(diagnostics, inner, &entry.value)?;
        if let Some(place) = PLACE_KEYS.iter().find_map(|key| inner.entry(key)) {
            diagnostics.push(placed_by_description(&entry.key, place.key_span));
        }
        Some((Spanned::new(entry.key.clone(), entry.key_span), credential))
    });
    Auth {
        credentials: schemes.collect(),
        scheme: None,
    }
}

/// `in: header` and `name: X-Api-Key`; either both or neither.
fn read_place(diagnostics: &mut Diagnostics, map: &Map) -> Option<Scheme> {
    let place = map
        .get("in")
        .and_then(|node| fields::one_of(diagnostics, node, "`in`", "place for an API key", PLACES));
    let name = fields::string_at(diagnostics, map, "name");
    let is_half = map.contains("in") != map.contains("name");
    let given = PLACE_KEYS.iter().find_map(|key| map.entry(key));
    if let Some(given) = given.filter(|_| is_half) {
        let other = if given.key == "in" { "name" } else { "in" };
        let message = format!(
            "`{}` without `{other}` does not say where the API key is sent",
            given.key
        );
        let finding = Diagnostic::new(Code::WRONG_SHAPE, given.key_span, message);
        diagnostics.push(finding.help("write both, such as `in: header` and `name: X-Api-Key`"));
    }
    let (place, name) = (place?.value, name?);
    // RFC 9110, section 5.6.2, for headers, and RFC 6265 for cookies
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.value.is_empty() || place != Place::Query && !name.value.bytes().all(is_token) {
        let message = format!("`{}` is not a valid header or cookie name", name.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
        diagnostics.push(finding.help("write a name without spaces, such as `X-Api-Key`"));
        return None;
    }
    Some(Scheme::ApiKey {
        place,
        name: name.value,
    })
}

fn placed_by_description(scheme: &str, span: Span) -> Diagnostic {
    let message = format!(
        "the description already says where the key of `{scheme}` is sent, so `auth` must not"
    );
    Diagnostic::new(Code::WRONG_SHAPE, span, message)
        .help("remove `in` and `name`, or change the description with an overlay")
}

fn read_credential(
    diagnostics: &mut Diagnostics,
    map: &Map,
    node: &Node,
) -> Option<(Credential, &'static Kind)> {
    let keys = || {
        KINDS
            .iter()
            .flat_map(|kind| kind.needed.iter().chain(kind.optional))
            .copied()
    };
    let unknown = map.iter().find(|entry| !keys().any(|key| key == entry.key));
    let written = |entry: &Entry| {
        entry
            .value
            .as_str()
            .is_some_and(|text| is_secret(&entry.key, text))
    };
    if unknown.is_some_and(written) {
        // a secret written there has its own finding
        return None;
    }
    if let Some(entry) = unknown {
        let help = match did_you_mean(&entry.key, keys()) {
            Some(help) => help,
            None => format!(
                "write the name of the environment variable that holds the credential under one of {}",
                fields::quote_names(KINDS.iter().flat_map(|kind| kind.needed).copied())
            ).into(),
        };
        let message = format!("`auth` has no key `{}`", entry.key);
        diagnostics.push(Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message).help(help));
        return None;
    }
    let kind = KINDS.iter().find(|kind| {
        let known = |key: &str| kind.needed.contains(&key) || kind.optional.contains(&key);
        kind.needed.iter().all(|key| map.contains(key)) && map.iter().all(|entry| known(&entry.key))
    });
    let Some(kind) = kind else {
        diagnostics.push(no_credential(map, node.span));
        return None;
    };
    let names: Option<Vec<String>> = kind
        .needed
        .iter()
        .map(|key| read_variable(diagnostics, map, key))
        .collect();
    let token_url = fields::string_at(diagnostics, map, "token_url").map(|url| url.value);
    Some(((kind.make)(&names?, token_url), kind))
}

/// The finding for a mapping with too few or too many parts of a credential.
fn no_credential(map: &Map, span: Span) -> Diagnostic {
    let is_begun = |kind: &&Kind| {
        let mut keys = kind.needed.iter().chain(kind.optional);
        keys.any(|key| map.contains(key))
    };
    let begun: Vec<&Kind> = KINDS.iter().filter(is_begun).collect();
    if begun.len() < 2 {
        let message = "`auth` does not have all the parts of a credential";
        let help = "write `bearer_env`, `api_key_env`, `username_env` with `password_env`, or \
                    `client_id_env` with `client_secret_env`";
        return Diagnostic::new(Code::WRONG_SHAPE, span, message).help(help);
    }
    let number = match begun.len() {
        2 => "two",
        _ => "several",
    };
    let parts = |kind: &&Kind| format!("`{}`", kind.needed.join("` with `"));
    let choices: Vec<String> = begun.iter().map(parts).collect();
    let message = format!("`auth` has the parts of {number} credentials");
    let help = format!(
        "keep one of them ({}) and remove every other key",
        match &choices[..] {
            [one, other] => format!("{one} or {other}"),
            _ => choices.join("; "),
        }
    );
    Diagnostic::new(Code::WRONG_SHAPE, span, message).help(help)
}

/// `auth: { bearer_env: NAME }` of something that asks a model: the variable that holds its key.
pub(in crate::read::config) fn read_bearer(
    diagnostics: &mut Diagnostics,
    map: &Map,
    owner: &str,
) -> Option<Spanned<String>> {
    let node = map.get("auth")?;
    let Some(auth) = node.as_map().filter(|auth| auth.contains("bearer_env")) else {
        let wanted = "the name of an environment variable, as in `{ bearer_env: API_KEY }`";
        fields::wrong_kind(diagnostics, node, "`auth`", wanted);
        return None;
    };
    let what = format!("`auth` of {owner}");
    fields::refuse_unknown(diagnostics, auth, &["bearer_env"], &what);
    let env = read_variable(diagnostics, auth, "bearer_env")?;
    Some(Spanned::new(env, node.span))
}

/// Reads the name of an environment variable. An invalid name is probably the secret itself, so it
/// is not repeated.
pub(super) fn read_variable(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<String> {
    let name = fields::string_at(diagnostics, map, key)?;
    if is_secret(key, &name.value) {
        return None;
    }
    let is_name = name
        .value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.value.starts_with(|first: char| first.is_ascii_digit())
        && !name.value.is_empty();
    if is_name {
        return Some(name.value);
    }
    let message = format!("`{key}` must be the name of an environment variable");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
    diagnostics.hide_secret(name);
    diagnostics.push(
        finding.help(
            "write the name of the variable, such as `API_TOKEN`, never the credential itself",
        ),
    );
    None
}
