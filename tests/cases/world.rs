//! What the steps of a case work on: a copy of its folder, a service, and a served worker.

use super::client::Program;
use super::command::{Folder, stdout};
use super::echo::Echo;
use super::server::write_command;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

/// A finding of `toolc check`, as its JSON says.
pub struct Finding {
    pub code: String,
    pub severity: String,
    pub message: String,
    /// The class of a change, for findings about drift.
    pub class: Option<String>,
    /// All that a person reads: code, message, help and fix.
    pub text: String,
}

pub struct World {
    pub folder: Folder,
    pub echo: Echo,
    capabilities: Value,
    env: Vec<(String, String)>,
    served: Option<Served>,
}

impl World {
    /// Copies the folder of a case. In its files, `@PORT@` is the port of the service, `@SPECS@` the folder of the
    /// specs, and `python3, "@FAKE@", "SNAPSHOT"` the command of the MCP server.
    pub fn new(case: &Path, values: &Value) -> Self {
        let name = case.file_name().expect("a name").to_string_lossy();
        let folder = Folder::new(&format!("case_{name}"));
        let echo = Echo::start();
        for part in ["specs", "specs2", "ws"] {
            copy_folder(&case.join(part), &folder, part, &echo);
        }
        let env = values["env"].as_object().into_iter().flatten();
        let env = env.map(|(key, value)| (key.clone(), value.as_str().expect("a text").to_owned()));
        World {
            echo,
            capabilities: values.get("caps").cloned().unwrap_or_else(|| json!({})),
            env: env.collect(),
            served: None,
            folder,
        }
    }

    /// Runs toolc in the folder.
    pub fn toolc(&self, arguments: &[&str]) -> Output {
        self.folder.toolc(arguments)
    }

    /// The exit code and the findings of `toolc check`.
    pub fn check(&self) -> (Option<i32>, Vec<Finding>) {
        let output = self.toolc(&["check", "specs", "--format", "json"]);
        let report: Value = serde_json::from_str(&stdout(&output)).expect("findings as JSON");
        let found = report["diagnostics"].as_array().expect("findings").iter();
        (output.status.code(), found.map(read_finding).collect())
    }

    /// The served worker, which is started by the first call; or why it does not start.
    pub fn served(&mut self) -> Result<&mut Served, String> {
        if self.served.is_none() {
            self.served = Some(Served::start(
                &self.folder.0,
                &self.capabilities,
                &self.env,
            )?);
        }
        Ok(self.served.as_mut().expect("it was started just now"))
    }

    /// The names of what is in the folder `ws`.
    pub fn list_workspace(&self) -> BTreeSet<String> {
        let entries = fs::read_dir(self.folder.0.join("ws")).into_iter().flatten();
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    }
}

fn copy_folder(from: &Path, folder: &Folder, to: &str, echo: &Echo) {
    let Ok(entries) = fs::read_dir(from) else {
        return;
    };
    fs::create_dir_all(folder.0.join(to)).expect("a folder");
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let to = format!("{to}/{name}");
        if path.is_dir() {
            copy_folder(&path, folder, &to, echo);
            continue;
        }
        let bytes = fs::read(&path).expect("a file");
        let target = folder.0.join(&to);
        match String::from_utf8(bytes) {
            Ok(text) => fs::write(target, fill_in(&text, folder, echo)),
            Err(error) => fs::write(target, error.into_bytes()),
        }
        .expect("written");
    }
}

fn fill_in(text: &str, folder: &Folder, echo: &Echo) -> String {
    let specs = folder.0.join("specs");
    let text = text
        .replace("@PORT@", &echo.port.to_string())
        .replace("@SPECS@", specs.to_str().expect("UTF-8"));
    let Some((before, rest)) = text.split_once("python3, \"@FAKE@\", \"") else {
        return text;
    };
    let (snapshot, after) = rest.split_once('"').expect("a snapshot");
    format!("{before}{}{after}", write_command(snapshot))
}

fn read_finding(value: &Value) -> Finding {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let (code, message) = (text("code"), text("message"));
    let fix = value["fix"]["text"].as_str();
    let fix = fix.map_or(String::new(), |fix| format!(" | fix {fix}"));
    Finding {
        text: format!("{code} {message} | {}{fix}", text("help")),
        severity: text("severity"),
        class: value["class"].as_str().map(str::to_owned),
        code,
        message,
    }
}

/// A worker that `toolc serve` serves, and the questions that it asked.
pub struct Served {
    program: Program,
    last_id: u64,
    /// The requests of the server, in their order.
    pub asked: Vec<Value>,
    /// What the person at the client answers.
    pub answer: Value,
}

impl Served {
    fn start(
        folder: &Path,
        capabilities: &Value,
        env: &[(String, String)],
    ) -> Result<Self, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
        command
            .args(["serve", "specs", "--worker", "w", "--stdio"])
            .current_dir(folder)
            .envs(env.iter().cloned());
        let mut served = Served {
            program: Program::start(&mut command),
            last_id: 100,
            asked: Vec::new(),
            answer: Value::Null,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = served.request("initialize", &hello.to_string());
        if answer["result"].is_null() {
            return Err(format!("not served: {answer} {}", served.program.said()));
        }
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let _ = served.program.send_text(&ready.to_string());
        Ok(served)
    }

    /// Sends a request with parameters as text, answers what is asked, and returns the answer.
    pub fn request(&mut self, method: &str, params: &str) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        // a server that has ended has no answer, which is said below
        let _ = self.program.send_text(&request);
        loop {
            let Some(message) = self.program.try_message() else {
                return json!({ "ended": true });
            };
            let is_answer = message["id"] == id;
            if is_answer && message.get("method").is_none() {
                return message;
            }
            if message.get("method").is_some() && message.get("id").is_some() {
                let answer = match &self.answer {
                    Value::Null => json!({ "action": "cancel" }),
                    answer => answer.clone(),
                };
                let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": answer });
                self.asked.push(message);
                let _ = self.program.send_text(&answer.to_string());
            }
        }
    }

    /// Sends a line, and returns the messages up to the answer of a ping that follows when one of them has the id, or
    /// after some seconds.
    pub fn send_line(&mut self, line: &str, id: &Value) -> Vec<Value> {
        let _ = self.program.send_text(line);
        let mut messages = Vec::new();
        for _ in 0..200 {
            let ping = json!({ "jsonrpc": "2.0", "id": "after", "method": "ping" });
            let _ = self.program.send_text(&ping.to_string());
            while let Some(message) = self.program.try_message() {
                if message["id"] == "after" {
                    break;
                }
                messages.push(message);
            }
            if messages.iter().any(|message| message["id"] == *id) {
                break;
            }
            thread::sleep(Duration::from_millis(25));
        }
        messages
    }
}
