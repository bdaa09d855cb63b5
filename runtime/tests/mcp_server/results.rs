//! Results against the output schemas that clients are shown: the official clients fail on a success that does
//! not hold, or lacks structured content.

use crate::calling::{call, open};
use crate::kit::{Pipe, run};
use serde_json::{Value, json};
use toolc_runtime::mcp_server::Server;
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{
    ApprovalStore, Begun, Context, Json, MemoryStore, OutputPolicy, SealKey, ToolCall, ToolResult,
};

const COUNT: &rt::Schema = &rt::Schema::Object(&rt::Object {
    fields: &[rt::Field {
        name: "count",
        spelled: "\"count\":",
        required: true,
        schema: &rt::Schema::Integer(&rt::Number::ANY),
    }],
    ..rt::Object::ANY
});

/// A tool whose results have this schema.
macro_rules! tool {
    ($tool:ident $name:literal $wire:literal $schema:expr, $structured:ident, $text:expr) => {
        struct $tool;

        impl rt::Tool for $tool {
            const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
                name: $name,
                wire_name: $wire,
                title: None,
                description: "Counts.",
                input: &rt::Schema::Object(&rt::Object::ANY),
                output: Some($schema),
                input_text: &rt::SchemaText {
                    text: r#"{"type":"object","properties":{}}"#,
                    uses: &[],
                },
                output_text: $text,
                raw_fingerprint: $wire,
                structural_fingerprint: $wire,
                structured: rt::Structured::$structured,
                effect: rt::Effect::Read,
                open_world: false,
                untrusted: false,
                injected: &[],
                annotations: "",
                extras: &[],
                digest: $wire,
            };
            type Args<'a> = rt::CheckedJson<Self>;
            type Output = Json;
            type Failure = toolc_runtime::ToolFailure;
            type Key = ();
        }
    };
}

tool!(Shown "a::shown" "a__shown" COUNT, Object, Some(&rt::SchemaText {
    text: r#"{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}"#,
    uses: &[],
}));
tool!(Wrapped "a::wrapped" "a__wrapped" &rt::Schema::Integer(&rt::Number::ANY), Wrapped,
    Some(&rt::SchemaText { text: r#"{"type":"integer"}"#, uses: &[] }));
tool!(Hidden "a::hidden" "a__hidden" COUNT, Object, None);

fn worker(mocks: Mocks, approval: rt::Approval) -> rt::Worker<Mocks> {
    let rows = vec![
        rt::Row::of::<Shown>(approval, ()),
        rt::Row::of::<Wrapped>(approval, ()),
        rt::Row::of::<Hidden>(approval, ()),
    ];
    let index = vec![
        ("a::hidden", 2, 1),
        ("a::shown", 0, 1),
        ("a::wrapped", 1, 1),
        ("a__hidden", 2, 1),
        ("a__shown", 0, 1),
        ("a__wrapped", 1, 1),
    ];
    let table = rt::WorkerTable {
        name: "w",
        rows: Vec::leak(rows),
        index: Vec::leak(index),
        output: rt::OutputPolicy::Off,
        blocked: &[],
    };
    rt::Worker::new(mocks, Box::leak(Box::new(table)))
}

fn returning(output: &str) -> Mocks {
    let output = Json::parse(output).unwrap();
    Mocks::new()
        .returns::<Shown>(output.clone())
        .returns::<Wrapped>(output.clone())
        .returns::<Hidden>(output)
}

/// The result of a call over the wire, in the protocol before and after 2026-07-28.
fn results(name: &str, output: &str, policy: OutputPolicy) -> [Value; 2] {
    run(async {
        let worker = worker(returning(output), rt::Approval::PreApproved).output_policy(policy);
        let server = Server::builder(worker).build().unwrap();
        let mut old = Pipe::shake(&server, "2025-11-25", &json!({})).await.0;
        let mut asked = call(name, &json!({}));
        let mut new = open(&server).await;
        let newer = new.ask(&asked).await["result"].take();
        asked["params"]["_meta"] = json!({});
        [old.ask(&asked).await["result"].take(), newer]
    })
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn a_result_that_holds_is_a_success_with_structured_content() {
    for policy in [OutputPolicy::Off, OutputPolicy::Warn, OutputPolicy::Enforce] {
        for result in results("a__shown", r#"{"count":1}"#, policy) {
            assert_eq!(result["isError"], false);
            assert_eq!(result["structuredContent"], json!({ "count": 1 }));
        }
    }
    let [old, new] = results("a__wrapped", "7", OutputPolicy::Off);
    assert_eq!(old["structuredContent"], json!({ "result": 7 }));
    assert_eq!(new["structuredContent"], 7);
}

#[test]
fn a_result_that_differs_from_the_shown_schema_is_an_error_that_says_that_the_call_ran() {
    for (name, output) in [
        ("a__shown", "{}"),
        ("a__shown", r#"{"count":"1"}"#),
        ("a__shown", "[]"),
        ("a__shown", r#"[{"type":"text","text":"hi"}]"#),
        ("a__shown", "null"),
        ("a__wrapped", "1.5"),
        ("a__wrapped", r#"{"result":1}"#),
    ] {
        for policy in [OutputPolicy::Off, OutputPolicy::Warn] {
            for result in results(name, output, policy) {
                assert_eq!(result["isError"], true, "{output}: {result}");
                assert_eq!(result.get("structuredContent"), None, "{result}");
                assert!(text(&result).contains("The call ran"), "{result}");
                assert!(text(&result).ends_with(&format!("\n{output}")), "{result}");
            }
        }
        for result in results(name, output, OutputPolicy::Enforce) {
            assert_eq!(result["isError"], true, "{result}");
            assert_eq!(result.get("structuredContent"), None, "{result}");
            assert!(text(&result).contains("ran, but its result"), "{result}");
        }
    }
}

#[test]
fn what_nobody_is_shown_is_not_held_to_anything() {
    for result in results("a__hidden", r#"{"count":"1"}"#, OutputPolicy::Off) {
        assert_eq!(result["isError"], false);
        assert_eq!(text(&result), r#"{"count":"1"}"#);
    }
}

#[test]
fn the_same_holds_where_the_program_writes_the_result() {
    for (name, is_error) in [("a::shown", true), ("a::hidden", false)] {
        let worker = worker(returning(r#"{"count":"1"}"#), rt::Approval::PreApproved);
        let context = Context::new("s");
        let result = block_on(worker.call(&context, ToolCall::new("c", name, "{}")));
        assert!(result.success, "the call did what it had to do");
        assert_eq!(result.to_llm_message(), r#"{"count":"1"}"#);
        assert_eq!(result.metadata.differs, is_error);
        let sent = result.to_mcp();
        assert_eq!(sent["isError"], is_error, "{sent}");
        assert_eq!(sent.get("structuredContent").is_none(), is_error, "{sent}");
        assert_eq!(text(&sent).contains("The call ran"), is_error, "{sent}");
    }
}

/// The result of a call of the first tool, in whose place a person let the second one run.
fn changed(called: &str, ran: &str) -> ToolResult {
    let worker = worker(returning(r#"{"count":1}"#), rt::Approval::Ask);
    let (context, store) = (Context::new("s"), MemoryStore::new());
    let key = SealKey::new("k", b"9f4c1e7ab3805d26c1f0e8b7429a6d53").unwrap();
    let begun = block_on(worker.begin(&context, ToolCall::new("c", called, "{}")));
    let Begun::Pending(pending) = begun else {
        panic!("it was to wait: {begun:?}")
    };
    block_on(store.put(&pending, &key)).unwrap();
    let ruling = pending.edit_to(ran, "{}");
    block_on(store.decide(&ruling, &key)).unwrap();
    block_on(worker.resume(&context, &pending, &ruling, &store)).unwrap()
}

#[test]
fn the_result_of_another_tool_does_not_pass_for_one_of_the_called_tool() {
    let result = changed("a::shown", "a::hidden").to_mcp();
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(result.get("structuredContent"), None, "{result}");
    assert!(text(&result).contains("The call ran"), "{result}");
    assert!(
        text(&result).contains("In its place `a__hidden`"),
        "{result}"
    );
    assert!(text(&result).ends_with(r#"{"count":1}"#), "{result}");
    // A client that was promised nothing does not check anything.
    let result = changed("a::hidden", "a::shown").to_mcp();
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(result.get("structuredContent"), None, "{result}");
}
