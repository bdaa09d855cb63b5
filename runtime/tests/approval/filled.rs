//! Calls that wait for a decision and whose defaults are filled in: what is approved has them, and so has what runs.

use crate::desk::{begin_tool, context, key, mocks};
use crate::tools::{self, Ping};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{ApprovalStore, MemoryStore, PendingCall, Ruling, ToolCall, Worker};

const FILLING: &rt::Filling = &rt::Filling {
    parts: &[rt::FilledPart {
        fields: &[rt::FilledField {
            name: "note",
            default: Some("\"hi\""),
            within: None,
        }],
        tag: None,
        rest: None,
        prefix: &[],
        items: None,
    }],
};

fn worker(mocks: &Mocks) -> Worker<Mocks> {
    tools::worker_of_row::<Ping>("support", mocks.clone(), |row| row.filling(FILLING))
}

fn begin(mocks: &Mocks) -> (Worker<Mocks>, PendingCall) {
    let worker = worker(mocks);
    let call = ToolCall::new("c", "net::ping", "");
    let pending = begin_tool(&worker, &context(), call);
    (worker, pending)
}

fn resume(worker: &Worker<Mocks>, pending: &PendingCall, ruling: &Ruling) -> (bool, String) {
    let store = MemoryStore::new();
    block_on(store.put(pending, &key())).expect("new");
    block_on(store.decide(ruling, &key())).expect("open");
    let (context, key) = (context(), key());
    let resumed = worker.resume_stored(&context, pending.id(), &key, &store);
    let result = block_on(resumed).expect("it is resumed");
    (result.success, format!("{:?}", result.output))
}

#[test]
fn what_is_approved_has_the_defaults_that_run() {
    let mocks = mocks();
    let (worker, pending) = begin(&mocks);
    assert_eq!(pending.arguments(), r#"{"note":"hi"}"#);
    let (success, output) = resume(&worker, &pending, &pending.approve());
    assert!(success, "{output}");
    assert_eq!(mocks.calls()[0].arguments, r#"{"note":"hi"}"#);
}

#[test]
fn what_an_edit_leaves_out_is_filled_in_again() {
    for edit in ["{}", r#"{"other": 1}"#] {
        let mocks = mocks();
        let (worker, pending) = begin(&mocks);
        let (success, output) = resume(&worker, &pending, &pending.edit(edit));
        assert!(success, "{output}");
        let ran: serde_json::Value =
            serde_json::from_str(&mocks.calls()[0].arguments).expect("JSON");
        assert_eq!(ran["note"], "hi");
    }
}
