//! Where requests go, and where they never go.

use super::api::{API, GET, call, call_with, code, leak};
use super::server::{Server, json};
use std::io::Write;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Api, Operation, Server as Described};
use toolc_runtime::v1::ConnectionSettings;

fn ok() -> Server {
    Server::start(|_, stream| {
        let _ = stream.write_all(json("true").as_bytes());
    })
}

const fn described(url: &'static str) -> Described {
    Described {
        url,
        variables: &[],
    }
}

/// Returns the target of a request if the configured base URL is the server's address followed by `base`, and
/// the description has these servers.
fn target(base: Option<&str>, servers: &'static [Described]) -> String {
    let server = ok();
    let base_url = base.map(|base| -> &str { leak(format!("{}{base}", server.url())) });
    let api = leak(Api { base_url, ..API });
    let operation = Operation {
        api,
        path: "/pets?x=1",
        servers,
        ..GET
    };
    call_with(&Client::new(), operation, "{}").expect("an answer");
    server.only().target().to_owned()
}

#[test]
fn the_configured_address_keeps_its_path() {
    let servers = const { &[described("https://example.com/v9"), described("/v2/")] };
    assert_eq!(target(Some("/api/v3"), servers), "/api/v3/pets?x=1");
    assert_eq!(target(Some("/api/v3/"), servers), "/api/v3/pets?x=1");
    assert_eq!(target(Some("/"), servers), "/pets?x=1");
    assert_eq!(target(Some("/v1?key=a#b"), servers), "/v1/pets?key=a&x=1");
    // A base URL without a path is completed by a relative server URL.
    assert_eq!(target(Some(""), servers), "/v2/pets?x=1");
    assert_eq!(
        target(Some(""), const { &[described("//example.com/v2")] }),
        "/pets?x=1"
    );
    assert_eq!(target(Some(""), &[]), "/pets?x=1");
}

#[test]
fn the_first_server_is_used_with_its_variables() {
    let server = ok();
    let url = leak(format!(
        "http://{{host}}:{}/{{version}}",
        server.address.port()
    ));
    let api = leak(Api {
        variables: &[("version", "v7")],
        ..API
    });
    let servers = leak([
        described("/relative"),
        described("ftp://127.0.0.1/"),
        Described {
            url,
            variables: &[("host", "127.0.0.1"), ("version", "v1")],
        },
        described("http://127.0.0.1:9/"),
    ]);
    let operation = Operation {
        api,
        servers,
        path: "/a",
        ..GET
    };
    call_with(&Client::new(), operation, "{}").expect("an answer");
    assert_eq!(server.only().target(), "/v7/a");
}

#[test]
fn a_server_whose_variable_is_set_goes_before_others() {
    let server = ok();
    let url = leak(format!("{}/{{region}}", server.url()));
    let api = leak(Api {
        variables: &[("region", "eu")],
        ..API
    });
    let servers = leak([
        described("http://127.0.0.1:9/"),
        Described {
            url,
            variables: &[("region", "us")],
        },
    ]);
    let operation = Operation {
        api,
        servers,
        ..GET
    };
    call_with(&Client::new(), operation, "{}").expect("an answer");
    assert_eq!(server.only().target(), "/eu/");
}

#[test]
fn the_client_knows_better_than_the_configuration() {
    let server = ok();
    let api = leak(Api {
        base_url: Some("http://127.0.0.1:9/"),
        ..API
    });
    call(&server.url(), Operation { api, ..GET }, "{}").expect("an answer");
    assert_eq!(server.received().len(), 1);
}

#[test]
fn without_an_address_there_is_no_request() {
    for base_url in [
        None,
        Some("/relative"),
        Some("ftp://example.com/"),
        Some("http://"),
    ] {
        let api = leak(Api { base_url, ..API });
        let failed =
            call_with(&Client::new(), Operation { api, ..GET }, "{}").expect_err("a failure");
        assert_eq!(
            failed.error.code.as_deref(),
            Some("HTTP_CONFIGURATION"),
            "{base_url:?}"
        );
    }
}

#[test]
fn an_address_holds_no_credentials() {
    let server = ok();
    for user in ["user:pass", "user", ":pass"] {
        let url = server.url().replace("://", &format!("://{user}@"));
        let failed = call(&url, GET, "{}").expect_err("a failure");
        assert_eq!(failed.error.code.as_deref(), Some("HTTP_CONFIGURATION"));
        assert!(!format!("{failed:?}").contains("pass@"), "{failed:?}");
    }
    assert_eq!(server.received().len(), 0);
}

const PUBLIC: Api = Api {
    connection: ConnectionSettings {
        private: false,
        ..API.connection
    },
    ..API
};

#[test]
fn private_addresses_are_refused_however_they_are_written() {
    let server = ok();
    let port = server.address.port();
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "169.254.169.254",
        "10.0.0.1",
        "[fd00:ec2::254]",
        "[64:ff9b::7f00:1]",
        "localhost",
        "LocalHost",
    ] {
        let operation = Operation {
            api: &PUBLIC,
            ..GET
        };
        let outcome = call(&format!("http://{host}:{port}/"), operation, "{}");
        assert_eq!(code(outcome), "HTTP_ADDRESS", "{host}");
    }
    assert_eq!(server.received().len(), 0);
}

/// The addresses of a name are checked when the connection is made, and the connection uses just these.
#[test]
fn names_of_private_addresses_are_refused() {
    let server = ok();
    let url = format!("http://api.test:{}/", server.address.port());
    let client = Client::builder()
        .base_url("test", url)
        .resolve("API.test", [server.address.ip()])
        .build();
    let outcome = call_with(
        &client,
        Operation {
            api: &PUBLIC,
            ..GET
        },
        "{}",
    );
    assert_eq!(code(outcome), "HTTP_ADDRESS");
    call_with(&client, GET, "{}").expect("an answer, where private addresses are allowed");
    // An open connection is not used for another API.
    let outcome = call_with(
        &client,
        Operation {
            api: &PUBLIC,
            ..GET
        },
        "{}",
    );
    assert_eq!(code(outcome), "HTTP_ADDRESS");
    assert_eq!(server.received().len(), 1);
    assert_eq!(
        server.only().header("host"),
        Some(&*format!("api.test:{}", server.address.port()))
    );
}

#[test]
fn requests_go_by_a_proxy_that_is_named() {
    let proxy = ok();
    let client = Client::builder()
        .base_url("test", "http://api.test/v1")
        .proxy(proxy.url())
        .build();
    let operation = Operation {
        api: &PUBLIC,
        path: "/a",
        ..GET
    };
    call_with(&client, operation, "{}").expect("an answer");
    assert_eq!(proxy.only().target(), "http://api.test/v1/a");
}

/// Runs another test in a process of its own, whose environment names a proxy that does not exist.
#[test]
fn the_environment_names_no_proxy() {
    let this = std::env::current_exe().expect("a path");
    let mut command = std::process::Command::new(this);
    command.args([
        "--exact",
        "addresses::the_client_knows_better_than_the_configuration",
    ]);
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(variable, "http://127.0.0.1:9");
    }
    let output = command.output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}
