//! Calls that are repaired (`repair` of a worker), by every door.

#[rustfmt::skip]
#[path = "golden/repairs/tools.rs"]
#[allow(dead_code, reason = "it is made for programs that use all of it")]
mod tools;

#[path = "repairs/rows.rs"]
mod rows;
#[path = "repairs/sweep.rs"]
mod sweep;

use rows::{REFUSED, REPAIRED};
use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalRequest, Approver, Context, Decision, ErrorKind, Event, Json, Observer, Policy,
    PolicyDecision, PolicyRequest, Repair, ToolCall, ToolResult, Verdict, Worker,
};
use tools::shop::{Add, Add2, Find, Pay};

/// Each handler returns the text that it got.
fn mocks() -> Mocks {
    let echo = |text: &str| Ok(Json::parse(text.to_owned())?);
    Mocks::new()
        .on::<Find>(move |call| echo(call.text()))
        .on::<Pay>(move |call| {
            let typed = format!("\"cents\":{}", call.args.cents);
            assert!(call.text().contains(&typed), "{}", call.text());
            echo(call.text())
        })
        .on::<Add>(|call| Ok(Json::encode(&format!("number {}", call.args.number))?))
        .on::<Add2>(|call| Ok(Json::encode(&format!("day {}", call.args.day))?))
}

fn clerk() -> Worker<Mocks> {
    tools::clerk::worker(mocks()).approver(Asked::default())
}

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    let context = Context::new("s");
    let by_text = block_on(worker.call(&context, ToolCall::new("c1", name, arguments)));
    if let Ok(value) = serde_json::from_str(arguments) {
        let by_value = block_on(worker.call_value(&context, "c1", name, value));
        assert_eq!(by_text.success, by_value.success, "{by_value:?}");
        // a value has its keys in another order
        let sorted = |result: &ToolResult| {
            let repairs = repairs_of(result);
            let mut repairs: Vec<String> = repairs.split(", ").map(str::to_owned).collect();
            repairs.sort();
            repairs
        };
        assert_eq!(sorted(&by_text), sorted(&by_value));
    }
    by_text
}

fn output(result: &ToolResult) -> &str {
    let output = result.output.as_ref();
    output.unwrap_or_else(|| panic!("{result:?}")).as_text()
}

/// `/limit numbers, /ids lists`
fn list_repairs(repairs: &[Repair]) -> String {
    let repairs = repairs.iter();
    let repairs: Vec<String> = repairs
        .map(|repair| format!("{} {}", repair.pointer, repair.kind.name()))
        .collect();
    repairs.join(", ")
}

fn repairs_of(result: &ToolResult) -> String {
    list_repairs(result.metadata.repaired.as_deref().unwrap_or_default())
}

/// Approves everything, and keeps what it was asked.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl Approver for Asked {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        let mut asked = self.0.lock().expect("a list");
        asked.push(request.arguments.clone());
        Decision::approve()
    }
}

/// The name, the arguments and the repairs in each event.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<(String, String, String)>>>);

impl Observer for Told {
    fn observe(&self, event: &Event<'_>) {
        let told = (
            event.name().to_owned(),
            event.arguments.to_owned(),
            list_repairs(event.repaired),
        );
        self.0.lock().expect("a list").push(told);
    }
}

#[test]
fn what_can_mean_one_thing_is_read_as_that() {
    for (name, written, meant, repairs) in REPAIRED {
        let arguments = format!(r#"{{"{name}":{written}}}"#);
        let result = call(&clerk(), "shop::find", &arguments);
        assert_eq!(
            output(&result),
            format!(r#"{{"{name}":{meant}}}"#),
            "{arguments}"
        );
        assert_eq!(repairs_of(&result), *repairs, "{arguments}");
        let refused = tools::careful::worker(mocks());
        let refused = call(&refused, "shop::find", &arguments);
        let error = refused.error.expect("an error");
        assert_eq!(error.kind, ErrorKind::InvalidArguments, "{arguments}");
    }
}

#[test]
fn what_could_mean_several_things_is_refused_as_it_came() {
    for (name, written) in REFUSED {
        let arguments = format!(r#"{{"{name}":{written}}}"#);
        let (worker, told) = (clerk(), Told::default());
        let worker = worker.observer(told.clone());
        let context = Context::new("s");
        let asked = ToolCall::new("c1", "shop::find", &arguments);
        let result = block_on(worker.call(&context, asked));
        let entry = worker.tools().find(|entry| entry.name == "shop::find");
        let violations = entry.expect("the tool").validate(&arguments);
        let error = result
            .error
            .unwrap_or_else(|| panic!("{arguments} is taken: {:?}", result.output));
        assert_eq!(
            error.violations,
            violations.expect_err("violations"),
            "{arguments}"
        );
        assert_eq!(result.metadata.repaired, None);
        let told = told.0.lock().expect("a list").clone();
        let names: Vec<&str> = told.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["tool:pre", "tool:error"], "{arguments}");
        assert!(
            told.iter()
                .all(|(_, text, repairs)| *text == arguments && repairs.is_empty())
        );
    }
}

#[test]
fn what_is_valid_stays_as_it_is() {
    let worker = clerk();
    for arguments in [
        r#"{ "limit" : 3.0, "words": "[1,2]", "either": "5" }"#,
        r#"{"anything":"[1]","level":"low","mode":"auto","letter":"A"}"#,
        r#"{"tags":["[1]","5"],"by_pattern":{"other":"5"},"shape":{"kind":"named","size":"5"}}"#,
        r#"{"conditional":{"type":"name","value":"5"},"pair":["5"]}"#,
        "{}",
    ] {
        let result = call(&worker, "shop::find", arguments);
        assert_eq!(output(&result), arguments);
        assert_eq!(result.metadata.repaired, None);
    }
}

#[test]
fn the_arguments_may_be_a_text_of_their_own() {
    let arguments = r#""{\"cents\": \"3\"}""#;
    let result = call(&clerk(), "shop__pay", arguments);
    assert_eq!(output(&result), r#"{"cents":3}"#);
    assert_eq!(repairs_of(&result), " text, /cents numbers");
}

#[test]
fn a_worker_repairs_what_it_lists() {
    let trainee = || tools::trainee::worker(mocks()).approver(Asked::default());
    let result = call(&trainee(), "shop::pay", r#"{"cents":"3"}"#);
    assert_eq!(repairs_of(&result), "/cents numbers");
    let result = call(&trainee(), "shop::pay", r#""{\"cents\":3}""#);
    assert!(!result.success, "{result:?}");
}

#[test]
fn an_overload_is_meant_if_only_one_can_be() {
    for (arguments, expected) in [
        (r#"{"number":"1"}"#, "\"number 1\""),
        (r#"{"day":"monday","times":"2"}"#, "\"day monday\""),
    ] {
        let result = call(&clerk(), "shop::add", arguments);
        assert_eq!(output(&result), expected, "{arguments}");
        assert!(result.metadata.overload.is_some());
    }
    let refused = call(&clerk(), "shop::add", r#"{"number":"one"}"#);
    assert_eq!(refused.error.expect("an error").candidates.len(), 2);
}

#[test]
fn rules_approvers_observers_and_handlers_see_the_repaired_call() {
    let (asked, told) = (Asked::default(), Told::default());
    let worker = clerk().approver(asked.clone()).observer(told.clone());
    let context = Context::new("s");
    // the rule asks from 1000 on
    let asking = ToolCall::new("c1", "shop::pay", r#"{"cents":"1000","pin":"7"}"#);
    let result = block_on(worker.call(&context, asking));
    assert_eq!(output(&result), r#"{"cents":1000,"pin":7}"#);
    assert_eq!(result.metadata.approval, Some("asked"));
    assert_eq!(
        *asked.0.lock().expect("a list"),
        [r#"{"cents":1000,"pin":7}"#]
    );
    let told = told.0.lock().expect("a list").clone();
    let names: Vec<&str> = told.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "tool:pre",
            "approval:required",
            "approval:granted",
            "tool:post"
        ]
    );
    for (name, arguments, repairs) in &told {
        assert_eq!(arguments, r#"{"cents":1000,"pin":7}"#, "{name}");
        assert_eq!(repairs, "/cents numbers, /pin numbers", "{name}");
    }
}

#[test]
fn a_result_lists_what_was_repaired() {
    let result = call(&clerk(), "shop::pay", r#"{"cents":"3"}"#);
    let written = serde_json::to_value(&result).expect("JSON");
    assert_eq!(
        written["metadata"]["repaired"],
        serde_json::json!([{ "pointer": "/cents", "kind": "numbers" }])
    );
}

#[test]
fn a_dry_run_repairs_and_tells_nobody() {
    let told = Told::default();
    let worker = clerk().observer(told.clone());
    let context = Context::new("s");
    let asked = ToolCall::new("c1", "shop::pay", r#"{"cents":"3"}"#);
    let dry = block_on(worker.dry_run(&context, &asked));
    assert_eq!(dry.verdict, Verdict::Runs);
    let repaired = dry.metadata.repaired.expect("repairs");
    assert_eq!(list_repairs(&repaired), "/cents numbers");
    assert!(told.0.lock().expect("a list").is_empty());
}

/// Expects arguments, and replaces them by others.
struct Instead(&'static str, &'static str);

impl Policy for Instead {
    fn name(&self) -> &'static str {
        "instead"
    }

    async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
        assert_eq!(request.arguments, self.0);
        PolicyDecision::modify(self.1)
    }
}

#[test]
fn what_a_policy_writes_is_not_repaired() {
    let context = Context::new("s");
    for (changed, is_fine) in [(r#"{"cents":4}"#, true), (r#"{"cents":"4"}"#, false)] {
        let worker = clerk().policy(Instead(r#"{"cents":3}"#, changed));
        let asked = ToolCall::new("c1", "shop::pay", r#"{"cents":"3"}"#);
        let result = block_on(worker.call(&context, asked));
        assert_eq!(result.success, is_fine, "{result:?}");
    }
}

#[test]
fn an_end_is_told_once_whatever_is_repaired() {
    for arguments in [
        r#"{"cents":"3"}"#,
        r#"{"cents":"x"}"#,
        "{",
        r#"{"cents":3}"#,
    ] {
        let told = Told::default();
        let worker = clerk().observer(told.clone());
        let asked = ToolCall::new("c1", "shop::pay", arguments);
        block_on(worker.call(&Context::new("s"), asked));
        let told = told.0.lock().expect("a list").clone();
        assert_eq!(told.len(), 2, "{arguments}: {told:?}");
        assert_eq!(told[0].0, "tool:pre");
    }
}

/// Texts that nest as deeply as they can are refused or read, but end.
#[test]
fn hostile_texts_end() {
    let mut nested = r#"{"value":"1"}"#.to_owned();
    for _ in 0..14 {
        let text = serde_json::to_string(&format!("[{nested}]")).expect("JSON");
        nested = format!(r#"{{"children":{text}}}"#);
    }
    let deep = format!(r#"{{"tree":{nested}}}"#);
    let wide = format!(r#"{{"ids":[{}]}}"#, vec![r#""1""#; 100_000].join(","));
    let brackets = format!(r#"{{"ids":"{}"}}"#, "[".repeat(100_000));
    for arguments in [deep, wide, brackets] {
        let result = call(&clerk(), "shop::find", &arguments);
        let repaired = result.metadata.repaired.as_deref().unwrap_or_default();
        assert!(repaired.len() <= 1_000);
        assert_eq!(result.success, !repaired.is_empty());
    }
}
