//! An HTTP service that answers what a step wants, and keeps what it was sent.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request as it was received.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub method: String,
    pub target: String,
    pub body: String,
    headers: BTreeMap<String, String>,
}

impl Request {
    /// What is compared with a pattern: `method`, `target`, `body`, or a header as `@name`.
    pub fn part(&self, name: &str) -> Option<&str> {
        match name {
            "method" => Some(&self.method),
            "target" => Some(&self.target),
            "body" => Some(&self.body),
            _ => {
                let header = name.strip_prefix('@').expect("a part of a request");
                self.headers.get(header).map(String::as_str)
            }
        }
    }
}

/// What the service answers.
#[derive(Clone)]
pub struct Answer {
    pub status: u64,
    pub content_type: String,
    pub body: String,
}

/// The service. Its threads end with the process.
pub struct Echo {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

struct State {
    received: Vec<Request>,
    answer: Answer,
}

impl Echo {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let answer = Answer {
            status: 200,
            content_type: "application/json".to_owned(),
            body: "{}".to_owned(),
        };
        let state = Arc::new(Mutex::new(State {
            received: Vec::new(),
            answer,
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let state = Arc::clone(&shared);
                thread::spawn(move || answer_requests(stream, &state));
            }
        });
        Echo { port, state }
    }

    /// Sets what is answered from now on, and forgets what was received.
    pub fn set_answer(&self, answer: Answer) {
        let mut state = self.state.lock().expect("the state");
        state.answer = answer;
        state.received.clear();
    }

    /// The first request since the answer was set.
    pub fn first_request(&self) -> Option<Request> {
        let state = self.state.lock().expect("the state");
        state.received.first().cloned()
    }
}

fn answer_requests(stream: TcpStream, state: &Mutex<State>) {
    let mut to = stream.try_clone().expect("a stream");
    let mut from = BufReader::new(stream);
    while let Some(request) = read_request(&mut from) {
        let has_body = request.method != "HEAD";
        let answer = {
            let mut state = state.lock().expect("the state");
            state.received.push(request);
            state.answer.clone()
        };
        let head = format!(
            "HTTP/1.1 {} Answer\r\ncontent-type: {}\r\ncontent-length: {}\r\n\r\n",
            answer.status,
            answer.content_type,
            answer.body.len()
        );
        let body = if has_body { &*answer.body } else { "" };
        if to.write_all((head + body).as_bytes()).is_err() {
            return;
        }
    }
}

fn read_request(from: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    from.read_line(&mut line).ok()?;
    let mut words = line.split(' ');
    let mut request = Request {
        method: words.next()?.to_owned(),
        target: words.next()?.to_owned(),
        ..Request::default()
    };
    loop {
        let mut line = String::new();
        from.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let value = value.trim().to_owned();
        request.headers.insert(name.to_lowercase(), value);
    }
    let length = request.headers.get("content-length");
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    Some(request)
}
