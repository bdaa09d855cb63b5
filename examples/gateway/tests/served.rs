//! The gateway as clients see it: the program itself, over its pipes and over HTTP.

#![cfg(unix)]

#[path = "../../../tests/support/mcp_client.rs"]
mod client;

use client::{Program, modern, post};
use serde_json::{Value, json};
use std::process::Command;

fn gateway(arguments: &[&str]) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    Program::start(command.args(arguments).env_remove("SHOP_URL"))
}

/// Calls a tool; if approval is asked for, this is the answer.
fn call(program: &mut Program, name: &str, arguments: Value, decision: &str) -> Value {
    let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": { "name": name, "arguments": arguments } });
    let answer = program.ask(&call);
    if answer["method"] != "elicitation/create" {
        return answer["result"].clone();
    }
    assert_ne!(decision, "nobody", "{answer}");
    let result = json!({ "action": "accept", "content": { "decision": decision } });
    let ended = program.ask(&json!({ "jsonrpc": "2.0", "id": answer["id"], "result": result }));
    ended["result"].clone()
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().expect("a list");
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

#[test]
fn support_has_tools_of_three_registries() {
    let mut support = gateway(&["support"]);
    let hello = support.shake(&json!({ "elicitation": {} }));
    assert_eq!(hello["result"]["serverInfo"]["name"], "support");
    let list = support.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let all = [
        "shop__list_orders",
        "shop__refund_order",
        "people__find_customer",
        "notes__add_note",
        "notes__read_notes",
    ];
    assert_eq!(names(&list), all);

    let found = call(
        &mut support,
        "people__find_customer",
        json!({ "name": "Ada" }),
        "nobody",
    );
    assert!(found.to_string().contains("Ada"), "{found}");
    assert_eq!(found["isError"], false, "{found}");
    let orders = call(
        &mut support,
        "shop__list_orders",
        json!({ "customer": 7 }),
        "nobody",
    );
    assert_eq!(
        orders["structuredContent"]["result"][0]["total"], 60.5,
        "{orders}"
    );

    let refund = |amount: f64| json!({ "id": "o-1", "amount": amount });
    let denied = call(&mut support, "shop__refund_order", refund(20.0), "deny");
    assert_eq!(denied["isError"], true, "{denied}");
    let large = call(&mut support, "shop__refund_order", refund(500.0), "nobody");
    assert!(
        large.to_string().contains("managers refund more"),
        "{large}"
    );
    let done = call(&mut support, "shop__refund_order", refund(20.5), "approve");
    assert_eq!(done["structuredContent"]["refunded"], 20.5, "{done}");

    let note = json!({ "customer": 7, "text": "got 20.50 back" });
    let noted = call(&mut support, "notes__add_note", note, "nobody");
    assert_eq!(noted["structuredContent"]["notes"], 1, "{noted}");
    let read = call(
        &mut support,
        "notes__read_notes",
        json!({ "customer": 7 }),
        "nobody",
    );
    assert_eq!(
        read["structuredContent"]["notes"][0], "got 20.50 back",
        "{read}"
    );
    assert_eq!(support.finish().0, Some(0));
}

#[test]
fn the_auditor_reads_and_nothing_else() {
    let mut auditor = gateway(&["auditor", "127.0.0.1:0"]);
    let address = auditor.find_said("listening at http://");
    let list = post(&address, &modern("tools/list", json!({})), "localhost").1;
    assert_eq!(names(&list), ["shop__list_orders", "notes__read_notes"]);
    let refund = json!({ "name": "shop__refund_order", "arguments": { "id": "o-1", "amount": 1 } });
    let refused = post(&address, &modern("tools/call", refund), "localhost").1;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    let read = json!({ "name": "shop__list_orders", "arguments": {} });
    let read = post(&address, &modern("tools/call", read), "localhost").1;
    assert_eq!(read["result"]["isError"], false, "{read}");
    assert_eq!(
        auditor.stop().0,
        None,
        "a signal that it does not hear ends it"
    );
}

#[test]
fn the_snapshot_is_what_the_other_server_lists() {
    let mut people = gateway(&["people"]);
    people.shake(&json!({}));
    let list = people.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let stored = include_str!("../specs/people.mcp.json");
    let stored: Value = serde_json::from_str(stored).expect("a snapshot");
    assert_eq!(stored["tools"], list["result"]["tools"]);
    assert_eq!(people.finish().0, Some(0));
}

#[test]
fn a_wrong_worker_is_told() {
    let (code, said) = gateway(&["manager"]).finish();
    assert_eq!(code, Some(1));
    assert!(said.contains("no worker `manager`"), "{said}");
}
