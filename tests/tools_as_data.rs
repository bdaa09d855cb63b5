//! What a library for synthetic data does with tools, calls and their artifacts, case by case
//! (`tests/tools_as_data/README.md`). A case holds as it stands, or `decisions.json` says why toolc
//! decides it otherwise.

#[path = "tools_as_data/asked.rs"]
mod asked;
#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;
#[path = "tools_as_data/dataflow.rs"]
mod dataflow;
#[path = "tools_as_data/engine.rs"]
mod engine;
#[path = "tools_as_data/enrichment.rs"]
mod enrichment;
#[path = "tools_as_data/inquiry.rs"]
mod inquiry;
#[rustfmt::skip]
#[path = "golden/lm/tools.rs"]
#[allow(dead_code, missing_docs, reason = "a part of it is not called")]
mod lm;
#[path = "support/model_endpoint.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod model_endpoint;
#[path = "tools_as_data/registry.rs"]
mod registry;
#[path = "tools_as_data/sampler.rs"]
mod sampler;
#[rustfmt::skip]
#[path = "golden/simulated/tools.rs"]
#[allow(dead_code, missing_docs, reason = "a part of it is not called")]
mod simulated;
#[path = "tools_as_data/validator.rs"]
mod validator;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// One input with what the library makes of it.
struct Case {
    area: String,
    rule: String,
    input: Value,
    expected: Value,
    /// Its place among the cases of the same area and rule.
    nth: u64,
}

/// Runs a case; an error says what toolc does instead.
type Run = fn(&Case) -> Result<(), String>;

/// How the cases of each area are run.
const AREAS: &[(&str, Run)] = &[
    ("config.wiring", engine::run_wiring),
    ("dataflow.attributes", dataflow::run_attributes),
    ("dataflow.edge", dataflow::run_edge),
    ("dataflow.index", dataflow::run_index),
    ("dataflow.text", dataflow::run_text),
    ("dataflow.type_multiplier", dataflow::run_type_multiplier),
    ("embeddings", inquiry::run_embeddings),
    ("embeddings.text", dataflow::run_tool_text),
    ("engine.composite", engine::run_composite),
    ("engine.errors", engine::run_errors),
    ("engine.lm", asked::run_engine),
    ("engine.lm.parse", asked::run_parse),
    ("engine.registry", engine::run_registry),
    ("engine.session", engine::run_session),
    ("enrichment.cache", enrichment::run_cache),
    ("enrichment.order", enrichment::run_order),
    ("enrichment.registry", enrichment::run_registry),
    ("neighbors", dataflow::run_neighbors),
    ("output_parameters", inquiry::run_proposals),
    ("reference.resolve", validator::run_reference),
    ("registry.build", registry::run_build),
    ("registry.file", registry::run_file),
    ("registry.fingerprint", registry::run_fingerprint),
    ("registry.match", registry::run_match),
    ("registry.query", registry::run_query),
    ("registry.refresh", registry::run_refresh),
    ("sampler.chain", sampler::run_sampler),
    ("sampler.fan_in", sampler::run_sampler),
    ("sampler.fan_out", sampler::run_sampler),
    ("sampler.namespace_distribution", sampler::run_distribution),
    ("sampler.neighbor", sampler::run_sampler),
    ("sampler.random", sampler::run_sampler),
    ("sampler.random.slots", sampler::run_slots),
    ("sampler.registry", sampler::run_registry),
    ("sampler.weighted_choice", sampler::run_choice),
    ("validator", validator::run_record),
    ("validator.fixture", validator::run_fixture),
];

/// A case holds if what is found is what is expected.
fn compare(found: &Value, expected: &Value) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("found {found}, expected {expected}")),
    }
}

#[test]
fn every_case_holds_or_is_decided() {
    let decisions = read_decisions();
    let mut used = BTreeSet::new();
    let mut faults = Vec::new();
    for case in read_cases() {
        let Some((_, run)) = AREAS.iter().find(|(area, _)| *area == case.area) else {
            faults.push(format!("{}: no area of this name", case.area));
            continue;
        };
        let name = (case.area.clone(), case.rule.clone(), case.nth);
        let is_decided = decisions.contains(&name);
        match run(&case) {
            Ok(()) if is_decided => {
                faults.push(format!("{name:?}: it holds, so nothing is decided"))
            }
            Err(instead) if !is_decided => faults.push(format!("{name:?}: {instead}")),
            Ok(()) | Err(_) => {}
        }
        used.insert(name);
    }
    for name in decisions.difference(&used) {
        faults.push(format!("{name:?}: decided, but there is no such case"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_area_is_run() {
    let areas: BTreeSet<String> = read_cases().into_iter().map(|case| case.area).collect();
    let named: Vec<&str> = AREAS.iter().map(|(area, _)| *area).collect();
    let expected: Vec<&str> = areas.iter().map(String::as_str).collect();
    assert_eq!(named, expected);
}

fn read_cases() -> Vec<Case> {
    let mut seen: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut cases = Vec::new();
    for case in read_list("cases.json") {
        let area = text(&case, "area");
        let rule = text(&case, "rule");
        let count = seen.entry((area.clone(), rule.clone())).or_default();
        cases.push(Case {
            area,
            rule,
            input: case["input"].clone(),
            expected: case["expected"].clone(),
            nth: *count,
        });
        *count += 1;
    }
    cases
}

/// Area, rule and place of each case that toolc decides otherwise. Each has a reason.
fn read_decisions() -> BTreeSet<(String, String, u64)> {
    let mut decisions = BTreeSet::new();
    for decision in read_list("decisions.json") {
        let (area, rule) = (text(&decision, "area"), text(&decision, "rule"));
        assert!(!text(&decision, "reason").is_empty(), "{area}: {rule}");
        let nth = decision
            .get("nth")
            .map_or(0, |nth| nth.as_u64().expect("a number"));
        assert!(decisions.insert((area, rule, nth)), "decided twice");
    }
    decisions
}

fn read_list(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/tools_as_data")
        .join(name);
    let text = fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("a list in JSON")
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
