//! Arguments that are read and written out again are unchanged, and the definitions in generated code are
//! what `toolc export` prints, to the byte: for schemas at the edges of what types can say, for random ones,
//! and for those of `TOOLC_CORPUS`, the folder of real tool files.

#[path = "support/arguments.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod arguments;
#[path = "support/edges.rs"]
mod edges;
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "referee/generated.rs"]
mod generated;
#[path = "support/random.rs"]
mod random;
#[path = "support/schemas.rs"]
mod schemas;
#[path = "support/size.rs"]
mod size;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "round_trip/tally.rs"]
mod tally;

use arguments::Generator;
use generated::{Compiled, Generated, Program, compile_loaded};
use random::Random;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use tally::{Instance, Verdict};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc::source::{Role, Source};
use toolc_model::model::rust_options::RustOptions;
use toolc_runtime::{Json, Target};

/// Number of values that are tried for each tool.
const VALUES: usize = 20;

/// Number of random tools.
const RANDOM: usize = 60;

const PROGRAM: Program = Program::plain(include_str!("round_trip/program.rs"));

#[test]
fn edges_and_random_tools_give_back_what_came_in() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("round_trip_edges");
    fs::create_dir_all(&folder).expect("a folder");
    let mut random = Random::new(size::size("TOOLC_SEED", 0) as u64);
    let random = (0..size::size("TOOLC_RANDOM_TOOLS", RANDOM)).map(|index| {
        let schema = schemas::arguments(&mut random).0;
        json!({ "name": format!("t{index}"), "inputSchema": schema })
    });
    for (name, tools) in [("random", random.collect()), ("edges", edges::tools())] {
        let list = json!({ "tools": tools });
        fs::write(folder.join(format!("{name}.mcp.json")), list.to_string()).expect("written");
    }
    for borrowed in [false, true] {
        compare_at("edges", &folder, borrowed, 70);
    }
}

#[test]
fn mcp_tools_give_back_what_came_in() {
    compare("mcp", false);
}

#[test]
fn benchmark_tools_give_back_what_came_in() {
    compare("bfcl-tools", false);
}

#[test]
fn registry_tools_give_back_what_came_in() {
    compare("fms-dgt/data", false);
}

#[test]
fn provider_tools_give_back_what_came_in() {
    compare("provider-formats", false);
}

#[test]
fn types_that_borrow_give_back_what_came_in() {
    compare("mcp", true);
    compare("provider-formats", true);
}

fn compare(folder: &str, borrowed: bool) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    compare_at(folder, &corpus.join(folder), borrowed, 99);
}

/// Of so many tools in a hundred, some value must be valid.
fn compare_at(folder: &str, path: &Path, borrowed: bool, fewest: usize) {
    let compiled = compile(path, borrowed);
    let view = if borrowed { "borrowed" } else { "owned" };
    let name = format!("{}_{view}", folder.replace('/', "_"));
    let generated = Generated::build_with(&name, &PROGRAM, &compiled);
    let catalog = compiled.checked.catalog();
    let grants = &catalog.workers[0].grants;
    let ids = catalog.order_overloads(grants.iter().map(|grant| grant.tool));
    let shown = generated.print("definitions");
    assert_eq!(shown.lines().count(), Target::ALL.len());
    for (line, (target, _)) in shown.lines().zip(Target::ALL) {
        let of = toolc_model::model::Target::named(target).expect("a target of the compiler");
        let exported = catalog.definitions(&ids, of);
        assert!(
            line == exported.as_text(),
            "{folder}: {target} is shown something else"
        );
    }
    let mut instances = Vec::new();
    for (seed, grant) in grants.iter().enumerate() {
        let tool = catalog.tool(grant.tool);
        let schema = catalog.compose_text(&tool.input_text);
        for text in values(&schema, seed as u64) {
            let tool = tool.wire_name.clone();
            instances.push(Instance { tool, text });
        }
    }
    let answers = generated.ask(&instances);
    let mut tried = HashSet::new();
    let mut valid = 0;
    let mut changed = Vec::new();
    for (Instance { tool, text }, Verdict(answer)) in instances.iter().zip(&answers) {
        if answer.is_empty() {
            continue;
        }
        tried.insert(tool.as_str());
        valid += 1;
        let parse = |text: &str| Json::parse(text).expect("JSON");
        if parse(text) != parse(answer) {
            changed.push(format!("{tool}\n  {text}\n  {answer}"));
        }
    }
    let tools = grants.len();
    eprintln!(
        "{folder}, {view}: {tools} structures of {} tools, {} tried, {valid} of {} values valid, {} changed",
        catalog.tools.len(),
        tried.len(),
        answers.len(),
        changed.len()
    );
    changed.truncate(20);
    assert!(changed.is_empty(), "{}", changed.join("\n"));
    assert!(
        tried.len() * 100 >= tools * fewest,
        "too few have a valid value"
    );
}

/// Compiles one tool of each structure so that its arguments can be written out again.
fn compile(folder: &Path, borrowed: bool) -> Compiled {
    let mut loaded = load_sources(&mut Diagnostics::default(), &[folder.to_owned()]);
    let all = compile_loaded(Diagnostics::default(), loaded.clone());
    let mut known = HashSet::new();
    let mut toolsets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for tool in &all.checked.catalog().tools {
        if known.insert(&tool.structural_fingerprint) {
            toolsets
                .entry(&tool.namespace)
                .or_default()
                .push(&tool.name);
        }
    }
    let toolsets: BTreeMap<_, _> = toolsets
        .into_iter()
        .map(|(namespace, tools)| (namespace, json!({ "tools": tools })))
        .collect();
    loaded.sources.add(Source {
        path: "one_of_each.json".to_owned(),
        text: json!({ "name": "all", "toolsets": toolsets })
            .to_string()
            .into(),
        role: Role::Worker,
    });
    loaded.config.rust = RustOptions {
        serialize: Some(true),
        borrowed: Some(borrowed),
        ..RustOptions::default()
    };
    compile_loaded(Diagnostics::default(), loaded)
}

/// Returns distinct values, most of them valid.
fn values(schema: &str, seed: u64) -> Vec<String> {
    let schema = serde_json::from_str(schema).expect("JSON");
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut values = Vec::new();
    for _ in 0..VALUES * 4 {
        let text = Generator::new(&schema, &mut random).valid().to_string();
        if values.len() < VALUES && known.insert(text.clone()) {
            values.push(text);
        }
    }
    values
}
