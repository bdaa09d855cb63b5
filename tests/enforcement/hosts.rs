//! `x-hosts`: which texts name an allowed host, and that a parser of URLs finds no other one in any of them.

use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_runtime::schema::Schema;
use toolc_schema::schema::tables::Tables;
use url::Url;

/// The table of arguments with a property `v` under this schema, in a tool file of the user's own.
fn compile_table(schema: &str) -> &'static Schema {
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: "web.yaml".to_owned(),
        text: format!("web:\n  - {{ name: fetch, description: Fetches., parameters: {{ type: object, properties: {{ v: {schema} }} }} }}\n").into(),
        role: Role::Found,
    });
    let outcome = compile(Diagnostics::default(), &loaded, &Options::default());
    let checked = outcome.checked.expect("no error");
    let catalog = checked.catalog();
    let input = catalog.tools.first().expect("the tool compiles").input;
    Tables::new(&catalog.shapes).table(input, 8)
}

fn accepts(table: &'static Schema, value: &str) -> bool {
    let text = serde_json::json!({ "v": value }).to_string();
    toolc_runtime::validate(table, &text).is_ok()
}

const LIST: &str = r#"{ type: string, x-hosts: [api.example.com, "*.example.org"] }"#;

#[test]
fn a_url_names_a_host_of_the_list() {
    let table = compile_table(LIST);
    for url in [
        "https://api.example.com",
        "https://api.example.com/",
        "https://api.example.com/a/b?c=d&e=%20#f",
        "https://api.example.com/@evil.test/",
        "https://a.example.org/",
        "https://a.b-c.example.org/x",
    ] {
        assert!(accepts(table, url), "{url}");
    }
    for url in [
        "",
        "api.example.com",
        "http://api.example.com/",
        "HTTPS://api.example.com/",
        "https://API.example.com/",
        "https://api.example.com./",
        "https://api.example.com:443/",
        "https://api.example.com:8080/",
        "https://api.example.com.evil.test/",
        "https://api.example.comevil.test/",
        "https://apixexample.com/",
        "https://evil.test/https://api.example.com/",
        "https://evil.test#@api.example.com/",
        "https://user@api.example.com/",
        "https://api.example.com@evil.test/",
        "https://api.example.com:@evil.test/",
        "https://api.example.com?@evil.test/",
        "https://api.example.com#@evil.test/",
        "https://api.example.com\\@evil.test/",
        "https://api.example.com/\\evil.test",
        "https://api.example.com/\n",
        "https:/api.example.com/",
        "https:///api.example.com/",
        "//api.example.com/",
        "\thttps://api.example.com/",
        "https://api.example.com/ ",
        "https://api.example.com/\u{e9}",
        "https://example.org/",
        "https://.example.org/",
        "https://-.example.org/",
        "https://a..example.org/",
        "https://a_b.example.org/",
        "https://evil.test/.example.org/",
        "https://evil.test?.example.org/",
        "https://api.ex\u{430}mple.com/",
    ] {
        assert!(!accepts(table, url), "{url}");
    }
}

#[test]
fn schemes_and_ports_are_those_that_are_listed() {
    let table = compile_table(
        "{ type: string, format: uri, x-hosts: { allow: [localhost, 10.0.0.1], schemes: [http, wss], ports: [8080, 81] } }",
    );
    for url in [
        "http://localhost/",
        "http://localhost:8080",
        "wss://10.0.0.1:81/x",
    ] {
        assert!(accepts(table, url), "{url}");
    }
    for url in [
        "https://localhost/",
        "http://localhost:80/",
        "http://localhost:",
        "ws://10.0.0.1/",
        "http://10x0.0.1/",
    ] {
        assert!(!accepts(table, url), "{url}");
    }
}

#[test]
fn a_host_may_stand_alone() {
    let table = compile_table(
        r#"{ type: string, format: hostname, x-hosts: [db.internal, "*.cache.internal"] }"#,
    );
    for host in ["db.internal", "a.cache.internal"] {
        assert!(accepts(table, host), "{host}");
    }
    for host in [
        "cache.internal",
        "https://db.internal",
        "db.internal:5432",
        "db.internal/",
        "xdb.internal",
    ] {
        assert!(!accepts(table, host), "{host}");
    }
}

#[test]
fn patterns_beside_it_hold_too() {
    let table = compile_table(
        r"{ type: string, pattern: '\.json$', allOf: [{ maxLength: 40 }], x-hosts: [a.test] }",
    );
    assert!(accepts(table, "https://a.test/x.json"));
    assert!(!accepts(table, "https://a.test/x.xml"));
    assert!(!accepts(table, "https://b.test/x.json"));
    assert!(!accepts(
        table,
        &format!("https://a.test/{}.json", "x".repeat(40))
    ));
}

/// Each text that is one or two insertions away from an allowed URL is either refused, or a parser finds an allowed host.
#[test]
fn no_parser_finds_another_host() {
    let table = compile_table(LIST);
    let parts = [
        "@",
        ":",
        "/",
        "\\",
        "?",
        "#",
        ".",
        "%2f",
        "%",
        "[",
        "]",
        " ",
        "\t",
        "a",
        "evil.test",
        "//",
        "-",
        ";",
        "\u{3002}",
    ];
    let bases = [
        "https://api.example.com/x",
        "https://a.example.org",
        "https://evil.test/api.example.com",
    ];
    let mut accepted = 0;
    let mut check = |text: &str| {
        if !accepts(table, text) {
            return;
        }
        accepted += 1;
        let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let host = url.host_str().unwrap_or_default();
        let is_allowed = host == "api.example.com" || host.ends_with(".example.org");
        assert!(is_allowed, "{text} leads to {host}");
        assert!(
            url.username().is_empty() && url.password().is_none(),
            "{text}"
        );
        assert_eq!((url.scheme(), url.port()), ("https", None), "{text}");
    };
    for base in bases {
        for first in 0..=base.len() {
            for part in parts {
                let once = format!("{}{part}{}", &base[..first], &base[first..]);
                check(&once);
                for second in
                    (first + part.len()..=once.len()).filter(|at| once.is_char_boundary(*at))
                {
                    for part in parts {
                        check(&format!("{}{part}{}", &once[..second], &once[second..]));
                    }
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
}
