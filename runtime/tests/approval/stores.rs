//! Stores of pending calls: what each state permits, in every store.

use super::desk::{Desk, begin, key, mocks, outcome};
use super::tools::{self, Delete};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::block_on;
use toolc_runtime::{
    ApprovalStore, PendingCall, ResumeError, Stage, State, StoreError, StoredCall,
};

fn code(result: Result<(), ResumeError>) -> &'static str {
    result.map_or_else(|error| error.code(), |()| "done")
}

#[test]
fn an_interrupted_call_waits_for_a_person() {
    let desk = Desk::new();
    let (id, yes) = (desk.pending.id(), desk.pending.approve());
    assert_eq!(code(block_on(desk.store.run_again(id))), "not_decided");
    desk.decide(&yes).expect("a ruling");
    // A process claims the call and dies.
    block_on(
        desk.store
            .take(&desk.pending, &yes, Duration::from_secs(60)),
    )
    .expect("a claim");
    assert_eq!(outcome(desk.resume(&yes)), "in_progress");
    assert_eq!(code(block_on(desk.store.run_again(id))), "in_progress");
    assert_eq!(code(block_on(desk.store.give_up(id))), "in_progress");

    let desk = Desk::new();
    let (id, yes) = (desk.pending.id(), desk.pending.approve());
    desk.decide(&yes).expect("a ruling");
    block_on(desk.store.take(&desk.pending, &yes, Duration::ZERO)).expect("a claim");
    assert_eq!(outcome(desk.resume(&yes)), "interrupted");
    let open = block_on(desk.store.open()).expect("the open ones");
    assert!(open[0].is_interrupted(desk.later(Duration::ZERO)));
    assert!(
        desk.mocks.calls().is_empty(),
        "it does not run again by itself"
    );
    assert_eq!(code(block_on(desk.store.run_again(id))), "done");
    assert_eq!(outcome(desk.resume(&yes)), "ran");
    assert_eq!(code(block_on(desk.store.run_again(id))), "already_resumed");
    assert!(
        block_on(desk.store.open())
            .expect("the open ones")
            .is_empty()
    );
    assert_eq!(desk.mocks.count::<Delete>(), 1);
}

#[test]
fn who_comes_back_after_a_person_decided_changes_nothing() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let claim = block_on(desk.store.take(&desk.pending, &yes, Duration::ZERO)).expect("a claim");
    block_on(desk.store.run_again(desk.pending.id())).expect("decided by a person");
    let result = desk.resume(&yes).expect("a result");
    let late = block_on(desk.store.finish(&claim, &result)).expect_err("too late");
    assert_eq!(late.to_string(), "somebody else has the call by now");
}

#[test]
fn a_call_that_was_given_up_does_not_run() {
    let desk = Desk::new();
    block_on(desk.store.give_up(desk.pending.id())).expect("given up");
    assert_eq!(
        code(desk.decide(&desk.pending.approve())),
        "already_resumed"
    );
    assert_eq!(
        outcome(desk.resume(&desk.pending.approve())),
        "already_resumed"
    );
    assert_eq!(code(block_on(desk.store.give_up("nothing"))), "not_stored");
    assert!(desk.mocks.calls().is_empty());
}

#[test]
fn what_is_put_or_decided_twice_is_so_once() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    assert_eq!(
        code(block_on(desk.store.put(&desk.pending, &key()))),
        "done"
    );
    assert_eq!(code(desk.decide(&yes)), "done");
    assert_eq!(code(desk.decide(&yes)), "done");
    assert_eq!(
        code(desk.decide(&desk.pending.deny("no"))),
        "decided_otherwise"
    );
    assert_eq!(block_on(desk.store.open()).expect("the open ones").len(), 1);
}

/// Someone with write access to the store replaces texts in it.
#[test]
fn a_store_is_not_trusted_with_what_it_keeps() {
    let desk = Desk::new();
    let other = begin(&desk.worker, &desk.context, "c2", r#"{"path":"/etc"}"#);
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let stored = block_on(desk.store.get(desk.pending.id()))
        .expect("a row")
        .expect("a row");
    let resume = |call: StoredCall| {
        let store = toolc_runtime::MemoryStore::new();
        block_on(store.insert(&call)).expect("a new call");
        let resumed = desk
            .worker
            .resume_stored(&desk.context, &call.id, &desk.key, &store);
        outcome(block_on(resumed))
    };
    let text = |from: &str, to: &str| stored.question.replace(from, to);
    let forged = desk
        .pending
        .deny("no")
        .seal(&key())
        .replace("denied", "approved");
    let rows = [
        (
            "another question",
            StoredCall {
                question: other.seal(&key()),
                ..stored.clone()
            },
            "foreign_ruling",
        ),
        (
            "a changed question",
            StoredCall {
                question: text("/a", "/b"),
                ..stored.clone()
            },
            "forged",
        ),
        (
            "another ruling",
            StoredCall {
                ruling: Some(other.approve().seal(&key())),
                ..stored.clone()
            },
            "foreign_ruling",
        ),
        (
            "a changed ruling",
            StoredCall {
                ruling: Some(forged),
                ..stored.clone()
            },
            "forged",
        ),
        (
            "no ruling",
            StoredCall {
                ruling: None,
                ..stored.clone()
            },
            "not_decided",
        ),
        (
            "a ruling of nobody",
            StoredCall {
                state: State::Asked,
                ..stored.clone()
            },
            "not_decided",
        ),
        (
            "another id",
            StoredCall {
                id: other.id().to_owned(),
                ..stored.clone()
            },
            "not_stored",
        ),
    ];
    for (name, call, end) in rows {
        assert_eq!(resume(call), end, "{name}");
    }
    assert!(desk.mocks.calls().is_empty());
    assert_eq!(resume(stored), "ran");
}

/// A store that fails as soon as a call is claimed.
struct Broken(toolc_runtime::MemoryStore);

impl ApprovalStore for Broken {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.insert(call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.0.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        match call.state {
            State::Finished { .. } => Err(StoreError::new("the disk is full")),
            _ => self.0.replace(revision, call).await,
        }
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.0.open().await
    }
}

#[test]
fn a_result_that_cannot_be_kept_is_not_lost() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let store = Broken(desk.store.clone());
    match block_on(
        desk.worker
            .resume(&desk.context, &desk.pending, &yes, &store),
    ) {
        Err(ResumeError::Unrecorded { result, error }) => {
            assert!(result.success);
            assert_eq!(error.to_string(), "the disk is full");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        outcome(desk.resume(&yes)),
        "in_progress",
        "it does not run again"
    );
}

#[test]
fn a_state_is_what_it_was_written_as() {
    let until = std::time::UNIX_EPOCH + Duration::from_millis(1_700_000_000_123);
    let result = Some(r#"{"a":"b:c"}"#.to_owned());
    for (state, text) in [
        (State::Asked, "asked"),
        (State::Decided, "decided"),
        (
            State::Claimed {
                owner: "a:b".to_owned(),
                until,
            },
            "claimed:1700000000123:a:b",
        ),
        (State::Finished { result }, r#"finished:{"a":"b:c"}"#),
        (State::Finished { result: None }, "finished:"),
    ] {
        assert_eq!(state.to_string(), text);
        assert_eq!(text.parse::<State>().expect(text), state);
    }
    for text in ["", "asking", "claimed", "claimed:x:y", "claimed:1"] {
        assert!(text.parse::<State>().is_err(), "{text}");
    }
}

#[test]
fn finished_calls_are_forgotten_on_request() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    desk.settle(&yes).expect("a result");
    desk.store.forget_finished();
    assert_eq!(outcome(desk.resume(&yes)), "not_stored");
}

#[test]
fn a_limit_that_no_clock_can_show_is_never_over() {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone()).answer_within(Duration::MAX);
    let desk = Desk::of(worker, mocks);
    let next_year = desk.later(Duration::from_secs(365 * 24 * 60 * 60));
    assert!(PendingCall::open(&desk.text, &desk.key, next_year).is_ok());
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("decided");
    let claim = block_on(desk.store.take(&desk.pending, &yes, Duration::MAX));
    assert!(claim.is_ok());
    let open = block_on(desk.store.open()).expect("a list");
    assert!(!open[0].is_interrupted(next_year));
}

#[test]
fn a_list_says_how_far_each_call_has_come() {
    let desk = Desk::new();
    let now = SystemTime::now();
    let stage = |at: SystemTime| {
        let calls = block_on(desk.store.list()).expect("a list");
        assert_eq!(calls.len(), 1, "finished calls are listed too");
        let outline = calls[0].outline().expect("it is a pending call");
        assert_eq!(outline.tool, desk.pending.tool());
        assert_eq!(outline.until, desk.pending.until());
        let said = calls[0].describe(&desk.key, at).expect("its own key");
        let said = said.value();
        let stage = calls[0].stage(outline.until, at);
        assert_eq!(said["state"], stage.name());
        assert_eq!(
            outline.decision.map(|how| how.code()),
            said["decision"].as_str()
        );
        (stage, said)
    };
    let late = desk.pending.until();
    assert_eq!(stage(now).0, Stage::Waiting);
    assert_eq!(stage(late).0, Stage::Expired);
    let yes = desk.pending.approve().by("ann\u{202e}");
    desk.decide(&yes).expect("decided");
    let (decided, said) = stage(now);
    assert_eq!(decided, Stage::Decided);
    assert_eq!(said["decision"], "approved");
    assert_eq!(said["decided_by"], "ann\\u{202e}", "it is shown to people");
    assert_eq!(stage(late).0, Stage::Expired);
    let claim = block_on(
        desk.store
            .take(&desk.pending, &yes, Duration::from_secs(60)),
    );
    claim.expect("claimed");
    assert_eq!(stage(now).0, Stage::Running);
    assert_eq!(stage(now + Duration::from_secs(90)).0, Stage::Interrupted);
}

#[test]
fn what_a_person_wrote_in_place_of_arguments_is_told_by_its_digest() {
    let desk = Desk::new();
    let edited = desk.pending.edit(r#"{"path":"/s3cret"}"#).by("ann");
    desk.decide(&edited).expect("decided");
    let calls = block_on(desk.store.list()).expect("a list");
    let described = calls[0].describe(&desk.key, SystemTime::now());
    let described = described.expect("its own key");
    assert!(!described.as_text().contains("s3cret"), "{described:?}");
    let said = described.value();
    assert_eq!(said["decision"], "edited");
    assert_eq!(said["edited_tool"], desk.pending.wire_name());
    let digest = "f537c6b31967976a17a799711fac097e53a89ac95e5eb4e6bfec7218da2e2549";
    assert_eq!(said["edited_arguments_sha256"], digest);
}
