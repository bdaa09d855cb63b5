//! Hostile files under a memory limit that the operating system enforces.

use crate::support::folder;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Memory of the process, in the unit of `ulimit -v` (kilobytes): 500 MB.
const KILOBYTES: u32 = 500_000;

/// The same for a few kilobytes of spec: 200 MB, half of which the program and its threads use before they do
/// any work.
const FEW_KILOBYTES: u32 = 200_000;

/// Generous, for a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Files that expand beyond their size.
fn files() -> Vec<(&'static str, String)> {
    let large = "- {name: a, parameters: {}}\n".repeat(50_000_000 / 28);
    let bomb: String = (0..60)
        .map(|level| match level {
            0 => "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned(),
            _ => format!(
                "a{level}: &a{level} [{}]\n",
                vec![format!("*a{}", level - 1); 10].join(", ")
            ),
        })
        .collect();
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    let long = format!(
        "[{{\"name\":\"{}\",\"parameters\":{{}}}}]",
        "n".repeat(20_000_000)
    );
    let overloads: Vec<String> = (0..8_000)
        .map(|at| format!("{{\"name\":\"t\",\"parameters\":{{\"required\":[\"k{at}\"]}}}}"))
        .collect();
    vec![
        ("overloads.json", format!("[{}]", overloads.join(","))),
        ("fifty_megabytes.yaml", large),
        ("aliases.yaml", bomb),
        ("deep.json", deep("[", "]")),
        ("deep.yaml", deep("[", "]")),
        ("deeper.yaml", deep("{a: ", "}")),
        ("long_name.json", long),
        ("zeros.json", format!("[{}0]", "0,".repeat(1_000_000))),
        (
            "cut_off.json",
            format!("[{}", "{\"name\":\"a\",\"parameters\":{}},".repeat(100_000)),
        ),
    ]
}

/// Specs of a few kilobytes that would need more memory than there is. Paths are relative to the folder.
fn specs() -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let tools = |schema: Value| {
        json!([{ "name": "t", "description": "d", "parameters": schema }]).to_string()
    };
    let levels: Map<String, Value> = (0..26)
        .map(|at| {
            let below = json!({ "$ref": format!("#/$defs/L{}", at + 1) });
            (format!("L{at}"), json!({ "anyOf": [below, below] }))
        })
        .chain([("L26".to_owned(), json!({ "type": "object" }))])
        .collect();
    let lattice = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/L0" } }, "$defs": levels });
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "t", "version": "1" },
        "servers": [{ "url": "https://api.test" }],
        "paths": { "/p": { "get": {
            "operationId": "p",
            "parameters": [{ "name": "q", "in": "query", "schema": { "type": "object", "properties": {} } }],
            "responses": { "200": { "description": "ok" } }
        } } }
    });
    let doubled = |part: &str, copied: &str, levels: usize| {
        let actions: Vec<Value> = (0..levels)
            .flat_map(|at| {
                [
                    json!({ "target": part, "update": { format!("c{at}"): { "type": "object" } } }),
                    json!({ "target": format!("{part}.c{at}"), "copy": copied }),
                ]
            })
            .collect();
        json!({ "overlay": "1.1.0", "info": {}, "actions": actions }).to_string()
    };
    let schema = "$.paths['/p'].get.parameters[0].schema";
    let selections: Vec<Value> = (0..30)
        .map(|_| json!({ "target": "$..*..*..*..*", "update": {} }))
        .collect();
    let selections = json!({ "overlay": "1.1.0", "info": {}, "actions": selections }).to_string();
    let overlaid = |overlay: String| {
        let config = json!({ "tools": { "registry": [{ "type": "rest", "spec": "a.json", "namespace": "api", "overlays": ["o.json"] }] } });
        vec![
            ("toolc.yaml", config.to_string()),
            ("a.json", api.to_string()),
            ("o.json", overlay),
        ]
    };
    let properties: Map<String, Value> = (0..60)
        .map(|at| {
            let pattern = format!("(?:\\p{{L}}\\B){{{}}}", 400 - at);
            (
                format!("p{at}"),
                json!({ "type": "string", "pattern": pattern }),
            )
        })
        .collect();
    let patterns = json!({ "type": "object", "properties": properties });
    vec![
        ("patterns", vec![("t.json", tools(patterns))]),
        ("lattice", vec![("t.json", tools(lattice))]),
        (
            "overlay",
            overlaid(doubled(&format!("{schema}.properties"), schema, 20)),
        ),
        ("overlay_beside", overlaid(doubled("$.info", "$.info", 30))),
        ("overlay_queries", overlaid(selections)),
    ]
}

#[test]
fn each_is_answered_within_500_megabytes() {
    let folder = folder("memory");
    for (name, text) in files() {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        assert_answered(name, &path, KILOBYTES);
        fs::remove_file(path).expect("removed");
    }
}

#[test]
fn a_few_kilobytes_take_little_memory() {
    for (name, files) in specs() {
        let folder = folder(&format!("memory_{name}"));
        for (file, text) in files {
            assert!(text.len() < 10_000, "{name}: {} bytes", text.len());
            fs::write(folder.join(file), text).expect("written");
        }
        assert_answered(name, &folder, FEW_KILOBYTES);
    }
}

fn assert_answered(name: &str, path: &Path, kilobytes: u32) {
    let started = Instant::now();
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {kilobytes} && exec \"$0\" check \"$1\""),
        ])
        .arg(env!("CARGO_BIN_EXE_toolc"))
        .arg(path)
        .output()
        .expect("sh runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let said: String = said.chars().take(2_000).collect();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{name}: {:?}\n{said}",
        output.status
    );
    assert!(
        started.elapsed() < PATIENCE,
        "{name}: {:?}",
        started.elapsed()
    );
}
