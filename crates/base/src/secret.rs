//! Noun: what is probably a password, a key or a token. It must not end up in any file, nor in any message about one.

use std::ops::Range;

/// Endings of keys whose values are secrets; only letters and digits are compared.
const NAMES: &[&str] = &[
    "authorization",
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "privatekey",
    "secretkey",
    "accesskey",
    "bearer",
    "cookie",
    "credential",
    "credentials",
];

/// Unquoted values that are not secrets, whatever their key is called.
const WORDS: &[&str] = &[
    "true",
    "false",
    "null",
    "ask",
    "preApproved",
    "blocked",
    "allow",
    "warn",
    "deny",
];

/// Prefixes of secrets, and the minimum number of bytes that follow.
const FORMS: &[(&str, usize)] = &[
    ("Bearer ", 4),
    ("Basic ", 8),
    ("sk-", 8),
    ("sk_live_", 8),
    ("sk_test_", 8),
    ("rk_live_", 8),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxr-", 10),
    ("xapp-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 16),
    ("npm_", 20),
    ("hf_", 20),
    ("SG.", 20),
    ("eyJ", 40),
];

/// Whether a text under a key is a secret, judging by the name of the key or the form of the text.
pub fn is_secret(key: &str, text: &str) -> bool {
    is_named(key) && is_literal(text) || has_form(text)
}

/// Whether the values of a key are secrets.
pub fn is_named(key: &str) -> bool {
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    let key: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    NAMES.iter().any(|name| key.ends_with(name))
}

/// Whether a text looks like a secret, wherever it is.
pub fn has_form(text: &str) -> bool {
    let text = text.trim();
    let begins = |(start, least): &(&str, usize)| {
        let rest = text.strip_prefix(start).unwrap_or("");
        rest.len() >= *least
            && rest
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'<')
            && (rest.len() >= 20 || rest.bytes().any(|byte| byte.is_ascii_digit()))
            && is_literal(rest)
    };
    FORMS.iter().any(begins)
        || text.starts_with("-----BEGIN ") && text.contains("PRIVATE KEY")
        || password_of(text).is_some()
        || has_parameter(text)
        || has_header(text)
}

/// Whether a text that looks like a secret is only an example of one: it says so, or it has very
/// few different characters.
pub fn is_placeholder(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let says = [
        "xxx",
        "...",
        "…",
        "***",
        "your",
        "example",
        "1234",
        "abcd",
        "placeholder",
        "sample",
        "dummy",
        "test",
    ];
    let letters: std::collections::BTreeSet<char> = text.chars().collect();
    says.iter().any(|word| text.contains(word)) || letters.len() < 8
}

/// Whether a text is neither blank nor the name of an environment variable, nor contains a `${…}`.
pub fn is_literal(text: &str) -> bool {
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let is_variable = (text.contains('_') || !has_digit) && text.bytes().all(is_upper);
    !text.trim().is_empty() && !text.contains("${") && !is_variable
}

/// `https://name:password@host`
fn password_of(text: &str) -> Option<Range<usize>> {
    let start = text.find("://")? + 3;
    let end = text[start..].find(['/', '?', '#', ' ', '"', '\'']);
    let authority = &text[start..end.map_or(text.len(), |end| start + end)];
    let (user, _) = authority.rsplit_once('@')?;
    let (name, password) = user.split_once(':')?;
    let from = start + name.len() + 1;
    is_literal(password).then_some(from..from + password.len())
}

/// `https://host/path?api_key=…`
fn has_parameter(text: &str) -> bool {
    let query = text
        .split_once("://")
        .and_then(|(_, rest)| rest.split_once('?'));
    let mut parameters = query.into_iter().flat_map(|(_, query)| query.split('&'));
    parameters.any(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        is_named(name) && is_literal(value)
    })
}

/// `Authorization: Bearer …`, `--token=…`
fn has_header(text: &str) -> bool {
    let Some((name, value)) = text.split_once([':', '=']) else {
        return false;
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let value = value.trim();
    is_named(name)
        && name.bytes().all(is_word)
        && is_literal(value)
        && value.split_whitespace().count() <= 2
}

/// Finds the parts of a line of YAML or JSON that are probably secrets, whatever the rest of the
/// line is.
pub fn find_secrets(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices([':', '=']) {
        let key = line[..at].trim_end_matches(['"', '\'', ' ']);
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let start = key.trim_end_matches(is_word).len();
        if is_named(&key[start..]) {
            found.extend(value_from(line, at + 1));
        }
    }
    let mut start = 0;
    for word in line.split_inclusive([' ', '"', '\'', ',', '{', '}', '[', ']', '\n']) {
        let end = start + word.len();
        let text = word.trim_end_matches([' ', '"', '\'', ',', '{', '}', '[', ']', '\n']);
        let before = &line[..start];
        let is_scheme = before.ends_with("Bearer ") || before.ends_with("Basic ");
        if has_form(text) || is_scheme && has_form(&format!("Bearer {text}")) {
            found.push(start..start + text.len());
        }
        start = end;
    }
    found
}

/// The value after a key; `None` if it is a mapping, a list or anything else that is not literal
/// text.
fn value_from(line: &str, from: usize) -> Option<Range<usize>> {
    let rest = line[from..].trim_start_matches(' ');
    let start = line.len() - rest.len();
    let quote = rest.chars().next()?;
    if ['"', '\''].contains(&quote) {
        let end = rest[1..].find(quote).map_or(rest.len(), |end| end + 1);
        return is_literal(&rest[1..end]).then_some(start + 1..start + end);
    }
    let value = rest.split([',', '}', ']', '#', '\n']).next()?.trim_end();
    let is_text =
        !value.starts_with(['{', '[', '|', '>', '&', '*', '!']) && !WORDS.contains(&value);
    (is_text && is_literal(value)).then_some(start..start + value.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn secrets_are_known_by_their_keys_and_forms() {
        for (key, text) in [
            ("Authorization", "Bearer sk-12345678"),
            ("x-api-key", "abc"),
            ("clientSecret", "abc"),
            ("GITHUB_TOKEN", "abc"),
            ("bearer_env", "ghp_0123456789abcdef0123"),
            ("args", "--token=abc"),
            ("headers", "X-Api-Key: abc"),
            ("url", "https://bob:pa55@example.com/"),
            ("url", "https://example.com/a?b=c&api_key=d"),
            ("note", "-----BEGIN RSA PRIVATE KEY-----\nMIIE"),
        ] {
            assert!(is_secret(key, text), "{key}: {text}");
        }
        for (key, text) in [
            ("bearer_env", "PETSTORE_TOKEN"),
            ("token", "PETSTORE_TOKEN"),
            ("token", "${PETSTORE_TOKEN}"),
            ("Authorization", "Bearer ${TOKEN}"),
            ("token_url", "https://example.com/token"),
            ("description", "Bearer tokens are sent as they are"),
            (
                "description",
                "token: the thing that is sent with each call",
            ),
            ("url", "https://example.com:8080/a?b=c"),
            ("max_tokens", "12"),
            ("password", ""),
        ] {
            assert!(!is_secret(key, text), "{key}: {text}");
        }
    }

    #[test]
    fn secrets_are_found_in_a_line() {
        for (line, secrets) in [
            (
                "headers: { Authorization: Bearer abc1 }",
                &["Bearer abc1", "abc1"][..],
            ),
            ("  \"api_key\": \"a,b\", \"x\": 1", &["a,b"]),
            ("auth: { password: x, bearer_env: Y_Z", &["x"]),
            ("- --token=abc", &["--token=abc", "abc"]),
            (
                "url: https://bob:pa55@example.com/",
                &["https://bob:pa55@example.com/"],
            ),
            ("note: see sk-12345678, please", &["sk-12345678"]),
            ("auth: { api_key: { api_key_env: KEY } }", &[]),
            ("token: { type: string }", &[]),
            ("x-secret: true", &[]),
            ("tools: { get_token: ask }", &[]),
        ] {
            let found: BTreeSet<&str> = find_secrets(line)
                .into_iter()
                .map(|range| &line[range])
                .collect();
            assert_eq!(found, secrets.iter().copied().collect(), "{line}");
        }
    }
}
