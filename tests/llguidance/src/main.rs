//! Compiles the exported definitions with llguidance, and compares the result with what `toolc check`
//! reported for each tool: `llguidance-judge TOOLC FOLDER…`, where each folder holds sources with a
//! `toolc.yaml` that names the target.

use llguidance::api::{GrammarInit, ParserLimits, TopLevelGrammar};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::process::{Command, ExitCode};

/// The codes of findings that say that a target refuses a definition.
const REFUSALS: &[&str] = &["T0411", "T0418", "T0419"];

#[derive(Default)]
struct Tally {
    compiled: usize,
    refused: BTreeMap<String, usize>,
    faults: Vec<String>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let toolc = words
        .next()
        .ok_or("usage: llguidance-judge TOOLC FOLDER…")?;
    judge_planted()?;
    let mut tally = Tally::default();
    for folder in words {
        judge_folder(&toolc, &folder, &mut tally)?;
    }
    let refused: usize = tally.refused.values().sum();
    println!(
        "llguidance compiles {} definitions, and refuses {refused}; {} of them, or of what was told, are faults",
        tally.compiled,
        tally.faults.len()
    );
    for (why, count) in &tally.refused {
        println!("  {count} refused: {why}");
    }
    for fault in tally.faults.iter().take(40) {
        println!("fault: {fault}");
    }
    let is_fair = tally.faults.is_empty() && tally.compiled > 0 && refused > 0;
    Ok(if is_fair {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Makes sure that llguidance refuses something at all.
fn judge_planted() -> Result<(), Box<dyn Error>> {
    let refused = json!({ "type": "object", "propertyNames": { "maxLength": 3 } });
    let taken = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    match (compile(refused), compile(taken)) {
        (Some(_), None) => Ok(()),
        other => Err(format!("llguidance says of what is planted: {other:?}").into()),
    }
}

fn judge_folder(toolc: &str, folder: &str, tally: &mut Tally) -> Result<(), Box<dyn Error>> {
    let tools = run(toolc, &["list", "--format", "json", folder])?;
    let found = run(toolc, &["check", "--format", "json", folder])?;
    let exported = run(toolc, &["export", "--target", "llguidance", folder])?;
    let told: BTreeSet<&str> = list(&found["diagnostics"])
        .filter(|found| {
            found["code"]
                .as_str()
                .is_some_and(|code| REFUSALS.contains(&code))
        })
        .filter(|found| {
            found["message"]
                .as_str()
                .is_some_and(|text| text.contains("llguidance"))
        })
        .filter_map(|found| found["tool"].as_str())
        .collect();
    let names: BTreeMap<&str, &str> = list(&tools)
        .filter_map(|tool| Some((tool["wire_name"].as_str()?, tool["qualified"].as_str()?)))
        .collect();
    // findings name a tool, but not which of its overloads
    let mut overloads: BTreeMap<&str, Vec<Option<String>>> = BTreeMap::new();
    for tool in list(&exported).map(|tool| &tool["function"]) {
        let name = tool["name"].as_str().ok_or("a definition without a name")?;
        let name = names.get(name).ok_or("a definition of no tool")?;
        let judged = compile(tool["parameters"].clone());
        overloads.entry(name).or_default().push(judged);
    }
    for (name, judged) in overloads {
        let is_told = told.contains(name);
        let refusals: Vec<&String> = judged.iter().flatten().collect();
        tally.compiled += judged.len() - refusals.len();
        match (is_told, refusals.first()) {
            (true, None) => tally
                .faults
                .push(format!("{name} was told to be refused, and compiles")),
            (false, Some(why)) => tally
                .faults
                .push(format!("{name} is refused, and was not told: {why}")),
            (true, Some(_)) | (false, None) => {}
        }
        for why in refusals {
            *tally.refused.entry(shorten(why)).or_default() += 1;
        }
    }
    Ok(())
}

/// Returns why a schema is refused, or `None` if it compiles.
fn compile(schema: Value) -> Option<String> {
    let grammar = TopLevelGrammar::from_json_schema(schema);
    let judged = GrammarInit::Serialized(grammar).validate(None, ParserLimits::default());
    judged.into_error()
}

/// Returns the output. The exit code of `toolc check` depends on its findings, so it is ignored.
fn run(toolc: &str, words: &[&str]) -> Result<Value, Box<dyn Error>> {
    let ran = Command::new(toolc).args(words).output()?;
    serde_json::from_slice(&ran.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&ran.stderr);
        format!("toolc {}: {error}\n{said}", words.join(" ")).into()
    })
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns why a schema is refused, without the place.
fn shorten(why: &str) -> String {
    why.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(60)
        .collect()
}
