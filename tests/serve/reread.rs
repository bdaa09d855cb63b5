//! The access file of a server that runs: who is taken out of it may call no more, and a faulty one changes nothing.

use super::client::{Program, modern, post_with};
use super::command::{specs, toolc};
use super::operated::write_access;
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const BOTH: &str = "keys:\n  - { principal: billing, sha256: BILLING }\n  \
                    - { principal: support, sha256: SUPPORT }\n";
const SUPPORT_ALONE: &str = "keys:\n  - { principal: support, sha256: SUPPORT }\n";

/// A server with an access file, its log and its address.
struct Server {
    program: Program,
    specs: String,
    address: String,
}

impl Server {
    fn start(name: &str) -> Self {
        let specs = specs(name, "127.0.0.1:9");
        let access = write_access(&specs, BOTH);
        let log = format!("{specs}/calls.jsonl");
        let _ = fs::remove_file(&log);
        let arguments = [
            "serve",
            &specs,
            "--http",
            "127.0.0.1:0",
            "--access",
            &access,
            "--log",
            &log,
        ];
        let mut program = Program::start(toolc(&arguments).env("SHOP_TOKEN", "t"));
        let address = program.find_said("listening at http://");
        Server {
            program,
            specs,
            address,
        }
    }

    fn list(&self, key: &str) -> u16 {
        let list = modern("tools/list", json!({}));
        let header = format!("authorization: Bearer {key}-key\r\n");
        post_with(&self.address, &list, "localhost", &header).0
    }

    /// Waits until a key gets another answer.
    fn wait_for(&self, key: &str, status: u16) {
        let until = Instant::now() + Duration::from_secs(20);
        while self.list(key) != status {
            assert!(Instant::now() < until, "{key} {status}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// A request in a session of 2025-11-25; without a session it begins one, whose id is returned with the status.
    fn within(&self, session: &str, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let session = match session {
            "" => String::new(),
            id => format!("mcp-session-id: {id}\r\nmcp-protocol-version: 2025-11-25\r\n"),
        };
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{session}\
             authorization: Bearer billing-key\r\naccept: application/json, text/event-stream\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream
            .write_all((head + &body).as_bytes())
            .expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut lines = answer.lines();
        let id = lines.find_map(|line| line.strip_prefix("mcp-session-id: "));
        (status.expect("a status"), id.unwrap_or_default().to_owned())
    }

    fn read_log(&self) -> Vec<Value> {
        let text = fs::read_to_string(format!("{}/calls.jsonl", self.specs)).expect("a log");
        let lines = text.lines().map(serde_json::from_str);
        lines.map(|line| line.expect("JSON")).collect()
    }
}

#[test]
fn a_key_that_is_taken_out_stops_at_once_also_in_a_session() {
    let mut server = Server::start("reread");
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    }});
    let (status, session) = server.within("", &hello);
    assert_eq!(status, 200);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    assert_eq!(server.within(&session, &list).0, 200);
    assert_eq!(server.list("billing"), 200);

    write_access(&server.specs, SUPPORT_ALONE);
    server.wait_for("billing", 401);
    server
        .program
        .find_said("was read again, and says who may call from now on");
    assert_eq!(server.within(&session, &list).0, 401);
    assert_eq!(server.list("support"), 200);

    // Whoever comes back has the session back: it is the same principal's.
    write_access(&server.specs, BOTH);
    server.wait_for("billing", 200);
    assert_eq!(server.within(&session, &list).0, 200);
    let lines = server.read_log();
    let reads = lines.iter().filter(|line| line["event"] == "access");
    let outcomes: Vec<&Value> = reads.map(|line| &line["outcome"]).collect();
    assert_eq!(outcomes, ["replaced", "replaced"]);
    assert_eq!(server.program.stop().0, Some(0));
}

#[test]
fn a_faulty_file_changes_nothing_and_is_told() {
    let mut server = Server::start("misread");
    let faults = [
        ("keys: [", "T0"),
        ("kees: []\n", "did you mean `keys`?"),
        ("", "who may call is as before"),
        (
            &*format!("{SUPPORT_ALONE}workers: {{ dsk: [x] }}\n"),
            "what is not served: `dsk`",
        ),
        (
            &*format!("{SUPPORT_ALONE}scopes: {{ x: [shop::dropOder] }}\n"),
            "what is not served: `shop::dropOder`",
        ),
        (
            &*format!("{SUPPORT_ALONE}resource: https://other.example/mcp\n"),
            "`resource` is not that of the start",
        ),
    ];
    for (count, (text, said)) in faults.into_iter().enumerate() {
        write_access(&server.specs, text);
        // It is not waited for: the signal says that the file is whole.
        server.program.send_signal("-HUP");
        let until = Instant::now() + Duration::from_secs(20);
        while server
            .read_log()
            .iter()
            .filter(|line| line["event"] == "access")
            .count()
            <= count
        {
            assert!(Instant::now() < until, "{text}: {}", server.program.said());
            thread::sleep(Duration::from_millis(20));
        }
        server.program.find_said(said);
        for key in ["billing", "support"] {
            assert_eq!(server.list(key), 200, "{text}");
        }
    }
    fs::remove_file(format!("{}/access.yaml", server.specs)).expect("removed");
    let words = "who may call is as before: No such file";
    server.program.find_said(words);
    assert_eq!(server.list("billing"), 200);
    for line in server.read_log() {
        if line["event"] == "access" {
            assert_eq!(line["outcome"], "refused", "{line}");
            assert!(line["detail"].is_string(), "{line}");
        }
    }
    write_access(&server.specs, SUPPORT_ALONE);
    server.wait_for("billing", 401);
    assert_eq!(server.program.stop().0, Some(0));
}
