//! A client of its own: it writes and reads frames, and knows nothing of the server's code.

use super::command::CACHE;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any check takes; a server that is silent for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the server says of a document.
#[derive(Debug, Clone, Default)]
pub struct Told {
    pub version: Option<i64>,
    pub findings: Vec<Value>,
}

/// An editor.
pub struct Client {
    pub child: Child,
    pub folder: PathBuf,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What was published, by address.
    pub told: BTreeMap<String, Told>,
    /// Requests of the server, and its other notifications.
    pub heard: Vec<Value>,
    last: i64,
}

impl Client {
    /// Starts the server in a folder, and says nothing yet.
    pub fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolc"))
            .args(["lsp", "--stdio"])
            .current_dir(folder)
            .env("XDG_CACHE_HOME", folder.join(CACHE))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("toolc runs");
        let output = child.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            folder: folder.canonicalize().expect("a folder"),
            messages,
            told: BTreeMap::new(),
            heard: Vec::new(),
            last: 0,
        }
    }

    /// Starts the server, and opens the folder in an editor that can do everything.
    pub fn open_folder(folder: &Path, encoding: &str) -> Self {
        let mut client = Client::start(folder);
        let root = client.uri("");
        let answer = client.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "root" }],
                "capabilities": {
                    "general": { "positionEncodings": [encoding] },
                    "textDocument": {
                        "publishDiagnostics": { "relatedInformation": true, "versionSupport": true },
                        "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
                    },
                    "workspace": {
                        "workspaceEdit": { "documentChanges": true },
                        "didChangeWatchedFiles": { "dynamicRegistration": true },
                    },
                },
            }),
        );
        let chosen = answer.expect("an answer")["capabilities"]["positionEncoding"].clone();
        assert_eq!(chosen, json!(encoding));
        client.notify("initialized", json!({}));
        client
    }

    /// The address of a file in the folder.
    pub fn uri(&self, path: &str) -> String {
        let path = self.folder.join(path);
        let path = path.to_str().expect("a plain path").replace(' ', "%20");
        format!("file://{}", path.trim_end_matches('/'))
    }

    /// Writes bytes as they are.
    pub fn write_raw(&mut self, bytes: &[u8]) {
        // a server that has ended is noticed by what it does not answer
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Writes a body with its header.
    pub fn write_body(&mut self, body: &str) {
        self.write_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.write_body(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        );
    }

    /// Sends a request, and returns its ID.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let id = self.last;
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write_body(&body.to_string());
        id
    }

    /// Sends a request and waits for the result, or the number of the error with its message.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, (i64, String)> {
        let id = self.ask(method, params);
        self.answer(&json!(id))
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: &Value) -> Result<Value, (i64, String)> {
        loop {
            let message = self.hear().expect("an answer");
            if message.get("method").is_none() && message["id"] == *id {
                let error = &message["error"];
                return match error.is_null() {
                    true => Ok(message["result"].clone()),
                    false => Err((
                        error["code"].as_i64().expect("a number"),
                        error["message"].as_str().expect("a sentence").to_owned(),
                    )),
                };
            }
        }
    }

    /// Takes the next message; `None` at the end of the stream.
    pub fn hear(&mut self) -> Option<Value> {
        let message = match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing"),
        };
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let told = Told {
                version: params["version"].as_i64(),
                findings: params["diagnostics"].as_array().expect("a list").clone(),
            };
            let uri = params["uri"].as_str().expect("an address").to_owned();
            self.told.insert(uri, told);
        } else if message.get("method").is_some() {
            self.heard.push(message.clone());
        }
        Some(message)
    }

    /// Opens a document.
    pub fn open(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document.
    pub fn change(&mut self, path: &str, version: i64, changes: Value) {
        let document = json!({ "uri": self.uri(path), "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits for the findings of this version of a document.
    pub fn await_version(&mut self, path: &str, version: i64) -> Vec<Value> {
        let uri = self.uri(path);
        loop {
            let told = self.told.get(&uri);
            if let Some(told) = told.filter(|told| told.version == Some(version)) {
                return told.findings.clone();
            }
            self.hear().expect("findings");
        }
    }

    /// Waits until everything is said that was to be said before this.
    pub fn settle(&mut self) {
        let answer = self.request("no/such", Value::Null);
        assert_eq!(answer.map_err(|(code, _)| code), Err(-32601));
    }

    /// Ends the server in the order of the protocol.
    pub fn end(mut self) {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer, Ok(Value::Null));
        self.notify("exit", Value::Null);
        assert_eq!(self.wait().code(), Some(0));
    }

    /// Closes the pipe to the server.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the process has ended.
    pub fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(started.elapsed() < PATIENCE, "the server stays behind");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        let value = line.strip_prefix("Content-Length: ");
        length = value.map(|value| value.trim().parse::<usize>().expect("a length"));
    }
    let mut body = vec![0; length.expect("a length")];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}
