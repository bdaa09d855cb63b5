//! Prism as a process that serves one document, and its verdict on each request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

/// A running server. It is stopped when dropped.
pub struct Prism {
    child: Child,
    port: u16,
    log: Option<JoinHandle<Vec<String>>>,
}

/// Prism's verdict on a request that it received.
#[derive(Default)]
pub struct Judgement {
    /// `get /pets`
    pub request: String,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

/// Messages of Prism that say why it cannot respond although nothing is wrong with the request.
const UNANSWERED: &[&str] = &[
    "#NO_RESPONSE_DEFINED",
    "#NO_SUCCESS_RESPONSE_DEFINED",
    "#NOT_ACCEPTABLE",
    "#NO_COMPLEX_OBJECT_TEXT",
    "#SCHEMA_TOO_COMPLEX",
    "#UNEXPECTED_RESPONSE",
];

impl Prism {
    /// Starts Prism and waits until it is ready.
    pub fn start(program: &Path, document: &Path) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let mut child = Command::new(program)
            .args(["mock", "--host", "127.0.0.1", "--port", &port.to_string()])
            .arg(document)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Prism starts");
        let stdout = child.stdout.take().expect("a pipe");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let listens = lines.any(|line| line.contains("Prism is listening"));
        let log = std::thread::spawn(move || lines.collect());
        let server = Prism {
            child,
            port,
            log: Some(log),
        };
        assert!(listens, "Prism does not serve {}", document.display());
        server
    }

    /// Returns its URL.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Stops it and reads its log. The last request is one that it must refuse, so that a log in an unknown
    /// format is not mistaken for approval.
    pub fn finish(mut self) -> Vec<Judgement> {
        let answer = self.ask("/no/such/path/in/any/description");
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
        self.stop();
        let log = self.log.take().expect("a log");
        let mut judgements = judgements(&log.join().expect("no panic"));
        let last = judgements.pop().expect("a judgement");
        assert!(!last.faults.is_empty(), "{} is refused", last.request);
        judgements
    }

    /// Sends a GET request for a path, and returns the response.
    pub fn ask(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let request = format!("GET {path} HTTP/1.0\r\nhost: prism\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn stop(&mut self) {
        // It may have exited already; then its verdicts are missing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns the log, request by request.
fn judgements(log: &[String]) -> Vec<Judgement> {
    let mut judgements: Vec<Judgement> = Vec::new();
    for line in log {
        if line.contains("Request received") {
            let request = line.split("[HTTP SERVER] ").nth(1).unwrap_or(line);
            let end = request.find(" ℹ").unwrap_or(request.len());
            judgements.push(Judgement {
                request: request[..end].to_owned(),
                faults: Vec::new(),
            });
        } else if let Some(current) = judgements.last_mut()
            && is_fault(line)
        {
            current.faults.push(line.clone());
        }
    }
    judgements
}

fn is_fault(line: &str) -> bool {
    match line.contains("Request terminated with error") {
        true => !UNANSWERED.iter().any(|kind| line.contains(kind)),
        false => {
            line.contains("error     Request ") || line.contains("error     Violation: request")
        }
    }
}
