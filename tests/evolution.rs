//! Calls under names that tools and arguments had, by every door; and what is told about them.

#[rustfmt::skip]
#[path = "golden/evolution/tools.rs"]
#[allow(dead_code, reason = "it is made for programs that use all of it")]
mod tools;

use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalRequest, Approver, Context, Decision, ErrorKind, Event, Json, Moment, Observer,
    Outdated, Target, ToolCall, ToolResult, Worker,
};
use tools::clock::TellTime;
use tools::shop::{Add, Add2, Charge, FindItems, ListOrders, Pay};

fn worker() -> Worker<Mocks> {
    let mocks = Mocks::new()
        .on::<FindItems>(|call| Ok(Json::encode(&call.args.words)?))
        .on::<Pay>(|call| Ok(Json::parse(call.args.cents.to_string())?))
        .on::<ListOrders>(|_| Ok(Json::null()))
        .on::<Add>(|_| Ok(Json::encode(&"by number")?))
        .on::<Add2>(|_| Ok(Json::encode(&"by name")?))
        .on::<Charge>(|call| Ok(Json::parse(call.text().to_owned())?))
        .on::<TellTime>(|_| Ok(Json::encode(&12)?));
    tools::clerk::worker(mocks)
}

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    let context = Context::new("s");
    block_on(worker.call(&context, ToolCall::new("c1", name, arguments)))
}

fn output(result: &ToolResult) -> &str {
    let output = result.output.as_ref();
    output.unwrap_or_else(|| panic!("{result:?}")).as_text()
}

/// The name of the tool and the old name, and the arguments, of each event.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Observer for Told {
    fn observe(&self, event: &Event<'_>) {
        if matches!(event.moment, Moment::Start | Moment::Success { .. }) {
            let outdated = event.outdated;
            let used = outdated.map_or_else(Vec::new, |said| said.arguments().collect());
            let used: Vec<&str> = used.iter().map(|old| old.name).collect();
            let name = outdated.and_then(Outdated::name).unwrap_or("-");
            let line = format!(
                "{} {} {name} {used:?} {}",
                event.name(),
                event.tool,
                event.arguments
            );
            self.0.lock().expect("a list").push(line);
        }
    }
}

#[test]
fn a_call_under_an_old_name_runs_the_tool_that_had_it() {
    let worker = worker();
    let old = [
        "shop::search",
        "shop__search",
        "store::lookup",
        "store__lookup",
    ];
    for name in old {
        let result = call(&worker, name, r#"{"words":"tea"}"#);
        assert_eq!(output(&result), "\"tea\"", "{name}");
        assert_eq!(result.name, name);
        let outdated = result.metadata.outdated.as_deref().expect("an old name");
        assert_eq!(outdated.name(), Some(name));
        assert_eq!(outdated.meant(), Some("shop__find_items"));
        let told = serde_json::to_value(&result).expect("JSON");
        assert_eq!(
            told["metadata"]["outdated"],
            serde_json::json!({ "name": name, "meant": "shop__find_items" })
        );
        assert!(!result.to_llm_message().contains("search"));
    }
    for name in ["shop::find_items", "shop__find_items"] {
        let result = call(&worker, name, r#"{"words":"tea"}"#);
        assert!(
            result.success && result.metadata.outdated.is_none(),
            "{name}"
        );
    }
}

#[test]
fn the_policy_is_that_of_the_new_name() {
    let worker = worker();
    for name in ["shop::refund", "shop::give_back", "shop__give_back"] {
        let error = call(&worker, name, r#"{"cents":1}"#)
            .error
            .expect("an error");
        assert_eq!(error.kind, ErrorKind::Blocked, "{name}");
        assert!(
            error.message.contains("'shop__refund' blocked"),
            "{}",
            error.message
        );
    }
    let denied = call(&worker, "shop::settle", r#"{"cents":1}"#)
        .error
        .expect("nobody approves");
    assert_eq!(denied.kind, ErrorKind::Denied);

    struct Asked(Arc<Mutex<Vec<String>>>);
    impl Approver for Asked {
        async fn decide(&self, request: &ApprovalRequest) -> Decision {
            self.0.lock().expect("a list").push(request.tool.to_owned());
            Decision::approve()
        }
    }
    let asked = Arc::new(Mutex::new(Vec::new()));
    let worker = self::worker().approver(Asked(Arc::clone(&asked)));
    for name in [
        "shop::settle",
        "shop__settle",
        "settle",
        "checkout",
        "shop::pay",
    ] {
        assert_eq!(
            output(&call(&worker, name, r#"{"cents":1}"#)),
            "1",
            "{name}"
        );
    }
    assert_eq!(*asked.lock().expect("a list"), ["shop::pay"; 5]);
}

#[test]
fn an_old_name_covers_all_overloads() {
    let worker = worker();
    let rows = [
        ("shop::put", r#"{"number":1}"#, "\"by number\""),
        ("shop::put", r#"{"title":"a"}"#, "\"by name\""),
        ("shop__put", r#"{"number":1}"#, "\"by number\""),
    ];
    for (name, arguments, expected) in rows {
        let result = call(&worker, name, arguments);
        assert_eq!(output(&result), expected, "{name} {arguments}");
        let outdated = result.metadata.outdated.as_deref();
        assert_eq!(outdated.and_then(Outdated::name), Some(name));
    }
    let second = tools::find("shop::add")[1].wire_name.replace("add", "put");
    assert_eq!(
        output(&call(&worker, &second, r#"{"title":"a"}"#)),
        "\"by name\""
    );
    let refused = call(&worker, "shop::put", "{}").error.expect("an error");
    assert_eq!(refused.kind, ErrorKind::InvalidArguments);
}

#[test]
fn models_are_shown_the_new_names_alone() {
    let worker = worker();
    for target in [
        Target::OpenAi,
        Target::Anthropic,
        Target::Gemini,
        Target::GeminiInteractions,
        Target::Mcp,
    ] {
        let shown = worker.definitions(target);
        for old in [
            "search",
            "lookup",
            "settle",
            "give_back",
            "\"now\"",
            "shop__put",
            "2999",
        ] {
            assert!(!shown.as_text().contains(old), "{old}: {}", shown.as_text());
        }
    }
    let unknown = call(&worker, "shop::searchh", "{}")
        .error
        .expect("an error");
    assert!(
        !unknown.message.contains("'shop__search'"),
        "{}",
        unknown.message
    );
    let names: Vec<&str> = worker.tools().map(|tool| tool.wire_name).collect();
    assert!(
        names.contains(&"checkout") && names.contains(&"tell_time"),
        "{names:?}"
    );
    assert_eq!(output(&call(&worker, "now", "{}")), "12");
    assert_eq!(output(&call(&worker, "clock::tell_time", "{}")), "12");
}

#[test]
fn a_deprecated_tool_runs_and_that_is_told() {
    let told = Told::default();
    let worker = worker().observer(told.clone());
    let result = call(&worker, "shop::list_orders", "{}");
    assert_eq!(output(&result), "null");
    let said = "since 2026-01-01, until 2999-12-31, use shop::find_items";
    let outdated = result.metadata.outdated.as_deref();
    assert_eq!(outdated.and_then(Outdated::deprecated), Some(said));
    call(&worker, "store__lookup", r#"{"words":"tea"}"#);
    let told = told.0.lock().expect("a list");
    assert_eq!(
        told.last().expect("an event"),
        r#"tool:post shop::find_items store__lookup [] {"words":"tea"}"#
    );
}

#[test]
fn old_names_are_found_and_not_listed() {
    assert_eq!(tools::find("shop::search")[0].name, "shop::find_items");
    assert!(!tools::REGISTRY.contains("shop::search"));
    let names = tools::REGISTRY.tool_names(Some("shop"), None);
    assert!(!names.contains(&"search"), "{names:?}");
}

/// Approves everything, and keeps what it was shown.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl Approver for Asked {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        let mut shown = self.0.lock().expect("a list");
        shown.push(request.shown_arguments.clone());
        Decision::approve()
    }
}

/// Calls with a text, and with the same as a value: both doors answer the same.
fn call_twice(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    let result = call(worker, name, arguments);
    let value = serde_json::from_str(arguments).expect("JSON");
    let context = Context::new("s");
    let parsed = block_on(worker.call_value(&context, "c1", name, value));
    assert_eq!(result.success, parsed.success, "{arguments}");
    assert_eq!(result.error, parsed.error, "{arguments}");
    assert_eq!(result.metadata, parsed.metadata, "{arguments}");
    result
}

fn used(result: &ToolResult) -> Vec<&'static str> {
    let outdated = result.metadata.outdated.iter();
    let arguments = outdated.flat_map(|outdated| outdated.arguments());
    arguments.map(|argument| argument.name).collect()
}

#[test]
fn an_old_argument_is_taken_for_the_new_one() {
    let asked = Asked::default();
    let told = Told::default();
    let worker = worker().approver(asked.clone()).observer(told.clone());
    let result = call_twice(&worker, "shop::find_items", r#"{"query":"tea"}"#);
    assert_eq!(output(&result), "\"tea\"");
    assert_eq!(used(&result), ["query"]);
    let result = call_twice(&worker, "shop::search", r#"{"query":"tea"}"#);
    let told_result = serde_json::to_value(&result).expect("JSON");
    assert_eq!(
        told_result["metadata"]["outdated"],
        serde_json::json!({
            "name": "shop::search", "meant": "shop__find_items", "arguments": { "query": "words" }
        })
    );

    let arguments = r#"{ "price": 1e1, "card_number": "4111", "note":"n" }"#;
    let result = call(&worker, "shop::charge", arguments);
    assert_eq!(
        output(&result),
        r#"{"amount":1e1,"card":"4111","note":"n"}"#
    );
    assert_eq!(used(&result), ["price", "card_number", "note"]);
    let shown = asked.0.lock().expect("a list");
    assert_eq!(
        shown.last().expect("asked"),
        r#"{"amount":1e1,"card":"[redacted]","note":"n"}"#
    );
    drop(shown);
    let told = told.0.lock().expect("a list");
    assert!(
        told.last()
            .expect("an event")
            .starts_with("tool:post shop::charge - [\"price\", \"card_number\", \"note\"] "),
        "{told:?}"
    );
    drop(told);
    let new = call_twice(&worker, "shop::charge", r#"{"amount":1,"card":"4111"}"#);
    assert!(new.success && new.metadata.outdated.is_none(), "{new:?}");
}

#[test]
fn rules_and_schemas_see_the_new_name() {
    let worker = worker().approver(Asked::default());
    for arguments in [
        r#"{"amount":1001}"#,
        r#"{"cents":1001}"#,
        r#"{"price":1001}"#,
    ] {
        let refused = call_twice(&worker, "shop::charge", arguments)
            .error
            .expect("an error");
        assert_eq!(refused.kind, ErrorKind::Blocked, "{arguments}");
    }
    let refused = call_twice(&worker, "shop::charge", r#"{"price":"much"}"#)
        .error
        .expect("an error");
    assert_eq!(
        refused.violations.iter().next().expect("one").pointer,
        "/amount"
    );
    assert!(
        !refused.to_llm_message().contains("price"),
        "{}",
        refused.to_llm_message()
    );
    // no JSON, and no object
    for arguments in [r#"{"price":1"#, "[]", r#"{"price":1,"price":2}"#] {
        let refused = call(&worker, "shop::charge", arguments)
            .error
            .expect("an error");
        assert_eq!(refused.kind, ErrorKind::InvalidArguments, "{arguments}");
    }
}

#[test]
fn an_argument_by_two_of_its_names_is_refused() {
    let told = Told::default();
    let worker = worker().approver(Asked::default()).observer(told.clone());
    for arguments in [r#"{"amount":1,"price":1}"#, r#"{"cents":1,"price":1}"#] {
        let refused = call_twice(&worker, "shop::charge", arguments)
            .error
            .expect("an error");
        assert_eq!(refused.kind, ErrorKind::InvalidArguments);
        let violation = refused.violations.iter().next().expect("one");
        assert_eq!(
            (violation.pointer.as_str(), violation.keyword),
            ("/amount", "alias")
        );
    }

    /// What logs show of a refused call.
    #[derive(Clone, Default)]
    struct Logged(Arc<Mutex<Vec<String>>>);
    impl Observer for Logged {
        fn observe(&self, event: &Event<'_>) {
            self.0.lock().expect("a list").push(event.shown_arguments());
        }
    }
    let logged = Logged::default();
    let worker = self::worker().observer(logged.clone());
    call(
        &worker,
        "shop::charge",
        r#"{"amount":1,"card":"4111","card_number":"4222"}"#,
    );
    let logged = logged.0.lock().expect("a list").join(" ");
    assert!(
        !logged.contains("4111") && !logged.contains("4222"),
        "{logged}"
    );
}

#[test]
fn overloads_take_their_own_old_arguments() {
    let worker = worker();
    let rows = [
        (r#"{"no":1}"#, "\"by number\"", "no"),
        (r#"{"label":"a"}"#, "\"by name\"", "label"),
    ];
    for (arguments, expected, old) in rows {
        for name in ["shop::add", "shop::put"] {
            let result = call_twice(&worker, name, arguments);
            assert_eq!(output(&result), expected, "{name} {arguments}");
            assert_eq!(used(&result), [old]);
        }
    }
    let refused = call(&worker, "shop::add", r#"{"no":1,"label":"a"}"#);
    assert!(!refused.success);
}

#[test]
fn a_dry_run_tells_the_same() {
    let worker = worker().approver(Asked::default());
    let call = ToolCall::new("c1", "shop::charge", r#"{"price":1}"#);
    let dry = block_on(worker.dry_run(&Context::new("s"), &call));
    let outdated = dry.metadata.outdated.as_deref().expect("an old argument");
    let used: Vec<&str> = outdated.arguments().map(|old| old.name).collect();
    assert_eq!(used, ["price"]);
}

#[test]
fn no_schema_has_the_old_arguments() {
    for entry in tools::all() {
        for old in ["query", "price", "card_number", "x-alias", "2026"] {
            assert!(!entry.schema().contains(old), "{old}: {}", entry.schema());
        }
    }
}
