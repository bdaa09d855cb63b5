//! A text-based MCP client: of a process through pipes, or of a server at an address.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A server that is a process. It is killed when dropped.
pub struct Program {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    said: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

impl Program {
    pub fn start(command: &mut Command) -> Self {
        let command = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let stderr = child.stderr.take().expect("a pipe");
        let said = Arc::new(Mutex::new(String::new()));
        let says = Arc::clone(&said);
        let listener = thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut said = says.lock().expect("said");
                said.push_str(&line);
                said.push('\n');
            }
        });
        Program {
            to: child.stdin.take(),
            from: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            said,
            listener: Some(listener),
        }
    }

    /// Sends a message, and returns the next message of the server.
    pub fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        self.read_message()
    }

    /// The next message of the server.
    pub fn read_message(&mut self) -> Value {
        self.try_message()
            .unwrap_or_else(|| panic!("it ended: {}", self.said()))
    }

    /// The next message of the server, or nothing if it has ended.
    pub fn try_message(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("a line");
        if line.is_empty() {
            return None;
        }
        Some(
            serde_json::from_str(&line)
                .unwrap_or_else(|_| panic!("no message: {line:?} {}", self.said())),
        )
    }

    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).expect("written");
    }

    /// Sends a text as a line. It fails if the server has ended.
    pub fn send_text(&mut self, text: &str) -> io::Result<()> {
        let to = self.to.as_mut().expect("it is open");
        writeln!(to, "{text}")
    }

    /// Performs the handshake of 2025-11-25.
    pub fn shake(&mut self, capabilities: &Value) -> Value {
        let hello = self.ask(
            &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities,
                "clientInfo": { "name": "test", "version": "1" },
            }}),
        );
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        hello
    }

    pub fn said(&self) -> String {
        self.said.lock().expect("said").clone()
    }

    /// Waits until the server writes some words to stderr, and returns what follows them.
    pub fn find_said(&mut self, words: &str) -> String {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let said = self.said();
            if let Some((_, rest)) = said.split_once(words) {
                return rest.lines().next().unwrap_or_default().to_owned();
            }
            assert!(Instant::now() < until, "it did not say `{words}`: {said}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Closes its input, and returns its exit code and what it wrote to stderr.
    pub fn finish(mut self) -> (Option<i32>, String) {
        self.to = None;
        self.end()
    }

    /// Asks it to stop, by SIGTERM.
    pub fn stop(&mut self) -> (Option<i32>, String) {
        self.signal("-TERM")
    }

    /// Sends it a signal that ends it.
    pub fn signal(&mut self, signal: &str) -> (Option<i32>, String) {
        self.send_signal(signal);
        self.end()
    }

    /// Sends it a signal.
    pub fn send_signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args([signal, &id]).status();
        assert!(told.is_ok_and(|status| status.success()));
    }

    fn end(&mut self) -> (Option<i32>, String) {
        let until = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(Instant::now() < until, "it does not end: {}", self.said());
            thread::sleep(Duration::from_millis(5));
        };
        let mut rest = String::new();
        self.from.read_to_string(&mut rest).expect("text");
        assert_eq!(rest, "", "nothing else is on standard output");
        // its last output may still be on its way
        if let Some(listener) = self.listener.take() {
            listener.join().expect("no panic");
        }
        (status.code(), self.said())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a request of 2026-07-28 by a client that can be asked.
pub fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Sends such a request to an address, and returns the status and the last message.
pub fn post(address: &str, message: &Value, host: &str) -> (u16, Value) {
    post_with(address, message, host, "")
}

/// Like `post`, but with further headers, each with its line end.
pub fn post_with(address: &str, message: &Value, host: &str, headers: &str) -> (u16, Value) {
    let body = message.to_string();
    let method = message["method"].as_str().expect("a method");
    let name = message["params"]["name"].as_str();
    let name = name.map_or(String::new(), |name| format!("mcp-name: {name}\r\n"));
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: {method}\r\n{name}{headers}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .write_all((head + &body).as_bytes())
        .expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let starts = |line: &&str| line.trim_start().starts_with('{');
    let mut lines = answer
        .lines()
        .map(|line| line.strip_prefix("data:").unwrap_or(line));
    let last = lines.rfind(starts).unwrap_or("null");
    let message = serde_json::from_str(last.trim()).unwrap_or_default();
    (status.expect("a status"), message)
}
