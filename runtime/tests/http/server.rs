//! A server on loopback that records its requests, byte for byte, and answers as instructed.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// One request as received.
#[derive(Debug, Clone)]
pub struct Received {
    /// The request line: `GET /a?b HTTP/1.1`.
    pub line: String,
    /// The headers in their order, with lower-case names.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Received {
    /// Returns the request target, which is between the method and the version.
    pub fn target(&self) -> &str {
        self.line.split(' ').nth(1).unwrap_or_default()
    }

    /// Returns the method.
    pub fn method(&self) -> &str {
        self.line.split(' ').next().unwrap_or_default()
    }

    /// Returns the value of a header that occurs only once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(other, _)| other == name);
        let (_, value) = values.next()?;
        assert!(values.next().is_none(), "`{name}` occurs twice");
        Some(value)
    }

    /// Returns the body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }
}

/// Answers one request on its connection.
pub type Answer = dyn Fn(&Received, &mut TcpStream) + Send + Sync;

/// A running server, for the duration of the test.
pub struct Server {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Server {
    /// Starts a server that answers every request in the same way.
    pub fn start(answer: impl Fn(&Received, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let answer: Arc<Answer> = Arc::new(answer);
        let log = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &log, &answer));
            }
        });
        Server { address, received }
    }

    /// Starts a server that gives these answers in turn, each on a connection of its own, and then repeats
    /// the last one.
    pub fn answers(answers: &'static [&'static str]) -> Self {
        let next = Mutex::new(0);
        Server::start(move |_, stream| {
            let mut next = next.lock().expect("a lock");
            let answer = answers[(*next).min(answers.len() - 1)];
            *next += 1;
            let _ = stream.write_all(answer.as_bytes());
        })
    }

    /// Returns the requests received so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().expect("a lock").clone()
    }

    /// Returns the only request received.
    pub fn only(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }

    /// Returns the URL of the server, without a path.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

fn serve(mut stream: TcpStream, log: &Mutex<Vec<Received>>, answer: &Arc<Answer>) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
    if let Some(received) = receive(&mut stream) {
        log.lock().expect("a lock").push(received.clone());
        answer(&received, &mut stream);
    }
}

/// Reads one request, including a body of the declared length.
pub fn receive(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let end = loop {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let line = lines.next()?.to_owned();
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.map_or(0, |(_, length)| length.parse().expect("a length"));
    let mut body = bytes[end + 4..].to_vec();
    while body.len() < length {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        body.extend_from_slice(&buffer[..read]);
    }
    Some(Received {
        line,
        headers,
        body,
    })
}

/// Returns a JSON response that closes the connection.
pub fn json(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}
