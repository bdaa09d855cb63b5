//! What the worker `reminder` has fixed about a tool with a handler: no model sees or writes it, and each call has it.

use super::{TARGETS, kind};
use toolc_generated as tools;
use toolc_generated::clock::{Remind, RemindArgs, RemindOptions};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{ApproveAll, Context, Decision, ErrorKind, Tool, ToolCall};

const NAME: &str = "clock::remind";

const WRITTEN: &str = r#"{"text":"tea","options":{"quiet":true}}"#;

#[test]
fn no_model_is_shown_them() {
    let worker = tools::reminder::worker(Mocks::new());
    for target in TARGETS {
        let shown = worker.definitions(target);
        assert!(shown.as_text().contains("quiet"), "{target:?}");
        for fixed in ["channel", "account", "a-17", "zone", "UTC"] {
            assert!(!shown.as_text().contains(fixed), "{target:?}: {fixed}");
        }
    }
    assert!(!Remind::ENTRY.schema().contains("channel"));
}

#[test]
fn the_approver_and_the_handler_see_them() {
    let mocks = Mocks::new().on::<Remind>(|call| {
        let options = Some(RemindOptions { quiet: Some(true) });
        let text = "tea".to_owned();
        assert_eq!(call.args, RemindArgs { text, options });
        Ok(toolc_runtime::Json::default())
    });
    let approver = ScriptedApprover::new([Decision::approve(), Decision::approve()]);
    let worker = tools::reminder::worker(mocks.clone()).approver(approver.clone());
    let context = Context::new("tests");
    let value = serde_json::from_str(WRITTEN).expect("JSON");
    let results = [
        block_on(worker.call(&context, ToolCall::new("1", NAME, WRITTEN))),
        block_on(worker.call_value(&context, "2", NAME, value)),
    ];
    for result in results {
        assert!(result.success, "{:?}", result.error);
    }
    let requests = approver.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        let shown = &request.shown_arguments;
        assert!(shown.contains(r#""channel":"chat""#), "{shown}");
        assert!(shown.contains(r#""zone":"UTC""#), "{shown}");
        // the schema says that it is a secret
        assert!(shown.contains(r#""account":"[redacted]""#), "{shown}");
        assert!(!shown.contains("a-17"), "{shown}");
    }
    for call in mocks.calls() {
        let arguments: serde_json::Value = serde_json::from_str(&call.arguments).expect("JSON");
        let whole = r#"{"text":"tea","options":{"quiet":true,"zone":"UTC"},"channel":"chat","account":"a-17"}"#;
        let whole: serde_json::Value = serde_json::from_str(whole).expect("JSON");
        assert_eq!(arguments, whole);
    }
    assert_eq!(mocks.calls().len(), 2);
}

#[test]
fn a_model_that_writes_one_is_refused() {
    let mocks = Mocks::new();
    let approver = ScriptedApprover::new([]);
    let worker = tools::reminder::worker(mocks.clone()).approver(approver.clone());
    for arguments in [
        r#"{"text":"tea","channel":"mail"}"#,
        // also where it is the value that the call would have
        r#"{"text":"tea","channel":"chat"}"#,
        r#"{"text":"tea","account":"a-18"}"#,
        r#"{"text":"tea","options":{"zone":"CET"}}"#,
    ] {
        let refused = Some(ErrorKind::InvalidArguments);
        assert_eq!(kind(&worker, NAME, arguments), refused, "{arguments}");
        let value = serde_json::from_str(arguments).expect("JSON");
        let result = block_on(worker.call_value(&Context::new("tests"), "1", NAME, value));
        assert_eq!(result.error.map(|error| error.kind), refused, "{arguments}");
    }
    assert_eq!((mocks.calls(), approver.requests().len()), (vec![], 0));
}

#[test]
fn what_a_model_leaves_out_stays_out() {
    let mocks = Mocks::new();
    let worker = tools::reminder::worker(mocks.clone()).approver(ApproveAll::for_tests_only());
    kind(&worker, NAME, r#"{"text":"tea"}"#);
    let calls = mocks.calls();
    let arguments = &calls[0].arguments;
    assert!(arguments.contains(r#""channel":"chat""#), "{arguments}");
    assert!(!arguments.contains("options"), "{arguments}");
}
