//! What is asked of models: the artifacts `embeddings` and `output_parameters`, with a model that answers as a case wants.

use crate::dataflow::read_tools;
use crate::registry::compile_tools;
use crate::{Case, compare};
use serde_json::{Value, json};
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_enrich::inquiry::Inquiry;
use toolc_enrich::inquiry::embeddings::Embeddings;
use toolc_enrich::inquiry::proposals::Proposals;
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::{EmbeddingOptions, Endpoint, Enrichment, EnrichmentKind};

const NOWHERE: Span = Span {
    source: SourceId(0),
    start: 0,
    end: 0,
};

fn endpoint() -> Endpoint {
    let text = |text: &str| Spanned::new(text.to_owned(), NOWHERE);
    Endpoint::new(text("http://127.0.0.1:1/v1"), text("tiny"))
}

fn options() -> EmbeddingOptions {
    EmbeddingOptions {
        endpoint: endpoint(),
        batch: 64,
        dimensions: None,
    }
}

fn entry(kind: EnrichmentKind) -> Enrichment {
    Enrichment {
        is_constant: false,
        name: Spanned::new(kind.type_name().to_owned(), NOWHERE),
        needs: Vec::new(),
        kind,
        span: NOWHERE,
    }
}

/// Asks until everything is answered; returns the artifact and how many requests there were.
fn ask(inquiry: &mut dyn Inquiry, answer: &dyn Fn(&Value) -> Value) -> (String, usize) {
    let mut requests = 0;
    while let Some(request) = inquiry.write_request(1_000_000) {
        let request = serde_json::from_str(&request.expect("small")).expect("JSON");
        requests += 1;
        inquiry
            .take_answer(&answer(&request).to_string())
            .expect("of the right form");
    }
    (inquiry.finish().expect("all is answered"), requests)
}

fn give_vectors(request: &Value) -> Value {
    let texts = request["input"].as_array().map_or(0, Vec::len);
    let vectors = (0..texts).map(|index| json!({ "index": index, "embedding": [1.0, 0.5] }));
    json!({ "data": vectors.collect::<Vec<_>>() })
}

/// The vectors of the tools of a case, in the form of the library, and how often the encoder was asked.
fn embed(tools: &Value, earlier: &[&str]) -> (Value, String, usize) {
    let options = options();
    let entry = entry(EnrichmentKind::Embeddings(Box::new(options.clone())));
    let tools = read_tools(tools);
    let mut inquiry = Embeddings::new(&entry, &options, &tools, earlier);
    let (text, requests) = ask(&mut inquiry, &give_vectors);
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut tools = file["artifact"]["tools"].clone();
    let overloads = tools.as_object_mut().into_iter().flatten();
    for (_, overloads) in overloads {
        for (_, place) in overloads.as_object_mut().into_iter().flatten() {
            let text = &file["artifact"]["texts"][place.as_u64().expect("a place") as usize];
            assert!(
                text[0]
                    .as_str()
                    .is_some_and(|text| text.starts_with("This is a "))
            );
            assert_eq!(text[1], json!([1.0, 0.5]));
            *place = json!("<vector>");
        }
    }
    (tools, text, requests)
}

pub fn run_embeddings(case: &Case) -> Result<(), String> {
    if case.input.get("enrichment").is_some() {
        let kind = EnrichmentKind::Embeddings(Box::new(options()));
        let found = json!({ "depends_on": kind.needs(), "artifact_key": kind.type_name() });
        return compare(&found, &case.expected);
    }
    let (tools, _, _) = embed(&case.input, &[]);
    let Some(name) = case.expected.as_object().and_then(|expected| {
        let mut keys = expected.keys();
        keys.find_map(|key| key.strip_prefix("entries_under_"))
    }) else {
        return compare(&tools, &case.expected);
    };
    let count = tools[name].as_object().map_or(0, |entries| entries.len());
    compare(
        &json!({ format!("entries_under_{name}"): count }),
        &case.expected,
    )
}

/// Two runs over the same tools, the second with the file of the first.
pub fn count_encoder_calls(case: &Case) -> Result<(), String> {
    let tools = json!({ "tools": [{ "name": "t1" }] });
    let (_, file, first) = embed(&tools, &[]);
    let (_, again, second) = embed(&tools, &[&file]);
    assert_eq!(file, again);
    compare(&json!({ "encoder_calls": first + second }), &case.expected)
}

fn propose(catalog: &Catalog, earlier: &[&str], answer: &str) -> (Value, String, usize) {
    let endpoint = endpoint();
    let entry = entry(EnrichmentKind::OutputParameters(Box::new(endpoint.clone())));
    let mut inquiry = Proposals::new(&entry, &endpoint, catalog, earlier);
    let say = |_: &Value| json!({ "choices": [{ "message": { "content": answer } }] });
    let (text, requests) = ask(&mut inquiry, &say);
    let proposed = inquiry.list().first().map_or(json!({}), |proposal| {
        serde_json::from_str(&proposal.schema.to_json()).expect("JSON")
    });
    (proposed, text, requests)
}

pub fn run_proposals(case: &Case) -> Result<(), String> {
    const ANSWER: &str = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
    let input = &case.input;
    if input.get("lm_config").is_some() {
        return Err("an entry that does not say whom to ask is an error (T0244)".to_owned());
    }
    let tools = match (&input["tool"], &input["tools"]) {
        (Value::Null, Value::Array(tools)) => tools
            .iter()
            .map(|tool| match tool {
                Value::String(name) => json!({ "name": name, "parameters": {} }),
                tool => tool.clone(),
            })
            .collect(),
        (Value::Object(tool), _) => {
            let mut tool = tool.clone();
            tool.insert("parameters".to_owned(), json!({}));
            json!([tool])
        }
        _ => json!([{ "name": "get_weather", "parameters": {} }]),
    };
    let outcome = compile_tools(&tools);
    let Some(checked) = &outcome.checked else {
        return Err(format!("{:?}", outcome.diagnostics));
    };
    let catalog = checked.catalog();
    let answer = match (&input["answer_text"], &input["answer"]) {
        (Value::String(text), _) | (_, Value::String(text)) => text.clone(),
        (_, Value::Null) => ANSWER.to_owned(),
        (_, answer) => answer.to_string(),
    };
    let (proposed, file, first) = propose(catalog, &[], &answer);
    let (_, again, second) = propose(catalog, &[&file], &answer);
    let own = catalog
        .tools
        .first()
        .and_then(|tool| tool.output_text.as_ref());
    let schema = own.map_or(proposed, |own| {
        serde_json::from_str(&own.text).expect("JSON")
    });
    let is_kept = schema != json!({});
    assert_eq!((second == 0, file == again), (is_kept, true), "{input}");
    let mut found = serde_json::Map::new();
    for key in case
        .expected
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key)
    {
        let value = match key.as_str() {
            "output_parameters" => schema.clone(),
            "lm_calls" if input.get("runs").is_some() => json!(first + second),
            "lm_calls" => json!(first),
            // without what is known, as `--force` does
            "lm_called" => json!(propose(catalog, &[], &answer).2 > 0),
            _ => continue,
        };
        found.insert(key.clone(), value);
    }
    compare(&Value::Object(found), &case.expected)
}
