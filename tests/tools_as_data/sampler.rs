//! Samplers: sentences, counts and distributions of the library.

use crate::{Case, compare};
use serde_json::{Map, Value, json};
use toolc_enrich::sample::{
    Link, Near, Pattern, Pool, PoolTool, Request, Sample, SampleError, Strategy, Uniform,
    choose_weighted, draw_sample, find_distribution, share_slots, soften_scores,
};

/// How often what is said of all samples is tried, each time with another seed.
const SEEDS: u64 = 50;

fn position(pool: &mut Pool, qualified: &str) -> usize {
    if let Some(at) = pool
        .tools
        .iter()
        .position(|tool| tool.qualified == qualified)
    {
        return at;
    }
    let (namespace, _) = qualified.split_once("::").unwrap_or(("ns", ""));
    pool.tools.push(PoolTool {
        namespace: namespace.to_owned(),
        qualified: qualified.to_owned(),
    });
    pool.tools.len() - 1
}

/// Edges as a case has them: a list of entries within one namespace, or names by namespace.
fn read_links(pool: &mut Pool, own: &str, edges: &Value) -> Vec<Link> {
    let namespace = own
        .split_once("::")
        .map_or("ns", |(namespace, _)| namespace);
    let mut named: Vec<(String, f64)> = Vec::new();
    match edges {
        Value::Array(list) => {
            for entry in list {
                let (name, score) = match entry {
                    Value::String(name) => (name.as_str(), 0.9),
                    entry => (
                        entry[0].as_str().unwrap_or_default(),
                        entry[2].as_f64().unwrap_or(0.9),
                    ),
                };
                // an overload is a tool of the same name
                let name = name.split(' ').next().unwrap_or(name);
                named.push((format!("{namespace}::{name}"), score));
            }
        }
        Value::Object(buckets) => {
            for (namespace, names) in buckets {
                let names = names.as_array().into_iter().flatten();
                named.extend(
                    names
                        .filter_map(Value::as_str)
                        .map(|name| (format!("{namespace}::{name}"), 0.9)),
                );
            }
        }
        _ => {}
    }
    let links = named.into_iter().map(|(qualified, score)| Link {
        tool: position(pool, &qualified),
        score,
        threads: Vec::new(),
    });
    links.collect()
}

/// The pool of a case.
fn read_pool(input: &Value) -> Pool {
    let mut pool = Pool::default();
    for name in input["tools"].as_array().into_iter().flatten() {
        position(&mut pool, name.as_str().unwrap_or_default());
    }
    for (key, is_out) in [("out_edges", true), ("in_edges", false)] {
        let mut lists: Vec<(usize, Vec<Link>)> = Vec::new();
        for (own, edges) in input[key].as_object().into_iter().flatten() {
            let at = position(&mut pool, own);
            let links = read_links(&mut pool, own, edges);
            lists.push((at, links));
        }
        let mut side = vec![Vec::new(); pool.tools.len()];
        for (at, links) in lists {
            side[at] = links;
        }
        let slot = if is_out {
            &mut pool.out
        } else {
            &mut pool.into
        };
        *slot = Some(side);
    }
    read_neighbors(&mut pool, input);
    pool
}

fn read_neighbors(pool: &mut Pool, input: &Value) {
    let Some(seed) = input["seed"].as_str().filter(|_| {
        input.get("neighbors").is_some() || input.get("neighbors_other_namespace").is_some()
    }) else {
        pool.near = Some(vec![Near::default(); pool.tools.len()]);
        return;
    };
    position(pool, seed);
    let namespace = seed
        .split_once("::")
        .map_or("ns", |(namespace, _)| namespace);
    let is_registered = |name: &str| {
        let listed = input["registered"].as_array();
        listed.is_none_or(|listed| listed.iter().any(|known| known == name))
    };
    let mut neighbors = Vec::new();
    for key in ["neighbors", "neighbors_other_namespace"] {
        for entry in input[key].as_array().into_iter().flatten() {
            let name = entry[0].as_str().unwrap_or_default();
            let qualified = match name.contains("::") {
                true => name.to_owned(),
                false => format!("{namespace}::{name}"),
            };
            let at = match is_registered(&qualified) {
                true => position(pool, &qualified),
                false => usize::MAX,
            };
            neighbors.push((at, entry[1].as_f64().unwrap_or_default()));
        }
    }
    let mut near = vec![Near::default(); pool.tools.len()];
    near[0].neighbors = neighbors;
    for (name, others) in input["near_duplicates"].as_object().into_iter().flatten() {
        let own = position(pool, &format!("{namespace}::{name}"));
        let others = others.as_array().into_iter().flatten();
        for other in others.filter_map(Value::as_str) {
            let other = position(pool, &format!("{namespace}::{other}"));
            near[own].duplicates.push(other);
        }
    }
    pool.near = Some(near);
}

fn read_weights(value: &Value) -> Option<Vec<(String, f64)>> {
    let weights = value.as_object()?.iter();
    let weights = weights.map(|(name, weight)| (name.clone(), weight.as_f64().unwrap_or_default()));
    Some(weights.collect())
}

/// The request of a case: what the call says beats what the configuration says.
fn read_request(pattern: Pattern, pool: &Pool, input: &Value) -> Request {
    let said = |key: &str| {
        let places = [&input["call"][key], &input["config"][key], &input[key]];
        places
            .into_iter()
            .find(|value| !value.is_null())
            .cloned()
            .unwrap_or_default()
    };
    let first = input["seed"].as_str();
    Request {
        namespace: said("namespace").as_str().map(str::to_owned),
        namespace_weights: read_weights(&said("namespace_weights")),
        strategy: match said("strategy").as_str() {
            Some("uniform") => Strategy::Uniform,
            _ => Strategy::Proportional,
        },
        min_score: said("min_score").as_f64().unwrap_or_default(),
        temperature: said("temperature").as_f64().unwrap_or(1.0),
        first: first.and_then(|name| pool.tools.iter().position(|tool| tool.qualified == name)),
        ..Request::new(pattern, said("k").as_i64())
    }
}

fn pattern_of(case: &Case) -> Pattern {
    match case.area.as_str() {
        "sampler.chain" => Pattern::Chain,
        "sampler.fan_in" => Pattern::FanIn,
        "sampler.fan_out" => Pattern::FanOut,
        "sampler.neighbor" => Pattern::Neighbor,
        _ => Pattern::Random,
    }
}

fn names(pool: &Pool, tools: &[usize]) -> Vec<String> {
    tools
        .iter()
        .map(|at| pool.tools[*at].qualified.clone())
        .collect()
}

/// What an error says, in the parts that the case has.
fn describe_error(pool: &Pool, error: &SampleError, expected: &Value) -> Value {
    let mut found = Map::new();
    let kind = if error.is_refusal() {
        "ValueError"
    } else {
        "SamplingError"
    };
    found.insert("error".to_owned(), kind.into());
    found.insert("text".to_owned(), error.text.clone().into());
    found.insert("requested".to_owned(), json!(error.requested));
    found.insert("tools".to_owned(), json!(names(pool, &error.tools)));
    found.retain(|key, _| expected.get(key).is_some());
    Value::Object(found)
}

/// Whether a sample has a property of the case.
fn has_property(pool: &Pool, sample: &Sample, key: &str, expected: &Value) -> bool {
    let found = names(pool, &sample.tools);
    let namespace = |at: &usize| pool.tools[*at].namespace.as_str();
    match key {
        "len" => json!(found.len()) == *expected,
        "result" => json!(found) == *expected,
        "first" => json!(found.first()) == *expected,
        "last" => json!(found.last()) == *expected,
        "contains" => found.iter().any(|name| name == expected),
        "warnings" => json!(sample.warnings.len()) == *expected,
        "warning_text" => sample.warnings.iter().any(|text| text == expected),
        "all_namespace" => sample.tools.iter().all(|at| namespace(at) == expected),
        "duplicates" => {
            let mut once = found.clone();
            once.sort();
            once.dedup();
            json!(found.len() - once.len()) == *expected
        }
        "consecutive_pairs_are_edges" => sample.tools.windows(2).all(|pair| {
            let links = pool.out.as_ref().map(|out| &out[pair[0]]);
            links.is_some_and(|links| links.iter().any(|link| link.tool == pair[1]))
        }),
        "rest_subset_of" => found[1..].iter().all(|name| {
            let allowed = expected.as_array().into_iter().flatten();
            let mut allowed = allowed.filter_map(Value::as_str);
            allowed.any(|other| name.ends_with(&format!("::{other}")))
        }),
        "per_namespace" => {
            let mut counts = Map::new();
            for at in &sample.tools {
                let count = counts.entry(namespace(at)).or_insert(json!(0));
                *count = json!(count.as_u64().unwrap_or_default() + 1);
            }
            Value::Object(counts) == *expected
        }
        _ => false,
    }
}

pub fn run_sampler(case: &Case) -> Result<(), String> {
    if let Some(scores) = case.input["scores"].as_array() {
        let scores: Vec<f64> = scores.iter().filter_map(Value::as_f64).collect();
        let temperature = case.input["temperature"].as_f64().unwrap_or(1.0);
        let round = |likely: f64| (likely * 1e4).round() / 1e4;
        let found: Vec<f64> = soften_scores(&scores, temperature)
            .into_iter()
            .map(round)
            .collect();
        return compare(&json!(found), &case.expected);
    }
    let mut pool = read_pool(&case.input);
    let asks_too_little = case.expected["error"] == "ValueError";
    if pool.tools.is_empty() && asks_too_little {
        position(&mut pool, "ns::any");
    }
    let request = read_request(pattern_of(case), &pool, &case.input);
    for seed in 0..SEEDS {
        match draw_sample(&pool, &request, &mut Uniform::new(seed)) {
            Err(error) => {
                return compare(
                    &describe_error(&pool, &error, &case.expected),
                    &case.expected,
                );
            }
            Ok(sample) => {
                for (key, expected) in case.expected.as_object().into_iter().flatten() {
                    if key != "with use_seed_namespace=false"
                        && !has_property(&pool, &sample, key, expected)
                    {
                        let found = names(&pool, &sample.tools);
                        return Err(format!("{key}: found {found:?}, {:?}", sample.warnings));
                    }
                }
            }
        }
    }
    match case.expected.get("with use_seed_namespace=false") {
        None => Ok(()),
        Some(expected) => {
            let request = Request {
                use_seed_namespace: false,
                ..request
            };
            let sample = draw_sample(&pool, &request, &mut Uniform::new(0));
            let mut found = names(&pool, &sample.map_err(|error| error.text)?.tools);
            // the seed has no fixed place
            found.sort_by_key(|name| !name.starts_with("ns::"));
            compare(&json!(found), expected)
        }
    }
}

pub fn run_distribution(case: &Case) -> Result<(), String> {
    let sizes = case.input["sizes"].as_object().into_iter().flatten();
    let sizes: Vec<(&str, usize)> = sizes
        .map(|(name, size)| (name.as_str(), size.as_u64().unwrap_or_default() as usize))
        .collect();
    let weights = read_weights(&case.input["namespace_weights"]);
    let strategy = match case.input["strategy"].as_str() {
        Some("uniform") => Strategy::Uniform,
        _ => Strategy::Proportional,
    };
    let found = match find_distribution(
        "tc/random",
        &sizes,
        weights.as_deref(),
        strategy,
        &mut Vec::new(),
    ) {
        Err(error) => json!({ "error": "ValueError", "text": error.text }),
        Ok(likely) => {
            let round = |likely: f64| (likely * 1e4).round() / 1e4;
            let likely = sizes.iter().zip(likely);
            let likely =
                likely.map(|((name, _), likely)| ((*name).to_owned(), json!(round(likely))));
            Value::Object(likely.collect())
        }
    };
    compare(&found, &case.expected)
}

pub fn run_slots(case: &Case) -> Result<(), String> {
    let Some(likely) = case.input["probabilities_in_order"].as_object() else {
        return run_sampler(case);
    };
    let k = case.input["k"].as_u64().unwrap_or_default() as usize;
    let fraction = |text: &Value| -> f64 {
        let (over, under) = text
            .as_str()
            .and_then(|text| text.split_once('/'))
            .unwrap_or(("0", "1"));
        over.parse::<f64>().unwrap_or_default() / under.parse::<f64>().unwrap_or(1.0)
    };
    let values: Vec<f64> = likely.values().map(fraction).collect();
    let slots = share_slots(&values, &vec![k; values.len()], k);
    let found = likely
        .keys()
        .cloned()
        .zip(slots.into_iter().map(Value::from));
    compare(&Value::Object(found.collect()), &case.expected)
}

pub fn run_choice(case: &Case) -> Result<(), String> {
    let scores = case.input["scores"].as_object().ok_or("no scores")?;
    let values: Vec<f64> = scores.values().filter_map(Value::as_f64).collect();
    let fraction = case.input["u"].as_f64().unwrap_or_default();
    let found = choose_weighted(&values, fraction).and_then(|at| scores.keys().nth(at));
    compare(&json!(found), &case.expected)
}

pub fn run_registry(case: &Case) -> Result<(), String> {
    let Some(name) = case.input["type"].as_str() else {
        return Err(
            "samplers are a table, to which nothing is added while a program runs".to_owned(),
        );
    };
    let error = match Pattern::named(name) {
        Err(error) => json!({ "error": "KeyError", "text": error.text }),
        Ok(pattern) => {
            let mut pool = Pool::default();
            position(&mut pool, "ns::any");
            let error = draw_sample(&pool, &Request::new(pattern, 1), &mut Uniform::new(0));
            let error = error.err().ok_or("a sample without its artifact")?;
            json!({ "error": "ValueError", "text": error.text })
        }
    };
    let mut expected = case.expected.clone();
    if let Some(map) = expected.as_object_mut() {
        map.remove("text_contains");
        let listed = "tc/chain, tc/fan_in, tc/fan_out, tc/neighbor, tc/random";
        if let Some(Value::String(text)) = map.get_mut("text") {
            *text = text.replace("<comma-separated names>", listed);
        }
    }
    compare(&error, &expected)
}
