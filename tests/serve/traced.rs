//! Calls as spans: what a collector gets, what the service behind is sent, and what happens without a collector.

use super::client::{Program, modern, post, post_with};
use super::command::{specs, toolc};
use super::operated::get;
use super::requests::open_service;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The client's span, in the specification's own words.
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const TRACE: u128 = 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736;
const SPAN: u64 = 0x00f0_67aa_0ba9_02b7;

/// What a collector got: the path, and the message.
type Got = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// A collector that takes whatever it is sent.
fn open_collector() -> (String, Got) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let got = Got::default();
    let gets = Arc::clone(&got);
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let gets = Arc::clone(&gets);
            thread::spawn(move || {
                while let Some(request) = read_request(&mut stream) {
                    gets.lock().expect("got").push(request);
                    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                    if stream.write_all(answer.as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    (address, got)
}

fn read_request(stream: &mut impl Read) -> Option<(String, Vec<u8>)> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).ok()?.to_lowercase();
    let length = head.split_once("content-length: ")?.1.lines().next()?;
    let mut body = vec![0; length.parse().ok()?];
    stream.read_exact(&mut body).ok()?;
    let path = head.split(' ').nth(1)?.to_owned();
    Some((path, body))
}

/// A field of a message of protocol buffers: its tag with the type "bytes", the length, and the bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let length = u8::try_from(bytes.len()).expect("short");
    [&[number << 3 | 2, length], bytes].concat()
}

fn find(message: &[u8], part: &[u8]) -> Option<usize> {
    message
        .windows(part.len())
        .position(|window| window == part)
}

fn find_order(parent: Option<&str>) -> Value {
    let arguments = json!({ "name": "shop__findOrder", "arguments": { "id": "order-of-ann" } });
    let mut call = modern("tools/call", arguments);
    if let Some(parent) = parent {
        call["params"]["_meta"]["traceparent"] = json!(parent);
    }
    call
}

/// The `traceparent` that the service was sent.
fn sent_upstream(heard: &Mutex<Vec<String>>) -> Vec<Option<String>> {
    let heard = heard.lock().expect("heard");
    let header = |text: &String| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("traceparent: "));
        line.map(str::to_owned)
    };
    heard.iter().map(header).collect()
}

#[test]
fn the_trace_of_the_client_is_sent_upstream() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("traced-on", &service.to_string());
    let mut command = toolc(&["serve", &specs, "--http", "127.0.0.1:0"]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t"));
    let address = program.find_said("listening at http://");
    post(&address, &find_order(Some(PARENT)), "localhost");
    let header = format!("traceparent: {PARENT}\r\n");
    post_with(&address, &find_order(None), "localhost", &header);
    post(&address, &find_order(Some("not a trace")), "localhost");
    post(&address, &find_order(None), "localhost");
    let known = Some(PARENT.to_owned());
    assert_eq!(sent_upstream(&heard), [known.clone(), known, None, None]);
}

#[cfg(feature = "otlp")]
#[test]
fn a_collector_gets_spans_that_the_span_of_the_client_calls() {
    let (collector, got) = open_collector();
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("traced", &service.to_string());
    let mut command = toolc(&[
        "serve",
        &specs,
        "--http",
        "127.0.0.1:0",
        "--otlp",
        &collector,
    ]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t0p-secret"));
    let address = program.find_said("listening at http://");
    let found = post(&address, &find_order(Some(PARENT)), "localhost").1;
    assert_eq!(found["result"]["isError"], false, "{found}");
    let unknown = modern("tools/call", json!({ "name": "made_up", "arguments": {} }));
    post(&address, &unknown, "localhost");
    let dark = PARENT.replace("-01", "-00").replace("4bf9", "0000");
    post(&address, &find_order(Some(&dark)), "localhost");
    let (code, said) = program.stop();
    assert_eq!(code, Some(0), "{said}");

    let upstream = sent_upstream(&heard)[0].clone().expect("a trace");
    let span = upstream
        .strip_prefix("00-4bf92f3577b34da6a3ce929d0e0e4736-")
        .expect("its trace");
    let span = u64::from_str_radix(&span[..16], 16).expect("a span");
    assert_ne!(span, SPAN, "the service is called by the server's span");

    let got = got.lock().expect("got");
    let of = |path: &str| -> Vec<u8> {
        let parts = got.iter().filter(|(to, _)| to == path);
        parts.flat_map(|(_, body)| body.clone()).collect()
    };
    let spans = of("/v1/traces");
    let begin = [
        field(1, &TRACE.to_be_bytes()),
        field(2, &span.to_be_bytes()),
        field(4, &SPAN.to_be_bytes()),
        field(5, b"tools/call shop::findOrder"),
    ]
    .concat();
    assert!(
        find(&spans, &begin).is_some(),
        "{}",
        String::from_utf8_lossy(&spans)
    );
    for (name, value) in [
        ("mcp.method.name", "tools/call"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "shop::findOrder"),
        ("toolc.worker", "desk"),
        ("service.name", "toolc"),
    ] {
        let value = field(2, &field(1, value.as_bytes()));
        let attribute = [field(1, name.as_bytes()), value].concat();
        assert!(find(&spans, &attribute).is_some(), "{name}");
    }
    for secret in ["order-of-ann", "t0p-secret", "made_up"] {
        assert!(find(&spans, secret.as_bytes()).is_none(), "{secret}");
    }
    let dark = (TRACE & (u128::MAX >> 16)).to_be_bytes();
    assert!(find(&spans, &dark).is_none(), "its trace is not recorded");
    let measures = of("/v1/metrics");
    assert!(find(&measures, b"mcp.server.operation.duration").is_some());
}

#[cfg(feature = "otlp")]
#[test]
fn a_collector_that_is_gone_is_told_and_stops_no_call() {
    let (service, _) = open_service(r#"{"lines":[]}"#);
    let specs = specs("untraced", &service.to_string());
    let mut command = toolc(&["serve", &specs, "--http", "127.0.0.1:0"]);
    command
        .env("SHOP_TOKEN", "t")
        .env("OTEL_BSP_SCHEDULE_DELAY", "50");
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    let mut program = Program::start(&mut command);
    let address = program.find_said("listening at http://");
    let started = Instant::now();
    let found = post(&address, &find_order(None), "localhost").1;
    assert_eq!(found["result"]["isError"], false, "{found}");
    assert!(started.elapsed() < Duration::from_secs(3));
    program.find_said("spans cannot be sent: `http://127.0.0.1:9/v1/traces` cannot be reached");
    let counted = get(&address, "/metrics").1;
    assert!(
        counted.contains("toolc_telemetry_exports_failed_total"),
        "{counted}"
    );
    assert!(!counted.contains("exports_failed_total 0"), "{counted}");
    let mut wrong = toolc(&["serve", &specs, "--stdio", "--otlp", "no address"]);
    let output = wrong.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("spans cannot be sent"), "{said}");
}
