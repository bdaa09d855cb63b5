//! Result schemas that a model proposes, and what is made of them.

use super::command::stdout;
use super::model_endpoint::{Act, Endpoint, say};
use super::{Folder, assert_ends, enrich, exists, put, read, stderr, toolc};
use serde_json::{Value, json};

fn proposer(endpoint: &Endpoint, more: &str) -> String {
    let url = &endpoint.url;
    format!("{{ type: output_parameters, base_url: '{url}', model: tiny{more} }}")
}

fn json_of(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(&read(folder, path)).expect("JSON")
}

#[test]
fn tools_without_a_schema_are_asked_about_once() {
    let folder = Folder::new("proposing");
    let endpoint = Endpoint::start([]);
    let flow = "{ type: dataflow, needs: [output_parameters] }, { type: dataflow, name: bare }";
    put(&folder, &format!("[{}, {flow}]", proposer(&endpoint, "")));
    let made = enrich(&folder);
    assert_ends(&made, 0);
    let requests = endpoint.take_requests();
    // `find_item` has a schema of its own
    let asked: Vec<String> = requests
        .iter()
        .map(|request| {
            request.body["messages"][1]["content"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[0].contains("order_item") && asked[1].contains("find_book"));
    assert!(
        requests
            .iter()
            .all(|request| request.path == "/v1/chat/completions")
    );
    let file = json_of(&folder, "artifacts/output_parameters.json");
    let tools = file["artifact"]["tools"].as_object().expect("tools");
    assert_eq!(tools.len(), 2);
    // what is proposed is read where it is asked for, and said to be
    let flow = json_of(&folder, "artifacts/dataflow.json");
    assert_eq!(
        flow["proposed"],
        json!(["shop::find_book", "shop::order_item"])
    );
    let bare = json_of(&folder, "artifacts/bare.json");
    assert_eq!(bare.get("proposed"), None);
    let edges = |file: &Value| file["artifact"]["edges"].as_array().map_or(0, Vec::len);
    assert!(edges(&flow) > edges(&bare), "{flow}");

    assert_ends(&enrich(&folder), 0);
    assert_ends(&toolc(&folder, &["enrich", "specs", "--check"]), 0);
    assert_ends(&toolc(&folder, &["check", "specs"]), 0);
    assert!(endpoint.take_requests().is_empty());
    // nothing that is offered or generated has it
    toolc(&folder, &["build", "specs", "--out", "with"]);
    put(&folder, "[]");
    toolc(&folder, &["build", "specs", "--out", "without"]);
    for file in ["tools.rs", "tools/shop.rs"] {
        assert_eq!(
            read(&folder, &format!("with/{file}")),
            read(&folder, &format!("without/{file}"))
        );
    }
}

#[test]
fn whatever_shows_a_proposal_says_where_it_is_from() {
    let folder = Folder::new("proposing_shown");
    let endpoint = Endpoint::start([]);
    put(&folder, &format!("[{}]", proposer(&endpoint, "")));
    enrich(&folder);
    let shown = stdout(&toolc(&folder, &["show", "shop::order_item", "specs"]));
    assert!(
        shown.contains("output proposed by the model `tiny`"),
        "{shown}"
    );
    assert!(shown.contains("Made up."), "{shown}");
    let shown = stdout(&toolc(
        &folder,
        &["show", "shop::order_item", "specs", "--format", "json"],
    ));
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown[0]["proposed_output"]["model"], "tiny");
    assert_eq!(shown[0]["proposed_output"]["schema"]["type"], "object");
    let own = stdout(&toolc(&folder, &["show", "shop::find_item", "specs"]));
    assert!(!own.contains("proposed"), "{own}");
    let listed = stdout(&toolc(&folder, &["list", "specs", "--format", "json"]));
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    let of = |name: &str| {
        let mut tools = listed.as_array().expect("tools").iter();
        let tool = tools.find(|tool| tool["name"] == name).expect("a tool");
        tool["proposed_output"]["model"].clone()
    };
    assert_eq!(
        (of("order_item"), of("find_item")),
        (json!("tiny"), Value::Null)
    );
}

#[test]
fn answers_of_no_use_are_told_and_not_kept() {
    let useless = [
        ("not valid json at all {{{}", "neither JSON"),
        ("[1]", "not a schema"),
        ("{\"a\":\"string\"}", "neither a schema"),
        ("```json\n{\"type\":\"object\"}\n```", "neither JSON"),
        (
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"strnig\"}}}",
            "compiled",
        ),
        ("", "neither JSON"),
    ];
    for (nth, (content, said)) in useless.into_iter().enumerate() {
        let folder = Folder::new(&format!("proposing_useless_{nth}"));
        let endpoint = Endpoint::start([Act::Say(say(content).to_string())]);
        put(&folder, &format!("[{}]", proposer(&endpoint, "")));
        let made = enrich(&folder);
        assert_ends(&made, 0);
        let text = stderr(&made);
        assert!(
            text.contains("warning[T0735]") && text.contains(said),
            "{content}: {text}"
        );
        let file = json_of(&folder, "artifacts/output_parameters.json");
        let tools = file["artifact"]["tools"].as_object().expect("tools");
        assert_eq!(tools.keys().collect::<Vec<_>>(), ["shop::find_book"]);
        assert_ends(&toolc(&folder, &["check", "specs"]), 0);
        endpoint.take_requests();
        // only what has no answer is asked again
        assert_ends(&enrich(&folder), 0);
        assert_eq!(endpoint.take_requests().len(), 1, "{content}");
        let file = json_of(&folder, "artifacts/output_parameters.json");
        assert_eq!(
            file["artifact"]["tools"]
                .as_object()
                .map(|tools| tools.len()),
            Some(2)
        );
    }
}

#[test]
fn faults_keep_what_was_answered() {
    for (name, act, code) in [
        ("cut", Act::Cut, "T0730"),
        ("form", Act::Say("{\"choices\":[]}".to_owned()), "T0733"),
        (
            "message",
            Act::Say("{\"choices\":[{\"text\":\"{}\"}]}".to_owned()),
            "T0733",
        ),
    ] {
        let folder = Folder::new(&format!("proposing_{name}"));
        let endpoint = Endpoint::start([Act::Answer, act]);
        put(
            &folder,
            &format!(
                "[{}, {{ type: dataflow, needs: [output_parameters] }}]",
                proposer(&endpoint, "")
            ),
        );
        let broken = enrich(&folder);
        assert_ends(&broken, 1);
        assert!(
            stderr(&broken).contains(code),
            "{name}: {}",
            stderr(&broken)
        );
        assert!(
            !exists(&folder, "artifacts/output_parameters.json"),
            "{name}"
        );
        assert!(!exists(&folder, "artifacts/dataflow.json"), "{name}");
        endpoint.take_requests();
        assert_ends(&enrich(&folder), 0);
        assert_eq!(endpoint.take_requests().len(), 1, "{name}");
    }
}
