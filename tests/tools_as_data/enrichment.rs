//! Enrichments: which there are, in which order they run, and how what they made is known again.

use crate::{Case, compare};
use serde_json::{Value, json};
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_enrich::reference;
use toolc_model::model::enrichment::{Enrichment, EnrichmentKind, order_enrichments};

const NOWHERE: Span = Span {
    source: SourceId(0),
    start: 0,
    end: 0,
};

fn read_node(value: &Value) -> Node {
    parse_text(&value.to_string(), NOWHERE)
}

fn words(value: &Value) -> Vec<String> {
    let words = value.as_array().into_iter().flatten();
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}

pub fn run_registry(case: &Case) -> Result<(), String> {
    let Some(name) = case.input["type"].as_str() else {
        return Err(
            "the types of enrichments are a table, to which nothing is added while a program runs"
                .to_owned(),
        );
    };
    let found = reference::explain_unknown_enrichment(name);
    let expected = case.expected["text"].as_str().unwrap_or_default();
    let (before, _) = expected.split_once('<').ok_or("no list")?;
    match found.strip_prefix(before) {
        Some("dataflow, embeddings, index, neighbors, output_parameters") => Ok(()),
        _ => Err(found),
    }
}

pub fn run_order(case: &Case) -> Result<(), String> {
    let listed = case.input["enrichments"].as_array().ok_or("no list")?;
    let mut ids = Vec::new();
    let mut entries = Vec::new();
    for (at, entry) in listed.iter().enumerate() {
        let id = entry["id"].as_str().or(entry["class"].as_str());
        let id = id.map_or_else(|| format!("e{at}"), str::to_owned);
        // every enrichment of toolc makes an artifact
        let name = entry["artifact_key"].as_str().unwrap_or(&id);
        entries.push(Enrichment {
            is_constant: false,
            name: Spanned::new(name.to_owned(), NOWHERE),
            needs: words(&entry["depends_on"])
                .into_iter()
                .map(|need| Spanned::new(need, NOWHERE))
                .collect(),
            kind: EnrichmentKind::Index,
            span: NOWHERE,
        });
        ids.push(id);
    }
    let found = match order_enrichments(&entries) {
        Ok(order) if case.expected.get("count").is_some() => json!({ "count": order.len() }),
        Ok(order) => {
            let order: Vec<&str> = order.iter().map(|at| ids[*at].as_str()).collect();
            json!({ "order": order })
        }
        Err(faults) => json!({
            "error": "ValueError",
            "text": reference::explain_fault(&entries, &faults[0]),
        }),
    };
    compare(&found, &case.expected)
}

pub fn run_cache(case: &Case) -> Result<(), String> {
    let fingerprint = |parts: &Value| {
        let parts: Vec<_> = parts
            .as_array()
            .into_iter()
            .flatten()
            .map(read_node)
            .collect();
        reference::fingerprint_parts(&parts)
    };
    if case.input.get("parts").is_some() {
        let found = json!({ "sha256": fingerprint(&case.input["parts"]) });
        return compare(&found, &case.expected);
    }
    if case.input.get("a").is_some() {
        let found = fingerprint(&case.input["a"]) == fingerprint(&case.input["b"]);
        return compare(&json!({ "equal": found }), &case.expected);
    }
    if case.input["enrichment"] == "embeddings" {
        return crate::inquiry::count_encoder_calls(case);
    }
    Err("an artifact is a committed file that is made as a whole; nothing is added to what is there".to_owned())
}
