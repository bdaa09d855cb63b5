//! A database that goes away, and comes back: `postgres/test/run`. The tests run one after the other.

#[path = "support/database.rs"]
mod database;

use database::{ask, code, control, effects, folder, fresh, fresh_store, key, resume, url, worker};
use std::time::{Duration, Instant};
use toolc_postgres::PostgresStore;
use toolc_runtime::{ApprovalStore, State};

/// Takes the database away and gives it back, while other tasks go on.
async fn restart(how: &'static str, away: Duration) {
    let restarted = tokio::task::spawn_blocking(move || {
        control(how);
        std::thread::sleep(away);
        control("start");
    });
    restarted.await.expect("a task");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn calls_go_on_while_the_database_is_killed_and_restarted() {
    let settings = fresh("restarted").await.patience(Duration::from_secs(30));
    let store = PostgresStore::connect_with(&url(), settings).await;
    let (store, folder) = (store.expect("a store"), folder("restarted"));
    let bills = 150;
    let paying: Vec<_> = (0..3)
        .map(|part| {
            let (store, folder) = (store.clone(), folder.clone());
            tokio::spawn(async move {
                let worker = worker(&folder, Duration::from_millis(5));
                for bill in (part..bills).step_by(3) {
                    let pending = ask(&worker, &store, bill).await;
                    let yes = pending.approve();
                    store.decide(&yes, &key()).await.expect("a ruling");
                    let ended = resume(&worker, &store, pending.id()).await;
                    assert_eq!(code(&ended), "ran");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
        })
        .collect();
    for (how, away) in [("stop", 0), ("kill", 0), ("kill", 700)] {
        tokio::time::sleep(Duration::from_millis(300)).await;
        restart(how, Duration::from_millis(away)).await;
    }
    for paid in paying {
        paid.await.expect("nothing dies");
    }
    let mut paid = effects(&folder);
    assert_eq!(paid.len(), bills);
    paid.dedup();
    assert_eq!(paid.len(), bills, "no bill was paid twice");
    let all = store.list().await.expect("a list");
    assert_eq!(all.len(), bills);
    let is_over = |state: &State| matches!(state, State::Finished { result: Some(_) });
    assert!(all.iter().all(|call| is_over(&call.state)));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn without_a_database_steps_fail_in_time_and_work_again_later() {
    let settings = fresh("away").await.patience(Duration::from_millis(300));
    let store = PostgresStore::connect_with(&url(), settings)
        .await
        .expect("a store");
    let (folder, key) = (folder("away"), key());
    let worker = worker(&folder, Duration::ZERO);
    let pending = ask(&worker, &store, 1).await;
    control("stop");
    let started = Instant::now();
    let error = store.get(pending.id()).await.expect_err("it is away");
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
    assert!(
        error
            .to_string()
            .starts_with("the database cannot be reached: "),
        "{error}"
    );
    assert!(std::error::Error::source(&error).is_some());
    let ended = resume(&worker, &store, pending.id()).await;
    assert_eq!(code(&ended), "store");
    assert!(effects(&folder).is_empty(), "nothing runs without a store");
    assert!(store.check().await.is_err());
    control("start");
    store.check().await.expect("it is back");
    store
        .decide(&pending.approve(), &key)
        .await
        .expect("a ruling");
    assert_eq!(code(&resume(&worker, &store, pending.id()).await), "ran");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn a_database_that_does_not_answer_is_given_up() {
    let limit = Duration::from_millis(500);
    let settings = fresh("paused").await.statement(limit);
    let store = PostgresStore::connect_with(&url(), settings)
        .await
        .expect("a store");
    store.check().await.expect("it answers");
    control("pause");
    let started = Instant::now();
    let error = store.open().await;
    let took = started.elapsed();
    control("resume");
    let error = error.expect_err("it does not answer").to_string();
    assert!(error.contains("did not answer within"), "{error}");
    assert!(took < Duration::from_secs(4), "{took:?}");
    // The connection that waited is not used again.
    store.check().await.expect("it answers again");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn a_statement_that_takes_too_long_is_ended_by_the_database() {
    let limit = Duration::from_millis(300);
    let settings = fresh("locked").await.statement(limit);
    let store = PostgresStore::connect_with(&url(), settings)
        .await
        .expect("a store");
    let folder = folder("locked");
    let pending = ask(&worker(&folder, Duration::ZERO), &store, 1).await;
    let mut other = database::client().await;
    let lock = other.transaction().await.expect("a transaction");
    lock.batch_execute("SELECT * FROM locked.calls FOR UPDATE")
        .await
        .expect("a lock");
    let error = store
        .give_up(pending.id())
        .await
        .expect_err("the row is locked");
    assert!(error.to_string().contains("statement timeout"), "{error}");
    drop(lock);
    store.give_up(pending.id()).await.expect("given up");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn whoever_waits_hears_of_a_decision_after_a_restart() {
    let store = fresh_store("heard").await;
    let folder = folder("heard");
    let pending = ask(&worker(&folder, Duration::ZERO), &store, 1).await;
    let (waiter, id) = (store.clone(), pending.id().to_owned());
    let waiting = tokio::spawn(async move {
        let decided = waiter.wait_for_decision(&id, Duration::from_secs(60)).await;
        (decided, Instant::now())
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    restart("kill", Duration::ZERO).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let decided_at = Instant::now();
    store
        .decide(&pending.approve(), &key())
        .await
        .expect("a ruling");
    let (decided, heard_at) = waiting.await.expect("a task");
    let decided = decided.expect("an answer").expect("in time");
    assert_eq!(decided.state, State::Decided);
    assert!(heard_at - decided_at < Duration::from_secs(4));
}
