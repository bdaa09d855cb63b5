//! Answers of a service that differ from its description.

use super::client::Program;
use super::command::{call, specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};

/// The same, with the output schemas shown.
pub fn show_outputs(specs: &str) {
    let config = format!("{specs}/toolc.yaml");
    let text = std::fs::read_to_string(&config).expect("the configuration");
    let shown = text.replace("engine: shop }]", "engine: shop, output: show }]");
    assert_ne!(shown, text);
    std::fs::write(config, shown).expect("written");
}

#[test]
fn an_answer_that_differs_from_its_description_fails_no_client() {
    // What the description says of an order: it has `lines`.
    let (service, _) = open_service(r#"{"total":"a lot"}"#);
    let specs = specs("answers", &service.to_string());
    for is_shown in [false, true] {
        if is_shown {
            show_outputs(&specs);
        }
        let mut command = toolc(&["serve", &specs, "--worker", "desk", "--stdio"]);
        let mut program = Program::start(command.env("SHOP_TOKEN", "t"));
        program.shake(&json!({}));
        let list = program.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
        let listed = list["result"]["tools"].as_array().expect("tools");
        let has_schema = |tool: &Value| tool.get("outputSchema").is_some();
        assert_eq!(listed.iter().any(has_schema), is_shown, "{list}");
        let found = program.ask(&call(2, "shop__findOrder", json!({ "id": "1" })));
        let result = &found["result"];
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert_eq!(result["isError"], is_shown, "{found}");
        assert_eq!(
            result.get("structuredContent").is_none(),
            is_shown,
            "{found}"
        );
        assert_eq!(text.contains("The call ran"), is_shown, "{found}");
        assert!(text.contains("a lot"), "{found}");
    }
}
