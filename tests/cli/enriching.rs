//! `toolc enrich`: what is written beside the lock, and how it is found when it is out of date (T0520).

use super::command::{Folder, json, stderr, stdout};
use std::fs;

const TOOLS: &str = "shop:
  - name: find_item
    description: Find an item by its title.
    parameters:
      type: object
      properties: { title: { type: string, description: The title. } }
      required: [title]
      additionalProperties: false
    output_parameters:
      type: object
      properties: { item_id: { type: string, maxLength: 9, minLength: 4 }, price: { type: number }, kind: { enum: [book, map] } }
      required: [item_id]
      additionalProperties: false
  - name: order_item
    description: Order an item.
    parameters:
      type: object
      properties: { item_id: { type: string, minLength: 1 }, count: { type: integer }, kind: { enum: [map, globe] } }
      required: [item_id]
      additionalProperties: false
";

fn put(folder: &Folder, enrichments: &str) {
    folder.put("specs/shop.yaml", TOOLS);
    let config = format!(
        "tools:\n  registry: [{{ type: file, path: shop.yaml }}]\n  enrichments: {enrichments}\nworkers: []\n"
    );
    folder.put("specs/toolc.yaml", &config);
}

fn read(folder: &Folder, path: &str) -> String {
    fs::read_to_string(folder.0.join(path)).expect("the file is there")
}

#[test]
fn artifacts_are_written_beside_the_lock_and_checked() {
    let folder = Folder::new("enrich");
    put(&folder, "[{ type: index }, { type: dataflow }]");
    let missing = folder.toolc(&["check", "specs"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        stderr(&missing).contains("error[T0520]: the artifact `artifacts/index.json` is missing")
    );
    let made = folder.toolc(&["enrich", "specs"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert!(stderr(&made).contains("2 written, 0 unchanged"));
    let before = read(&folder, "artifacts/dataflow.json");
    assert!(stderr(&folder.toolc(&["enrich", "specs"])).contains("0 written, 2 unchanged"));
    assert_eq!(before, read(&folder, "artifacts/dataflow.json"));
    assert_eq!(
        folder.toolc(&["enrich", "specs", "--check"]).status.code(),
        Some(0)
    );
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(0));
    // beside the lock, once there is one
    folder.toolc(&["lock", "specs", "--lock", "specs/toolc.lock"]);
    folder.toolc(&["enrich", "specs"]);
    assert_eq!(before, read(&folder, "specs/artifacts/dataflow.json"));
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(0));
}

#[test]
fn stale_altered_and_foreign_files_are_told() {
    let folder = Folder::new("enrich_stale");
    put(&folder, "[{ type: index }]");
    folder.toolc(&["enrich", "specs"]);
    folder.put(
        "specs/shop.yaml",
        &TOOLS.replace("Order an item", "Buy an item"),
    );
    let stale = folder.toolc(&["check", "specs"]);
    assert!(
        stderr(&stale).contains("was made of other tools or settings"),
        "{}",
        stderr(&stale)
    );
    assert!(
        stderr(&stale).contains("toolc.yaml:3:"),
        "{}",
        stderr(&stale)
    );
    folder.toolc(&["enrich", "specs"]);
    let altered = read(&folder, "artifacts/index.json").replace("\"buy\"", "\"sell\"");
    folder.put("artifacts/index.json", &altered);
    let found = folder.toolc(&["enrich", "specs", "--check"]);
    assert_eq!(found.status.code(), Some(1));
    assert!(stderr(&found).contains("T0520"));
    folder.put("artifacts/index.json", "{}");
    let foreign = folder.toolc(&["enrich", "specs"]);
    assert_eq!(foreign.status.code(), Some(1));
    assert!(stderr(&foreign).contains("T0503"), "{}", stderr(&foreign));
    assert_eq!(read(&folder, "artifacts/index.json"), "{}");
    fs::remove_file(folder.0.join("artifacts/index.json")).expect("removed");
    folder.toolc(&["enrich", "specs"]);
    put(&folder, "[{ type: index, name: words }]");
    let left = folder.toolc(&["enrich", "specs"]);
    assert!(
        stderr(&left).contains("no enrichment makes the artifact `artifacts/index.json`"),
        "{}",
        stderr(&left)
    );
}

/// The verdict is a proof or a pair of values, and the words only give an order.
#[test]
fn dataflow_says_what_fits() {
    let folder = Folder::new("enrich_dataflow");
    put(&folder, "[{ type: dataflow }]");
    folder.toolc(&["enrich", "specs"]);
    let text = read(&folder, "artifacts/dataflow.json");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let artifact = &value["artifact"];
    let edges = artifact["edges"].as_array().expect("edges");
    let verdict = |pointer: &str, argument: &str| {
        let edge = edges
            .iter()
            .find(|edge| edge[1] == pointer && edge[3] == argument)?;
        let at = edge[5].as_u64().expect("a position") as usize;
        Some(artifact["verdicts"][at].clone())
    };
    assert_eq!(
        verdict("/item_id", "item_id").expect("an edge")["verdict"],
        "fits"
    );
    let sometimes = verdict("/kind", "kind").expect("an edge");
    assert_eq!(sometimes["verdict"], "fits sometimes");
    assert_eq!(sometimes["fits"], "map");
    assert_eq!(sometimes["does_not"], "book");
    assert_eq!(
        verdict("/price", "count").expect("an edge")["verdict"],
        "fits sometimes"
    );
    assert_eq!(verdict("/item_id", "count"), None, "a text is no number");
    assert_eq!(verdict("/price", "kind"), None, "a number is no word");
    let rarely = verdict("/item_id", "kind").expect("an edge");
    assert_eq!(
        (&rarely["fits"], &rarely["verdict"]),
        (&"globe".into(), &"fits sometimes".into())
    );
    let best = &edges[artifact["out"][0][0].as_u64().expect("a position") as usize];
    assert_eq!(
        (&best[1], &best[3]),
        (&"/item_id".into(), &"item_id".into())
    );
}

#[test]
fn a_list_is_searched_by_words() {
    let folder = Folder::new("list_search");
    folder.put("specs/shop.yaml", TOOLS);
    let found = json(&folder.toolc(&[
        "list",
        "specs",
        "--search",
        "buying by title",
        "--format",
        "json",
    ]));
    assert_eq!(found[0]["qualified"], "shop::find_item");
    assert_eq!(found[0]["wire_name"], "shop__find_item");
    assert!(found[0]["score"].as_f64().is_some_and(|score| score > 0.0));
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let lines = stdout(&folder.toolc(&["list", "specs", "--search", "item"]));
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.contains("shop::order_item"), "{lines}");
}

/// Where the index is listed, generated code has it, and asks for the feature.
#[test]
fn generated_code_has_the_index_where_it_is_listed() {
    let folder = Folder::new("enrich_generated");
    for (enrichments, has_index) in [("[{ type: index }]", true), ("[{ type: dataflow }]", false)] {
        put(&folder, enrichments);
        let built = folder.toolc(&["build", "specs"]);
        assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
        let root = read(&folder, "generated/tools.rs");
        assert_eq!(root.contains("static SEARCH: rt::SearchIndex"), has_index);
        assert_eq!(root.contains("rt::require_search!();"), has_index);
    }
}

#[test]
fn generated_code_has_the_artifacts_that_are_constants() {
    let folder = Folder::new("enrich_constants");
    put(
        &folder,
        "[{ type: dataflow, constant: true }, { type: index, name: by-words, constant: true }, { type: index }]",
    );
    let missing = folder.toolc(&["build", "specs"]);
    assert_eq!(missing.status.code(), Some(1));
    let told = "error[T0520]: the artifact `artifacts/dataflow.json`, which generated code has, is missing";
    assert!(stderr(&missing).contains(told), "{}", stderr(&missing));
    assert!(!folder.0.join("generated").exists());
    folder.toolc(&["enrich", "specs"]);
    let built = folder.toolc(&[
        "build",
        "specs",
        "--depfile",
        "read.d",
        "--manifest",
        "built.json",
    ]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let root = read(&folder, "generated/tools.rs");
    assert!(
        root.contains("#[path = \"tools/artifacts.rs\"]\npub mod artifacts;"),
        "{root}"
    );
    let code = read(&folder, "generated/tools/artifacts.rs");
    for (name, constant) in [("dataflow", "DATAFLOW"), ("by-words", "BY_WORDS")] {
        let text = read(&folder, &format!("artifacts/{name}.json"));
        // the escapes of this text are the same in JSON and in Rust
        let text = serde_json::to_string(&text).expect("JSON");
        let literal = format!("pub const {constant}: &str = {text};");
        assert!(code.contains(&literal), "{code}");
        assert!(
            code.contains(&format!("(\"{name}\", {constant})")),
            "{code}"
        );
        assert!(read(&folder, "read.d").contains(&format!("artifacts/{name}.json")));
        assert!(read(&folder, "built.json").contains(&format!("artifacts/{name}.json")));
    }
    assert!(!read(&folder, "read.d").contains("artifacts/index.json"));
    folder.put(
        "specs/shop.yaml",
        &TOOLS.replace("Order an item", "Buy an item"),
    );
    let stale = folder.toolc(&["build", "specs"]);
    assert_eq!(stale.status.code(), Some(1));
    let told =
        "`artifacts/by-words.json`, which generated code has, was made of other tools or settings";
    assert!(stderr(&stale).contains(told), "{}", stderr(&stale));
    folder.put("artifacts/dataflow.json", "{}");
    let foreign = folder.toolc(&["build", "specs"]);
    assert!(stderr(&foreign).contains("dataflow.json`, which generated code has, is missing"));
}

#[test]
fn a_build_reads_no_artifact_and_is_the_same() {
    let folder = Folder::new("enrich_build");
    folder.put("specs/shop.yaml", TOOLS);
    folder.toolc(&["build", "specs", "--out", "before"]);
    let config = "tools: { enrichments: [{ type: dataflow }] }\n";
    folder.put("specs/toolc.yaml", config);
    folder.toolc(&["lock", "specs", "--lock", "specs/toolc.lock"]);
    folder.toolc(&["enrich", "specs"]);
    let built = folder.toolc(&["build", "specs", "--out", "after"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    assert!(!stderr(&built).contains("artifacts"), "{}", stderr(&built));
    for file in ["tools.rs", "tools/shop.rs"] {
        assert_eq!(
            read(&folder, &format!("before/{file}")),
            read(&folder, &format!("after/{file}"))
        );
    }
    let checked = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    assert_eq!(
        checked["diagnostics"].as_array().map(Vec::len),
        Some(0),
        "{checked}"
    );
}
