//! Requests of a worker that was built at run time, compared with those of generated code.

use super::{desk, tools};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::{ApproveAll, Context, ToolCall, ToolResult};

const CALLS: &[(&str, &str)] = &[
    (
        "shop__listOrders",
        r#"{"status":["open","sent"],"filter":{"min":1.50,"to":"2026-01-31"},"X-Page":2,"mode":"full"}"#,
    ),
    ("shop__listOrders", "{}"),
    ("shop__findOrder", r#"{"id":"a b/c"}"#),
    (
        "shop__replaceOrder",
        r#"{"id":"x","body":{"total":1e2,"lines":[{"sku":"s","parts":[{"sku":"t"}]}],"payment":{"kind":"invoice"}}}"#,
    ),
    (
        "shop__noteOrder",
        r#"{"id":"x","text":"a&b","tags":["c","d e"]}"#,
    ),
    (
        "shop__scanOrder",
        r#"{"id":"x","name":"n","file":"aGVsbG8="}"#,
    ),
    ("shop__findOrder", r#"{"id":".."}"#),
];

struct Token;

impl Credentials for Token {
    async fn find(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok(Secret::Token(format!("of-{}", request.scheme)))
    }
}

/// Starts a service that records its requests, and answers an order with a response that violates its schema.
pub fn open_service(answer: &'static str) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // whoever reads the answer finds the request among those that were heard
            let hears = |text| hears.lock().expect("heard").push(text);
            answer_one(stream, answer, hears);
        }
    });
    (address, heard)
}

pub fn answer_one(mut stream: TcpStream, answer: &str, hears: impl FnOnce(String)) {
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer).unwrap_or_default();
        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
        let length = text.lines().find_map(|line| {
            let line = line.to_ascii_lowercase();
            line.strip_prefix("content-length: ")?.parse::<usize>().ok()
        });
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
        if count == 0 || body.is_some_and(|body| body >= length.unwrap_or_default()) {
            break;
        }
    }
    hears(text);
    let length = answer.len();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{answer}"
    );
}

/// Returns the parts of a request that are the same every time.
fn settled(request: &str) -> String {
    let boundary = request.split_once("boundary=").map(|(_, rest)| {
        rest.lines()
            .next()
            .unwrap_or_default()
            .trim_matches('"')
            .to_owned()
    });
    let host = request
        .lines()
        .find(|line| line.to_ascii_lowercase().starts_with("host:"));
    let text = request.replace(host.unwrap_or("no host"), "host");
    match boundary {
        Some(boundary) => text.replace(&boundary, "BOUNDARY"),
        None => text,
    }
}

#[test]
fn requests_are_those_of_generated_code() {
    let runtime = tokio_runtime();
    let client = |address: SocketAddr| {
        Client::builder()
            .base_url("shop", format!("http://{address}/v2"))
            .credentials(Token)
            .build()
    };
    let (first, one) = open_service(r#"{"lines":[{}]}"#);
    let (second, other) = open_service(r#"{"lines":[{}]}"#);
    let served = desk()
        .client(client(first))
        .approver(ApproveAll::for_tests_only());
    let generated = tools::desk::worker(())
        .client(client(second))
        .approver(ApproveAll::for_tests_only());
    for (name, arguments) in CALLS {
        let call = || ToolCall::new("1", *name, *arguments);
        let context = Context::new("tests");
        let results: [ToolResult; 2] = runtime.block_on(async {
            [
                served.call(&context, call()).await,
                generated.call(&context, call()).await,
            ]
        });
        let [mine, theirs] = results.map(|result| {
            result
                .to_llm_message()
                .replace(&first.to_string(), "")
                .replace(&second.to_string(), "")
        });
        assert_eq!(mine, theirs, "{name} {arguments}");
    }
    let [one, other] = [one, other].map(|heard| {
        let heard = heard.lock().expect("heard");
        heard.iter().map(|text| settled(text)).collect::<Vec<_>>()
    });
    assert_eq!(one, other);
    assert_eq!(one.len(), 6, "the last call is never sent: {one:#?}");
    assert!(
        one[0].starts_with("GET /v2/orders?status=open,sent&filter%5Bmin%5D=1.50"),
        "{}",
        one[0]
    );
}

fn tokio_runtime() -> tokio::runtime::Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime")
}
