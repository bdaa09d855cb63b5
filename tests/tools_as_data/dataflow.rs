//! The artifacts `dataflow` and `neighbors` in the form of the library.

use crate::{Case, compare};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_base::sha256::sha256_hex;
use toolc_base::source::{SourceId, Span};
use toolc_enrich::neighbors::{Vectors, find_neighbors};
use toolc_enrich::reference::ReferenceTool;
use toolc_enrich::reference::dataflow::{ReferenceDataflow, make_dataflow, multiply_types};
use toolc_enrich::reference::texts;
use toolc_model::model::enrichment::{DataflowOptions, EnrichmentKind, NeighborOptions};

fn node(value: &Value) -> Node {
    let span = Span {
        source: SourceId(0),
        start: 0,
        end: 0,
    };
    parse_text(&value.to_string(), span)
}

fn properties(schema: &Value) -> Vec<(String, Node)> {
    let properties = schema.as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| (name.clone(), node(schema)))
        .collect()
}

/// A tool of a case: whole schemas, or only the properties under `in` and `out`.
fn read_tool(tool: &Value) -> ReferenceTool {
    let parameters = match tool.get("in") {
        Some(inputs) => json!({ "type": "object", "properties": inputs }),
        None => tool.get("parameters").cloned().unwrap_or(json!({})),
    };
    let outputs = match tool.get("out") {
        Some(outputs) => outputs.clone(),
        None => tool["output_parameters"]["properties"].clone(),
    };
    ReferenceTool {
        name: tool["name"].as_str().unwrap_or("t").to_owned(),
        namespace: tool["namespace"].as_str().unwrap_or("ns").to_owned(),
        description: tool["description"].as_str().unwrap_or_default().to_owned(),
        fingerprint: sha256_hex(node(&parameters).to_canonical_json()),
        inputs: properties(&parameters["properties"]),
        outputs: properties(&outputs),
    }
}

/// The tools of a case; a number stands for so many like `each`.
pub fn read_tools(input: &Value) -> Vec<ReferenceTool> {
    match (&input["tools"], &input["each"]) {
        (Value::Array(tools), _) => tools.iter().map(read_tool).collect(),
        (Value::Number(count), each) => (0..count.as_u64().unwrap_or_default())
            .map(|at| {
                let mut tool = each.clone();
                if tool.is_null() {
                    tool = json!({});
                }
                tool["name"] = format!("t{at}").into();
                read_tool(&tool)
            })
            .collect(),
        _ => many_pairs(input),
    }
}

/// Two tools with so many outputs and inputs.
fn many_pairs(input: &Value) -> Vec<ReferenceTool> {
    let names = |key: &str| -> Value {
        let count = input[key].as_u64().unwrap_or_default();
        let named = (0..count).map(|at| (format!("p{at}"), json!({ "type": "string" })));
        Value::Object(named.collect())
    };
    let one = json!({ "name": "a", "out": names("a_outputs") });
    let other = json!({ "name": "b", "in": names("b_inputs") });
    vec![read_tool(&one), read_tool(&other)]
}

/// The artifact, with the cosines of the case, or with some that differ.
fn make(case: &Case) -> ReferenceDataflow {
    let tools = read_tools(&case.input);
    let names: Vec<_> = tools
        .iter()
        .map(|tool| {
            let name = |(name, _): &(String, Node)| name.clone();
            let outputs: Vec<String> = tool.outputs.iter().map(name).collect();
            let inputs: Vec<String> = tool.inputs.iter().map(name).collect();
            (outputs, inputs)
        })
        .collect();
    let most = case.input["max_neighbors"].as_u64().unwrap_or(10);
    let cosines = case.input["cosines"].clone();
    make_dataflow(tools, most as usize, |output, input| {
        let pair = format!(
            "{},{}",
            names[output.0].0[output.1], names[input.0].1[input.1]
        );
        match (&cosines, case.input["cosine"].as_f64()) {
            (Value::Object(cosines), _) => cosines[&pair].as_f64().unwrap_or_default(),
            (_, Some(cosine)) => cosine,
            _ => 0.2 + 0.1 * (output.1 + 2 * input.1) as f64,
        }
    })
}

fn written(flow: &ReferenceDataflow) -> Result<Value, String> {
    let mut text = String::new();
    flow.write(&mut text);
    serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))
}

pub fn run_attributes(case: &Case) -> Result<(), String> {
    let kind = match case.area.as_str() {
        "neighbors" => EnrichmentKind::Neighbors(NeighborOptions::default()),
        _ => EnrichmentKind::Dataflow(DataflowOptions::default()),
    };
    let found = json!({ "depends_on": kind.needs(), "artifact_key": kind.type_name() });
    compare(&found, &case.expected)
}

pub fn run_type_multiplier(case: &Case) -> Result<(), String> {
    if case.input.get("tools").is_some() {
        let found = written(&make(case))?;
        return compare(&found["out"], &case.expected);
    }
    let schema = |key: &str| Some(&case.input[key]).filter(|schema| !schema.is_null());
    let (output, input) = (schema("output").map(node), schema("input").map(node));
    let found = multiply_types(output.as_ref(), input.as_ref());
    compare(&json!(found), &case.expected)
}

pub fn run_text(case: &Case) -> Result<(), String> {
    let name = case.input["name"].as_str().unwrap_or_default();
    let found = texts::write_parameter(name, &node(&case.input["info"]));
    compare(&json!(found), &case.expected)
}

pub fn run_tool_text(case: &Case) -> Result<(), String> {
    let found = texts::write_tool(&read_tool(&case.input));
    let Some(parts) = case.expected["contains"].as_array() else {
        return compare(&json!(found), &case.expected);
    };
    let mut parts = parts.iter().filter_map(Value::as_str);
    match parts.all(|part| found.contains(part)) {
        true => Ok(()),
        false => Err(found),
    }
}

pub fn run_edge(case: &Case) -> Result<(), String> {
    let flow = make(case);
    let links = flow.out[0].iter().flat_map(|bucket| &bucket.links);
    let names: Vec<&str> = links
        .map(|link| flow.tools[link.tool].name.as_str())
        .collect();
    compare(&json!({ "successors_of_a": names }), &case.expected)
}

pub fn run_index(case: &Case) -> Result<(), String> {
    let flow = make(case);
    let artifact = written(&flow)?;
    let Some((property, expected)) = case.expected.as_object().and_then(|map| map.iter().next())
    else {
        return Err("nothing is expected".to_owned());
    };
    let all = || flow.out.iter().enumerate();
    let links = || {
        all().flat_map(|(from, buckets)| {
            buckets
                .iter()
                .flat_map(move |bucket| bucket.links.iter().map(move |link| (from, link)))
        })
    };
    match property.as_str() {
        "buckets_of_api_a::a" => {
            let buckets = flow.out[0].iter().map(|bucket| {
                let names = bucket.links.iter();
                let names: Vec<&str> = names
                    .map(|link| flow.tools[link.tool].name.as_str())
                    .collect();
                (bucket.namespace.clone(), json!(names))
            });
            compare(&Value::Object(buckets.collect()), expected)
        }
        "for_every_out_edge_A_to_B" => {
            let missing = links().find(|(from, link)| {
                let mut back = flow.into[link.tool].iter().flat_map(|bucket| &bucket.links);
                !back.any(|back| back.tool == *from && back.score == link.score)
            });
            match missing {
                None if links().count() > 0 => Ok(()),
                _ => Err(format!("not mirrored: {missing:?}")),
            }
        }
        "edges_per_bucket_at_most" => {
            let both = flow.out.iter().chain(&flow.into).flatten();
            let most = both.map(|bucket| bucket.links.len()).max();
            compare(&json!(most), expected)
        }
        "self_edges" => {
            let own = links().filter(|(from, link)| *from == link.tool).count();
            match links().count() {
                0 => Err("no edges at all".to_owned()),
                _ => compare(&json!(own), expected),
            }
        }
        "pairs_sorted" => {
            let sorted =
                links().all(|(_, link)| link.pairs.is_sorted_by(|one, other| one.2 >= other.2));
            let pairs = links().map(|(_, link)| link.pairs.len()).max();
            compare(&json!([sorted, pairs]), &json!([true, 16]))
        }
        // the artifact is empty when nothing flows, so the overloads are given an edge
        "fingerprints_under_api::search" => {
            let mut tools = case.input["tools"].clone();
            for tool in tools.as_array_mut().into_iter().flatten() {
                tool["namespace"] = "api".into();
                tool["out"] = json!({ "query": { "type": "string" } });
            }
            let tools = tools.as_array().into_iter().flatten().map(read_tool);
            let artifact = written(&make_dataflow(tools.collect(), 10, |_, _| 1.0))?;
            let found = artifact["out"]["api::search"]
                .as_object()
                .map(|map| map.len());
            compare(&json!(found), expected)
        }
        "edges" => {
            let name = |at: usize| format!("{}#{}", flow.tools[at].name, at + 1);
            let edges: Vec<Value> = links()
                .map(|(from, link)| json!([name(from), name(link.tool), link.score]))
                .collect();
            compare(&json!(edges), expected)
        }
        _ => compare(&artifact, &case.expected),
    }
}

pub fn run_neighbors(case: &Case) -> Result<(), String> {
    if case.input.get("enrichment").is_some() {
        return run_attributes(case);
    }
    let tools: Vec<ReferenceTool> = match case.input["tools"].as_array() {
        // names alone
        Some(names) if names.iter().any(Value::is_string) => names
            .iter()
            .filter_map(Value::as_str)
            .filter_map(|name| name.split_once("::"))
            .map(|(namespace, name)| read_tool(&json!({ "namespace": namespace, "name": name })))
            .collect(),
        _ => read_tools(&case.input),
    };
    let options = NeighborOptions {
        max_neighbors: case.input["max_neighbors"].as_u64().unwrap_or(10) as usize,
        duplicate_sim_thresh: case.input["duplicate_sim_thresh"].as_f64().unwrap_or(0.9),
    };
    let given = |key: &str| -> Vec<f64> {
        match case.input["vectors"][key].as_array() {
            Some(numbers) => numbers.iter().filter_map(Value::as_f64).collect(),
            None => vec![1.0, key.len() as f64],
        }
    };
    let mut vectors = Vectors::new();
    for tool in &tools {
        vectors.insert(
            texts::write_tool(tool),
            given(&format!("tool {}", tool.name)),
        );
        for (name, schema) in tool.inputs.iter().chain(&tool.outputs) {
            vectors.insert(texts::write_untyped_parameter(name, schema), given(name));
        }
    }
    let found = find_neighbors(tools, &vectors, &options)?;
    let name = |at: &usize| found.tools[*at].name.clone();
    if let Some(expected) = case.expected.get("buckets_of_ns_a::t1") {
        let buckets = found.near[0].iter().map(|near| {
            let names: Vec<String> = near.neighbors.iter().map(|(at, _)| name(at)).collect();
            (near.namespace.clone(), json!(names))
        });
        return compare(&Value::Object(buckets.collect()), expected);
    }
    if let Some(expected) = case.expected.get("neighbors_per_bucket_at_most") {
        let most = found
            .near
            .iter()
            .flatten()
            .map(|near| near.neighbors.len())
            .max();
        return compare(&json!(most), expected);
    }
    let list = |scores: &[(usize, f64)]| -> Value {
        scores
            .iter()
            .map(|(at, score)| json!([name(at), score]))
            .collect()
    };
    let mut all = BTreeMap::new();
    for (tool, near) in found.tools.iter().zip(&found.near) {
        let buckets = near.iter().map(|near| {
            let lists = json!({ "neighbors": list(&near.neighbors), "near_duplicates": list(&near.duplicates) });
            (near.namespace.clone(), lists)
        });
        all.insert(tool.qualified(), Value::Object(buckets.collect()));
    }
    compare(&json!(all), &case.expected)
}
