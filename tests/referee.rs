//! The code that toolc generates for real tools accepts and refuses arguments as the `jsonschema`
//! crate does. Needs `TOOLC_CORPUS`, the folder of real tool files.

#[path = "support/arguments.rs"]
mod arguments;
#[path = "referee/generated.rs"]
mod generated;
#[path = "referee/originals.rs"]
mod originals;
#[path = "support/random.rs"]
mod random;
#[path = "referee/tally.rs"]
mod tally;

use arguments::Generator;
use arguments::breaking::Aim;
use generated::Generated;
use jsonschema::Draft;
use originals::Original;
use random::Random;
use serde_json::Value;
use std::collections::HashSet;
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::load;

/// How many values of each tool are meant to be valid.
const VALID: usize = 6;

/// How many values of each tool have one keyword broken.
const BROKEN: usize = 14;

/// Every tool has at least so many different values.
const FEWEST: usize = 10;

#[test]
fn mcp_tools_decide_as_the_referee() {
    compare("mcp", Some(1366), originals::of_mcp);
}

#[test]
fn benchmark_tools_decide_as_the_referee() {
    compare("bfcl-tools", None, originals::of_catalog);
}

#[test]
fn registry_tools_decide_as_the_referee() {
    compare("fms-dgt/data", None, originals::of_catalog);
}

#[test]
fn provider_tools_decide_as_the_referee() {
    compare("provider-formats", None, originals::of_catalog);
}

type Originals = fn(&generated::Compiled) -> Vec<Original>;

fn compare(folder: &str, count: Option<usize>, originals: Originals) {
    let Some(corpus) = std::env::var_os("TOOLC_CORPUS") else {
        eprintln!("skipped: TOOLC_CORPUS is not set");
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = load(
        &mut diagnostics,
        &[std::path::Path::new(&corpus).join(folder)],
    );
    let compiled = generated::compile_loaded(diagnostics, loaded);
    let originals = originals(&compiled);
    assert!(
        count.is_none_or(|count| originals.len() == count),
        "{} tools",
        originals.len()
    );
    let generated = Generated::build(&folder.replace('/', "_"), &compiled);
    let mut instances = Vec::new();
    for (seed, tool) in originals.iter().enumerate() {
        instances.extend(of_tool(tool, seed as u64));
    }
    let verdicts = generated.ask(&instances);
    let mut tally = Tally::default();
    for (instance, verdict) in instances.iter().zip(&verdicts) {
        tally.add(instance, verdict);
    }
    eprintln!("{folder}: {} tools, {tally}", originals.len());
    tally.assert_equal();
}

/// The values of one tool with what the referee says of them.
fn of_tool(tool: &Original, seed: u64) -> Vec<Instance> {
    let referee = jsonschema::options()
        .with_draft(tool.draft)
        .should_validate_formats(true)
        .build(&tool.schema)
        .unwrap_or_else(|fault| panic!("{}: {fault}", tool.wire_name));
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut instances = Vec::new();
    for _ in 0..8 {
        for (aim, value) in values(&tool.schema, &mut random) {
            let text = value.to_string();
            if instances.len() < VALID + BROKEN && known.insert(text.clone()) {
                instances.push(Instance::judge(tool, &referee, aim, text));
            }
        }
        if instances.len() >= FEWEST {
            break;
        }
    }
    assert!(
        instances.len() >= FEWEST,
        "{}: {} values",
        tool.wire_name,
        instances.len()
    );
    instances
}

fn values(schema: &Value, random: &mut Random) -> Vec<(Option<Aim>, Value)> {
    let mut values = Vec::new();
    for _ in 0..VALID {
        values.push((None, Generator::new(schema, random).valid()));
    }
    let whole = values[random.below(VALID)].1.clone();
    for broken in Generator::new(schema, random).broken(&whole, BROKEN) {
        values.push((Some(broken.aim), broken.value));
    }
    values
}

/// The draft of a schema that may name an older one.
fn draft_of(schema: &Value) -> Draft {
    match schema.get("$schema").and_then(Value::as_str) {
        Some(name) if name.contains("draft-07") => Draft::Draft7,
        Some(name) if name.contains("draft-06") => Draft::Draft6,
        Some(name) if name.contains("draft-04") => Draft::Draft4,
        Some(name) if name.contains("2019-09") => Draft::Draft201909,
        _ => Draft::Draft202012,
    }
}
