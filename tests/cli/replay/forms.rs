//! The forms in which calls are recorded.

use super::{folder, replay};
use crate::command::{assert_exit, json};
use serde_json::{Value, json};

/// Every form, with one call of the tool `get_weather` for Paris each.
pub const FORMS: &[(&str, &str)] = &[
    (
        "a question with its answer",
        r#"{"question":"Paris","answer":[{"name":"get_weather","arguments":{"city":"Paris"}}],"check_arg_question_overlap":true}"#,
    ),
    (
        "a question of BFCL",
        r#"{"id":"a_1","question":"Paris","tools":["get_weather"],"calls":[{"name":"get_weather","arguments":{"city":"Paris"}}]}"#,
    ),
    (
        "a question of BFCL",
        r#"{"id":"a_1","ground_truth":[{"get_weather":{"city":["Paris","Paris, France"],"days":[""]}}]}"#,
    ),
    (
        "a question of BFCL",
        r#"{"id":"a_1","result":[{"get_weather":"{\"city\":\"Paris\"}"}]}"#,
    ),
    (
        "a message of MCP",
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Paris"}}}"#,
    ),
    (
        "a message of MCP",
        r#"{"time":"10:00","direction":"in","message":{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"w__get_weather","arguments":{"city":"Paris"}}}}"#,
    ),
    (
        "OpenAI Chat Completions",
        r#"{"id":"x","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"w__get_weather","arguments":"{\"city\":\"Paris\"}"}}]}}]}"#,
    ),
    (
        "OpenAI Chat Completions",
        r#"{"model":"m","messages":[{"role":"user","content":"Paris?"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"w__get_weather","arguments":"{\"city\":\"Paris\"}"}}]},{"role":"tool","tool_call_id":"c1","content":"{}"}]}"#,
    ),
    (
        "OpenAI Chat Completions",
        r#"[{"id":"c1","type":"function","function":{"name":"w__get_weather","arguments":"{\"city\":\"Paris\"}"}}]"#,
    ),
    (
        "OpenAI Responses",
        r#"{"id":"r","status":"completed","output":[{"type":"reasoning","id":"q","summary":[]},{"type":"function_call","call_id":"c1","name":"get_weather","namespace":"w","arguments":"{\"city\":\"Paris\"}"}]}"#,
    ),
    (
        "OpenAI Responses",
        r#"{"type":"function_call","call_id":"c1","name":"w__get_weather","arguments":"{\"city\":\"Paris\"}"}"#,
    ),
    (
        "a call alone",
        r#"{"name":"get_weather","arguments":{"city":"Paris"}}"#,
    ),
    (
        "a call alone",
        r#"{"id":"c1","name":"w__get_weather","arguments":"{\"city\":\"Paris\"}"}"#,
    ),
    (
        "Anthropic",
        r#"{"id":"m","type":"message","role":"assistant","stop_reason":"tool_use","content":[{"type":"text","text":"hm"},{"type":"tool_use","id":"c1","name":"w__get_weather","input":{"city":"Paris"}}]}"#,
    ),
    (
        "Anthropic",
        r#"{"custom_id":"b1","result":{"type":"succeeded","message":{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"c1","name":"w__get_weather","input":{"city":"Paris"}}]}}}"#,
    ),
    (
        "Bedrock Converse",
        r#"{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"w__get_weather","input":{"city":"Paris"}}}]}},"stopReason":"tool_use"}"#,
    ),
    (
        "Gemini",
        r#"{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"w__get_weather","args":{"city":"Paris"}}}]},"finishReason":"STOP"}]}"#,
    ),
    (
        "Gemini",
        r#"{"contents":[{"role":"user","parts":[{"text":"Paris"}]},{"role":"model","parts":[{"function_call":{"name":"w__get_weather","args":{"city":"Paris"}}}]}]}"#,
    ),
    (
        "Gemini Interactions",
        r#"{"id":"v1","object":"interaction","status":"requires_action","steps":[{"type":"user_input","content":[{"type":"text","text":"Paris?"}]},{"type":"thought","signature":"c2ln"},{"type":"function_call","id":"c1","name":"w__get_weather","arguments":{"city":"Paris"}}]}"#,
    ),
    (
        "Gemini Interactions",
        r#"[{"type":"function_call","id":"c1","name":"w__get_weather","arguments":{"city":"Paris"}}]"#,
    ),
    (
        "OpenAI Chat Completions",
        r#"{"request":{"messages":[{"role":"user","content":"Paris"}]},"response":{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"w__get_weather","arguments":{"city":"Paris"}}}]}}]}}"#,
    ),
];

#[test]
fn calls_are_read_in_every_form() {
    let folder = folder("forms");
    for (form, line) in FORMS {
        let good = json(&replay(&folder, line, &["specs", "--format", "json"]));
        assert_eq!(good["records"][0]["form"], *form, "{line}: {good}");
        assert_eq!(good["records"][0]["valid"], true, "{line}: {good}");
        assert_eq!(good["replay"]["calls"], 1, "{line}");
        // the same call with an argument that the schema refuses
        let wrong = line.replace("Paris\\\"}", "Paris\\\",\\\"days\\\":70}");
        let wrong = wrong.replace("\"Paris\"}", "\"Paris\",\"days\":70}");
        let wrong = wrong.replace("\"days\":[\"\"]", "\"days\":[70]");
        let bad = json(&replay(&folder, &wrong, &["specs", "--format", "json"]));
        assert_eq!(bad["records"][0]["code"], "T0747", "{wrong}: {bad}");
        assert_eq!(bad["records"][0]["reason"], "Parameter validation error");
        assert_eq!(bad["records"][0]["line"], 1);
        assert_eq!(bad["records"][0]["tool"], "w::get_weather");
    }
}

#[test]
fn what_records_no_call_is_no_finding() {
    let folder = folder("none");
    let calls = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#,
        "\n\n",
        r#"{"messages":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]}"#,
        "\n",
        r#"{"role":"assistant","content":[{"type":"text","text":"hi"}]}"#,
        "\r\n",
    );
    let output = replay(&folder, calls, &["specs"]);
    let said = assert_exit(&output, 0);
    assert!(said.contains("0 of 0 answers hold"), "{said}");
}

#[test]
fn pages_show_what_is_wrong_and_what_is_right() {
    let folder = folder("pages");
    for code in 740..=750 {
        let code = format!("T0{code}");
        let page = std::fs::read_to_string(format!("docs/errors/{code}.md")).expect("a page");
        for (section, is_wrong) in [("Wrong", true), ("Right", false)] {
            let below = page
                .split_once(&format!("\n## {section}\n"))
                .expect("a section")
                .1;
            let block = below.split("```json\n").nth(1).expect("a block");
            let block = block.split("```").next().expect("a block");
            let value: Value = serde_json::from_str(block).expect("JSON");
            let mut record = value;
            if record.get("answer").is_some() && record.get("question").is_none() {
                record["check_arg_question_overlap"] = json!(false);
            }
            let found = json(&replay(
                &folder,
                &record.to_string(),
                &["specs", "--format", "json"],
            ));
            let codes: Vec<&Value> = found["diagnostics"]
                .as_array()
                .expect("findings")
                .iter()
                .map(|found| &found["code"])
                .collect();
            match is_wrong {
                true => assert_eq!(codes, [&json!(code)], "{section}: {found}"),
                false => assert!(codes.is_empty(), "{section}: {found}"),
            }
        }
    }
}
