//! An MCP server on standard input and output that lists the tools of a snapshot. Its calls say what they were given,
//! or what `answers.json` beside the snapshot says.

use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The environment variable with the path of the snapshot.
const SNAPSHOT: &str = "TOOLC_CASE_SNAPSHOT";

/// The words of a command that starts this test as the server of a snapshot, as they are written in YAML. The server
/// writes its messages to the third pipe, since the test harness writes to standard output.
pub fn write_command(snapshot: &str) -> String {
    let own = std::env::current_exe().expect("the test");
    let script = format!(r#"{SNAPSHOT}="$1" exec "$0" --exact serve --nocapture 3>&1 >/dev/null"#);
    let words = ["sh", "-c", &script, own.to_str().expect("UTF-8"), snapshot];
    let words: Vec<_> = words.iter().map(|word| json!(word).to_string()).collect();
    words.join(", ")
}

/// The body of the test `serve`, if it was started as a server.
pub fn serve() {
    let Ok(path) = std::env::var(SNAPSHOT) else {
        return;
    };
    let mut out = OpenOptions::new()
        .write(true)
        .open("/dev/fd/3")
        .expect("the third pipe");
    let tools = read_tools(Path::new(&path));
    let answers = Path::new(&path).with_file_name("answers.json");
    let answers = fs::read_to_string(answers).map_or(Value::Null, |text| {
        serde_json::from_str(&text).expect("answers.json is JSON")
    });
    for line in io::stdin().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).expect("a message");
        if request.get("id").is_none() {
            continue;
        }
        let (key, outcome) = match request["method"].as_str() {
            Some("initialize") => ("result", hello()),
            Some("tools/list") => ("result", json!({ "tools": tools })),
            Some("tools/call") => ("result", call(&request["params"], &answers)),
            Some("ping") => ("result", json!({})),
            _ => ("error", json!({ "code": -32601, "message": "no" })),
        };
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], key: outcome });
        writeln!(out, "{answer}").expect("written");
    }
}

/// The tools of a snapshot: a list, or an answer of `tools/list` with or without its envelope.
fn read_tools(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the snapshot");
    let text = text.trim_start_matches('\u{feff}');
    // what a client stored of an event stream
    let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let events: String = events.collect();
    let text = if events.is_empty() { text } else { &events };
    let value: Value = serde_json::from_str(text).expect("JSON");
    let value = value.get("result").cloned().unwrap_or(value);
    value.get("tools").cloned().unwrap_or(value)
}

fn hello() -> Value {
    json!({
        "protocolVersion": "2025-06-18",
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "case", "version": "1" },
    })
}

fn call(params: &Value, answers: &Value) -> Value {
    let name = params["name"].as_str().expect("a name");
    answers.get(name).cloned().unwrap_or_else(|| {
        let text = format!("CALLED {}", params["arguments"]);
        json!({ "content": [{ "type": "text", "text": text }] })
    })
}
