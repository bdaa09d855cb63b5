//! Constants of a tool: no model writes them, and whoever decides sees what will run.

use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, Delete};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{ApprovalStore, Decision, MemoryStore, ToolCall, Worker};

const CONSTANTS: &[rt::http::Within] = &[
    rt::http::Within {
        path: &["region"],
        value: "\"eu\"",
    },
    rt::http::Within {
        path: &["owner"],
        value: r#"{"name":"we"}"#,
    },
    rt::http::Within {
        path: &["filter", "kind"],
        value: "7",
    },
    rt::http::Within {
        path: &["owner", "team"],
        value: "3",
    },
];

fn worker(mocks: &Mocks) -> Worker<Mocks> {
    tools::worker_of_row::<Delete>("support", mocks.clone(), |row| {
        row.constants(CONSTANTS).secrets(&["/region"])
    })
}

fn delete(arguments: &str) -> ToolCall {
    ToolCall::new("c", "files::delete", arguments)
}

const WHOLE: &str =
    r#"{"filter":{"kind":7},"owner":{"name":"we","team":3},"path":"/a","region":"eu"}"#;

#[test]
fn approver_and_handler_have_them() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::approve()]);
    let mocks = mocks();
    let worker = worker(&mocks).approver(approver.clone());
    let written = r#"{"path":"/a","filter":{}}"#;
    assert!(block_on(worker.call(&context(), delete(written))).success);
    let value = serde_json::from_str(written).expect("JSON");
    assert!(block_on(worker.call_value(&context(), "c", "files::delete", value)).success);
    for request in approver.requests() {
        assert_eq!(request.arguments, WHOLE);
        assert!(
            request
                .shown_arguments
                .ends_with(r#""region":"[redacted]"}"#),
            "{request:?}"
        );
    }
    assert_eq!(
        mocks.calls()[0].arguments,
        r#"{"path":"/a","filter":{"kind":7},"region":"eu","owner":{"name":"we","team":3}}"#
    );
    assert_eq!(mocks.calls().len(), 2);
}

#[test]
fn a_pending_call_runs_as_it_was_shown_edited_or_not() {
    type Rule = fn(&toolc_runtime::PendingCall) -> toolc_runtime::Ruling;
    let rulings: [(Rule, &str); 3] = [
        (|pending| pending.approve(), WHOLE),
        // an edit of what was shown
        (
            |pending| pending.edit(pending.arguments().replace("/a", "/b")),
            r#"{"filter":{"kind":7},"owner":{"name":"we","team":3},"path":"/b","region":"eu"}"#,
        ),
        // an edit that leaves the constants to the tool
        (
            |pending| pending.edit(r#"{"path":"/c"}"#),
            r#"{"owner":{"name":"we","team":3},"path":"/c","region":"eu"}"#,
        ),
    ];
    for (rule, expected) in rulings {
        let mocks = mocks();
        let worker = worker(&mocks);
        let call = delete(r#"{"path":"/a","filter":{}}"#);
        let pending = begin_tool(&worker, &context(), call);
        assert_eq!(pending.arguments(), WHOLE);
        let ruling = rule(&pending);
        let store = MemoryStore::new();
        block_on(store.put(&pending, &key())).expect("new");
        block_on(store.decide(&ruling, &key())).expect("new");
        let resumed = block_on(worker.resume(&context(), &pending, &ruling, &store));
        let result = resumed.expect("a result");
        assert!(result.success, "{:?}", result.error);
        let ran: serde_json::Value =
            serde_json::from_str(&mocks.calls()[0].arguments).expect("JSON");
        assert_eq!(ran.to_string(), expected);
    }
}
