//! How long claims hold, and whose clock says so.

use super::desk::{Desk, mocks, outcome};
use super::tools::{self, Delete};
use std::pin::pin;
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{ManualTimer, block_on, poll_once};
use toolc_runtime::{ApprovalStore, State, StoreError, StoredCall};

/// How long a claim holds in the tests of leases.
const LEASE: Duration = Duration::from_secs(60);

#[test]
fn a_running_call_keeps_its_lease() {
    let timer = ManualTimer::new();
    let mocks = mocks().hangs::<Delete>();
    let worker = tools::worker(mocks.clone()).timer(timer.clone());
    let desk = Desk::of(worker.resume_within(LEASE), mocks);
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let resumed = desk
        .worker
        .resume(&desk.context, &desk.pending, &yes, &desk.store);
    let mut running = pin!(resumed);
    let lease = || match block_on(desk.store.get(desk.pending.id())) {
        Ok(Some(call)) => (call.revision, call.state),
        other => panic!("{other:?}"),
    };
    assert!(poll_once(running.as_mut()).is_none());
    let (revision, claimed) = lease();
    timer.advance(LEASE / 3 - Duration::from_secs(1));
    assert!(poll_once(running.as_mut()).is_none());
    assert_eq!(lease(), (revision, claimed.clone()), "it is not time yet");
    std::thread::sleep(Duration::from_millis(2));
    timer.advance(Duration::from_secs(1));
    assert!(poll_once(running.as_mut()).is_none());
    let (
        State::Claimed { owner, until },
        State::Claimed {
            owner: same,
            until: later,
        },
    ) = (claimed, lease().1)
    else {
        panic!("it is claimed")
    };
    assert_eq!((lease().0, &owner), (revision + 1, &same));
    assert!(later > until);
}

#[test]
fn a_lease_that_a_person_ended_is_not_renewed() {
    let desk = Desk::new();
    let (id, yes) = (desk.pending.id(), desk.pending.approve());
    desk.decide(&yes).expect("a ruling");
    let claim = block_on(desk.store.take(&desk.pending, &yes, Duration::ZERO)).expect("a claim");
    assert!(block_on(desk.store.renew(&claim, Duration::ZERO)).expect("nobody else has it"));
    block_on(desk.store.run_again(id)).expect("decided by a person");
    assert!(!block_on(desk.store.renew(&claim, LEASE)).expect("an answer"));
    assert_eq!(outcome(desk.resume(&yes)), "ran");
    assert!(!block_on(desk.store.renew(&claim, LEASE)).expect("an answer"));
}

/// A store with a clock of its own.
struct Ahead(toolc_runtime::MemoryStore, Duration);

impl ApprovalStore for Ahead {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.insert(call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.0.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.replace(revision, call).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        self.0.open().await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        Ok(SystemTime::now() + self.1)
    }
}

#[test]
fn the_clock_of_the_store_decides() {
    let hour = Duration::from_secs(60 * 60);
    let mocks = mocks();
    let desk = Desk::of(tools::worker(mocks.clone()).answer_within(hour), mocks);
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let resume = |store: &Ahead| {
        let id = desk.pending.id();
        let resumed = desk
            .worker
            .resume_stored(&desk.context, id, &desk.key, store);
        outcome(block_on(resumed))
    };
    assert_eq!(resume(&Ahead(desk.store.clone(), hour)), "expired");
    let store = Ahead(desk.store.clone(), hour / 2);
    block_on(store.take(&desk.pending, &yes, LEASE)).expect("a claim");
    assert_eq!(resume(&store), "in_progress");
    assert_eq!(
        resume(&Ahead(desk.store.clone(), hour / 2 + LEASE)),
        "interrupted"
    );
}
