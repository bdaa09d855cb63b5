//! Calls that wait for a decision and used old names: they run by the new ones, and that is told.

use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, Delete};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{ApprovalStore, Begun, MemoryStore, PendingCall, ToolCall, ToolResult, Worker};

const EVOLUTION: &rt::Evolution = &rt::Evolution {
    deprecated: None,
    arguments: &[rt::OldArgument {
        name: "file",
        now: Some("path"),
        deprecated: None,
    }],
};

fn worker(mocks: &Mocks) -> Worker<Mocks> {
    tools::worker_of_row::<Delete>("support", mocks.clone(), |row| row.evolution(EVOLUTION))
}

fn resume(worker: &Worker<Mocks>, pending: &PendingCall) -> ToolResult {
    let store = MemoryStore::new();
    block_on(store.put(pending, &key())).expect("new");
    let ruling = pending.approve();
    block_on(store.decide(&ruling, &key())).expect("open");
    let (context, key) = (context(), key());
    let resumed = worker.resume_stored(&context, pending.id(), &key, &store);
    block_on(resumed).expect("it runs")
}

fn check(mocks: &Mocks, pending: &PendingCall, result: &ToolResult) {
    assert_eq!(pending.arguments(), r#"{"path":"/a"}"#);
    assert_eq!(mocks.calls()[0].arguments, r#"{"path":"/a"}"#);
    assert!(result.success, "{result:?}");
    let outdated = result.metadata.outdated.as_deref().expect("old names");
    assert_eq!(outdated.name(), Some("old::name"));
    assert_eq!(outdated.meant(), Some("files__delete"));
    let used: Vec<&str> = outdated.arguments().map(|old| old.name).collect();
    assert_eq!(used, ["file"]);
    assert_eq!(result.name, "old::name");
}

#[test]
fn what_waited_runs_by_its_new_names_and_tells_the_old_ones() {
    let mocks = mocks();
    let worker = worker(&mocks);
    let call = ToolCall::new("c", "old::name", r#"{"file":"/a"}"#);
    let pending = begin_tool(&worker, &context(), call);
    check(&mocks, &pending, &resume(&worker, &pending));
}

#[test]
fn so_does_a_parsed_value() {
    let mocks = mocks();
    let worker = worker(&mocks);
    let value = serde_json::json!({ "file": "/a" });
    let begun = block_on(worker.begin_value(&context(), "c", "old::name", value));
    let Begun::Pending(pending) = begun else {
        panic!("{begun:?}")
    };
    check(&mocks, &pending, &resume(&worker, &pending));
}
