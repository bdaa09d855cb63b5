//! The code that toolc generates for real tools accepts and refuses the same arguments as the `jsonschema`
//! crate, by whatever door they come in (`program/doors.rs`). The tools are those of `specs/` and random ones,
//! and those of `TOOLC_CORPUS`, the folder of real tool files. `cargo xtask differential` tries more values of
//! each tool.

#[path = "referee/apis.rs"]
mod apis;
#[path = "support/arguments.rs"]
mod arguments;
#[path = "referee/changes.rs"]
mod changes;
#[path = "support/edges.rs"]
mod edges;
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
#[path = "support/rounding.rs"]
mod rounding;
#[path = "support/schemas.rs"]
mod schemas;
#[path = "referee/semver.rs"]
mod semver;
#[path = "support/size.rs"]
mod size;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "support/spelling.rs"]
mod spelling;
#[path = "referee/tally.rs"]
mod tally;

use arguments::Generator;
use arguments::breaking::Aim;
use formats::spell_out_numeric_formats;
use generated::Generated;
use jsonschema::Draft;
use originals::Original;
use random::Random;
use rounding::is_rounded;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// Number of values per tool that are meant to be valid.
const VALID: usize = 6;

/// Number of values per tool that violate one keyword.
const BROKEN: usize = 14;

/// The minimum number of distinct values per tool.
const FEWEST: usize = 10;

/// What the tools of this repository and random ones are called together.
const OWN: &str = "own specs";

/// Number of random tools.
const RANDOM: usize = 200;

/// One tool in so many gets texts that are no JSON.
const UNREADABLE: usize = 10;

/// A type of the program's own refuses more than the schema; and the reference validator rounds a limit.
const LEFT_OUT: &[&str] = &["types__assign", "types__count"];

/// Number of tools whose values are sent to the program at once.
const AT_ONCE: usize = 500;

#[test]
fn tools_of_this_repository_and_random_ones_decide_as_the_referee() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("referee/own_specs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for file in fs::read_dir("specs").expect("specs").flatten() {
        let name = file.file_name();
        // `journal` needs a worker that configures it
        if file.path().is_file() && name != "toolc.yaml" && name != "journal.yaml" {
            fs::copy(file.path(), folder.join(name)).expect("copied");
        }
    }
    let mut random = Random::new(size::size("TOOLC_SEED", 0) as u64);
    let tools = (0..size::size("TOOLC_RANDOM_TOOLS", RANDOM)).map(|index| {
        let schema = schemas::arguments(&mut random).0;
        json!({ "name": format!("t{index}"), "inputSchema": schema })
    });
    for (name, tools) in [("random", tools.collect()), ("edges", edges::tools())] {
        let list = json!({ "tools": tools });
        fs::write(folder.join(format!("{name}.mcp.json")), list.to_string()).expect("written");
    }
    compare_at(OWN, &folder, None, originals::of_catalog);
}

#[test]
fn mcp_tools_decide_as_the_referee() {
    // one of 1,366 can only be called with a task
    compare("mcp", Some(1365), originals::of_mcp);
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
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    compare_at(folder, &corpus.join(folder), count, originals);
}

fn compare_at(folder: &str, path: &Path, count: Option<usize>, originals: Originals) {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path.to_owned()]);
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
            if LEFT_OUT.contains(&tool.wire_name.as_str()) {
                continue;
            }
            let values = of_tool(tool, seed, wanted).into_iter();
            instances.extend(values.map(|value| match folder {
                // random schemas say one thing in several ways
                OWN => value.of_verdict(),
                _ => value,
            }));
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
            let text = match random.chance(30) {
                true => spelling::respell(&value, &mut random),
                false => value.to_string(),
            };
            let is_new = !is_rounded(&tool.schema, &value) && known.insert(text.clone());
            if is_new && instances.len() < wanted {
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
    if seed.is_multiple_of(UNREADABLE as u64) {
        let valid = Generator::new(&tool.schema, &mut random).valid();
        let texts = spelling::unreadable(&valid).into_iter();
        instances.extend(texts.map(|text| Instance::unreadable(tool, text)));
    }
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
