//! A site over real connections: what is where, who gets it, and how it ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "site/codes.rs"]
mod codes;
#[path = "site/origins.rs"]
mod origins;
#[path = "support/provider.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod provider;
#[path = "site/secured.rs"]
mod secured;
#[path = "../../runtime/tests/support/tools.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod tools;

use serde_json::{Value, json};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use toolc_runtime::mcp_server::{Builder, PlainTransport, Server, Transport};
use toolc_runtime::testing::Mocks;
use toolc_server::{CallLog, Metrics, Site, SiteBuilder};
use tools::{AddText, GetWeather, Ping};

/// What was written to a log.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn lines(&self) -> Vec<Value> {
        let bytes = self.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

fn server(metrics: &Metrics, log: &CallLog) -> Builder {
    let mocks = Mocks::new()
        .on::<AddText>(|call| Ok(call.args.text.clone()))
        .returns::<GetWeather>(toolc_runtime::Json::null())
        .returns::<Ping>("pong".to_owned());
    let worker = tools::worker(mocks)
        .observer(metrics.clone())
        .observer(log.clone());
    Server::builder(worker)
}

/// A site that runs, and what ends it.
struct Running {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    async fn start<T: Transport>(site: Site, transport: T, drain: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let shutdown = async { drop(ended.await) };
            site.serve(listener, transport, drain, shutdown)
                .await
                .unwrap();
        });
        Running {
            address,
            end: Some(end),
            task,
        }
    }

    async fn plain(site: SiteBuilder) -> Self {
        Running::start(site.build().unwrap(), PlainTransport, Duration::ZERO).await
    }

    async fn get(&self, path: &str) -> (u16, String) {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        ))
        .await
    }

    /// A call of a tool over the protocol of 2026-07-28.
    async fn call(&self, path: &str, tool: &str, headers: &str) -> (u16, String) {
        let body = call_body(tool);
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        ))
        .await
    }

    async fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        read_answer(&answer)
    }

    async fn stop(mut self) {
        let _ = self.end.take().unwrap().send(());
        self.task.await.unwrap();
    }
}

fn call_body(tool: &str) -> String {
    let key = if tool == "net__ping" { "note" } else { "text" };
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": tool, "arguments": { key: "hello" },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }})
    .to_string()
}

fn read_answer(answer: &[u8]) -> (u16, String) {
    let answer = String::from_utf8_lossy(answer).into_owned();
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.unwrap_or(0), answer)
}

fn run<R>(work: impl Future<Output = R>) -> R {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}

#[test]
fn one_worker_is_at_three_paths_and_everything_else_is_not_there() {
    run(async {
        let (metrics, written) = (Metrics::new(), Written::default());
        let log = CallLog::new(written.clone(), metrics.clone());
        let server = server(&metrics, &log).build().unwrap();
        let running = Running::plain(Site::builder().worker("desk", server).metrics(metrics)).await;
        for path in ["/", "/mcp", "/mcp/", "/mcp/desk"] {
            let (status, answer) = running.call(path, "net__ping", "").await;
            assert_eq!(status, 200, "{path}: {answer}");
            assert!(answer.contains("cache-control: no-store"), "{answer}");
            assert!(
                answer.contains("x-content-type-options: nosniff"),
                "{answer}"
            );
        }
        let absent = [
            "/health",
            "/mcp/other",
            "/mcp/desk/x",
            "/mcpx",
            "//",
            "/.well-known/oauth-protected-resource",
            "/.well-known/oauth-authorization-server",
            "/favicon.ico",
            "/mcp/desk%2f..",
        ];
        for path in absent {
            assert_eq!(running.get(path).await.0, 404, "{path}");
            assert_eq!(running.call(path, "net__ping", "").await.0, 404, "{path}");
        }
        assert_eq!(running.get("/livez").await.0, 200);
        assert_eq!(running.get("/readyz").await.0, 200);
        running.stop().await;
    });
}

#[test]
fn several_workers_are_at_their_names_alone() {
    run(async {
        let (metrics, written) = (Metrics::new(), Written::default());
        let log = CallLog::new(written.clone(), metrics.clone());
        let one = server(&metrics, &log).build().unwrap();
        let two = server(&metrics, &log).build().unwrap();
        let site = Site::builder().worker("one", one).worker("two", two);
        let running = Running::plain(site).await;
        for (path, expected) in [
            ("/mcp/one", 200),
            ("/mcp/two", 200),
            ("/mcp", 404),
            ("/", 404),
        ] {
            assert_eq!(
                running.call(path, "net__ping", "").await.0,
                expected,
                "{path}"
            );
        }
        running.stop().await;
    });
}

#[test]
fn sites_that_cannot_be_are_refused() {
    let (metrics, written) = (Metrics::new(), Written::default());
    let log = CallLog::new(written, metrics.clone());
    let made = || server(&metrics, &log).build().unwrap();
    let twice = Site::builder().worker("a", made()).worker("a", made());
    assert!(
        twice
            .build()
            .unwrap_err()
            .contains("two workers have the name `a`")
    );
    let path = Site::builder().worker("a/b", made());
    assert!(
        path.build()
            .unwrap_err()
            .contains("`a/b` cannot be a part of a path")
    );
    assert!(Site::builder().build().is_err());
}

#[test]
fn calls_are_counted_and_logged_without_what_is_in_them() {
    run(async {
        let (metrics, written) = (Metrics::new(), Written::default());
        let log = CallLog::new(written.clone(), metrics.clone());
        let server = server(&metrics, &log).build().unwrap();
        let running = Running::plain(Site::builder().worker("desk", server).metrics(metrics)).await;
        running.call("/mcp", "notes__add_1", "").await;
        running.call("/mcp", "no_such_tool\\u0022", "").await;
        running.call("/mcp", "files__delete", "").await;
        let lines = written.lines();
        let calls: Vec<&Value> = lines
            .iter()
            .filter(|line| line["event"] == "call")
            .collect();
        let outcomes: Vec<&str> = calls
            .iter()
            .filter_map(|line| line["outcome"].as_str())
            .collect();
        assert!(outcomes.contains(&"ok"), "{lines:?}");
        let ok = calls.iter().find(|line| line["outcome"] == "ok").unwrap();
        assert_eq!(ok["tool"], "notes::add");
        assert!(ok["ms"].is_f64() && ok["result_bytes"].is_u64(), "{ok}");
        assert!(ok["time"].as_str().unwrap().ends_with('Z'), "{ok}");
        assert!(
            lines.iter().all(|line| !line.to_string().contains("hello")),
            "{lines:?}"
        );

        let (status, text) = running.get("/metrics").await;
        assert_eq!(status, 200);
        assert!(text.contains("application/openmetrics-text"), "{text}");
        let counted = "toolc_calls_total{worker=\"support\",tool=\"notes::add\",outcome=\"ok\"} 1";
        assert!(text.contains(counted), "{text}");
        assert!(!text.contains("no_such_tool"), "{text}");
        assert!(text.trim_end().ends_with("# EOF"), "{text}");
        running.stop().await;
    });
}

#[test]
fn readiness_fails_first_and_requests_go_on_while_it_drains() {
    run(async {
        let (metrics, written) = (Metrics::new(), Written::default());
        let log = CallLog::new(written, metrics.clone());
        let server = server(&metrics, &log).build().unwrap();
        let site = Site::builder().worker("desk", server).build().unwrap();
        let mut running = Running::start(site, PlainTransport, Duration::from_millis(500)).await;
        assert_eq!(running.get("/readyz").await.0, 200);
        let _ = running.end.take().unwrap().send(());
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(running.get("/readyz").await.0, 503);
        assert_eq!(running.get("/livez").await.0, 200);
        assert_eq!(running.call("/mcp", "net__ping", "").await.0, 200);
        running.task.await.unwrap();
        assert!(
            TcpStream::connect(running.address).await.is_err(),
            "nobody listens any more"
        );
    });
}

#[test]
fn a_store_that_cannot_be_reached_makes_it_not_ready() {
    run(async {
        let (metrics, written) = (Metrics::new(), Written::default());
        let log = CallLog::new(written, metrics.clone());
        let server = server(&metrics, &log).build().unwrap();
        let site = Site::builder()
            .worker("desk", server)
            .ready_if(|| async { Err("password of the store: hunter2".to_owned()) });
        let running = Running::plain(site).await;
        let (status, answer) = running.get("/readyz").await;
        assert_eq!(status, 503);
        assert!(!answer.contains("hunter2"), "why is not for everybody");
        assert_eq!(running.get("/livez").await.0, 200);
        running.stop().await;
    });
}
