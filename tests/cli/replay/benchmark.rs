//! The answers that a benchmark accepts: those that its own schemas refuse are refused, and no others.

use crate::command::{Folder, json};
use crate::skip;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The same call twice, which is what the question asks for.
const REPEATED: &str = "parallel_158";

/// What the corpus lists although the schema accepts it: an empty list, where upstream accepts no value at all.
const FITS: &str = "no accepted value";

#[test]
fn the_answers_of_a_benchmark_hold_unless_their_schemas_refuse_them() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let listed = fs::read_to_string(corpus.join("bfcl-calls/exceptions.json")).expect("the list");
    let listed: Vec<Value> = serde_json::from_str(&listed).expect("JSON");
    let text = |value: &Value, key: &str| value[key].as_str().expect("a text").to_owned();
    let refused = listed
        .iter()
        .filter(|entry| entry["violates"] != json!([FITS]));
    let mut expected: BTreeSet<String> = refused.map(|entry| text(entry, "id")).collect();
    expected.insert(REPEATED.to_owned());
    let mut found = BTreeSet::new();
    let mut answers = 0;
    for entry in fs::read_dir(corpus.join("bfcl-calls")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|end| end != "jsonl") {
            continue;
        }
        let document = judge(&corpus, &path);
        assert_eq!(document["replay"]["unreadable"], 0, "{path:?}");
        for record in document["records"].as_array().expect("records") {
            answers += 1;
            if record["valid"] == false {
                found.insert(text(record, "id"));
            }
        }
    }
    assert_eq!(answers, 2351);
    assert_eq!(found, expected);
}

/// Each answer with the definitions of its tools in place of where they are.
fn judge(corpus: &Path, path: &Path) -> Value {
    let stem = path
        .file_stem()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let tools = fs::read_to_string(corpus.join(format!("bfcl-tools/BFCL_v4_{stem}.json")));
    let tools: Value = serde_json::from_str(&tools.expect("the tools")).expect("JSON");
    let lines = fs::read_to_string(path).expect("the answers");
    let lines = lines.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).expect("JSON");
        if record.get("functions").is_none() {
            let refs = record["tool_refs"].as_array().expect("positions").iter();
            let offered = refs.map(|at| tools[at.as_u64().expect("a position") as usize].clone());
            record["functions"] = Value::Array(offered.collect());
        }
        format!("{record}\n")
    });
    let folder = Folder::new(&format!("replay_{stem}"));
    folder.put("calls.jsonl", &lines.collect::<String>());
    json(&folder.toolc(&["replay", "calls.jsonl", "--format", "json"]))
}
