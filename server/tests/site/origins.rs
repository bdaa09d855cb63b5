//! Pages in browsers: what is allowed to those of a named origin, and not to others.

use super::secured::{RESOURCE, access, site_of};
use super::{PlainTransport, Running, Written, run};
use std::time::Duration;

const PAGE: &str = "https://app.example";

const ACCESS: &str = "resource: https://tools.example/mcp\n\
    issuers: [{ issuer: \"https://id.example\", prefix: \"sso:\" }]\n\
    keys: [{ principal: agent, sha256: 1360cf85a9cad115d1274ab6188bd172ec443505e7be006c723e74bcacd284a0 }]\n";

async fn start(origins: &[&str]) -> Running {
    let site = site_of(&access(ACCESS), &Written::default(), origins);
    Running::start(site, PlainTransport, Duration::ZERO).await
}

impl Running {
    /// What a browser asks before a page of an origin sends a request.
    async fn ask_first(&self, path: &str, origin: &str, wanted: &str) -> (u16, String) {
        self.send(&format!(
            "OPTIONS {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: {origin}\r\n\
             Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: {wanted}\r\n\r\n"
        ))
        .await
    }

    async fn call_from(&self, origin: &str, key: &str) -> (u16, String) {
        let headers = format!("Origin: {origin}\r\nAuthorization: Bearer {key}\r\n");
        self.call("/mcp", "net__ping", &headers).await
    }
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find_map(|(known, value)| (known == name).then_some(value))
}

#[test]
fn a_browser_learns_what_a_page_of_an_allowed_origin_may_send_and_read() {
    run(async {
        let running = start(&["https://app.example:443"]).await;
        let wanted =
            "authorization,content-type,mcp-protocol-version,mcp-param-region,x-forwarded-user";
        let (status, answer) = running.ask_first("/mcp", PAGE, wanted).await;
        assert_eq!(status, 204, "{answer}");
        assert_eq!(header(&answer, "access-control-allow-origin"), Some(PAGE));
        assert_eq!(header(&answer, "vary"), Some("origin"));
        let methods = header(&answer, "access-control-allow-methods").unwrap();
        assert_eq!(methods, "GET, POST, DELETE");
        let names = header(&answer, "access-control-allow-headers").unwrap();
        let names: Vec<&str> = names.split(", ").collect();
        for name in [
            "authorization",
            "content-type",
            "mcp-protocol-version",
            "mcp-session-id",
            "mcp-method",
            "mcp-name",
            "mcp-param-region",
            "last-event-id",
        ] {
            assert!(names.contains(&name), "{name}: {answer}");
        }
        assert!(!names.contains(&"x-forwarded-user"), "a proxy says that");
        assert_eq!(header(&answer, "access-control-allow-credentials"), None);

        // The answers to requests, those that are refused too: the page has to read why.
        for (key, status) in [("billing-key", 200), ("another", 401)] {
            let (answered, answer) = running.call_from(PAGE, key).await;
            assert_eq!(answered, status, "{answer}");
            assert_eq!(header(&answer, "access-control-allow-origin"), Some(PAGE));
            let exposed = header(&answer, "access-control-expose-headers").unwrap();
            assert!(exposed.contains("mcp-session-id"), "{answer}");
            assert!(exposed.contains("www-authenticate"), "{answer}");
            assert_eq!(header(&answer, "vary"), Some("origin"), "{answer}");
            assert_eq!(header(&answer, "cache-control"), Some("no-store"));
            assert_eq!(header(&answer, "x-content-type-options"), Some("nosniff"));
        }
        let place = "/.well-known/oauth-protected-resource/mcp";
        let (status, answer) = running.ask_first(place, PAGE, "mcp-protocol-version").await;
        assert_eq!(status, 204, "{answer}");
        let (status, answer) = running
            .send(&format!(
                "GET {place} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: {PAGE}\r\n\r\n"
            ))
            .await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(header(&answer, "access-control-allow-origin"), Some(PAGE));
        assert!(answer.contains(RESOURCE), "{answer}");
        running.stop().await;
    });
}

#[test]
fn pages_of_other_origins_learn_and_do_nothing() {
    run(async {
        for allowed in [&["https://app.example:443"][..], &[]] {
            let running = start(allowed).await;
            for origin in [
                "https://evil.example",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "null",
            ] {
                let (_, asked) = running.ask_first("/mcp", origin, "authorization").await;
                let (status, answer) = running.call_from(origin, "billing-key").await;
                assert_eq!(status, 403, "{origin}: {answer}");
                let place = "/.well-known/oauth-protected-resource";
                let (_, metadata) = running.ask_first(place, origin, "authorization").await;
                for said in [&asked, &answer, &metadata] {
                    assert!(!said.starts_with("HTTP/1.1 2"), "{origin}: {said}");
                    assert!(!said.contains("access-control-"), "{origin}: {said}");
                }
            }
            // Whoever is no page is told nothing of origins.
            let headers = "Authorization: Bearer billing-key\r\n";
            let (status, answer) = running.call("/mcp", "net__ping", headers).await;
            assert_eq!(status, 200, "{answer}");
            assert_eq!(header(&answer, "access-control-allow-origin"), None);
            let varies = (!allowed.is_empty()).then_some("origin");
            assert_eq!(header(&answer, "vary"), varies, "{answer}");
            running.stop().await;
        }
    });
}

#[test]
fn a_request_with_two_origins_is_of_no_page() {
    run(async {
        let running = start(&["https://app.example:443"]).await;
        let headers = format!(
            "Origin: {PAGE}\r\nOrigin: https://evil.example\r\nAuthorization: Bearer billing-key\r\n"
        );
        let (_, answer) = running.call("/mcp", "net__ping", &headers).await;
        assert_eq!(header(&answer, "access-control-allow-origin"), None);
        running.stop().await;
    });
}
