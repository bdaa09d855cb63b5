//! A site that not everybody may call.

use super::provider::Provider;
use super::{Running, Written, call_body, read_answer, run, server};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, SanType};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use toolc_base::source::{Role, Source, Sources};
use toolc_server::{Access, CallLog, Metrics, Site, Tls, TlsFiles, locate_metadata, read_settings};

pub const RESOURCE: &str = "https://tools.example/mcp";

pub fn access(file: &str) -> Access {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "access.yaml".to_owned(),
        text: file.into(),
        role: Role::Found,
    });
    Access::new(read_settings(&sources, id).unwrap())
}

fn site(access: &Access, written: &Written) -> Site {
    site_of(access, written, &[])
}

/// A site that pages of these origins may call.
pub fn site_of(access: &Access, written: &Written, origins: &[&str]) -> Site {
    let metrics = Metrics::new();
    let log = CallLog::new(written.clone(), metrics.clone());
    let door = access.clone();
    let server = server(&metrics, &log)
        .allowed_origins(origins.iter().copied())
        .authenticate(move |parts| door.admit("desk", parts))
        .resource_metadata(locate_metadata(RESOURCE).unwrap())
        .scopes_by({
            let access = access.clone();
            move |tool| access.list_scopes(tool)
        })
        .build();
    let site = Site::builder()
        .worker("desk", server.unwrap())
        .metrics(metrics);
    site.access(access.clone()).build().unwrap()
}

#[test]
fn clients_learn_where_tokens_come_from_and_what_they_lack() {
    run(async {
        let provider = Provider::start().await;
        let access = access(&format!(
            "resource: {RESOURCE}\nissuers: [{{ issuer: \"{}\" }}]\nscopes: {{ write: [\"notes::*\"] }}\n",
            provider.issuer
        ));
        assert_eq!(access.list_scopes("notes::add"), ["write"]);
        assert_eq!(access.list_scopes("weather::get"), [""; 0]);
        let written = Written::default();
        let running = Running::start(
            site(&access, &written),
            super::PlainTransport,
            Duration::ZERO,
        )
        .await;

        let (status, answer) = running.call("/mcp", "net__ping", "").await;
        assert_eq!(status, 401, "{answer}");
        let place = "https://tools.example/.well-known/oauth-protected-resource/mcp";
        assert!(
            answer.contains(&format!("resource_metadata=\"{place}\"")),
            "{answer}"
        );
        for path in ["", "/mcp", "/mcp/desk"] {
            let path = format!("/.well-known/oauth-protected-resource{path}");
            let (status, answer) = running.get(&path).await;
            assert_eq!(status, 200, "{path}: {answer}");
            let document: Value =
                serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
            assert_eq!(document["resource"], RESOURCE);
            assert_eq!(document["authorization_servers"][0], provider.issuer);
            assert_eq!(document["scopes_supported"][0], "write");
        }
        assert_eq!(
            running
                .get("/.well-known/oauth-protected-resource/x")
                .await
                .0,
            404
        );

        let token = provider.key.sign(&provider.claims(RESOURCE));
        let header = format!("Authorization: Bearer {token}\r\n");
        assert_eq!(running.call("/mcp", "notes__add_1", &header).await.0, 200);
        let line = written
            .lines()
            .into_iter()
            .find(|line| line["event"] == "call");
        assert_eq!(line.unwrap()["principal"], "ann");
        let mut claims = provider.claims(RESOURCE);
        claims["scope"] = "read".into();
        let header = format!("Authorization: Bearer {}\r\n", provider.key.sign(&claims));
        let (status, answer) = running.call("/mcp", "notes__add_1", &header).await;
        assert_eq!(status, 403, "{answer}");
        assert!(
            answer.contains("error=\"insufficient_scope\", scope=\"write\""),
            "{answer}"
        );
        assert_eq!(running.call("/mcp", "net__ping", &header).await.0, 200);
        running.stop().await;
    });
}

/// A folder with the certificates of an authority, a server and a client.
struct Certificates {
    folder: PathBuf,
}

impl Certificates {
    fn make(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("toolc-server-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let made = Certificates { folder };
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        made.write("authority", &authority.pem());
        let localhost = SanType::DnsName("localhost".try_into().unwrap());
        let agent = SanType::URI("spiffe://corp.example/billing".try_into().unwrap());
        for (name, shown) in [("server", localhost), ("client", agent)] {
            let mut params = CertificateParams::default();
            params.subject_alt_names = vec![shown];
            let key = KeyPair::generate().unwrap();
            let certificate = params.signed_by(&key, &authority).unwrap();
            made.write(name, &certificate.pem());
            made.write(&format!("{name}-key"), &key.serialize_pem());
        }
        made
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.pem"))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }
}

impl Drop for Certificates {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn read_certificates(path: &Path) -> Vec<CertificateDer<'static>> {
    CertificateDer::pem_file_iter(path)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

/// A call over TLS, with a certificate of the client or without.
async fn call(
    address: std::net::SocketAddr,
    files: &Certificates,
    client: Option<&Certificates>,
) -> (u16, String) {
    let mut roots = rustls::RootCertStore::empty();
    roots
        .add(read_certificates(&files.path("authority")).remove(0))
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots);
    let config = match client {
        None => config.with_no_client_auth(),
        Some(client) => {
            let key = PrivateKeyDer::from_pem_file(client.path("client-key")).unwrap();
            config
                .with_client_auth_cert(read_certificates(&client.path("client")), key)
                .unwrap()
        }
    };
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
    let Ok(mut stream) = connector.connect(name, stream).await else {
        return (0, "no connection".to_owned());
    };
    let body = call_body("net__ping");
    let length = body.len();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: net__ping\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut answer = Vec::new();
    if stream.write_all(request.as_bytes()).await.is_ok() {
        // A server that refuses a certificate says so only now.
        let _ = stream.read_to_end(&mut answer).await;
    }
    read_answer(&answer)
}

#[test]
fn certificates_of_clients_say_who_calls() {
    run(async {
        let files = Certificates::make("known");
        let strangers = Certificates::make("strangers");
        let tls = Tls::read(TlsFiles {
            certificates: files.path("server"),
            key: files.path("server-key"),
            client_authorities: Some(files.path("authority")),
        });
        let tls = tls.unwrap();
        let access = access(
            "certificates: [{ name: \"spiffe://corp.example/billing\", principal: billing }]\n",
        );
        let written = Written::default();
        let running = Running::start(site(&access, &written), tls.clone(), Duration::ZERO).await;
        assert_eq!(call(running.address, &files, Some(&files)).await.0, 200);
        assert_eq!(written.lines()[0]["principal"], "billing");
        assert_eq!(call(running.address, &files, None).await.0, 401);
        let other = call(running.address, &files, Some(&strangers)).await;
        assert_eq!(other.0, 0, "of another authority: {}", other.1);
        let (status, _) = running.get("/livez").await;
        assert_eq!(status, 0, "without TLS there is no answer");

        // A certificate that is renewed is shown to whoever connects next; one that cannot be read changes nothing.
        let renewed = Certificates::make("renewed");
        std::fs::copy(renewed.path("server"), files.path("server")).unwrap();
        assert!(tls.reload().is_err(), "the key is that of the old one");
        assert_eq!(call(running.address, &files, Some(&files)).await.0, 200);
        std::fs::copy(renewed.path("server-key"), files.path("server-key")).unwrap();
        tls.reload().unwrap();
        assert_eq!(call(running.address, &files, Some(&files)).await.0, 0);
        running.stop().await;
    });
}

#[test]
fn files_of_tls_that_do_not_serve_are_told() {
    let files = Certificates::make("told");
    let good = TlsFiles {
        certificates: files.path("server"),
        key: files.path("server-key"),
        client_authorities: None,
    };
    assert!(Tls::read(good.clone()).is_ok());
    files.write("empty", "");
    let wrong = [
        TlsFiles {
            certificates: files.path("absent"),
            ..good.clone()
        },
        TlsFiles {
            certificates: files.path("empty"),
            ..good.clone()
        },
        TlsFiles {
            key: files.path("empty"),
            ..good.clone()
        },
        TlsFiles {
            key: files.path("client-key"),
            ..good.clone()
        },
        TlsFiles {
            client_authorities: Some(files.path("empty")),
            ..good.clone()
        },
    ];
    for files in wrong {
        let why = Tls::read(files.clone()).unwrap_err();
        assert!(why.contains(".pem`"), "{why}");
    }
}
