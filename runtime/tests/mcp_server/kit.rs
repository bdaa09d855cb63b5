//! Text-based clients.

use crate::tools::{self, AddNumbered, AddText, Delete, GetWeather, Ping};
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::io::{ReadHalf, WriteHalf, duplex, split};
use toolc_runtime::mcp_server::{Answer, Builder, HttpService, Server};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Json, Progress};

/// The output of the weather tool, with a key order and digits that would be lost if it were parsed.
pub const WEATHER: &str = r#"{"z":1.10,"a":12345678901234567890123,"m":[1e2]}"#;

pub fn run<R>(work: impl Future<Output = R>) -> R {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}

pub fn mocks() -> Mocks {
    Mocks::new()
        .on::<AddText>(|call| {
            for step in [1.0, 1.0, 0.5, 2.0] {
                call.progress(Progress::new("adding").at(step).of(3.0));
            }
            Ok(call.args.text.clone())
        })
        .on::<AddNumbered>(|call| Ok(call.text().to_owned()))
        .returns::<GetWeather>(Json::parse(WEATHER).unwrap())
        .returns::<Delete>(())
        .returns::<Ping>("pong".to_owned())
}

pub fn builder(mocks: &Mocks) -> Builder {
    Server::builder(tools::worker(mocks.clone()))
}

pub fn server() -> (Server, Mocks) {
    let mocks = mocks();
    (builder(&mocks).build().unwrap(), mocks)
}

/// The metadata of requests of 2026-07-28.
pub fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

pub fn can_ask() -> Value {
    json!({ "elicitation": { "form": {} } })
}

/// A request of 2026-07-28 from a client that can be asked.
pub fn request(method: &str, mut params: Value) -> Value {
    if params.get("_meta").is_none() {
        params["_meta"] = meta(&can_ask());
    }
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

pub fn handshake(version: &str, capabilities: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version,
        "capabilities": capabilities,
        "clientInfo": { "name": "test", "version": "1" },
    }})
}

/// A client on a pair of pipes.
pub struct Pipe {
    to: WriteHalf<DuplexStream>,
    from: Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl Pipe {
    pub fn open(server: &Server) -> Self {
        Pipe::open_with(server, 1 << 20)
    }

    /// Starts a client on pipes that hold this many bytes.
    pub fn open_with(server: &Server, size: usize) -> Self {
        let (ours, theirs) = duplex(size);
        let (reader, writer) = split(theirs);
        let server = server.clone();
        tokio::spawn(async move { server.serve(reader, writer).await });
        let (from, to) = split(ours);
        Pipe {
            to,
            from: BufReader::new(from).lines(),
        }
    }

    /// Starts a client that performs the handshake.
    pub async fn shake(server: &Server, version: &str, capabilities: &Value) -> (Self, Value) {
        let mut pipe = Pipe::open(server);
        let hello = pipe.ask(&handshake(version, capabilities)).await;
        pipe.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        (pipe, hello)
    }

    pub async fn write(&mut self, text: &str) {
        self.to.write_all(text.as_bytes()).await.unwrap();
        self.to.write_all(b"\n").await.unwrap();
    }

    pub async fn send(&mut self, message: &Value) {
        self.write(&message.to_string()).await;
    }

    /// Closes the input of the server.
    pub async fn end(&mut self) {
        self.to.shutdown().await.unwrap();
    }

    pub async fn line(&mut self) -> Option<String> {
        self.from.next_line().await.unwrap()
    }

    pub async fn read(&mut self) -> Value {
        serde_json::from_str(&self.line().await.unwrap()).unwrap()
    }

    pub async fn ask(&mut self, message: &Value) -> Value {
        self.send(message).await;
        self.read().await
    }
}

/// A request of 2026-07-28 over HTTP, with the headers that it requires.
pub fn post(message: &Value) -> http::request::Builder {
    let version = message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let mut post = Request::post("/mcp")
        .header("host", "localhost:1234")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if let Some(version) = version {
        post = post
            .header("mcp-protocol-version", version)
            .header("mcp-method", message["method"].as_str().unwrap());
        if let Some(name) = message["params"]["name"].as_str() {
            post = post.header("mcp-name", name);
        }
    }
    post
}

pub async fn send(
    service: &HttpService,
    head: http::request::Builder,
    body: impl ToString,
) -> Response<Answer> {
    let body = Full::new(bytes::Bytes::from(body.to_string()));
    service.handle(head.body(body).unwrap()).await
}

/// Returns the text of a response.
pub async fn text(response: Response<Answer>) -> String {
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

/// Returns the messages of a response: a single one, or those of its events.
pub async fn messages(response: Response<Answer>) -> Vec<Value> {
    let text = text(response).await;
    if text.starts_with('{') {
        return vec![serde_json::from_str(&text).unwrap()];
    }
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let data = data.map(str::trim).filter(|data| !data.is_empty());
    data.map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

/// Sends a request of 2026-07-28 and returns the last message of the response.
pub async fn ask(service: &HttpService, message: &Value) -> Value {
    let response = send(service, post(message), message).await;
    messages(response).await.pop().unwrap()
}
