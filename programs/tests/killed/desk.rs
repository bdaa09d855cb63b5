//! The tools that the programs call, and what they did.

use super::steps::Steps;
use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolc_runtime::dynamic::{DynamicTool, Registry};
use toolc_runtime::json::canonical_json;
use toolc_runtime::{Approval, Effect, Json, ToolFailure, Worker};

/// A call: the wire name and the canonical arguments.
pub type Did = (String, String);

/// What happened, in order; in a file as well, where processes die.
#[derive(Clone, Default)]
pub struct Log {
    did: Arc<Mutex<Vec<Did>>>,
    file: Option<Arc<File>>,
}

impl Log {
    /// The log that a file has.
    pub fn open(path: &Path) -> Log {
        let file = File::options().create(true).append(true).open(path);
        let text = fs::read_to_string(path).unwrap();
        let did = text.lines().map(|line| serde_json::from_str(line).unwrap());
        Log {
            did: Arc::new(Mutex::new(did.collect())),
            file: Some(Arc::new(file.unwrap())),
        }
    }

    pub fn all(&self) -> Vec<Did> {
        self.did.lock().unwrap().clone()
    }

    fn add(&self, did: Did) {
        if let Some(mut file) = self.file.as_deref() {
            let line = format!("{}\n", json!(did));
            file.write_all(line.as_bytes()).unwrap();
        }
        self.did.lock().unwrap().push(did);
    }
}

/// What a tool returns, which depends on nothing but its arguments.
pub fn result_of(tool: &str, arguments: &str) -> Json {
    let arguments: serde_json::Value = serde_json::from_str(arguments).unwrap();
    let id = arguments["id"].as_i64().unwrap_or(0);
    Json::from(match tool {
        "desk__read" | "desk__peek" => json!(id * 10),
        _ => json!(1),
    })
}

/// Whether a tool does something that must not happen twice.
pub fn has_effect(tool: &str) -> bool {
    !matches!(tool, "desk__read" | "desk__peek" | "desk__break")
}

/// Whether somebody is asked before a call of a tool runs that does something.
pub fn asks(tool: &str) -> bool {
    matches!(tool, "desk__pay" | "desk__refund")
}

pub fn worker(log: &Log, steps: &Steps) -> Worker<toolc_runtime::dynamic::Closures> {
    let mut registry = Registry::new("desk");
    let tools = [
        ("read", Effect::Read, Approval::PreApproved),
        ("peek", Effect::Read, Approval::Ask),
        ("note", Effect::Write, Approval::PreApproved),
        ("break", Effect::Write, Approval::PreApproved),
        ("pay", Effect::Write, Approval::Ask),
        ("refund", Effect::Destructive, Approval::Ask),
    ];
    for (name, effect, approval) in tools {
        let tool = DynamicTool::new(format!("desk::{name}"), json!({ "type": "object" }))
            .description("A tool of the desk")
            .effect(effect)
            .approval(approval)
            .unchecked();
        let (log, steps, wire) = (log.clone(), steps.clone(), format!("desk__{name}"));
        let run = move |arguments: String, _| {
            let (log, steps, wire) = (log.clone(), steps.clone(), wire.clone());
            async move {
                steps.take().await;
                if wire == "desk__break" {
                    return Err(ToolFailure::unauthorized("it is broken"));
                }
                if has_effect(&wire) {
                    let did = (wire.clone(), canonical_json(&arguments).unwrap());
                    log.add(did);
                    steps.take().await;
                }
                Ok(result_of(&wire, &arguments))
            }
        };
        registry.register_fn(tool, run).unwrap();
    }
    registry.into_worker().resume_within(Duration::ZERO)
}
