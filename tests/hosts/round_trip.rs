//! What is written is read back without a finding, and every single change of it that changes what the host does is found, in
//! the class that says which way.

use crate::command::{Folder, json, stdout};
use crate::model::{HOSTS, read, verdict, write};
use crate::specs::{Cell, list_cells, put_specs};
use serde_json::Value;
use std::collections::BTreeSet;

/// A few tools of each kind.
const CHOSEN: &[&str] = &[
    "m__t_p",
    "m__t_a",
    "m__t_b",
    "m__t_p_a",
    "m__t_a_b",
    "m__not_granted",
    "m__for_people",
];

/// Texts that stand for others, one at a time.
const TEXTS: &[&str] = &[
    "approve",
    "prompt",
    "auto",
    "always_allow",
    "always_ask",
    "never",
    "m__t_p",
    "m__t_a",
    "m__t_b",
    "m__new",
    "mcp__desk__m__t_b",
    "mcp__desk__m__t_a",
    "mcp__desk",
    "mcp__desk__*",
    "mcp__*",
];

const LOOSER: [&str; 2] = ["approval-loosened", "whitelist-grown"];
const STRICTER: [&str; 2] = ["approval-tightened", "whitelist-shrunk"];

/// The classes of what `toolc check --deployed` finds; `None` if it could not compare.
fn check(
    folder: &Folder,
    host: &str,
    file: &str,
    worker: &str,
    more: &[&str],
) -> Option<BTreeSet<String>> {
    let mut arguments = vec![
        "check",
        "--deployed",
        file,
        "--host",
        host,
        "--worker",
        worker,
    ];
    arguments.extend(["--server", "desk", "--format", "json", "specs"]);
    arguments.extend(more);
    let output = folder.toolc(&arguments);
    let found = json(&output);
    let found = found["diagnostics"].as_array().expect("findings").iter();
    let classes: BTreeSet<String> = found
        .filter_map(|it| it["class"].as_str().map(str::to_owned))
        .collect();
    let expected = i32::from(!classes.is_empty());
    match output.status.code() {
        Some(3) => None,
        code => {
            assert_eq!(code, Some(expected), "{host}");
            Some(classes)
        }
    }
}

/// The file with one thing changed, for each thing.
fn change(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let mut without = map.clone();
                without.remove(key);
                all.push(Value::Object(without));
                for changed in change(inner) {
                    let mut other = map.clone();
                    other.insert(key.clone(), changed);
                    all.push(Value::Object(other));
                }
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                let mut without = list.clone();
                without.remove(at);
                all.push(Value::Array(without));
                for changed in change(inner) {
                    let mut other = list.clone();
                    other[at] = changed;
                    all.push(Value::Array(other));
                }
            }
        }
        Value::String(text) => {
            let others = TEXTS.iter().filter(|other| *other != text);
            all.extend(others.map(|other| Value::from(*other)));
        }
        Value::Bool(flag) => all.push(Value::Bool(!flag)),
        _ => {}
    }
    all
}

fn try_host(host: &str, path: &str) -> usize {
    let cells = list_cells().into_iter();
    let cells: Vec<Cell> = cells
        .filter(|cell| CHOSEN.contains(&cell.wire.as_str()))
        .collect();
    let folder = put_specs(&format!("round_{host}"), &cells);
    let (worker, more) = match host {
        "vscode" => ("mild", ["--served"].as_slice()),
        _ => ("desk", [].as_slice()),
    };
    let arguments = [
        "export", "--host", host, "--worker", worker, "--server", "desk", "specs",
    ];
    let text = stdout(&folder.toolc(&[&arguments, more].concat()));
    folder.put(path, &text);
    let clean = check(&folder, host, path, worker, more);
    assert_eq!(clean, Some(BTreeSet::new()), "{host}: {text}");
    let written = read(host, &text);
    let offered = cells
        .iter()
        .filter(|cell| worker == "desk" || cell.is_mild());
    let mut names: Vec<&str> = offered.map(|cell| cell.wire.as_str()).collect();
    if more.is_empty() {
        names.push("m__unknown");
    }
    let mut tried = 0;
    for changed in change(&written) {
        let pairs = names
            .iter()
            .map(|name| (verdict(host, &written, name), verdict(host, &changed, name)));
        let pairs: Vec<_> = pairs.collect();
        let (is_looser, is_stricter) = (
            pairs.iter().any(|(was, is)| is < was),
            pairs.iter().any(|(was, is)| is > was),
        );
        let text = write(host, &changed);
        folder.put(path, &text);
        tried += 1;
        // a file in which the server is not found any more is refused as a whole
        let Some(classes) = check(&folder, host, path, worker, more) else {
            continue;
        };
        let has = |some: [&str; 2]| some.iter().any(|class| classes.contains(*class));
        assert_eq!(has(LOOSER), is_looser, "{host} looser {classes:?}: {text}");
        assert_eq!(
            has(STRICTER),
            is_stricter,
            "{host} stricter {classes:?}: {text}"
        );
    }
    assert!(tried > 5, "{host}: {tried} changes");
    eprintln!("{host}: {tried} changes");
    tried
}

#[test]
fn every_change_of_a_file_is_found_in_its_class() {
    std::thread::scope(|scope| {
        for (host, path) in HOSTS {
            scope.spawn(move || try_host(host, path));
        }
    });
}
