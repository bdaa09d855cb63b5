//! Calls that wait for a decision and are repaired: what is approved is what runs, and a model's words stay what they were.

use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, Ping};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{
    ApprovalStore, MemoryStore, PendingCall, Ruling, ToolCall, ToolResult, Worker,
};

/// All arguments may be a text of their own.
const REPAIRS: &rt::Repairs = &rt::Repairs {
    text: true,
    numbers: false,
    lists: false,
    case: false,
    parts: &[rt::RepairedPart {
        takes: 1 << 5,
        strings: &[],
        fields: &[],
        tag: None,
        rest: None,
        prefix: &[],
        items: None,
    }],
};

const WRITTEN: &str = r#""{\"note\":\"hi\"}""#;

fn begin(mocks: &Mocks) -> (Worker<Mocks>, PendingCall) {
    let worker = tools::worker_of_row::<Ping>("support", mocks.clone(), |row| row.repairs(REPAIRS));
    let call = ToolCall::new("c", "net::ping", WRITTEN);
    let pending = begin_tool(&worker, &context(), call);
    (worker, pending)
}

fn resume(worker: &Worker<Mocks>, pending: &PendingCall, ruling: &Ruling) -> ToolResult {
    let store = MemoryStore::new();
    block_on(store.put(pending, &key())).expect("new");
    block_on(store.decide(ruling, &key())).expect("open");
    let (context, key) = (context(), key());
    let resumed = worker.resume_stored(&context, pending.id(), &key, &store);
    block_on(resumed).expect("it is resumed")
}

#[test]
fn what_is_approved_is_the_repaired_call_that_runs() {
    let mocks = mocks();
    let (worker, pending) = begin(&mocks);
    assert_eq!(pending.arguments(), r#"{"note":"hi"}"#);
    let result = resume(&worker, &pending, &pending.approve());
    assert!(result.success, "{result:?}");
    assert_eq!(mocks.calls()[0].arguments, r#"{"note":"hi"}"#);
    assert_eq!(
        result.metadata.repaired.map(|repairs| repairs.len()),
        Some(1)
    );
}

#[test]
fn what_somebody_edits_is_repaired_too_and_runs_as_it_was_approved() {
    for (edit, ran) in [
        (r#"{"note":"ho"}"#, r#"{"note":"ho"}"#),
        (r#""{\"note\":\"ho\"}""#, r#"{"note":"ho"}"#),
    ] {
        let mocks = mocks();
        let (worker, pending) = begin(&mocks);
        let result = resume(&worker, &pending, &pending.edit(edit));
        assert!(result.success, "{result:?}");
        assert_eq!(mocks.calls()[0].arguments, ran);
    }
}
