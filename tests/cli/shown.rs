//! What commands say of the parts of results that models and clients are shown.

use crate::command::{Folder, json, stderr};
use serde_json::json;

#[test]
fn without_a_worker_the_list_has_what_all_workers_show_of_results() {
    let folder = Folder::new("export_results");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - name: find\n\
         \x20   description: Finds.\n\
         \x20   parameters: { type: object, properties: {}, additionalProperties: false }\n\
         \x20   output: show\n\
         \x20   output_parameters:\n\
         \x20     { type: object, properties: { id: { type: string }, secret: { type: string } }, required: [id], additionalProperties: false }\n",
    );
    let worker = |name: &str, drop: &str| {
        format!(
            "name: {name}\ntoolsets: {{ n: {{ tools: [find], approval: {{ default: ask }} }} }}\n{drop}"
        )
    };
    let drops = "results: { n::find: { drop: [/secret] } }\n";
    folder.put("a.yaml", &worker("a", drops));
    folder.put("b.yaml", &worker("b", drops));
    let export = || folder.toolc(&["export", "--target", "mcp", "."]);
    let same = export();
    let shown = json(&same)["tools"][0]["outputSchema"].to_string();
    assert!(shown.contains("id") && !shown.contains("secret"), "{shown}");
    assert_eq!(stderr(&same), "");

    folder.put("b.yaml", &worker("b", ""));
    let differ = export();
    let shown = json(&differ)["tools"][0]["outputSchema"].to_string();
    assert!(shown.contains("secret"), "{shown}");
    let why = stderr(&differ);
    assert!(
        why.contains("`n::find`") && why.contains("--worker"),
        "{why}"
    );
}

#[test]
fn what_is_shown_of_results_is_in_lists_and_explanations() {
    let folder = Folder::new("origins_of_results");
    folder.put(
        "specs/notes.yaml",
        "notes:\n\
         \x20 - name: find\n\
         \x20   description: Finds a note.\n\
         \x20   effect: read\n\
         \x20   parameters: { type: object, properties: {}, additionalProperties: false }\n\
         \x20   output_parameters: { type: object, properties: { id: { type: string }, text: { type: string } }, additionalProperties: false }\n",
    );
    folder.put(
        "specs/clerk.yaml",
        "name: clerk\n\
         toolsets: { notes: { tools: [find], approval: { default: preApproved } } }\n\
         results:\n\
         \x20 defaults: { bytes: 4096, rest: page }\n\
         \x20 notes::find: { keep: [/text], items: 5 }\n",
    );
    let shown = json!({
        "parts": "some",
        "items": 5,
        "bytes": 4096,
        "rest": "page",
        "places": ["specs/clerk.yaml:5:3", "specs/clerk.yaml:4:3"],
    });
    let list = json(&folder.toolc(&["list", "specs", "--format", "json", "--namespace", "notes"]));
    assert_eq!(list[0]["policy"][0]["results"], shown);
    if cfg!(feature = "serve") {
        let call = [
            "explain-call",
            "clerk",
            "notes::find",
            "{}",
            "specs",
            "--format",
            "json",
        ];
        assert_eq!(json(&folder.toolc(&call))["policy"]["results"], shown);
    }
}
