//! Inputs that toolc once handled wrongly: folders with the steps that show it, and what is right.
//! `tests/cases/README.md` says what is in a folder.
#![cfg(unix)]

#[path = "support/mcp_client.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod client;
#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;
#[path = "cases/echo.rs"]
mod echo;
#[path = "cases/server.rs"]
mod server;
#[path = "cases/steps.rs"]
mod steps;
#[path = "cases/world.rs"]
mod world;

use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use world::World;

/// The folders below one, in the order of their names.
fn list_folders(path: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("a folder");
    let mut folders: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    folders
}

fn replay(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("case.json")).expect("case.json");
    let case: Value = serde_json::from_str(&text).expect("JSON");
    let mut world = World::new(folder, &case);
    let steps = case["steps"].as_array().expect("steps");
    assert!(!steps.is_empty(), "{}: no steps", folder.display());
    steps::run_steps(&mut world, steps, "")
}

fn replay_all(path: &str) {
    let mut missed = String::new();
    let folders = list_folders(path);
    assert!(folders.len() > 10, "the folders of {path}");
    // a part of a name selects cases
    let wanted = std::env::var("TOOLC_CASE").unwrap_or_default();
    for folder in folders {
        let name = folder.file_name().expect("a name").to_string_lossy();
        if !name.contains(&wanted) {
            continue;
        }
        for miss in replay(&folder) {
            writeln!(missed, "{name}: {miss}").expect("written");
        }
    }
    assert!(missed.is_empty(), "not as expected:\n{missed}");
}

#[test]
fn inputs_from_reports_about_other_tools_are_handled_right() {
    replay_all("tests/cases/inputs");
}

#[test]
fn inputs_of_an_audit_are_handled_right() {
    replay_all("tests/cases/audit");
}

/// The MCP server of the cases: this test as a process.
#[test]
fn serve() {
    server::serve();
}
