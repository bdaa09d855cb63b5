//! `load URL VERSION CLIENTS CALLS PID`: many clients of one server, each with its own connection. Every
//! response is compared with the request, and afterwards the server is asked what it did.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use servers::{Count, is_sold_out};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::Barrier;

type Fault = Box<dyn Error + Send + Sync>;

/// The first revision in which requests are self-contained, so that a server remembers nothing.
const STATELESS: &str = "2026-07-28";

struct Server {
    address: Uri,
    version: String,
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [url, version, clients, calls, process] = words.as_slice() else {
        return Err("usage: load URL VERSION CLIENTS CALLS PID".into());
    };
    let clients: usize = clients.parse()?;
    let calls: usize = calls.parse()?;
    let server = Arc::new(Server {
        address: url.parse()?,
        version: version.clone(),
    });

    let next = Arc::new(AtomicUsize::new(0));
    let start = Arc::new(Barrier::new(clients + 1));
    let mut running = Vec::new();
    for _ in 0..clients {
        let (server, next, start) = (Arc::clone(&server), Arc::clone(&next), Arc::clone(&start));
        running.push(tokio::spawn(async move {
            let connected = connect(&server).await;
            start.wait().await;
            place_orders(&server, connected?, &next, calls).await
        }));
    }
    start.wait().await;
    let began = Instant::now();
    let watch = tokio::spawn(watch_memory(process.clone(), Arc::clone(&next), calls));
    let mut times = Vec::with_capacity(calls);
    for client in running {
        times.extend(client.await??);
    }
    let took = began.elapsed();
    let memory = watch.await?;

    let count = count_orders(&server).await?;
    let lost = calls - count.placed;
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{:.0} calls/s | p50 {:.1} ms | p99 {:.1} ms | {} answers, {} lost, {} doubled | {memory}",
        calls as f64 / took.as_secs_f64(),
        millis(at(0.5)),
        millis(at(0.99)),
        times.len(),
        lost,
        count.doubled,
    );
    if times.len() != calls || lost != 0 || count.doubled != 0 {
        return Err("calls were lost or doubled".into());
    }
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

async fn connect(server: &Server) -> Result<SendRequest<Full<Bytes>>, Fault> {
    let authority = server.address.authority().ok_or("a URL with a host")?;
    let stream = TcpStream::connect(authority.as_str()).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Places orders until all are placed, and returns how long each of them took.
async fn place_orders(
    server: &Server,
    mut sender: SendRequest<Full<Bytes>>,
    next: &AtomicUsize,
    calls: usize,
) -> Result<Vec<Duration>, Fault> {
    let mut times = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= calls {
            return Ok(times);
        }
        let order = json!({
            "number": number,
            "customer": format!("customer {}", number % 1000),
            "lines": [
                { "article": "bolt M8", "count": 1 + number % 50 },
                { "article": "nut M8", "count": 50 },
                { "article": "washer", "count": 100 },
            ],
        });
        let began = Instant::now();
        let result = call(server, &mut sender, number, "place_order", order).await?;
        times.push(began.elapsed());
        judge(number, &result)?;
    }
}

/// Checks that a result belongs to this order.
fn judge(number: usize, result: &Value) -> Result<(), Fault> {
    let failed = result["isError"] == true;
    let pieces = 151 + number % 50;
    let right = if is_sold_out(number) {
        failed
    } else {
        !failed && result["structuredContent"] == json!({ "number": number, "pieces": pieces })
    };
    if right {
        return Ok(());
    }
    Err(format!("order {number} was answered by {result}").into())
}

async fn count_orders(server: &Server) -> Result<Count, Fault> {
    let mut sender = connect(server).await?;
    let result = call(server, &mut sender, 0, "count_orders", json!({})).await?;
    Ok(serde_json::from_value(result["structuredContent"].clone())?)
}

/// The result of one call.
async fn call(
    server: &Server,
    sender: &mut SendRequest<Full<Bytes>>,
    id: usize,
    tool: &str,
    arguments: Value,
) -> Result<Value, Fault> {
    // Tools have their wire names: toolc's include the namespace.
    let tool = match server.address.query() {
        Some(namespace) => format!("{namespace}__{tool}"),
        None => tool.to_owned(),
    };
    let mut params = json!({ "name": tool, "arguments": arguments });
    if server.version == STATELESS {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": STATELESS,
            "io.modelcontextprotocol/clientInfo": { "name": "load", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
    let request = Request::post(server.address.path())
        .header(
            "host",
            server.address.authority().map_or("", |it| it.as_str()),
        )
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", &server.version)
        .header("mcp-method", "tools/call")
        .header("mcp-name", &tool)
        .body(Full::new(Bytes::from(serde_json::to_vec(&body)?)))?;
    sender.ready().await?;
    let answer = sender.send_request(request).await?;
    let status = answer.status();
    let body = answer.into_body().collect().await?.to_bytes();
    let mut message = read_message(&body)
        .ok_or_else(|| format!("{status}: {}", String::from_utf8_lossy(&body)))?;
    if message["id"] != id {
        return Err(format!("call {id} was answered by {message}").into());
    }
    Ok(message["result"].take())
}

/// The message in a body, which is JSON or a stream of events with JSON.
fn read_message(body: &[u8]) -> Option<Value> {
    if let Ok(message) = serde_json::from_slice(body) {
        return Some(message);
    }
    let text = std::str::from_utf8(body).ok()?;
    let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
    lines
        .filter_map(|data| serde_json::from_str(data).ok())
        .last()
}

/// The memory of the server after a fifth of the calls and after all of them.
async fn watch_memory(process: String, next: Arc<AtomicUsize>, calls: usize) -> String {
    while next.load(Ordering::Relaxed) < calls / 5 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let early = resident(&process);
    while next.load(Ordering::Relaxed) < calls {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    format!("{early} then {} MB", resident(&process))
}

/// The resident memory of a process in MB; 0 if the system does not report it.
fn resident(process: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) / 1024
}
