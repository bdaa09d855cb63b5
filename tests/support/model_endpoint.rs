//! An endpoint in OpenAI's form on loopback, which behaves as well or as badly as a test wants. It notes every question, and
//! ends with the test.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How one request is answered.
#[derive(Debug, Clone)]
pub enum Act {
    /// As it should be.
    Answer,
    /// As it should be, after a while.
    Slow(Duration),
    /// With a status, headers and a body.
    Refuse(u16, &'static str, &'static str),
    /// With a success and this body.
    Say(String),
    /// With a body that breaks off.
    Cut,
}

/// The endpoint.
#[derive(Clone)]
pub struct Endpoint {
    /// Its address, for `base_url`.
    pub url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    acts: VecDeque<Act>,
    requests: Vec<Request>,
}

/// A request that was read.
#[derive(Debug, Clone)]
pub struct Request {
    pub path: String,
    pub authorization: String,
    pub body: Value,
}

impl Endpoint {
    /// Starts one that acts like this, request by request, and then answers as it should.
    pub fn start(acts: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let endpoint = Endpoint {
            url: format!("http://{address}/v1"),
            state: Arc::default(),
        };
        endpoint.lock().acts = acts.into_iter().collect();
        let own = endpoint.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                thread::spawn(move || own.serve(stream));
            }
        });
        endpoint
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no test has failed there")
    }

    /// What was asked since the last time.
    pub fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.lock().requests)
    }

    /// The texts that were asked for since the last time, in all requests.
    pub fn take_texts(&self) -> Vec<String> {
        let requests = self.take_requests();
        let texts = requests.iter().flat_map(|request| {
            request.body["input"]
                .as_array()
                .cloned()
                .unwrap_or_default()
        });
        texts
            .filter_map(|text| text.as_str().map(str::to_owned))
            .collect()
    }

    fn serve(&self, stream: TcpStream) -> Option<()> {
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .ok()?;
        let mut reader = BufReader::new(stream.try_clone().ok()?);
        let mut stream = stream;
        loop {
            let request = read_request(&mut reader)?;
            let act = {
                let mut state = self.lock();
                state.requests.push(request.clone());
                state.acts.pop_front().unwrap_or(Act::Answer)
            };
            let right = || answer(&request).to_string();
            let (status, headers, body) = match act {
                Act::Answer => (200, "", right()),
                Act::Slow(wait) => {
                    thread::sleep(wait);
                    (200, "", right())
                }
                Act::Refuse(status, headers, body) => (status, headers, body.to_owned()),
                Act::Say(body) => (200, "", body),
                Act::Cut => {
                    let body = right();
                    let half = &body[..body.len() / 2];
                    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
                    stream.write_all(head.as_bytes()).ok()?;
                    stream.write_all(half.as_bytes()).ok()?;
                    return None;
                }
            };
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n",
                body.len()
            );
            stream.write_all(head.as_bytes()).ok()?;
            stream.write_all(body.as_bytes()).ok()?;
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        path,
        authorization,
        body: serde_json::from_slice(&body).ok()?,
    })
}

/// The answer to a request: vectors that depend on the texts, or a schema that depends on the tool.
pub fn answer(request: &Request) -> Value {
    match request.path.as_str() {
        "/v1/embeddings" => {
            let texts = request.body["input"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            let vectors = texts.iter().enumerate().map(|(index, text)| {
                json!({ "index": index, "embedding": vector(text.as_str().unwrap_or_default()) })
            });
            // in another order than the texts: `index` says which is which
            let vectors: Vec<Value> = vectors.rev().collect();
            json!({ "object": "list", "data": vectors })
        }
        _ => {
            let schema = json!({ "type": "object", "properties": { "item_id": { "type": "string", "description": "Made up." } } });
            say(&schema.to_string())
        }
    }
}

/// An answer of `/chat/completions` with one choice.
pub fn say(content: &str) -> Value {
    json!({ "choices": [{ "message": { "role": "assistant", "content": content } }] })
}

/// Eight numbers that count letters, so that like texts have like vectors.
pub fn vector(text: &str) -> Vec<f64> {
    let mut counts = vec![0.0; 8];
    for byte in text.bytes() {
        counts[usize::from(byte % 8)] += 0.125;
    }
    counts
}
