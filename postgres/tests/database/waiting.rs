//! Whoever waits for a decision hears of it.

use super::database::{ask, folder, fresh_store, key, url, worker};
use std::time::{Duration, Instant};
use toolc_postgres::{PostgresStore, Settings};
use toolc_runtime::{ApprovalStore, State};

/// Far less than the time after which whoever waits looks by itself.
const SOON: Duration = Duration::from_secs(5);

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_decision_wakes_whoever_waits_for_it() {
    let store = fresh_store("waiting").await;
    let worker = worker(&folder("waiting"), Duration::ZERO);
    let (first, second) = (ask(&worker, &store, 1).await, ask(&worker, &store, 2).await);
    let waiter = store.clone();
    let id = first.id().to_owned();
    let waiting = tokio::spawn(async move {
        let decided = waiter.wait_for_decision(&id, Duration::from_secs(60)).await;
        (decided.expect("an answer"), Instant::now())
    });
    let waiter = store.clone();
    let id = second.id().to_owned();
    let given_up =
        tokio::spawn(async move { waiter.wait_for_decision(&id, Duration::from_secs(60)).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!waiting.is_finished());
    // Another process decides.
    let other = PostgresStore::connect_with(&url(), Settings::default().schema("waiting"))
        .await
        .expect("a store");
    other.give_up(second.id()).await.expect("given up");
    let decided_at = Instant::now();
    other
        .decide(&first.approve(), &key())
        .await
        .expect("a ruling");
    let (decided, heard_at) = waiting.await.expect("a task");
    assert_eq!(decided.expect("in time").state, State::Decided);
    assert!(heard_at - decided_at < SOON, "{:?}", heard_at - decided_at);
    let given_up = given_up.await.expect("a task").expect("an answer");
    assert_eq!(
        given_up.expect("in time").state,
        State::Finished { result: None }
    );
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn waiting_ends_in_time() {
    let store = fresh_store("patient").await;
    let worker = worker(&folder("patient"), Duration::ZERO);
    let pending = ask(&worker, &store, 1).await;
    let started = Instant::now();
    let brief = Duration::from_millis(300);
    let decided = store.wait_for_decision(pending.id(), brief).await;
    assert_eq!(decided.expect("an answer"), None);
    assert!(started.elapsed() >= brief && started.elapsed() < SOON);
    let unknown = store.wait_for_decision("nothing", SOON).await;
    assert_eq!(unknown.expect("an answer"), None);
    assert!(
        started.elapsed() < SOON,
        "what is not there is not waited for"
    );
}
