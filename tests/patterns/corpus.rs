//! Patterns of the official test suite and of real specs.

use super::{matches, skip};
use serde_json::Value;
use std::path::{Path, PathBuf};
use toolc_runtime::pattern::Program;
use toolc_schema::pattern::compile_pattern;

fn corpus(folder: &str) -> Option<PathBuf> {
    let corpus = skip::find_corpus()?;
    Some(corpus.join(folder))
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn agrees_with_the_official_suite() {
    let Some(suite) = corpus("json-schema-test-suite/tests/draft2020-12") else {
        return;
    };
    let mut count = 0;
    for file in [
        "pattern.json",
        "patternProperties.json",
        "optional/ecmascript-regex.json",
        "optional/non-bmp-regex.json",
    ] {
        for case in read(&suite.join(file)).as_array().expect("cases") {
            for test in case["tests"].as_array().expect("tests") {
                count += usize::from(check(case, test));
            }
        }
    }
    eprintln!("{count} tests of the official suite");
    assert!(count > 50);
}

/// Checks what a test says about `pattern` or the names of properties. Returns whether it says anything.
fn check(case: &Value, test: &Value) -> bool {
    let (schema, data) = (&case["schema"], &test["data"]);
    if let (Some(source), Some(text)) = (schema["pattern"].as_str(), data.as_str()) {
        assert_eq!(
            Some(matches(source, text)),
            test["valid"].as_bool(),
            "{case} {test}"
        );
        return true;
    }
    let (Some(patterns), Some(object)) =
        (schema["patternProperties"].as_object(), data.as_object())
    else {
        return false;
    };
    let closed = schema["additionalProperties"] == false;
    let valid = object.iter().all(|(name, value)| {
        let mut matching = patterns
            .iter()
            .filter(|(source, _)| matches(source, name))
            .peekable();
        let known = !closed || matching.peek().is_some();
        known && matching.all(|(_, schema)| jsonschema::is_valid(schema, value))
    });
    assert_eq!(Some(valid), test["valid"].as_bool(), "{case} {test}");
    true
}

fn patterns_in(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| patterns_in(item, found)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(source) if name == "pattern" => found.push(source.clone()),
                    Value::Object(named) if name == "patternProperties" => {
                        found.extend(named.keys().cloned());
                    }
                    _ => {}
                }
                patterns_in(member, found);
            }
        }
        _ => {}
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

pub(super) fn corpus_patterns() -> Vec<String> {
    let mut paths = Vec::new();
    for folder in ["mcp", "bfcl-tools", "openapi"] {
        corpus(folder)
            .into_iter()
            .for_each(|folder| files(&folder, &mut paths));
    }
    let mut found = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(value) => patterns_in(&value, &mut found),
            Err(_) => text
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok())
                .for_each(|value| patterns_in(&value, &mut found)),
        }
    }
    found
}

#[test]
fn compiles_the_patterns_of_real_specs() {
    let sources = corpus_patterns();
    let (mut refused, mut kinds) = (Vec::new(), [0; 4]);
    for source in &sources {
        match compile_pattern(source) {
            Err(fault) => refused.push((source, fault)),
            Ok(compiled) => match compiled.leak(source).program {
                Program::Run { .. } => kinds[0] += 1,
                Program::Automaton(_) => kinds[1] += 1,
                Program::Code(_) => kinds[2] += 1,
                Program::Captures(_) => kinds[3] += 1,
            },
        }
    }
    eprintln!(
        "{} patterns: runs, tables, code, captures {kinds:?}",
        sources.len()
    );
    refused
        .iter()
        .for_each(|(source, fault)| eprintln!("{source}: {fault}"));
    let ours = |source: &str| !source.contains("(?P<");
    assert!(!refused.iter().any(|(source, _)| ours(source)));
}
