//! The pages of `docs/errors` are correct: the blocks under "Wrong" lead to the page's code, and those under
//! "Right" do not. A block is a file of its own if its first line names one (`# toolc.yaml`); otherwise it is
//! a tool of `tools.yaml`, or the schema of its parameters. `tests/pages/T0000/` has the files that a page
//! assumes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::code::{CODES, Row};
use toolc::diagnostic::{Diagnostics, Stage};
use toolc::load::load_sources;

/// Pages that abbreviate the wrong example because it is too long for a page.
const SHORTENED: &[&str] = &[
    "T0106", "T0107", "T0313", "T0315", "T0340", "T0428", "T0499",
];

/// Pages about errors that no file in a repository can show; they have a terminal session instead.
const SESSIONS: &[&str] = &[
    "T0101", "T0102", "T0103", "T0109", "T0116", "T0117", "T0338", "T0501", "T0502", "T0503",
    "T0504", "T0512", "T0513", "T0520", "T0521", "T0631", "T0632", "T0633", "T0634", "T0641",
];

#[test]
fn wrong_is_wrong_and_right_is_right() {
    let mut faults = Vec::new();
    for row in CODES.iter().filter(|row| is_about_specs(row)) {
        let code = row.code.to_string();
        for (section, is_wrong) in [("Wrong", true), ("Right", false)] {
            let blocks = find_blocks(row.code.page(), section);
            if blocks.is_empty() {
                faults.push(format!("{code}: no block under \"{section}\""));
                continue;
            }
            let found = compile_blocks(&code, section, &blocks);
            let is_shortened = is_wrong && SHORTENED.contains(&code.as_str());
            if found.contains(&code) != is_wrong && !is_shortened {
                let found: Vec<_> = found.into_iter().collect();
                faults.push(format!("{code}: \"{section}\" has {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Drift needs two states of a folder, snapshots need servers and plug-ins programs, which no page shows as files. `tests/cli/replay.rs`
/// judges the recorded calls of pages.
fn is_about_specs(row: &Row) -> bool {
    let code = row.code.to_string();
    let is_about_files = !matches!(
        row.code.stage(),
        Stage::Drift
            | Stage::Snapshot
            | Stage::Replay
            | Stage::Plugin
            | Stage::Format
            | Stage::Host
    );
    is_about_files && !SESSIONS.contains(&code.as_str())
}

/// A block of YAML, JSON or Rust.
struct Block<'p> {
    language: &'p str,
    text: &'p str,
}

/// The blocks of YAML, JSON and Rust below a heading.
fn find_blocks<'p>(page: &'p str, section: &str) -> Vec<Block<'p>> {
    let Some((_, rest)) = page.split_once(&format!("\n## {section}\n")) else {
        return Vec::new();
    };
    let rest = rest.split("\n## ").next().unwrap_or("");
    let mut blocks = Vec::new();
    // Text is before, within and after a fence, in turn.
    for fenced in rest.split("```").skip(1).step_by(2) {
        let (language, text) = fenced.split_once('\n').unwrap_or((fenced, ""));
        if ["yaml", "json", "rust"].contains(&language) {
            blocks.push(Block { language, text });
        }
    }
    blocks
}

/// Returns the codes of the findings in the files that the blocks stand for.
fn compile_blocks(code: &str, section: &str, blocks: &[Block<'_>]) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages/{code}_{section}"));
    let _ = fs::remove_dir_all(&folder);
    copy(&Path::new("tests/pages").join(code), &folder);
    for block in blocks {
        let (path, text) = as_file(block);
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let found = outcome.diagnostics.iter();
    found.map(|found| found.code.to_string()).collect()
}

fn as_file(block: &Block<'_>) -> (PathBuf, String) {
    let Block {
        language,
        text: block,
    } = *block;
    let first = block.lines().next().unwrap_or("");
    let named = first
        .strip_prefix("# ")
        .or_else(|| first.strip_prefix("// "))
        .and_then(|rest| rest.split(' ').next());
    if let Some(path) = named.filter(|path| path.contains('.')) {
        // The first line of a Markdown or JSON file is only its heading here.
        let is_heading = path.ends_with(".md") || path.ends_with(".json");
        let below = block.split_once('\n').filter(|_| is_heading);
        let text = below.map_or(block, |(_, below)| below);
        return (PathBuf::from(path), text.to_owned());
    }
    let tool_keys = [
        "name:",
        "description:",
        "parameters:",
        "input_schema:",
        "output_parameters:",
    ];
    let is_tool = |line: &str| tool_keys.iter().any(|key| line.starts_with(key));
    let text = if block.lines().any(is_tool) {
        let name = if block.starts_with("name:") {
            ""
        } else {
            "name: place\n"
        };
        format!("-\n{}", indent(&format!("{name}{block}"), "  "))
    } else if first.starts_with(['-', '[', '{']) || block.contains("parameters:") {
        block.to_owned()
    } else {
        let schema = indent(block, "    ");
        format!("- name: place\n  description: Finds a place.\n  parameters:\n{schema}")
    };
    (PathBuf::from(format!("tools.{language}")), text)
}

fn indent(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    let Ok(entries) = fs::read_dir(from) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("copied");
        }
    }
}
