//! The examples of the five texts that toolc learned from. Each block of YAML or JSON is a folder of
//! `tests/reference/blocks`, checked and listed as a user would; the output is compared with `said.txt`
//! beside it (`TOOLC_BLESS=1` rewrites it). Each block of code is a test here that does the same.
//! `tests/reference/README.md` has a line for every block.

#[path = "reference/contract.rs"]
mod contract;
#[path = "reference/extensibility.rs"]
mod extensibility;
#[path = "reference/forge.rs"]
mod forge;
#[path = "reference/loaders.rs"]
mod loaders;
#[path = "reference/runtime.rs"]
mod runtime;
#[rustfmt::skip]
#[path = "golden/reference/tools.rs"]
#[allow(dead_code, reason = "it is made for programs that use all of it")]
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, ErrorKind, ToolCall, ToolResult, ToolRuntime};

fn call(runtime: &dyn ToolRuntime, name: &str, arguments: &str) -> ToolResult {
    let call = ToolCall::new("call_1", name, arguments);
    let context = Context::new("tests").with_workspace("work");
    block_on(runtime.call(&context, call))
}

fn kind(result: &ToolResult) -> Option<ErrorKind> {
    result.error.as_ref().map(|error| error.kind)
}

/// Returns the output of a command for a folder.
fn said(folder: &Path, command: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(command)
        .current_dir(folder)
        .env("DGT_DATA_DIR", "data")
        .env("NO_COLOR", "1")
        .output()
        .expect("toolc runs");
    let status = done.status.code().expect("it ended by itself");
    let text = match command {
        ["list"] => done.stdout,
        _ => done.stderr,
    };
    let text = String::from_utf8(text).expect("a text");
    let text: Vec<String> = text.lines().map(without_numbers).collect();
    let command = command.join(" ");
    format!("$ toolc {command}\n{}\nexit {status}\n", text.join("\n"))
}

/// Removes the time and the number of checks from the last line; every new code changes the latter.
fn without_numbers(line: &str) -> String {
    let summary = line.contains(" errors, ") || line.contains(" error, ");
    let before = match line.rsplit_once(" in ") {
        Some((before, after)) if summary && after.contains(" s") => before,
        _ => return line.to_owned(),
    };
    let ends = [" checks passed", " checks failed"];
    let is_count = |part: &&str| ends.iter().any(|end| part.ends_with(end));
    let parts: Vec<&str> = before.split(", ").filter(|part| !is_count(part)).collect();
    parts.join(", ")
}

fn folders() -> Vec<PathBuf> {
    let entries = fs::read_dir("tests/reference/blocks").expect("the blocks");
    let mut folders: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    folders
}

#[test]
fn blocks_are_compiled_as_they_stand() {
    let is_blessing = std::env::var_os("TOOLC_BLESS").is_some();
    let mut faults = Vec::new();
    for folder in folders() {
        let said = said(&folder, &["check", "-v"]) + &said(&folder, &["list"]);
        let expected = folder.join("said.txt");
        if is_blessing {
            fs::write(&expected, &said).expect("an expectation is written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != said {
            faults.push(format!("{} differs; it is now\n{said}", expected.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns whether a file, or a function of one, exists.
fn is_there(place: &str) -> bool {
    let Some((path, function)) = place.split_once("::") else {
        return Path::new(place).exists();
    };
    let text = fs::read_to_string(path).unwrap_or_default();
    text.contains(&format!("fn {function}("))
}

/// Number of blocks in each text.
const BLOCKS: &[(&str, usize)] = &[
    ("registry-and-loaders", 10),
    ("tool-extensibility", 8),
    ("tool-execution-runtime", 6),
    ("tool-contract", 13),
    ("forge-tools-authoring", 10),
];

#[test]
fn every_block_has_its_place_or_a_reason() {
    let table = fs::read_to_string("tests/reference/README.md").expect("the table");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let mut faults = Vec::new();
    for (text, blocks) in BLOCKS {
        let of_it: Vec<_> = rows.iter().filter(|row| row[0] == *text).collect();
        let numbers: Vec<&str> = of_it.iter().map(|row| row[1]).collect();
        let expected: Vec<String> = (1..=*blocks).map(|number| number.to_string()).collect();
        assert_eq!(numbers, expected, "{text}");
        for row in of_it {
            let [_, number, _, places, reason] = row[..] else {
                panic!("five cells: {row:?}");
            };
            let places: Vec<&str> = places.split('`').skip(1).step_by(2).collect();
            if places.is_empty() && reason.len() < 20 {
                faults.push(format!("{text} {number}: neither place nor reason"));
            }
            let missing = places.iter().filter(|place| !is_there(place));
            faults.extend(missing.map(|place| format!("{text} {number}: there is no `{place}`")));
        }
    }
    for folder in folders() {
        let name = folder.display().to_string();
        if !table.contains(&format!("`{name}`")) {
            faults.push(format!("{name} is of no block"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
