//! Credentials from the variables that the configuration names.

use super::super::api::{API, GET, call, leak};
use super::{BEARER, MISSING, key, ok, requirement};
use toolc_runtime::ErrorKind;
use toolc_runtime::http::operation::{Api, Credential, Operation, Place, Requirement, Scheme};

#[test]
fn missing_credentials_are_named_for_the_observer_alone() {
    let api = leak(Api {
        credentials: &[
            ("other", Credential::Token { env: "OTHER_TOKEN" }),
            (
                "",
                Credential::Token {
                    env: "TOOLC_TEST_NO_SUCH_TOKEN",
                },
            ),
        ],
        ..API
    });
    let digest = requirement("digest", Scheme::Other("digest"));
    let operation = Operation {
        api,
        security: leak([leak([MISSING]) as &[_], leak([digest])]),
        ..GET
    };
    let failed = call("http://127.0.0.1:9", operation, "{}").expect_err("a failure");
    assert_eq!(failed.error.kind, ErrorKind::Unauthorized);
    assert_eq!(
        failed.error.message,
        "the service needs credentials, and none are configured"
    );
    assert_eq!(
        failed.detail.as_deref(),
        Some(
            "GET http://127.0.0.1:9/: the scheme `missing` of the engine `test`: the environment \
             variable `TOOLC_TEST_NO_SUCH_TOKEN` is not set; the scheme `digest` of the engine \
             `test`: `digest` cannot be sent"
        )
    );
}

#[test]
fn the_environment_is_read_when_the_configuration_names_a_variable() {
    let server = ok();
    let api = leak(Api {
        // Cargo sets this variable for tests.
        credentials: &[(
            "bearer",
            Credential::Token {
                env: "CARGO_PKG_NAME",
            },
        )],
        ..API
    });
    let operation = Operation {
        api,
        security: &[&[BEARER]],
        ..GET
    };
    call(&server.url(), operation, "{}").expect("an answer");
    assert_eq!(
        server.only().header("authorization"),
        Some("Bearer toolc-runtime")
    );
}

#[test]
fn a_bearer_token_is_not_sent_as_an_api_key() {
    let server = ok();
    let api = leak(Api {
        credentials: &[(
            "",
            Credential::Bearer {
                env: "CARGO_PKG_NAME",
            },
        )],
        ..API
    });
    let by_key = [key(Place::Query, "client_id")];
    let operation = |security: &[&'static [Requirement]]| Operation {
        api,
        security: leak(security.to_vec()),
        ..GET
    };
    let failed = call(&server.url(), operation(&[leak(by_key)]), "{}").expect_err("a failure");
    assert_eq!(failed.error.kind, ErrorKind::Unauthorized);
    call(&server.url(), operation(&[leak(by_key), &[BEARER]]), "{}").expect("an answer");
    let sent = server.only();
    assert_eq!(sent.header("authorization"), Some("Bearer toolc-runtime"));
    assert!(!sent.target().contains("client_id"), "{}", sent.target());
}

#[test]
fn a_scheme_without_a_name_is_that_of_the_engine() {
    let server = ok();
    let api = leak(Api {
        credentials: &[(
            "",
            Credential::Token {
                env: "CARGO_PKG_NAME",
            },
        )],
        ..API
    });
    let operation = Operation {
        api,
        security: const { &[&[requirement("", Scheme::Bearer)]] },
        ..GET
    };
    call(&server.url(), operation, "{}").expect("an answer");
    assert_eq!(
        server.only().header("authorization"),
        Some("Bearer toolc-runtime")
    );
}
