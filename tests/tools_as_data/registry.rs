//! The registry: what is registered twice, what is found, and by which names.

use crate::{Case, command::Folder, compare};
use serde_json::{Value, json};

/// The fingerprint of a schema is the one that the lock has for a tool with this schema.
pub fn run_fingerprint(case: &Case) -> Result<(), String> {
    if let Some(schema) = case.input.get("schema") {
        let found = json!({ "sha256": raw_fingerprint("one", schema)? });
        return compare(&found, &case.expected);
    }
    let first = raw_fingerprint("first", &case.input["a"])?;
    let second = raw_fingerprint("second", &case.input["b"])?;
    let mut found = json!({ "equal": first == second });
    if case.expected.get("sha256").is_some() {
        found["sha256"] = Value::from(first);
    }
    compare(&found, &case.expected)
}

fn raw_fingerprint(name: &str, schema: &Value) -> Result<String, String> {
    let folder = Folder::new(&format!("fingerprint_{name}"));
    let tools = json!([{ "name": "t", "description": "d", "parameters": schema }]);
    folder.put("t.json", &tools.to_string());
    let said = folder.toolc(&["lock", "t.json"]);
    let lock = std::fs::read_to_string(folder.0.join("toolc.lock")).unwrap_or_default();
    let line = lock
        .lines()
        .find_map(|line| line.trim().strip_prefix("raw_fingerprint: "));
    let line = line.ok_or_else(|| String::from_utf8_lossy(&said.stderr).into_owned())?;
    Ok(line.trim_matches('"').to_owned())
}
