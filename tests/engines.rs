//! Credentials in generated code: those of the description, or those of the engine if the description
//! declares none.

use std::fs;
use std::path::Path;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;
use toolc_model::model::http::Scheme;

const KEY: &str = r#"
openapi: 3.1.0
info: {}
servers: [{ url: "https://api.example" }]
ROOT
paths:
  /a: { get: { operationId: a OWN } }
  /b: { get: { operationId: b } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
"#;

/// Returns the credentials that the operations `a` and `b` are sent with, according to the generated code.
fn sent(root: &str, own: &str, auth: &str) -> [Vec<String>; 2] {
    let name = format!("{:x}", fingerprint(&[root, own, auth]));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("engines")
        .join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let api = KEY.replace("ROOT", root).replace(" OWN", own);
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: api.yaml, namespace: api, engine: api }}]\n  \
         engines: {{ api: {{ type: http, auth: {auth} }} }}\n"
    );
    fs::write(folder.join("api.yaml"), api).expect("written");
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let errors = outcome.diagnostics.iter();
    let errors: Vec<_> = errors
        .filter(|found| found.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let checked = outcome.checked.expect("no error");
    let schemes = |name: &str| {
        let tool = checked.tools.iter().find(|tool| tool.name == name);
        let call = checked.http_engine(tool.expect("a tool")).expect("a call");
        let schemes = call.security();
        let texts = schemes.iter().flatten().map(|needed| match &needed.scheme {
            Scheme::ApiKey { place, name } => format!("{}: {place:?} {name}", needed.name),
            other => format!("{}: {other:?}", needed.name),
        });
        texts.collect::<Vec<_>>()
    };
    let both = ["a", "b"].map(schemes);
    let code: String = outcome.artifacts.iter().map(|file| &*file.text).collect();
    let code: String = code.split_whitespace().collect();
    let is_silent = both.iter().flatten().any(|scheme| scheme.starts_with(": "));
    assert_eq!(code.contains("Requirement{name:\"\","), is_silent, "{code}");
    both
}

fn fingerprint(texts: &[&str]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn an_engine_speaks_where_its_description_is_silent() {
    const TOKEN: &str = "{ bearer_env: TOKEN }";
    let rows: [(&str, &str, &str, [&[&str]; 2]); 10] = [
        ("", "", TOKEN, [&[": Bearer"], &[": Bearer"]]),
        (
            "",
            "",
            "{ username_env: A, password_env: B }",
            [&[": Basic"], &[": Basic"]],
        ),
        (
            "",
            "",
            "{ api_key_env: KEY, in: cookie, name: sid }",
            [&[": Cookie sid"], &[": Cookie sid"]],
        ),
        (
            "",
            "",
            "{ client_id_env: A, client_secret_env: B, token_url: \"https://x/t\" }",
            [&[": ClientCredentials { token_url: \"https://x/t\" }"]; 2],
        ),
        ("security: []", "", TOKEN, [&[], &[]]),
        ("", ", security: []", TOKEN, [&[], &[]]),
        (
            "security: [{ token: [] }]",
            "",
            TOKEN,
            [&["token: Bearer"], &["token: Bearer"]],
        ),
        (
            "security: [{ token: [] }]",
            ", security: []",
            TOKEN,
            [&[], &["token: Bearer"]],
        ),
        (
            "",
            ", security: [{ token: [] }]",
            TOKEN,
            [&["token: Bearer"], &[]],
        ),
        ("", "", "{ token: { bearer_env: TOKEN } }", [&[], &[]]),
    ];
    for (root, own, auth, expected) in rows {
        assert_eq!(sent(root, own, auth), expected, "{root} {own} {auth}");
    }
}
