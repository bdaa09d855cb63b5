//! What workers show of results (`results:`): in generated code, and what `toolc serve` makes of the same specs.

#[rustfmt::skip]
#[path = "golden/results/tools.rs"]
#[allow(dead_code, missing_docs, reason = "it is made for programs that use all of it")]
mod tools;

#[path = "results/pages.rs"]
mod pages;
#[path = "results/sweep.rs"]
mod sweep;

use jsonschema::draft202012;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{Context, Integer, Json, Target, ToolCall, ToolResult, Worker};
use tools::issues::{List, ListOutput, ListOutputIssuesItem, ListOutputIssuesItemUser, Read};
use tools::shop::{
    Export, FindOrder, FindOrderOutput, FindOrderOutputNoneType, FindOrderOutputOrder, ListOrders,
    ListOrdersOutput, Order, OrderState,
};

/// A worker whose tools return this value.
fn mocks(output: &Value) -> Mocks {
    let all = || output.clone();
    let (orders, found, exported, listed, read) = (all(), all(), all(), all(), all());
    Mocks::new()
        .on::<ListOrders>(move |_| Ok(make_orders(&orders)))
        .on::<FindOrder>(move |_| Ok(make_found(&found)))
        .on::<Export>(move |_| Ok(Json::from(exported.clone())))
        .on::<List>(move |_| Ok(make_issues(&listed)))
        .on::<Read>(move |_| Ok(Json::from(read.clone())))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn map(value: &Value) -> Option<BTreeMap<String, String>> {
    let map = value.as_object()?;
    Some(
        map.iter()
            .map(|(key, value)| (key.clone(), text(value)))
            .collect(),
    )
}

fn number(value: &Value) -> Integer {
    Integer::from(value.as_i64().expect("an integer"))
}

fn items<T>(value: &Value, item: fn(&Value) -> T) -> Vec<T> {
    value.as_array().expect("a list").iter().map(item).collect()
}

fn make_orders(value: &Value) -> ListOrdersOutput {
    ListOrdersOutput {
        total: number(&value["total"]),
        next: value
            .get("next")
            .map(|next| next.as_str().map(str::to_owned)),
        orders: items(&value["orders"], make_order),
    }
}

fn make_order(value: &Value) -> Order {
    Order {
        id: text(&value["id"]),
        state: match text(&value["state"]).as_str() {
            "sent" => OrderState::Sent,
            _ => OrderState::Open,
        },
        note: value.get("note").map(text),
        secret: text(&value["secret"]),
        parts: value.get("parts").map(|parts| items(parts, make_order)),
        labels: map(&value["labels"]),
    }
}

fn make_found(value: &Value) -> FindOrderOutput {
    match value["kind"].as_str() {
        Some("none") => FindOrderOutput::NoneType(Box::new(FindOrderOutputNoneType {
            hint: text(&value["hint"]),
            url: None,
        })),
        _ => FindOrderOutput::Order(Box::new(FindOrderOutputOrder {
            id: text(&value["id"]),
            url: text(&value["url"]),
            tags: map(&value["tags"]),
        })),
    }
}

fn make_issues(value: &Value) -> ListOutput {
    ListOutput {
        issues: items(&value["issues"], |value| ListOutputIssuesItem {
            id: number(&value["id"]),
            title: text(&value["title"]),
            body: value
                .get("body")
                .map(|body| body.as_str().map(str::to_owned)),
            user: ListOutputIssuesItemUser {
                login: text(&value["user"]["login"]),
                avatar_url: text(&value["user"]["avatar_url"]),
            },
        }),
    }
}

fn call(worker: &Worker<Mocks>, name: &str) -> ToolResult {
    block_on(worker.call(&Context::new("s"), ToolCall::new("c1", name, "{}")))
}

fn read(worker: fn(Mocks) -> Worker<Mocks>, name: &str, output: &Value) -> ToolResult {
    let result = call(&worker(mocks(output)), name);
    assert!(result.success, "{result:?}");
    let whole = result.output.as_ref().expect("an output").value();
    assert_eq!(whole, *output, "programs get the whole result");
    let shown: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
    let schema = shown_schema(&worker(mocks(output)), &result.name);
    if let Some(schema) = schema {
        let validator = draft202012::new(&schema).expect("a schema");
        let mcp = result.to_mcp();
        assert_eq!(mcp["isError"], json!(false));
        let content = &mcp["structuredContent"];
        let errors: Vec<String> = validator
            .iter_errors(content)
            .map(|it| it.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?}: {shown} by {schema}");
    }
    result
}

/// The output schema of the list for clients of MCP.
fn shown_schema(worker: &Worker<Mocks>, name: &str) -> Option<Value> {
    let list = worker.definitions(Target::Mcp).value();
    let wire = name.replace("::", "__");
    let tools = list["tools"].as_array().expect("a list");
    let tool = tools.iter().find(|tool| tool["name"] == wire);
    tool.expect("the tool").get("outputSchema").cloned()
}

fn order(number: u32) -> Value {
    json!({
        "id": format!("o-{number}"), "state": "open", "secret": "s", "note": "n".repeat(200),
        "labels": { "a": "b", "c": "d" }, "parts": [{ "id": "o-1", "state": "sent", "secret": "t" }],
    })
}

fn orders(number: u32) -> Value {
    let orders: Vec<Value> = (0..number).map(order).collect();
    json!({ "total": number, "next": "https://shop.example/2", "orders": orders })
}

#[test]
fn a_worker_shows_what_its_nearest_entry_keeps_without_what_any_drops() {
    let result = read(tools::reader::worker, "shop::list_orders", &orders(5));
    let shown: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
    let order = |number: u32| json!({ "id": format!("o-{number}"), "state": "open", "labels": { "a": "b", "c": "d" } });
    assert_eq!(
        shown,
        json!({ "total": 5, "orders": [order(0), order(1), order(2)] })
    );
    let text = result.to_llm_message();
    assert!(
        text.starts_with("The result is cut: the list `/orders` has 2 more items. To see what is missing, narrow the query.\n{\"total\":5,"),
        "{text}"
    );
}

#[test]
fn a_worker_that_extends_another_shows_no_more_than_it() {
    let result = read(tools::guest::worker, "shop::list_orders", &orders(5));
    let shown: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
    // the one keeps `/next` and notes, the other totals and states: only the numbers are kept by both
    assert_eq!(
        shown,
        json!({ "orders": [{ "id": "o-0" }, { "id": "o-1" }, { "id": "o-2" }] })
    );
    let shown = result.metadata.shown.expect("a part");
    assert_eq!(shown.missing[0].items, 2);
}

#[test]
fn a_worker_without_results_shows_them_as_they_came() {
    let result = read(tools::whole::worker, "shop::list_orders", &orders(200));
    assert_eq!(result.metadata.shown, None);
    assert_eq!(
        result.to_llm_message(),
        result.output.expect("an output").as_text()
    );
}

#[test]
fn defaults_hold_where_they_lead_and_limits_everywhere() {
    let issue = |id: u32| json!({ "id": id, "title": "t", "body": "b".repeat(1000), "user": { "login": "l", "avatar_url": "u" } });
    let issues: Vec<Value> = (0..60).map(issue).collect();
    let result = read(
        tools::reader::worker,
        "issues::list",
        &json!({ "issues": issues }),
    );
    let shown: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
    assert_eq!(
        shown["issues"][0],
        json!({ "id": 0, "title": "t", "user": { "login": "l" } })
    );
    assert_eq!(shown["issues"].as_array().map(Vec::len), Some(50));
    // it comes from outside: its keys are not said in toolc's own words, and the frame is around all of it
    let text = result.to_llm_message();
    assert!(
        text.starts_with("The result is cut: 1 list has 10 more items."),
        "{text}"
    );
    assert!(text.contains("untrusted"), "{text}");
}

#[test]
fn alternatives_are_shown_in_part_as_well() {
    for (whole, shown) in [
        (
            json!({ "kind": "order", "id": "o-1", "url": "u" }),
            json!({ "kind": "order", "id": "o-1" }),
        ),
        (
            json!({ "kind": "none", "hint": "h" }),
            json!({ "kind": "none", "hint": "h" }),
        ),
    ] {
        let result = read(tools::reader::worker, "shop::find_order", &whole);
        let text: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
        assert_eq!(text, shown);
    }
}

#[test]
fn results_without_a_schema_are_cut_to_their_size() {
    let rows: Vec<Value> = (0..500)
        .map(|at| json!({ "row": at, "text": "x".repeat(50) }))
        .collect();
    let result = read(tools::reader::worker, "shop::export", &Value::Array(rows));
    let shown = result.metadata.shown.as_ref().expect("a part");
    assert!(shown.text.len() <= 2000, "{}", shown.text.len());
    assert!(shown.text.len() > 1500, "{}", shown.text.len());
    assert!(!shown.is_text);
    // what no list and no text can be blamed for is a text
    let keys: serde_json::Map<String, Value> =
        (0..500).map(|at| (format!("key{at}"), json!(at))).collect();
    let result = read(tools::reader::worker, "shop::export", &Value::Object(keys));
    let shown = result.metadata.shown.as_ref().expect("a part");
    assert!(shown.is_text && shown.text.len() <= 2000);
}

#[test]
fn a_text_in_place_of_a_described_result_is_not_sent_as_structured_content() {
    let mut output = orders(1);
    let labels: serde_json::Map<String, Value> = (0..5000)
        .map(|at| (format!("key{at}"), json!("v")))
        .collect();
    output["orders"][0]["labels"] = Value::Object(labels);
    // an empty list is what the schema of what is shown allows, so lists go first
    let result = read(tools::reader::worker, "shop::list_orders", &output);
    let shown: Value = serde_json::from_str(result.shown_output().expect("text")).expect("JSON");
    assert_eq!(shown, json!({ "total": 1, "orders": [] }));

    let keys: serde_json::Map<String, Value> = (0..5000)
        .map(|at| (format!("key{at}"), json!("v")))
        .collect();
    let output = json!({ "kind": "order", "id": "o-1", "url": "u", "tags": keys });
    let worker = tools::reader::worker(mocks(&output));
    let result = call(&worker, "shop::find_order");
    assert!(result.success && result.metadata.differs);
    let mcp = result.to_mcp();
    assert_eq!(mcp.get("structuredContent"), None);
    assert_eq!(mcp["isError"], json!(true));
    assert!(
        mcp["content"][0]["text"]
            .as_str()
            .expect("text")
            .starts_with("The call ran; do not repeat it.")
    );
}

/// Random results of a described tool: whatever the budget, what is shown is what the shown schema says.
#[test]
fn what_is_shown_is_what_the_shown_schema_says() {
    let mut output = orders(40);
    for at in 0..40 {
        output["orders"][at]["note"] = json!("é\"\\\n😀".repeat(at * 40));
        let nested: Vec<Value> = (0..u32::try_from(at).expect("small")).map(order).collect();
        output["orders"][at]["parts"] = Value::Array(nested);
        read(tools::reader::worker, "shop::list_orders", &output);
        read(tools::guest::worker, "shop::list_orders", &output);
        read(tools::whole::worker, "shop::list_orders", &output);
    }
}

#[test]
fn every_provider_gets_what_is_shown() {
    let result = read(tools::reader::worker, "shop::list_orders", &orders(5));
    for (name, target) in Target::ALL {
        let messages = Value::Array(target.messages(std::slice::from_ref(&result))).to_string();
        assert!(messages.contains("2 more items"), "{name}: {messages}");
        assert!(
            !messages.contains("secret") && !messages.contains("nnnn"),
            "{name}: {messages}"
        );
    }
}
