//! The store in a database that stays: `postgres/test/run`.

#[path = "database/columns.rs"]
mod columns;
#[path = "support/database.rs"]
mod database;
#[path = "database/migrations.rs"]
mod migrations;
#[path = "database/processes.rs"]
mod processes;
#[path = "database/programs.rs"]
mod programs;
#[path = "database/waiting.rs"]
mod waiting;

use database::{fresh, fresh_store, url};
use std::time::Duration;
use toolc_postgres::PostgresStore;
use toolc_runtime::SealKey;
use toolc_runtime::testing::{check_forgetting, check_result_store, check_store};

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn the_store_passes_the_check_of_stores() {
    let settings = fresh("check").await;
    let url = url();
    // Each handle has separate connections, as another process would.
    let open = || PostgresStore::connect_with(&url, settings.clone().connections(2));
    check_store(open).await.assert_passed();
    let within = Duration::from_secs(3600);
    let forget =
        async |store: &PostgresStore, key: &SealKey| store.forget_expired(key, within).await;
    check_forgetting(open, forget).await.assert_passed();
    check_result_store(open).await.assert_passed();
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_pool_of_the_program_serves_as_well() {
    use deadpool_postgres::{Manager, Pool};
    let settings = fresh("own_pool").await;
    let config = url().parse().expect("words");
    let manager = Manager::new(config, tokio_postgres::NoTls);
    let pool = Pool::builder(manager).max_size(4).build().expect("a pool");
    let open = || PostgresStore::with_pool(pool.clone(), settings.clone());
    check_store(open).await.assert_passed();
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn a_table_that_was_tampered_with_is_an_error() {
    use toolc_runtime::ApprovalStore;
    let store = fresh_store("tampered").await;
    let folder = database::folder("tampered");
    let worker = database::worker(&folder, Duration::ZERO);
    let pending = database::ask(&worker, &store, 1).await;
    let client = database::client().await;
    let sql = "UPDATE tampered.calls SET revision = -1";
    client.batch_execute(sql).await.expect("changed");
    let error = store.get(pending.id()).await.expect_err("a revision");
    assert!(error.to_string().contains("an unknown revision"), "{error}");
    let sql = "UPDATE tampered.calls SET revision = 0, question = replace(question, '\"bill\\\":1', '\"bill\\\":9')";
    client.batch_execute(sql).await.expect("changed");
    store
        .decide(&pending.approve(), &database::key())
        .await
        .expect("a ruling");
    let ended = database::resume(&worker, &store, pending.id()).await;
    assert_eq!(database::code(&ended), "forged");
    assert!(database::effects(&folder).is_empty());
}
