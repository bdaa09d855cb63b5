//! Credentials in each place, and that nobody else receives them.

mod environment;
mod tokens;

use super::api::{API, GET, call_with, leak, parameter};
use super::server::{Received, Server, json};
use std::io::Write;
use toolc_runtime::ErrorKind;
use toolc_runtime::http::operation::{
    Api, Form, Operation, Parameter, Place, Requirement, Scheme, Style, Styled,
};
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::v1::ConnectionSettings;

/// Credentials by scheme.
struct Given(&'static [Entry]);

type Entry = (&'static str, fn() -> Secret);

impl Credentials for Given {
    async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        let found = self.0.iter().find(|(scheme, _)| *scheme == request.scheme);
        found
            .map(|(_, secret)| secret())
            .ok_or_else(|| "nothing is given".to_owned())
    }
}

const GIVEN: Given = Given(&[
    ("bearer", || Secret::Token("t0p-s3cret".to_owned())),
    ("key", || Secret::Token("k&y s3cret".to_owned())),
    ("octets", || {
        Secret::Token("!#$%&'()*+-./:<=>?@[]^_`{|}~%41\",;\\".to_owned())
    }),
    ("basic", || Secret::Basic {
        username: "Aladdin".to_owned(),
        password: "open sesame".to_owned(),
    }),
    ("oauth", || Secret::Client {
        id: "the id".to_owned(),
        secret: "cl1ent:s3cret".to_owned(),
    }),
]);

const fn requirement(name: &'static str, scheme: Scheme) -> Requirement {
    Requirement {
        name,
        scheme,
        scopes: &[],
    }
}

const BEARER: Requirement = requirement("bearer", Scheme::Bearer);

const BASIC: Requirement = requirement("basic", Scheme::Basic);

const MISSING: Requirement = requirement("missing", Scheme::Bearer);

const fn key(place: Place, name: &'static str) -> Requirement {
    requirement("key", Scheme::ApiKey { place, name })
}

fn ok() -> Server {
    Server::start(|_, stream| {
        let _ = stream.write_all(json("true").as_bytes());
    })
}

/// Returns the request that is sent if an operation requires one of these alternatives.
fn sent(security: &'static [&'static [Requirement]]) -> Received {
    let server = ok();
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(GIVEN)
        .build();
    let operation = Operation {
        path: "/a?b=1",
        security,
        ..GET
    };
    call_with(&client, operation, "{}").expect("an answer");
    server.only()
}

#[test]
fn credentials_stand_where_their_scheme_says() {
    let bearer = sent(&[&[BEARER]]);
    assert_eq!(bearer.header("authorization"), Some("Bearer t0p-s3cret"));
    // RFC 7617, section 2.
    let basic = sent(&[&[BASIC]]);
    assert_eq!(
        basic.header("authorization"),
        Some("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    );
    let header = sent(&[&[const { key(Place::Header, "X-Api-Key") }]]);
    assert_eq!(header.header("x-api-key"), Some("k&y s3cret"));
    let query = sent(&[&[const { key(Place::Query, "api key") }]]);
    assert_eq!(query.target(), "/a?b=1&api%20key=k%26y%20s3cret");
    // RFC 6265: what a cookie may hold is sent as it is.
    let cookie = sent(&[&[const { key(Place::Cookie, "session") }]]);
    assert_eq!(cookie.header("cookie"), Some("session=k&y%20s3cret"));
    const OCTETS: Requirement = requirement(
        "octets",
        Scheme::ApiKey {
            place: Place::Cookie,
            name: "sid",
        },
    );
    let cookie = sent(&[&[OCTETS]]);
    assert_eq!(
        cookie.header("cookie"),
        Some("sid=!#$%&'()*+-./:<=>?@[]^_`{|}~%41%22%2C%3B%5C")
    );
}

#[test]
fn the_first_alternative_whose_credentials_are_there_is_met() {
    let second = sent(&[
        &[BASIC, MISSING],
        &[BEARER, const { key(Place::Header, "K") }],
        &[BASIC],
    ]);
    assert_eq!(second.header("authorization"), Some("Bearer t0p-s3cret"));
    assert_eq!(second.header("k"), Some("k&y s3cret"));
    let other_kind = sent(&[&[const { requirement("bearer", Scheme::Basic) }], &[BASIC]]);
    assert!(
        other_kind
            .header("authorization")
            .expect("one")
            .starts_with("Basic ")
    );
}

#[test]
fn arguments_never_stand_for_credentials() {
    let server = ok();
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(GIVEN)
        .build();
    let all = [
        key(Place::Header, "X-Key"),
        key(Place::Query, "q"),
        key(Place::Cookie, "c"),
    ];
    let operation = Operation {
        parameters: leak([
            parameter(Place::Header, "x-key"),
            parameter(Place::Query, "q"),
            parameter(Place::Cookie, "c"),
        ]),
        security: leak([leak(all) as &[_]]),
        ..GET
    };
    let arguments = r#"{"x-key": "mine", "q": "mine", "c": "mine"}"#;
    call_with(&client, operation, arguments).expect("an answer");
    let request = server.only();
    assert_eq!(request.header("x-key"), Some("k&y s3cret"));
    assert_eq!(request.target(), "/?q=k%26y%20s3cret");
    assert_eq!(request.header("cookie"), Some("c=k&y%20s3cret"));
}

#[test]
fn a_credential_stands_alone_under_its_name() {
    let server = ok();
    let client = Client::builder()
        .base_url("test", format!("{}/v?%61pi_key=base", server.url()))
        .credentials(GIVEN)
        .build();
    let spread = Parameter {
        form: Form::Style(Styled {
            style: Style::Form,
            explode: true,
            allow_reserved: true,
            inner: None,
        }),
        ..parameter(Place::Query, "r")
    };
    let operation = Operation {
        path: "/q?api%5Fkey=path&b=1",
        parameters: leak([spread]),
        security: leak([leak([key(Place::Query, "api_key")]) as &[_]]),
        ..GET
    };
    call_with(&client, operation, r#"{"r": {"%61pi_key": "evil"}}"#).expect("an answer");
    assert_eq!(
        server.only().target(),
        "/v/q?b=1&%2561pi_key=evil&api_key=k%26y%20s3cret"
    );
    for key in ["api_key", "API_KEY", "api_key[]", "api.key"] {
        let arguments = format!("{{\"r\": {{\"{key}\": \"evil\"}}}}");
        let failed = call_with(&client, operation, &arguments).expect_err("a failure");
        assert_eq!(failed.error.kind, ErrorKind::InvalidArguments, "{key}");
    }
}

#[test]
fn where_credentials_may_be_left_out_they_are_sent_if_they_are_there() {
    assert!(sent(&[&[], &[BEARER]]).header("authorization").is_some());
    assert!(sent(&[&[MISSING], &[]]).header("authorization").is_none());
    assert!(sent(&[]).header("authorization").is_none());
}

#[test]
fn credentials_with_line_breaks_are_not_sent() {
    let given = Given(&[("bearer", || Secret::Token("a\r\nX: y".to_owned()))]);
    let client = Client::builder()
        .base_url("test", "http://127.0.0.1:9")
        .credentials(given)
        .build();
    let operation = Operation {
        security: &[&[BEARER]],
        ..GET
    };
    let failed = call_with(&client, operation, "{}").expect_err("a failure");
    assert_eq!(failed.error.kind, ErrorKind::Unauthorized);
    assert!(!failed.detail.expect("a detail").contains("X: y"));
}

#[test]
fn what_a_service_says_of_a_secret_is_read_by_nobody() {
    let server = Server::start(|request, stream| {
        let body = format!("{} {:?}", request.line, request.headers);
        let head = "HTTP/1.1 500 No\r\nContent-Type: text/plain\r\nContent-Length";
        let _ = write!(stream, "{head}: {}\r\n\r\n{body}", body.len());
    });
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(GIVEN)
        .build();
    let all = leak([
        BASIC,
        key(Place::Query, "q"),
        key(Place::Header, "K"),
        key(Place::Cookie, "c"),
    ]);
    let operation = Operation {
        security: leak([all as &[_]]),
        ..GET
    };
    let failed = call_with(&client, operation, "{}").expect_err("a failure");
    assert_eq!(
        failed.error.to_llm_message().lines().next(),
        Some("Error: [HTTP_500] the service failed")
    );
    let detail = failed.detail.expect("a detail");
    assert!(detail.contains("GET /?q=… HTTP/1.1"), "{detail}");
    for secret in ["s3cret", "sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="] {
        assert!(!detail.contains(secret), "{detail}");
    }
    let shown = format!("{client:?} {:?}", Secret::Token("s3cret".to_owned()));
    assert!(!shown.contains("s3cret"), "{shown}");
}

#[test]
fn credentials_go_over_plain_http_to_near_hosts_alone() {
    let server = ok();
    let call = |host: &str, api: Api, security| {
        let client = Client::builder()
            .base_url("test", format!("http://{host}:{}", server.address.port()))
            .resolve("api.test", [server.address.ip()])
            .credentials(GIVEN)
            .build();
        let operation = Operation {
            api: leak(api),
            security,
            ..GET
        };
        call_with(&client, operation, "{}")
    };
    let failed = call("api.test", API, &[&[BEARER]]).expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_ADDRESS"));
    let detail = failed.detail.expect("a detail");
    assert!(detail.contains("`plain_http: true`"), "{detail}");
    assert!(!detail.contains("s3cret"), "{detail}");
    assert_eq!(server.received().len(), 0);
    let told = Api {
        connection: ConnectionSettings {
            plain_http: true,
            ..API.connection
        },
        ..API
    };
    call("api.test", told, &[&[BEARER]]).expect("an answer");
    // without credentials, there is nothing that others could read
    call("api.test", API, &[]).expect("an answer");
    call("api.test", API, &[&[MISSING], &[]]).expect("an answer");
    call("127.0.0.1", API, &[&[BEARER]]).expect("an answer");
    assert_eq!(server.received().len(), 4);
}

#[test]
fn clients_show_themselves_over_plain_http_to_near_hosts_alone() {
    let requirement = Requirement {
        name: "oauth",
        scheme: Scheme::ClientCredentials {
            token_url: "http://login.test/token",
        },
        scopes: &[],
    };
    let operation = Operation {
        security: leak([leak([requirement]) as &[_]]),
        ..GET
    };
    let client = Client::builder()
        .base_url("test", "http://127.0.0.1:9")
        .credentials(GIVEN)
        .build();
    let failed = call_with(&client, operation, "{}").expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_ADDRESS"));
}
