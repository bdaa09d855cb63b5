//! Tools that are added to a compiled worker: one surface, on which the compiled rules hold.

use serde_json::json;
use std::sync::{Arc, Mutex};
use toolc_generated::support;
use toolc_generated::weather_api::{GetForecast, GetForecastOutput};
use toolc_runtime::dynamic::{Closures, DynamicTool, RegisterError, Registry};
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, Context, Decision, ErrorKind, Json, NoObserver, Order, Policy, PolicyDecision,
    PolicyRequest, Target, ToolCall, ToolFailure, ToolRuntime, Worker,
};

fn mocks() -> Mocks {
    Mocks::new().on::<GetForecast>(|_| Ok(GetForecastOutput { days: Vec::new() }))
}

fn tool(name: &str) -> DynamicTool {
    let schema = json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
    DynamicTool::new(name, schema)
}

fn registry(tools: impl IntoIterator<Item = DynamicTool>) -> Registry {
    let mut registry = Registry::new("plugins");
    for tool in tools {
        let run = |arguments: &str, _: &Context| -> Result<Json, ToolFailure> {
            Ok(Json::parse(arguments)?)
        };
        registry.register_sync_fn(tool, run).expect("registered");
    }
    registry
}

fn kind<H: Send + Sync>(worker: &Worker<H>, name: &str, arguments: &str) -> Option<ErrorKind> {
    let call = ToolCall::new("c", name, arguments);
    let result = block_on(worker.call(&Context::new("s").with_value("account", "a"), call));
    result.error.map(|error| error.kind)
}

struct NoShouting(Arc<Mutex<Vec<String>>>);

impl Policy for NoShouting {
    fn name(&self) -> &'static str {
        "no-shouting"
    }

    async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
        self.0.lock().unwrap().push(request.entry.name.to_owned());
        match request.entry.name {
            "texts::shout" => PolicyDecision::deny("not here"),
            _ => PolicyDecision::Continue,
        }
    }
}

#[test]
fn compiled_and_added_tools_are_one_worker() {
    let asked = ScriptedApprover::new([
        Decision::deny("no"),
        Decision::approve(),
        Decision::deny("no"),
    ]);
    let recorder = EventRecorder::new();
    let judged = Arc::new(Mutex::new(Vec::new()));
    let added = registry([
        tool("texts::shout").approval(Approval::PreApproved),
        tool("texts::whisper"),
        tool("weather_api::draw").approval(Approval::PreApproved),
    ]);
    let worker = support::worker(mocks())
        .policy(NoShouting(Arc::clone(&judged)))
        .approver(asked.clone())
        .observer(recorder.clone())
        .with_tools(added)
        .expect("no name is taken");
    let own: Vec<&str> = support::worker(mocks())
        .tools()
        .map(|tool| tool.name)
        .collect();
    let names: Vec<&str> = worker.tools().map(|tool| tool.name).collect();
    assert_eq!(names[..own.len()], own);
    assert_eq!(
        names[own.len()..],
        ["texts::shout", "texts::whisper", "weather_api::draw"]
    );
    let shown = worker.definitions(Target::Anthropic).value();
    assert_eq!(shown.as_array().map(Vec::len), Some(names.len()));

    // The rule of the worker file: up to three days run, more are asked about.
    let forecast = "weather_api::get_forecast";
    assert_eq!(
        kind(&worker, forecast, r#"{"location":"Lyon","days":3}"#),
        None
    );
    assert_eq!(
        kind(&worker, forecast, r#"{"location":"Lyon","days":5}"#),
        Some(ErrorKind::Denied)
    );
    assert_eq!(
        kind(&worker, "tickets::close-ticket", "{}"),
        Some(ErrorKind::Blocked)
    );
    // What is added asks unless it says otherwise; the policy of the worker judges it, its schema holds, and the
    // worker's observers see it.
    let hey = r#"{"text":"hey"}"#;
    assert_eq!(kind(&worker, "texts::whisper", hey), None);
    assert_eq!(
        kind(&worker, "texts__whisper", hey),
        Some(ErrorKind::Denied)
    );
    assert_eq!(kind(&worker, "texts::shout", hey), Some(ErrorKind::Denied));
    assert_eq!(kind(&worker, "weather_api::draw", hey), None);
    assert_eq!(
        kind(&worker, "weather_api::draw", "{}"),
        Some(ErrorKind::InvalidArguments)
    );
    let requests = asked.requests();
    let tools: Vec<&str> = requests.iter().map(|request| request.tool).collect();
    assert_eq!(tools, [forecast, "texts::whisper", "texts::whisper"]);
    assert!(requests.iter().all(|request| request.worker == "support"));
    assert_eq!(recorder.named("tool:pre").len(), 8);
    assert!(
        judged
            .lock()
            .unwrap()
            .iter()
            .any(|tool| tool == "texts::whisper")
    );

    let calls = [
        ("a", "weather_api::draw", hey),
        ("b", forecast, r#"{"location":"Lyon","days":1}"#),
    ];
    let calls = calls
        .map(|(id, name, arguments)| ToolCall::new(id, name, arguments))
        .into();
    let runtime: &dyn ToolRuntime = &worker;
    let results = block_on(runtime.call_all(
        &Context::new("s").with_value("account", "a"),
        calls,
        Order::SideBySide,
    ));
    assert!(results.iter().all(|result| result.success), "{results:?}");
    let near = block_on(worker.call(
        &Context::new("s").with_value("account", "a"),
        ToolCall::new("c", "texts::whispr", hey),
    ));
    assert!(
        near.to_llm_message()
            .contains("did you mean 'texts__whisper'?")
    );
}

#[test]
fn a_name_that_the_worker_knows_is_refused() {
    for (name, wire) in [
        ("notes::add_note", None),
        ("mine::add", Some("notes__add_note")),
        ("tickets::close-ticket", None),
        ("mine::close", Some("tickets__close-ticket")),
        ("notes__add_note::x", Some("notes__add_note_a5eaff7c")),
    ] {
        let clash = match wire {
            Some(wire) => tool(name).wire(wire),
            None => tool(name),
        };
        let added = registry([tool("texts::shout"), clash]);
        let refused = support::worker(mocks())
            .with_tools(added)
            .expect_err("taken");
        let RegisterError::Duplicate { name: taken } = refused else {
            panic!("{refused}");
        };
        assert_eq!(taken, wire.unwrap_or(name));
    }
    // What is left out still has its name.
    let worker = support::worker(mocks())
        .without("notes::add_note", "off")
        .expect("known");
    assert!(
        worker
            .with_tools(registry([tool("notes::add_note")]))
            .is_err()
    );
}

#[test]
fn tools_are_added_more_than_once_and_to_run_time_workers() {
    let worker: Worker<Closures> =
        registry([tool("a::a").approval(Approval::PreApproved)]).into_worker();
    let worker = worker
        .with_tools(registry([tool("b::b").approval(Approval::PreApproved)]))
        .and_then(|worker| worker.with_tools(registry([tool("c::c")])))
        .expect("no name is taken")
        .without("c::c", "off")
        .expect("known")
        .observer(NoObserver);
    let hey = r#"{"text":"hey"}"#;
    assert_eq!(kind(&worker, "a::a", hey), None);
    assert_eq!(kind(&worker, "b__b", hey), None);
    assert_eq!(kind(&worker, "c::c", hey), Some(ErrorKind::Unavailable));
    assert_eq!(worker.name(), "plugins");
    let error = worker
        .with_tools(registry([tool("a::a")]))
        .map(|_| ())
        .expect_err("taken");
    assert_eq!(
        error.to_string(),
        "duplicate tool: a::a is registered already"
    );
}
