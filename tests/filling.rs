//! Defaults that calls are filled with (`defaults: fill`), by every door.

#[rustfmt::skip]
#[path = "golden/filling/tools.rs"]
#[allow(dead_code, reason = "it is made for programs that use all of it")]
mod tools;

#[path = "filling/sweep.rs"]
mod sweep;

use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalRequest, Approver, Args, Context, Decision, Event, Integer, Json, Moment, Observer,
    Policy, PolicyDecision, PolicyRequest, Target, ToolCall, ToolResult, Worker,
};
use tools::plain::ListItems;
use tools::shop::{Add, Add2, Choose, FindItems, FindItemsArgs, FindItemsOrder, Pay, PayArgs};

/// Each handler returns the text that it got, after checking that its typed arguments are the same.
fn worker() -> Worker<Mocks> {
    let echo = |text: &str| Ok(Json::parse(text.to_owned())?);
    let mocks = Mocks::new()
        .on::<FindItems>(move |call| echo(call.text()))
        .on::<Pay>(move |call| {
            assert!(
                call.text()
                    .contains(&format!("\"cents\":{}", call.args.cents))
            );
            echo(call.text())
        })
        .on::<Add>(|call| Ok(Json::encode(&format!("by number, {}", call.args.times))?))
        .on::<Add2>(|_| Ok(Json::encode(&"by number and times")?))
        .on::<Choose>(move |call| echo(call.text()))
        .on::<ListItems>(move |call| {
            assert_eq!(call.args.limit, None);
            echo(call.text())
        });
    tools::clerk::worker(mocks).approver(Asked::default())
}

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    let context = Context::new("s");
    let by_text = block_on(worker.call(&context, ToolCall::new("c1", name, arguments)));
    let value = serde_json::from_str(arguments).expect("JSON");
    let by_value = block_on(worker.call_value(&context, "c1", name, value));
    assert_eq!(by_text.success, by_value.success, "{by_value:?}");
    assert_eq!(read(&by_text), read(&by_value));
    by_text
}

/// The result as a value, whatever the order of its keys.
fn read(result: &ToolResult) -> Option<serde_json::Value> {
    let output = result.output.as_ref()?;
    Some(serde_json::from_str(output.as_text()).expect("JSON"))
}

fn output(result: &ToolResult) -> &str {
    let output = result.output.as_ref();
    output.unwrap_or_else(|| panic!("{result:?}")).as_text()
}

/// Approves everything, and keeps what it was asked.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl Approver for Asked {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        self.0
            .lock()
            .expect("a list")
            .push(request.arguments.clone());
        Decision::approve()
    }
}

/// The arguments in each event.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Observer for Told {
    fn observe(&self, event: &Event<'_>) {
        if matches!(event.moment, Moment::Start | Moment::Success { .. }) {
            self.0
                .lock()
                .expect("a list")
                .push(event.arguments.to_owned());
        }
    }
}

#[test]
fn a_call_has_the_defaults_that_it_leaves_out() {
    let worker = worker();
    let result = call(
        &worker,
        "shop::find_items",
        r#"{ "required_filter": {"price": {}}, "words": "t\u0065a" }"#,
    );
    assert_eq!(
        output(&result),
        concat!(
            r#"{"required_filter":{"price":{"least":1},"strict":false},"words":"t\u0065a","#,
            r#""limit":20,"serial":36893488147419103232,"offset":-3,"share":0.5,"exact":true,"order":"by_date","#,
            r#""note":"none \"yet\"","day":null,"hour":12,"tags":[],"colors":["red","green"],"kind":"item","level":2,"#,
            r#""labels":{},"target":7,"anything":{"a":[1,2.50]},"filter":{"price":{"least":1},"strict":false},"page":1}"#,
        )
    );
}

#[test]
fn what_a_call_has_stays_as_it_is() {
    let worker = worker();
    let result = call(&worker, "shop::pay", r#"{"memo":"a", "cents":1.0e0}"#);
    assert_eq!(output(&result), r#"{"memo":"a", "cents":1.0e0}"#);
    let result = call(&worker, "plain::list_items", "{}");
    assert_eq!(output(&result), "{}");
    let result = call(&worker, "shop::choose", r#"{"a":"x"}"#);
    assert_eq!(output(&result), r#"{"a":"x"}"#);
}

#[test]
fn objects_within_arguments_are_filled() {
    let worker = worker();
    let rows = [
        (
            "other_filter",
            r#"{}"#,
            r#"{"price":{"least":1},"strict":false}"#,
        ),
        (
            "other_filter",
            r#"{"price":{"least":2}}"#,
            r#"{"price":{"least":2},"strict":false}"#,
        ),
        ("maybe_filter", r#"null"#, r#"null"#),
        (
            "maybe_filter",
            r#"{"strict":true}"#,
            r#"{"strict":true,"price":{"least":1}}"#,
        ),
        (
            "tree",
            r#"{"children":[{"value":1},{"children":[{}]}]}"#,
            r#"{"value":0,"children":[{"value":1,"children":[]},{"value":0,"children":[{"value":0,"children":[]}]}]}"#,
        ),
        (
            "lines",
            r#"[{"sku":"a"},{"sku":"b","count":2}]"#,
            r#"[{"sku":"a","count":1},{"sku":"b","count":2}]"#,
        ),
        ("pair", r#"[{"sku":"a"},3]"#, r#"[{"sku":"a","count":1},3]"#),
        (
            "by_name",
            r#"{"first":1,"x/y":{"sku":"a"}}"#,
            r#"{"first":1,"x/y":{"sku":"a","count":1}}"#,
        ),
        // a constant tells which alternative it is
        (
            "target_of",
            r#"{"deep":{},"by":"n\u0061me"}"#,
            r#"{"by":"name","name":"anna","deep":{"price":{"least":1},"strict":false}}"#,
        ),
        (
            "target_of",
            r#"{"by":"number"}"#,
            r#"{"by":"number","number":7}"#,
        ),
        (
            "target_of",
            r#"[{"sku":"a"}]"#,
            r#"[{"sku":"a","count":1}]"#,
        ),
        // its schema accepts anything
        ("anything", r#"{"limit":{}}"#, r#"{"limit":{}}"#),
    ];
    for (name, given, expected) in rows {
        let arguments = format!(r#"{{"words":"a","required_filter":{{}},"{name}":{given}}}"#);
        let result = call(&worker, "shop::find_items", &arguments);
        let expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
        let result = read(&result).unwrap_or_else(|| panic!("{result:?}"));
        assert_eq!(result[name], expected, "{arguments}");
    }
}

#[test]
fn an_invalid_call_is_refused_as_it_came() {
    let worker = worker();
    for arguments in [
        r#"{"words":"a"}"#,
        r#"{"required_filter":{},"words":"a","limit":101}"#,
        r#"{"required_filter":{"price":3},"words":"a"}"#,
    ] {
        let told = Told::default();
        let observed = self::worker().observer(told.clone());
        let refused = call(&observed, "shop::find_items", arguments);
        assert!(!refused.success, "{refused:?}");
        assert_eq!(told.0.lock().expect("a list")[0], arguments);
        let entry = worker
            .tools()
            .find(|entry| entry.name == "shop::find_items")
            .expect("the tool");
        assert_eq!(
            refused.error.expect("an error").violations,
            entry.validate(arguments).expect_err("violations")
        );
    }
}

#[test]
fn the_order_is_rename_fill_rules_approval_handler() {
    let (asked, told) = (Asked::default(), Told::default());
    let worker = worker().approver(asked.clone()).observer(told.clone());
    let context = Context::new("s");
    let pay = |arguments: &str| {
        block_on(worker.call(&context, ToolCall::new("c1", "shop::pay", arguments)))
    };
    // the rule asks above 1000, and the default is above
    assert_eq!(output(&pay("")), r#"{"cents":5000,"memo":"thanks"}"#);
    // the old name is that of an argument that is there
    assert_eq!(
        output(&pay(r#"{"amount":3}"#)),
        r#"{"cents":3,"memo":"thanks"}"#
    );
    assert_eq!(
        *asked.0.lock().expect("a list"),
        [r#"{"cents":5000,"memo":"thanks"}"#]
    );
    let full = [
        r#"{"cents":5000,"memo":"thanks"}"#,
        r#"{"cents":3,"memo":"thanks"}"#,
    ];
    assert_eq!(
        *told.0.lock().expect("a list"),
        [full[0], full[0], full[1], full[1]]
    );
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
fn what_a_policy_leaves_out_is_filled_in_again() {
    let asked = Asked::default();
    let worker = worker()
        .approver(asked.clone())
        .policy(Instead(r#"{"cents":5,"memo":"thanks"}"#, r#"{"memo":"b"}"#))
        .policy(Instead(r#"{"memo":"b","cents":5000}"#, r#"{"memo":"d"}"#));
    let result = block_on(worker.call(
        &Context::new("s"),
        ToolCall::new("c1", "shop::pay", r#"{"cents":5}"#),
    ));
    assert_eq!(output(&result), r#"{"memo":"d","cents":5000}"#);
    assert_eq!(
        *asked.0.lock().expect("a list"),
        [r#"{"cents":5000,"memo":"d"}"#]
    );
}

#[test]
fn an_overload_is_chosen_by_what_the_call_has() {
    let worker = worker();
    let rows = [
        // with the default of the first, the second would know as many of the keys
        (r#"{"number":1,"unit":"m"}"#, "\"by number, 2\""),
        (
            r#"{"number":1,"unit":"m","times":3}"#,
            "\"by number and times\"",
        ),
    ];
    for (arguments, expected) in rows {
        let result = call(&worker, "shop::add", arguments);
        assert_eq!(output(&result), expected, "{arguments}");
        assert!(result.metadata.overload.is_some());
    }
}

#[test]
fn a_dry_run_tells_what_is_filled_in() {
    let worker = worker();
    let arguments =
        r#"{"words":"a","required_filter":{"price":{}},"lines":[{"sku":"a"}],"tree":{"value":1}}"#;
    let call = ToolCall::new("c1", "shop::find_items", arguments);
    let dry = block_on(worker.dry_run(&Context::new("s"), &call));
    for place in [
        "/required_filter/price/least",
        "/required_filter/strict",
        "/lines/0/count",
        "/tree/children",
        "/limit",
        "/filter",
        "/filter/price",
        "/filter/price/least",
    ] {
        assert!(
            dry.filled.iter().any(|filled| filled == place),
            "{place}: {:?}",
            dry.filled
        );
    }
    assert!(
        !dry.filled
            .iter()
            .any(|filled| filled == "/words" || filled == "/tree/value")
    );
}

#[test]
fn a_program_without_a_worker_reads_the_defaults() {
    let args = FindItemsArgs::from_json(r#"{"words":"a","required_filter":{}}"#).expect("valid");
    assert_eq!(
        (args.limit, args.offset, args.share.to_bits()),
        (20, Integer::from(-3), 0.5_f64.to_bits())
    );
    assert_eq!(args.serial, Integer::from(1_u128 << 65));
    assert_eq!(
        (args.exact, args.order, args.note.as_str()),
        (true, FindItemsOrder::ByDate, "none \"yet\"")
    );
    assert_eq!((args.day, args.hour, args.level), (None, Some(12), 2));
    assert_eq!(
        (args.tags.len(), args.colors, args.labels.len()),
        (0, vec!["red".to_owned(), "green".to_owned()], 0)
    );
    assert_eq!(args.anything.as_text(), r#"{"a":[1,2.50]}"#);
    assert_eq!((args.filter.price.least, args.filter.strict), (1, false));
    assert_eq!(args.required_filter.price.least, 1);
    assert!(args.other_filter.is_none() && args.lines.is_none() && args.tree.is_none());
    assert_eq!(
        PayArgs::from_json(r#"{"cents":7}"#).expect("valid").cents,
        7
    );
}

#[test]
fn models_are_shown_the_same() {
    let worker = worker();
    let definitions = worker.definitions(Target::Mcp);
    let text = definitions.as_text();
    assert!(text.contains(r#""default":5000"#), "{text}");
    assert!(!text.contains("fill"), "{text}");
}
