//! Tables of other versions, and processes that make them at the same time.

use super::database::{client, fresh, url};
use toolc_postgres::{PostgresStore, Settings};

async fn versions(schema: &str) -> Vec<i32> {
    let sql = format!("SELECT version FROM {schema}.versions ORDER BY version");
    let rows = client().await.query(&sql, &[]).await.expect("versions");
    rows.iter().map(|row| row.get(0)).collect()
}

/// Makes the tables those of the first version.
async fn take_back(schema: &str) {
    let sql = format!(
        "DROP TABLE {schema}.decisions, {schema}.results; DELETE FROM {schema}.versions WHERE version > 1"
    );
    client()
        .await
        .batch_execute(&sql)
        .await
        .expect("taken back");
}

async fn connect(settings: Settings) -> Result<PostgresStore, String> {
    let connected = PostgresStore::connect_with(&url(), settings).await;
    connected.map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a database: postgres/test/run"]
async fn processes_that_start_together_make_the_tables_once() {
    for round in 0..5 {
        let settings = fresh("together").await;
        let starts: Vec<_> = (0..8)
            .map(|_| tokio::spawn(connect(settings.clone().connections(1))))
            .collect();
        for start in starts {
            start
                .await
                .expect("a task")
                .unwrap_or_else(|error| panic!("{round}: {error}"));
        }
        assert_eq!(versions("together").await, [1, 2]);
    }
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn tables_of_an_earlier_version_are_upgraded_on_request() {
    let settings = fresh("earlier").await;
    connect(settings.clone()).await.expect("a store");
    take_back("earlier").await;
    let refused = connect(settings.clone()).await.expect_err("an old version");
    assert!(
        refused.contains("have version 1, and version 2 is needed"),
        "{refused}"
    );
    assert_eq!(versions("earlier").await, [1], "nothing changed by itself");
    let upgrades: Vec<_> = (0..4)
        .map(|_| {
            let settings = settings.clone();
            tokio::spawn(async move { PostgresStore::migrate(&url(), settings).await })
        })
        .collect();
    let mut before = Vec::new();
    for upgrade in upgrades {
        before.push(upgrade.await.expect("a task").expect("an upgrade"));
    }
    before.sort_unstable();
    assert_eq!(before, [Some(1), Some(2), Some(2), Some(2)]);
    assert_eq!(versions("earlier").await, [1, 2]);
    connect(settings).await.expect("a store");
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn tables_of_a_newer_version_are_refused() {
    let settings = fresh("newer").await;
    let none = PostgresStore::connect_existing(&url(), settings.clone()).await;
    let none = none.expect_err("there are no tables").to_string();
    assert_eq!(none, "the schema `newer` has no store of toolc");
    let store = connect(settings.clone()).await.expect("a store");
    let sql = "INSERT INTO newer.versions (version) VALUES (99)";
    client().await.batch_execute(sql).await.expect("a version");
    let refused = connect(settings.clone()).await.expect_err("a new version");
    let migrated = PostgresStore::migrate(&url(), settings).await;
    let checked = store.check().await.expect_err("not ready");
    for said in [
        refused,
        migrated.expect_err("a new version").to_string(),
        checked.to_string(),
    ] {
        assert!(said.contains("version 99"), "{said}");
        assert!(said.contains("newer toolc"), "{said}");
    }
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn an_upgrade_is_made_as_a_whole_or_not_at_all() {
    let settings = fresh("halfway").await;
    connect(settings.clone()).await.expect("a store");
    take_back("halfway").await;
    // What a program has under the name of the last table.
    let sql = "CREATE TABLE halfway.results (own text)";
    client().await.batch_execute(sql).await.expect("a table");
    let failed = PostgresStore::migrate(&url(), settings).await;
    let failed = failed.expect_err("a table is in the way").to_string();
    assert!(failed.contains("already exists"), "{failed}");
    assert_eq!(versions("halfway").await, [1]);
    let sql = "SELECT to_regclass('halfway.decisions')::text";
    let row = client().await.query_one(sql, &[]).await.expect("a row");
    assert_eq!(row.get::<_, Option<String>>(0), None);
}

#[tokio::test]
#[ignore = "needs a database: postgres/test/run"]
async fn what_cannot_be_reached_or_may_not_be_used_is_said() {
    use std::time::Duration;
    let impatient = Settings::default().patience(Duration::from_millis(100));
    let nobody = PostgresStore::connect_with("postgres://toolc@127.0.0.1:9/x", impatient.clone());
    let said = nobody.await.expect_err("nobody listens").to_string();
    assert!(
        said.starts_with("the database cannot be reached: "),
        "{said}"
    );
    assert!(said.contains("refused"), "{said}");
    let other = format!("{} ", url()).replace("dbname=postgres ", "dbname=nothing");
    let said = PostgresStore::connect_with(&other, impatient).await;
    let said = said.expect_err("no such database").to_string();
    assert!(said.contains("\"nothing\" does not exist"), "{said}");
}
