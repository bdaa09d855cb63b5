//! What engines make up is the same as in generated code, and is told.

use super::client::Program;
use super::command::{call, toolc};
use super::{same_entry, serve, tools};
use serde_json::json;
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, ToolCall};

#[test]
fn what_is_simulated_is_what_generated_code_simulates() {
    let served = serve("demo").1.expect("engines run all of it").worker;
    let generated = tools::demo::worker(());
    for (one, other) in served.tools().zip(generated.tools()) {
        same_entry(one, other);
    }
    for (name, text) in [
        ("world::look", r#"{"at":"home"}"#),
        ("world::look", "{}"),
        ("world::go", r#"{"to":"x"}"#),
        ("world::look", r#"{"at":7}"#),
    ] {
        let call = || ToolCall::new("1", name, text);
        let context = Context::new("tests");
        let one = block_on(served.call(&context, call()));
        let other = block_on(generated.call(&context, call()));
        assert_eq!(one.to_llm_message(), other.to_llm_message(), "{name}");
        let is_wrong = name.ends_with("go") || text.contains('7');
        assert_eq!(one.error.is_some(), is_wrong, "{one:?}");
    }
}

#[test]
fn what_is_made_up_is_told_before_it_is_served() {
    let mut command = toolc(&["serve", "tests/serve/specs", "--worker", "demo", "--stdio"]);
    let mut program = Program::start(&mut command);
    program.shake(&json!({}));
    let seen = program.ask(&call(2, "world__look", json!({ "at": "home" })));
    assert_eq!(seen["result"]["isError"], false, "{seen}");
    assert!(
        seen["result"]["structuredContent"]["seen"].is_array(),
        "{seen}"
    );
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    for name in ["fake", "broken"] {
        let sentence =
            format!("toolc: the engine `{name}` makes up the results of 1 tool (`mock`)");
        assert!(said.contains(&sentence), "{said}");
    }
}
