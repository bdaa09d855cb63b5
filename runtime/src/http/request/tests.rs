//! Requests as they are sent.

use super::*;
use crate::connection::ConnectionSettings;
use crate::http::operation::{Api, Body, Content, Encoding, Styled};
use std::time::Duration;

const API: Api = Api {
    engine: "test",
    base_url: None,
    variables: &[],
    credentials: &[],
    hosts: &[],
    connection: ConnectionSettings {
        private: false,
        plain_http: false,
        timeout: Duration::ZERO,
        max_response: 0,
    },
    retries: 0,
    expose: &[],
};

const fn parameter(argument: &'static str, place: Place, style: Style) -> Parameter {
    Parameter {
        value: Origin::Argument(argument),
        name: argument,
        place,
        form: Form::Style(Styled {
            style,
            explode: true,
            allow_reserved: false,
            inner: None,
        }),
    }
}

static OPERATION: Operation = Operation {
    api: &API,
    method: "POST",
    path: "/a/{p}/b",
    parameters: &[
        parameter("p", Place::Path, Style::Simple),
        parameter("q", Place::Query, Style::Form),
        parameter("d", Place::Query, Style::DeepObject),
        parameter("c", Place::Cookie, Style::Form),
    ],
    body: Some(Body {
        media_type: media::FORM,
        encoding: Encoding::Form,
        content: Content::Rest(&[]),
        required: true,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    }),
    servers: &[],
    security: &[],
    accept: "",
    refusals: &[],
    injected: &[],
};

fn quoted(text: &str) -> String {
    let mut json = String::new();
    crate::json::write_string(text, &mut json);
    json
}

/// A form, parsed as the URL standard does.
fn pairs(form: &str) -> Vec<(String, String)> {
    let mut url = Url::parse("http://a.example").expect("a URL");
    url.set_query(Some(form));
    url.query_pairs().into_owned().collect()
}

/// Texts of special characters, and of any others.
fn texts() -> impl Iterator<Item = String> {
    const ODD: &[char] = &[
        '.',
        '/',
        '\\',
        '%',
        '2',
        'e',
        'F',
        '?',
        '#',
        '&',
        '=',
        ';',
        ',',
        '+',
        ' ',
        '"',
        '\'',
        '[',
        ']',
        '{',
        '}',
        '|',
        ':',
        '@',
        '\0',
        '\r',
        '\n',
        '\t',
        '\u{7f}',
        'é',
        '\u{2028}',
        '\u{feff}',
        '😀',
        '\u{10ffff}',
    ];
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    (0..20_000).map(move |_| {
        let length = next(6);
        (0..length).map(|_| ODD[next(ODD.len())]).collect()
    })
}

#[test]
fn every_text_arrives_as_it_was_and_nothing_else_does() {
    let base = Url::parse("https://a.example/base").expect("a URL");
    let mut refused = 0;
    for text in texts() {
        let json = quoted(&text);
        // In keys, these may be refused.
        let [within, key] = [&['\0'][..], &['\0', '[', ']']].map(|odd| text.replace(odd, "_"));
        let [within_json, key_json] = [&within, &key].map(|text| quoted(text));
        let arguments = format!(
            "{{\"p\":{json},\"q\":{json},\"d\":{{{within_json}:{json}}},\"c\":{json},{key_json}:{json}}}"
        );
        let Ok(request) = build_request(&OPERATION, &arguments, &base) else {
            let mut parts = text.split(['/', '\\', '\0']);
            let climbs = parts.any(|part| matches!(part.split(';').next(), Some("." | "..")));
            assert!(text.is_empty() || climbs, "{text:?}");
            refused += 1;
            continue;
        };
        let same = |name: &str| (name.to_owned(), text.clone());
        let query = request.url.query().expect("a query");
        let expected = [same("q"), (format!("d[{within}]"), text.clone())];
        assert_eq!(pairs(query), expected, "{text:?}");
        let path: Vec<_> = request.url.path().split('/').collect();
        let ["", "base", "a", segment, "b"] = path[..] else {
            panic!("{text:?}: {path:?}")
        };
        assert_eq!(pairs(segment), [(text.clone(), String::new())], "{text:?}");
        let [cookie] = &request.cookies[..] else {
            panic!("{text:?}: {:?}", request.cookies)
        };
        assert!(!cookie.contains([';', ',', ' ', '"', '\\']), "{cookie}");
        assert_eq!(pairs(cookie), [same("c")], "{text:?}");
        let body = String::from_utf8(request.body.expect("a body")).expect("text");
        assert_eq!(pairs(&body), [same(&key)], "{text:?}");
    }
    assert!(refused > 100, "{refused}");
}
