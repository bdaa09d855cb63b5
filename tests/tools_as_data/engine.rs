//! Engines: how they are chosen, the faults of those that simulate, and the sessions that they remember.

use crate::command::Folder;
use crate::simulated;
use crate::{Case, compare};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;
use toolc_model::model::engine::{EngineKind, Fault};
use toolc_runtime::simulate::{Session, SessionState, Sessions};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, Event, Moment, Observer, Order, ToolCall, ToolResult, Worker};

/// The specs of the tools that are called here.
const SPECS: &str = "tests/simulated/specs";

fn compile_path(path: PathBuf) -> Outcome {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path]);
    compile(diagnostics, &loaded, &Options::default())
}

fn find_error(outcome: &Outcome) -> Option<String> {
    let mut found = outcome.diagnostics.iter();
    let error = found.find(|found| found.severity == Severity::Error);
    error.map(|error| error.message.clone())
}

/// The details of failures, which models are not shown.
#[derive(Clone, Default)]
struct Details(Arc<Mutex<Vec<String>>>);

impl Observer for Details {
    fn observe(&self, event: &Event<'_>) {
        if let Moment::Failure {
            detail: Some(detail),
            ..
        } = &event.moment
        {
            let mut details = self.0.lock().expect("details");
            details.push((*detail).to_owned());
        }
    }
}

/// Which engine a tool has, in each form of `toolc.yaml`.
pub fn run_wiring(case: &Case) -> Result<(), String> {
    if case.input.get("tools").is_some() {
        let list = "[{ type: file, path: t.yaml }]";
        let flat = route(&format!("tools: {list}\n"))?;
        let whole = route(&format!("tools: {{ registry: {list} }}\n"))?;
        let engine = flat.first().map(|(_, engine)| engine.clone());
        let found = json!({ "registry": flat == whole, "engine": engine.flatten() });
        return compare(&found, &case.expected);
    }
    let mut registry = Vec::new();
    for entry in case.input["registry"].as_array().into_iter().flatten() {
        let (namespace, engine) = (&entry["namespace"], &entry["engine"]);
        registry.push(
            json!({ "type": "file", "path": format!("{}.yaml", namespace.as_str().unwrap_or_default()), "namespace": namespace, "engine": engine }),
        );
    }
    let mut engines = case.input["engines"].clone();
    for engine in engines
        .as_object_mut()
        .into_iter()
        .flat_map(|map| map.values_mut())
    {
        engine["type"] = "mock".into();
    }
    let config = json!({ "tools": { "registry": registry, "engines": engines } });
    match route(&config.to_string()) {
        Ok(routes) => {
            let namespaces: Vec<&String> = routes.iter().map(|(namespace, _)| namespace).collect();
            let is_same = routes.windows(2).all(|pair| pair[0].1 == pair[1].1);
            let found = json!({ "same_engine": is_same, "engine_namespaces": namespaces });
            compare(&found, &case.expected)
        }
        Err(text) => compare(
            &json!({ "error": "ValueError", "text": text }),
            &case.expected,
        ),
    }
}

/// The namespace and the engine of each tool.
fn route(config: &str) -> Result<Vec<(String, Option<String>)>, String> {
    let folder = Folder::new("wiring");
    let tool = "- { name: find, description: Finds., parameters: { type: object, properties: { q: { type: string } } } }\n";
    folder.put("toolc.yaml", config);
    for name in ["t", "ns", "weather_api", "location_api"] {
        if config.contains(&format!("{name}.yaml")) {
            folder.put(&format!("{name}.yaml"), tool);
        }
    }
    let outcome = compile_path(folder.0.clone());
    match (find_error(&outcome), outcome.checked) {
        (None, Some(checked)) => {
            let tools = checked.tools.iter();
            Ok(tools
                .map(|tool| (tool.namespace.clone(), tool.engine.clone()))
                .collect())
        }
        (error, _) => Err(error.unwrap_or_default()),
    }
}

/// A type of engine that is not there.
pub fn run_registry(case: &Case) -> Result<(), String> {
    let text = refuse_engine(&json!({ "type": case.input["type"] }));
    compare(
        &json!({ "error": "KeyError", "text": text }),
        &case.expected,
    )
}

/// What is wrong with an engine.
pub fn refuse_engine(engine: &Value) -> String {
    let config = json!({ "tools": { "registry": [{ "type": "file", "path": "t.yaml" }], "engines": { "e": engine } } });
    route(&config.to_string()).err().unwrap_or_default()
}

/// Calls of the tools of an engine with these faults.
pub fn run_errors(case: &Case) -> Result<(), String> {
    let wanted = case.input["error_categories"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let outcome = compile_path(PathBuf::from(SPECS));
    let checked = outcome.checked.expect("the specs are right");
    let has_these = |faults: &[Fault]| {
        let is_same = |(fault, wanted): (&Fault, &Value)| {
            let message = wanted["message"].as_str();
            fault.category.name() == wanted["type"]
                && Some(fault.probability) == wanted["probability"].as_f64()
                && fault.message == message.unwrap_or(fault.category.usual_message())
        };
        faults.len() == wanted.len() && faults.iter().zip(&wanted).all(is_same)
    };
    let mut engines = checked.engines.iter();
    let engine = engines.find(
        |engine| matches!(&engine.kind, EngineKind::Mock(settings) if has_these(&settings.faults)),
    );
    let Some(engine) = engine else {
        return Err(format!("no engine may have the faults {wanted:?}"));
    };
    let tool = match case.input.get("call") {
        Some(_) => "unknown",
        None => "search",
    };
    let worker = simulated::trainee::worker(());
    let count = case.input["calls"].as_u64().unwrap_or(1);
    let mut seen = Vec::new();
    for id in 0..count {
        let call = ToolCall::new(id.to_string(), format!("{}::{tool}", engine.name), "{}");
        let result = block_on(worker.call(&Context::default(), call));
        let output = result.output.as_ref().map(toolc_runtime::Json::value);
        let error = result.error.as_ref().map(|error| error.message.clone());
        seen.push((output, error));
    }
    let (output, error) = seen[0].clone();
    let mut found = json!({});
    for (key, wanted) in case.expected.as_object().into_iter().flatten() {
        found[key] = match key.as_str() {
            "result" => output.clone().unwrap_or_default(),
            "error" => error.clone().map_or(Value::Null, Value::from),
            "is_error" => error.is_some().into(),
            "error_is_not" if error.as_deref() != wanted.as_str() => wanted.clone(),
            "seen_includes" => {
                let is_garbled = |output: &Value| {
                    output
                        .as_str()
                        .is_some_and(|text| text.starts_with("<garbled"))
                };
                let mut outputs = seen.iter().filter_map(|(output, _)| output.as_ref());
                match outputs.any(is_garbled) {
                    true => "unparseable_result".into(),
                    false => Value::Null,
                }
            }
            "lm_calls" => 0.into(),
            _ => Value::Null,
        };
    }
    compare(&found, &case.expected)
}

/// What is known after some steps.
struct Stage {
    sessions: Sessions,
    worker: Worker<()>,
    details: Details,
    open: BTreeMap<String, Session>,
    snapshot: SessionState,
    /// Whether a session was there, each time that was asked.
    states: Vec<Value>,
    /// How many calls each call saw.
    seen: Vec<usize>,
    failures: Vec<Value>,
    last: Option<ToolResult>,
}

impl Stage {
    fn new() -> Self {
        let sessions = Sessions::new();
        let details = Details::default();
        Stage {
            worker: simulated::trainee::worker(())
                .sessions(sessions.clone())
                .observer(details.clone()),
            sessions,
            details,
            open: BTreeMap::new(),
            snapshot: SessionState::default(),
            states: Vec::new(),
            seen: Vec::new(),
            failures: Vec::new(),
            last: None,
        }
    }

    /// Takes a step such as `execute s1 c1,c2`; the calls are of this tool.
    fn take(&mut self, step: &str, tool: &str) {
        let words: Vec<&str> = step.split(' ').collect();
        let name = words.get(1).copied().unwrap_or_default();
        match words[0] {
            "setup" => {
                let state = match words.get(2) {
                    Some(_) => self.snapshot.clone(),
                    None => SessionState::default(),
                };
                match self.sessions.setup_from(name, &state) {
                    Ok(session) => drop(self.open.insert(name.to_owned(), session)),
                    Err(error) => self.failures.push(json!(["ValueError", error.to_string()])),
                }
            }
            "teardown" => match self.open.remove(name) {
                Some(session) => session.teardown(),
                None => self.sessions.teardown(name),
            },
            "state" => {
                let state = self.sessions.state(name);
                self.states
                    .push(state.map_or(Value::Null, |_| "present".into()));
            }
            "snapshot" => {
                let only = self.open.values().next().expect("a session");
                self.snapshot = only.state();
            }
            "simulate" => {
                let session = self.open.remove(name);
                let trial = session.as_ref().map(Session::trial);
                self.call(name, words.get(2).copied().unwrap_or("c"), tool);
                drop(trial);
                self.open
                    .extend(session.map(|session| (name.to_owned(), session)));
            }
            _ => self.call(name, words.get(2).copied().unwrap_or("c"), tool),
        }
    }

    fn call(&mut self, session: &str, calls: &str, tool: &str) {
        for call in calls.split(',') {
            let state = self.sessions.state(session);
            self.seen.push(state.map_or(0, |state| state.len()));
            let text = json!({ "q": call }).to_string();
            let call = ToolCall::new(call, tool, text);
            let result = block_on(self.worker.call(&Context::new(session), call));
            let mut details = self.details.0.lock().expect("details");
            let inactive = details
                .drain(..)
                .find(|detail| detail.contains("is not active"));
            self.failures
                .extend(inactive.map(|text| json!(["KeyError", text])));
            self.last = Some(result);
        }
    }

    /// What calls of a session asked for.
    fn list_calls(&self, session: &str) -> Vec<String> {
        let state = self.sessions.state(session).unwrap_or_default();
        let mut asked = Vec::new();
        for engine in state.engines() {
            for call in state.calls(engine) {
                let arguments: Value = serde_json::from_str(&call.arguments).expect("JSON");
                asked.push(arguments["q"].as_str().unwrap_or_default().to_owned());
            }
        }
        asked
    }
}

fn list_steps(input: &Value) -> impl Iterator<Item = &str> {
    let steps = input["steps"].as_array().into_iter().flatten();
    steps.filter_map(Value::as_str)
}

/// Sessions that are set up, branched, taken back and torn down.
pub fn run_session(case: &Case) -> Result<(), String> {
    let mut stage = Stage::new();
    // an answer that cannot be used is a call that fails
    let tool = match case.input.get("lm_answer") {
        Some(_) => "timeout::search",
        None => "server_a::search",
    };
    for step in list_steps(&case.input) {
        stage.take(step, tool);
    }
    let mut found = json!({});
    for key in case
        .expected
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
    {
        let failure = stage.failures.first().cloned().unwrap_or_default();
        found[key] = match key.as_str() {
            "states" => stage.states.clone().into(),
            "error" => failure[0].clone(),
            "text" => failure[1].clone(),
            "tool_executions" => stage.list_calls("s1").len().into(),
            "history_seen_per_call" => stage.seen.clone().into(),
            "snapshot_tool_executions" => stage.snapshot.len().into(),
            "is_error" => stage.last.as_ref().is_some_and(|last| !last.success).into(),
            branch => stage.list_calls(branch).into(),
        };
    }
    compare(&found, &case.expected)
}

/// Tools of several engines in one worker.
pub fn run_composite(case: &Case) -> Result<(), String> {
    let mut stage = Stage::new();
    let input = &case.input;
    if let Some(calls) = input["calls"]
        .as_array()
        .cloned()
        .or_else(|| Some(vec![input.get("call")?.clone()]))
    {
        stage.take("setup s", "");
        let calls = calls.iter().filter_map(Value::as_str).map(|call| {
            let (namespace, id) = call.split_once(':').unwrap_or_default();
            ToolCall::new(
                id.trim_start_matches(':'),
                format!("{namespace}::search"),
                "{}",
            )
        });
        let (context, calls) = (Context::new("s"), calls.collect());
        let results = block_on(stage.worker.call_all(&context, calls, Order::InOrder));
        if case.expected.is_array() {
            let ids: Vec<String> = results.into_iter().map(|result| result.call_id).collect();
            return compare(&ids.into(), &case.expected);
        }
        let failed = results.iter().find_map(|result| result.error.as_ref());
        let failed = failed.map(|error| error.message.clone());
        return compare(&json!({ "result": failed }), &case.expected);
    }
    for step in list_steps(input) {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        match verb {
            "execute" => {
                let (namespace, call) = rest.split_once(' ').unwrap_or_default();
                let session = stage.open.keys().next().cloned().unwrap_or_default();
                stage.call(&session, call, &format!("{namespace}::search"));
            }
            _ => stage.take(step, ""),
        }
    }
    let count = |session: &str, engine: &str| {
        let state = stage.sessions.state(session);
        state.map(|state| state.calls(engine).len())
    };
    let found = match case.expected.get("server_a_tool_executions") {
        Some(_) => json!({ "server_a_tool_executions": count("f", "server_a") }),
        None => {
            let mut found = json!({});
            for engine in case
                .expected
                .as_object()
                .into_iter()
                .flat_map(|map| map.keys())
            {
                let count = count("s1", engine);
                found[engine] =
                    count.map_or(Value::Null, |count| json!({ "tool_executions": count }));
            }
            found
        }
    };
    compare(&found, &case.expected)
}
