//! Access files, and what is told about those that are not right (T0724).

use super::read;

#[test]
fn a_whole_file_is_read() {
    let file = r#"
resource: https://tools.example/mcp
issuers:
  - { issuer: "https://id.example/realms/a", algorithms: [RS256, ES256], principal: email, prefix: "sso:" }
  - { issuer: "https://other.example", audience: tools, jwks: "https://other.example/keys", prefix: "other:" }
keys:
  - { principal: billing, sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", scopes: [read] }
proxy: { from: [10.0.0.7], principal: X-Forwarded-User, prefix: "proxy:" }
certificates: [{ name: agent.corp.example, principal: agent }]
workers: { desk: [read] }
scopes: { write: ["shop::*"] }
metrics: [10.0.0.0/8]
"#;
    read(file).unwrap();
}

#[test]
fn what_is_not_right_is_told() {
    let key = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let cases: &[(&str, &str)] = &[
        ("", ""),
        ("{}", "nobody may call"),
        ("[]", "an access file must be a map"),
        ("isuers: []", "an access file has no key `isuers`"),
        ("issuers: {}", "`issuers` must be a list"),
        ("issuers: [x]", "an issuer must be a map"),
        ("issuers: [{}]", "an issuer lacks `issuer`"),
        (
            "issuers: [{ issuer: 'https://id.example' }]",
            "nothing says for whom the tokens of this issuer must be",
        ),
        (
            "issuers: [{ issuer: 'http://id.example', audience: a }]",
            "`issuer` must be an `https` address",
        ),
        (
            "issuers: [{ issuer: 'https://id.example', audience: a, jwks: 'http://id.example/keys' }]",
            "`jwks` must be an `https` address",
        ),
        (
            "issuers: [{ issuer: 'https://id.example', audience: a, algorithms: [HS256] }]",
            "tokens cannot be signed with `HS256`",
        ),
        (
            "issuers: [{ issuer: 'https://id.example', audience: a, algorithms: [none] }]",
            "tokens cannot be signed with `none`",
        ),
        (
            "issuers: [{ issuer: 'https://a.example', audience: a }, { issuer: 'https://b.example', audience: a }]",
            "could have the same principal",
        ),
        (
            "issuers: [{ issuer: 'https://a.example', audience: a, prefix: 'a' }, { issuer: 'https://b.example', audience: a, prefix: 'ab' }]",
            "could have the same principal",
        ),
        ("keys: [{ principal: a }]", "a key lacks `sha256`"),
        ("keys: [{ sha256: abc }]", "a key lacks `principal`"),
        (
            "keys: [{ principal: a, sha256: abc }]",
            "64 hexadecimal digits",
        ),
        (
            "keys: [{ principal: 5, sha256: abc }]",
            "`principal` must be a text",
        ),
        (
            "proxy: { principal: X-User }",
            "nothing says from which addresses the proxy comes",
        ),
        (
            "proxy: { from: [here], principal: X-User }",
            "`here` is neither an address nor a network",
        ),
        (
            "proxy: { from: [10.0.0.1], principal: 'X User' }",
            "is not the name of a header",
        ),
        (
            "metrics: [everybody]",
            "`everybody` is neither an address nor a network",
        ),
        ("resource: ftp://x", "`resource` must be an `https` address"),
    ];
    for (file, said) in cases {
        let found = read(file).unwrap_err();
        let messages: Vec<&str> = found
            .iter()
            .map(|finding| finding.message.as_str())
            .collect();
        assert!(
            messages.iter().any(|message| message.contains(said)),
            "{file}: {messages:?}"
        );
    }
    let twice = format!(
        "keys: [{{ principal: a, sha256: '{key}' }}, {{ principal: b, sha256: '{}' }}]",
        key.to_uppercase()
    );
    let found = read(&twice).unwrap_err();
    assert!(
        found[0].message.contains("another entry has the same key"),
        "{found:?}"
    );
    let impersonated = format!(
        "issuers: [{{ issuer: 'https://a.example', audience: a }}]\nkeys: [{{ principal: billing, sha256: '{key}' }}]"
    );
    let found = read(&impersonated).unwrap_err();
    assert!(
        found[0]
            .message
            .contains("the same principal as one of the entry of `billing`"),
        "{found:?}"
    );
}
