//! `auth`: which environment variables hold the credentials of an API. Values never stand in a spec.

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::engine::Credential;
use crate::node::{Map, Node};
use crate::read::fields;
use crate::source::Spanned;

/// The keys of one credential, and what they make.
struct Kind {
    needed: &'static [&'static str],
    optional: &'static [&'static str],
    make: fn(&[String], Option<String>) -> Credential,
}

const KINDS: &[Kind] = &[
    Kind {
        needed: &["bearer_env"],
        optional: &[],
        make: |names, _| Credential::Token {
            env: names[0].clone(),
        },
    },
    Kind {
        needed: &["api_key_env"],
        optional: &[],
        make: |names, _| Credential::Token {
            env: names[0].clone(),
        },
    },
    Kind {
        needed: &["username_env", "password_env"],
        optional: &[],
        make: |names, _| Credential::Basic {
            username_env: names[0].clone(),
            password_env: names[1].clone(),
        },
    },
    Kind {
        needed: &["client_id_env", "client_secret_env"],
        optional: &["token_url"],
        make: |names, token_url| Credential::Client {
            id_env: names[0].clone(),
            secret_env: names[1].clone(),
            token_url,
        },
    },
];

/// `auth: {bearer_env: TOKEN}`, or one such mapping for each security scheme of the description.
pub(super) fn read_credentials(
    diagnostics: &mut Diagnostics,
    node: &Node,
) -> Vec<(Spanned<String>, Credential)> {
    const WANTED: &str = "a mapping, such as `{bearer_env: API_TOKEN}`";
    let Some(map) = node.as_map() else {
        fields::wrong_kind(diagnostics, node, "`auth`", WANTED);
        return Vec::new();
    };
    if map.iter().all(|entry| entry.value.as_map().is_none()) {
        let credential = read_credential(diagnostics, map, node);
        return credential
            .map(|credential| (Spanned::new(String::new(), node.span), credential))
            .into_iter()
            .collect();
    }
    let schemes = map.iter().filter_map(|entry| {
        let Some(inner) = entry.value.as_map() else {
            let what = format!("the credential of `{}`", entry.key);
            fields::wrong_kind(diagnostics, &entry.value, &what, WANTED);
            return None;
        };
        let credential = read_credential(diagnostics, inner, &entry.value)?;
        Some((Spanned::new(entry.key.clone(), entry.key_span), credential))
    });
    schemes.collect()
}

fn read_credential(diagnostics: &mut Diagnostics, map: &Map, node: &Node) -> Option<Credential> {
    let keys = || {
        KINDS
            .iter()
            .flat_map(|kind| kind.needed.iter().chain(kind.optional))
            .copied()
    };
    let unknown = map.iter().find(|entry| !keys().any(|key| key == entry.key));
    if let Some(entry) = unknown {
        let help = match nearest(&entry.key, keys()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!(
                "name the environment variable that holds it: one of {}",
                fields::quoted(keys())
            ),
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
        let message = "`auth` says of no credential where all of it is";
        let help = "write `bearer_env`, `api_key_env`, `username_env` with `password_env`, or \
                    `client_id_env` with `client_secret_env`";
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
        return None;
    };
    let names: Option<Vec<String>> = kind
        .needed
        .iter()
        .map(|key| read_variable(diagnostics, map, key))
        .collect();
    let token_url = fields::string_at(diagnostics, map, "token_url").map(|url| url.value);
    Some((kind.make)(&names?, token_url))
}

/// The name of an environment variable. What cannot be one is probably the secret itself, so it is
/// not repeated.
fn read_variable(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<String> {
    let name = fields::string_at(diagnostics, map, key)?;
    let is_name = name
        .value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.value.starts_with(|first: char| first.is_ascii_digit())
        && !name.value.is_empty();
    if is_name {
        return Some(name.value);
    }
    let message = format!("`{key}` is no name of an environment variable");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
    diagnostics.push(
        finding.help(
            "write the name of the variable, such as `API_TOKEN`, never the credential itself",
        ),
    );
    None
}
