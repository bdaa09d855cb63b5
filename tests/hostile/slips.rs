//! Thousands of unknown names, and lines of YAML with thousands of candidates for a slip: the search for what was meant is
//! limited.

use crate::support::{compile_text, timed};
use serde_json::{Value, json};
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_lock::{drift, lock};

fn compile_files(files: &[(&str, Value)]) -> Outcome {
    let mut loaded = Loaded::default();
    for (path, file) in files {
        loaded.sources.add(Source {
            path: (*path).to_owned(),
            text: file.to_string().into(),
            role: Role::Found,
        });
    }
    timed("names that are missing", || {
        compile(Diagnostics::default(), &loaded, &Options::default())
    })
}

/// Tools whose names differ in a number, each with a distinct schema.
fn tools(name: impl Fn(usize) -> String) -> Value {
    let tool = |at: usize| json!({ "name": name(at), "parameters": { "maxProperties": at } });
    (0..1_000).map(tool).collect()
}

#[test]
fn a_thousand_tools_that_were_renamed() {
    let old = compile_files(&[("t.json", tools(|at| format!("tool_{at:0100}")))]);
    let new = compile_files(&[("t.json", tools(|at| format!("tool_{}", 9_000 - at)))]);
    let longer = compile_files(&[("t.json", tools(|at| format!("toll_{at:0100}")))]);
    let locks = [&old, &new, &longer]
        .map(|outcome| lock::take_lock(outcome.checked.as_ref().expect("tools")));
    for (was, is) in [(0, 1), (0, 2), (2, 0)] {
        let mut diagnostics = Diagnostics::default();
        timed("a thousand new names", || {
            drift::compare_with_lock(&mut diagnostics, "toolc lock", &locks[was], &locks[is]);
        });
        let count = diagnostics.iter().count();
        assert!(count >= 2_000, "{count} findings");
    }
}

#[test]
fn a_whitelist_of_names_that_are_nowhere() {
    for length in [90, 250] {
        let names: Vec<String> = (0..300).map(|at| format!("{at:a>length$}")).collect();
        let worker = json!({ "name": "w", "toolsets": { "t": { "tools": names } } });
        let outcome = compile_files(&[
            ("t.json", tools(|at| format!("{at:b>length$}"))),
            ("w.json", worker),
        ]);
        let missing = outcome.diagnostics.iter();
        let missing = missing.filter(|found| found.code.to_string() == "T0402");
        assert_eq!(missing.count(), 300);
    }
}

#[test]
fn a_choice_of_operations_that_are_nowhere() {
    let count = 1_500;
    let operation = |at: usize| {
        let operation = json!({ "operationId": format!("operation_number_{at}"), "responses": {} });
        (format!("/p{at}"), json!({ "get": operation }))
    };
    let paths: serde_json::Map<String, Value> = (0..count).map(operation).collect();
    let api =
        json!({ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": paths });
    let names: Vec<String> = (0..count)
        .map(|at| format!("operation_numbre_{at}"))
        .collect();
    let entry = json!({ "type": "rest", "spec": "api.json", "operations": { "include": names } });
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("slips_operations");
    std::fs::create_dir_all(&folder).expect("a folder");
    let put = |name: &str, value: &Value| {
        std::fs::write(folder.join(name), value.to_string()).expect("written");
    };
    put("api.json", &api);
    put("toolc.yaml", &json!({ "tools": [entry] }));
    let mut diagnostics = Diagnostics::default();
    let loaded = toolc::load::load_sources(&mut diagnostics, &[folder]);
    let outcome = timed("operations that are missing", || {
        compile(diagnostics, &loaded, &Options::default())
    });
    let missing = outcome.diagnostics.iter();
    let missing = missing.filter(|found| found.code.to_string() == "T0220");
    assert_eq!(missing.count(), count);
}

#[test]
fn a_line_in_which_anything_may_be_meant() {
    let lines = [
        // a text that should be in quotes could begin after each colon and end before each comma
        "{ tool: pay, w { tool: pay, when: { /a: { equals: 13 } }, b: c ",
        "{ a: b, c: d: e, ",
        "[a: b, c: d, ",
        "{ a: 'b' c, d: \"e\" f, ",
        "{ a: *b, c: &d e, ",
    ];
    for line in lines {
        let text = format!(
            "name: w\ntools:\n  - {}\n",
            line.repeat(60_000 / line.len())
        );
        let outcome = compile_text("w.yaml", &text);
        assert!(!outcome.diagnostics.is_empty(), "{line}");
    }
}
