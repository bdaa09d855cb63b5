//! Clients that make mistakes get the errors of JSON-RPC, and the server goes on.

use super::client::Client;
use super::command::{Folder, WEATHER};
use serde_json::{Value, json};

fn started(name: &str) -> (Folder, Client) {
    let folder = Folder::new(&format!("lsp_{name}"));
    folder
        .put("toolc.yaml", "targets: [mcp]\n")
        .put("weather.yaml", WEATHER);
    let client = Client::open_folder(&folder.0, "utf-16");
    (folder, client)
}

#[track_caller]
fn assert_error(client: &mut Client, id: &Value, code: i64) {
    let answer = client.answer(id);
    let (found, message) = answer.expect_err("an error");
    assert_eq!(found, code, "{message}");
    assert!(!message.is_empty());
}

#[test]
fn bodies_that_are_no_messages_are_refused() {
    let (_folder, mut client) = started("bodies");
    let rows = [
        ("{", json!(null), -32700),
        ("", json!(null), -32700),
        ("\u{0}\u{1}", json!(null), -32700),
        ("[]", json!(null), -32600),
        ("\"text\"", json!(null), -32600),
        (r#"{"jsonrpc":"2.0"}"#, json!(null), -32600),
        (r#"{"id":{},"method":"x"}"#, json!(null), -32600),
        (r#"{"id":"a","method":1}"#, json!("a"), -32600),
        (r#"{"id":"b","method":"no/such"}"#, json!("b"), -32601),
        (r#"{"id":1.5,"method":"no/such"}"#, json!(1.5), -32601),
        (
            r#"{"id":"c","method":"textDocument/codeAction"}"#,
            json!("c"),
            -32602,
        ),
        (
            r#"{"id":"d","method":"initialize","params":{}}"#,
            json!("d"),
            -32600,
        ),
    ];
    for (body, id, code) in rows {
        client.write_body(body);
        assert_error(&mut client, &id, code);
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    client.write_body(&deep);
    assert_error(&mut client, &json!(null), -32700);
    client.end();
}

#[test]
fn notifications_that_make_no_sense_change_nothing() {
    let (_folder, mut client) = started("notifications");
    client.open("weather.yaml", WEATHER);
    client.await_version("weather.yaml", 1);
    let uri = client.uri("weather.yaml");
    let place = |line: u64, character: u64| json!({ "line": line, "character": character });
    let backwards = json!({ "start": place(3, 0), "end": place(1, 0) });
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///no", "version": 2 }, "contentChanges": [] }),
        ),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": 7 }, "contentChanges": [{ "range": backwards, "text": "x" }] }),
        ),
        ("textDocument/didChange", json!(null)),
        ("textDocument/didClose", json!([1])),
        ("workspace/didChangeWatchedFiles", json!({ "changes": 1 })),
        ("workspace/didChangeWorkspaceFolders", json!({})),
        ("no/such", json!({})),
        ("$/no", json!({})),
        ("$/cancelRequest", json!({ "id": "unknown" })),
    ] {
        client.notify(method, params);
    }
    client.write_body(r#"{"id":99999,"result":null}"#);
    client.change("weather.yaml", 8, json!([{ "text": "weather: [\n" }]));
    assert_eq!(client.await_version("weather.yaml", 8)[0]["code"], "T0105");
    let logged = |message: &&Value| message["method"] == "window/logMessage";
    assert_eq!(client.heard.iter().filter(logged).count(), 8);
    client.end();
}

#[test]
fn requests_outside_of_their_time_are_refused() {
    let folder = Folder::new("lsp_order");
    let mut client = Client::start(&folder.0);
    let refused = client.request("textDocument/hover", json!({}));
    assert_eq!(refused.map_err(|(code, _)| code), Err(-32002));
    client.notify("textDocument/didOpen", json!({}));
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    client
        .request("initialize", params.clone())
        .expect("an answer");
    let again = client.request("initialize", params);
    assert_eq!(again.map_err(|(code, _)| code), Err(-32600));
    client.request("shutdown", Value::Null).expect("an answer");
    let late = client.request("textDocument/hover", json!({}));
    assert_eq!(late.map_err(|(code, _)| code), Err(-32600));
    client.notify("exit", Value::Null);
    assert_eq!(client.wait().code(), Some(0));
}

/// After a header that says nothing, no further message can be found.
#[test]
fn a_stream_without_frames_ends_the_server() {
    let promised = b"Content-Length: 999999999999999\r\n\r\n{}".as_slice();
    let rows = [
        b"hello\r\n\r\n".as_slice(),
        b"\r\n",
        b"Content-Length: x\r\n\r\n",
        promised,
    ];
    for bytes in rows {
        let (_folder, mut client) = started("frames");
        client.write_raw(bytes);
        assert_error(&mut client, &json!(null), -32700);
        assert_eq!(client.wait().code(), Some(1));
    }
}

#[test]
fn documents_that_are_not_open_are_not_known() {
    let (_folder, mut client) = started("unopened");
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let params = json!({
        "textDocument": { "uri": client.uri("weather.yaml") },
        "range": range,
        "context": { "diagnostics": [] },
    });
    let refused = client.request("textDocument/codeAction", params);
    assert_eq!(refused.map_err(|(code, _)| code), Err(-32602));
    client.end();
}

/// A request that waits for a check is answered once, as cancelled.
#[test]
fn a_request_is_cancelled() {
    let (_folder, mut client) = started("cancelled");
    client.open("weather.yaml", WEATHER);
    client.change("weather.yaml", 2, json!([{ "text": WEATHER }]));
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let params = json!({
        "textDocument": { "uri": client.uri("weather.yaml") },
        "range": range,
        "context": { "diagnostics": [] },
    });
    let id = client.ask("textDocument/codeAction", params);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_error(&mut client, &json!(id), -32800);
    client.end();
}

/// A document of the largest size that is read, and one above it.
#[test]
fn huge_documents_are_read_or_reported() {
    let (_folder, mut client) = started("huge");
    let line = "# a comment of forty characters, or more\n";
    let text = format!("{WEATHER}{}", line.repeat(100_000));
    client.open("weather.yaml", &text);
    client.await_version("weather.yaml", 1);
    let place = json!({ "line": 50_000, "character": 0 });
    let change = json!([{ "range": { "start": place, "end": place }, "text": "- [\n" }]);
    client.change("weather.yaml", 2, change);
    assert_eq!(client.await_version("weather.yaml", 2)[0]["code"], "T0105");
    let text = "# a comment of thirty-two bytes\n".repeat((1 << 20) + 1);
    client.change("weather.yaml", 3, json!([{ "text": text }]));
    let uri = client.uri("toolc.yaml");
    while client
        .told
        .get(&uri)
        .is_none_or(|told| told.findings.is_empty())
    {
        client.hear().expect("findings");
    }
    assert_eq!(client.told[&uri].findings[0]["code"], "T0102");
    client.end();
}
