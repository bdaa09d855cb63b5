//! The code that toolc generates for real tools accepts and refuses the same arguments as the `jsonschema`
//! crate. Needs `TOOLC_CORPUS`, the folder of real tool files. `cargo xtask differential` tries more values
//! of each tool.

#[path = "referee/apis.rs"]
mod apis;
#[path = "support/arguments.rs"]
mod arguments;
#[path = "referee/changes.rs"]
mod changes;
#[path = "referee/explained.rs"]
mod explained;
#[path = "referee/formats.rs"]
mod formats;
#[path = "referee/generated.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod generated;
#[path = "referee/mutations.rs"]
mod mutations;
#[path = "referee/originals.rs"]
mod originals;
#[path = "support/random.rs"]
mod random;
#[path = "support/size.rs"]
mod size;
#[path = "referee/tally.rs"]
mod tally;

use arguments::Generator;
use arguments::breaking::Aim;
use formats::spell_out_numeric_formats;
use generated::Generated;
use jsonschema::Draft;
use originals::Original;
use random::Random;
use serde_json::Value;
use std::collections::HashSet;
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// Number of values per tool that are meant to be valid.
const VALID: usize = 6;

/// Number of values per tool that violate one keyword.
const BROKEN: usize = 14;

/// The minimum number of distinct values per tool.
const FEWEST: usize = 10;

/// Number of tools whose values are sent to the program at once.
const AT_ONCE: usize = 500;

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

#[test]
fn operations_decide_as_the_referee() {
    const DOCUMENTS: &[(&str, usize)] = &[
        ("openapi/2.0/go-swagger__expansion__clickmeter.yaml", 108),
        ("openapi/3.0/anchore.io.json", 112),
        ("openapi/3.0/rumble.run.json", 116),
        ("openapi/3.1/discourse.local.json", 84),
        ("openapi/3.1/meilisearch__open-api.json", 113),
    ];
    for (document, operations) in DOCUMENTS {
        compare(document, Some(*operations), originals::of_catalog);
    }
}

type Originals = fn(&generated::Compiled) -> Vec<Original>;

fn compare(folder: &str, count: Option<usize>, originals: Originals) {
    let Some(corpus) = std::env::var_os("TOOLC_CORPUS") else {
        eprintln!("skipped: TOOLC_CORPUS is not set");
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(
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
    let name = folder.replace(|char: char| !char.is_ascii_alphanumeric(), "_");
    let generated = Generated::build(&name, &compiled);
    let wanted = size::size("TOOLC_VALUES", VALID + BROKEN);
    let mut seed = size::size("TOOLC_SEED", 0) as u64 * 1_000_000;
    let mut tally = Tally::default();
    for tools in originals.chunks(AT_ONCE) {
        let mut instances = Vec::new();
        for tool in tools {
            instances.extend(of_tool(tool, seed, wanted));
            seed += 1;
        }
        let verdicts = generated.ask(&instances);
        for (instance, verdict) in instances.iter().zip(&verdicts) {
            tally.add(instance, verdict);
        }
    }
    eprintln!("{folder}: {} tools, {tally}", originals.len());
    eprintln!("compared\t{folder}\t{}", tally.sums());
    tally.assert_equal();
}

/// Returns distinct values of one tool, up to the given number if there are that many, with the verdict of
/// the reference validator.
fn of_tool(tool: &Original, seed: u64, wanted: usize) -> Vec<Instance> {
    let mut schema = tool.schema.clone();
    spell_out_numeric_formats(&mut schema);
    let referee = formats::options(tool.draft)
        .build(&schema)
        .unwrap_or_else(|fault| panic!("{}: {fault}", tool.wire_name));
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut instances = Vec::new();
    let rounds = 8 + wanted / 4;
    for round in 0..rounds {
        for (aim, value) in values(&tool.schema, &mut random) {
            let text = value.to_string();
            if instances.len() < wanted && known.insert(text.clone()) {
                instances.push(Instance::judge(tool, &referee, aim, text));
            }
        }
        let tried = (round + 1) * (VALID + BROKEN);
        if instances.len() >= FEWEST.max(wanted / 2) && tried >= wanted {
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

/// The draft of a schema, which may name an older one.
fn draft_of(schema: &Value) -> Draft {
    match schema.get("$schema").and_then(Value::as_str) {
        Some(name) if name.contains("draft-07") => Draft::Draft7,
        Some(name) if name.contains("draft-06") => Draft::Draft6,
        Some(name) if name.contains("draft-04") => Draft::Draft4,
        Some(name) if name.contains("2019-09") => Draft::Draft201909,
        _ => Draft::Draft202012,
    }
}
